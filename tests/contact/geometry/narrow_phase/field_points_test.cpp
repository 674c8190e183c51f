#include "tactus/contact/geometry/narrow_phase/field_points.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kRadius = 0.1;

FieldPoint MakePoint(const Vector3d& p, const Vector3d& normal, double depth,
                     int source) {
  FieldPoint made{.point = {}, .fade = 1, .source = source};
  made.point.p_WA = made.point.p_WB = p;
  made.point.normal_W = normal.normalized();
  made.point.depth = depth;
  made.point.weight = 1;
  return made;
}

TEST_CASE("Field points: two of one contact -> share its weight") {
  const Vector3d up(0, 0, 1);
  std::vector<FieldPoint> points{MakePoint({0, 0, 0}, up, 0.001, 0),
                                 MakePoint({0.002, 0, 0}, up, 0.001, 1),
                                 MakePoint({0.05, 0, 0}, up, 0.001, 2),
                                 MakePoint({0, 0, 0}, {1, 0, 1}, 0.001, 3)};
  ShareFieldWeights(kRadius, 4, &points);
  CHECK(points[0].point.weight == Approx(0.5));
  CHECK(points[1].point.weight == Approx(0.5));
  CHECK(points[2].point.weight == 1);  // Farther than 0.1 R.
  CHECK(points[3].point.weight == 1);  // Another normal.
}

TEST_CASE("Field points: two of one face, or of one edge -> alone, together") {
  const Vector3d up(0, 0, 1);
  const std::vector<FieldPoint> start{MakePoint({0, 0, 0}, up, 0.001, 0),
                                      MakePoint({0.001, 0, 0}, up, 0.001, 0)};
  std::vector<FieldPoint> points = start;
  ShareFieldWeights(kRadius, 1, &points);
  CHECK(points[0].point.weight == 1);
  points = start;
  ShareFieldWeights(kRadius, 0, &points);
  CHECK(points[0].point.weight == Approx(0.5));
}

// By all pairs: points on a wave, whose bins are several and bounds differ.
TEST_CASE("Field points: many -> the weights that all pairs give") {
  std::vector<FieldPoint> points;
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k < 20; ++k) {
      const double x = 0.007 * i, y = 0.009 * k;
      points.push_back(MakePoint(
          {x, y, 0}, {0.2 * std::sin(40 * x), 0.2 * std::cos(30 * y), 1},
          0.002 * std::sin(i + 2 * k), 20 * i + k));
      points.back().fade = 0.5 + 0.5 * std::sin(3 * i + k);
    }
  }
  std::vector<FieldPoint> one_by_one = points;
  ShareFieldWeights(kRadius, 400, &points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    // c_ij s_j of pairs by themselves, from what they leave of a weight of 1
    // that counts in full.
    double sum = one_by_one[i].fade;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (k == i) continue;
      std::vector<FieldPoint> pair{one_by_one[i], one_by_one[k]};
      pair[0].fade = 1;
      ShareFieldWeights(kRadius, 400, &pair);
      sum += 1 / pair[0].point.weight - 1;
    }
    CHECK(points[i].point.weight ==
          Approx(one_by_one[i].fade / std::max(1.0, sum)));
  }
}

}  // namespace
}  // namespace tactus::contact
