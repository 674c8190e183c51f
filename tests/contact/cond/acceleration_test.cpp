#include "tactus/contact/cond/acceleration.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

void Advance(Accelerator* accelerator, const VectorXd& beta, const VectorXd& w,
             const VectorXd& w_before, VectorXd* y, VectorXd* y_before) {
  accelerator->Choose(accelerator->CalcSums(beta, w, w_before, *y, *y_before));
  accelerator->Advance(w, w_before, *y, *y_before);
}

/// w = y - (A y - b) / beta, a fixed point at A^-1 b, of a chain of springs.
struct Chain {
  explicit Chain(int n)
      : A(MatrixXd::Zero(n, n)),
        b(VectorXd::LinSpaced(n, 1, 2)),
        beta(VectorXd::LinSpaced(n, 5, 8)) {
    for (int i = 0; i < n; ++i) {
      A(i, i) = 2.05;
      if (i > 0) A(i, i - 1) = A(i - 1, i) = -1;
    }
  }
  VectorXd Map(const VectorXd& y) const {
    return y - (A * y - b).cwiseQuotient(beta);
  }
  /// How many maps bring |A y - b| below 1e-8 |b|.
  int Count(Acceleration kind) const {
    Accelerator accelerator(kind);
    VectorXd y = VectorXd::Zero(b.size()), y_before = y, w = y, w_before = y;
    for (int i = 1; i < 20000; ++i) {
      w_before = w;
      w = Map(y);
      if ((A * y - b).norm() < 1e-8 * b.norm()) {
        CHECK((y - A.llt().solve(b)).norm() < 1e-6 * b.norm());
        return i;
      }
      Advance(&accelerator, beta, w, w_before, &y, &y_before);
    }
    return 20000;
  }
  MatrixXd A;
  VectorXd b, beta;
};

// The second step knows the curvature of all there is: it is Newton's.
TEST_CASE("Accelerator: Barzilai-Borwein in one dimension -> exact in two") {
  Accelerator accelerator(Acceleration::kBarzilaiBorwein);
  const VectorXd beta = VectorXd::Constant(1, 10);
  const auto map = [&](const VectorXd& y) -> VectorXd {
    return y - (2 * y - VectorXd::Constant(1, 6)) / 10;
  };
  VectorXd y = VectorXd::Zero(1), y_before = y, w_before = y;
  VectorXd w = map(y);
  Advance(&accelerator, beta, w, w_before, &y, &y_before);
  CHECK(y[0] == Approx(0.6));
  w_before = w;
  w = map(y);
  Advance(&accelerator, beta, w, w_before, &y, &y_before);
  CHECK(y[0] == Approx(3).epsilon(1e-12));
}

// Two eigenvalues, in the metric of beta: both quotients lie between 1 / 4 and
// 1, by hand, for s along one eigenvector and along the mean of both.
TEST_CASE("Accelerator: Barzilai-Borwein's two steps -> long, then short") {
  Accelerator accelerator(Acceleration::kBarzilaiBorwein);
  const VectorXd beta = Vector2d(2, 2), lambda = Vector2d(1, 0.25);
  const auto map = [&](const VectorXd& y) -> VectorXd {
    return y - lambda.cwiseProduct(y);
  };
  VectorXd y = Vector2d(1, 1), y_before = y, w_before = y, w = map(y);
  for (int step = 0; step < 3; ++step) {
    const VectorXd s = y - y_before, z = lambda.cwiseProduct(s);
    const double tau = step == 0   ? 1
                       : step == 1 ? s.dot(s) / s.dot(z)
                                   : s.dot(z) / z.dot(z);
    const VectorXd expected = y + tau * (w - y);
    Advance(&accelerator, beta, w, w_before, &y, &y_before);
    CHECK((y - expected).norm() < 1e-12);
    w_before = w;
    w = map(y);
  }
}

TEST_CASE("Accelerator: a chain of springs -> one end, in fewer steps") {
  const Chain chain(40);
  const int none = chain.Count(Acceleration::kNone);
  CHECK(none < 20000);
  for (const Acceleration kind :
       {Acceleration::kChebyshev, Acceleration::kNesterov,
        Acceleration::kBarzilaiBorwein}) {
    const int count = chain.Count(kind);
    INFO(static_cast<int>(kind) << ": " << count << " of " << none);
    CHECK(2 * count < none);
  }
}

// What rests goes on resting, however many iterations there are, and what is
// pushed then moves on.
TEST_CASE("Accelerator: iterates that repeat -> kept, and finite ever after") {
  const Chain chain(3);
  const VectorXd rest = chain.A.llt().solve(chain.b);
  for (const Acceleration kind :
       {Acceleration::kNone, Acceleration::kChebyshev, Acceleration::kNesterov,
        Acceleration::kBarzilaiBorwein}) {
    INFO(static_cast<int>(kind));
    Accelerator accelerator(kind);
    VectorXd y = rest, y_before = y, w = y, w_before = y;
    for (int i = 0; i < 400; ++i) {
      Advance(&accelerator, chain.beta, w, w_before, &y, &y_before);
      REQUIRE(y == rest);
    }
    y += VectorXd::Constant(3, 0.1);
    for (int i = 0; i < 2000; ++i) {
      w_before = w;
      w = chain.Map(y);
      Advance(&accelerator, chain.beta, w, w_before, &y, &y_before);
      REQUIRE(y.allFinite());
    }
    CHECK((y - rest).norm() < 1e-9);
  }
}

}  // namespace
}  // namespace tactus::contact
