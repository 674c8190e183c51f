#pragma once

#include "tactus/integrators/dojo/contact_gap.h"
#include "tactus/integrators/dojo/local_block.h"

namespace tactus::integrators {

enum class FrictionCone {
  kExact,   ///< Coulomb's, a second-order cone.
  kLinear,  ///< A pyramid of four facets along t1 and t2.
  kNone,    ///< No friction.
};

/// Directions of the pyramid's facets, a column each, along (t1, t2).
Eigen::Matrix<double, 2, 4> PyramidFacets();

/// What a contact adds to Newton's equations: wrenches W on A and B, about
/// their centres of mass at q2, by its unknowns l and by the poses y of A and B
/// at q3, and rows of its own,
///
///     dW = C dy + H dl,    B dl + G dy = r.
///
///   friction   l
///   exact      psi, gamma, (z_0, b1, b2)
///   linear     gamma, b1 ... b4, psi
///   none       gamma
class ContactBlock {
 public:
  using Square = Eigen::Matrix<double, 12, 12>;
  using Poses = Eigen::Matrix<double, 12, 1>;

  /// @param psi  the unknown of x of an exact cone; else -1.
  /// @param z    gamma's place; `first_cone` is its cone.
  /// @param moves_a, moves_b  whether poses of A and of B change.
  void Reset(FrictionCone cone, int psi, int z, int first_cone, bool moves_a,
             bool moves_b);

  /// B, G, H and C.
  /// @param impulse_W  on B [N s].
  void Calc(const ContactGap& gap, const Vector3d& impulse_W, double mu);

  /// C - H B^-1 G, of bodies that move, with W^2 in B. False: B has no inverse.
  [[nodiscard]] bool Condense(const solvers::NesterovToddScaling& scaling);
  const Square& condensed() const { return condensed_; }

  /// H B^-1 r.
  Poses CalcWrench(LocalBlock::Vector* r) const;
  /// l <- B^-1 (l - G y).
  void SolveLocal(const Poses& y, LocalBlock::Vector* l) const;
  /// dW, and G y.
  Poses MultiplyWrench(const LocalBlock::Vector& l, const Poses& y) const;
  LocalBlock::Vector MultiplyRows(const Poses& y) const;

  /// The same for columns, of the normal row and of slip along t1 and t2:
  /// wrenches -= H B^-1 r.
  void SubtractWrenches(
      const Eigen::RowVectorXd& gap_rates,
      const Eigen::Matrix<double, 2, Eigen::Dynamic>& slip,
      Eigen::Matrix<double, 12, Eigen::Dynamic>* wrenches) const;

  /// dW where mu gamma changes by `rate`: 0 without friction.
  Poses CalcFrictionRate(double rate) const;

  const LocalBlock& local() const { return local_; }

 private:
  using Rows =
      Eigen::Matrix<double, Eigen::Dynamic, 12, 0, LocalBlock::kMost, 12>;
  using Columns =
      Eigen::Matrix<double, 12, Eigen::Dynamic, 0, 12, LocalBlock::kMost>;

  FrictionCone cone_{};
  int first_{}, num_{};  ///< Of poses and wrenches that count.
  LocalBlock local_;
  Square C_, condensed_;
  Rows G_;
  Columns H_;
  ContactWrench wrench_;
};

}  // namespace tactus::integrators
