#include "tactus/systems/trajectories/piecewise_polynomial.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/systems/trajectories/knots.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;

// On [1, 3]: (2 + 3 s - s^2, 5);  on [3, 4]: (-1 + 2 s^3, 4 s);  s from the
// break.
PiecewisePolynomial MakeExample() {
  return {
      {1, 3, 4},
      {MatrixXd{{2, 3, -1}, {5, 0, 0}}, MatrixXd{{-1, 0, 0, 2}, {0, 4, 0, 0}}}};
}

TEST_CASE(
    "PiecewisePolynomial: times -> values and derivatives of their piece") {
  const PiecewisePolynomial q = MakeExample();
  CHECK(q.size() == 2);
  CHECK(q.start_time() == 1);
  CHECK(q.end_time() == 4);
  CHECK(q.value(1) == Vector2d(2, 5));
  CHECK(q.value(2) == Vector2d(4, 5));
  CHECK(q.derivative(2) == Vector2d(1, 0));
  CHECK(q.derivative(2, 2) == Vector2d(-2, 0));
  CHECK(q.derivative(2, 3) == Vector2d(0, 0));
  CHECK(q.value(3.5) == Vector2d(-0.75, 2));
  CHECK(q.derivative(3.5) == Vector2d(1.5, 4));
  CHECK(q.derivative(3.5, 2) == Vector2d(6, 0));
  CHECK(q.derivative(3.5, 3) == Vector2d(12, 0));
}

TEST_CASE("PiecewisePolynomial: at a break -> the later piece") {
  const PiecewisePolynomial q = MakeExample();
  CHECK(q.FindPiece(std::nextafter(3.0, 0.0)) == 0);
  CHECK(q.FindPiece(3) == 1);
  CHECK(q.value(3) == Vector2d(-1, 0));
  CHECK(q.FindPiece(0) == 0);
  CHECK(q.FindPiece(4) == 1);
  CHECK(q.FindPiece(9) == 1);
}

TEST_CASE("PiecewisePolynomial: beyond its ends -> held") {
  const PiecewisePolynomial q = MakeExample();
  CHECK(q.value(-7) == q.value(1));
  CHECK(q.value(1e9) == Vector2d(1, 4));
  for (const int order : {1, 2}) {
    CHECK(q.derivative(0.999, order) == Vector2d(0, 0));
    CHECK(q.derivative(4.001, order) == Vector2d(0, 0));
  }
  CHECK(q.derivative(1) == Vector2d(3, 0));
  CHECK(q.derivative(4) == Vector2d(6, 4));
}

TEST_CASE("MakePiecewiseLinear: knots -> straight lines") {
  const PiecewisePolynomial q =
      MakePiecewiseLinear({0, 2, 3}, MatrixXd{{1, 5, 4}});
  CHECK(q.value(0.5)[0] == 2);
  CHECK(q.derivative(0.5)[0] == 2);
  CHECK(q.value(2.5)[0] == 4.5);
  CHECK(q.derivative(2.5)[0] == -1);
  CHECK(q.derivative(2.5, 2)[0] == 0);
}

TEST_CASE("PiecewisePolynomial: bad breaks and coefficients -> refused") {
  const double nan = std::nan("");
  const MatrixXd c = MatrixXd::Ones(1, 2);
  CHECK_THROWS_WITH(PiecewisePolynomial({1}, {}),
                    "a trajectory needs at least two times, not 1");
  CHECK_THROWS_WITH(
      PiecewisePolynomial({0, 0}, {c}),
      "the times of a trajectory must be finite and increase, but "
      "time 1 is 0 s after 0 s");
  CHECK_THROWS_WITH(PiecewisePolynomial({nan, 1}, {c}),
                    Contains("time 0 is nan s"));
  CHECK_THROWS_WITH(PiecewisePolynomial({0, 1, 2}, {c}),
                    "3 breaks bound 2 polynomials, but there are 1");
  CHECK_THROWS_WITH(PiecewisePolynomial({0, 1, 2}, {c, MatrixXd::Ones(2, 2)}),
                    Contains("differ in size"));
  CHECK_THROWS_WITH(PiecewisePolynomial({0, 1}, {MatrixXd(1, 0)}),
                    Contains("or one is empty"));
  CHECK_THROWS_WITH(PiecewisePolynomial({0, 1}, {MatrixXd{{1, nan}}}),
                    Contains("coefficient"));
}

TEST_CASE("CheckKnots: other than a finite column for each time -> refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(CheckKnots({0, 1}, MatrixXd{{1, 2}}));
  CHECK_THROWS_WITH(CheckKnots({0, 1}, MatrixXd{{1, 2, 3}}),
                    Contains("over 2 times needs as many knots"));
  CHECK_THROWS_WITH(CheckKnots({0, 1}, MatrixXd{{1, infinity}}),
                    Contains("not finite"));
  CHECK_THROWS_AS(CheckTimes({0, infinity}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
