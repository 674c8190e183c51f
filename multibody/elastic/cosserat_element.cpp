#include "tactus/multibody/elastic/cosserat_element.h"

#include <numbers>

#include "tactus/multibody/elastic/turn_rate.h"

namespace tactus::multibody {

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
