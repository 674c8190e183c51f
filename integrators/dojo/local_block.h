#pragma once

#include "tactus/solvers/interior_point/scaling.h"
#include "tactus/solvers/small_lu.h"

namespace tactus::integrators {

/// Unknowns that meet all others by few numbers: an unknown of x, or none, and
/// a run of z, at most six, with their rows of E and g. With motions y, which
/// the velocities make, and forces f on them, Newton's equations of their rows
///
///     B l + G y = r,    f = H l,    B with W^2 on z,
///
/// give l = B^-1 (r - G y), and what is left of them beside y is
///
///     f = H B^-1 r - H B^-1 G y.
class LocalBlock {
 public:
  static constexpr int kMost = solvers::SmallLu::kMost;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMost, 1>;
  using Square =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;

  /// @param x  of the unknown's, -1: none.
  /// @param z  where the run starts; `first_cone` is the cone there.
  void Reset(int x, int z, int num_z, int first_cone, int num_cones);

  int size() const { return num_z_ + first_z(); }
  /// Of z within l.
  int first_z() const { return x_ < 0 ? 0 : 1; }
  /// B without W^2, to be set.
  Square& matrix() { return matrix_; }

  [[nodiscard]] bool Factorize(const solvers::NesterovToddScaling& scaling);
  /// columns <- B^-1 columns.
  void Solve(Eigen::Ref<MatrixXd> columns) const { factor_.Solve(columns); }

  /// l, or its rows, of vectors like x or E, and z or g; and back.
  void Gather(const VectorXd& of_x, const VectorXd& of_z, Vector* l) const;
  void Scatter(const Vector& l, VectorXd* to_x, VectorXd* to_z) const;
  /// g of own rows += (B l), and E of the own row, without W^2.
  void AddProduct(const Vector& l, VectorXd* g) const;
  void AddXProduct(const Vector& l, VectorXd* E) const;
  /// g of own rows += `rows`.
  void AddRows(const Vector& rows, VectorXd* g) const;

 private:
  int x_ = -1, z_{}, num_z_{}, first_cone_{}, num_cones_{};
  Square matrix_;
  solvers::SmallLu factor_;
};

}  // namespace tactus::integrators
