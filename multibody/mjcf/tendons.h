#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/mjcf/body_tree.h"
#include "tactus/multibody/mjcf/compiler.h"
#include "tactus/multibody/mjcf/couplers.h"
#include "tactus/multibody/mjcf/defaults.h"
#include "tactus/multibody/mjcf/ranges.h"
#include "tactus/multibody/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// A <fixed> tendon: a length that is linear in scalar joints,
///
///     L = sum_i coef_i q_i.
///
/// Where couplers tie all of its joints to one, q_i = s_i q + o_i with linear
/// couplers, L is linear in that joint alone,
///
///     L = gear q + offset,  gear = sum_i coef_i s_i,  offset = sum_i coef_i
///     o_i,
///
/// and whatever acts on L acts on q with the same virtual work: a force f along
/// L is the force gear f on q. Other tendons have no counterpart here.
struct TendonSpec {
  const XmlElement* source{};
  std::string name{};  ///< Empty if the file gives none.
  int joint = -1;      ///< In BodyTree::joints; -1: no counterpart.
  double gear{}, offset{};

  Interval range{};         ///< Of L.
  Interval effort_range{};  ///< Of the sum of the actuators' forces along L.
  double stiffness{}, damping{}, dry_friction{}, armature{};
  double rest_length{};  ///< Where the spring is slack.
  /// Slack between two lengths: such springs are left out.
  bool has_slack = false;

  /// True if it does more than to pass on the forces of actuators.
  bool acts() const;
};

/// Reads all <tendon>s. Those without a counterpart that act by themselves, and
/// springs that are slack over a range of lengths, are reported as left out.
/// @throws ModelFileError for unknown joints and classes, joints that are not
/// scalar, names used twice, and values that make no sense.
std::vector<TendonSpec> ReadTendons(
    const XmlElement& root, const BodyTree& tree, const Option& option,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, const std::vector<CouplerSpec>& couplers,
    ImportReport* report);

/// Hands limits, springs, dampers, friction and armature of the tendons to
/// their joints:
///
///     k += gear^2 k_L,  d += gear^2 d_L,  I += gear^2 I_L,  f += |gear| f_L.
///
/// @throws ModelFileError where the limits of a tendon and of its joint leave
/// no position.
void ApplyTendons(const std::vector<TendonSpec>& tendons, BodyTree* tree);

/// The fixed tendon of that name; null if there is none.
const TendonSpec* FindTendon(const std::vector<TendonSpec>& tendons,
                             std::string_view name);

}  // namespace tactus::multibody::mjcf
