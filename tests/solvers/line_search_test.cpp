#include "tactus/solvers/line_search.h"

#include <cmath>
#include <functional>

#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

// A function that is only ever looked at along its line.
class Line final : public ConvexFunction {
 public:
  explicit Line(std::function<LineSample(double)> sample)
      : sample_(std::move(sample)) {}
  const VectorXd& scale() const override { return unused_; }
  double scaled_linear_term() const override { return 0; }
  void MoveTo(const VectorXd&, VectorXd*) override {}
  bool FactorizeHessian() override { return false; }
  bool has_factorization() const override { return false; }
  void SolveHessian(const VectorXd&, VectorXd*) override {}
  void SetDirection(const VectorXd&) override {}
  LineSample EvalLine(double alpha) override { return sample_(alpha); }
  void MoveAlong(double, VectorXd*) override {}

 private:
  std::function<LineSample(double)> sample_;
  VectorXd unused_;
};

TEST_CASE("MinimizeCubic: cubics and a parabola -> their minima") {
  // l(a) = a^3 + a^2 - a, whose minimum lies at 1/3.
  CHECK(MinimizeCubic(0, -1, 1, 4) == Approx(1.0 / 3).epsilon(1e-14));
  // A parabola 2 (a - 1/4)^2: the cubic term vanishes.
  CHECK(MinimizeCubic(2 / 16.0, -1, 2 * 9 / 16.0, 3) == Approx(0.25));
  // l(a) = -a^3 + 6 a^2 - 4 a has c2 > 0 > c3.
  const double root = (12 - std::sqrt(144 - 48)) / 6;
  CHECK(MinimizeCubic(0, -4, 1, 5) == Approx(root));
  // l(a) = 4 a^3 - 3 a^2 - a: c2 < 0 < c3.
  const double far = (6 + std::sqrt(36 + 48)) / 24;
  CHECK(MinimizeCubic(0, -1, 0, 5) == Approx(far));
}

TEST_CASE("SearchLine: still falling at the full step -> the full step") {
  Line line([](double a) {
    return Line::LineSample{-3 * a + a * a, -3 + 2 * a, 2};
  });
  const LineSearchResult result =
      SearchLine({0, -3, 2}, LineSearchStart::kCubic, &line);
  CHECK(result.alpha == 1);
  CHECK(result.iterations == 0);
}

TEST_CASE("SearchLine: a kink before the full step -> the slope's root") {
  // Curvature 1 before 0.3 and 1e6 after it: Newton alone would bounce.
  const auto sample = [](double a) {
    const double over = std::max(a - 0.3, 0.0);
    return Line::LineSample{-a + a * a / 2 + 0.5e6 * over * over,
                            -1 + a + 1e6 * over, a > 0.3 ? 1e6 : 1.0};
  };
  Line line(sample);
  const LineSearchResult result =
      SearchLine({0, -1, 1}, LineSearchStart::kCubic, &line);
  CHECK(std::abs(sample(result.alpha).slope) <= 1e-3);
  CHECK(result.iterations > 0);
  CHECK(result.iterations < 20);
}

TEST_CASE("SearchLine: every start -> the slope's root") {
  // Slope -1 + a + 4 a^3, with its root at 1/2.
  const auto sample = [](double a) {
    return Line::LineSample{-a + a * a / 2 + std::pow(a, 4),
                            -1 + a + 4 * std::pow(a, 3), 1 + 12 * a * a};
  };
  for (LineSearchStart where :
       {LineSearchStart::kCubic, LineSearchStart::kQuadratic,
        LineSearchStart::kUnit}) {
    Line line(sample);
    const LineSearchResult result = SearchLine({0, -1, 1}, where, &line);
    CHECK(result.alpha == Approx(0.5).margin(1e-3));
    CHECK(result.iterations >= 1);
  }
}

TEST_CASE(
    "SearchLine: cubic, quadratic, unit start -> the first point of each") {
  // l = -a + 2 a^2 + a^3: slope -1 + 4 a + 3 a^2, 6 at 1; curvature 4 and 10.
  double first = -1;
  const auto sample = [&](double a) {
    if (a > 0 && a < 1 && first < 0) first = a;
    return Line::LineSample{-a + 2 * a * a + a * a * a, -1 + 4 * a + 3 * a * a,
                            4 + 6 * a};
  };
  const auto look = [&](LineSearchStart where) {
    first = -1;
    Line line(sample);
    SearchLine({0, -1, 4}, where, &line);
    return first;
  };
  CHECK(look(LineSearchStart::kCubic) ==
        Approx((std::sqrt(28.0) - 4) / 6).epsilon(1e-12));
  CHECK(look(LineSearchStart::kQuadratic) == Approx(0.25));
  CHECK(look(LineSearchStart::kUnit) == Approx(1 - 6.0 / 10));
}

TEST_CASE("SearchLine: values of NaN -> not finite") {
  Line line([](double) {
    return Line::LineSample{std::nan(""), std::nan(""), 1};
  });
  CHECK_FALSE(SearchLine({0, -1, 1}, LineSearchStart::kCubic, &line).finite);
}

}  // namespace
}  // namespace tactus::solvers
