#pragma once

#include <array>
#include <string>

#include "multibody/importers/mjcf/parse_tools.h"

/// Models with actuators of MJCF.
namespace tactus::test {

/// A hinge and a slide with ranges, a ball, and two sites.
inline const std::string kWorld =
    "<compiler angle='radian'/><worldbody>"
    "<body name='a'><joint name='hinge' range='-1 3' armature='2'/>"
    "<geom type='box' size='.3 .4 .5' mass='12'/></body>"
    "<body name='b'><joint name='slide' type='slide'/>"
    "<geom size='.1' mass='1'/><site name='s' pos='1 2 3' euler='0 0 "
    "90'/></body>"
    "<body name='c'><joint name='ball' type='ball'/><geom size='.1' mass='1'/>"
    "</body><body name='d'><freejoint name='free'/><geom size='.1' mass='1'/>"
    "</body><site name='t'/></worldbody>";

/// The world with those actuators, and defaults.
inline std::string ModelWith(const std::string& actuators,
                             const std::string& defaults = "") {
  return "<default>" + defaults + "</default>" + kWorld + "<actuator>" +
         actuators + "</actuator>";
}

/// gain, bias0, bias1, bias2
using Law = std::array<double, 4>;

inline Law LawOf(const multibody::Actuator& a) {
  return {a.gain, a.bias0, a.bias1, a.bias2};
}

}  // namespace tactus::test
