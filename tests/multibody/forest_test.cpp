// Forests of sixty joints of all types against their energies alone: kinetic
// energy from the velocities of bodies, potential energy from their places.
#include <algorithm>
#include <vector>

#include "multibody/constant_velocity.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {
namespace {

using test::MakeRandomModel;
using test::Random;

constexpr int kNumJoints = 60;

// One tree, long and branching, and then several; deep chains and bushes.
std::vector<std::shared_ptr<const Model>> MakeForests() {
  std::vector<std::shared_ptr<const Model>> forests;
  const int reach[] = {2, 40, 5, 20}, per_tree[] = {1000, 1000, 15, 23};
  for (unsigned i = 0; i < 4; ++i) {
    forests.push_back(MakeRandomModel(40 + i, {.num_bodies = kNumJoints,
                                               .reach = reach[i],
                                               .per_tree = per_tree[i],
                                               .springs = false}));
    for (const JointType type :
         {JointType::kWeld, JointType::kRevolute, JointType::kPrismatic,
          JointType::kBall, JointType::kPlanar, JointType::kUniversal,
          JointType::kFloating}) {
      REQUIRE(std::ranges::count(forests.back()->joints(), type, &Joint::type) >
              0);
    }
  }
  return forests;
}

// sum of m |v_cm|^2 / 2 + w' R I R' w / 2 over bodies, and the rotors'.
double KineticEnergy(const Model& model, const PositionKinematics& position,
                     const VectorXd& v) {
  VelocityKinematics velocity;
  CalcVelocityKinematics(model, position, v, &velocity);
  double energy = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const SpatialInertia& inertia = model.bodies()[b].inertia;
    const Matrix3d R = position.X_WB[b].linear();
    const Vector3d w = velocity.V_WB[b].head<3>();
    const Vector3d v_cm =
        velocity.V_WB[b].tail<3>() + w.cross(R * inertia.p_BoBcm);
    energy += inertia.mass * v_cm.squaredNorm() / 2 +
              w.dot(R * inertia.I_Bcm * R.transpose() * w) / 2;
  }
  for (const Joint& joint : model.joints()) {
    energy +=
        joint.armature * v.segment(joint.v_start, joint.nv()).squaredNorm() / 2;
  }
  return energy;
}

double KineticEnergyAt(const Model& model, const VectorXd& q,
                       const VectorXd& v) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return KineticEnergy(model, position, v);
}

// -sum of m g'p_cm over bodies.
double PotentialEnergyAt(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  double energy = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const SpatialInertia& inertia = model.bodies()[b].inertia;
    energy -= inertia.mass *
              model.gravity_W().dot(position.X_WB[b] * inertia.p_BoBcm);
  }
  return energy;
}

// dT/dv_k, exactly: T is quadratic in v.
VectorXd MomentumAt(const Model& model, const VectorXd& q, VectorXd v) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  VectorXd p(v.size());
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    const double at = v[k];
    v[k] = at + 1;
    const double above = KineticEnergy(model, position, v);
    v[k] = at - 1;
    p[k] = (above - KineticEnergy(model, position, v)) / 2;
    v[k] = at;
  }
  return p;
}

// The Lagrange-Hamel equations with velocities that are not all rates of
// positions: an angular velocity w in the fixed frame F turns R by [w]x R,
// and
//
//     tau_k = d/dt dT/dv_k - (w x dT/dw)_k - e_k (T - V),
//
// where e_k is the derivative along a motion with v = e_k, the velocities held,
// and the middle term is there for k in w alone.
VectorXd LagrangeForces(const Model& model, const VectorXd& q,
                        const VectorXd& v, const VectorXd& vdot) {
  const int nv = model.num_velocities();
  VectorXd tau = test::FirstDerivative<VectorXd>([&](double t) -> VectorXd {
    return MomentumAt(model, test::Advance(model, q, v, t), v + t * vdot);
  });
  const VectorXd p = MomentumAt(model, q, v);
  for (const Joint& joint : model.joints()) {
    if (QuaternionStart(joint) < 0) continue;
    const int k = joint.v_start;
    const Vector3d w = v.segment<3>(k);
    tau.segment<3>(k) -= w.cross(Vector3d(p.segment<3>(k)));
  }
  for (int k = 0; k < nv; ++k) {
    tau[k] -= test::FirstDerivative<double>([&](double t) {
      const VectorXd moved = test::Advance(model, q, VectorXd::Unit(nv, k), t);
      return KineticEnergyAt(model, moved, v) - PotentialEnergyAt(model, moved);
    });
  }
  return tau;
}

TEST_CASE("CalcMassMatrix: forests -> the Hessian of the kinetic energy") {
  for (const auto& model : MakeForests()) {
    const int nv = model->num_velocities();
    Random random(7);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const MatrixXd M = CalcMassMatrix(*model, position);
    const auto T = [&](const VectorXd& v) {
      return KineticEnergy(*model, position, v);
    };
    VectorXd diagonal(nv);
    for (int i = 0; i < nv; ++i) diagonal[i] = T(VectorXd::Unit(nv, i));
    double worst = 0;
    for (int i = 0; i < nv; ++i) {
      for (int j = 0; j <= i; ++j) {
        const VectorXd both = VectorXd::Unit(nv, i) + VectorXd::Unit(nv, j);
        const double expected =
            i == j ? 2 * diagonal[i] : T(both) - diagonal[i] - diagonal[j];
        worst = std::max(
            worst, std::abs(M(i, j) - expected) / std::sqrt(M(i, i) * M(j, j)));
        CHECK(M(i, j) == M(j, i));
      }
    }
    CHECK(worst < 1e-13);
  }
}

TEST_CASE(
    "CalcInverseDynamics: forests with quaternions -> Lagrange's equations") {
  for (const auto& model : MakeForests()) {
    const int nv = model->num_velocities();
    Random random(8);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(nv), vdot = random.Vector(nv);
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    VectorXd tau;
    CalcInverseDynamics(*model, position, velocity, vdot, {}, &tau);
    const VectorXd expected = LagrangeForces(*model, q, v, vdot);
    CHECK((tau - expected).norm() < 1e-8 * expected.norm());
  }
}

}  // namespace
}  // namespace tactus::multibody
