// What integrators record of their steps: forces that account for the motion,
// whichever method made it.
#include "tactus/multibody/plant/step_record.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "integrators/recording_methods.h"
#include "integrators/test_diagrams.h"
#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/joint_reactions.h"
#include "tactus/multibody/plant/quantities/quantities.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::FindQuantity;
using multibody::StepRecord;
using systems::Context;
using systems::Simulator;
using test::kMethods;
using test::Method;
using test::PlantDiagram;
using test::RecordOf;
using test::SetIntegrator;

constexpr double kGravity = 9.81;

VectorXd Eval(const PlantDiagram& diagram, std::string_view name,
              const Context& context) {
  const systems::Signal signal = FindQuantity(*diagram.plant, name);
  VectorXd value(signal.size());
  signal.calc(context, value);
  return value;
}

// A free body gets its whole motion from contact and gravity: nothing is left
// for its joint to pass on.
TEST_CASE("Step records: a tumbling cube -> contacts account for its motion") {
  for (const Method method : kMethods) {
    PlantDiagram tumble = test::MakeTumble();
    Simulator simulator(*tumble.diagram, tumble.context);
    SetIntegrator(method, 2e-3, &simulator);
    double residue = 0, largest = 0, start = 0;
    simulator.set_monitor(
        [&](const Context& context) -> std::optional<std::string> {
          if (context.time() == 0) return std::nullopt;
          const StepRecord& record = RecordOf(tumble, context);
          CHECK(record.start == start);
          CHECK(record.end == context.time());
          start = record.end;
          std::vector<Vector6d> F;
          CalcJointReactions(tumble.plant->model(), record, &F);
          residue = std::max(residue, F[0].norm());
          largest = std::max(
              largest, Eval(tumble, "contact/world/cube/wrench", context)[5]);
          return std::nullopt;
        });
    simulator.AdvanceTo(0.6);
    INFO(static_cast<int>(method));
    CHECK(largest > 5 * kGravity);  // It did hit the ground.
    CHECK(residue < 1e-4 * largest);
  }
}

// Along the rod m g cos + m l w^2, at the state that the record tells of and,
// nearly, at the end of the step.
TEST_CASE(
    "Step records: a swinging pendulum -> the hinge force's closed form") {
  PlantDiagram swing = test::MakeAlone(test::MakePendulumModel(1, 0));
  swing.plant->SetPositions(&swing.context, VectorXd::Constant(1, 2.5));
  Simulator simulator(*swing.diagram, swing.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  const auto along_rod = [](double theta, const Vector3d& force) {
    return force.dot(Vector3d(std::sin(theta), 0, std::cos(theta)));
  };
  const auto expected = [](double theta, double w) {
    return kGravity * std::cos(theta) + 0.2 * w * w;
  };
  double worst = 0, worst_at_end = 0, largest = 0;
  simulator.Observe(0.01, [&](const Context& context) {
    const Vector3d force =
        Eval(swing, "joint/hinge0/reaction", context).tail(3);
    const StepRecord& record = RecordOf(swing, context);
    // Gravity is that of a little way further.
    const double theta0 = record.q[0];
    const double way =
        record.gravity_way.size() > 0 ? record.gravity_way[0] : 0;
    const double tension =
        expected(theta0, record.v[0]) - kGravity * std::sin(theta0) * way;
    worst = std::max(worst, std::abs(along_rod(theta0, force) - tension));
    const double theta = swing.plant->positions(context)[0];
    const double w = swing.plant->velocities(context)[0];
    worst_at_end = std::max(
        worst_at_end, std::abs(along_rod(theta, force) - expected(theta, w)));
    largest = std::max(largest, std::abs(expected(theta, w)));
  });
  simulator.AdvanceTo(2);
  CHECK(largest > 2 * kGravity);
  CHECK(worst < 1e-10);
  CHECK(worst_at_end < 0.02 * largest);
}

// Weight adds up from floor to floor, in contacts and in the joint that holds
// the table.
TEST_CASE("Step records: a stack on a table -> the weight above each contact") {
  multibody::ModelBuilder model;
  const contact::Box cube{Vector3d::Constant(0.05)};
  const contact::Material material{.stiffness = 1e5,
                                   .dissipation = 10,
                                   .static_friction = 0.5,
                                   .dynamic_friction = 0.5,
                                   .stiction_velocity = 1e-4};
  const int table = model.AddBody("table", {.mass = 5});
  model.AddJoint({.name = "leg",
                  .type = multibody::JointType::kPrismatic,
                  .child = table,
                  .axis_F = Vector3d::UnitZ(),
                  .damping = 1000,
                  .stiffness = 1e5});
  model.AddGeometry({.name = "top",
                     .body = table,
                     .X_BG = RigidTransform(Eigen::Translation3d(0, 0, -0.05)),
                     .shape = contact::Box{Vector3d(0.5, 0.5, 0.05)},
                     .material = material});
  const char* names[] = {"low", "middle", "high"};
  for (int i = 0; i < 3; ++i) {
    const int body = model.AddBody(
        names[i], multibody::MakeSolidInertia(cube, 1000 * (i + 1),
                                              RigidTransform::Identity()));
    model.SetDefaultPose(
        body, RigidTransform(Eigen::Translation3d(0.2, 0, 0.05 + 0.1 * i)));
    model.AddGeometry(
        {.name = names[i], .body = body, .shape = cube, .material = material});
  }
  PlantDiagram stack = test::MakeAlone(std::move(model).Build());
  Simulator simulator(*stack.diagram, stack.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-4});
  simulator.AdvanceTo(2);
  const Context& context = simulator.context();
  const auto up = [&](std::string_view name) {
    return Eval(stack, name, context)[5];
  };
  CHECK(up("contact/middle/high/wrench") == Approx(3 * kGravity).epsilon(1e-3));
  CHECK(up("contact/low/middle/wrench") == Approx(5 * kGravity).epsilon(1e-3));
  CHECK(up("contact/table/low/wrench") == Approx(6 * kGravity).epsilon(1e-3));
  CHECK(up("contact/low/table/wrench") == Approx(-6 * kGravity).epsilon(1e-3));
  const VectorXd leg = Eval(stack, "joint/leg/reaction", context);
  CHECK(leg[5] == Approx(11 * kGravity).epsilon(1e-3));
  // The stack stands 0.2 m off the leg.
  CHECK(leg[1] == Approx(-0.2 * 6 * kGravity).epsilon(1e-3));
}

/// A force along y on the lower of two bodies that follows time.
class Wind final : public systems::LeafSystem {
 public:
  Wind() : LeafSystem("wind") {
    DeclareAbstractOutputPort("force", std::vector<multibody::SpatialForce>(1),
                              &Wind::CalcForce, systems::Reads::kTime);
  }
  static double At(double t) { return 1 + 20 * t; }

 private:
  void CalcForce(const systems::LeafContext& context,
                 std::vector<multibody::SpatialForce>* force) const {
    force->at(0) = {.body = 2, .p_BoQ_B = {0, 0, -0.3}};
    force->at(0).F_Q_W[4] = At(context.time());
  }
};

// Across the hinges, where no motion shows it.
TEST_CASE("Step records: wind on an arm -> the force that its step took") {
  for (const ExternalScheme scheme :
       {ExternalScheme::kImplicit, ExternalScheme::kExplicit}) {
    systems::DiagramBuilder builder;
    const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(
        test::MakePendulumModel(2, 0.05));
    const auto& wind = builder.AddSystem<Wind>();
    builder.Connect(wind.get_output_port(), plant.spatial_forces_input());
    PlantDiagram diagram = test::Finish(std::move(builder), plant);
    Simulator simulator(*diagram.diagram, diagram.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.125,
                                          scheme);
    simulator.AdvanceTo(0.5);
    const double force =
        Wind::At(scheme == ExternalScheme::kImplicit ? 0.5 : 0.375);
    const VectorXd upper =
        Eval(diagram, "joint/hinge0/reaction", simulator.context());
    const VectorXd lower =
        Eval(diagram, "joint/hinge1/reaction", simulator.context());
    CHECK(lower[4] == Approx(-force));
    CHECK(upper[4] == Approx(-force));
    CHECK(lower[0] == Approx(-0.3 * force));  // about x
    CHECK(upper[0] == Approx(-0.7 * force));
  }
}

// One record from one end of a step to the other.
TEST_CASE("Step records: times inside of a step -> covered by its record") {
  PlantDiagram tumble = test::MakeTumble();
  Simulator simulator(*tumble.diagram, tumble.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  int observed = 0, covered = 0, steps = 0;
  simulator.Observe(1e-4, [&](const Context& context) {
    const StepRecord& record = RecordOf(tumble, context);
    ++observed;
    if (record.Covers(context.time())) ++covered;
  });
  simulator.Observe(0, [&](const Context&) { ++steps; });
  simulator.AdvanceTo(0.5);
  CHECK(observed == 5001);
  CHECK(covered == 5000);  // all but the start
  CHECK(steps < 2000);
}

}  // namespace
}  // namespace tactus::integrators
