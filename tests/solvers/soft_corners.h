#pragma once

#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

#include "tactus/solvers/convex_newton.h"

namespace tactus::solvers::test {

/// l(v) = 1/2 v'Av - r'v + sum_i c sqrt(1 + (v_i / w)^2): smooth, strictly
/// convex, with a curvature that changes by orders of magnitude over the width
/// w.
class SoftCorners final : public ConvexFunction {
 public:
  SoftCorners(MatrixXd A, VectorXd r, double c, double w)
      : A_(std::move(A)), r_(std::move(r)), c_(c), w_(w) {
    scale_ = A_.diagonal().cwiseSqrt().cwiseInverse();
  }

  const VectorXd& scale() const override { return scale_; }
  double scaled_linear_term() const override {
    return scale_.cwiseProduct(r_).norm();
  }
  const VectorXd* weights() const override {
    return weights_.size() == 0 ? nullptr : &weights_;
  }
  void set_weights(VectorXd weights) { weights_ = std::move(weights); }
  void MoveTo(const VectorXd& v, VectorXd* gradient) override {
    v_ = v;
    *gradient = Gradient(v_);
  }
  bool FactorizeHessian() override {
    MatrixXd H = A_;
    for (int i = 0; i < v_.size(); ++i) H(i, i) += Second(v_[i]);
    llt_.compute(H);
    factorized_ = llt_.info() == Eigen::Success;
    return factorized_;
  }
  bool has_factorization() const override { return factorized_; }
  void SolveHessian(const VectorXd& b, VectorXd* x) override {
    *x = llt_.solve(b);
  }
  void SetDirection(const VectorXd& p) override { p_ = p; }
  LineSample EvalLine(double alpha) override {
    const VectorXd at = v_ + alpha * p_;
    double curvature = p_.dot(A_ * p_);
    for (int i = 0; i < at.size(); ++i)
      curvature += Second(at[i]) * p_[i] * p_[i];
    return {Cost(at) - Cost(v_), Gradient(at).dot(p_), curvature};
  }
  void MoveAlong(double alpha, VectorXd* gradient) override {
    MoveTo(v_ + alpha * p_, gradient);
  }

  VectorXd Gradient(const VectorXd& v) const {
    VectorXd g = A_ * v - r_;
    for (int i = 0; i < v.size(); ++i)
      g[i] += c_ / w_ * (v[i] / w_) / std::hypot(1, v[i] / w_);
    return g;
  }

 private:
  double Cost(const VectorXd& v) const {
    double cost = 0.5 * v.dot(A_ * v) - r_.dot(v);
    for (int i = 0; i < v.size(); ++i) cost += c_ * std::hypot(1, v[i] / w_);
    return cost;
  }
  double Second(double x) const {
    return c_ / (w_ * w_) / std::pow(std::hypot(1, x / w_), 3);
  }

  MatrixXd A_;
  VectorXd r_, scale_, weights_, v_, p_;
  double c_, w_;
  Eigen::LLT<MatrixXd> llt_;
  bool factorized_ = false;
};

}  // namespace tactus::solvers::test
