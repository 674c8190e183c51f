// Dry friction and couplers of joints, from the model to the motion, under
// CENIC, ICF and Runge-Kutta. (ComFree's rows:
// contact/comfree/solver_test.cpp.)
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::JointCoupler;
using systems::Simulator;
using test::JointType;
using test::ModelBuilder;
using test::PlantDiagram;

constexpr double kGravity = 9.81;
constexpr double kStiction = contact::kDryStictionVelocity;

enum class Method { kIcf, kCenic, kRungeKutta };

const char* NameOf(Method method) {
  return method == Method::kIcf     ? "icf"
         : method == Method::kCenic ? "cenic"
                                    : "rk3";
}

void SetIntegrator(Method method, Simulator* simulator) {
  if (method == Method::kIcf) {
    simulator->reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
  } else if (method == Method::kCenic) {
    simulator->reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-6, .h_max = 0.01});
  } else {
    simulator->reset_integrator<RungeKutta3>(
        RungeKutta3Options{.accuracy = 1e-8, .h_max = 1e-3});
  }
}

/// Calls observe(q, v) after each hundredth of a second.
void Run(const PlantDiagram& scene, Method method, double duration,
         const std::function<void(const VectorXd&, const VectorXd&)>& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  SetIntegrator(method, &simulator);
  const int n = static_cast<int>(std::lround(duration / 0.01));
  for (int i = 1; i <= n; ++i) {
    simulator.AdvanceTo(0.01 * i);
    observe(scene.plant->positions(simulator.context()),
            scene.plant->velocities(simulator.context()));
  }
}

/// A link of mass m, its centre c below the hinge about y, I about the centre.
struct Link {
  double m, c, I;
};

int AddLink(const std::string& name, int parent, double height,
            const Link& link, ModelBuilder* builder, double dry_friction = 0) {
  const int body =
      builder->AddBody(name, {.mass = link.m,
                              .p_BoBcm = {0, 0, -link.c},
                              .I_Bcm = link.I * Matrix3d::Identity()});
  return builder->AddJoint(
      {.name = name + " hinge",
       .type = JointType::kRevolute,
       .parent = parent,
       .child = body,
       .X_PF = RigidTransform(Eigen::Translation3d(0, 0, height)),
       .axis_F = Vector3d::UnitY(),
       .dry_friction = dry_friction});
}

/// 2 kg on a slide along x, f0 = 3 N, pushed by a horizontal gravity.
PlantDiagram MakeBlock(double push, double v0) {
  ModelBuilder builder;
  const int body = builder.AddBody(
      "block", {.mass = 2, .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .dry_friction = 3});
  builder.set_gravity({push / 2, 0, 0});
  PlantDiagram block = test::MakeAlone(std::move(builder).Build());
  block.plant->SetVelocities(&block.context, VectorXd::Constant(1, v0));
  return block;
}

TEST_CASE(
    "Dry friction: a block -> Coulomb's stop, its creep, its acceleration") {
  for (const Method method :
       {Method::kIcf, Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    const double m = 2, f0 = 3, v0 = 1;
    double q = 0, v = 0;
    Run(MakeBlock(0, v0), method, 1.0,
        [&](const VectorXd& qs, const VectorXd& vs) {
          q = qs[0];
          v = vs[0];
        });
    // ICF's steps are symplectic Euler's, which end h v0 / 2 off: 1e-3 s here,
    // and about that for this accuracy.
    const double distance = m * v0 * v0 / (2 * f0);
    const bool first_order = method != Method::kRungeKutta;
    CHECK(q == Approx(distance).margin(first_order ? 6e-4 : 5e-5));
    CHECK(std::abs(v) < 1e-3 * kStiction);

    // Under the load f the creep is vs f / sqrt(f0^2 - f^2) < vs.
    const double f = 1.5;
    Run(MakeBlock(f, 0), method, 0.2,
        [&](const VectorXd&, const VectorXd& vs) { v = vs[0]; });
    CHECK(v ==
          Approx(kStiction * f / std::sqrt(f0 * f0 - f * f)).epsilon(1e-3));

    // Beyond f0 it accelerates by (f - f0) / m.
    Run(MakeBlock(4, 0), method, 1.0,
        [&](const VectorXd&, const VectorXd& vs) { v = vs[0]; });
    CHECK(v == Approx((4 - f0) / m).epsilon(1e-3));
  }
}

TEST_CASE("Dry friction: a pendulum's torque below, above f0 -> held, falls") {
  const Link link{.m = 1, .c = 0.2, .I = 0.02};
  const double angle = 0.3;
  const double torque = link.m * kGravity * link.c * std::sin(angle);
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    for (const double f0 : {2 * torque, 0.5 * torque}) {
      ModelBuilder builder;
      AddLink("link", 0, 0, link, &builder, f0);
      PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
      scene.plant->SetPositions(&scene.context, VectorXd::Constant(1, angle));
      double moved = 0;
      Run(scene, method, 0.5, [&](const VectorXd& q, const VectorXd&) {
        moved = std::abs(q[0] - angle);
      });
      if (f0 > torque) {
        CHECK(moved < 0.5 * kStiction);
        CHECK(moved > 0);
      } else {
        CHECK(moved > 0.1);
      }
    }
  }
}

/// Runs both and returns the farthest apart that coordinate 0 of the scene and
/// the truth's only one are; checks the coupler's error, too.
double CompareWithTruth(const PlantDiagram& scene, const PlantDiagram& truth,
                        Method method, double slope) {
  std::vector<double> angles;
  Run(truth, method, 1.0,
      [&](const VectorXd& q, const VectorXd&) { angles.push_back(q[0]); });
  double apart = 0, error = 0;
  std::size_t i = 0;
  Run(scene, method, 1.0, [&](const VectorXd& q, const VectorXd&) {
    apart = std::max(apart, std::abs(q[0] - angles[i++]));
    error = std::max(error, std::abs(q[1] - slope * q[0]));
  });
  CHECK(error < 1e-6);
  return apart;
}

/// 2 kg with the given inertia about the hinge and moment m c.
PlantDiagram MakeTruth(double I_hinge, double moment, double angle) {
  ModelBuilder builder;
  const double m = 2, c = moment / m;
  AddLink("whole", 0, 0, {m, c, I_hinge - m * c * c}, &builder);
  PlantDiagram truth = test::MakeAlone(std::move(builder).Build());
  truth.plant->SetPositions(&truth.context, VectorXd::Constant(1, angle));
  return truth;
}

// Side by side, at the same angle, they swing as one pendulum.
TEST_CASE("Couplers: two pendula of two trees -> swing as one") {
  const Link a{.m = 1, .c = 0.2, .I = 0.02}, b{.m = 0.5, .c = 0.4, .I = 0.01};
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    ModelBuilder builder;
    const int first = AddLink("a", 0, 0, a, &builder);
    const int second = AddLink("b", 0, 1, b, &builder);
    builder.AddCoupler({.name = "rod", .joint_a = second, .joint_b = first});
    PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
    scene.plant->SetPositions(&scene.context, Vector2d(0.8, 0.8));
    const double I = a.I + a.m * a.c * a.c + b.I + b.m * b.c * b.c;
    const PlantDiagram truth = MakeTruth(I, a.m * a.c + b.m * b.c, 0.8);
    CHECK(CompareWithTruth(scene, truth, method, 1) < 1e-5);
  }
}

// With q2 = -q1 the lower link does not turn: a mass at the elbow.
TEST_CASE(
    "Couplers: two links of one tree, ratio -1 -> swing as one pendulum") {
  const Link upper{.m = 1, .c = 0.2, .I = 0.02},
      lower{.m = 0.5, .c = 0.3, .I = 0.01};
  const double length = 0.4;
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    ModelBuilder builder;
    const int shoulder = AddLink("upper", 0, 0, upper, &builder);
    const int elbow = AddLink("lower", 1, -length, lower, &builder);
    builder.AddCoupler({.name = "tie",
                        .joint_a = elbow,
                        .joint_b = shoulder,
                        .coefficients = {0, -1, 0, 0, 0}});
    PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
    scene.plant->SetPositions(&scene.context, Vector2d(0.8, -0.8));
    const double I =
        upper.I + upper.m * upper.c * upper.c + lower.m * length * length;
    const PlantDiagram truth =
        MakeTruth(I, upper.m * upper.c + lower.m * length, 0.8);
    CHECK(CompareWithTruth(scene, truth, method, -1) < 1e-4);
  }
}

/// Rotors about z, I = 0.2 and 0.5, without gravity; a torque of 1 N m on the
/// second.
PlantDiagram MakeRotors(const JointCoupler& coupler) {
  ModelBuilder builder;
  for (const double I : {0.2, 0.5}) {
    const std::string name = "rotor" + std::to_string(builder.num_bodies());
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = I * Matrix3d::Identity()});
    builder.AddJoint({.name = name,
                      .type = JointType::kRevolute,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitZ()});
  }
  builder.AddActuator({.name = "motor", .joint = 1, .bias0 = 1});
  builder.AddCoupler(coupler);
  builder.set_gravity(Vector3d::Zero());
  return test::MakeAlone(std::move(builder).Build());
}

// v_a = 3 v_b: the motor feels 9 I_a + I_b.
TEST_CASE("Couplers: a gear of ratio 3 -> the motor feels 9 I_a + I_b") {
  const PlantDiagram rotors = MakeRotors({.name = "tie",
                                          .joint_a = 0,
                                          .joint_b = 1,
                                          .coefficients = {0, 3, 0, 0, 0}});
  for (const Method method :
       {Method::kIcf, Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    const double acceleration = 1 / (9 * 0.2 + 0.5);
    double t = 0;
    Run(rotors, method, 0.5, [&](const VectorXd& q, const VectorXd& v) {
      t += 0.01;
      // CENIC's accuracy is of positions: what the coupler gives at first.
      CHECK(v[1] == Approx(acceleration * t).epsilon(1e-4).margin(5e-6));
      CHECK(v[0] == Approx(3 * v[1]).epsilon(1e-3));
      CHECK(std::abs(q[0] - 3 * q[1]) < 1e-5);
    });
  }
}

// q_a - 0.1 = 0.2 - x + 2 x^2, x = q_b + 0.3. Energy is the motor's work.
TEST_CASE(
    "Couplers: a polynomial with references -> followed, the energy right") {
  PlantDiagram rotors = MakeRotors({.name = "tie",
                                    .joint_a = 0,
                                    .joint_b = 1,
                                    .reference_a = 0.1,
                                    .reference_b = -0.3,
                                    .coefficients = {0.2, -1, 2, 0, 0}});
  const auto cam = [](double q_b) {
    const double x = q_b + 0.3;
    return 0.3 - x + 2 * x * x;
  };
  rotors.plant->SetPositions(&rotors.context, Vector2d(cam(0), 0));
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    Run(rotors, method, 0.6, [&](const VectorXd& q, const VectorXd& v) {
      CHECK(std::abs(q[0] - cam(q[1])) < 1e-5);
      const double energy = (0.2 * v[0] * v[0] + 0.5 * v[1] * v[1]) / 2;
      CHECK(energy == Approx(q[1]).epsilon(0.01).margin(1e-4));
    });
  }
}

// At every step, whatever its length: ratios of mimic joints, and a cam.
TEST_CASE("Couplers: ratios and a cam, any step and accuracy -> held to 1e-6") {
  const std::array<double, 5> laws[] = {{0.1, 0.01, 0, 0, 0},
                                        {0.1, -3, 0, 0, 0},
                                        {0.1, 1000, 0, 0, 0},
                                        {0, 1, 2, -0.5, 0.3}};
  for (const auto& coefficients : laws) {
    const JointCoupler coupler{.name = "tie",
                               .joint_a = 0,
                               .joint_b = 1,
                               .coefficients = coefficients};
    PlantDiagram rotors = MakeRotors(coupler);
    const double v_b = 5;
    rotors.plant->SetPositions(&rotors.context, Vector2d(coefficients[0], 0));
    rotors.plant->SetVelocities(&rotors.context,
                                Vector2d(coefficients[1] * v_b, v_b));
    for (const double step : {0.0, 1e-3, 1e-2}) {
      for (const double accuracy : {1e-1, 1e-3}) {
        if (step > 0 && accuracy < 1e-1) continue;
        INFO("slope " << coefficients[1] << ", step " << step << ", accuracy "
                      << accuracy);
        Simulator simulator(*rotors.diagram, rotors.context);
        if (step > 0) {
          simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(),
                                                step);
        } else {
          simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
        }
        double error = 0;
        simulator.Observe(
            Simulator::kEveryStep, [&](const systems::Context& context) {
              const VectorXd q = rotors.plant->positions(context);
              error = std::max(
                  error,
                  std::abs(CalcCouplerError(rotors.plant->model(), coupler, q)
                               .error));
            });
        simulator.AdvanceTo(0.3);
        CHECK(error < 1e-6);
      }
    }
  }
}

TEST_CASE("Couplers: one joint off its constant, under load -> drawn to it") {
  for (const Method method :
       {Method::kIcf, Method::kCenic, Method::kRungeKutta}) {
    INFO(NameOf(method));
    PlantDiagram rotors = MakeRotors({.name = "tie",
                                      .joint_a = 1,
                                      .reference_a = 0.1,
                                      .coefficients = {0.2, 0, 0, 0, 0}});
    // Starts 1e-3 from where it belongs.
    rotors.plant->SetPositions(&rotors.context, Vector2d(0, 0.301));
    VectorXd q_end, v_end;
    Run(rotors, method, 0.1, [&](const VectorXd& q, const VectorXd& v) {
      q_end = q;
      v_end = v;
    });
    CHECK(q_end[1] == Approx(0.3).margin(1e-6));
    CHECK(v_end[1] == Approx(0).margin(1e-6));
    CHECK(q_end[0] == 0);
  }
}

}  // namespace
}  // namespace tactus::integrators
