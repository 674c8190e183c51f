#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/contact/body_motion.h"
#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {
namespace {

using contact::RowLaw;

// Redundant rows share their load: g = compliance lambda, far below tolerance.
constexpr double kCompliance = 1e-9;

// Pieces of elastic rod and, behind the model's constraints, what their pull
// makes of turns.
bool IsOfRod(const multibody::Model& model, std::ptrdiff_t index) {
  const auto ties = model.constraints();
  return index >= std::ssize(ties) ||
         ties[index].type == multibody::ConstraintType::kCosserat;
}

}  // namespace

void DojoProblem::Build(const DojoStepData& step, const contact::Island& island,
                        std::span<const ContactFeatures> contacts,
                        DiscreteDynamics* dynamics,
                        std::span<const std::vector<int>> by_patch) {
  step_ = &step;
  island_ = &island;
  features_ = contacts;
  dynamics_ = dynamics;
  model_ = &dynamics->model();
  const contact::VelocityProblem& problem = step.velocity;
  cones_.clear();
  contacts_.clear();
  terms_.clear();
  blocks_.clear();
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
  joint_rhs_.resize(problem.v0.size());
  const auto n = static_cast<std::size_t>(model_->num_bodies());
  by_pose_.resize(n);
  by_joint_.resize(n);
  poses_.resize(n);
  loads_.assign(n, Vector6d::Zero());

  for (const int i : island.patches) {
    if (!by_patch.empty()) {
      for (const int held : by_patch[i]) AddContact(held);
      continue;
    }
    const contact::ContactPatch& patch = problem.patches[i];
    for (int k = 0; k < patch.num_points; ++k)
      AddContact(patch.first_point + k);
  }
  for (const int i : island.joint_rows) {
    const contact::JointRow& row = problem.joint_rows[i];
    AddRow(row, AddTerms(problem.TermsOf(row), 1),
           {.is_joint = true, .index = i});
  }
  for (const int i : island.constraints) AddConstraint(problem.constraints[i]);
  for (const int i : island.actuators) AddActuator(i);
  // Laws move with their vector.
  for (Effort& effort : efforts_) {
    if (effort.index < 0) effort.law = &effort.own;
  }
  FindWhetherArticulated();
  CalcTreeSizes();
}

// One tree; all that couples is within a body or within a joint.
void DojoProblem::FindWhetherArticulated() {
  body_of_velocity_.resize(num_velocities_);
  for (const int c : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[c];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const multibody::Joint& joint = model_->joints()[b - 1];
      for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
        body_of_velocity_[offset_of_tree_[c] + k - tree.v_start] = b;
    }
  }
  const auto is_of_one_body = [&](const Contact& contact) {
    const ContactFeatures& features = features_[contact.point];
    return OffsetOf(features.body_a) < 0 || OffsetOf(features.body_b) < 0;
  };
  const auto is_of_one_joint = [&](const Block& block) {
    const auto terms = TermsOf(block.along);
    return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
      return body_of_velocity_[term.v] == body_of_velocity_[terms.front().v];
    });
  };
  may_be_articulated_ =
      island_->cliques.size() == 1 && rows_.empty() &&
      std::all_of(contacts_.begin(), contacts_.end(), is_of_one_body) &&
      std::all_of(blocks_.begin(), blocks_.end(), is_of_one_joint);
}

void DojoProblem::AddActuator(int index) {
  const contact::VelocityProblem& problem = step_->velocity;
  const contact::LinearActuator& law = problem.actuators[index];
  const contact::JointTerm own{.dof = law.dof};
  const auto terms =
      law.num_terms == 0 ? std::span(&own, 1) : problem.TermsOf(law);
  AddEffort({.along = AddTerms(terms, law.gear),
             .law = &law,
             .x0 = law.gear * problem.CalcActuatorRate(law, problem.v0),
             .index = index,
             .slope = -law.stiffness,
             .own = {}});
}

DojoProblem::Along DojoProblem::AddTerms(
    std::span<const contact::JointTerm> terms, double gear) {
  Along along{.first_term = static_cast<int>(terms_.size())};
  for (const contact::JointTerm& term : terms) {
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      const int own = term.dof - clique.v_start;
      if (own >= 0 && own < clique.nv)
        terms_.push_back({.v = offset_of_tree_[c] + own,
                          .coefficient = gear * term.coefficient});
    }
  }
  along.num_terms = static_cast<int>(terms_.size()) - along.first_term;
  return along;
}

DojoProblem::Along DojoProblem::Negate(const Along& along) {
  const Along negative{.first_term = static_cast<int>(terms_.size()),
                       .num_terms = along.num_terms};
  for (int i = 0; i < along.num_terms; ++i) {
    const Term term = terms_[along.first_term + i];
    terms_.push_back({.v = term.v, .coefficient = -term.coefficient});
  }
  return negative;
}

int DojoProblem::AddBlock(const Along& along, int x, int z, int num_z,
                          int first_cone, int num_cones) {
  Block block{.along = along, .local = {}, .force = {}, .motion = {}};
  block.local.Reset(x, z, num_z, first_cone, num_cones);
  block.force.setZero(block.local.size());
  block.motion.setZero(block.local.size());
  blocks_.push_back(block);
  return static_cast<int>(blocks_.size()) - 1;
}

void DojoProblem::AddBound(const Along& along, double distance, Source source,
                           double sign) {
  if (!std::isfinite(distance)) return;
  const int cone = cones_.num_cones(), z = cones_.Add(1);
  const int block = AddBlock(along, -1, z, 1, cone, 1);
  blocks_[block].force[0] = 1;
  blocks_[block].motion[0] = step_->h;
  bounds_.push_back({.along = along,
                     .distance = distance,
                     .z = z,
                     .block = block,
                     .source = source,
                     .sign = sign});
}

// 1 - z_0 = 0;  s = (psi, h f0 along' v), and the impulse h f0 z_1: in units
// of what friction can do at most, whatever that is, or friction far below
// sqrt(kappa) would make s / z as large as kappa / (h f0)^2.
void DojoProblem::AddDry(const Along& along, double impulse, Source source) {
  const int cone = cones_.num_cones(), z = cones_.Add(2), psi = AddUnknown();
  const int index = AddBlock(along, psi, z, 2, cone, 1);
  Block& block = blocks_[index];
  block.local.matrix()(0, 1) = -1;
  block.local.matrix()(1, 0) = 1;
  block.force[2] = impulse;
  block.motion[2] = impulse;
  dry_.push_back({.along = along,
                  .impulse = impulse,
                  .psi = psi,
                  .z = z,
                  .block = index,
                  .source = source});
}

void DojoProblem::AddRow(const RowLaw& law, const Along& along, Source source) {
  switch (law.law) {
    case RowLaw::Law::kRigid:
      rows_.push_back(
          {.along = along,
           .error = law.error + step_->h * step_->h / 2 * law.bias_acceleration,
           .compliance = kCompliance * step_->h * law.inverse_mass,
           .lambda = AddUnknown(),
           .source = source});
      return;
    case RowLaw::Law::kLimit:
      AddBound(along, law.error - law.lower, source, 1);
      AddBound(Negate(along), law.upper - law.error, source, -1);
      return;
    case RowLaw::Law::kSpring: {
      // As at q2, like the springs of joints; dampers as at the end.
      const double rest = std::clamp(law.error, law.lower, law.upper);
      AddEffort({.along = along,
                 .law = nullptr,
                 .x0 = 0,
                 .index = -1,
                 .slope = law.error == rest && law.lower < law.upper
                              ? 0
                              : -law.stiffness,
                 .own = {.force0 = -law.stiffness * (law.error - rest),
                         .damping = law.damping},
                 .source = source});
      return;
    }
    case RowLaw::Law::kDamper:
      AddEffort({.along = along,
                 .law = nullptr,
                 .x0 = 0,
                 .index = -1,
                 .slope = 0,
                 .own = {.force0 = 0, .damping = law.damping},
                 .source = source});
      return;
    case RowLaw::Law::kDryFriction:
      AddDry(along, step_->mean * law.dry_friction, source);
      return;
  }
}

// x = row' (V_B - Phi V_A), with V_A taken to B's origin. Springs of rods are
// far too stiff to act as at q2; as at the end, they pull by -k (g + h x) - d
// x.
void DojoProblem::AddConstraint(const contact::BodyConstraint& constraint) {
  const contact::VelocityProblem& problem = step_->velocity;
  const bool is_of_rod =
      IsOfRod(*model_, &constraint - problem.constraints.data());
  for (int i = 0; i < constraint.num_rows; ++i) {
    const int index = constraint.first_row + i;
    const Vector6d& row = problem.constraint_rows[index].row;
    row_.setZero(num_velocities_);
    const auto add = [&](int body_index, const Vector6d& on_body) {
      const contact::ContactBody& body = problem.bodies[body_index];
      if (body.clique < 0) return;
      contact::AddToClique(body, on_body,
                           row_.segment(offset_of_tree_[body.clique],
                                        problem.cliques[body.clique].nv));
    };
    add(constraint.body_b, row);
    add(constraint.body_a, contact::CarryToA(row, constraint.p_AoBo_W));
    Along along{.first_term = static_cast<int>(terms_.size())};
    for (int k = 0; k < num_velocities_; ++k) {
      if (row_[k] != 0) terms_.push_back({.v = k, .coefficient = row_[k]});
    }
    along.num_terms = static_cast<int>(terms_.size()) - along.first_term;
    RowLaw law = problem.constraint_rows[index];
    if (is_of_rod) law.damping += step_->h * law.stiffness;
    AddRow(law, along, {.is_joint = false, .index = index});
  }
}

void DojoProblem::AddContact(int point) {
  const ContactFeatures& features = features_[point];
  const bool slides =
      step_->cone == FrictionCone::kNone || features.friction == 0;
  const int first_cone = cones_.num_cones();
  Contact& contact = contacts_.emplace_back();
  contact.point = point;
  contact.mu = features.friction;
  contact.normal = cones_.Add(1);
  if (!slides && step_->cone == FrictionCone::kExact) {
    contact.psi = AddUnknown();
    contact.friction = cones_.Add(3);
  } else if (!slides) {
    contact.friction = cones_.Add(1);
    for (int i = 0; i < 4; ++i) cones_.Add(1);  // four facets, and psi
  }
  contact.block.Reset(slides ? FrictionCone::kNone : step_->cone, contact.psi,
                      contact.normal, first_cone,
                      OffsetOf(features.body_a) >= 0,
                      OffsetOf(features.body_b) >= 0);
}

// The limits of a force that follows the velocity are complementarity pairs,
//
//     E -= mean force,   force = force0 - c x + (y_l - y_u) / mean,
//     s = +-(limit - force) h / c.
void DojoProblem::AddEffort(Effort effort) {
  const contact::LinearActuator& law =
      effort.law != nullptr ? *effort.law : effort.own;
  effort.stable = contact::MakeStableLaw(law, effort.x0, step_->h);
  const double c = effort.stable.c;
  const int first_cone = cones_.num_cones(), z = cones_.size();
  if (c > 0) {
    if (std::isfinite(law.lower)) effort.lower = cones_.Add(1);
    if (std::isfinite(law.upper)) effort.upper = cones_.Add(1);
  }
  const int num_z = cones_.size() - z;
  effort.block = AddBlock(effort.along, -1, z, num_z, first_cone, num_z);
  Block& block = blocks_[effort.block];
  block.own = step_->mean * c;
  const double scale = step_->h / (c * step_->mean);
  for (int i = 0; i < num_z; ++i) {
    const double sign = z + i == effort.upper ? 1 : -1;
    block.force[i] = -sign;
    block.motion[i] = sign * step_->h;
    for (int j = 0; j < num_z; ++j)
      block.local.matrix()(i, j) = i == j ? scale : -scale;
  }
  efforts_.push_back(effort);
}

}  // namespace tactus::integrators
