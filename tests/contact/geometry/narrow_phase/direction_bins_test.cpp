#include "tactus/contact/geometry/narrow_phase/direction_bins.h"

#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

const Face kPlane{Vector3d::Zero(), Matrix3d::Identity(), {}, 1};

/// A regular polygon that looks down, its centre `depth` below z = 0.
struct Polygon {
  Polygon(int sides, double depth, double turn, double tilt) {
    const double step = 2 * std::numbers::pi / sides;
    for (int k = 0; k < sides; ++k) {
      const double normal = (k + 0.5) * step;
      corners.push_back({{std::cos(k * step), std::sin(k * step)},
                         {std::cos(normal), std::sin(normal)}});
    }
    const Quaterniond R(Eigen::AngleAxisd(tilt, Vector3d::UnitX()) *
                        Eigen::AngleAxisd(turn, Vector3d::UnitZ()) *
                        Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()));
    face = {{0.3, 0.2, -depth}, R.toRotationMatrix(), corners, 2};
  }

  std::vector<PolygonCorner> corners;
  Face face;
};

struct Sums {
  int count = 0;
  double weight = 0, force = 0, deepest = 0;
  Vector3d moment = Vector3d::Zero();  ///< Force times position.
  double spread = 0;                   ///< Weight times square of position.

  void Add(const Vector3d& p, double depth, double w) {
    ++count;
    weight += w;
    force += w * depth;
    moment += w * depth * p;
    spread += w * (p - Vector3d(0.3, 0.2, 0)).head<2>().squaredNorm();
    deepest = std::max(deepest, depth);
  }
};

struct Outcome {
  Sums corners, bins;
};

Outcome Compare(int sides, double depth, double turn, double tilt) {
  const Polygon polygon(sides, depth, turn, tilt);
  const FaceContact contact(kPlane, polygon.face);
  DirectionBins bins(kPlane);
  bins.Align(polygon.face, 1);
  bins.Add(contact, 1);
  Outcome outcome;
  contact.ForEachPoint(1, [&](const Vector3d& p, double d, double w) {
    outcome.corners.Add(p, d, w);
  });
  bins.ForEachPoint([&](const Vector3d& p, double d, double w) {
    outcome.bins.Add(p, d, w);
  });
  return outcome;
}

TEST_CASE(
    "DirectionBins: a polygon -> at most 8 points of its force and moment") {
  for (const int sides : {3, 5, 7, 8, 12, 31}) {
    for (const double turn : {0., 0.1, 0.5, 2.}) {
      for (const double tilt : {0., 1e-3, 0.02, -0.3}) {
        INFO(sides << " sides, turn " << turn << ", tilt " << tilt);
        const auto [corners, bins] = Compare(sides, 0.01, turn, tilt);
        CHECK(bins.count <= 8);
        CHECK(bins.force == Approx(corners.force));
        CHECK((bins.moment - corners.moment).norm() < 1e-12);
        CHECK(bins.weight <= corners.weight * (1 + 1e-9));
        CHECK(bins.weight >= 0.5 * corners.weight);
        CHECK(bins.deepest <= corners.deepest * (1 + 1e-9));
        CHECK(bins.deepest >= 0.7 * corners.deepest);
      }
    }
  }
}

TEST_CASE(
    "DirectionBins: a level polygon -> its weight, most of its second moment") {
  for (const int sides : {3, 4, 5, 6, 7, 8, 12, 31}) {
    for (const double turn : {0., 0.1, 0.5, 2.}) {
      INFO(sides << " sides, turn " << turn);
      const auto [corners, bins] = Compare(sides, 0.01, turn, 0);
      CHECK(bins.weight == Approx(4));
      const double lost = 1 - bins.spread / corners.spread;
      CHECK(lost > -1e-9);
      // A square and an octagon keep their corners.
      CHECK(lost < (sides == 4 || sides == 8 ? 1e-6 : 0.3));
    }
  }
}

}  // namespace
}  // namespace tactus::contact::test
