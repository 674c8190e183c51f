#include "tactus/integrators/dojo/contact_block.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::test::Random;
using Poses = ContactBlock::Poses;
using Vector = LocalBlock::Vector;

constexpr double kMu = 0.7;

Poses MakePoses(Random* random) {
  return Poses::NullaryExpr([&] { return random->Uniform(-1, 1); });
}

ContactGap MakeGap(Random* random) {
  const auto draw = [&] {
    return random->Uniform(-1, 1);
  };
  ContactGap gap;
  gap.R_WC = Eigen::AngleAxisd(0.8, random->Vector3(1).normalized());
  gap.arm_a = random->Vector3(1);
  gap.arm_b = random->Vector3(1);
  gap.v = random->Vector3(1);
  gap.dgap = gap.dgap.NullaryExpr(draw);
  gap.dv = gap.dv.NullaryExpr(draw);
  gap.dP = gap.dP.NullaryExpr(draw);
  gap.turn = gap.turn.NullaryExpr(draw);
  return gap;
}

// Where l has the impulse along t1, t2 and n, P'.
MatrixXd MakePlaces(FrictionCone cone) {
  if (cone == FrictionCone::kNone) return MatrixXd{{0}, {0}, {1}};
  if (cone == FrictionCone::kExact)
    return MatrixXd{{0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}, {0, 1, 0, 0, 0}};
  return MatrixXd{{0, 1, -1, 0, 0, 0}, {0, 0, 0, 1, -1, 0}, {1, 0, 0, 0, 0, 0}};
}

// Rows mu gamma - z_0, phi, psi, v_t; or phi, psi + d_i v_t, mu gamma - sum b.
MatrixXd MakeRows(FrictionCone cone) {
  if (cone == FrictionCone::kNone) return MatrixXd{{0}};
  if (cone == FrictionCone::kExact)
    return MatrixXd{{0, kMu, -1, 0, 0},
                    {0, 0, 0, 0, 0},
                    {1, 0, 0, 0, 0},
                    {0, 0, 0, 0, 0},
                    {0, 0, 0, 0, 0}};
  MatrixXd B = MatrixXd::Zero(6, 6);
  B.col(5) << 0, 1, 1, 1, 1, 0;
  B.row(5) << kMu, -1, -1, -1, -1, 0;
  return B;
}

// A contact by itself, with all that its methods make by blocks as matrices.
struct DenseContact {
  DenseContact(FrictionCone cone, bool moves_a, bool moves_b)
      : gap([] {
          Random random(11);
          return MakeGap(&random);
        }()) {
    const bool is_exact = cone == FrictionCone::kExact;
    const std::vector<int> sizes =
        is_exact ? std::vector{1, 3}
                 : std::vector<int>(cone == FrictionCone::kLinear ? 6 : 1, 1);
    for (const int size : sizes) cones.Add(size);
    VectorXd s(cones.size()), z(cones.size());
    for (int i = 0; i < cones.size(); ++i) {
      s[i] = is_exact && i > 1 ? 0.2 * i : 1 + i;
      z[i] = is_exact && i > 1 ? -0.1 * i : 2 - 0.3 * i;
    }
    scaling.Set(cones, s, z);

    P = MakePlaces(cone);
    B = MakeRows(cone);
    const auto m = cones.size();
    MatrixXd W2 = MatrixXd::Zero(m, m);
    scaling.AddSquare(0, 0, &W2);
    scaled = B;
    scaled.bottomRightCorner(m, m) += W2;

    block.Reset(cone, is_exact ? 0 : -1, 0, 0, moves_a, moves_b);
    block.Calc(gap, impulse_W, kMu);
    ContactWrench wrench;
    CalcContactWrench(gap, impulse_W, &wrench);
    C << wrench.dF_a, -wrench.dF_b;
    for (int i = 0; i < 3; ++i) {
      CalcContactWrench(gap, gap.R_WC.col(i), &wrench);
      H.col(i) << wrench.F_a, -wrench.F_b;
    }
    // Slip along t turns with it.
    for (int i = 0; i < 2; ++i) {
      const Vector3d t = gap.R_WC.col(i);
      for (int k = 0; k < 12; ++k) {
        const Vector3d turn = gap.turn.col(k);
        G(i, k) = t.dot(gap.dv.col(k)) + turn.cross(t).dot(gap.v);
      }
    }
    G.row(2) = gap.dgap;
    // Whoever stays has no pose, and no wrench.
    for (const int side : {0, 1}) {
      if (side == 0 ? moves_a : moves_b) continue;
      C.middleRows<6>(6 * side).setZero();
      C.middleCols<6>(6 * side).setZero();
      H.middleRows<6>(6 * side).setZero();
      G.middleCols<6>(6 * side).setZero();
    }
  }

  Vector MakeLocal(Random* random) const {
    return Vector::NullaryExpr(B.rows(),
                               [&] { return random->Uniform(-1, 1); });
  }

  ContactGap gap;
  Vector3d impulse_W{0.3, -0.8, 1.1};
  solvers::ConeProduct cones;
  solvers::NesterovToddScaling scaling;
  ContactBlock block;
  MatrixXd P, B, scaled;
  Eigen::Matrix<double, 12, 12> C;
  Eigen::Matrix<double, 12, 3> H;
  Eigen::Matrix<double, 3, 12> G;
};

DenseContact MakeContact() {
  const FrictionCone cone = GENERATE(
      FrictionCone::kExact, FrictionCone::kLinear, FrictionCone::kNone);
  const bool moves_a = GENERATE(true, false);
  return DenseContact(cone, moves_a, true);
}

TEST_CASE("ContactBlock: all cones -> the rows of its equations") {
  const DenseContact of = MakeContact();
  Random random(1);
  const Vector l = of.MakeLocal(&random);
  const Poses y = MakePoses(&random);
  // E of an exact cone's psi, and g.
  const auto n = of.B.rows() - of.cones.size();
  VectorXd E = VectorXd::Zero(1), g = VectorXd::Zero(of.cones.size());
  of.block.local().AddXProduct(l, &E);
  of.block.local().AddProduct(l, &g);
  CHECK((E.head(n) - of.B.topRows(n) * l).norm() < 1e-14);
  CHECK((g - of.B.bottomRows(of.cones.size()) * l).norm() < 1e-14);
  CHECK((of.block.MultiplyRows(of.block.CalcMotion(y)) -
         of.P.transpose() * of.G * y)
            .norm() < 1e-13);
  // Both at once, onto what is there.
  VectorXd all = VectorXd::Ones(of.cones.size());
  of.block.AddProduct(l.head(n), l.tail(of.cones.size()),
                      of.block.CalcMotion(y), &all);
  const VectorXd rows = of.B * l + of.P.transpose() * of.G * y;
  CHECK((all.array() - 1 - rows.tail(of.cones.size()).array()).matrix().norm() <
        1e-13);
  const Poses wrench = of.H * of.P * l + of.C * y;
  CHECK((of.block.MultiplyWrench(l, y) - wrench).norm() < 1e-13);
}

TEST_CASE("ContactBlock: all cones -> what elimination of dense rows leaves") {
  DenseContact of = MakeContact();
  REQUIRE(of.block.Condense(of.scaling));
  Random random(2);
  const MatrixXd inverse = of.scaled.inverse();
  const MatrixXd condensed =
      of.C - of.H * of.P * inverse * of.P.transpose() * of.G;
  // Blocks of bodies that stay are nobody's.
  const int first = of.H.topRows<6>().isZero(0) ? 6 : 0;
  const int count = 12 - first;
  CHECK((of.block.condensed().bottomRightCorner(count, count) -
         condensed.bottomRightCorner(count, count))
            .norm() < 1e-12);

  const Vector r = of.MakeLocal(&random);
  const Poses y = MakePoses(&random);
  Vector l = r;
  of.block.SolveLocal(of.block.CalcMotion(y), &l);
  CHECK((of.scaled * l + of.P.transpose() * of.G * y - r).norm() < 1e-12);
  l = r;
  const Poses wrench = of.H * of.P * inverse * r;
  CHECK((of.block.CalcWrench(&l) - wrench).norm() < 1e-12);
  CHECK((of.scaled * l - r).norm() < 1e-12);

  const Eigen::Matrix3Xd rates{{1, 0.2}, {-2, 0.5}, {0.3, 1}};
  Eigen::Matrix<double, 12, Eigen::Dynamic> wrenches = MatrixXd::Ones(12, 2);
  of.block.SubtractWrenches(rates, &wrenches);
  const MatrixXd expected =
      MatrixXd::Ones(12, 2) - of.H * of.P * inverse * of.P.transpose() * rates;
  CHECK((wrenches - expected).norm() < 1e-12);
}

// The row of mu gamma changes by the rate, and -B^-1 of that are the impulses.
TEST_CASE("ContactBlock: more friction -> the wrench of rows that give way") {
  DenseContact of = MakeContact();
  REQUIRE(of.block.Condense(of.scaling));
  VectorXd rate = VectorXd::Zero(of.B.rows());
  if (of.B.rows() == 5) rate[0] = 0.4;
  if (of.B.rows() == 6) rate[5] = 0.4;
  const Poses expected = -of.H * of.P * of.scaled.inverse() * rate;
  CHECK((of.block.CalcFrictionRate(0.4) - expected).norm() < 1e-13);
}

}  // namespace
}  // namespace tactus::integrators
