#pragma once

#include "tactus/integrators/dojo/contact_gap.h"
#include "tactus/integrators/dojo/coulomb_block.h"
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
///     dW = C dy + H P' dl,    B dl + P G dy = r,
///
/// with H and G by impulse and by motion along (t1, t2, n): gap and slip. P
/// puts these at their places among
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

  /// C - H (P' B^-1 P) G, of bodies that move, with W^2 in B. False: B has no
  /// inverse.
  [[nodiscard]] bool Condense(const solvers::NesterovToddScaling& scaling);
  const Square& condensed() const { return condensed_; }

  /// H P' B^-1 r, which becomes B^-1 r.
  Poses CalcWrench(LocalBlock::Vector* r) const;
  /// G y.
  Vector3d CalcMotion(const Poses& y) const;
  /// l <- B^-1 (l - P G y), by the motion G y.
  void SolveLocal(const Vector3d& motion, LocalBlock::Vector* l) const;
  /// dW, and P G y by the motion G y.
  Poses MultiplyWrench(const LocalBlock::Vector& l, const Poses& y) const;
  LocalBlock::Vector MultiplyRows(const Vector3d& motion) const;
  /// g of own rows += B l + P G y, without W^2, of vectors like x and z.
  void AddProduct(const VectorXd& of_x, const VectorXd& of_z,
                  const Vector3d& motion, VectorXd* g) const;

  /// wrenches -= H P' B^-1 P `rates`, of the slip along t1 and t2 and the gap.
  void SubtractWrenches(
      const Eigen::Matrix3Xd& rates,
      Eigen::Matrix<double, 12, Eigen::Dynamic>* wrenches) const;

  /// dW where mu gamma changes by `rate`: 0 without friction.
  Poses CalcFrictionRate(double rate) const;

  const LocalBlock& local() const { return local_; }

 private:
  /// r <- B^-1 r.
  void SolveOwn(LocalBlock::Vector* r) const;
  bool moves(int side) const { return side == 0 ? moves_a_ : moves_b_; }
  /// l += P u, and P' l.
  void Spread(const Vector3d& u, LocalBlock::Vector* l) const;
  Vector3d Collect(const LocalBlock::Vector& l) const;

  FrictionCone cone_{};
  bool moves_a_{}, moves_b_{};
  int psi_ = -1, z_{}, first_cone_{};
  double mu_{};
  LocalBlock local_;
  CoulombBlock coulomb_;  ///< Of an exact cone.
  Square C_, condensed_;
  Eigen::Matrix<double, 3, 12> G_;
  Eigen::Matrix<double, 12, 3> H_;
  Matrix3d inverse_;  ///< P' B^-1 P.
};

}  // namespace tactus::integrators
