#include "tactus/contact/icf/joints.h"

#include <cassert>

namespace tactus::contact {

IcfJoints::Dof IcfJoints::FindDof(const VelocityProblem& problem,
                                  int dof) const {
  for (std::size_t k = 0; k < cliques_.size(); ++k) {
    const LocalClique& local = cliques_[k];
    const int i = dof - problem.cliques[local.clique].v_start;
    if (i >= 0 && i < local.nv) {
      return {
          .index = local.start + i, .clique = static_cast<int>(k), .offset = i};
    }
  }
  assert(false);
  return {};
}

void IcfJoints::Reset(const VelocityProblem& problem, const Island& island,
                      std::span<const LocalClique> cliques, double h) {
  cliques_ = cliques;
  limits_.clear();
  actuators_.clear();
  for (int index : island.limits) {
    const Limit& limit = problem.limits[index];
    limits_.push_back(
        {.law = MakeIcfLimit(limit, h), .dof = FindDof(problem, limit.dof)});
  }
  for (int index : island.actuators) {
    const LinearActuator& actuator = problem.actuators[index];
    if (actuator.num_terms > 0) continue;
    actuators_.push_back(
        {.law = MakeIcfActuator(actuator, problem.v0[actuator.dof], h),
         .dof = FindDof(problem, actuator.dof)});
  }
  ResetRows(problem, island, h);
  ResetFrictions(problem, h);
}

// Joint rows, and actuators on tendons.
void IcfJoints::ResetRows(const VelocityProblem& problem, const Island& island,
                          double h) {
  rows_.clear();
  terms_.clear();
  rows_are_quadratic_ = true;
  for (int index : island.joint_rows) {
    const JointRow& row = problem.joint_rows[index];
    AddRow(problem, MakeIcfRow(row, h), problem.TermsOf(row));
  }
  for (int index : island.actuators) {
    const LinearActuator& actuator = problem.actuators[index];
    if (actuator.num_terms == 0) continue;
    const double rate0 = problem.CalcActuatorRate(actuator, problem.v0);
    AddRow(problem, MakeIcfActuator(actuator, rate0, h),
           problem.TermsOf(actuator));
  }
}

void IcfJoints::AddRow(const VelocityProblem& problem, const IcfRow& law,
                       std::span<const JointTerm> terms) {
  rows_.push_back({.law = law,
                   .first = static_cast<int>(terms_.size()),
                   .size = static_cast<int>(terms.size())});
  for (const JointTerm& term : terms) {
    terms_.push_back(
        {.dof = FindDof(problem, term.dof), .coefficient = term.coefficient});
  }
  rows_are_quadratic_ =
      rows_are_quadratic_ && std::holds_alternative<IcfRigid>(law);
}

double IcfJoints::CalcRate(const OfSum& row, const VectorXd& v) const {
  double rate = 0;
  for (const Term& term : TermsOf(row))
    rate += term.coefficient * v[term.dof.index];
  return rate;
}

void IcfJoints::ResetFrictions(const VelocityProblem& problem, double h) {
  frictions_.clear();
  if (problem.dry_friction.size() == 0) return;
  for (std::size_t k = 0; k < cliques_.size(); ++k) {
    const LocalClique& local = cliques_[k];
    const Clique& clique = problem.cliques[local.clique];
    for (int i = 0; i < local.nv; ++i) {
      const double force = problem.dry_friction[clique.v_start + i];
      if (force == 0) continue;
      frictions_.push_back(
          {.law = MakeIcfDryFriction(force, 1 / clique.M(i, i), h),
           .dof = {.index = local.start + i,
                   .clique = static_cast<int>(k),
                   .offset = i}});
    }
  }
}

void IcfJoints::AddCost(const VectorXd& v, double* cost) const {
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    *cost += Calc(law, v[dof.index]).cost;
  });
  for (const OfSum& row : rows_) *cost += Calc(row.law, CalcRate(row, v)).cost;
}

void IcfJoints::AddGradient(const VectorXd& v, VectorXd* gradient) const {
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    (*gradient)[dof.index] -= Calc(law, v[dof.index]).impulse;
  });
  for (const OfSum& row : rows_) {
    const double impulse = Calc(row.law, CalcRate(row, v)).impulse;
    for (const Term& term : TermsOf(row))
      (*gradient)[term.dof.index] -= term.coefficient * impulse;
  }
}

void IcfJoints::AddLine(const VectorXd& v, const VectorXd& p, double alpha,
                        solvers::ConvexFunction::LineSample* sample) const {
  const auto add = [&](const ScalarPotential& potential, double dx) {
    sample->cost += potential.cost;
    sample->slope -= potential.impulse * dx;
    sample->curvature += potential.curvature * dx * dx;
  };
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    const double dx = p[dof.index];
    add(Calc(law, v[dof.index] + alpha * dx), dx);
  });
  for (const OfSum& row : rows_) {
    const double dx = CalcRate(row, p);
    add(Calc(row.law, CalcRate(row, v) + alpha * dx), dx);
  }
}

void IcfJoints::AddHessian(const VectorXd& v, MatrixXd* scratch,
                           solvers::HessianFactor* hessian) const {
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    const double curvature = Calc(law, v[dof.index]).curvature;
    if (curvature != 0) hessian->AddDiagonal(dof.clique, dof.offset, curvature);
  });
  for (const OfSum& row : rows_) {
    const double curvature = Calc(row.law, CalcRate(row, v)).curvature;
    if (curvature != 0)
      AddRowHessian(TermsOf(row), curvature, scratch, hessian);
  }
}

// l'' c c', pair by pair.
void IcfJoints::AddRowHessian(std::span<const Term> terms, double curvature,
                              MatrixXd* scratch,
                              solvers::HessianFactor* hessian) const {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto& [a, c_a] = terms[i];
    hessian->AddDiagonal(a.clique, a.offset, curvature * c_a * c_a);
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      const auto& [b, c_b] = terms[j];
      auto block =
          scratch->topLeftCorner(cliques_[a.clique].nv, cliques_[b.clique].nv);
      block.setZero();
      block(a.offset, b.offset) = curvature * c_a * c_b;
      if (a.clique == b.clique)
        block(b.offset, a.offset) = curvature * c_a * c_b;
      hessian->Add(hessian->FindBlock(a.clique, b.clique), block);
    }
  }
}

}  // namespace tactus::contact
