#include "tactus/integrators/dojo/feature_differences.h"

#include <cmath>
#include <functional>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators::dojo {
namespace {

constexpr double kStep = 1e-3;
constexpr int kNumber = 6;

// Two points, where the second has f as one of its numbers.
NumbersByPoint PointsWith(double f) {
  NumbersByPoint points(2, FeatureNumbers::Ones());
  points[1][kNumber] = f;
  return points;
}

FeatureDifferences Differentiate(const std::function<double(double)>& f) {
  FeatureDifferences differences(PointsWith(f(0)), 1);
  differences.Add(kStep, [&](double s) { return PointsWith(f(s)); });
  return differences;
}

TEST_CASE("Feature differences: a straight line -> its slope") {
  const FeatureDifferences of =
      Differentiate([](double s) { return 2 + 3 * s; });
  CHECK(of.slopes(1)(kNumber, 0) == Approx(3).epsilon(1e-12));
  CHECK(of.slopes(0).norm() == 0);
  CHECK(of.slopes(1).norm() == std::abs(of.slopes(1)(kNumber, 0)));
  CHECK(of.is_smooth(1) == std::vector{true});
}

// Of second order alone it would be wrong by 30^3 e^2 / 6 = 4.5e-3.
TEST_CASE("Feature differences: a sharp bend -> of fourth order") {
  const FeatureDifferences of =
      Differentiate([](double s) { return std::sin(30 * s + 1); });
  CHECK(of.slopes(1)(kNumber, 0) == Approx(30 * std::cos(1)).epsilon(1e-7));
  CHECK(of.is_smooth(1) == std::vector{true});
}

TEST_CASE("Feature differences: a kink at the point -> held") {
  const FeatureDifferences of =
      Differentiate([](double s) { return std::max(s, kStep / 60); });
  CHECK(of.slopes(1).norm() == 0);
  CHECK(of.is_smooth(1) == std::vector{false});
  CHECK(of.is_smooth(0) == std::vector{true});
}

TEST_CASE("Feature differences: a kink or a jump near by -> slopes at 0") {
  const double at = kStep / 2;
  const FeatureDifferences kinked =
      Differentiate([&](double s) { return 2 * s + 5 * std::max(s, at); });
  CHECK(kinked.slopes(1)(kNumber, 0) == Approx(2).epsilon(1e-9));
  CHECK(kinked.is_smooth(1) == std::vector{true});

  FeatureDifferences of(PointsWith(0), 1);
  of.Add(kStep, [&](double s) {
    NumbersByPoint points = PointsWith(3 * s);
    if (s < -at) points.pop_back();
    return points;
  });
  CHECK(of.slopes(1)(kNumber, 0) == Approx(3).epsilon(1e-9));
  CHECK(of.is_smooth(1) == std::vector{true});
}

TEST_CASE("Feature differences: points that come or go -> held") {
  const NumbersByPoint at_0 = PointsWith(0);
  for (const double side : {1, -1}) {
    FeatureDifferences of(at_0, 1);
    of.Add(kStep, [&](double s) {
      NumbersByPoint points = PointsWith(s);
      if (s * side > 0) points.pop_back();
      return points;
    });
    of.AddNone();
    CHECK(of.slopes(1).cols() == 2);
    CHECK(of.slopes(1).norm() == 0);
    CHECK(of.is_smooth(1) == std::vector{false, false});
  }
}

// A ball over a table: the point on the table is below the ball's centre, which
// turns about the centre of mass beside it.
TEST_CASE(
    "Feature differences: a query with the ball moved -> the table's point") {
  multibody::ModelBuilder builder;
  const Vector3d p_BoBcm(0.1, 0, 0);
  const multibody::SpatialInertia inertia{
      .mass = 1, .p_BoBcm = p_BoBcm, .I_Bcm = Matrix3d::Identity()};
  const auto add = [&](const char* name, const contact::Shape& shape) {
    const int body = builder.AddBody(name, inertia);
    builder.AddGeometry(
        {.name = name, .body = body, .shape = shape, .material = {}});
  };
  add("ball", contact::Sphere{0.2});
  add("table", contact::Box{Vector3d(1, 1, 1)});
  const auto model = std::move(builder).Build();
  RigidTransform X_WA = RigidTransform::Identity(), X_WB = X_WA;
  X_WB.translation() = Vector3d(0, 0, -1.21);
  const PosedPair pair{
      *model, model->geometries()[0], model->geometries()[1], X_WA,
      X_WB,   Vector3d::Zero()};
  CHECK(PairQuery(pair, 0.009).Find().empty());
  PairQuery query(pair, 0.1);
  REQUIRE(query.Find().size() == 1);
  const auto p_on_table = [&](const Vector6d& T, double s) -> Vector3d {
    return query.FindMoved(T, s).front().segment<3>(3) + p_BoBcm;
  };
  Vector6d T = Vector6d::Zero();
  CHECK((p_on_table(T, 1) - Vector3d(0, 0, 1)).norm() < 1e-14);
  T << 0, 0, 0, 1, 0, 0;
  CHECK((p_on_table(T, 0.01) - Vector3d(0.01, 0, 1)).norm() < 1e-14);
  T << 0, 0, 1, 0, 0, 0;
  const double s = 0.01;
  const Vector3d turned(0.1 - 0.1 * std::cos(s), -0.1 * std::sin(s), 1);
  CHECK((p_on_table(T, s) - turned).norm() < 1e-14);

  const multibody::Parameter radius{multibody::Parameter::Kind::kRadius, 0, 0};
  const FeatureNumbers larger = query.FindWith(radius, false, s).front();
  CHECK(larger[kNumber] == Approx(0.2 + s));
}

}  // namespace
}  // namespace tactus::integrators::dojo
