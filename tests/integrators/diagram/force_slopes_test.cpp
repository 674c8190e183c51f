#include "tactus/integrators/diagram/force_slopes.h"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using contact::Clique;
using Eigen::Vector2d;
using multibody::ForceSlope;

const std::vector<Clique> kCliques = {
    {.v_start = 0, .nv = 2, .M = MatrixXd::Identity(2, 2)},
    {.v_start = 2, .nv = 1, .M = MatrixXd::Constant(1, 1, 2)}};
constexpr double kLong = 1e3;  // [s]: no force is slow.

ForceResistance OfElements(const MatrixXd& E) {
  return {
      .elements = E, .controls = MatrixXd::Zero(3, 3), .R = VectorXd::Zero(3)};
}

ForceResistance OfControls(const MatrixXd& G, const VectorXd& R) {
  return {.elements = MatrixXd::Zero(3, 3), .controls = G, .R = R};
}

ForceSlope Calc(const ForceResistance& forces, double dt = kLong) {
  ForceSlope C;
  std::vector<bool> is_slow;
  CalcForceSlopes(forces, kCliques, dt, &C, &is_slow);
  REQUIRE(C.blocks.size() == 2);
  return C;
}

// sum a a' and the blocks.
MatrixXd Assemble(const ForceSlope& C) {
  MatrixXd sum = MatrixXd::Zero(3, 3);
  for (const auto& terms : C.dampers) {
    VectorXd a = VectorXd::Zero(3);
    for (const contact::JointTerm& term : terms) a[term.dof] = term.coefficient;
    sum += a * a.transpose();
  }
  for (std::size_t c = 0; c < kCliques.size(); ++c) {
    if (C.blocks[c].size() > 0)
      sum.block(kCliques[c].v_start, kCliques[c].v_start, kCliques[c].nv,
                kCliques[c].nv) += C.blocks[c];
  }
  return sum;
}

// A damper of d between velocities i and j.
MatrixXd Between(int i, int j, double d) {
  const VectorXd a = VectorXd::Unit(3, i) - VectorXd::Unit(3, j);
  return d * a * a.transpose();
}

TEST_CASE(
    "Force slopes: a damper on two joints of a tree -> their whole block") {
  const Vector2d J(1, -2);
  MatrixXd E = MatrixXd::Zero(3, 3);
  E.topLeftCorner(2, 2) = 5 * J * J.transpose();
  const auto C = Calc(OfElements(E));
  CHECK(C.blocks[0].isApprox(E.topLeftCorner(2, 2)));
  CHECK(C.blocks[1].size() == 0);
  CHECK(C.dampers.empty());
}

TEST_CASE("Force slopes: elements that feed motion or turn it -> left out") {
  MatrixXd E = MatrixXd::Zero(3, 3);
  E.topLeftCorner(2, 2) << 3, 1, -1, -4;  // (E + E')/2 = diag(3, -4)
  E(2, 2) = -7;
  const auto C = Calc(OfElements(E));
  CHECK(C.blocks[0].isApprox(MatrixXd(Vector2d(3, 0).asDiagonal())));
  CHECK(C.blocks[1].size() == 0);
  // Along (1, 1) it resists by 3, along (1, -1) it feeds by 1.
  E.topLeftCorner(2, 2) << 1, 2, 2, 1;
  CHECK(Calc(OfElements(E)).blocks[0].isApprox(MatrixXd::Constant(2, 2, 1.5)));
}

TEST_CASE("Force slopes: a control -> takes out what joints have, no more") {
  MatrixXd G = MatrixXd::Zero(3, 3);
  G(1, 1) = -4;
  CHECK(Calc(OfControls(G, VectorXd::Constant(3, 5))).blocks[0](1, 1) ==
        Approx(-4));
  CHECK(Calc(OfControls(G, VectorXd::Constant(3, 3))).blocks[0](1, 1) ==
        Approx(-3));
  CHECK(Calc(OfControls(G, VectorXd::Zero(3))).blocks[0](1, 1) == 0);
}

TEST_CASE(
    "Force slopes: elements that feed motion beside joints that damp -> "
    "left out all the same") {
  ForceResistance forces = OfElements(-4 * MatrixXd::Identity(3, 3));
  forces.R = VectorXd::Constant(3, 5);
  const auto C = Calc(forces);
  CHECK(C.blocks[0].size() == 0);
}

TEST_CASE("Force slopes: a damper between trees -> a damper, no blocks") {
  const MatrixXd E = Between(1, 2, 6);
  const auto C = Calc(OfElements(E));
  CHECK(C.blocks[0].size() == 0);
  CHECK(C.blocks[1].size() == 0);
  REQUIRE(C.dampers.size() == 1);
  CHECK(C.dampers[0].size() == 2);
  CHECK(Assemble(C).isApprox(E, 1e-12));
}

TEST_CASE(
    "Force slopes: a group whose controls feed motion -> dampers of the "
    "sum with the joints', less these") {
  const MatrixXd G = Between(0, 2, 6) - 2 * MatrixXd::Identity(3, 3);
  const auto C = Calc(OfControls(G, VectorXd::Constant(3, 5)));
  CHECK(C.dampers.size() == 3);
  CHECK(C.blocks[1](0, 0) == -5);
  CHECK(Assemble(C).isApprox(G, 1e-12));
}

// On the velocities (v1, v2) of masses 1 and 2 the damper d has the eigenvalue
// d (1 + 1/2).
TEST_CASE(
    "Force slopes: slow forces -> none, in the halves of a step as in "
    "the whole") {
  const double d = 6;
  const ForceResistance forces = OfElements(Between(1, 2, d));
  ForceSlope C;
  std::vector<bool> is_slow;
  CalcForceSlopes(forces, kCliques, 0.99 / (1.5 * d), &C, &is_slow);
  CHECK(C.dampers.empty());
  CHECK(is_slow == std::vector{true, true, true});
  CalcForceSlopes(forces, kCliques, std::nullopt, &C, &is_slow);
  CHECK(C.dampers.empty());

  CalcForceSlopes(forces, kCliques, 1.01 / (1.5 * d), &C, &is_slow);
  CHECK(C.dampers.size() == 1);
  CHECK(is_slow == std::vector{false, false, false});
  CalcForceSlopes(forces, kCliques, std::nullopt, &C, &is_slow);
  CHECK(C.dampers.size() == 1);
}

// Explicit at the start, it would leave what it takes out in the step.
TEST_CASE("Force slopes: a control that takes out anything -> not slow") {
  for (const double out : {-100.0, -0.01}) {
    ForceSlope C;
    std::vector<bool> is_slow;
    MatrixXd G = MatrixXd::Zero(3, 3);
    G(0, 0) = out;
    CalcForceSlopes(OfControls(G, VectorXd::Constant(3, 100)), kCliques, 0.1,
                    &C, &is_slow);
    CHECK_FALSE(is_slow[0]);
    CHECK(C.blocks[0](0, 0) == Approx(out));
  }
}

// G = 5 - 20: of dt 5 = 0.5 the rest is slow, of dt 50 not.
TEST_CASE("Force slopes: a control that takes out springs -> slow but for it") {
  ForceSlope C;
  std::vector<bool> is_slow;
  MatrixXd G = MatrixXd::Zero(3, 3);
  G(0, 0) = -15;
  ForceResistance forces = OfControls(G, VectorXd::Constant(3, 100));
  forces.undone = 20 * VectorXd::Unit(3, 0);
  CalcForceSlopes(forces, kCliques, 0.1, &C, &is_slow);
  CHECK(is_slow[0]);
  CHECK(C.blocks[0] == MatrixXd(Vector2d(-20, 0).asDiagonal()));
  CHECK(C.blocks[1].size() == 0);
  forces.controls(0, 0) = 30;
  CalcForceSlopes(forces, kCliques, 0.1, &C, &is_slow);
  CHECK_FALSE(is_slow[0]);
  CHECK(C.blocks[0](0, 0) == 30);
}

TEST_CASE("Force slopes: a half whose forces tie more -> not slow in part") {
  std::vector<bool> is_slow;
  ForceSlope C;
  MatrixXd E = MatrixXd::Zero(3, 3);
  E(0, 0) = E(1, 1) = 1;
  CalcForceSlopes(OfElements(E), kCliques, 0.1, &C, &is_slow);
  REQUIRE(is_slow == std::vector{true, true, false});
  CalcForceSlopes(OfElements(E + Between(1, 2, 6)), kCliques, std::nullopt, &C,
                  &is_slow);
  CHECK(is_slow == std::vector{false, false, false});
  CHECK(Assemble(C).isApprox(E + Between(1, 2, 6), 1e-12));
}

TEST_CASE("Force slopes: dampers split -> blocks of the same diagonals") {
  ForceSlope C = Calc(OfElements(Between(1, 2, 6) + Between(0, 1, 2)));
  SplitDampers(kCliques, &C);
  CHECK(C.dampers.empty());
  MatrixXd block(2, 2);
  block << 2, -2, -2, 8;
  CHECK(C.blocks[0].isApprox(block, 1e-12));
  CHECK(C.blocks[1](0, 0) == Approx(6));
}

TEST_CASE("Force slopes: blocks factored -> dampers, but for diagonal ones") {
  const Vector2d J(1, -2);
  MatrixXd E = MatrixXd::Zero(3, 3);
  E.topLeftCorner(2, 2) = 5 * J * J.transpose();
  E(2, 2) = 3;
  ForceSlope C = Calc(OfElements(E));
  VectorXd R = VectorXd::Zero(3);
  FactorBlocks(kCliques, R, &C);
  CHECK(C.dampers.size() == 1);
  CHECK(C.blocks[0].size() == 0);
  CHECK(C.blocks[1](0, 0) == 3);
  CHECK(Assemble(C).isApprox(E, 1e-12));
  // Less than nothing stays a block, and less than what joints resist with is
  // taken from there.
  const MatrixXd less = MatrixXd::Constant(2, 2, -1);
  C.dampers.clear();
  C.blocks[0] = less;
  FactorBlocks(kCliques, R, &C);
  CHECK(C.dampers.empty());
  CHECK(C.blocks[0] == less);
  R << 2, 3, 0;
  FactorBlocks(kCliques, R, &C);
  CHECK(C.dampers.size() == 2);
  CHECK(C.blocks[0] == MatrixXd(Vector2d(-2, -3).asDiagonal()));
  CHECK(Assemble(C).topLeftCorner(2, 2).isApprox(less, 1e-12));
}

TEST_CASE("Slow springs: a stiffness between slow trees -> its factor") {
  ForceSlope C;
  C.blocks.resize(2);
  MatrixXd K = Between(1, 2, 6);
  K(0, 0) = -3;  // It pushes: no spring.
  K(1, 0) = 1;   // It turns: nor that.
  K(0, 1) = -1;
  CalcSlowSprings(K, kCliques, {true, true, true}, &C.dampers);
  CHECK((Assemble(C) - Between(1, 2, 6)).norm() < 1e-9);
}

TEST_CASE("Slow springs: trees that are not slow, not a number -> none") {
  std::vector<std::vector<contact::JointTerm>> springs;
  const MatrixXd two = Eigen::Vector3d(2, 0, 5).asDiagonal();
  CalcSlowSprings(two, kCliques, {true, true, false}, &springs);
  REQUIRE(springs.size() == 1);
  CHECK(springs[0].front().dof == 0);
  CalcSlowSprings(Between(1, 2, 6), kCliques, {true, true, false}, &springs);
  CHECK(springs.empty());
  const MatrixXd nothing = MatrixXd::Constant(3, 3, std::nan(""));
  CalcSlowSprings(nothing, kCliques, {true, true, true}, &springs);
  CHECK(springs.empty());
}

TEST_CASE("Force slopes: not a number -> nothing") {
  MatrixXd E = MatrixXd::Identity(3, 3);
  E(0, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(Calc(OfElements(E)).blocks[0].size() == 0);
}

}  // namespace
}  // namespace tactus::integrators
