#pragma once

#include <vector>

#include <Eigen/SparseCore>

#include "tactus/common/types.h"
#include "tactus/multibody/elastic/tetrahedral_mesh.h"

namespace tactus::multibody {

struct StretchRate;

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
///     B_k = de/dx_k                              with what turns R
///                (stretch_rate.h)
///     dU/dx_k = V B_k' s,  s = C e               R' F shares its axes with the
///                stress: R may be held here
///     K_kl = V B_k' C B_l                        Gauss-Newton's, symmetric and
///                positive semidefinite
///     damping K v                                the force of damping, with
///                the stress damping C de/dt
///
/// K has no force for what only turns, however strained, and neither force nor
/// moment at all, as internal forces are.
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
  /// dU/dx of one tetrahedron alone [N], its K [N/m], its nodes in the mesh's
  /// order, and by node a bound with K - diag(bound_k 1) negative semidefinite
  /// [N/m].
  void CalcElement(const VectorRef& x, int tetrahedron, Vector12d* gradient,
                   Matrix12d* K, Eigen::Vector4d* bound) const;
  /// What a turn adds to the gradient [N]. An implicit step from x with B held
  /// sees strain and its rate at the end,
  ///
  ///     e + B (x1 - x),   B (x1 - x) / h,
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
  /// K of all.
  Eigen::SparseMatrix<double> MakeStiffness(const VectorRef& x) const;
  /// The first tetrahedron with det F <= 0, or -1.
  int FindInverted(const VectorRef& x) const;

 private:
  using Matrix34d = Eigen::Matrix<double, 3, 4>;
  using Matrix6x12d = Eigen::Matrix<double, 6, 12>;
  struct Rest {
    double volume{};
    Matrix34d gradients;  ///< g_k by columns.
    /// At rest, whatever the rotation.
    Eigen::Vector4d stiffness_bound = Eigen::Vector4d::Zero();
  };

  Matrix34d CalcForces(const Rest& rest, const Matrix3d& F,
                       const Matrix3d& R) const;
  static Matrix6x12d CalcStrainRate(const Rest& rest, const Matrix3d& R,
                                    const StretchRate& rate);
  Matrix12d CalcStiffness(const Rest& rest, const Matrix3d& R,
                          const StretchRate& rate) const;
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
