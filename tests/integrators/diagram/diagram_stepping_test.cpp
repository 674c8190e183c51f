#include "tactus/integrators/diagram/diagram_stepping.h"

#include <limits>
#include <optional>
#include <vector>

#include "integrators/penalty_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/contact/icf/law.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

using multibody::SurfaceVelocity;
using test::PlantDiagram;

constexpr double kGravity = 9.81;
const IcfStepOptions kTight{.tolerance = 1e-12};

TEST_CASE(
    "Diagram stepping: a state of four systems -> q, v, z, and joined again") {
  systems::DiagramBuilder builder;
  builder.AddSystem<test::Decay>("before", -1.0, 5.0);
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(test::MakePendulumModel(2, 0.05));
  builder.AddSystem<test::Decay>("after", -1.0, 6.0);
  builder.AddSystem<test::Decay>("last", -1.0, 7.0);
  const PlantDiagram subject = test::Finish(std::move(builder), plant);
  Statistics statistics;
  DiagramStepping stepping(*subject.diagram, &statistics,
                           ExternalScheme::kImplicit);
  const VectorXd x = (VectorXd(7) << 5, 1, 2, 3, 4, 6, 7).finished();
  HybridState state;
  stepping.Split(x, &state);
  CHECK(state.q == Vector2d(1, 2));
  CHECK(state.v == Vector2d(3, 4));
  CHECK(state.z == Vector3d(5, 6, 7));
  VectorXd back;
  stepping.Join(state, &back);
  CHECK(back == x);
}

struct Subject {
  explicit Subject(PlantDiagram made,
                   ExternalScheme scheme = ExternalScheme::kImplicit)
      : diagram(std::move(made)),
        stepping(*diagram.diagram, &statistics, scheme),
        origin(stepping.plant(), &icf) {}
  bool Prepare() {
    stepping.Split(diagram.context.continuous_state(), &origin.x);
    failure = stepping.Prepare(diagram.context, 0, &origin);
    return !failure;
  }
  bool Step(double h) {
    failure = stepping.Step({.h = h, .memory = &memory}, &origin,
                            &diagram.context, &next);
    return !failure;
  }

  PlantDiagram diagram;
  Statistics statistics;
  IcfStep icf{kTight};
  DiagramStepping stepping;
  StepOrigin origin;
  systems::Value memory = icf.MakeMemory();
  HybridState next;
  std::optional<StepFailure> failure;
};

// (11)-(12) and (28)-(29): M (v1 - v0) = h (tau1 - k0 - D v1), q1 = q0 + h v1,
// tau1 = kp (qd - q1) + ki z1 - kd v1, z1 = h (qd - q1). A step of 10 ms is
// short for the control, kd / M h = 0.3: tau1 is that of the start.
TEST_CASE("Diagram stepping: one step of an arm under PID -> its closed form") {
  for (const double h : {0.01, 0.05}) {
    Subject s(test::MakePidArm(true));
    s.diagram.plant->SetPositions(&s.diagram.context,
                                  VectorXd::Constant(1, 0.3));
    s.diagram.plant->SetVelocities(&s.diagram.context,
                                   VectorXd::Constant(1, -0.7));
    REQUIRE(s.Prepare());
    REQUIRE(s.Step(h));
    const double inertia = 0.02 + 0.04, error = 0.5 - 0.3;
    const double weight = kGravity * 0.2 * std::sin(0.3);
    const double v =
        h == 0.01
            ? (inertia * -0.7 + h * (20 * error + 2 * 0.7 - weight)) /
                  (inertia + h * 0.05)
            : (inertia * -0.7 + h * (20 * error + 30 * h * error - weight)) /
                  (inertia + h * (0.05 + 20 * h + 30 * h * h + 2));
    CHECK(s.next.v[0] == Approx(v).epsilon(1e-8));
    CHECK(s.next.q[0] == Approx(0.3 + h * v).epsilon(1e-8));
    CHECK(s.next.z[0] == Approx(h * (error - h * v)));
    CHECK(s.statistics.geometry_queries == 1);
    CHECK(s.statistics.newton_iterations >= 1);
  }
}

TEST_CASE(
    "Diagram stepping: a second step length -> the same problem, same bits") {
  Subject s(test::MakeTumble());
  REQUIRE(s.Prepare());
  REQUIRE(s.Step(0.02));
  REQUIRE(s.Step(0.01));
  const VectorXd again = s.next.v;
  Subject fresh(test::MakeTumble());
  REQUIRE(fresh.Prepare());
  REQUIRE(fresh.Step(0.01));
  CHECK(again == fresh.next.v);
  CHECK(s.statistics.geometry_queries == 1);
}

TEST_CASE(
    "Diagram stepping: a tumbling cube -> positions by N(q) v, unit length") {
  Subject s(test::MakeTumble());
  REQUIRE(s.Prepare());
  REQUIRE(s.Step(0.1));
  VectorXd q;
  multibody::IntegratePositions(s.stepping.model(), s.origin.x.q, s.next.v, 0.1,
                                &q);
  CHECK(s.next.q == q);
  CHECK(s.next.q.tail(4).norm() == Approx(1).epsilon(1e-14));
}

TEST_CASE("Diagram stepping: an input of NaN -> fails, port and source named") {
  Subject s(test::MakeDriven(test::NotANumberFrom(0)));
  CHECK_FALSE(s.Prepare());
  CHECK(s.failure->kind == StepFailure::Kind::kInputNotFinite);
  CHECK(s.failure->culprit == "arm.actuation");
  CHECK(s.failure->details == "drive.y");
}

TEST_CASE("Diagram stepping: a solve that fails -> the body named") {
  Subject s(test::MakeAlone(test::MakeCubeModel()));
  REQUIRE(s.Prepare());
  s.origin.problem.k0[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(s.Step(0.01));
  CHECK(s.failure->kind == StepFailure::Kind::kNotConverged);
  CHECK(s.failure->culprit == "cube");
  CHECK(s.statistics.failed_solves == 1);
}

TEST_CASE(
    "Diagram stepping: a cube in the ground -> force times h its impulse") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  cube.plant->SetPositions(
      &cube.context, (VectorXd(7) << 0, 0, 0.05 - 1e-3, 1, 0, 0, 0).finished());
  Subject s(std::move(cube));
  REQUIRE(s.Prepare());
  const double h = 0.01;
  REQUIRE(s.Step(h));
  s.stepping.Record(s.origin, h, 0.24, 0.25, &s.diagram.context);
  s.diagram.context.SetTime(0.25);
  const auto& results =
      s.diagram.plant->contact_results_output().Eval<multibody::ContactResults>(
          s.diagram.context);
  CHECK(results.time == 0.25);
  REQUIRE(results.points.size() == 4);
  double up = 0;
  for (const auto& point : results.points) {
    CHECK(point.depth == Approx(1e-3));
    up += std::abs(point.force_B_W.z());
  }
  // Momentum: m (v1 + g h) = h F.
  CHECK(h * up == Approx(s.next.v[5] + kGravity * h).epsilon(1e-9));
}

// The function tells nothing of actuators, and clears nothing.
TEST_CASE(
    "Diagram stepping: steps of several lengths -> each one's actuator forces "
    "by the implicit law") {
  const PlantDiagram arm = test::MakePidArm(false);
  Statistics statistics;
  test::PenaltyStep penalty;
  DiagramStepping stepping(*arm.diagram, &statistics,
                           ExternalScheme::kImplicit);
  StepOrigin origin(stepping.plant(), &penalty);
  systems::Context context = arm.context;
  stepping.Split(context.continuous_state(), &origin.x);
  REQUIRE_FALSE(stepping.Prepare(context, 0, &origin));
  double last = 0;
  for (const double h : {0.06, 0.04}) {
    HybridState next;
    REQUIRE_FALSE(stepping.Step({.h = h}, &origin, &context, &next));
    std::vector<double> forces;
    contact::CalcMeanActuatorForces(origin.problem, h, next.v, &forces);
    REQUIRE(forces.size() == 1);
    CHECK(origin.result.actuator_forces == forces);
    CHECK(forces[0] != last);
    last = forces[0];
  }
}

TEST_CASE("Diagram stepping: a start beyond a joint's limit -> moved onto it") {
  test::ModelBuilder model;
  for (const char* name : {"inside", "outside"}) {
    const int body = model.AddBody(name, {.mass = 1,
                                          .p_BoBcm = Vector3d::Zero(),
                                          .I_Bcm = 0.1 * Matrix3d::Identity()});
    model.AddJoint({.name = name,
                    .type = test::JointType::kRevolute,
                    .parent = 0,
                    .child = body,
                    .lower = -1,
                    .upper = 1,
                    .default_position = name[0] == 'i' ? 0.4 : -1.5});
  }
  PlantDiagram subject = test::MakeAlone(std::move(model).Build());
  Statistics statistics;
  DiagramStepping stepping(*subject.diagram, &statistics,
                           ExternalScheme::kImplicit);
  stepping.ProjectStart(&subject.context);
  CHECK(subject.q(0) == 0.4);
  CHECK(subject.q(1) == -1);
}

// v = a t, along x.
class Belt final : public systems::LeafSystem {
 public:
  Belt() : LeafSystem("belt") {
    DeclareAbstractOutputPort("v", std::vector<SurfaceVelocity>(1),
                              &Belt::CalcV, systems::Reads::kTime);
  }

 private:
  void CalcV(const systems::LeafContext& context,
             std::vector<SurfaceVelocity>* v) const {
    v->front() = {.geometry = 1, .v_G = {0.5 * context.time(), 0, 0}};
  }
};

// A step from rest ends beside a belt that moves at its end's speed, however
// the rest of the diagram is taken.
TEST_CASE(
    "Diagram stepping: a belt that speeds up -> its speed at the step's end") {
  const auto scheme =
      GENERATE(ExternalScheme::kImplicit, ExternalScheme::kExplicit);
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(test::MakeCubeModel());
  const auto& belt = builder.AddSystem<Belt>();
  builder.Connect(belt.get_output_port(), plant.surface_velocities_input());
  PlantDiagram made = test::Finish(std::move(builder), plant);
  const double depth = kGravity / (4 * 1e5);
  plant.SetPositions(
      &made.context,
      (VectorXd(7) << 0, 0, 0.05 - depth, 1, 0, 0, 0).finished());
  Subject s(std::move(made), scheme);
  REQUIRE(s.Prepare());
  for (double h : {0.01, 0.1}) {  // 0.5 m/s^2: stiction carries it
    REQUIRE(s.Step(h));
    // The cube follows at the belt's speed to within the creep of stiction and
    // its own rocking on the contact springs. (Zero would be the belt at t0.)
    CHECK(s.next.v[3] == Approx(0.5 * h).margin(3e-4));
  }
}

// A force on a free body that spins about a centre far from its origin Bo,
// which its turn moves: work is h tau . v of the step, before the turn.
TEST_CASE("Diagram stepping: work on a body that drifts -> by its step's v") {
  multibody::ModelBuilder builder;
  builder.AddBody("solid", {.mass = 2,
                            .p_BoBcm = Vector3d(0.1, 0, 0),
                            .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  Subject s(test::MakeAlone(std::move(builder).Build()));
  const VectorXd v0 = (Vector6d() << 30, 200, 10, 1, 2, 3).finished();
  const VectorXd tau = (Vector6d() << 1, 0, 2, 3, 4, 5).finished();
  s.diagram.context.FixInput(s.diagram.plant->generalized_force_input(), tau);
  s.diagram.plant->SetVelocities(&s.diagram.context, v0);
  REQUIRE(s.Prepare());
  const double h = 0.01;
  s.origin.builder.TakeFreeMotionAtMidpoint(h, &s.origin.problem);
  REQUIRE(s.origin.problem.cliques[0].turns_alone);
  REQUIRE(s.Step(h));
  const VectorXd& v = s.origin.result.step_velocity();
  REQUIRE((v - s.next.v).tail<3>().norm() > 1);
  DiagramStepping::Work work;
  s.stepping.CalcWork(s.origin, h, &work);
  CHECK(work.sum() == Approx(h * tau.dot(v0 + v) / 2));
}

}  // namespace
}  // namespace tactus::integrators
