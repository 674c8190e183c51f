#include "tactus/apps/bench/cond/position_based_cable.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/cable.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::cond {
namespace {

using multibody::Cable;
using multibody::Model;
using multibody::ModelBuilder;

constexpr double kGravity = 9.81, kLength = 0.4, kRadius = 2e-3;
constexpr double kDensity = 1259, kModulus = 1e5;
constexpr double kAngle = 0.2;  // [rad]
constexpr double kArea = std::numbers::pi * kRadius * kRadius;

Cable MakeCable(int num_links, const Vector3d& from, const Vector3d& to) {
  return {.name = "cable",
          .path = {from, to},
          .num_links = num_links,
          .radius = kRadius,
          .density = kDensity,
          .youngs_modulus = kModulus,
          .poissons_ratio = 0.49};
}

std::shared_ptr<const Model> MakeModel(const Cable& cable, double gravity) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d(0, 0, -gravity));
  AddCable(cable, &builder);
  return std::move(builder).Build();
}

PositionBasedCable Start(const Model& model,
                         PositionBasedCable::Options options,
                         const VectorXd& v) {
  return {model, model.default_positions(), v, options};
}

void Run(double h, int count, PositionBasedCable* cable) {
  for (int i = 0; i < count; ++i) {
    const std::vector<RigidTransform> held = cable->X_WB();
    cable->Step(h, held, held);
  }
}

Matrix3d AxisRotation(double angle) {
  return Eigen::AngleAxisd(angle, Vector3d::UnitY()).toRotationMatrix();
}

int FindTie(const Model& model, const std::string& name) {
  int index = 0;
  while (model.constraints()[index].name != name) ++index;
  return index;
}

// It hangs from its start, and comes to rest by its own damping.
constexpr double kStep = 5e-3, kDamping = 0.05;  // [s]

struct Hanging {
  double stretch{};  // Of the last link's centre [m].
  double pull{};     // What holds it [N].
};

Hanging Hang(int num_links, int substeps) {
  Cable cable = MakeCable(num_links, Vector3d::Zero(), {0, 0, -kLength});
  cable.start.hold = multibody::CableEnd::Hold::kFixed;
  cable.damping = kDamping;
  const auto model = MakeModel(cable, kGravity);
  PositionBasedCable positions = Start(*model, {.substeps = substeps},
                                       VectorXd::Zero(model->num_velocities()));
  const double before = positions.X_WB().back().translation().z();
  Run(kStep, 400, &positions);
  return {
      .stretch = before - positions.X_WB().back().translation().z(),
      .pull = positions.force(FindTie(*model, "cable/start")).head<3>().norm()};
}

// Each tie stretches by what hangs below it, the first one for half a link:
// sum of (n - i) m g l / (E A).
double CalcStretch(int num_links) {
  const double length = kLength / num_links;
  const double weight = kDensity * kArea * length * kGravity;
  double sum = num_links / 2.0;
  for (int i = 1; i < num_links; ++i) sum += num_links - i;
  return sum * weight * length / (kModulus * kArea);
}

// At rest a tie under the force F is longer by (h^2 + d h) F' / m, with F' that
// of the next one along its lower link, which comes after it in the sweep. The
// tie at the start comes last and stretches the one below.
double CalcErrorOfSweep(int num_links, double h) {
  const double n = num_links;
  return (h * h + kDamping * h) * kGravity * ((n - 1) * (n - 2) / 2 + n);
}

TEST_CASE("Position-based cable: hung up -> its length under its weight") {
  // To that of a continuous one, rho g L^2 / (2 E).
  CHECK(CalcStretch(200) ==
        Approx(kDensity * kGravity * kLength * kLength / (2 * kModulus))
            .epsilon(1e-4));
  // To zero with the substeps.
  for (const int substeps : {10, 20, 40}) {
    const Hanging hanging = Hang(8, substeps);
    const double error = CalcErrorOfSweep(8, kStep / substeps);
    CHECK(hanging.stretch - CalcStretch(8) == Approx(error).epsilon(1e-4));
    CHECK(hanging.pull ==
          Approx(kDensity * kArea * kLength * kGravity).epsilon(1e-6));
  }
}

// Bent and stretched, without gravity: ties push both of their links alike.
TEST_CASE("Position-based cable: it flies -> momentum is kept") {
  Cable cable = MakeCable(6, Vector3d::Zero(), {kLength, 0, 0});
  const auto model = MakeModel(cable, 0);
  VectorXd v(model->num_velocities());
  for (int i = 0; i < v.size(); ++i) v[i] = 0.1 * ((7 * i) % 11 - 5);
  PositionBasedCable positions = Start(*model, {.substeps = 50}, v);
  const Vector6d before = positions.CalcMomentum();
  Run(2e-3, 50, &positions);
  const Vector6d change = positions.CalcMomentum() - before;
  CHECK(change.tail<3>().norm() < 1e-9 * before.tail<3>().norm());
  CHECK(change.head<3>().norm() < 1e-2 * before.head<3>().norm());
}

/// How far a link slides down in 30 ms that lies across a drum, 0.2 rad from
/// its top. What ties it has no stiffness to speak of.
double SlideOnDrum(double friction, double* overlap) {
  constexpr double kDrum = 0.02, kHalf = 5e-3;
  RigidTransform X_WL = RigidTransform::Identity();
  X_WL.linear() = AxisRotation(kAngle + std::numbers::pi / 2);
  const Vector3d along = X_WL.linear().col(2);
  X_WL.translation() =
      (kDrum + kRadius) * Vector3d(std::sin(kAngle), 0, std::cos(kAngle));
  ModelBuilder builder;
  const int link = builder.AddBody(
      "link",
      multibody::MakeSolidInertia(contact::Cylinder{kRadius, kHalf}, kDensity,
                                  RigidTransform::Identity()));
  builder.SetDefaultPose(link, X_WL);
  multibody::Constraint tie{.name = "tie",
                            .type = multibody::ConstraintType::kCosserat,
                            .body_b = link};
  tie.X_BQ.translation().z() = -kHalf;
  tie.X_AP = X_WL * tie.X_BQ;
  tie.cosserat.stiffness.setConstant(1e-9);
  builder.AddConstraint(tie);
  const auto model = std::move(builder).Build();
  PositionBasedCable positions =
      Start(*model,
            {.substeps = 100,
             .drum = PositionBasedCable::Drum{.radius = kDrum,
                                              .link_radius = kRadius,
                                              .friction = friction}},
            VectorXd::Zero(model->num_velocities()));
  Run(1e-3, 30, &positions);
  *overlap = positions.CalcOverlap();
  return (positions.X_WB()[link].translation() - X_WL.translation()).dot(along);
}

// Where it holds, it rocks until what it touches stands below its centre.
TEST_CASE("Position-based cable: on a drum -> Coulomb's cone holds or brakes") {
  double overlap = 0;
  CHECK(std::abs(SlideOnDrum(0.5, &overlap)) < 2e-4);
  CHECK(overlap < 1e-6);
  // By a t^2 / 2, a = g sin - mu g cos, and by a' / r more of it, for it
  // becomes steeper. It turns a little later, and by friction at its surface.
  constexpr double kTime2 = 0.03 * 0.03, kAround = 0.022;
  const double sine = std::sin(kAngle), cosine = std::cos(kAngle);
  for (const double mu : {0.0, 0.1}) {
    const double a = kGravity * (sine - mu * cosine);
    const double growth = kGravity * (cosine + mu * sine) / kAround;
    CHECK(SlideOnDrum(mu, &overlap) ==
          Approx(a * kTime2 / 2 * (1 + growth * kTime2 / 12))
              .epsilon(mu == 0 ? 0.03 : 0.1));
    CHECK(overlap < 1e-6);
  }
}

TEST_CASE("Position-based cable: nothing to step -> refused") {
  const auto model =
      MakeModel(MakeCable(3, Vector3d::Zero(), {kLength, 0, 0}), kGravity);
  CHECK_THROWS_WITH(
      Start(*model, {.substeps = 0}, VectorXd::Zero(model->num_velocities())),
      Catch::Contains("one substep"));
  const auto empty = std::move(ModelBuilder()).Build();
  CHECK_THROWS_WITH(Start(*empty, {}, VectorXd()), Catch::Contains("no links"));
}

}  // namespace
}  // namespace tactus::apps::cond
