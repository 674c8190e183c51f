#include "tactus/multibody/muscle_range.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "tactus/common/require.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

// l and its gradient by v.
double CalcLength(const Model& model, const Actuator& actuator,
                  const VectorXd& q, VectorXd* J) {
  J->setZero(model.num_velocities());
  if (actuator.joint >= 0) {
    const Joint& joint = model.joints()[actuator.joint];
    (*J)[joint.v_start] = actuator.gear;
    return actuator.gear * q[joint.q_start];
  }
  TendonKinematics at;
  CalcTendon(model, model.tendons()[actuator.tendon], q, &at);
  for (const contact::JointTerm& term : at.terms)
    (*J)[term.dof] += actuator.gear * term.coefficient;
  return actuator.gear * at.length;
}

void RequireScalarAndFree(const Model& model, const VectorXd& J,
                          const std::string& owner) {
  Require(model.couplers().empty() && model.constraints().empty(),
          owner +
              ": couplers or loops hide where its length goes; give its "
              "length range");
  for (const Joint& joint : model.joints()) {
    Require(joint.nq() == 1 || joint.nv() == 0 ||
                J.segment(joint.v_start, joint.nv()).isZero(0),
            owner + ": its length depends on joint '" + joint.name +
                "', which is not scalar; give its length range");
  }
}

// The end of l that a direct way along sign J leads to: steps grow while they
// help and halve where they do not.
double FindEnd(const Model& model, const Actuator& actuator, double sign,
               const std::string& owner) {
  constexpr int kMostSteps = 2000;
  constexpr double kFirst = 0.1, kLast = 1e-7, kFar = 1e3;
  VectorXd q = model.default_positions(), J, J_moved;
  double length = CalcLength(model, actuator, q, &J), step = kFirst;
  RequireScalarAndFree(model, J, owner);
  for (int i = 0; i < kMostSteps && step > kLast; ++i) {
    const double largest = J.cwiseAbs().maxCoeff();
    if (largest < 1e-12) return length;
    VectorXd moved = q;
    for (const Joint& joint : model.joints()) {
      if (joint.nq() != 1 || joint.is_locked) continue;
      double& at = moved[joint.q_start];
      at = std::clamp(at + sign * step * J[joint.v_start] / largest,
                      joint.lower, joint.upper);
    }
    const double there = CalcLength(model, actuator, moved, &J_moved);
    if (sign * (there - length) > 0) {
      q = moved;
      J = J_moved;
      length = there;
      step *= 1.5;
    } else {
      step /= 2;
    }
    Require(q.cwiseAbs().maxCoeff() < kFar,
            owner +
                ": its length has no end; give its length range, or limits "
                "to its joints");
  }
  return length;
}

// |M^-1 J'|.
double CalcUnitAcceleration(const Model& model, const VectorXd& J) {
  PositionKinematics position;
  CalcPositionKinematics(model, model.default_positions(), &position);
  return CalcMassMatrix(model, position).llt().solve(J).norm();
}

}  // namespace

void CompleteMuscle(const Model& model, const Actuator& actuator,
                    Muscle* muscle) {
  const std::string owner = "muscle '" + actuator.name + "'";
  if (muscle->peak_force < 0) {
    VectorXd J;
    CalcLength(model, actuator, model.default_positions(), &J);
    const double acceleration = CalcUnitAcceleration(model, J);
    Require(acceleration > 0, owner +
                                  ": it moves nothing in the default "
                                  "positions; give its peak force");
    muscle->peak_force = muscle->scale / acceleration;
  }
  if (muscle->length_lower == muscle->length_upper) {
    muscle->length_lower = FindEnd(model, actuator, -1, owner);
    muscle->length_upper = FindEnd(model, actuator, 1, owner);
  }
  Require(muscle->length_lower < muscle->length_upper,
          owner + ": its length range is empty");
}

}  // namespace tactus::multibody
