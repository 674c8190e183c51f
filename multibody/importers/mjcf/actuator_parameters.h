#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tactus/multibody/importers/mjcf/ranges.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// What the layers of one actuator add up to: MuJoCo's general actuator, of
/// which the short forms are settings.
struct ActuatorParameters {
  enum class Gain { kFixed, kAffine, kMuscle, kOther };
  enum class Bias { kNone, kAffine, kMuscle, kOther };

  Gain gain_type = Gain::kFixed;
  Bias bias_type = Bias::kNone;
  std::array<double, 10> gain = {1};
  std::array<double, 10> bias = {};
  /// dyntype: empty when the control acts without delay.
  std::string activation;
  double time_constant = 1;    ///< dynprm[0] [s].
  double deactivation_time{};  ///< dynprm[1], of muscles [s].
  double smoothing{};          ///< dynprm[2], of muscles.
  std::optional<double> damping_ratio;
  double inherit_range = 0;  ///< Of the controls, or, of integrators, of act.

  int group = 0;
  std::array<double, 6> gear = {1};
  Range control, force;
  Range activation_range;                   ///< actrange, actlimited.
  std::array<double, 2> length_range = {};  ///< Equal: not given.
};

/// @throws ModelFileError for values that make no sense. Kinds that are no form
/// of the general actuator (adhesion, ...) count as Gain::kOther.
ActuatorParameters ReadActuatorParameters(
    const std::vector<const XmlElement*>& layers);

/// What an actuator acts on is one thing, a tendon of the file if it is one;
/// 'refsite' is for sites, 'slidersite' and 'cranklength' for cranks.
/// @param root  of the file.
/// @throws ModelFileError for others.
void RequireOneTarget(const XmlElement& element, const XmlElement& root);

}  // namespace tactus::multibody::mjcf
