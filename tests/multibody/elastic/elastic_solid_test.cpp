#include "tactus/multibody/elastic/elastic_solid.h"

#include <algorithm>
#include <random>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include "tactus/multibody/elastic/apparent_strain.h"

namespace tactus::multibody {
namespace {

Matrix3d MakeRotation() {
  return Eigen::AngleAxisd(1.3, Vector3d(1, -2, 0.5).normalized())
      .toRotationMatrix();
}

// A ball whose nodes lie in a turned and moved place, each off by up to
// `size` [m].
VectorXd MakeDisturbed(const ElasticSolid& solid, double size) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-size, size);
  VectorXd x = solid.MakeRestPositions();
  for (int i = 0; i < solid.num_nodes(); ++i) {
    const Vector3d noise(uniform(generator), uniform(generator),
                         uniform(generator));
    x.segment<3>(3 * i) =
        MakeRotation() * x.segment<3>(3 * i) + Vector3d(1, 2, 3) + noise;
  }
  return x;
}

VectorXd CalcGradient(const ElasticSolid& solid, const VectorXd& x) {
  VectorXd gradient = VectorXd::Zero(x.size());
  solid.AddGradient(x, &gradient);
  return gradient;
}

// x <- F x
void Deform(const Matrix3d& F, VectorXd* x) {
  for (Eigen::Index i = 0; i < x->size(); i += 3)
    x->segment<3>(i) = (F * x->segment<3>(i)).eval();
}

TEST_CASE("ElasticSolid: masses -> those of the volume") {
  const ElasticSolid solid(MakeBoxMesh({0.1, 0.2, 0.3}, {2, 3, 2}),
                           {.density = 700});
  CHECK(solid.masses().sum() == Approx(700 * 8 * 0.1 * 0.2 * 0.3));
  CHECK(solid.masses().minCoeff() > 0);
}

TEST_CASE("ElasticSolid: a rigid motion -> no energy and no force") {
  const ElasticSolid solid(MakeBallMesh(0.1, 3), {});
  const VectorXd x = MakeDisturbed(solid, 0);
  CHECK(solid.CalcEnergy(x) < 1e-20);
  CHECK(CalcGradient(solid, x).norm() < 1e-8);
}

TEST_CASE("ElasticSolid: the gradient -> central differences of the energy") {
  const ElasticSolid solid(MakeBallMesh(0.1, 2), {.poissons_ratio = 0.45});
  for (const double size : {1e-3, 1e-2}) {
    INFO(size);
    VectorXd x = MakeDisturbed(solid, size);
    REQUIRE(solid.FindInverted(x) < 0);
    const VectorXd gradient = CalcGradient(solid, x);
    VectorXd differences(x.size());
    const double step = 1e-7;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      VectorXd there = x;
      there[i] += step;
      const double above = solid.CalcEnergy(there);
      there[i] -= 2 * step;
      differences[i] = (above - solid.CalcEnergy(there)) / (2 * step);
    }
    CHECK((gradient - differences).norm() < 1e-6 * gradient.norm());
  }
}

TEST_CASE("ElasticSolid: internal forces -> neither force nor moment") {
  const ElasticSolid solid(MakeBallMesh(0.1, 3), {});
  const VectorXd x = MakeDisturbed(solid, 1e-2);
  const VectorXd gradient = CalcGradient(solid, x);
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  for (Eigen::Index i = 0; i < x.size(); i += 3) {
    force += gradient.segment<3>(i);
    moment += x.segment<3>(i).cross(gradient.segment<3>(i));
  }
  CHECK(gradient.norm() > 1);
  CHECK(force.norm() < 1e-10 * gradient.norm());
  CHECK(moment.norm() < 1e-10 * gradient.norm());
}

TEST_CASE("ElasticSolid: the stiffness -> symmetric, without negative modes") {
  const ElasticSolid solid(MakeBallMesh(0.1, 2), {});
  const MatrixXd K = solid.MakeStiffness(MakeDisturbed(solid, 1e-2));
  CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(K);
  CHECK(modes.eigenvalues().minCoeff() > -1e-10 * K.norm());
}

// K - diag(bound) has no positive eigenvalue, and at rest it is nearly
// singular: no bound of this shape is much smaller. Strained by tens of per
// cent, and inside out.
TEST_CASE("ElasticSolid: the bound of a stiffness -> above it, and close") {
  for (const double nu : {-0.6, 0.0, 0.4}) {
    const ElasticSolid solid(MakeBallMesh(0.1, 2), {.poissons_ratio = nu});
    for (const double size : {0.0, 0.01, 0.02, 0.05}) {
      const VectorXd x = MakeDisturbed(solid, size);
      REQUIRE((solid.FindInverted(x) >= 0) == (size > 0.03));
      for (int i = 0; i < solid.num_tetrahedra(); ++i) {
        ElasticSolid::Vector12d gradient;
        ElasticSolid::Matrix12d K;
        Eigen::Vector4d bound;
        solid.CalcElement(x, i, &gradient, &K, &bound);
        const double norm = K.norm();
        for (int k = 0; k < 4; ++k)
          K.diagonal().segment<3>(3 * k).array() -= bound[k];
        const double most =
            K.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
        CHECK(most < 1e-9 * norm);
        if (size == 0) CHECK(most > -1e-6 * norm);
      }
    }
  }
}

// Of K v, which damping has.
TEST_CASE("ElasticSolid: strained and turning -> no force of damping") {
  const ElasticSolid solid(MakeBallMesh(0.1, 3), {});
  const VectorXd x = MakeDisturbed(solid, 1e-2);
  REQUIRE(solid.FindInverted(x) < 0);
  VectorXd v = x;
  Deform(CrossMatrix(Vector3d(1, -2, 3)), &v);
  const auto K = solid.MakeStiffness(x);
  CHECK((K * v).norm() < 1e-12 * K.norm() * v.norm());
}

TEST_CASE("ElasticSolid: damping -> neither force nor moment, but power") {
  const ElasticSolid solid(MakeBallMesh(0.1, 3), {});
  const VectorXd x = MakeDisturbed(solid, 1e-2);
  const VectorXd v = MakeDisturbed(solid, 1) - x;
  const VectorXd Kv = solid.MakeStiffness(x) * v;
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  for (Eigen::Index i = 0; i < x.size(); i += 3) {
    force += Kv.segment<3>(i);
    moment += x.segment<3>(i).cross(Kv.segment<3>(i));
  }
  CHECK(v.dot(Kv) > 0.1 * v.norm() * Kv.norm());
  CHECK(force.norm() < 1e-12 * Kv.norm());
  CHECK(moment.norm() < 1e-12 * Kv.norm());
}

// Turned by h w = 0.77 rad, from x0 to x1: the force of the step, with its
// damping, is zero for the turn.
TEST_CASE("ElasticSolid: a rigid turn in a step -> neither strain nor rate") {
  constexpr double kStep = 0.02, kDamping = 0.07;
  const ElasticSolid solid(MakeBallMesh(0.1, 2),
                           {.poissons_ratio = 0.4, .damping = kDamping});
  const Vector3d w = Vector3d(20, 30, -15);
  const VectorXd x0 = MakeDisturbed(solid, 0);
  const Matrix3d turn =
      Eigen::AngleAxisd(kStep * w.norm(), w.normalized()).toRotationMatrix();
  VectorXd v = x0, x1 = x0;
  Deform((Matrix3d::Identity() - turn.transpose()) / kStep, &v);
  Deform(turn, &x1);
  const double size = solid.material().youngs_modulus * 0.1 * 0.1;
  for (int i = 0; i < solid.num_tetrahedra(); ++i) {
    ElasticSolid::Vector12d gradient, turning, change;
    ElasticSolid::Matrix12d K;
    Eigen::Vector4d bound;
    solid.CalcElement(x0, i, &gradient, &K, &bound);
    solid.CalcTurning(x0, v, kStep, i, &turning);
    for (int k = 0; k < 4; ++k) {
      const int node = solid.mesh().tetrahedra[i][k];
      change.segment<3>(3 * k) = (x1 - x0).segment<3>(3 * node);
    }
    const ElasticSolid::Vector12d force =
        gradient + turning + (1 + kDamping / kStep) * (K * change);
    CHECK(turning.norm() > 1e-3 * size);
    CHECK(force.norm() < 1e-12 * size);
  }
}

// F = R S and Fdot = R ([w] S + Sdot): only the rotation's rate counts, and its
// strain q of 1 acts by B' C as that of x + R q X.
TEST_CASE("ElasticSolid: stretched and stretching -> turns as its rotation") {
  const ElasticSolid solid(MakeBallMesh(0.1, 2), {.damping = 0.01});
  constexpr double kStep = 0.01;
  const Matrix3d R = MakeRotation(), W = CrossMatrix(Vector3d(10, -20, 5));
  const Matrix3d S = Vector3d(1.2, 0.9, 1.05).asDiagonal();
  Matrix3d Sdot;
  Sdot << 1, 2, 3, 2, -4, 5, 3, 5, 6;
  VectorXd x = solid.MakeRestPositions();
  VectorXd v = x, strain = x;
  Deform(R * S, &x);
  Deform(R * (W * S + Sdot), &v);
  Deform(R * CalcApparentStrain(R, R, kStep * R * W), &strain);
  for (int i = 0; i < solid.num_tetrahedra(); ++i) {
    ElasticSolid::Vector12d gradient, turning, change;
    ElasticSolid::Matrix12d K;
    Eigen::Vector4d bound;
    solid.CalcElement(x, i, &gradient, &K, &bound);
    solid.CalcTurning(x, v, kStep, i, &turning);
    for (int k = 0; k < 4; ++k)
      change.segment<3>(3 * k) =
          strain.segment<3>(3 * solid.mesh().tetrahedra[i][k]);
    const ElasticSolid::Vector12d expected = -(1 + 0.01 / kStep) * (K * change);
    CHECK(expected.norm() > 0);
    CHECK((turning - expected).norm() < 1e-10 * expected.norm());
  }
}

// By its definition, R'F symmetric with the eigenvalues of sqrt(F'F), also
// where F is nearly flat or inside out.
TEST_CASE("CalcRotation: stretched, flat and inverted -> R'F is symmetric") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    const Matrix3d F = Matrix3d::NullaryExpr(
        [&](Eigen::Index, Eigen::Index) { return uniform(generator); });
    const Matrix3d R = CalcRotation(F);
    CHECK((R.transpose() * R - Matrix3d::Identity()).norm() < 1e-12);
    CHECK(R.determinant() > 0);
    const Matrix3d S = R.transpose() * F;
    CHECK((S - S.transpose()).norm() < 1e-11);
    if (F.determinant() > 0)
      CHECK(S.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() >
            -1e-12);
  }
}

TEST_CASE("ElasticSolid: the stiffness at rest -> the Hessian of the energy") {
  const ElasticSolid solid(MakeBallMesh(0.1, 2), {});
  const VectorXd x = MakeDisturbed(solid, 0);
  const MatrixXd K = solid.MakeStiffness(x);
  MatrixXd hessian(x.size(), x.size());
  const double step = 1e-7;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const VectorXd e = step * VectorXd::Unit(x.size(), i);
    hessian.col(i) =
        (CalcGradient(solid, x + e) - CalcGradient(solid, x - e)) / (2 * step);
  }
  CHECK((K - hessian).norm() < 1e-6 * K.norm());
}

// Uniaxial stress E eps in every tetrahedron, however it lies and is turned: no
// force on inner nodes, and V/2 E eps^2.
TEST_CASE("ElasticSolid: a homogeneous strain -> the patch test, exactly") {
  TetrahedralMesh mesh = MakeBoxMesh({0.1, 0.1, 0.1}, {3, 3, 3});
  const auto is_inner = [&](int i) {
    return MakeBoxMesh({0.1, 0.1, 0.1}, {3, 3, 3})
               .nodes[i]
               .lpNorm<Eigen::Infinity>() < 0.09;
  };
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-0.01, 0.01);
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 3 && is_inner(i); ++k)
      mesh.nodes[i][k] += uniform(generator);
  }
  const double E = 2e6, nu = 0.3, strain = 0.1;
  const ElasticSolid solid(mesh, {.youngs_modulus = E, .poissons_ratio = nu});
  VectorXd x = solid.MakeRestPositions();
  Deform(MakeRotation() * Vector3d(1 + strain, 1 - nu * strain, 1 - nu * strain)
                              .asDiagonal()
                              .toDenseMatrix(),
         &x);
  CHECK(solid.CalcEnergy(x) == Approx(8e-3 / 2 * E * strain * strain));
  const VectorXd gradient = CalcGradient(solid, x);
  int num_inner = 0;
  for (int i = 0; i < solid.num_nodes(); ++i) {
    if (!is_inner(i)) continue;
    ++num_inner;
    CHECK(gradient.segment<3>(3 * i).norm() < 1e-11 * gradient.norm());
  }
  CHECK(num_inner == 8);
}

// A force F at the end of a beam of length L, height a and width w bends it,
// and shears it, by F L^3 / (3 E I) + F L / (5/6 G a w), I = w a^3 / 12.
double CalcTip(int across) {
  const double a = 0.1, w = a / 4, L = 0.8, E = 1e6, nu = 0.3, force = 1e-3;
  const ElasticSolid solid(
      MakeBoxMesh({L / 2, w / 2, a / 2},
                  {6 * across, std::max(across / 4, 1), across}),
      {.youngs_modulus = E, .poissons_ratio = nu});
  const VectorXd x = solid.MakeRestPositions();
  Eigen::SparseMatrix<double> K = solid.MakeStiffness(x);
  VectorXd load = VectorXd::Zero(x.size());
  double tip_nodes = 0;
  for (int i = 0; i < solid.num_nodes(); ++i) {
    const double along_x = x[3 * i];
    if (along_x > L / 2 - 1e-9) {
      load[3 * i + 2] = force;
      ++tip_nodes;
    }
    if (along_x < -L / 2 + 1e-9) {
      for (int k = 0; k < 3; ++k) K.coeffRef(3 * i + k, 3 * i + k) += 1e12;
    }
  }
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(K);
  const VectorXd u = factor.solve(load / tip_nodes);
  const double tip = u.dot(load) / force / tip_nodes;
  const double G = E / (2 * (1 + nu));
  return tip / (force * L * L * L / (3 * E * w * a * a * a / 12) +
                force * L / (5.0 / 6 * G * a * w));
}

TEST_CASE("ElasticSolid: a cantilever, finer and finer -> beam theory") {
  const double coarse = CalcTip(3), medium = CalcTip(6), fine = CalcTip(12);
  UNSCOPED_INFO(coarse << " " << medium << " " << fine);
  CHECK(coarse < medium);
  CHECK(medium < fine);
  CHECK(fine == Approx(1).epsilon(0.05));
}

TEST_CASE(
    "ElasticSolid: a tetrahedron turned inside out -> found, and pushed "
    "back") {
  const ElasticSolid solid(
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}}, {});
  VectorXd x = solid.MakeRestPositions();
  CHECK(solid.FindInverted(x) == -1);
  x[11] = -0.1;
  CHECK(solid.FindInverted(x) == 0);
  CHECK(CalcGradient(solid, x)[11] < 0);  // the force is its negative
}

TEST_CASE("ElasticSolid: properties out of range -> refused by name") {
  const TetrahedralMesh mesh = MakeBoxMesh({1, 1, 1}, {1, 1, 1});
  CHECK_THROWS_WITH(ElasticSolid(mesh, {.youngs_modulus = 0}),
                    Catch::Contains("Young's modulus"));
  CHECK_THROWS_WITH(ElasticSolid(mesh, {.poissons_ratio = 0.5}),
                    Catch::Contains("Poisson's ratio"));
  CHECK_THROWS_WITH(ElasticSolid(mesh, {.density = -1}),
                    Catch::Contains("density"));
  CHECK_THROWS_WITH(ElasticSolid(mesh, {.damping = -1}),
                    Catch::Contains("damping"));
}

}  // namespace
}  // namespace tactus::multibody
