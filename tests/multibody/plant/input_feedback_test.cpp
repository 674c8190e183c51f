#include "tactus/multibody/plant/input_feedback.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::RowLaw;
using contact::VelocityProblem;

constexpr double kDamping = 3, kStiffness = 5, kGear = 2, kStep = 0.1;
const Vector2d kStart(0.3, -0.2), kReference(0.4, 0.7);

// Two masses on slides of their own, each with a motor.
std::shared_ptr<const Model> MakeSlides(Actuator motor) {
  ModelBuilder builder;
  for (const char* name : {"first", "second"}) {
    const int body =
        builder.AddBody(name, {.mass = 2, .I_Bcm = Matrix3d::Identity()});
    motor.name = name;
    motor.gear = kGear;
    motor.joint = builder.AddJoint({.name = name,
                                    .type = JointType::kPrismatic,
                                    .parent = 0,
                                    .child = body,
                                    .axis_F = Vector3d::UnitX(),
                                    .damping = kDamping,
                                    .stiffness = kStiffness});
    builder.AddActuator(motor);
  }
  return std::move(builder).Build();
}

struct Slides {
  explicit Slides(const Actuator& motor = {.name = "m"})
      : model(MakeSlides(motor)), builder(model, MakeCollisionEngine(*model)) {
    inputs.actuation = Vector2d(1, -4);
    builder.Build(Vector2d(0.01, 0.02), kStart, inputs, &problem);
  }
  void Follow(const Vector2d& control_slope, const ForceSlope& force_slope) {
    const InputFeedback feedback{.control_slope = control_slope,
                                 .length_times = Vector2d::Constant(kStep),
                                 .force_slope = force_slope,
                                 .v_ref = kReference};
    builder.SetInputs(inputs, &feedback, &problem);
  }
  // Of inputs, damping and motors at v.
  Vector2d Force(const Vector2d& v) const {
    VectorXd force = -problem.k0 - problem.damping.cwiseProduct(v);
    for (const contact::LinearActuator& law : problem.actuators) {
      const double x = problem.CalcActuatorRate(law, v);
      problem.AddEffort(
          law, law.gear * (law.force0 - law.damping * law.gear * x), &force);
    }
    for (const contact::JointRow& row : problem.joint_rows) {
      const auto terms = problem.TermsOf(row);
      for (const contact::JointTerm& term : terms)
        force[term.dof] -=
            term.coefficient * row.damping * contact::CalcRate(terms, v);
    }
    return force;
  }

  std::shared_ptr<const Model> model;
  VelocityProblemBuilder builder;
  PlantInputs inputs;
  VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem feedback: dampers between trees -> rows about v_ref, "
    "until inputs have none") {
  Slides slides;
  const Vector2d v(0.5, -0.1), a(2, -3);
  const Vector2d without = slides.Force(v);
  const ForceSlope dampers{.blocks = {},
                           .dampers = {{{.dof = 0, .coefficient = a[0]},
                                        {.dof = 1, .coefficient = a[1]}}}};
  for (int times = 0; times < 2; ++times) {
    slides.Follow(Vector2d::Zero(), dampers);
    REQUIRE(slides.problem.joint_rows.size() == 1);
    CHECK(slides.problem.joint_rows[0].law == RowLaw::Law::kDamper);
    CHECK(slides.problem.joint_rows[0].inverse_mass ==
          Approx(a.squaredNorm() / 2));
    CHECK((slides.Force(v) - (without - a * a.dot(v - kReference))).norm() <
          1e-12);
  }
  VectorXd of_inputs;
  slides.builder.CalcInputForce(slides.problem, v, &of_inputs);
  CHECK((of_inputs + a * a.dot(v - kReference)).norm() < 1e-12);
  slides.builder.SetInputs(slides.inputs, nullptr, &slides.problem);
  CHECK(slides.problem.joint_rows.empty());
  CHECK(slides.problem.joint_terms.empty());
}

TEST_CASE(
    "Velocity problem feedback: soft springs -> rows about rest, told from "
    "dampers") {
  Slides slides;
  const Vector2d v(0.5, -0.1), s(2, -3);
  const Vector2d without = slides.Force(v);
  const InputFeedback feedback{
      .control_slope = Vector2d::Zero(),
      .length_times = Vector2d::Constant(kStep),
      .force_slope = {},
      .v_ref = kReference,
      .soft_springs = {
          {{.dof = 0, .coefficient = s[0]}, {.dof = 1, .coefficient = s[1]}}}};
  slides.builder.SetInputs(slides.inputs, &feedback, &slides.problem);
  REQUIRE(slides.problem.joint_rows.size() == 1);
  CHECK(slides.problem.joint_rows[0].law == RowLaw::Law::kDamper);
  CHECK(slides.problem.joint_rows[0].is_soft_spring);
  CHECK((slides.Force(v) - (without - s * s.dot(v))).norm() < 1e-12);
}

// d = gain slope / gear beside the servo's c, of which it leaves nothing at
// most: joints keep their own damping.
TEST_CASE(
    "Velocity problem feedback: a control that takes out damping -> what its "
    "law has") {
  for (const double c : {0.0, 1.5}) {
    for (const double d : {4.0, -0.5, -1.5, -4.0}) {
      INFO("servo " << c << ", control " << d);
      Slides slides({.name = "m", .bias2 = -c});
      const Vector2d v(0.5, -0.1);
      slides.Follow(Vector2d::Zero(), {});
      const Vector2d without = slides.Force(v);
      slides.Follow(Vector2d(kGear * d, 0), {});
      const Vector2d follows = slides.Force(v);
      const double taken = std::max(d, -c);
      CHECK(follows[0] == Approx(without[0] - kGear * kGear * taken *
                                                  (v[0] - kReference[0])));
      CHECK(follows[1] == without[1]);
      CHECK(slides.problem.actuators[0].CalcSlope(kStep) ==
            Approx(c + taken).margin(1e-12));
      CHECK(slides.problem.damping == Vector2d::Constant(kDamping));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
