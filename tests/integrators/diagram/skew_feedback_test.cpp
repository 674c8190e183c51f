#include "tactus/integrators/diagram/skew_feedback.h"

#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/forces/force_element.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::SpatialForce;
using systems::Simulator;
using test::Model;
using test::ModelBuilder;
using test::MultibodyPlant;
using test::PlantDiagram;

// Two velocities with M = diag(1, 4) that N = 2 w J turns at w rad/s.
struct Plane {
  double dt = 0.1;
  std::vector<contact::Clique> cliques{
      {.v_start = 0, .nv = 2, .M = Vector2d(1, 4).asDiagonal()}};
  MatrixXd resistance = MatrixXd::Zero(2, 2);
  std::vector<double> thetas;
  SkewFeedback skew;
  MatrixXd N;

  void Reset(double w, const SkewStep& step) {
    N = (MatrixXd(2, 2) << 0, 2 * w, -2 * w, 0).finished();
    skew.Reset(N, resistance, cliques, step, &thetas);
  }
  // v1 of B (v1 - v0) = dt (-N v0 + force), as a convex problem has it, and how
  // often it was solved.
  std::pair<Vector2d, int> Solve(const MatrixXd& B, const Vector2d& v0) {
    for (int count = 1;; ++count) {
      VectorXd force = -N * v0;
      if (skew.force().size() > 0) force += skew.force();
      const VectorXd v1 = v0 + B.ldlt().solve(dt * force);
      if (!skew.Follow(v0, v1)) return {v1, count};
    }
  }
};

TEST_CASE("CalcTurn: a skew matrix and masses -> rate times step") {
  const MatrixXd N = (MatrixXd(2, 2) << 0, 6, -6, 0).finished();
  CHECK(CalcTurn(N, Vector2d(1, 4).asDiagonal(), 0.1) == Approx(0.3));
}

TEST_CASE(
    "SkewFeedback: nothing that holds but masses -> the mid-point rule in "
    "two solves, however far it turns") {
  for (const double w : {0.1, 3.0, 40.0}) {
    CAPTURE(w);
    Plane plane;
    plane.Reset(w, {.dt = 0.1});
    CHECK(plane.skew.turn() == Approx(0.1 * w));
    CHECK(plane.skew.clique() == 0);
    const MatrixXd M = plane.cliques[0].M;
    const Vector2d v0(1, 0.3);
    const auto [v1, count] = plane.Solve(M, v0);
    CHECK(count == 2);
    CHECK(v1.dot(M * v1) == Approx(v0.dot(M * v0)).epsilon(1e-12));
    CHECK((M * (v1 - v0) + 0.1 * plane.N * (v0 + v1) / 2).norm() < 1e-12);
  }
}

TEST_CASE(
    "SkewFeedback: turns up to 3e-4, of compared steps 0.01 -> left as "
    "they are") {
  Plane plane;
  const auto follows = [&](double w, const SkewStep& step) {
    plane.Reset(w, step);
    return !plane.skew.empty();
  };
  CHECK_FALSE(follows(2.9e-3, {.dt = 0.1}));
  CHECK(follows(3.1e-3, {.dt = 0.1}));
  CHECK_FALSE(follows(0.09, {.dt = 0.1, .is_compared = true}));
  CHECK(follows(0.11, {.dt = 0.1, .is_compared = true}));
  // Halves do as the whole has done.
  CHECK(follows(0.11, {.dt = 0.05, .is_compared = true, .is_half = true}));
  CHECK_FALSE(follows(0.09, {.dt = 0.1, .is_compared = true}));
  CHECK_FALSE(follows(9, {.dt = 0.05, .is_compared = true, .is_half = true}));
}

TEST_CASE(
    "SkewFeedback: a compared step that turns far -> all of it at the "
    "end, and its halves, too") {
  Plane plane;
  const MatrixXd M = plane.cliques[0].M;
  const Vector2d v0(1, 0.3);
  for (const bool is_half : {false, true}) {
    plane.Reset(40, {.dt = 0.1, .is_compared = true, .is_half = is_half});
    const auto [v1, count] = plane.Solve(M, v0);
    CHECK((M * (v1 - v0) + 0.1 * plane.N * v1).norm() < 1e-12);
  }
}

TEST_CASE(
    "SkewFeedback: velocities that are held further -> the solution that "
    "agrees with its force") {
  Plane plane;
  plane.Reset(10, {.dt = 0.1});
  const MatrixXd B =
      MatrixXd(plane.cliques[0].M) + MatrixXd(Vector2d(0, 100).asDiagonal());
  const Vector2d v0(1, 0.3);
  const auto [v1, count] = plane.Solve(B, v0);
  CHECK(count > 2);
  CHECK((B * (v1 - v0) + 0.1 * plane.N * (v0 + v1) / 2).norm() < 1e-6);
}

TEST_CASE("SkewFeedback: laws in the middle of the step -> all of N there") {
  Plane plane;
  plane.Reset(4, {.dt = 0.1, .velocity_share = 0.5});
  const MatrixXd M = plane.cliques[0].M;
  const Vector2d v0(1, 0.3);
  const auto [v_mean, count] = plane.Solve(2 * M, v0);
  CHECK(count == 2);
  CHECK((2 * M * (v_mean - v0) + 0.1 * plane.N * v_mean).norm() < 1e-12);
}

// F = q v x B at a body's origin.
class LorentzForce final : public multibody::ForceElement {
 public:
  LorentzForce(std::string name, std::shared_ptr<const Model> model, int body,
               const Vector3d& qB)
      : ForceElement(std::move(name), std::move(model)), body_(body), qB_(qB) {
    DeclareForces({systems::Reads::kNothing, {body_velocities_input()}});
  }

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override {
    const Vector3d v = VelocityOf(context, body_).tail<3>();
    forces->assign({{.body = body_}});
    forces->front().F_Q_W << Vector3d::Zero(), v.cross(qB_);
  }

  int body_;
  Vector3d qB_;
};

constexpr double kMass = 2, kRadius = 0.1;

// A charged ball at 1 m/s along x in a field q B / m [rad/s]; on smooth ground
// or in space.
PlantDiagram MakeCharge(const Vector3d& field, bool has_ground = false) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d(0, 0, has_ground ? -9.81 : 0));
  const int ball = builder.AddBody(
      "ball", {.mass = kMass, .I_Bcm = 0.01 * Matrix3d::Identity()});
  if (has_ground) {
    const contact::Material smooth{.stiffness = 1e5,
                                   .dissipation = 10,
                                   .static_friction = 0,
                                   .dynamic_friction = 0};
    builder.AddGeometry({.name = "ball",
                         .body = ball,
                         .shape = contact::Sphere{kRadius},
                         .material = smooth});
    builder.AddGeometry({.name = "ground",
                         .body = 0,
                         .shape = contact::HalfSpace{},
                         .material = smooth});
    builder.SetDefaultPose(ball,
                           RigidTransform(Eigen::Translation3d(0, 0, kRadius)));
  }
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  test::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<MultibodyPlant>(model);
  const auto& force =
      diagram.AddSystem<LorentzForce>("field", model, ball, kMass * field);
  ConnectForces(plant, {&force}, &diagram);
  PlantDiagram charge = test::Finish(std::move(diagram), plant);
  plant.SetVelocities(&charge.context, Vector6d::Unit(3));
  return charge;
}

std::vector<std::unique_ptr<StepFunction>> MakeFunctions() {
  std::vector<std::unique_ptr<StepFunction>> functions;
  functions.push_back(std::make_unique<IcfStep>());
  functions.push_back(std::make_unique<ComFreeStep>());
  functions.push_back(std::make_unique<CondStep>());
  functions.push_back(
      std::make_unique<CondStep>(contact::CondOptions{.theta = 0.5}));
  functions.push_back(std::make_unique<DojoStep>());
  return functions;
}

template <class Integrator, class... Args>
systems::Context RunTo(const PlantDiagram& subject, double t, Args&&... args) {
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(t);
  return simulator.context();
}

// It had 145 m/s at 10 ms, and 1.6 at 1 ms.
TEST_CASE(
    "FixedStep: a charge in a magnetic field -> circles at its speed, by "
    "all methods") {
  constexpr double w = 10, t = 10;
  const PlantDiagram charge = MakeCharge(Vector3d(0, 0, -w));
  for (const double h : {1e-3, 5e-3, 1e-2}) {
    for (std::unique_ptr<StepFunction>& function : MakeFunctions()) {
      CAPTURE(h, function->name());
      const systems::Context end =
          RunTo<FixedStep>(charge, t, std::move(function), h);
      const Vector3d v = charge.plant->velocities(end).tail<3>();
      const double angle = 2 * std::atan(w * h / 2) * t / h;
      CHECK((v - Vector3d(std::cos(angle), std::sin(angle), 0)).norm() < 1e-5);
    }
  }
}

TEST_CASE(
    "CENIC: a charge in a magnetic field -> its speed, and circles by "
    "the accuracy") {
  constexpr double w = 10, t = 10;
  const PlantDiagram charge = MakeCharge(Vector3d(0, 0, -w));
  for (const double accuracy : {1e-3, 1e-4, 1e-5}) {
    CAPTURE(accuracy);
    const systems::Context end =
        RunTo<Cenic>(charge, t, CenicOptions{.accuracy = accuracy});
    const Vector3d p = charge.plant->positions(end).head<3>();
    const Vector3d truth(std::sin(w * t) / w, (1 - std::cos(w * t)) / w, 0);
    CHECK(charge.plant->velocities(end).tail<3>().norm() ==
          Approx(1).epsilon(0.1 * accuracy));
    CHECK((p - truth).norm() < 20 * accuracy);
  }
}

// The field's force along z and what of it z gives back are the ground's.
TEST_CASE(
    "FixedStep: a charge on smooth ground in an oblique field -> its "
    "speed") {
  const PlantDiagram charge = MakeCharge(Vector3d(3, 2, -8), true);
  for (const double h : {1e-3, 5e-3}) {
    const systems::Context end =
        RunTo<FixedStep>(charge, 5, std::make_unique<IcfStep>(), h);
    CAPTURE(h);
    CHECK(charge.plant->positions(end)[2] == Approx(kRadius).margin(1e-3));
    CHECK(charge.plant->velocities(end).tail<3>().norm() ==
          Approx(1).epsilon(2e-3));
  }
}

enum class Wire { kForces, kMotors };

// Two slides of 1 and 2 kg whose controller has cross gains, which turn their
// velocities at w.
PlantDiagram MakeCrossed(double w, Wire wire) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (int i = 0; i < 2; ++i) {
    const std::string name = "slide" + std::to_string(i);
    const int body = builder.AddBody(
        name, {.mass = i + 1.0, .I_Bcm = 0.01 * Matrix3d::Identity()});
    const int joint = builder.AddJoint({.name = name,
                                        .type = test::JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::Unit(i)});
    builder.AddActuator({.name = name, .joint = joint});
  }
  test::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<MultibodyPlant>(std::move(builder).Build());
  MatrixXd D = MatrixXd::Zero(2, 4);
  D(0, 3) = std::sqrt(2.0) * w;
  D(1, 2) = -std::sqrt(2.0) * w;
  const auto& law = diagram.AddSystem<systems::LinearSystem>(
      "law", systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                             .B = MatrixXd(0, 4),
                                             .C = MatrixXd(2, 0),
                                             .D = D});
  diagram.Connect(plant.state_output(), law.get_input_port());
  diagram.Connect(law.get_output_port(), wire == Wire::kMotors
                                             ? plant.actuation_input()
                                             : plant.generalized_force_input());
  PlantDiagram crossed = test::Finish(std::move(diagram), plant);
  plant.SetVelocities(&crossed.context, Vector2d(1, 0));
  return crossed;
}

TEST_CASE(
    "FixedStep: a controller with antisymmetric gains -> velocities that "
    "turn and keep their energy, by all methods") {
  constexpr double w = 10, t = 10;
  for (const Wire wire : {Wire::kForces, Wire::kMotors}) {
    const PlantDiagram crossed = MakeCrossed(w, wire);
    for (const double h : {1e-3, 5e-3, 1e-2}) {
      for (std::unique_ptr<StepFunction>& function : MakeFunctions()) {
        CAPTURE(h, function->name());
        const systems::Context end =
            RunTo<FixedStep>(crossed, t, std::move(function), h);
        const VectorXd v = crossed.plant->velocities(end);
        const double angle = 2 * std::atan(w * h / 2) * t / h;
        CHECK(v[0] == Approx(std::cos(angle)).margin(1e-5));
        CHECK(v[1] == Approx(-std::sin(angle) / std::sqrt(2.0)).margin(1e-5));
      }
    }
  }
}

TEST_CASE(
    "FixedStep: feedback that turns by more than a radian in a step -> "
    "told once, with a step that would do") {
  const std::shared_ptr<spdlog::logger> before = spdlog::default_logger();
  std::ostringstream told;
  spdlog::set_default_logger(std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_st>(told)));
  RunTo<FixedStep>(MakeCrossed(90, Wire::kForces), 0.1,
                   std::make_unique<IcfStep>(), 0.01);
  const std::string nothing = told.str();
  RunTo<FixedStep>(MakeCrossed(150, Wire::kForces), 0.1,
                   std::make_unique<IcfStep>(), 0.01);
  spdlog::set_default_logger(before);
  CHECK(nothing.empty());
  const std::string text = told.str();
  CAPTURE(text);
  const std::string line =
      "feedback turns velocities of 'slide0' by 1.5 rad in a step of 0.01 s";
  CHECK(text.find(line) != std::string::npos);
  CHECK(text.find(line) == text.rfind(line));
  CHECK(text.find("steps of 0.002 s would follow it") != std::string::npos);
}

// A step of 0.01 s by ICF, after which `origin` has what was found.
bool HasSkew(PlantDiagram subject) {
  IcfStep icf;
  Statistics statistics;
  DiagramStepping stepping(*subject.diagram, &statistics,
                           ExternalScheme::kImplicit);
  StepOrigin origin(stepping.plant(), &icf);
  systems::Value memory = icf.MakeMemory();
  HybridState next;
  stepping.Split(subject.context.continuous_state(), &origin.x);
  REQUIRE_FALSE(stepping.Prepare(subject.context, 0, &origin));
  REQUIRE_FALSE(stepping.Step({.h = 0.01, .memory = &memory}, &origin,
                              &subject.context, &next));
  return !origin.external.skew.empty();
}

// By differences at the end of the step, where the ball has turned by 0.2 rad,
// the damper would seem to.
TEST_CASE(
    "ExternalSystem: a damper at a ball that spins -> nothing skew, where "
    "a magnetic field is") {
  ModelBuilder builder;
  const int ball = builder.AddBody(
      "ball", {.mass = 1, .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  test::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<MultibodyPlant>(model);
  const auto& damper = diagram.AddSystem<multibody::SpringDamper>(
      "damper", model,
      multibody::BodyPoint{.body = ball, .p_BoP_B = {0.1, 0.05, 0}},
      multibody::BodyPoint{.body = 0, .p_BoP_B = {0.5, 0.4, 0.3}},
      multibody::SpringDamperParameters{.stiffness = 100, .damping = 50});
  ConnectForces(plant, {&damper}, &diagram);
  PlantDiagram spinning = test::Finish(std::move(diagram), plant);
  plant.SetVelocities(&spinning.context,
                      (VectorXd(6) << 10, -15, 8, 1, 2, 3).finished());
  CHECK_FALSE(HasSkew(std::move(spinning)));
  CHECK(HasSkew(MakeCharge(Vector3d(1, 2, -2))));
}

}  // namespace
}  // namespace tactus::integrators
