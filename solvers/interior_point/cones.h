#pragma once

#include <vector>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// A product of cones, each a run of entries of one vector: of size 1, the
/// non-negative numbers; of size n > 1, the second-order cone
///
///     x_0 >= |(x_1, ..., x_(n-1))|.
///
/// With its product, which on one second-order cone is
///
///     a o b = (a'b, a_0 b_ + b_0 a_),    a_ = (a_1, ..., a_(n-1)),
///
/// and its neutral element e = (1, 0, ..., 0), s o z = 0 for s and z in the
/// cone is complementarity ([Howell22] (36)-(39)).
class ConeProduct {
 public:
  void clear() {
    starts_.clear();
    sizes_.clear();
    size_ = 0;
  }
  /// Appends a cone; returns where it starts.
  int Add(int size);

  int size() const { return size_; }
  int num_cones() const { return static_cast<int>(starts_.size()); }
  int start(int cone) const { return starts_[cone]; }
  int size(int cone) const { return sizes_[cone]; }
  /// linear(cone, start) of each of size 1, and second_order(cone, start, size)
  /// of each other: with friction's 3 as a constant, or small sums would be
  /// loops.
  template <class Linear, class SecondOrder>
  void ForEach(const Linear& linear, const SecondOrder& second_order) const {
    for (int c = 0; c < num_cones(); ++c) {
      switch (const int n = size(c)) {
        case 1:
          linear(c, starts_[c]);
          break;
        case 3:
          second_order(c, starts_[c], Eigen::fix<3>);
          break;
        default:
          second_order(c, starts_[c], n);
      }
    }
  }

  /// e, cone by cone.
  void SetNeutral(double scale, VectorXd* x) const;
  void Multiply(const VectorXd& a, const VectorXd& b, VectorXd* product) const;
  /// b of a o b = product. @pre a is inside.
  void Divide(const VectorXd& product, const VectorXd& a, VectorXd* b) const;
  /// Moves eigenvalues, x of an entry and x_0 +- |x_| of a second-order cone,
  /// to the nearest of [lower, upper].
  void ClampEigenvalues(double lower, double upper, VectorXd* x) const;

  /// Shares of the step dx that keep x in the cone, at most 1: the largest
  /// alpha with x + alpha dx / tau inside, tau by kind of cone. @pre x is
  /// inside.
  double CalcStep(const VectorXd& x, const VectorXd& dx, double tau_linear,
                  double tau_second_order) const;

 private:
  std::vector<int> starts_, sizes_;  ///< By cone.
  int size_ = 0;
};

}  // namespace tactus::solvers
