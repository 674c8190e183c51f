// Light rods on ball joints, pulled at their tips.
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/force_scenes.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::BodyPoint;
using multibody::SpringDamper;
using systems::Simulator;
using test::MakeWith;
using test::Model;
using test::ModelBuilder;
using test::PlantDiagram;

// A thin rod, its axis z, that hangs on a ball joint.
int AddRod(int parent, const RigidTransform& X_PF, double mass, double length,
           ModelBuilder* builder) {
  const std::string name = "rod" + std::to_string(parent);
  const double across = mass * length * length / 12;
  const int rod = builder->AddBody(
      name, {.mass = mass,
             .p_BoBcm = {0, 0, -length / 2},
             .I_Bcm = Vector3d(across, across, 2e-4 * mass).asDiagonal()});
  builder->AddJoint({.name = name,
                     .type = multibody::JointType::kBall,
                     .parent = parent,
                     .child = rod,
                     .X_PF = X_PF});
  return rod;
}

// The largest spin of a body about its z in 1 s [rad/s].
template <class Integrator, class... Args>
double CalcLargestSpin(const PlantDiagram& swing, Args&&... args) {
  const Model& model = swing.plant->model();
  Simulator simulator(*swing.diagram, swing.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(1);
  multibody::PositionKinematics position;
  multibody::CalcPositionKinematics(
      model, swing.plant->positions(simulator.context()), &position);
  multibody::VelocityKinematics velocity;
  multibody::CalcVelocityKinematics(
      model, position, swing.plant->velocities(simulator.context()), &velocity);
  double largest = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const Vector3d axis = position.X_WB[b].linear().col(2);
    const Vector3d w = velocity.V_WB[b].head<3>();
    largest = std::max(largest, std::abs(axis.dot(w)));
  }
  return largest;
}

RigidTransform MakeBend(double angle_x, double angle_y, double z) {
  return Eigen::Translation3d(0, 0, z) *
         Eigen::AngleAxisd(angle_x, Vector3d::UnitX()) *
         Eigen::AngleAxisd(angle_y, Vector3d::UnitY());
}

// A rod on a spring-damper that pulls it sideways.
PlantDiagram MakePulledRod() {
  ModelBuilder builder;
  AddRod(0, MakeBend(0.84, 0, 0), 0.56, 0.172, &builder);
  return MakeWith<SpringDamper>(
      std::move(builder).Build(),
      BodyPoint{.body = 1, .p_BoP_B = {0, 0, -0.172}},
      BodyPoint{.body = 0, .p_BoP_B = {-0.35, -0.34, -0.89}},
      multibody::SpringDamperParameters{
          .free_length = 0.23, .stiffness = 118, .damping = 95});
}

// And two, the second at the end of the first.
PlantDiagram MakePulledRods() {
  ModelBuilder builder;
  AddRod(0, MakeBend(-0.93, 0.58, 0), 1, 0.316, &builder);
  AddRod(1, MakeBend(0.26, -0.69, -0.316), 0.27, 0.121, &builder);
  return MakeWith<SpringDamper>(
      std::move(builder).Build(),
      BodyPoint{.body = 2, .p_BoP_B = {0, 0, -0.121}},
      BodyPoint{.body = 0, .p_BoP_B = {0.97, -0.18, 0.69}},
      multibody::SpringDamperParameters{
          .free_length = 0.01, .stiffness = 230, .damping = 80});
}

// Nothing turns a rod about its own axis that hangs on a ball joint and is
// pulled at its tip; a tenth and less of the spins that were.
TEST_CASE("Spring-damper: pulls light rods at their tips -> they do not spin") {
  const CenicOptions accuracy{.accuracy = 1e-3};
  CHECK(CalcLargestSpin<Cenic>(MakePulledRod(), accuracy) < 0.1);
  CHECK(CalcLargestSpin<Cenic>(MakePulledRods(), accuracy) < 1);
  CHECK(CalcLargestSpin<FixedStep>(MakePulledRod(), std::make_unique<IcfStep>(),
                                   2e-3) < 1e-6);
}

}  // namespace
}  // namespace tactus::integrators
