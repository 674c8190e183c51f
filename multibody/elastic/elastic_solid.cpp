#include "tactus/multibody/elastic/elastic_solid.h"

#include <cmath>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include "tactus/common/require.h"
#include "tactus/multibody/elastic/apparent_strain.h"
#include "tactus/multibody/elastic/stretch_rate.h"

namespace tactus::multibody {
namespace {

using Matrix63d = Eigen::Matrix<double, 6, 3>;

// Lame's constants on (xx, yy, zz, yz, zx, xy), shear doubled:
// lambda = E nu / ((1 + nu)(1 - 2 nu)),  mu = E / (2 (1 + nu)).
Matrix6d MakeElasticity(const ElasticMaterial& material) {
  const double E = material.youngs_modulus, nu = material.poissons_ratio;
  const double lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  const double mu = E / (2 * (1 + nu));
  Matrix6d C = Matrix6d::Zero();
  C.topLeftCorner<3, 3>().setConstant(lambda);
  C.diagonal().head<3>().array() += 2 * mu;
  C.diagonal().tail<3>().setConstant(mu);
  return C;
}

Vector6d CalcStrain(const Matrix3d& S) {
  Vector6d e;
  e << S.diagonal().array() - 1, S(1, 2) + S(2, 1), S(0, 2) + S(2, 0),
      S(0, 1) + S(1, 0);
  return e;
}

Matrix3d ToTensor(const Vector6d& s) {
  Matrix3d stress;
  stress << s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2];
  return stress;
}

// d voigt(sym(A)) / da of A = a g'
Matrix63d CalcSymmetricPart(const Vector3d& g) {
  Matrix63d B;
  B << g.x(), 0, 0, 0, g.y(), 0, 0, 0, g.z(), 0, g.z(), g.y(), g.z(), 0, g.x(),
      g.y(), g.x(), 0;
  return B;
}

// Newton's iteration for the orthogonal factor, X <- (X + X^-T) / 2, which
// converges quadratically to that of the same determinant's sign [Higham86].
Matrix3d CalcPolar(const Matrix3d& F) {
  Matrix3d X = F;
  for (int i = 0; i < 30; ++i) {
    Matrix3d cofactors;
    cofactors << X.col(1).cross(X.col(2)), X.col(2).cross(X.col(0)),
        X.col(0).cross(X.col(1));
    const Matrix3d next = (X + cofactors / X.col(0).dot(cofactors.col(0))) / 2;
    const double change = (next - X).squaredNorm();
    X = next;
    if (change < 1e-17) break;  // The next one would be its square.
  }
  return X;
}

// d with K <= diag(d_k 1), K of four nodes: d = c s, with s_k the mean of
// K_kk's diagonal and c the largest eigenvalue of s^-1/2 K s^-1/2.
Eigen::Vector4d BoundByDiagonal(const ElasticSolid::Matrix12d& K) {
  Eigen::Vector4d s;
  for (int k = 0; k < 4; ++k) s[k] = K.block<3, 3>(3 * k, 3 * k).trace() / 3;
  const ElasticSolid::Vector12d scale =
      s.cwiseSqrt().cwiseInverse().transpose().replicate<3, 1>().reshaped();
  const ElasticSolid::Matrix12d scaled =
      scale.asDiagonal() * K * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<ElasticSolid::Matrix12d> solver(
      scaled, Eigen::EigenvaluesOnly);
  return (1 + 1e-12) * solver.eigenvalues()[11] * s;
}

}  // namespace

void RequireValid(const ElasticMaterial& material) {
  const auto is_positive = [](double x) {
    return std::isfinite(x) && x > 0;
  };
  Require(is_positive(material.youngs_modulus),
          "Young's modulus must be positive");
  Require(material.poissons_ratio > -1 && material.poissons_ratio < 0.5,
          "Poisson's ratio must lie between -1 and 1/2");
  Require(is_positive(material.density), "the density must be positive");
  Require(std::isfinite(material.damping) && material.damping >= 0,
          "the damping must not be negative");
}

Matrix3d CalcRotation(const Matrix3d& F) {
  const double det = F.determinant();
  const double square = F.squaredNorm() / 3;
  if (det > 1e-3 * square * std::sqrt(square)) return CalcPolar(F);
  const Eigen::JacobiSVD<Matrix3d> svd(
      F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3d U = svd.matrixU();
  if (U.determinant() * svd.matrixV().determinant() < 0) U.col(2) *= -1;
  return U * svd.matrixV().transpose();
}

// With D = [b - a, c - a, d - a]: the rows of D^-1 are the gradients of the
// coordinates of b, c, d, and all four add up to zero.
ElasticSolid::ElasticSolid(TetrahedralMesh mesh,
                           const ElasticMaterial& material)
    : mesh_(std::move(mesh)),
      material_(material),
      C_(MakeElasticity(material)),
      masses_(VectorXd::Zero(num_nodes())) {
  RequireValid(material);
  RequireValid(mesh_);
  for (std::size_t i = 0; i < mesh_.tetrahedra.size(); ++i) {
    const auto& t = mesh_.tetrahedra[i];
    Matrix3d D;
    for (int k = 0; k < 3; ++k)
      D.col(k) = mesh_.nodes[t[k + 1]] - mesh_.nodes[t[0]];
    Rest rest{.volume = D.determinant() / 6, .gradients = {}};
    rest.gradients.rightCols<3>() = D.inverse().transpose();
    rest.gradients.col(0) = -rest.gradients.rightCols<3>().rowwise().sum();
    const Matrix3d I = Matrix3d::Identity();
    rest.stiffness_bound =
        BoundByDiagonal(CalcStiffness(rest, I, CalcStretchRate(I)));
    rest_.push_back(rest);
    for (const int node : t)
      masses_[node] += material.density * rest.volume / 4;
  }
}

VectorXd ElasticSolid::MakeRestPositions() const {
  VectorXd x(3 * num_nodes());
  for (int i = 0; i < num_nodes(); ++i) x.segment<3>(3 * i) = mesh_.nodes[i];
  return x;
}

// F = sum of x_k g_k'
Matrix3d ElasticSolid::CalcDeformationGradient(const VectorRef& x,
                                               int tetrahedron) const {
  const auto& t = mesh_.tetrahedra[tetrahedron];
  Matrix34d corners;
  for (int k = 0; k < 4; ++k) corners.col(k) = x.segment<3>(3 * t[k]);
  return corners * rest_[tetrahedron].gradients.transpose();
}

double ElasticSolid::CalcEnergy(const VectorRef& x) const {
  double energy = 0;
  for (int i = 0; i < num_tetrahedra(); ++i) {
    const Matrix3d F = CalcDeformationGradient(x, i);
    const Vector6d e = CalcStrain(CalcRotation(F).transpose() * F);
    energy += rest_[i].volume / 2 * e.dot(C_ * e);
  }
  return energy;
}

// V B_k' s = V R sigma g_k, by columns: sigma : sym([w] S) = 0.
ElasticSolid::Matrix34d ElasticSolid::CalcForces(const Rest& rest,
                                                 const Matrix3d& F,
                                                 const Matrix3d& R) const {
  const Matrix3d stress = ToTensor(C_ * CalcStrain(R.transpose() * F));
  return rest.volume * R * stress * rest.gradients;
}

// B_k, of A = R' Fdot = sum of R' v_k g_k', whose ax is g x R' v.
ElasticSolid::Matrix6x12d ElasticSolid::CalcStrainRate(
    const Rest& rest, const Matrix3d& R, const StretchRate& rate) {
  Matrix6x12d B;
  for (int k = 0; k < 4; ++k) {
    const Vector3d g = rest.gradients.col(k);
    B.middleCols<3>(3 * k) =
        (CalcSymmetricPart(g) - rate.of_turn * CrossMatrix(g)) * R.transpose();
  }
  return B;
}

// V B_k' C B_l
ElasticSolid::Matrix12d ElasticSolid::CalcStiffness(
    const Rest& rest, const Matrix3d& R, const StretchRate& rate) const {
  const Matrix6x12d B = CalcStrainRate(rest, R, rate);
  const Matrix6x12d CB = rest.volume * C_ * B;
  return B.transpose() * CB;
}

void ElasticSolid::AddGradient(const VectorRef& x, VectorXd* gradient) const {
  for (int i = 0; i < num_tetrahedra(); ++i) {
    const Matrix3d F = CalcDeformationGradient(x, i);
    const Matrix34d forces = CalcForces(rest_[i], F, CalcRotation(F));
    for (int k = 0; k < 4; ++k)
      gradient->segment<3>(3 * mesh_.tetrahedra[i][k]) += forces.col(k);
  }
}

// With Lame's constants, lambda (tr Sdot)^2 + 2 mu |Sdot|^2 grows by the share
// by which |Sdot_ij| does, 1 + asymmetry^2; where lambda < 0, by mu's part
// alone, of which up to a third is left.
void ElasticSolid::CalcElement(const VectorRef& x, int tetrahedron,
                               Vector12d* gradient, Matrix12d* K,
                               Eigen::Vector4d* bound) const {
  const Rest& rest = rest_[tetrahedron];
  const Matrix3d F = CalcDeformationGradient(x, tetrahedron);
  const Matrix3d R = CalcRotation(F);
  const StretchRate rate = CalcStretchRate(R.transpose() * F);
  *gradient = CalcForces(rest, F, R).reshaped();
  *K = CalcStiffness(rest, R, rate);
  const double share = material_.poissons_ratio < 0 ? 3 : 1;
  *bound = (1 + share * rate.asymmetry * rate.asymmetry) * rest.stiffness_bound;
}

void ElasticSolid::CalcTurning(const VectorRef& x, const VectorRef& v, double h,
                               int tetrahedron, Vector12d* gradient) const {
  const Rest& rest = rest_[tetrahedron];
  const Matrix3d F = CalcDeformationGradient(x, tetrahedron);
  const Matrix3d Fdot = CalcDeformationGradient(v, tetrahedron);
  const Matrix3d R = CalcRotation(F);
  const Matrix3d q = CalcApparentStrain(F, R, h * Fdot);
  const Vector6d stress = C_ * CalcStrain(q + Matrix3d::Identity());
  *gradient =
      -(1 + material_.damping / h) * rest.volume *
      (CalcStrainRate(rest, R, CalcStretchRate(R.transpose() * F)).transpose() *
       stress);
}

Eigen::SparseMatrix<double> ElasticSolid::MakeStiffness(
    const VectorRef& x) const {
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(144 * mesh_.tetrahedra.size());
  for (int i = 0; i < num_tetrahedra(); ++i) {
    const Matrix3d F = CalcDeformationGradient(x, i);
    const Matrix3d R = CalcRotation(F);
    const Matrix12d K =
        CalcStiffness(rest_[i], R, CalcStretchRate(R.transpose() * F));
    const auto dof = [&](int k) {
      return 3 * mesh_.tetrahedra[i][k / 3] + k % 3;
    };
    for (int k = 0; k < 12; ++k) {
      for (int l = 0; l < 12; ++l)
        triplets.emplace_back(dof(k), dof(l), K(k, l));
    }
  }
  Eigen::SparseMatrix<double> stiffness(x.size(), x.size());
  stiffness.setFromTriplets(triplets.begin(), triplets.end());
  return stiffness;
}

int ElasticSolid::FindInverted(const VectorRef& x) const {
  for (int i = 0; i < num_tetrahedra(); ++i) {
    // Negated, so that what is not a number counts.
    if (!(CalcDeformationGradient(x, i).determinant() > 0)) return i;
  }
  return -1;
}

}  // namespace tactus::multibody
