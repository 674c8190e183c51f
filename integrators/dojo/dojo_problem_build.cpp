#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {
namespace {

using contact::RowLaw;

// Redundant rows share their load: g = compliance lambda, far below tolerance.
constexpr double kCompliance = 1e-9;

}  // namespace

void DojoProblem::Build(const DojoStepData& step, const contact::Island& island,
                        std::span<const ContactFeatures> contacts,
                        DiscreteDynamics* dynamics) {
  step_ = &step;
  island_ = &island;
  features_ = contacts;
  dynamics_ = dynamics;
  model_ = &dynamics->model();
  const contact::VelocityProblem& problem = step.velocity;
  cones_.clear();
  contacts_.clear();
  rows_.clear();
  bounds_.clear();
  dry_.clear();
  efforts_.clear();
  offset_of_tree_.assign(problem.cliques.size(), -1);
  num_velocities_ = 0;
  for (const int c : island.cliques) {
    offset_of_tree_[c] = num_velocities_;
    num_velocities_ += problem.cliques[c].nv;
  }
  num_unknowns_ = num_velocities_;
  v_ = problem.v0;

  for (const int i : island.patches) {
    const contact::ContactPatch& patch = problem.patches[i];
    for (int k = 0; k < patch.num_points; ++k)
      AddContact(patch.first_point + k);
  }
  for (const int i : island.joint_rows) {
    const contact::JointRow& row = problem.joint_rows[i];
    AddRow(row, TermsOf(problem.TermsOf(row), 1), -1);
  }
  for (const int i : island.constraints) AddConstraint(problem.constraints[i]);
  for (const int i : island.actuators) {
    const contact::LinearActuator& law = problem.actuators[i];
    const contact::JointTerm own{.dof = law.dof};
    const auto terms =
        law.num_terms == 0 ? std::span(&own, 1) : problem.TermsOf(law);
    Effort effort{.coefficients = TermsOf(terms, law.gear),
                  .law = &law,
                  .x0 = law.gear * problem.CalcActuatorRate(law, problem.v0),
                  .index = i,
                  .slope = -law.stiffness,
                  .own = {}};
    AddEffort(std::move(effort));
  }
  // Laws move with their vector.
  for (Effort& effort : efforts_) {
    if (effort.index < 0) effort.law = &effort.own;
  }
}

VectorXd DojoProblem::TermsOf(std::span<const contact::JointTerm> terms,
                              double gear) const {
  VectorXd coefficients = VectorXd::Zero(num_velocities_);
  for (const contact::JointTerm& term : terms) {
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      const int own = term.dof - clique.v_start;
      if (own >= 0 && own < clique.nv)
        coefficients[offset_of_tree_[c] + own] += gear * term.coefficient;
    }
  }
  return coefficients;
}

void DojoProblem::AddBound(VectorXd coefficients, double distance) {
  if (!std::isfinite(distance)) return;
  bounds_.push_back({.coefficients = std::move(coefficients),
                     .distance = distance,
                     .z = cones_.Add(1)});
}

void DojoProblem::AddRow(const RowLaw& law, VectorXd coefficients,
                         int constraint_row) {
  switch (law.law) {
    case RowLaw::Law::kRigid:
      rows_.push_back(
          {.coefficients = std::move(coefficients),
           .error = law.error + step_->h * step_->h / 2 * law.bias_acceleration,
           .compliance = kCompliance * step_->h * law.inverse_mass,
           .lambda = AddUnknown(),
           .constraint_row = constraint_row});
      return;
    case RowLaw::Law::kLimit:
      AddBound(coefficients, law.error - law.lower);
      AddBound(-coefficients, law.upper - law.error);
      return;
    case RowLaw::Law::kSpring: {
      // As at q2, like the springs of joints; dampers as at the end.
      const double rest = std::clamp(law.error, law.lower, law.upper);
      AddEffort({.coefficients = std::move(coefficients),
                 .law = nullptr,
                 .x0 = 0,
                 .index = -1,
                 .slope = law.error == rest && law.lower < law.upper
                              ? 0
                              : -law.stiffness,
                 .own = {.force0 = -law.stiffness * (law.error - rest),
                         .damping = law.damping}});
      return;
    }
    case RowLaw::Law::kDryFriction:
      dry_.push_back({.coefficients = std::move(coefficients),
                      .impulse = step_->mean * law.dry_friction,
                      .psi = AddUnknown(),
                      .z = cones_.Add(2)});
      return;
  }
}

// x = row' (V_B - Phi V_A), with V_A taken to B's origin.
void DojoProblem::AddConstraint(const contact::BodyConstraint& constraint) {
  const contact::VelocityProblem& problem = step_->velocity;
  for (int i = 0; i < constraint.num_rows; ++i) {
    const int index = constraint.first_row + i;
    const Vector6d& row = problem.constraint_rows[index].row;
    Vector6d on_a = -row;
    on_a.head<3>() -= constraint.p_AoBo_W.cross(row.tail<3>());
    VectorXd coefficients = VectorXd::Zero(num_velocities_);
    const auto add = [&](int body_index, const Vector6d& on_body) {
      const contact::ContactBody& body = problem.bodies[body_index];
      if (body.clique < 0) return;
      auto part = coefficients.segment(offset_of_tree_[body.clique],
                                       problem.cliques[body.clique].nv);
      if (body.is_free) {
        part += on_body;
      } else {
        part += body.J.transpose() * on_body;
      }
    };
    add(constraint.body_b, row);
    add(constraint.body_a, on_a);
    AddRow(problem.constraint_rows[index], std::move(coefficients), index);
  }
}

void DojoProblem::AddContact(int point) {
  const bool slides =
      step_->cone == FrictionCone::kNone || features_[point].friction == 0;
  Contact contact{.point = point, .normal = cones_.Add(1), .gap = {}};
  if (!slides && step_->cone == FrictionCone::kExact) {
    contact.psi = AddUnknown();
    contact.friction = cones_.Add(3);
  } else if (!slides) {
    contact.friction = cones_.Add(1);
    for (int i = 0; i < 4; ++i) cones_.Add(1);  // four facets, and psi
  }
  contacts_.push_back(contact);
}

// The limits of a force that follows the velocity are complementarity pairs.
void DojoProblem::AddEffort(Effort effort) {
  const contact::LinearActuator& law =
      effort.law != nullptr ? *effort.law : effort.own;
  if (law.damping + step_->h * law.stiffness > 0) {
    if (std::isfinite(law.lower)) effort.lower = cones_.Add(1);
    if (std::isfinite(law.upper)) effort.upper = cones_.Add(1);
  }
  efforts_.push_back(std::move(effort));
}

}  // namespace tactus::integrators
