// Torsional and rolling friction of ComFree: Figure 4 of [Borse26].
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/comfree_physics/trial.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using examples::Trial;
using multibody::ModelBuilder;

constexpr double kStep = 0.002, kRadius = 0.1;  // [s], [m]
constexpr double kDensity = 1000;               // [kg/m^3]

/// One coefficient of friction: speed by instant, and what a formula says.
struct Curve {
  double mu{};
  std::vector<double> measured, closed_form = {};
};

// The speed never rises, for any coefficient, but by round-off.
bool AreMonotone(const std::vector<Curve>& curves) {
  for (const Curve& curve : curves) {
    for (std::size_t i = 1; i < curve.measured.size(); ++i)
      if (curve.measured[i] > curve.measured[i - 1] + 1e-12) return false;
  }
  return true;
}

// More friction is never faster.
bool AreOrdered(const std::vector<Curve>& curves) {
  for (std::size_t c = 1; c < curves.size(); ++c) {
    for (std::size_t i = 0; i < curves[c].measured.size(); ++i)
      if (curves[c].measured[i] > curves[c - 1].measured[i] + 1e-12)
        return false;
  }
  return true;
}

std::string Judge(const std::vector<Curve>& curves) {
  return fmt::format(
      "Monotone at every step: {}. Ordered by coefficient at every step: {}. "
      "The paper shows curves without numbers.\n\n",
      AreMonotone(curves) ? "yes" : "NO", AreOrdered(curves) ? "yes" : "NO");
}

// A column for each time, a row for each curve, in brackets its closed form.
std::string MakeTable(const char* first, std::span<const double> times,
                      std::span<const Curve> curves, int digits) {
  Table table{.columns = {first}};
  for (const double t : times)
    table.columns.push_back(fmt::format("{:g} s", t));
  for (const Curve& curve : curves) {
    table.rows.push_back({fmt::format("{:g}", curve.mu)});
    for (const double t : times) {
      const auto i = static_cast<std::size_t>(std::lround(t / kStep));
      table.rows.back().push_back(fmt::format("{:.{}f} ({:.{}f})",
                                              curve.measured[i], digits,
                                              curve.closed_form[i], digits));
    }
  }
  return MakeMarkdown(table);
}

/// A sphere on a vertical hinge, 1 mm deep in the ground.
constexpr double kOverlap = 1e-3, kFirstSpin = 1;  // [m], [rad/s]

Trial MakeSpinner(const contact::ComFreeOptions& options, double mu_tor) {
  const contact::Material material = {.torsional_friction = mu_tor,
                                      .condim = 4};
  const contact::Sphere shape{kRadius};
  ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  const int ball = builder.AddBody(
      "ball",
      multibody::MakeSolidInertia(shape, kDensity, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "ball", .body = ball, .shape = shape, .material = material});
  builder.AddJoint(
      {.name = "hinge",
       .type = multibody::JointType::kRevolute,
       .parent = 0,
       .child = ball,
       .X_PF = RigidTransform(Eigen::Translation3d(0, 0, kRadius - kOverlap))});
  Trial trial(std::move(builder).Build(), examples::MakeComFree(options),
              kStep);
  trial.set_v(VectorXd::Constant(1, kFirstSpin));
  return trial;
}

// The centre cannot move: each facet has a mass of its own, m = rho I.
Curve Spin(double mu_tor, int num_steps) {
  const contact::ComFreeOptions options;
  const examples::ComFreeGainSet gains = {
      .stiffness = options.stiffness,
      .damping = options.damping,
      .h = kStep,
      .rho = CalcRho(options.impedance, -kOverlap)};
  Trial trial = MakeSpinner(options, mu_tor);
  Curve curve{.mu = mu_tor, .measured = {kFirstSpin}};
  curve.closed_form = {kFirstSpin};
  for (int i = 0; i < num_steps; ++i) {
    trial.Advance(1);
    curve.measured.push_back(trial.v()[0]);
    curve.closed_form.push_back(
        CalcNextSpin(gains, 1, mu_tor, kOverlap, curve.closed_form.back()));
  }
  return curve;
}

std::string MakeTorsionTable() {
  constexpr double kTimes[] = {0.5, 1, 2, 4, 8};
  std::vector<Curve> curves;
  for (double mu : {0.01, 0.05, 0.1, 0.3})
    curves.push_back(Spin(mu, static_cast<int>(std::lround(8 / kStep))));
  const std::string text =
      "## B, torsion: sphere r 0.1 m on a vertical hinge, 1 mm overlap\n\n"
      "Angular velocity in rad/s, from 1 rad/s; in brackets the closed form, "
      "w [1 - 2 rho G mu_tor^2] a step where two facets push, rho = 19.\n\n";
  return text + MakeTable("mu_tor m", kTimes, curves, 5) + "\n" + Judge(curves);
}

/// A cylinder of 6.3 kg that rolls at 1 m/s. Rolling friction lifts it, by (h +
/// d / k) mu_rol w = 12 mm at most; the contact lasts that far.
constexpr double kMargin = 0.015;  // [m]

Curve Roll(double mu_rol, int num_steps) {
  const contact::Material material = {.static_friction = 1,
                                      .dynamic_friction = 1,
                                      .rolling_friction = mu_rol,
                                      .condim = 6};
  ModelBuilder builder;
  RigidTransform X_WC(Eigen::Translation3d(0, 0, kRadius));
  X_WC.rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()));
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  examples::AddSolid(&builder, "cylinder",
                     contact::Cylinder{.radius = kRadius, .half_length = 0.1},
                     kDensity, X_WC, material);
  Trial trial(std::move(builder).Build(),
              examples::MakeComFree({.margin = kMargin}), kStep);
  trial.Advance(static_cast<int>(std::lround(1 / kStep)));  // Settles.
  VectorXd v = VectorXd::Zero(6);
  v[1] = 1 / kRadius;
  v[3] = 1;
  trial.set_v(v);
  const double rate = examples::kGravity * mu_rol / (1.5 * kRadius);
  Curve curve{.mu = mu_rol, .measured = {1}, .closed_form = {1}};
  for (int i = 1; i <= num_steps; ++i) {
    trial.Advance(1);
    curve.measured.push_back(trial.v()[3]);
    curve.closed_form.push_back(std::max(1 - rate * (i * kStep), 0.0));
  }
  return curve;
}

std::string MakeRollingTable() {
  constexpr double kTimes[] = {0.25, 0.5, 1, 2, 4};
  std::vector<Curve> curves;
  for (double mu : {0.001, 0.01, 0.05, 0.1})
    curves.push_back(Roll(mu, static_cast<int>(std::lround(4 / kStep))));
  const std::string text =
      "## C, rolling: cylinder r 0.1 m, half length 0.1 m, 1 m/s, mu 1, margin "
      "15 mm\n\n"
      "Speed in m/s; in brackets the constant rolling resistance that MuJoCo's "
      "coefficient would stand for in Coulomb's law, g mu_rol / (1.5 r).\n\n";
  return text + MakeTable("mu_rol m", kTimes, curves, 4) + "\n" + Judge(curves);
}

}  // namespace

std::string BenchFriction(const BenchOptions&) {
  return fmt::format(
             "# Torsional and rolling friction of ComFree (Figure 4), k = 0.1, "
             "d = 0.001, h = {:g} s\n\n",
             kStep) +
         MakeTorsionTable() + MakeRollingTable();
}

}  // namespace tactus::apps
