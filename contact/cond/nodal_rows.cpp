#include <algorithm>
#include <cmath>
#include <span>

#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

// Bounds count that g could reach in the step at twice the speed that it has or
// would have without contact.
bool NodalProblemBuilder::IsWithinReach(const JointRow& row) const {
  if (row.law != RowLaw::Law::kLimit) return true;
  const auto terms = problem_->TermsOf(row);
  const double speed =
      std::max(std::abs(CalcRate(terms, problem_->v0)),
               std::abs(CalcRate(terms, prediction_->v_smooth())));
  const double reach = 2 * h_ * speed;
  return !(row.error - reach > row.lower && row.error + reach < row.upper);
}

void NodalProblemBuilder::AddJointRows() {
  for (std::size_t i = 0; i < problem_->joint_rows.size(); ++i) {
    const JointRow& row = problem_->joint_rows[i];
    if (!IsWithinReach(row)) continue;
    RowContact& added = AddRow(problem_->TermsOf(row), 1, row.inverse_mass);
    added.source = RowContact::Source::kJoint;
    added.index = static_cast<int>(i);
    SetLaw(row, &added);
  }
}

// A row that hardly moves anything, beside the others of its kind, is held with
// as much mass as theirs times 1e8, as by ICF.
//
// Where a body holds nodes of an elastic one, both ends give way alike,
// together by what a hundred of the node's masses would, or by what clamps it
// (ClampNode). A body's end by its own mass would be stiff for each of a
// thousand nodes, and the iterations grow with the root of what all of them add
// up to over that mass.
void NodalProblemBuilder::AddConstraint(const BodyConstraint& constraint) {
  constexpr double kFloor = 1e-8;
  const double factor = IsElastic(constraint.body_a, constraint.body_b) ? 2 : 1;
  for (int first = 0; first < constraint.num_rows; first += 3) {
    const auto laws = std::span(problem_->constraint_rows)
                          .subspan(constraint.first_row + first,
                                   std::min(3, constraint.num_rows - first));
    double most = 0;
    for (const ConstraintRow& law : laws)
      most = std::max(most, law.inverse_mass);
    if (most == 0) continue;
    for (std::size_t i = 0; i < laws.size(); ++i) {
      RowContact row{
          .nodes = {},
          .source = RowContact::Source::kConstraint,
          .index = constraint.first_row + first + static_cast<int>(i)};
      AddPairNodes(
          constraint.body_a, constraint.body_b, constraint.p_AoBo_W,
          laws[i].row.transpose(),
          factor * CalcBeta(std::max(laws[i].inverse_mass, kFloor * most)),
          &row.nodes);
      SetLaw(laws[i], &row);
      ClampNode(laws[i], &row);
      if (!tightening_->rows.empty())
        Tighten(tightening_->rows[row.index], row.nodes, 1);
      nodal_->rows.push_back(row);
    }
  }
}

// What is attached to an anchored body has no other end that iterations move:
// it is clamped by a hundred times what holds the node in its body, so that a
// load deforms the body and not the clamp. On a body that moves both ends are
// clamped by just as much as holds the node. Iterations on impulses would have
// clamps for their stiffest part, and take tens of times as many.
void NodalProblemBuilder::ClampNode(const RowLaw& law, RowContact* row) {
  constexpr double kClampFactor = 100;
  const double hold = FindHold(row->nodes);
  row->holds_node = hold > 0;
  if (options_->method != NodalMethod::kVelocityFixedPoint ||
      law.law != RowLaw::Law::kRigid || hold == 0)
    return;
  const double least = row->nodes.size == 1 ? kClampFactor * hold : hold;
  for (const VirtualNode& node : nodal_->NodesOf(row->nodes)) {
    double& beta = nodal_->trees[node.tree].beta[node.first];
    beta = std::max(beta, least);
  }
}

// The largest diagonal of A of elastic nodes among them; none: zero.
double NodalProblemBuilder::FindHold(const NodeRange& nodes) const {
  double hold = 0;
  for (const VirtualNode& node : nodal_->NodesOf(nodes)) {
    const NodalTree& tree = nodal_->trees[node.tree];
    if (tree.is_elastic) hold = std::max(hold, tree.beta.front());
  }
  return hold;
}

// Nodes of elastic bodies have an A of their own.
bool NodalProblemBuilder::IsTie(const BodyConstraint& constraint) const {
  const auto laws = problem_->RowsOf(constraint);
  const auto has_no_slack = [](const ConstraintRow& law) {
    return law.law == RowLaw::Law::kSpring && law.lower == law.upper;
  };
  return !laws.empty() && std::ranges::all_of(laws, has_no_slack) &&
         !IsElastic(constraint.body_a, constraint.body_b);
}

// Of x = gear v.
void NodalProblemBuilder::AddTendonActuators() {
  for (std::size_t i = 0; i < problem_->actuators.size(); ++i) {
    const LinearActuator& actuator = problem_->actuators[i];
    if (actuator.num_terms == 0) continue;
    double inverse_mass = 0;
    for (const JointTerm& term : problem_->TermsOf(actuator)) {
      const Clique& clique = problem_->cliques[clique_of_dof_[term.dof]];
      const int own = term.dof - clique.v_start;
      const double arm = actuator.gear * term.coefficient;
      inverse_mass += arm * arm / clique.M(own, own);
    }
    RowContact& row =
        AddRow(problem_->TermsOf(actuator), actuator.gear, inverse_mass);
    row.source = RowContact::Source::kActuator;
    row.index = static_cast<int>(i);
    const double x0 =
        actuator.gear * problem_->CalcActuatorRate(actuator, problem_->v0);
    const auto [b, c] = MakeStableLaw(actuator, x0, h_theta_);
    SetSmooth(b, c, &row);
    // A constant force beyond the limits is held at the nearer one.
    row.l_lower = std::clamp(row.l_lower, h_theta_ * actuator.lower,
                             h_theta_ * actuator.upper);
    row.l_upper = std::clamp(row.l_upper, h_theta_ * actuator.lower,
                             h_theta_ * actuator.upper);
  }
}

RowContact& NodalProblemBuilder::AddRow(std::span<const JointTerm> terms,
                                        double factor, double inverse_mass) {
  RowContact row;
  row.nodes.first = static_cast<int>(nodal_->nodes.size());
  const auto tree_of = [&](const JointTerm& term) {
    return clique_of_dof_[term.dof];
  };
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    const int tree = tree_of(*term);
    const auto is_same = [&](const JointTerm& each) {
      return tree_of(each) == tree;
    };
    if (std::any_of(terms.begin(), term, is_same)) continue;
    auto J = AddNode(tree, 1, CalcBeta(inverse_mass), &row.nodes);
    for (const JointTerm& each : terms) {
      if (is_same(each))
        J(0, each.dof - nodal_->trees[tree].v_start) +=
            factor * each.coefficient;
    }
  }
  nodal_->rows.push_back(row);
  return nodal_->rows.back();
}

void NodalProblemBuilder::SetLaw(const RowLaw& law, RowContact* row) {
  row->l_lower = -kInfinity;
  row->l_upper = kInfinity;
  switch (law.law) {
    case RowLaw::Law::kRigid:
      row->x_lower = row->x_upper =
          -std::clamp(options_->push_out * law.error / h_, -kFastestPushOut,
                      kFastestPushOut) -
          h_ / 2 * law.bias_acceleration;
      return;
    case RowLaw::Law::kLimit:
      row->x_lower = -CalcApproach(law.error - law.lower);
      row->x_upper = CalcApproach(law.upper - law.error);
      return;
    case RowLaw::Law::kSpring: {
      // Slack at t0: slack for the step.
      const double rest = std::clamp(law.error, law.lower, law.upper);
      const double k =
          law.error == rest && law.lower != law.upper ? 0 : law.stiffness;
      SetSmooth(-k * (law.error - rest), law.damping + h_theta_ * k, row);
      return;
    }
    case RowLaw::Law::kDamper:
      return SetSmooth(0, law.damping, row);
    case RowLaw::Law::kDryFriction:
      row->x_lower = row->x_upper = 0;
      row->l_lower = -h_theta_ * law.dry_friction;
      row->l_upper = h_theta_ * law.dry_friction;
      return;
  }
}

// l = th h (force0 - c x): the dampers of the virtual nodes are the law's own.
void NodalProblemBuilder::SetSmooth(double force0, double c, RowContact* row) {
  row->l_lower = -kInfinity;
  row->l_upper = kInfinity;
  if (c == 0) {
    row->l_lower = row->l_upper = h_theta_ * force0;
    return;
  }
  row->x_lower = row->x_upper = force0 / c;
  for (const VirtualNode& node : nodal_->NodesOf(row->nodes))
    nodal_->trees[node.tree].beta[node.first] = row->nodes.size * h_theta_ * c;
}

}  // namespace tactus::contact
