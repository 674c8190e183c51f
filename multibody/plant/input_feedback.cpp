#include "tactus/multibody/plant/input_feedback.h"

#include "tactus/contact/inverse_mass.h"

namespace tactus::multibody {
namespace {

using contact::JointTerm;
using contact::VelocityProblem;

// A row for -a a'v.
contact::JointRow& AddDamper(const std::vector<JointTerm>& a,
                             VelocityProblem* problem) {
  contact::JointRow row;
  row.law = contact::RowLaw::Law::kDamper;
  row.damping = 1;
  row.inverse_mass = contact::CalcInverseMass(*problem, a);
  row.first_term = static_cast<int>(problem->joint_terms.size());
  row.num_terms = static_cast<int>(a.size());
  problem->joint_terms.insert(problem->joint_terms.end(), a.begin(), a.end());
  return problem->joint_rows.emplace_back(row);
}

}  // namespace

void AddForceFeedback(const InputFeedback& feedback, VelocityProblem* problem) {
  const ForceSlope& slope = feedback.force_slope;
  for (int t = 0; t < std::ssize(slope.blocks); ++t)
    AddDrag(slope.blocks[t], feedback.v_ref, t, problem);
  for (const std::vector<JointTerm>& a : slope.dampers) {
    const double rate = contact::CalcRate(a, feedback.v_ref);
    for (const JointTerm& term : a)
      problem->k0[term.dof] -= term.coefficient * rate;
    AddDamper(a, problem);
  }
  for (const std::vector<JointTerm>& s : feedback.soft_springs)
    AddDamper(s, problem).is_soft_spring = true;
}

void AddDrag(const MatrixXd& drag, const VectorXd& v_ref, int index,
             VelocityProblem* problem) {
  if (drag.size() == 0) return;
  contact::Clique& clique = problem->cliques[index];
  problem->k0.segment(clique.v_start, clique.nv) -=
      drag * v_ref.segment(clique.v_start, clique.nv);
  if (clique.has_drag()) {
    clique.drag += drag;
  } else {
    clique.drag = drag;
  }
}

}  // namespace tactus::multibody
