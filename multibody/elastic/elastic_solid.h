#pragma once

#include <vector>

#include <Eigen/SparseCore>

#include "tactus/common/types.h"
#include "tactus/multibody/elastic/tetrahedral_mesh.h"

namespace tactus::multibody {

/// Isotropic and linear in the strain.
struct ElasticMaterial {
  double youngs_modulus = 1e6;  ///< E [Pa]
  /// nu, in (-1, 1/2); linear tetrahedra lock above 0.45.
  double poissons_ratio = 0.3;
  double density = 1000;  ///< [kg/m^3]
  double damping = 0;     ///< Of the stiffness, B = damping K [s].
};

/// @throws std::invalid_argument, naming the property, for values out of range.
void RequireValid(const ElasticMaterial& material);

/// A solid of co-rotational linear tetrahedra with lumped mass, the elements of
/// COND [Lee22]. Of each tetrahedron with nodes x_k, the
/// gradients g_k of their barycentric coordinates at rest and volume V,
///
///     F = sum of x_k g_k'                        deformation gradient
///     R = polar(F)                               its rotation, det R = 1
///     e = voigt(sym(R' F) - 1)                   strain, shear doubled
///     U = V/2 e' C e,  C = C(E, nu)              strain energy [J]
///     dU/dx_k = V B_k' s,  B_k = B(g_k) R',  s = C e   exact, for R' F is
///                symmetric and shares its axes with the stress
///     K_kl = V B_k' C B_l                        with R held: Gauss-Newton's,
///                symmetric and positive semidefinite
///
/// Positions are stacked, x = (x_0, y_0, z_0, x_1, ...).
class ElasticSolid {
 public:
  using Matrix12d = Eigen::Matrix<double, 12, 12>;
  using Vector12d = Eigen::Matrix<double, 12, 1>;

  /// At rest as `mesh` is.
  /// @throws std::invalid_argument, see RequireValid().
  ElasticSolid(TetrahedralMesh mesh, const ElasticMaterial& material);

  const TetrahedralMesh& mesh() const { return mesh_; }
  const ElasticMaterial& material() const { return material_; }
  int num_nodes() const { return static_cast<int>(mesh_.nodes.size()); }
  int num_tetrahedra() const { return static_cast<int>(rest_.size()); }
  /// By node, a quarter of each of its tetrahedra's [kg].
  const VectorXd& masses() const { return masses_; }
  VectorXd MakeRestPositions() const;

  /// U [J].
  double CalcEnergy(const VectorRef& x) const;
  /// gradient <- gradient + dU/dx [N].
  void AddGradient(const VectorRef& x, VectorXd* gradient) const;
  /// dU/dx of one tetrahedron alone [N], and its K [N/m], its nodes in the
  /// mesh's order.
  void CalcElement(const VectorRef& x, int tetrahedron, Vector12d* gradient,
                   Matrix12d* K) const;
  /// What a turn adds to the gradient [N]. An implicit step from x with R held
  /// sees strain and its rate at the end,
  ///
  ///     sym(R' F1) - 1,   sym(R' (F1 - F)) / h,
  ///
  /// and takes a turn by theta for a shrinking by
  ///
  ///     q = voigt(sym(exp(theta)) - 1),
  ///
  /// about theta^2 / 2, which is to be no strain: the gradient of one
  /// tetrahedron is larger by -(1 + damping / h) V B_k' C q. Else the solid
  /// swells until that is made up for. It is taken to turn as in the step of
  /// length h before, whose chords are h v at x: with Rdot = R [w], sin |theta|
  /// = h |w|.
  void CalcTurning(const VectorRef& x, const VectorRef& v, double h,
                   int tetrahedron, Vector12d* gradient) const;
  /// One by node of a tetrahedron, with K - diag(bound_k 1) negative
  /// semidefinite whatever the positions: K's eigenvalues do not depend on R
  /// [N/m].
  const Eigen::Vector4d& stiffness_bound(int tetrahedron) const {
    return rest_[tetrahedron].stiffness_bound;
  }
  /// K of all.
  Eigen::SparseMatrix<double> MakeStiffness(const VectorRef& x) const;
  /// The first tetrahedron with det F <= 0, or -1.
  int FindInverted(const VectorRef& x) const;

 private:
  using Matrix34d = Eigen::Matrix<double, 3, 4>;
  struct Rest {
    double volume{};
    Matrix34d gradients;  ///< g_k by columns.
    Eigen::Vector4d stiffness_bound = Eigen::Vector4d::Zero();
  };

  Matrix34d CalcForces(const Rest& rest, const Matrix3d& F,
                       const Matrix3d& R) const;
  Matrix12d CalcStiffness(const Rest& rest, const Matrix3d& R) const;
  Matrix3d CalcDeformationGradient(const VectorRef& x, int tetrahedron) const;

  TetrahedralMesh mesh_;
  ElasticMaterial material_;
  Matrix6d C_;
  std::vector<Rest> rest_;
  VectorXd masses_;
};

/// The rotation R nearest to F, F = R S with S symmetric. Where det F < 0, S
/// has one negative eigenvalue, F's smallest singular value.
Matrix3d CalcRotation(const Matrix3d& F);

}  // namespace tactus::multibody
