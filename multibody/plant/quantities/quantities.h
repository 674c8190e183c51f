#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/signals/signal.h"

namespace tactus::multibody {

/// What can be told of a plant by name, as signals for logs and checks. All is
/// in the world W and in SI units; rotations come before translations but in
/// poses.
///
///   name                        components             unit
///   body/B/pose                 x y z qw qx qy qz      m, -
///   body/B/velocity             wx wy wz vx vy vz      rad/s, m/s
///   joint/J/position            q of the joint         rad, m
///   joint/J/velocity            v of the joint         rad/s, m/s
///   joint/J/reaction            tx ty tz fx fy fz      N m, N
///   actuator/A/effort                                  N m or N
///   contact/A/B/wrench          tx ty tz fx fy fz      N m, N
///   contact/A/B/area                                   m^2
///   contact/A/B/pressure        mean max               Pa
///   contact/A/B/center          x y z                  m
///   contact/A/B/moment          tx ty tz               N m
///   contact/A/B/slip                                   m/s
///   energy/kinetic                                     J
///   energy/potential                                   J
///   energy/total                                       J
///   total/center_of_mass        x y z                  m
///   total/momentum              lx ly lz px py pz      kg m^2/s, N s
///   total/momentum_about_origin lx ly lz px py pz      kg m^2/s, N s
///   subtree/B/center_of_mass    x y z                  m
///   subtree/B/momentum          lx ly lz px py pz      kg m^2/s, N s
///
///   body       pose of the body frame B; velocity of its origin Bo. Virtual
///              bodies are left out.
///   reaction   wrench on the child at the origin of the joint frame M, all
///              that the joint passes on (joint_reactions.h). Floating joints
///              have none.
///   effort     what acts, after gear and limits: on the joint's velocity or
///              along the tendon; of a thruster, its f.
///   contact    sum of A's contact forces on B, about Bo; zero without contact.
///              A and B in either order. Of bodies that touch by pressure
///              fields, too (patch_contacts.h): the patch's area and pressure,
///              the centre of pressure, the moment about it, and the speed of
///              slip there.
///   energy     potential: of gravity, from the height of W's origin, of
///              springs of joints and tendons, and of force elements
///              (stored_energy.h); kinetic: with armature; total: their sum,
///              the springs of contacts apart.
///   total      of all bodies that can move. Angular momentum about their
///              centre of mass, or about W's origin; armature has none.
///   subtree    the same of body B and all that it carries.
///
/// Forces are those of the step that led here, as its solver found them
/// (StepRecord): means over the step, about points where they were at the
/// record's configuration.

/// All of them but the contacts, in the order of the table.
/// The plant must outlive the signals.
std::vector<systems::Signal> MakeQuantities(const MultibodyPlant& plant);

/// contact/A/B/... of the pairs that may touch and fit `pattern`
/// (systems/signals/name_pattern.h), each once: A before B in the model unless
/// only the other order fits.
std::vector<systems::Signal> MakeContactQuantities(
    const MultibodyPlant& plant, std::string_view pattern = "*");

/// The same of those whose names fit.
std::vector<systems::Signal> MakeContactQuantities(
    const MultibodyPlant& plant,
    const std::function<bool(std::string_view)>& name_fits);

/// @throws std::invalid_argument if there is none of this name, with those that
/// come near it.
systems::Signal FindQuantity(const MultibodyPlant& plant,
                             std::string_view name);

}  // namespace tactus::multibody
