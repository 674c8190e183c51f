#include "tactus/integrators/cenic/doubled_step.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using test::PlantDiagram;

const IcfStepOptions kTight{.tolerance = 1e-12};

// One attempt from the diagram's start, with a problem prepared anew.
struct Attempted {
  Attempted(const PlantDiagram& subject, bool extrapolate, double h)
      : stepping(*subject.diagram, &statistics, ExternalScheme::kImplicit),
        step(&stepping, &second, extrapolate),
        start(stepping.plant(), &first) {
    systems::Context context = subject.context;
    SchemeMemory memory = {first.MakeMemory(), second.MakeMemory()};
    stepping.Split(context.continuous_state(), &start.x);
    REQUIRE_FALSE(stepping.Prepare(context, 0, &start));
    REQUIRE_FALSE(step.Attempt(h, &start, &memory, &context));
  }
  const HybridState& x1() const { return step.solution(); }
  const HybridState& x_hat() const { return step.comparison(); }

  Statistics statistics;
  IcfStep first{kTight}, second{kTight};
  DiagramStepping stepping;
  DoubledStep step;
  StepOrigin start;
};

TEST_CASE(
    "Step doubling: a step -> two half steps, and a full one to compare") {
  const PlantDiagram swing = test::MakeSwing();
  const double h = 0.02;
  Attempted doubled(swing, false, h);
  CHECK(doubled.statistics.geometry_queries == 2);

  Attempted whole(swing, false, 2 * h);  // its x_hat is a step of 2 h
  PlantDiagram later = test::MakeSwing();
  Attempted half(swing, false, h / 2);
  later.plant->SetPositions(&later.context, half.x_hat().q);
  later.plant->SetVelocities(&later.context, half.x_hat().v);
  Attempted again(later, false, h / 2);
  CHECK((doubled.x1().q - again.x_hat().q).norm() < 1e-12);
  CHECK((doubled.x1().v - again.x_hat().v).norm() < 1e-12);
  CHECK((doubled.x_hat().q - whole.x_hat().q).norm() > 1e-3);
}

// y = (0.1 - t, 0, 0)
class VectorRamp final : public systems::LeafSystem {
 public:
  VectorRamp() : LeafSystem("ramp") {
    y_ = DeclareVectorOutputPort("y", 3, &VectorRamp::CalcY,
                                 systems::Reads::kTime);
  }
  systems::OutputPort y() const { return y_; }

 private:
  void CalcY(const systems::LeafContext& context, VectorXd* y) const {
    *y = (0.1 - context.time()) * Vector3d::UnitX();
  }
  systems::OutputPort y_;
};

// A box that spins about where a damper holds it: no force acts on it yet, and
// it flies. What an attempt makes of the damper's
// slope is no reason that the next one does not.
TEST_CASE(
    "Step doubling: an attempt after another -> as if it were the first") {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int box = builder.AddBody(
      "box", {.mass = 1, .I_Bcm = Vector3d(2, 3, 4).asDiagonal()});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const multibody::ForceElement& damper =
      diagram.AddSystem<multibody::SpringDamper>(
          "damper", model, multibody::BodyPoint{.body = box},
          multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 0, 1}},
          multibody::SpringDamperParameters{.free_length = 1, .damping = 1e4});
  ConnectForces(plant, {&damper}, &diagram);
  PlantDiagram subject = test::Finish(std::move(diagram), plant);
  VectorXd v = VectorXd::Zero(6);
  v.head<3>() << 1, 3, -2;
  plant.SetVelocities(&subject.context, v);
  const Attempted once(subject, true, 0.05);
  Attempted twice(subject, true, 0.1);
  systems::Context context = subject.context;
  SchemeMemory memory = {twice.first.MakeMemory(), twice.second.MakeMemory()};
  REQUIRE_FALSE(twice.step.Attempt(0.05, &twice.start, &memory, &context));
  CHECK(once.start.problem.cliques[0].flies);
  CHECK(twice.start.problem.cliques[0].flies);
  CHECK(twice.x1().q == once.x1().q);
  CHECK(twice.x1().v == once.x1().v);
}

// F = 1 N/s (h - t) on 1 kg gives v_hat = 0, v_two = h^2 / 4 and h^2 / 2. It
// does more than by its values at the ends of both halves, of which
// energy_weight.h would blame contact.
TEST_CASE("Step doubling: a force falls on what touches nothing -> theta 1") {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int box =
      builder.AddBody("box", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const auto& push = diagram.AddSystem<multibody::AppliedForce>(
      "push", model, multibody::BodyPoint{.body = box});
  const auto& ramp = diagram.AddSystem<VectorRamp>();
  diagram.Connect(ramp.y(), push.force_input());
  ConnectForces(plant, {&push}, &diagram);
  const PlantDiagram subject = test::Finish(std::move(diagram), plant);
  const double h = 0.1;
  const Attempted pushed(subject, true, h);
  CHECK(pushed.x_hat().v[3] == Approx(0).margin(1e-12));
  CHECK(pushed.x1().v[3] == Approx(h * h / 2));
}

// A slider above its limit, and a rotor on it that turns on a torsion spring.
PlantDiagram MakeSliderWithRotor() {
  test::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  const int slider = builder.AddBody("slider", inertia);
  builder.AddJoint({.name = "slide",
                    .type = test::JointType::kPrismatic,
                    .child = slider,
                    .axis_F = Vector3d::UnitZ(),
                    .lower = 0});
  const int rotor = builder.AddBody("rotor", inertia);
  builder.AddJoint({.name = "turn",
                    .type = test::JointType::kRevolute,
                    .parent = slider,
                    .child = rotor,
                    .axis_F = Vector3d::UnitZ(),
                    .stiffness = 50});
  return test::MakeAlone(std::move(builder).Build());
}

// A body that turns about no axis of its own, on a ball joint whose armature
// leaves it no turn in closed form (pivot_turn.h).
PlantDiagram MakeSpinner(double damping) {
  test::ModelBuilder builder;
  const int body = builder.AddBody(
      "body", {.mass = 1, .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  builder.AddJoint({.name = "ball",
                    .type = test::JointType::kBall,
                    .child = body,
                    .damping = damping,
                    .armature = 1e-3});
  PlantDiagram spinner = test::MakeAlone(std::move(builder).Build());
  spinner.plant->SetVelocities(&spinner.context, Vector3d(3, 6, 2));
  return spinner;
}

double CalcGain(double h) {
  const PlantDiagram spinner = MakeSpinner(0);
  const Attempted attempt(spinner, true, h);
  systems::Context after = spinner.context;
  spinner.plant->SetPositions(&after, attempt.x1().q);
  spinner.plant->SetVelocities(&after, attempt.x1().v);
  return spinner.plant->CalcEnergy(after) -
         spinner.plant->CalcEnergy(spinner.context);
}

// A step of order three is off by h^4, one of order two would be by h^3.
TEST_CASE("Extrapolation: what flies -> half the step, a 16th of the gain") {
  const double gain = CalcGain(4e-3), half = CalcGain(2e-3);
  INFO(gain << ", " << half);
  CHECK(gain / half == Approx(16).epsilon(0.05));
}

TEST_CASE(
    "Extrapolation: a spinner in flight -> by a third, if damped in full") {
  for (const double damping : {0.0, 0.01}) {
    const Attempted attempt(MakeSpinner(damping), true, 4e-3);
    const HybridState &two = attempt.step.refined(), &hat = attempt.x_hat();
    const VectorXd expected =
        two.v + (damping > 0 ? 1.0 : 1.0 / 3) * (two.v - hat.v);
    CHECK((two.v - hat.v).norm() > 1e-6);
    CHECK((attempt.x1().v - expected).norm() < 1e-12);
  }
}

TEST_CASE("Extrapolation: a slider at rest on a limit -> its rotor in full") {
  PlantDiagram subject = MakeSliderWithRotor();
  subject.plant->SetPositions(&subject.context, Vector2d(0, 0.5));
  const Attempted attempt(subject, true, 0.02);
  const VectorXd& two = attempt.step.refined().q;
  const VectorXd& hat = attempt.x_hat().q;
  CHECK(std::abs(two[1] - hat[1]) > 1e-4);
  CHECK(attempt.x1().q[1] == Approx(2 * two[1] - hat[1]).epsilon(1e-12));
  CHECK(std::abs(attempt.x1().q[0]) < 1e-6);
}

// As above, but the slider comes to its limit, slowly: by 0.2 mm in the step.
TEST_CASE("Extrapolation: a limit that stops 0.2 mm per step -> ends it") {
  PlantDiagram subject = MakeSliderWithRotor();
  subject.plant->SetPositions(&subject.context, Vector2d(1e-5, 0.5));
  subject.plant->SetVelocities(&subject.context, Vector2d(-0.01, 0));
  const Attempted attempt(subject, true, 0.02);
  const HybridState& two = attempt.step.refined();
  REQUIRE(std::abs(two.v[0]) < 1e-3);  // It has been stopped.
  CHECK(std::abs(two.q[1] - attempt.x_hat().q[1]) > 1e-4);
  CHECK(attempt.x1().q[1] == Approx(two.q[1]).epsilon(1e-12));
  CHECK(attempt.x1().v[1] == Approx(two.v[1]).epsilon(1e-12));
}

// From one bounce of a ball without dissipation, through every length of step:
// theta by its definition, and every part of the ramp is met.
TEST_CASE(
    "Extrapolation: a bounce at steps of any length -> fades by its ramp") {
  test::ModelBuilder builder;
  const contact::Material material{.stiffness = 2e3,
                                   .dissipation = 0,
                                   .static_friction = 0,
                                   .dynamic_friction = 0,
                                   .stiction_velocity = 1e-4};
  const int body = builder.AddBody(
      "ball", {.mass = 0.1, .I_Bcm = 4e-4 * Matrix3d::Identity()});
  builder.AddGeometry({.name = "ball",
                       .body = body,
                       .shape = contact::Sphere{0.1},
                       .material = material});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  PlantDiagram ball = test::MakeAlone(std::move(builder).Build());
  int full = 0, partial = 0, none = 0;
  for (double depth : {1e-3, 1e-2, 3e-2}) {
    ball.plant->SetPositions(
        &ball.context,
        (VectorXd(7) << 0, 0, 0.1 - depth, 1, 0, 0, 0).finished());
    for (double speed : {-2.0, -0.5, 0.4, 1.0}) {
      ball.plant->SetVelocities(
          &ball.context, (VectorXd(6) << 0, 0, 0, 0, 0, speed).finished());
      for (double h = 2e-4; h < 0.1; h *= 1.05) {
        const Attempted plain(ball, false, h), better(ball, true, h);
        const double v_two = plain.x1().v[5], v_hat = plain.x_hat().v[5];
        const double apart = v_two - v_hat;
        const double r =
            std::abs(apart) / (std::abs(v_two - speed) + std::abs(speed) / 10);
        double theta = std::clamp(2 - 2 * r, 0.0, 1.0);
        // x = h/2 sqrt(k w) > 1, with w of all directions: an impact may be
        // unresolved.
        if (h / 2 * std::sqrt(1e3 * 80 / 3) > 1 &&
            better.x1().v[5] == better.step.refined().v[5]) {
          theta = 0;
        }
        CHECK(better.x1().v[5] ==
              Approx(v_two + theta * apart).epsilon(1e-9).margin(1e-9));
        CHECK(better.x1().q[2] ==
              Approx(plain.x1().q[2] +
                     theta * (plain.x1().q[2] - plain.x_hat().q[2]))
                  .epsilon(1e-9));
        CHECK(better.x_hat().q == plain.x_hat().q);
        ++(theta == 1 ? full : theta == 0 ? none : partial);
      }
    }
  }
  CHECK(full > 100);
  CHECK(partial > 3);  // most of the ramp is in unresolved impacts
  CHECK(none > 10);
}

// A body's weight is its island's own: a ball in free flight is extrapolated in
// full beside one whose impact is not.
TEST_CASE("Extrapolation: a ball in flight beside an impact -> in full") {
  test::ModelBuilder builder;
  const contact::Material material{.stiffness = 2e3,
                                   .dissipation = 0,
                                   .static_friction = 0.5,
                                   .dynamic_friction = 0.5,
                                   .stiction_velocity = 1e-4};
  for (const char* name : {"impact", "flight"}) {
    const int body = builder.AddBody(
        name, {.mass = 0.1, .I_Bcm = 4e-4 * Matrix3d::Identity()});
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.1},
                         .material = material});
  }
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  PlantDiagram balls = test::MakeAlone(std::move(builder).Build());
  VectorXd q(14), v = VectorXd::Zero(12);
  q << 0, 0, 0.07, 1, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0;
  v[9] = 1;
  balls.plant->SetPositions(&balls.context, q);
  int faded = 0;
  for (double speed : {-2.0, 0.4}) {
    v[5] = speed;
    balls.plant->SetVelocities(&balls.context, v);
    for (double h = 5e-3; h < 0.1; h *= 1.2) {
      const Attempted plain(balls, false, h), better(balls, true, h);
      CHECK(better.x1().q[9] == Approx(2 - 0.5 * 9.81 * h * h).epsilon(1e-13));
      CHECK(better.x1().q[7] == Approx(1 + h).epsilon(1e-13));
      const double in_full = 2 * plain.x1().v[5] - plain.x_hat().v[5];
      if (std::abs(better.x1().v[5] - in_full) > 1e-3) ++faded;
    }
  }
  CHECK(faded > 0);
}

// A brick in flight, whose axis of rotation wanders: along the rotation vector
// from x_hat to x_two, by a third of it; its centre as what is of first order.
TEST_CASE("Extrapolation: a tumbling brick -> a third of the rotation, unit") {
  test::ModelBuilder builder;
  builder.AddBody("brick", {.mass = 1,
                            .p_BoBcm = Vector3d::Zero(),
                            .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  PlantDiagram tumble = test::MakeAlone(std::move(builder).Build());
  tumble.plant->SetVelocities(&tumble.context,
                              (VectorXd(6) << 3, -8, 2, 0, 0, 0).finished());
  for (double h : {1e-2, 3e-2}) {
    const Attempted plain(tumble, false, h), better(tumble, true, h);
    const multibody::Model& model = tumble.plant->model();
    VectorXd beyond, back;
    multibody::CalcPositionDifference(model, plain.x1().q, better.x1().q,
                                      &beyond);
    multibody::CalcPositionDifference(model, plain.x_hat().q, plain.x1().q,
                                      &back);
    CHECK(back.head<3>().norm() > 1e-6);
    CHECK((beyond - back / 3).head<3>().norm() < 1e-3 * back.head<3>().norm());
    CHECK((beyond - back).tail<3>().norm() < 1e-12);  // moves at v1, all of it
    CHECK(better.x1().q.segment<4>(3).norm() == Approx(1).epsilon(1e-14));
  }
}

}  // namespace
}  // namespace tactus::integrators
