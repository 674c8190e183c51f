#include "tactus/contact/pressure/pressure_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::Uniform;

constexpr double kModulus = 1e5;

struct Case {
  std::string name;
  PressureField field;
};

std::vector<Case> MakeCases() {
  std::mt19937 random(1);
  const auto make = [](const Shape& shape, double hint) {
    return MakePressureField(shape, {.kind = Compliance::Kind::kCompliant,
                                     .modulus = kModulus,
                                     .resolution_hint = hint});
  };
  std::vector<Case> cases;
  cases.push_back({"sphere", make(Sphere{0.1}, 0.02)});
  cases.push_back({"ellipsoid", make(Ellipsoid{{0.1, 0.2, 0.3}}, 0.05)});
  cases.push_back({"capsule", make(Capsule{0.1, 0.2}, 0.02)});
  cases.push_back({"cylinder", make(Cylinder{0.1, 0.05}, 0.02)});
  cases.push_back({"box", make(Box{{0.1, 0.2, 0.3}}, 0)});
  cases.push_back({"mesh", make(test::RandomHull(&random, 0.1), 0)});
  return cases;
}

/// The bounds of each cell's leaves, by pressure.
std::vector<std::vector<CellBounds>> CollectLeaves(const PressureField& field) {
  std::vector<std::vector<CellBounds>> leaves(field.cells().size());
  for (const BoundingTree::Node& node : field.tree().nodes()) {
    for (int k = 0; k < node.num_children; ++k) {
      if (node.children[k] < 0)
        leaves.at(~node.children[k]).push_back(node.BoundsOf(k));
    }
  }
  for (auto& each : leaves)
    std::ranges::sort(each, {}, &CellBounds::min_pressure);
  return leaves;
}

/// A point in the hull of some points.
Vector3d Mix(std::span<const Vector3d> points, std::mt19937* random) {
  Vector3d sum = Vector3d::Zero();
  double weight = 0;
  for (const Vector3d& p : points) {
    const double share = std::pow(Uniform(random, 0, 1), 3);
    sum += share * p;
    weight += share;
  }
  return sum / weight;
}

TEST_CASE("PressureField: points of cells -> in a box with their pressure") {
  std::mt19937 random(2);
  std::size_t most = 0;
  for (const Case& each : MakeCases()) {
    INFO(each.name);
    const auto leaves = CollectLeaves(each.field);
    int missing = 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const PressureField::Cell& cell = each.field.cells()[i];
      most = std::max(most, leaves[i].size());
      for (int trial = 0; trial < 50; ++trial) {
        const Vector3d x = Mix(each.field.corners(cell), &random);
        const double p = cell.offset + cell.gradient.dot(x);
        missing += std::ranges::none_of(leaves[i], [&](const CellBounds& box) {
          return box.min_pressure <= p && p <= box.max_pressure &&
                 ((x - box.center).cwiseAbs() - box.half_extents).maxCoeff() <=
                     0;
        });
      }
    }
    CHECK(missing == 0);
  }
  CHECK(most == 8);
}

TEST_CASE("PressureField: the boxes of a cell -> no pressure between them") {
  for (const Case& each : MakeCases()) {
    INFO(each.name);
    const auto leaves = CollectLeaves(each.field);
    int gaps = 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const PressureField::Cell& cell = each.field.cells()[i];
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const Vector3d& x : each.field.corners(cell)) {
        const double p = cell.offset + cell.gradient.dot(x);
        low = std::min(low, p);
        high = std::max(high, p);
      }
      REQUIRE(!leaves[i].empty());
      gaps += leaves[i].front().min_pressure > low;
      gaps += leaves[i].back().max_pressure < high;
      for (std::size_t k = 1; k < leaves[i].size(); ++k)
        gaps += leaves[i][k].min_pressure > leaves[i][k - 1].max_pressure;
    }
    CHECK(gaps == 0);
  }
}

TEST_CASE("PressureField: corners of a cell -> on its planes, each once") {
  for (const Case& each : MakeCases()) {
    INFO(each.name);
    for (const PressureField::Cell& cell : each.field.cells()) {
      const auto corners = each.field.corners(cell);
      const auto planes = each.field.planes(cell);
      CHECK(cell.slope == Approx(cell.gradient.norm()).epsilon(1e-14));
      // At three faces or more.
      CHECK(2 * (corners.size() + planes.size() - 2) >= 3 * corners.size());
      for (std::size_t i = 0; i < corners.size(); ++i) {
        int on = 0;
        for (const auto& plane : planes) {
          const double height = plane.HeightOf(corners[i]);
          CHECK(height <= 1e-9 * cell.radius);
          on += height >= -1e-9 * cell.radius;
        }
        CHECK(on >= 3);
        for (std::size_t j = 0; j < i; ++j)
          CHECK((corners[i] - corners[j]).norm() > 1e-9 * cell.radius);
      }
      CHECK(corners.size() >= 4);
    }
  }
  CHECK(MakePressureField(Box{{1, 2, 3}}, {.modulus = 1}).cells().size() == 6);
  const PressureField sphere =
      MakePressureField(Sphere{1}, {.modulus = 1, .resolution_hint = 0.5});
  for (const auto& cell : sphere.cells())
    CHECK(sphere.corners(cell).size() == 4);
  const PressureField ground = PressureField::MakeHalfSpace(3, 2);
  CHECK(ground.corners(ground.cells()[0]).empty());
  CHECK(ground.cells()[0].slope == 1.5);
}

}  // namespace
}  // namespace tactus::contact
