#pragma once

#include <memory>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

/// The Panda of panda.xml, for scenes to move. Its coordinates are the seven
/// joints of the arm [rad], then the two fingers' [m].
namespace tactus::examples {

constexpr int kPandaJoints = 7, kPandaFingers = 2, kPandaDofs = 9;
constexpr double kPandaOpen = 0.04;  ///< A finger's way [m].

/// The robot alone: what its controller knows.
std::shared_ptr<const multibody::Model> MakePandaModel();

/// Where the finger tips are to be: at `radius` from the axis of joint 1 and
/// `height` over the base [m], turned about that axis by `angle` [rad], with
/// the hand pointing straight down, or outwards from there by `tilt` [rad].
struct PandaReach {
  double radius{}, height{}, angle{}, tilt{};
};

/// The joints that reach there, elbow up, by the law of cosines: with joints 3
/// and 5 at zero the arm is a plane chain from the shoulder S by the elbow E
/// to the wrist W,
///
///     b = |SE|    c = |EW|    d = |SW|
///     angle at S = acos((b^2 + d^2 - c^2) / (2 b d))
///     angle at E = acos((b^2 + c^2 - d^2) / (2 b c))
///
/// @throws std::invalid_argument if that is too near or too far.
VectorXd CalcPandaJoints(const PandaReach& reach);

/// Feeds `input` with the robot's part [q; v] of the plant's state. In the
/// plant's q and v its kPandaDofs come first.
void ConnectPandaState(const multibody::MultibodyPlant& plant,
                       systems::InputPort input,
                       systems::DiagramBuilder* builder);

}  // namespace tactus::examples
