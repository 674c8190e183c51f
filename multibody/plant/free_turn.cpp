#include "tactus/multibody/plant/free_turn.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace tactus::multibody {
namespace {

// What is left of the symmetric top turns by no more than this at a time; up to
// so many times in a step.
constexpr double kTurn = 0.05;  // [rad]
constexpr double kMaxTimes = 100;

// Principal axes P of an inertia, as R_BP, and its moments.
struct PrincipalAxes {
  Matrix3d R_BP = Matrix3d::Identity();
  Vector3d moments;
};

PrincipalAxes FindPrincipalAxes(const Matrix3d& I) {
  if (I.isDiagonal(0)) return {.moments = I.diagonal()};
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(I);
  PrincipalAxes axes{solver.eigenvectors(), solver.eigenvalues()};
  if (axes.R_BP.determinant() < 0) axes.R_BP.col(0) *= -1;
  return axes;
}

// The axis whose moment is least like the others': i and j are the next two.
int FindTopAxis(const Vector3d& inverse) {
  std::array<double, 3> apart{};
  for (int k = 0; k < 3; ++k)
    apart[k] = std::abs(inverse[(k + 1) % 3] - inverse[(k + 2) % 3]);
  return static_cast<int>(std::ranges::min_element(apart) - apart.begin());
}

/// A body on its way, in principal axes.
struct Spinner {
  Quaterniond R;  ///< Of P at the time in P at the start.
  Vector3d m;     ///< Of P at the time.

  // R <- R exp(angle e),  m <- exp(-angle e) m. Tops and spheres have nothing
  // to turn by.
  void TurnAbout(const Vector3d& e, double angle) {
    if (angle == 0) return;
    const Quaterniond turn(Eigen::AngleAxisd(angle, e));
    R = R * turn;
    m = turn.conjugate() * m;
  }

  // By the top's part of the energy, for the time h:
  // R <- R exp(h m / It) exp(angle k), where m is that of before.
  void TurnAsTop(int k, double inverse_t, double inverse_k, double h) {
    const double size = m.norm();
    const Vector3d before = m;
    const double angle = h * m[k] * (inverse_k - inverse_t);
    if (size > 0)
      R = R *
          Quaterniond(Eigen::AngleAxisd(h * size * inverse_t, before / size));
    TurnAbout(Vector3d::Unit(k), angle);
  }
};

}  // namespace

FreeTurn TurnFreely(const Matrix3d& I, const FreeTurn& start, double h) {
  const PrincipalAxes axes = FindPrincipalAxes(I);
  const Vector3d inverse = axes.moments.cwiseInverse();
  const int k = FindTopAxis(inverse), i = (k + 1) % 3, j = (k + 2) % 3;
  const double inverse_t = (inverse[i] + inverse[j]) / 2;
  const double d = (inverse[i] - inverse[j]) / 2;
  const Quaterniond R_BP(axes.R_BP);
  const Quaterniond R_WP = start.R_WB * R_BP;
  Spinner body{.R = Quaterniond::Identity(),
               .m = axes.moments.cwiseProduct(R_WP.conjugate() * start.w_W)};
  const double rest = std::abs(h * d) * body.m.norm();
  // What is not a number turns once, and stays what it is.
  const int times =
      rest > kTurn
          ? static_cast<int>(std::min(std::ceil(rest / kTurn), kMaxTimes))
          : 1;
  const double dt = h / times;
  const auto turn_by_rest = [&](int axis, double factor) {
    body.TurnAbout(Vector3d::Unit(axis), dt / 2 * factor * body.m[axis]);
  };
  for (int n = 0; n < times; ++n) {
    turn_by_rest(i, d);
    turn_by_rest(j, -d);
    body.TurnAsTop(k, inverse_t, inverse[k], dt);
    turn_by_rest(j, -d);
    turn_by_rest(i, d);
  }
  const Quaterniond R_WP1 = (R_WP * body.R).normalized();
  return {.R_WB = R_WP1 * R_BP.conjugate(),
          .w_W = R_WP1 * inverse.cwiseProduct(body.m)};
}

bool TurnsAlone(const Model& model, const Tree& tree) {
  const Matrix3d I = model.bodies()[tree.first_body].inertia.I_Bcm;
  return tree.is_free_body &&
         model.joints()[tree.first_body - 1].armature == 0 &&
         I.diagonal().minCoeff() > 0 && I.determinant() > 0;
}

}  // namespace tactus::multibody
