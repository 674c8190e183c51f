// Free motion that spins: a top on a ball joint, tumbling boxes, a top on the
// ground.
#include <cmath>
#include <numbers>

#include "tactus/apps/bench/benchmarks/runge_kutta.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

constexpr double kGravity = 9.81;

/// A top of 6 kg whose centre is 0.1 m from the joint.
constexpr double kMass = 6, kArm = 0.1;
/// About the own axis, and across it through the joint [kg m^2].
constexpr double kAxial = 0.03, kCross = 0.02 + kMass * kArm * kArm;

struct Spin {
  double tilt{}, rate{};  ///< [rad], [rad/s]
};

Spin MakeSpin(int i) {
  if (i == 0) return {.tilt = std::numbers::pi / 6, .rate = 120};
  Dice dice(7000 + i);
  return {.tilt = dice.Uniform(0.2, 1.2), .rate = dice.Uniform(60, 150)};
}

constexpr double kDuration = 10;

Problem MakeTop(const Spin& spin) {
  multibody::ModelBuilder builder;
  const int top = builder.AddBody(
      "top", {.mass = kMass,
              .p_BoBcm = Vector3d(0, 0, kArm),
              .I_Bcm = Matrix3d(Vector3d(0.02, 0.02, kAxial).asDiagonal())});
  builder.AddJoint({.name = "ball",
                    .type = multibody::JointType::kBall,
                    .parent = 0,
                    .child = top});
  Problem problem{.model = std::move(builder).Build(), .duration = kDuration};
  const Eigen::Quaterniond q(Eigen::AngleAxisd(spin.tilt, Vector3d::UnitX()));
  problem.q = Eigen::Vector4d(q.w(), q.x(), q.y(), q.z());
  problem.v = spin.rate * (q * Vector3d::UnitZ());
  return problem;
}

// Of the axis, from above [rad].
double Azimuth(const Eigen::Vector4d& q) {
  const Vector3d axis =
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]) * Vector3d::UnitZ();
  return std::atan2(axis.y(), axis.x());
}

// Lagrange's top: with L = I3 w3 and the momentum Lz about the vertical, both
// constant,
//
//     phi' = (Lz - L cos theta) / (I1 sin^2 theta)
//     I1 theta'' = I1 phi'^2 sin theta cos theta - L phi' sin theta
//                  + m g l sin theta
//
// by the classic Runge-Kutta method. The turn of the axis from above [rad].
double SolvePrecession(const Spin& spin) {
  const double momentum = kAxial * spin.rate;
  const double vertical = momentum * std::cos(spin.tilt);
  using State = Eigen::Vector3d;  // theta, theta', phi
  const auto rate = [&](const State& x) -> State {
    const double s = std::sin(x[0]), c = std::cos(x[0]);
    const double turn = (vertical - momentum * c) / (kCross * s * s);
    return {x[1],
            turn * turn * s * c +
                (kMass * kGravity * kArm - momentum * turn) * s / kCross,
            turn};
  };
  constexpr int kNumSteps = 200000;
  const double h = kDuration / kNumSteps;
  State x(spin.tilt, 0, 0);
  for (int n = 0; n < kNumSteps; ++n) StepRungeKutta(rate, h, &x);
  return x[2];
}

// Energy, precession, steps.
std::vector<double> MeasureTop(int i, const Method& method, Cost* cost) {
  const Problem problem = MakeTop(MakeSpin(i));
  double last = Azimuth(problem.q), turn = 0;
  const long steps_before = cost->steps;
  const Ending end =
      Run(problem, method, cost,
          {.each_step = [&](const multibody::MultibodyPlant& plant,
                            const systems::Context& context) {
            const double now = Azimuth(plant.positions(context));
            turn += std::remainder(now - last, 2 * std::numbers::pi);
            last = now;
          }});
  return {1 + end.energy_change, turn,
          static_cast<double>(cost->steps - steps_before)};
}

Sweep MakeTopSweep() {
  return {.name = "top on a ball joint, 10 s",
          .num_cases = 6,
          .quantities = {{.name = "energy",
                          .goals = {{.accuracy = 1e-3, .worst = 0.1}}},
                         {.name = "precession",
                          .goals = {{.accuracy = 1e-3, .worst = 1}}},
                         {.name = "steps",
                          .unit = "-",
                          .judgement = Judgement::kValue,
                          .goals = {{.accuracy = 1e-3, .worst = 6000}}}},
          .measure = &MeasureTop,
          .truth = [](int i) {
            return std::vector{1.0, SolvePrecession(MakeSpin(i)), 0.0};
          }};
}

Problem MakeTumbler(int i) {
  Dice dice(7200 + i);
  const Vector3d half(dice.Scale(0.02, 0.2), dice.Scale(0.02, 0.2),
                      dice.Scale(0.02, 0.2));
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  examples::AddSolid(&builder, "box", contact::Box{half}, 1000,
                     RigidTransform::Identity(), {});
  VectorXd v = VectorXd::Zero(6);
  const Vector3d direction(dice.Uniform(-1, 1), dice.Uniform(-1, 1),
                           dice.Uniform(-1, 1));
  v.head<3>() = dice.Uniform(3, 15) * direction.normalized();
  return {.model = std::move(builder).Build(), .v = v, .duration = 5};
}

Sweep MakeTumblerSweep(double step, double asked_of_steps) {
  return {.name = "tumbling box, 5 s",
          .num_cases = 20,
          .quantities = {{.name = "energy",
                          .goals = {{.accuracy = 1e-3, .worst = 0.5},
                                    {.accuracy = 0, .worst = asked_of_steps}}}},
          .measure =
              [](int i, const Method& method, Cost* cost) {
                return std::vector{
                    1 + Run(MakeTumbler(i), method, cost).energy_change};
              },
          .truth = [](int) { return std::vector{1.0}; },
          .step = step};
}

/// A top of 0.1 kg on a tip of 5 mm.
Problem MakeGroundTop(int i) {
  Dice dice(7400 + i);
  constexpr double kTip = 0.005, kHeight = 0.04;  // [m]
  const contact::Material material = {.static_friction = 0.3,
                                      .dynamic_friction = 0.3};
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  const int top = builder.AddBody(
      "top",
      {.mass = 0.1,
       .I_Bcm = Matrix3d(Vector3d(2.5e-5, 2.5e-5, 4.5e-5).asDiagonal())});
  builder.AddGeometry(
      {.name = "tip",
       .body = top,
       .X_BG = RigidTransform(Eigen::Translation3d(0, 0, kTip - kHeight)),
       .shape = contact::Sphere{kTip},
       .material = material});
  const double tilt = dice.Uniform(0.1, 0.4);
  RigidTransform X_WB(Eigen::Translation3d(
      0, 0, kTip + (kHeight - kTip) * std::cos(tilt) + i % 2 * 2e-3));
  X_WB.rotate(Eigen::AngleAxisd(tilt, Vector3d::UnitX()));
  builder.SetDefaultPose(top, X_WB);
  VectorXd v = VectorXd::Zero(6);
  v.head<3>() = dice.Uniform(100, 250) * (X_WB.linear() * Vector3d::UnitZ());
  return {.model = std::move(builder).Build(), .v = v, .duration = 1};
}

Sweep MakeGroundSweep() {
  const auto truth = std::make_shared<std::vector<VectorXd>>();
  for (int i = 0; i < 6; ++i) {
    Cost cost;
    truth->push_back(
        Run(MakeGroundTop(i), MakeReferenceMethod(1e-7, 2e-4), &cost).q);
  }
  return {
      .name = "top on the ground, 1 s",
      .num_cases = 6,
      .quantities = {{.name = "place",
                      .unit = "mm",
                      .judgement = Judgement::kValue},
                     {.name = "direction of the axis",
                      .unit = "degrees",
                      .judgement = Judgement::kValue}},
      .measure = [truth](int i, const Method& method, Cost* cost) {
        const VectorXd q = Run(MakeGroundTop(i), method, cost).q;
        const VectorXd& at = (*truth)[i];
        const auto axis = [](const VectorXd& x) -> Vector3d {
          return Eigen::Quaterniond(x[3], x[4], x[5], x[6]) * Vector3d::UnitZ();
        };
        const double angle =
            std::atan2(axis(q).cross(axis(at)).norm(), axis(q).dot(axis(at)));
        return std::vector{1e3 * (q - at).head<3>().norm(),
                           angle * 180 / std::numbers::pi};
      }};
}

}  // namespace

std::string RunTop(const ImpactsOptions& options) {
  return "Tops: 6 kg, 60 to 150 rad/s (the first 120 rad/s, 30 degrees); "
         "truth: Lagrange's equations. Boxes of 4 to 40 cm, 3 to 15 rad/s. A "
         "top of 0.1 kg on a tip of 5 mm, 100 to 250 rad/s; truth: rk3.\n\n" +
         RunSweep(MakeTopSweep(), options) +
         RunSweep(MakeTumblerSweep(5e-3, 1), options) +
         RunSweep(MakeGroundSweep(), options);
}

}  // namespace tactus::apps::impacts
