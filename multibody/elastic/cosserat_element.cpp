#include "tactus/multibody/elastic/cosserat_element.h"

#include <cmath>
#include <numbers>

namespace tactus::multibody {
namespace {

// The inverse of the left Jacobian of rotations, theta_dot = T w for
// R = exp(theta) that turns with w:
//
//     T = 1 - [theta]/2 + c [theta]^2,
//     c = (1 - phi/2 cot(phi/2)) / phi^2 = 1/12 + phi^2/720 + ...
Matrix3d CalcTurnRate(const Vector3d& theta) {
  constexpr double kSmall = 1e-2;
  const double phi = theta.norm();
  const double c =
      phi < kSmall
          ? 1.0 / 12 + phi * phi / 720
          : (1 - phi / 2 * std::cos(phi / 2) / std::sin(phi / 2)) / (phi * phi);
  const Matrix3d T = CrossMatrix(theta);
  return Matrix3d::Identity() - T / 2 + c * T * T;
}

}  // namespace

Vector6d CalcStiffness(const RodSection& section, double length) {
  constexpr double kShear = 0.9;
  const double r2 = section.radius * section.radius;
  const double A = std::numbers::pi * r2, I = A * r2 / 4;
  const double E = section.youngs_modulus, G = section.shear_modulus;
  const double shear = kShear * G * A;
  return Vector6d(shear, shear, E * A, E * I, E * I, G * 2 * I) / length;
}

CosseratStrain CalcCosseratStrain(const CosseratElement& element,
                                  const RigidTransform& X_WP,
                                  const RigidTransform& X_WQ) {
  const Matrix3d R_PW = X_WP.linear().transpose();
  const Eigen::AngleAxisd turn(Matrix3d(R_PW * X_WQ.linear()));
  const Vector3d theta = turn.angle() * turn.axis();
  CosseratStrain strain;
  strain.e << R_PW * (X_WQ.translation() - X_WP.translation()) -
                  element.offset * Vector3d::UnitZ(),
      theta - element.turn;
  strain.G << Matrix3d::Zero(), R_PW, CalcTurnRate(theta) * R_PW,
      Matrix3d::Zero();
  return strain;
}

double CalcEnergy(const CosseratElement& element,
                  const CosseratStrain& strain) {
  return strain.e.dot(element.stiffness.cwiseProduct(strain.e)) / 2;
}

Matrix3d CalcTurningStiffness(const Vector3d& F_W, const Vector3d& arm_W) {
  const Matrix3d outer = F_W * arm_W.transpose();
  return outer.trace() * Matrix3d::Identity() - (outer + outer.transpose()) / 2;
}

}  // namespace tactus::multibody
