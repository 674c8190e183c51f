#include "tactus/contact/icf_joints.h"

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
  couplings_.clear();
  for (int index : island.limits) {
    const Limit& limit = problem.limits[index];
    limits_.push_back(
        {.law = MakeIcfLimit(limit, h), .dof = FindDof(problem, limit.dof)});
  }
  for (int index : island.actuators) {
    const LinearActuator& actuator = problem.actuators[index];
    actuators_.push_back(
        {.law = MakeIcfActuator(actuator, problem.v0[actuator.dof], h),
         .dof = FindDof(problem, actuator.dof)});
  }
  for (int index : island.couplings) {
    const Coupling& coupling = problem.couplings[index];
    couplings_.push_back(
        {.law = MakeIcfCoupling(coupling, h),
         .a = FindDof(problem, coupling.dof_a),
         .b = coupling.dof_b < 0 ? Dof{} : FindDof(problem, coupling.dof_b)});
  }
  ResetFrictions(problem, h);
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
  for (const OfTwo& coupling : couplings_)
    *cost += Calc(coupling.law, coupling.VelocityOf(v)).cost;
}

void IcfJoints::AddGradient(const VectorXd& v, VectorXd* gradient) const {
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    (*gradient)[dof.index] -= Calc(law, v[dof.index]).impulse;
  });
  for (const OfTwo& coupling : couplings_) {
    const double impulse = Calc(coupling.law, coupling.VelocityOf(v)).impulse;
    (*gradient)[coupling.a.index] -= impulse;
    if (coupling.b.index >= 0)
      (*gradient)[coupling.b.index] += coupling.law.slope * impulse;
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
  for (const OfTwo& coupling : couplings_) {
    const double dx = coupling.VelocityOf(p);
    add(Calc(coupling.law, coupling.VelocityOf(v) + alpha * dx), dx);
  }
}

void IcfJoints::AddHessian(const VectorXd& v, MatrixXd* scratch,
                           solvers::HessianFactor* hessian) const {
  VisitThoseOfOne([&](const auto& law, const Dof& dof) {
    const double curvature = Calc(law, v[dof.index]).curvature;
    if (curvature != 0) hessian->AddDiagonal(dof.clique, dof.offset, curvature);
  });
  for (const OfTwo& coupling : couplings_)
    AddCouplingHessian(coupling, scratch, hessian);
}

// R^-1 (e_a - slope e_b)(e_a - slope e_b)'
void IcfJoints::AddCouplingHessian(const OfTwo& coupling, MatrixXd* scratch,
                                   solvers::HessianFactor* hessian) const {
  const Dof &a = coupling.a, &b = coupling.b;
  const double r = coupling.law.inverse_regularization;
  const double s = coupling.law.slope;
  hessian->AddDiagonal(a.clique, a.offset, r);
  if (b.index < 0) return;
  hessian->AddDiagonal(b.clique, b.offset, r * s * s);
  auto block =
      scratch->topLeftCorner(cliques_[a.clique].nv, cliques_[b.clique].nv);
  block.setZero();
  block(a.offset, b.offset) = -r * s;
  if (a.clique == b.clique) block(b.offset, a.offset) = -r * s;
  hessian->Add(hessian->FindBlock(a.clique, b.clique), block);
}

}  // namespace tactus::contact
