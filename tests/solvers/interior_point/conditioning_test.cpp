#include "tactus/solvers/interior_point/conditioning.h"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "tactus/solvers/interior_point/dense_problem.h"

namespace tactus::solvers {
namespace {

// a_i x_i = z_i with s_i = x_i: equations that do not know of each other.
class Apart final : public DenseProblem {
 public:
  explicit Apart(const Vector2d& a) : a_(a) {
    cones_.Add(1);
    cones_.Add(1);
  }
  const ConeProduct& cones() const override { return cones_; }
  void CalcDense(const VectorXd& x, const VectorXd& z, bool,
                 DensePoint* point) override {
    point->E = a_.cwiseProduct(x) - z;
    point->g = x;
    point->E_x = a_.asDiagonal();
    point->E_z = -MatrixXd::Identity(2, 2);
    point->g_x = MatrixXd::Identity(2, 2);
    point->g_z = MatrixXd::Zero(2, 2);
  }

 private:
  Vector2d a_;
  ConeProduct cones_;
};

// Singular values of [a, -1; 1, w]: their squares add up to a^2 + 2 + w^2, and
// their product is a w + 1.
Vector2d SingularValues(double a, double w) {
  const double sum = a * a + 2 + w * w, product = a * w + 1;
  const double root = std::sqrt(sum * sum / 4 - product * product);
  return {std::sqrt(sum / 2 + root), std::sqrt(sum / 2 - root)};
}

// Of [a, -1, 0; 1, 0, -1; 0, s, z], smallest first.
Vector3d SingularValues(double a, double s, double z) {
  Matrix3d A;
  A << a, -1, 0, 1, 0, -1, 0, s, z;
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(A.transpose() * A)
      .eigenvalues()
      .cwiseSqrt();
}

// W^2 = s / z = (1 / 4, 9), so that K_x = diag(a_1 + 4, a_2 + 1 / 9).
TEST_CASE("Conditioning: two equations apart -> closed form") {
  Apart problem({3, 5});
  VectorXd x = Vector2d(0.5, 3), s = x, z = Vector2d(2, 1.0 / 3);
  NesterovToddScaling scaling;
  scaling.Set(problem.cones(), s, z);
  ComplementarityProblem::Point point;
  problem.Calc(x, z, &point);
  REQUIRE(problem.Factorize(scaling));
  const Conditioning conditioning =
      CalcConditioning(2, scaling, z, s, &problem);
  CHECK(conditioning.primal == Approx((3 + 4.0) / (5 + 1.0 / 9)));
  const Vector2d first = SingularValues(3, 0.25), second = SingularValues(5, 9);
  CHECK(conditioning.primal_dual ==
        Approx(std::max(first[0], second[0]) / std::min(first[1], second[1])));
  const Vector3d one = SingularValues(3, 0.5, 2);
  const Vector3d other = SingularValues(5, 3, 1.0 / 3);
  CHECK(conditioning.full ==
        Approx(std::max(one[2], other[2]) / std::min(one[0], other[0])));
}

}  // namespace
}  // namespace tactus::solvers
