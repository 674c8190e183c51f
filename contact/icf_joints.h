#pragma once

#include <span>
#include <vector>

#include "tactus/contact/icf_law.h"
#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/convex_newton.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::contact {

/// A clique's place in an island's vector of velocities.
struct LocalClique {
  int clique{}, start{}, nv{};
};

/// The potentials of an island that are functions of joint velocities: limits,
/// actuators, dry friction and couplings (icf_law.h). The first three are of
/// one velocity, x = v_i; a coupling is of x = v_a - slope v_b.
class IcfJoints {
 public:
  /// Keeps a reference to `cliques`, whose storage must stay.
  void Reset(const VelocityProblem& problem, const Island& island,
             std::span<const LocalClique> cliques, double h);

  /// Whether all potentials are quadratic: none but couplings.
  bool is_quadratic() const {
    return limits_.empty() && actuators_.empty() && frictions_.empty();
  }

  void AddCost(const VectorXd& v, double* cost) const;
  void AddGradient(const VectorXd& v, VectorXd* gradient) const;
  /// Cost, slope and curvature along the line v + alpha p.
  void AddLine(const VectorXd& v, const VectorXd& p, double alpha,
               solvers::ConvexFunction::LineSample* sample) const;
  /// @param scratch  at least as large as the largest clique.
  void AddHessian(const VectorXd& v, MatrixXd* scratch,
                  solvers::HessianFactor* hessian) const;

 private:
  /// A velocity of the island, also by its clique and its place there.
  struct Dof {
    int index = -1, clique{}, offset{};
  };
  template <class Law>
  struct OfOne {
    Law law;
    Dof dof;
  };
  struct OfTwo {
    IcfCoupling law;
    Dof a, b;  ///< b.index < 0: none.

    double VelocityOf(const VectorXd& v) const {
      return v[a.index] - (b.index < 0 ? 0 : law.slope * v[b.index]);
    }
  };

  Dof FindDof(const VelocityProblem& problem, int dof) const;
  void ResetFrictions(const VelocityProblem& problem, double h);
  void AddCouplingHessian(const OfTwo& coupling, MatrixXd* scratch,
                          solvers::HessianFactor* hessian) const;
  template <class Visit>
  void VisitThoseOfOne(const Visit& visit) const {
    for (const auto& limit : limits_) visit(limit.law, limit.dof);
    for (const auto& actuator : actuators_) visit(actuator.law, actuator.dof);
    for (const auto& friction : frictions_) visit(friction.law, friction.dof);
  }

  std::span<const LocalClique> cliques_;
  std::vector<OfOne<IcfLimit>> limits_;
  std::vector<OfOne<IcfActuator>> actuators_;
  std::vector<OfOne<IcfDryFriction>> frictions_;
  std::vector<OfTwo> couplings_;
};

}  // namespace tactus::contact
