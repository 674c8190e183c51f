#include "tactus/multibody/tendon_branch.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

using Stop = Tendon::Stop;

Stop Point(const Vector3d& p) {
  Stop stop{.body = 0};
  stop.X_BS.translation() = p;
  return stop;
}

std::vector<TendonBranch> BranchesOf(const Tendon& tendon,
                                     double largest_turn = 0.2) {
  ModelBuilder builder;
  builder.AddTendon(tendon);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, VectorXd(), &position);
  return CalcTendonBranches(position, model->tendons()[0], largest_turn);
}

double CalcLength(const TendonBranch& branch) {
  double length = 0;
  for (std::size_t i = 1; i < branch.corners.size(); ++i)
    length += (branch.corners[i].p_W - branch.corners[i - 1].p_W).norm();
  return length;
}

TEST_CASE("Tendon branches: points -> the corners, each pulley a new branch") {
  const auto branches =
      BranchesOf({.name = "t",
                  .path = {Point({0, 0, 0}),
                           Point({0, 0, 2}),
                           {.kind = Stop::Kind::kPulley, .divisor = 4},
                           Point({1, 0, 0}),
                           Point({4, 0, 0}),
                           Point({4, 5, 0})}});
  REQUIRE(branches.size() == 2);
  CHECK(branches[0].divisor == 1);
  CHECK(CalcLength(branches[0]) == 2);
  CHECK(branches[1].divisor == 4);
  REQUIRE(branches[1].corners.size() == 3);
  CHECK(branches[1].corners[1].p_W == Vector3d(4, 0, 0));
  CHECK(CalcLength(branches[1]) == 8);
}

// Between points at D from the centre of a sphere of R, an angle of phi apart:
// tangents of sqrt(D^2 - R^2), and an arc of theta = phi - 2 acos(R / D). Its
// chords fall short of it by theta / n squared / 24 of it.
TEST_CASE("Tendon branches: an arc -> chords of the largest turn asked for") {
  constexpr double R = 0.3, y = 0.01;
  Stop sphere = Point(Vector3d::Zero());
  sphere.kind = Stop::Kind::kSphere;
  sphere.radius = R;
  const Tendon tendon = {.name = "t",
                         .path = {Point({-1, y, 0}), sphere, Point({1, y, 0})}};
  const double D = std::hypot(1, y);
  const double theta =
      std::numbers::pi - 2 * std::atan(y) - 2 * std::acos(R / D);
  const double length = 2 * std::sqrt(D * D - R * R) + R * theta;
  double last = 0;
  for (const double turn : {0.2, 0.1, 0.05}) {
    const auto branches = BranchesOf(tendon, turn);
    REQUIRE(branches.size() == 1);
    const double short_by = length - CalcLength(branches[0]);
    CHECK(short_by > 0);
    CHECK(short_by < 1.1 * turn * turn / 24 * R * theta);
    if (last > 0) CHECK(short_by < last / 3);
    last = short_by;
    const auto& corners = branches[0].corners;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      CHECK(corners[i].p_W.norm() == Approx(R).epsilon(1e-12));
  }
}

}  // namespace
}  // namespace tactus::multibody
