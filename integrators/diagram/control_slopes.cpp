#include "tactus/integrators/diagram/control_slopes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Eigenvalues>

namespace tactus::integrators {
namespace {

using multibody::Actuator;

// Calls visit(dof, coefficient) for the rate of an actuator's joint or tendon.
template <class Visit>
void VisitRate(const ControlSlopes& controls, const Actuator& actuator,
               const Visit& visit) {
  if (actuator.joint >= 0)
    return visit(controls.model.joints()[actuator.joint].v_start, 1.0);
  for (const auto& [dof, coefficient] : controls.tendons[actuator.tendon].terms)
    visit(dof, coefficient);
}

// u = slope x, in the least squares: S c / c'c.
double CalcOwnSlope(const ControlSlopes& controls, Eigen::Index i) {
  const MatrixXd& S = controls.S;
  double slope = 0, norm2 = 0;
  VisitRate(controls, controls.model.actuators()[i],
            [&](int dof, double coefficient) {
              // Nodes are not followed.
              if (dof < S.cols()) slope += coefficient * S(i, dof);
              norm2 += coefficient * coefficient;
            });
  return std::isfinite(slope) && norm2 > 0 ? slope / norm2 : 0;
}

// The largest eigenvalue of diag(G)^-1 (G + G')/2 of the actuators `of` joints,
// where diag(G) is positive.
double CalcCoupling(const ControlSlopes& controls, std::span<const int> of) {
  const auto actuators = controls.model.actuators();
  const auto dof_of = [&](int i) {
    return controls.model.joints()[actuators[i].joint].v_start;
  };
  const auto gain_of = [&](int i) {
    return actuators[i].gear * actuators[i].gain;
  };
  std::vector<int> dofs;  // Of those that resist.
  for (const int i : of) {
    if (gain_of(i) * controls.S(i, dof_of(i)) > 0 &&
        std::ranges::find(dofs, dof_of(i)) == dofs.end())
      dofs.push_back(dof_of(i));
  }
  const auto n = static_cast<Eigen::Index>(dofs.size());
  if (n < 2) return 1;
  MatrixXd G = MatrixXd::Zero(n, n);
  for (const int i : of) {
    const auto a = std::ranges::find(dofs, dof_of(i)) - dofs.begin();
    if (a == n) continue;
    for (Eigen::Index b = 0; b < n; ++b)
      G(a, b) += gain_of(i) * controls.S(i, dofs[b]);
  }
  if (!(G.diagonal().minCoeff() > 0)) return 1;
  const VectorXd scale = G.diagonal().cwiseSqrt().cwiseInverse();
  G = (scale.asDiagonal() * (G + G.transpose()) / 2 * scale.asDiagonal())
          .eval();
  if (!G.allFinite() || G.isDiagonal(0)) return 1;
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(G, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

// The slope that leaves nothing of a servo's law,
//
//     f = gain u + bias1 l + bias2 ldot,   c = -(bias2 + dt bias1) >= 0
//
// by ldot = gear x: gain slope / gear = -c.
double CalcOppositeSlope(const Actuator& actuator, double dt) {
  if (actuator.joint < 0 || actuator.gain == 0) return 0;
  const double c = std::max(-(actuator.bias2 + dt * actuator.bias1), 0.0);
  return -c * actuator.gear / actuator.gain;
}

}  // namespace

int FindFollowedDof(const ControlSlopes& controls, const Actuator& actuator) {
  int first = -1;
  VisitRate(controls, actuator, [&](int dof, double coefficient) {
    if (first < 0 && coefficient != 0 && dof < controls.S.cols()) first = dof;
  });
  return first;
}

bool IsLinear(const Actuator& actuator) {
  const bool is_motor = actuator.bias1 == 0 && actuator.bias2 == 0;
  return actuator.body < 0 && !actuator.muscle && actuator.gain1 == 0 &&
         actuator.gain2 == 0 && (is_motor || actuator.joint >= 0);
}

bool IsMutual(const MatrixXd& G, Eigen::Index i, Eigen::Index k) {
  constexpr double kOneWay = 1e-3;
  return std::abs(G(k, i)) >= kOneWay * std::abs(G(i, k));
}

void KeepMutual(MatrixXd* G) {
  const MatrixXd all = *G;
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    for (Eigen::Index k = 0; k < all.cols(); ++k) {
      if (!IsMutual(all, i, k)) (*G)(i, k) = 0;
    }
  }
}

VectorXd CalcOwnSlopes(const ControlSlopes& controls,
                       const VectorXd& length_times) {
  const multibody::Model& model = controls.model;
  const auto actuators = model.actuators();
  VectorXd slopes = VectorXd::Zero(controls.S.rows());
  std::vector<std::vector<int>> of_tree(model.trees().size());
  for (int i = 0; i < std::ssize(actuators); ++i) {
    if (actuators[i].body >= 0) continue;
    if (controls.is_free[i]) {
      if (controls.S.row(i).allFinite())
        slopes[i] = CalcOppositeSlope(actuators[i], length_times[i]);
      continue;
    }
    slopes[i] = CalcOwnSlope(controls, i);
    if (actuators[i].joint < 0) continue;
    const int child = model.joints()[actuators[i].joint].child;
    of_tree[model.bodies()[child].tree].push_back(i);
  }
  for (const std::vector<int>& of : of_tree) {
    const double factor = std::max(1.0, 0.6 * CalcCoupling(controls, of));
    for (const int i : of) {
      if (actuators[i].gear * actuators[i].gain * slopes[i] > 0)
        slopes[i] *= factor;
    }
  }
  return slopes;
}

MatrixXd CalcEffortSlope(const ControlSlopes& controls,
                         const VectorXd& own_slopes) {
  MatrixXd slope = MatrixXd::Zero(controls.S.rows(), controls.S.cols());
  for (Eigen::Index i = 0; i < slope.rows(); ++i) {
    const Actuator& actuator = controls.model.actuators()[i];
    if (!controls.is_free[i] || !controls.S.row(i).allFinite() ||
        FindFollowedDof(controls, actuator) < 0)
      continue;
    slope.row(i) = controls.S.row(i);
    if (own_slopes[i] != 0)
      slope(i, controls.model.joints()[actuator.joint].v_start) -=
          own_slopes[i];
    slope.row(i) *= actuator.gear * actuator.gain;
  }
  MatrixXd G = MatrixXd::Zero(slope.cols(), slope.cols());
  AddEffortSlope(controls, slope, &G);
  for (Eigen::Index i = 0; i < slope.rows(); ++i) {
    if (slope.row(i).isZero(0)) continue;
    const int dof = FindFollowedDof(controls, controls.model.actuators()[i]);
    for (Eigen::Index k = 0; k < slope.cols(); ++k) {
      if (!IsMutual(G, dof, k)) slope(i, k) = 0;
    }
  }
  return slope;
}

void AddEffortSlope(const ControlSlopes& controls, const MatrixXd& effort_slope,
                    MatrixXd* G) {
  for (Eigen::Index i = 0; i < effort_slope.rows(); ++i) {
    if (effort_slope.row(i).isZero(0)) continue;
    VisitRate(controls, controls.model.actuators()[i],
              [&](int dof, double coefficient) {
                if (dof < G->rows())
                  G->row(dof) += coefficient * effort_slope.row(i);
              });
  }
}

UndoneSprings CalcUndoneSprings(const ControlSlopes& controls,
                                const MatrixXd& control_q,
                                const VectorXd& force_q, double dt) {
  constexpr double kNothing = 1e-6;  // Of a spring: round-off of slopes.
  const multibody::Model& model = controls.model;
  UndoneSprings undone = {.joints = VectorXd::Zero(controls.S.cols()),
                          .servos = VectorXd::Zero(controls.S.cols())};
  if (control_q.size() == 0 && force_q.size() == 0) return undone;
  VectorXd pushed = force_q;  // By free actuators and forces [N s/m].
  for (Eigen::Index i = 0; i < control_q.rows(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (!controls.is_free[i] || !control_q.row(i).allFinite()) continue;
    VisitRate(controls, actuator, [&](int dof, double coefficient) {
      if (dof < pushed.size())
        pushed[dof] +=
            coefficient * actuator.gear * actuator.gain * control_q(i, dof);
    });
  }
  const auto take = [&](int dof, double spring, VectorXd* from) {
    if (dof >= pushed.size() || !(pushed[dof] > kNothing * spring)) return;
    const double taken = std::min(pushed[dof], std::max(spring, 0.0));
    (*from)[dof] += taken;
    pushed[dof] -= taken;
  };
  for (const multibody::Joint& joint : model.joints()) {
    if (joint.stiffness != 0)
      take(joint.v_start, dt * joint.stiffness, &undone.joints);
  }
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& servo = model.actuators()[i];
    if (controls.is_free[i] && servo.joint >= 0 && servo.bias1 < 0)
      take(model.joints()[servo.joint].v_start,
           -dt * servo.bias1 * servo.gear * servo.gear, &undone.servos);
  }
  return undone;
}

VectorXd SharesByVelocity(const VectorXd& shares, Eigen::Index count) {
  if (shares.size() == 0) return VectorXd::Ones(count);
  return shares.head(count);
}

VectorXd CalcLengthShares(const multibody::Model& model,
                          std::span<const multibody::TendonKinematics> tendons,
                          const SpringShares& shares) {
  VectorXd by_actuator = VectorXd::Ones(model.num_actuators());
  if (shares.actuators.size() == 0) return by_actuator;
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (actuator.joint >= 0) {
      by_actuator[i] = shares.actuators[model.joints()[actuator.joint].v_start];
    } else if (actuator.tendon >= 0) {
      by_actuator[i] = 0;
      for (const contact::JointTerm& term : tendons[actuator.tendon].terms)
        by_actuator[i] = std::max(by_actuator[i], shares.actuators[term.dof]);
    }
  }
  return by_actuator;
}

VectorXd CalcJointResistance(const multibody::Model& model,
                             const VectorXd& spring_times) {
  VectorXd R = VectorXd::Zero(spring_times.size());
  for (const multibody::Joint& joint : model.joints()) {
    const int i = joint.v_start;
    if (i >= R.size()) continue;  // Of a node.
    R.segment(i, joint.nv()).setConstant(joint.damping);
    if (joint.stiffness != 0) R[i] += spring_times[i] * joint.stiffness;
  }
  return R;
}

}  // namespace tactus::integrators
