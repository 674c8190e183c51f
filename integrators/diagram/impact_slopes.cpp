#include "tactus/integrators/diagram/impact_slopes.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tactus/contact/islands.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

double CalcMassNorm(const contact::Clique& clique, const VectorXd& u) {
  const auto part = u.segment(clique.v_start, clique.nv);
  return std::sqrt(part.dot(clique.M * part));
}

// What drives one clique in a step of h, without contacts: A a = force.
class Drive {
 public:
  Drive(const contact::VelocityProblem& problem, const contact::Clique& clique,
        double h)
      : problem_(problem), clique_(clique), h_(h) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    const VectorXd v0 = of(problem.v0);
    C_ = VectorXd(of(problem.damping) + h * of(problem.stiffness)).asDiagonal();
    if (clique.has_drag()) C_ += clique.drag;
    force_ = -of(problem.k0) - of(problem.spring_force0) - C_ * v0;
    for (const contact::JointRow& row : problem.joint_rows) {
      if (row.law == contact::RowLaw::Law::kDamper)
        AddLaw({.c = row.damping}, problem.TermsOf(row), 1);
    }
    for (const contact::LinearActuator& law : problem.actuators) AddEffort(law);
  }

  // h |a|, the norm of kinetic energy.
  double CalcChange() const {
    if (C_.isZero(0))
      return h_ * std::sqrt(force_.dot(clique_.M.llt().solve(force_)));
    const VectorXd a = (clique_.M + h_ * C_).ldlt().solve(force_);
    return h_ * std::sqrt(a.dot(clique_.M * a));
  }

 private:
  // gear times b - c x, x = gear times the rate.
  void AddLaw(const contact::StableLaw& law,
              std::span<const contact::JointTerm> terms, double gear) {
    const auto is_own = [&](const contact::JointTerm& term) {
      return term.dof >= clique_.v_start &&
             term.dof < clique_.v_start + clique_.nv;
    };
    if (std::ranges::none_of(terms, is_own)) return;
    VectorXd own = VectorXd::Zero(clique_.nv);
    double x0 = 0;
    for (const contact::JointTerm& term : terms) {
      if (is_own(term))
        own[term.dof - clique_.v_start] += gear * term.coefficient;
      x0 += gear * term.coefficient * problem_.v0[term.dof];
    }
    force_ += (law.b - law.c * x0) * own;
    C_ += law.c * own * own.transpose();
  }

  void AddEffort(const contact::LinearActuator& actuator) {
    const double x0 =
        actuator.gear * problem_.CalcActuatorRate(actuator, problem_.v0);
    contact::StableLaw law = contact::MakeStableLaw(actuator, x0, h_);
    const double f = law.b - law.c * x0;
    if (f < actuator.lower || f > actuator.upper)
      law = {.b = std::clamp(f, actuator.lower, actuator.upper)};
    const contact::JointTerm one{.dof = actuator.dof};
    AddLaw(law,
           actuator.num_terms == 0 ? std::span(&one, 1)
                                   : problem_.TermsOf(actuator),
           actuator.gear);
  }

  const contact::VelocityProblem& problem_;
  const contact::Clique& clique_;
  double h_;
  MatrixXd C_;
  VectorXd force_;
};

}  // namespace

void CalcCurvatureWeights(const multibody::Model& model,
                          const contact::VelocityProblem& problem,
                          const HybridState& start, const HybridState& end,
                          double h, std::vector<double>* weights) {
  weights->assign(model.trees().size(), 1.0);
  VectorXd moved;
  multibody::CalcPositionDifference(model, start.q, end.q, &moved);
  const VectorXd p = h / 2 * (start.v - end.v);
  const VectorXd c = h / 2 * (start.v + end.v) - moved;
  contact::IslandFinder finder;
  std::vector<contact::Island> islands;
  const int num_islands = finder.Find(problem, &islands);
  for (int k = 0; k < num_islands; ++k) {
    if (islands[k].patches.empty()) continue;
    for (const int tree : islands[k].cliques) {
      const contact::Clique& clique = problem.cliques[tree];
      const double change = CalcMassNorm(clique, p);
      // phi = 3/2 (1 - r),  r = |c| / |p|
      const double rest = 1.5 * (change - CalcMassNorm(clique, c));
      if (rest >= change) continue;
      const double phi = std::max(rest / change, 0.0);
      // w = |v1 - v0| / (h |a|) - 1,  |v1 - v0| = 2 |p| / h
      const double free_change = Drive(problem, clique, h).CalcChange();
      const double excess = 2 * change / h - free_change;
      if (excess <= 0) continue;
      const double w = excess < free_change ? excess / free_change : 1.0;
      (*weights)[tree] = 1 - w * (1 - phi);
    }
  }
}

}  // namespace tactus::integrators
