// Controllers whose motors and thrusters come to limits of efforts and controls
// within a step, which is solved by hand.
#include <string>
#include <utility>

#include "integrators/cenic/fixed_steps.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using systems::LinearSystem;
using test::MultibodyPlant;
using test::PlantDiagram;

// K [q, v] + y0.
struct Law {
  MatrixXd K;
  VectorXd y0;
};

// Slides of 1 kg, side by side, at q and v.
struct Slides {
  VectorXd q, v;
  Law controls;
  Law forces = {};  ///< Generalized; may be empty.
  double damping = 0;
  Actuator actuator = {};  ///< Of each.
  bool has_thrusters = false;
};

void Connect(const Law& law, const std::string& name,
             const MultibodyPlant& plant, const systems::InputPort& input,
             test::DiagramBuilder* diagram) {
  const Eigen::Index n = law.y0.size();
  const auto& gains = diagram->AddSystem<LinearSystem>(
      name + "_gains", LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                              .B = MatrixXd(0, law.K.cols()),
                                              .C = MatrixXd(n, 0),
                                              .D = law.K});
  const auto& constant = diagram->AddSystem<systems::ConstantVectorSource>(
      name + "_constant", law.y0);
  const auto& sum =
      diagram->AddSystem<systems::Adder>(name + "_sum", 2, static_cast<int>(n));
  diagram->Connect(plant.state_output(), gains.get_input_port());
  diagram->Connect(gains.get_output_port(), sum.get_input_port(0));
  diagram->Connect(constant.get_output_port(), sum.get_input_port(1));
  diagram->Connect(sum.get_output_port(), input);
}

PlantDiagram Make(const Slides& of) {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (Eigen::Index i = 0; i < of.q.size(); ++i) {
    const std::string name = "slide" + std::to_string(i);
    const int body = builder.AddBody(name, {.mass = 1});
    const int joint = builder.AddJoint({.name = name,
                                        .type = test::JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX(),
                                        .damping = of.damping});
    Actuator actuator = of.actuator;
    actuator.name = name;
    if (of.has_thrusters) {
      actuator.body = body;
      actuator.wrench_S = Vector6d::Unit(3);
    } else {
      actuator.joint = joint;
    }
    builder.AddActuator(actuator);
  }
  test::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<MultibodyPlant>(std::move(builder).Build());
  Connect(of.controls, "controls", plant, plant.actuation_input(), &diagram);
  if (of.forces.y0.size() > 0) {
    Connect(of.forces, "forces", plant, plant.generalized_force_input(),
            &diagram);
  }
  PlantDiagram slides = test::Finish(std::move(diagram), plant);
  plant.SetPositions(&slides.context, of.q);
  plant.SetVelocities(&slides.context, of.v);
  return slides;
}

VectorXd One(double x) {
  return VectorXd::Constant(1, x);
}

// Steps from the state as it is given.
class Steps {
 public:
  explicit Steps(const Slides& of)
      : slides_(Make(of)),
        stepping_(*slides_.diagram, &statistics_, ExternalScheme::kImplicit),
        origin_(stepping_.plant(), &icf_) {
    stepping_.Split(slides_.context.continuous_state(), &origin_.x);
    REQUIRE_FALSE(stepping_.Prepare(slides_.context, 0, &origin_));
  }

  // v1 of one of `h`.
  VectorXd Step(double h, bool is_half = false) {
    systems::Value memory = icf_.MakeMemory();
    HybridState next;
    REQUIRE_FALSE(
        stepping_.Step({.h = h, .memory = &memory, .is_half = is_half},
                       &origin_, &slides_.context, &next));
    return next.v;
  }

 private:
  PlantDiagram slides_;
  IcfStep icf_{{.tolerance = 1e-12}};
  Statistics statistics_;
  DiagramStepping stepping_;
  StepOrigin origin_;
};

// u = 1000 - 1000 v is beyond 5 all the time.
TEST_CASE(
    "ExternalSystem: controls and thrusts beyond their limits -> these, "
    "whatever the velocity") {
  for (const double sign : {1.0, -1.0}) {
    for (const bool has_thrusters : {false, true}) {
      CAPTURE(sign, has_thrusters);
      Slides slides{.q = One(0),
                    .v = One(0),
                    .controls = {.K = Eigen::RowVector2d(0, -1000),
                                 .y0 = One(1000 * sign)},
                    .has_thrusters = has_thrusters};
      slides.actuator.control_lower = -5;
      slides.actuator.control_upper = 5;
      CHECK(Steps(slides).Step(0.01)[0] == Approx(0.05 * sign).epsilon(1e-9));
      if (!has_thrusters) continue;
      slides.actuator = {};
      slides.actuator.force_lower = -5;
      slides.actuator.force_upper = 5;
      CHECK(Steps(slides).Step(0.01)[0] == Approx(0.05 * sign).epsilon(1e-9));
    }
  }
}

// A motor of u = 100 - 100 v within 20 N beside a force of -1000 - 5 v, which
// would be slow by itself: h d = 0.5.
TEST_CASE(
    "ExternalSystem: a motor saturates beside a soft damper -> that is "
    "still taken at the end") {
  Slides slides{.q = One(0),
                .v = One(1),
                .controls = {.K = Eigen::RowVector2d(0, -100), .y0 = One(100)},
                .forces = {.K = Eigen::RowVector2d(0, -5), .y0 = One(-1000)}};
  slides.actuator.force_lower = -20;
  slides.actuator.force_upper = 20;
  // v1 - v0 = h (20 - 1000 - 5 v1)
  const double h = 0.1;
  CHECK(Steps(slides).Step(h)[0] ==
        Approx((1 - h * 980) / (1 + h * 5)).epsilon(1e-9));
}

// u = -k [1 1/2, 1/2 1] q, beyond 1.7 k where the whole step ends at q0 + h v0,
// and within it after half of it. Motors that are not free follow their own
// joints alone.
TEST_CASE(
    "ExternalSystem: motors clear of their limits in the half of a step "
    "alone -> as in the whole") {
  constexpr double k = 4000, h = 0.02;
  MatrixXd K = MatrixXd::Zero(2, 4);
  K.leftCols(2) << -k, -k / 2, -k / 2, -k;
  Slides slides{.q = Vector2d(1, 1),
                .v = Vector2d(10, 10),
                .controls = {.K = K, .y0 = Vector2d::Zero()}};
  slides.actuator.force_lower = -1.7 * k;
  slides.actuator.force_upper = 1.7 * k;
  Steps steps(slides);
  steps.Step(h);
  const VectorXd v1 = steps.Step(h / 2, true);
  const double own = h / 2 * k;
  const double change = -h / 2 * 1.65 * k / (1 + h / 2 * own);
  CHECK(v1[0] == Approx(10 + change).epsilon(1e-9));
  CHECK(v1[1] == Approx(10 + change).epsilon(1e-9));
}

// u = -100 q, of at least -95, at q0 = 1, which moves to 0.9 at v0, but is held
// back by its joint's damping.
TEST_CASE(
    "VelocityProblemBuilder: a control that follows a joint beyond its "
    "limit -> the limit") {
  constexpr double h = 0.01, damping = 1e4;
  Slides slides{.q = One(1),
                .v = One(-10),
                .controls = {.K = Eigen::RowVector2d(-100, 0), .y0 = One(0)},
                .damping = damping};
  slides.actuator.control_lower = -95;
  CHECK(Steps(slides).Step(h)[0] ==
        Approx((-10 - h * 95) / (1 + h * damping)).epsilon(1e-9));
}

}  // namespace
}  // namespace tactus::integrators
