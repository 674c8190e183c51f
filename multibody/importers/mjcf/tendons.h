#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/ranges.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/tendon.h"

namespace tactus::multibody::mjcf {

/// A <fixed> tendon: a length that is linear in scalar joints,
///
///     L = sum_i coef_i q_i,
///
/// or a <spatial> one, the length of a path past sites and around geoms.
///
/// A fixed one of a single joint is that joint with a gear: whatever acts on L
/// acts on q with the same virtual work, a force f along L is the force coef f
/// on q. Others, and springs that are slack over a range of lengths, stand in
/// the model as they are.
struct TendonSpec {
  struct Term {
    int joint{};  ///< Index in BodyTree::joints.
    double coefficient{};
  };

  const XmlElement* source{};
  std::string name{};         ///< Empty if the file gives none.
  std::vector<Term> terms{};  ///< Each joint once.
  /// The path of a spatial one, with bodies of the BodyTree.
  std::vector<Tendon::Stop> path{};
  bool is_coupled = false;  ///< An <equality> takes its length.

  Interval range{};         ///< Of L.
  Interval effort_range{};  ///< Of the sum of the actuators' forces along L.
  double stiffness{}, damping{}, dry_friction{}, armature{};
  std::array<double, 2> rest{};  ///< The spring is slack in between.
  /// Slack where the path is when joints are at their own springs' references:
  /// set by SetRestLengths().
  bool rests_at_references = false;

  /// Whether it is a single joint with a gear.
  bool is_joint() const {
    return terms.size() == 1 && !is_coupled &&
           (rest[0] == rest[1] || stiffness == 0);
  }
};

/// Reads all <tendon>s. Without a spring length the spring is slack where the
/// joints' own are (springref), as in MuJoCo. The armature of a tendon over
/// several joints or along a path is left out, which is reported.
/// @throws ModelFileError for unknown joints, sites, geoms and classes, joints
/// that are not scalar, geoms that are neither spheres nor cylinders, names
/// used twice, and values that make no sense.
std::vector<TendonSpec> ReadTendons(
    const XmlElement& root, const BodyTree& tree, const Option& option,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, ImportReport* report);

/// Hands limits, springs, dampers, friction and armature of those that are
/// joints to their joints:
///
///     k += coef^2 k_L,  d += coef^2 d_L,  I += coef^2 I_L,  f += |coef| f_L.
///
/// @throws ModelFileError where the limits of a tendon and of its joint leave
/// no position.
void ApplyTendons(const std::vector<TendonSpec>& tendons, BodyTree* tree);

/// The number of the tendon of that name; -1 if there is none.
int FindTendon(const std::vector<TendonSpec>& tendons, std::string_view name);

}  // namespace tactus::multibody::mjcf
