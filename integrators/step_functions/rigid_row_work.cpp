#include "tactus/integrators/step_functions/rigid_row_work.h"

#include <algorithm>
#include <span>

#include "tactus/contact/body_motion.h"

namespace tactus::integrators {

using contact::BodyConstraint;
using contact::VelocityProblem;

namespace {

constexpr double kRest = 5e-2;  // [m/s or rad/s]

// 1/2 v'M v, and what it would be at kRest.
double CalcKinetic(const contact::Clique& clique, const VectorXd& v,
                   VectorXd* momentum) {
  const auto part = v.segment(clique.v_start, clique.nv);
  momentum->noalias() = clique.M * part;
  return part.dot(*momentum) / 2 + kRest * kRest / 2 * clique.M.trace();
}

}  // namespace

void RigidRowWork::Reset(const VelocityProblem& problem) {
  const int num_cliques = static_cast<int>(problem.cliques.size());
  sets_.Reset(num_cliques);
  group_.assign(problem.constraints.size(), -1);
  root_.assign(num_cliques, -1);
  const auto clique_of = [&](int body) {
    return problem.bodies[body].clique;
  };
  for (std::size_t i = 0; i < problem.constraints.size(); ++i) {
    const BodyConstraint& constraint = problem.constraints[i];
    if (std::ranges::none_of(problem.RowsOf(constraint),
                             &contact::RowLaw::is_rigid))
      continue;
    const int a = clique_of(constraint.body_a);
    group_[i] = clique_of(constraint.body_b);
    root_[group_[i]] = group_[i];
    if (a < 0) continue;
    root_[a] = a;
    sets_.Unite(a, group_[i]);
  }
  for (std::vector<int>* numbers : {&group_, &root_}) {
    for (int& number : *numbers)
      if (number >= 0) number = sets_.Find(number);
  }
}

void RigidRowWork::Calc(const VelocityProblem& problem, double h,
                        const VectorXd& v1,
                        const std::vector<double>& row_forces) {
  groups_.assign(problem.cliques.size(), {});
  for (std::size_t c = 0; c < root_.size(); ++c) {
    if (root_[c] < 0) continue;
    groups_[root_[c]].kinetic +=
        CalcKinetic(problem.cliques[c], v1, &momentum_);
  }
  for (std::size_t i = 0; i < problem.constraints.size(); ++i) {
    if (group_[i] < 0) continue;
    const BodyConstraint& constraint = problem.constraints[i];
    const Vector6d V_mean =
        contact::CalcRelativeVelocity(problem, constraint, problem.v0) / 2 +
        contact::CalcRelativeVelocity(problem, constraint, v1) / 2;
    const auto rows = problem.RowsOf(constraint);
    for (int k = 0; k < constraint.num_rows; ++k) {
      if (!rows[k].is_rigid()) continue;
      groups_[group_[i]].work +=
          h * row_forces[constraint.first_row + k] * rows[k].row.dot(V_mean);
    }
  }
}

double RigidRowWork::CalcGain(int constraint) const {
  if (group_[constraint] < 0) return 0;
  const Group& group = groups_[group_[constraint]];
  return group.work > 0 ? group.work / group.kinetic : 0;
}

void RigidRowWork::MarkGroup(int constraint,
                             std::vector<bool>* is_marked) const {
  is_marked->resize(root_.size(), false);
  for (std::size_t c = 0; c < root_.size(); ++c) {
    if (root_[c] >= 0 && root_[c] == group_[constraint]) (*is_marked)[c] = true;
  }
}

void RigidRowWork::SumAlong(const VelocityProblem& problem,
                            const VectorXd& moved, const VectorXd& v) {
  along_.assign(problem.cliques.size(), {});
  for (std::size_t c = 0; c < root_.size(); ++c) {
    if (root_[c] < 0) continue;
    const contact::Clique& clique = problem.cliques[c];
    const auto part = moved.segment(clique.v_start, clique.nv);
    momentum_.noalias() = clique.M * part;
    along_[root_[c]].squared += part.dot(momentum_);
    along_[root_[c]].with_v +=
        momentum_.dot(v.segment(clique.v_start, clique.nv));
  }
}

// A share s takes -s moved'M v - s^2/2 moved'M moved of T.
void RigidRowWork::TakeBack(const VelocityProblem& problem, double h,
                            const VectorXd& moved, VectorXd* v,
                            std::vector<bool>* is_braked) {
  constexpr double kMuch = 0.01;
  SumAlong(problem, moved, *v);
  for (std::size_t c = 0; c < root_.size(); ++c) {
    if (root_[c] < 0) continue;
    const auto& [with_v, squared] = along_[root_[c]];
    if (!(squared > 0)) continue;
    const double share = std::clamp(-with_v / squared, 0.0, 1 / h);
    const contact::Clique& clique = problem.cliques[c];
    v->segment(clique.v_start, clique.nv) +=
        share * moved.segment(clique.v_start, clique.nv);
    const double taken = -share * (with_v + share * squared / 2);
    if (!(taken > kMuch * groups_[root_[c]].kinetic)) continue;
    is_braked->resize(root_.size(), false);
    (*is_braked)[c] = true;
  }
}

}  // namespace tactus::integrators
