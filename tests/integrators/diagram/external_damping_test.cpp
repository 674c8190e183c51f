// Forces that damp hard, in fixed steps, where their slopes are hard to tell.
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::BodyPoint;
using multibody::JointType;
using multibody::SpatialForce;
using systems::DiagramBuilder;
using systems::Simulator;
using test::Model;
using test::ModelBuilder;
using test::MultibodyPlant;
using test::PlantDiagram;

PlantDiagram MakeWith(const std::shared_ptr<const Model>& model,
                      std::unique_ptr<multibody::ForceElement> element) {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const multibody::ForceElement& added = *element;
  builder.AddSystem(std::move(element));
  ConnectForces(plant, {&added}, &builder);
  return test::Finish(std::move(builder), plant);
}

VectorXd RunFrom(const PlantDiagram& scene, const VectorXd& v0, double h,
                 double t) {
  systems::Context context = scene.context;
  scene.plant->SetVelocities(&context, v0);
  Simulator simulator(*scene.diagram, context);
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
  simulator.AdvanceTo(t);
  return scene.plant->velocities(simulator.context());
}

// A rotor at 300 rad/s in a gimbal that the drag holds: h d / I = 8, and the
// rotor turns by 3 rad a step. Turned with the rotor, the gimbal's own motion
// would be seen from behind, as one that the drag feeds.
TEST_CASE("External damping: a gimbal with a fast rotor -> it stops") {
  ModelBuilder builder;
  const int gimbal = builder.AddBody(
      "gimbal", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  const int rotor = builder.AddBody(
      "rotor", {.mass = 1, .I_Bcm = Vector3d(1, 1, 2).asDiagonal()});
  builder.AddJoint({.name = "tilt",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = gimbal,
                    .axis_F = Vector3d::UnitX()});
  builder.AddJoint({.name = "spin",
                    .type = JointType::kRevolute,
                    .parent = gimbal,
                    .child = rotor,
                    .axis_F = Vector3d::UnitZ()});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const PlantDiagram scene = MakeWith(
      model, std::make_unique<multibody::Drag>(
                 "drag", model, BodyPoint{.body = gimbal},
                 multibody::DragCoefficients{.rotational_linear = 900}));
  const VectorXd v = RunFrom(scene, Eigen::Vector2d(1, 300), 0.01, 0.1);
  CHECK(std::abs(v[0]) < 1e-6);
  CHECK(v[1] == Approx(300));
}

// A drive of constant power beside linear drag, P v / |v|^2 - c v.
class Drive final : public multibody::ForceElement {
 public:
  Drive(std::shared_ptr<const Model> model, double power, double drag)
      : ForceElement("drive", std::move(model)), power_(power), drag_(drag) {
    DeclareForces({systems::Reads::kNothing, {body_velocities_input()}});
  }

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override {
    const Vector3d v = VelocityOf(context, 1).tail<3>();
    forces->assign({{.body = 1}});
    (*forces)[0].F_Q_W.tail<3>() = power_ / v.squaredNorm() * v - drag_ * v;
  }

  double power_, drag_;
};

// It has no force at rest, where springs are told from what damps. In steps of
// 50 time constants it reaches |v| = sqrt(P / c) all the same.
TEST_CASE("External damping: a force that rest does not know -> implicit") {
  ModelBuilder builder;
  const int mass = builder.AddBody("mass", {.mass = 2});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = mass,
                    .axis_F = Vector3d::UnitX()});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const double power = 40, drag = 1e4;
  const PlantDiagram scene =
      MakeWith(model, std::make_unique<Drive>(model, power, drag));
  const VectorXd v = RunFrom(scene, VectorXd::Constant(1, 0.1), 0.01, 0.5);
  CHECK(v[0] == Approx(std::sqrt(power / drag)).epsilon(1e-3));
}

// Two bodies on a hard damper, side by side: they fall as if it were not there.
// Taken for a block of each tree, it held them back.
TEST_CASE("External damping: bodies that fall together -> fall freely") {
  ModelBuilder model_builder;
  for (const double x : {0.0, 1.0}) {
    RigidTransform X_WB = RigidTransform::Identity();
    X_WB.translation().x() = x;
    const int body = model_builder.AddBody(
        x == 0 ? "left" : "right",
        {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
    model_builder.SetDefaultPose(body, X_WB);
  }
  const std::shared_ptr<const Model> model = std::move(model_builder).Build();
  const PlantDiagram scene = MakeWith(
      model, std::make_unique<multibody::SpringDamper>(
                 "damper", model, BodyPoint{.body = 1}, BodyPoint{.body = 2},
                 multibody::SpringDamperParameters{.damping = 3000}));
  const double h = 2e-3, t = 0.1;
  std::vector<std::unique_ptr<StepFunction>> methods;
  methods.push_back(std::make_unique<IcfStep>());
  methods.push_back(std::make_unique<CondStep>());
  methods.push_back(std::make_unique<DojoStep>());
  for (auto& method : methods) {
    INFO(method->name());
    systems::Context context = scene.context;
    VectorXd v0 = VectorXd::Zero(12);
    v0[3] = 0.5;  // The damper takes up what they do apart: they meet half way.
    scene.plant->SetVelocities(&context, v0);
    Simulator simulator(*scene.diagram, context);
    simulator.reset_integrator<FixedStep>(std::move(method), h);
    simulator.AdvanceTo(t);
    const VectorXd v = scene.plant->velocities(simulator.context());
    CHECK(v[5] + v[11] == Approx(-2 * 9.81 * t).epsilon(1e-6));
    CHECK(std::abs(v[5] - v[11]) < 0.01);
    CHECK(v[3] + v[9] == Approx(0.5).epsilon(1e-6));
    CHECK(std::abs(v[3] - v[9]) < 0.01);
  }
}

// A hard damper from the tip of a double pendulum to the world: it stops the
// tip, and lets the links swing about it. As a diagonal, it held both.
TEST_CASE(
    "External damping: Dojo, a damper at the end of a chain -> the chain "
    "still moves") {
  const std::shared_ptr<const Model> model = test::MakePendulumModel(2, 0);
  const PlantDiagram scene = MakeWith(
      model, std::make_unique<multibody::SpringDamper>(
                 "damper", model, BodyPoint{.body = 2, .p_BoP_B = {0, 0, -0.4}},
                 BodyPoint{.body = 0, .p_BoP_B = {2, 0, -0.4}},
                 multibody::SpringDamperParameters{.damping = 400}));
  const auto run = [&](std::unique_ptr<StepFunction> method) {
    systems::Context context = scene.context;
    scene.plant->SetPositions(&context, Eigen::Vector2d(0.9, -1.5));
    Simulator simulator(*scene.diagram, context);
    simulator.reset_integrator<FixedStep>(std::move(method), 2e-3);
    simulator.AdvanceTo(0.3);
    return VectorXd(scene.plant->positions(simulator.context()));
  };
  const VectorXd q = run(std::make_unique<IcfStep>());
  CHECK((q - Eigen::Vector2d(0.9, -1.5)).norm() > 0.3);
  CHECK((run(std::make_unique<DojoStep>()) - q).norm() < 0.02);
}

}  // namespace
}  // namespace tactus::integrators
