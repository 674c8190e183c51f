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
                      std::span<const LocalClique> cliques, double h,
                      const RowErrors* errors) {
  cliques_ = cliques;
  actuators_.clear();
  for (int index : island.actuators) {
    const LinearActuator& actuator = problem.actuators[index];
    if (actuator.num_terms > 0) continue;
    actuators_.push_back(
        {.law = MakeIcfActuator(actuator, problem.v0[actuator.dof], h,
                                problem.CalcSpringShare(actuator)),
         .dof = FindDof(problem, actuator.dof)});
  }
  ResetRows(problem, island, h, errors);
}

// Joint rows, and actuators on tendons.
void IcfJoints::ResetRows(const VelocityProblem& problem, const Island& island,
                          double h, const RowErrors* errors) {
  rows_.clear();
  terms_.clear();
  rows_are_quadratic_ = true;
  for (int index : island.joint_rows) {
    AddRow(problem, MakeIcfRow(LawOfJointRow(problem, index, errors), h),
           problem.TermsOf(problem.joint_rows[index]));
  }
  for (int index : island.actuators) {
    const LinearActuator& actuator = problem.actuators[index];
    if (actuator.num_terms == 0) continue;
    const double rate0 = problem.CalcActuatorRate(actuator, problem.v0);
    AddRow(
        problem,
        MakeIcfActuator(actuator, rate0, h, problem.CalcSpringShare(actuator)),
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
  rows_are_quadratic_ = rows_are_quadratic_ && IsQuadratic(law);
}

double IcfJoints::CalcRate(const OfSum& row, const VectorXd& v) const {
  double rate = 0;
  for (const Term& term : TermsOf(row))
    rate += term.coefficient * v[term.dof.index];
  return rate;
}

void IcfJoints::AddCost(const VectorXd& v, double* cost) const {
  for (const OfSum& row : rows_) *cost += Calc(row.law, CalcRate(row, v)).cost;
  for (const auto& [law, dof] : actuators_)
    *cost += Calc(law, v[dof.index]).cost;
}

void IcfJoints::AddGradient(const VectorXd& v, VectorXd* gradient) const {
  for (const OfSum& row : rows_) {
    const double impulse = Calc(row.law, CalcRate(row, v)).impulse;
    for (const Term& term : TermsOf(row))
      (*gradient)[term.dof.index] -= term.coefficient * impulse;
  }
  for (const auto& [law, dof] : actuators_)
    (*gradient)[dof.index] -= Calc(law, v[dof.index]).impulse;
}

void IcfJoints::AddLine(const VectorXd& v, const VectorXd& p, double alpha,
                        solvers::ConvexFunction::LineSample* sample) const {
  const auto add = [&](const ScalarPotential& potential, double dx) {
    sample->cost += potential.cost;
    sample->slope -= potential.impulse * dx;
    sample->curvature += potential.curvature * dx * dx;
  };
  for (const OfSum& row : rows_) {
    const double dx = CalcRate(row, p);
    add(Calc(row.law, CalcRate(row, v) + alpha * dx), dx);
  }
  for (const auto& [law, dof] : actuators_) {
    const double dx = p[dof.index];
    add(Calc(law, v[dof.index] + alpha * dx), dx);
  }
}

void IcfJoints::AddHessian(const VectorXd& v, MatrixXd* scratch,
                           solvers::HessianFactor* hessian) const {
  for (const OfSum& row : rows_) {
    const double curvature = Calc(row.law, CalcRate(row, v)).curvature;
    if (curvature != 0)
      AddRowHessian(TermsOf(row), curvature, scratch, hessian);
  }
  for (const auto& [law, dof] : actuators_) {
    const double curvature = Calc(law, v[dof.index]).curvature;
    if (curvature != 0) hessian->AddDiagonal(dof.clique, dof.offset, curvature);
  }
}

// l'' c c', by pairs of runs of terms on one clique.
void IcfJoints::AddRowHessian(std::span<const Term> terms, double curvature,
                              MatrixXd* scratch,
                              solvers::HessianFactor* hessian) const {
  if (terms.size() == 1) {  // as of most limits
    const auto& [dof, c] = terms.front();
    return hessian->AddDiagonal(dof.clique, dof.offset, curvature * c * c);
  }
  const auto end_of_run = [&](std::size_t first) {
    std::size_t end = first + 1;
    while (end < terms.size() &&
           terms[end].dof.clique == terms[first].dof.clique)
      ++end;
    return end;
  };
  for (std::size_t i = 0; i < terms.size(); i = end_of_run(i)) {
    const auto run_i = terms.subspan(i, end_of_run(i) - i);
    const int clique_i = run_i.front().dof.clique;
    for (std::size_t j = i; j < terms.size(); j = end_of_run(j)) {
      const auto run_j = terms.subspan(j, end_of_run(j) - j);
      const int clique_j = run_j.front().dof.clique;
      auto block =
          scratch->topLeftCorner(cliques_[clique_i].nv, cliques_[clique_j].nv);
      block.setZero();
      for (const auto& [a, c_a] : run_i) {
        for (const auto& [b, c_b] : run_j) {
          block(a.offset, b.offset) += curvature * c_a * c_b;
          if (i != j && clique_i == clique_j)
            block(b.offset, a.offset) += curvature * c_a * c_b;
        }
      }
      hessian->Add(hessian->FindBlock(clique_i, clique_j), block);
    }
  }
}

}  // namespace tactus::contact
