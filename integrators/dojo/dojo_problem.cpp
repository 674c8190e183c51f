#include "tactus/integrators/dojo/dojo_problem.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {

namespace {

constexpr double kLargestTurn = 0.95 * M_PI;  // In a step [rad].
// That iterations may reach that start from less.
constexpr double kLargestIterate = 0.475 * M_PI;

// The joint that turns its body by more than `angle`, or null.
const multibody::Joint* FindTurn(std::span<const multibody::Joint> joints,
                                 const VectorXd& v, double h, double angle) {
  for (const multibody::Joint& joint : joints) {
    if (h * CalcTurningRate(joint, v) > angle) return &joint;
  }
  return nullptr;
}

}  // namespace

double CalcTurningRate(const multibody::Joint& joint, const VectorXd& v) {
  using multibody::JointType;
  switch (joint.type) {
    case JointType::kWeld:
    case JointType::kPrismatic:
    case JointType::kTranslation:
      return 0;
    case JointType::kPlanar:
      return std::abs(v[joint.v_start + 2]);
    default:
      return v.segment(joint.v_start, std::min(joint.nv(), 3)).norm();
  }
}

const multibody::Joint* FindHalfTurn(std::span<const multibody::Joint> joints,
                                     const VectorXd& v, double h) {
  return FindTurn(joints, v, h, kLargestTurn);
}

const multibody::Joint* FindFarthestTurn(
    std::span<const multibody::Joint> joints, const VectorXd& v, double h,
    double angle) {
  const multibody::Joint* farthest = nullptr;
  for (const multibody::Joint& joint : joints) {
    const double turn = h * CalcTurningRate(joint, v);
    if (!(turn > angle)) continue;
    angle = turn;
    farthest = &joint;
  }
  return farthest;
}

void DojoProblem::GetVelocity(const VectorXd& x, VectorXd* v) const {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    v->segment(clique.v_start, clique.nv) =
        x.segment(offset_of_tree_[c], clique.nv);
  }
}

// The momentum J sin(angle) / h is largest at a quarter turn: below that, each
// has two angles, and what turns by the larger one is accelerated by what
// should brake it. Iterations that start below stay there.
double DojoProblem::CalcLargestStep(const VectorXd& x, const VectorXd& dx) {
  turned_v_.resize(model_->num_velocities());
  const auto turns = [&](const VectorXd& at, double angle) {
    GetVelocity(at, &turned_v_);
    return std::any_of(
        island_->cliques.begin(), island_->cliques.end(), [&](int t) {
          const multibody::Tree& tree = model_->trees()[t];
          const auto joints =
              std::span(model_->joints())
                  .subspan(tree.first_body - 1, tree.num_bodies);
          return FindTurn(joints, turned_v_, step_->h, angle) != nullptr;
        });
  };
  const double most =
      turns(x, kLargestIterate) ? kLargestTurn : kLargestIterate;
  if (turns(x, most)) return 1;
  for (double step = 1;; step /= 2) {
    turned_x_ = x + step * dx;
    if (!turns(turned_x_, most)) return step;
  }
}

double DojoProblem::Dot(const Along& along, const VectorXd& v) const {
  double sum = 0;
  for (const Term& term : TermsOf(along)) sum += term.coefficient * v[term.v];
  return sum;
}

void DojoProblem::AddTo(const Along& along, double scale, VectorXd* v) const {
  for (const Term& term : TermsOf(along))
    (*v)[term.v] += scale * term.coefficient;
}

void DojoProblem::Calc(const VectorXd& x, const VectorXd& z, Point* point) {
  GetVelocity(x, &v_);
  dynamics_->Calc(island_->cliques, v_);
  point->E.setZero(num_unknowns_);
  point->g.setZero(cones_.size());
  CalcMomentum(x, point);
  CalcEfforts(x, z, point);
  CalcRows(x, z, point);
  for (Contact& contact : contacts_) CalcContact(x, z, &contact, point);
  if (contacts_.empty()) return;
  // -J_B(q2)' F_B + J_A(q2)' F_A.
  ClearLoads();
  for (const Contact& contact : contacts_) {
    const ContactFeatures& features = features_[contact.point];
    const Vector3d f = contact.gap.R_WC * contact.impulse_C;
    loads_[features.body_b].head<3>() -= contact.gap.arm_b.cross(f);
    loads_[features.body_b].tail<3>() -= f;
    loads_[features.body_a].head<3>() += contact.gap.arm_a.cross(f);
    loads_[features.body_a].tail<3>() += f;
  }
  AddLoads(&point->E);
}

// d(v) - impulse + mean D v.
void DojoProblem::CalcMomentum(const VectorXd& x, Point* point) {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    const int at = offset_of_tree_[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int k = clique.v_start + i;
      point->E[at + i] = dynamics_->momentum()[k] - step_->impulse[k] +
                         step_->mean * step_->damping[k] * x[at + i];
    }
  }
}

// b - c x + (y_l - y_u) / mean, with impulses y at the limits; a force that
// does not follow x is clamped.
double DojoProblem::CalcEffort(const Effort& effort, double x,
                               const VectorXd& z) const {
  const auto [b, c] = effort.stable;
  if (c == 0) return std::clamp(b, effort.law->lower, effort.law->upper);
  double impulse = 0;
  if (effort.lower >= 0) impulse += z[effort.lower];
  if (effort.upper >= 0) impulse -= z[effort.upper];
  return b - c * x + impulse / step_->mean;
}

// s = +-(limit - force) h / c; both impulses act on the force.
void DojoProblem::CalcEfforts(const VectorXd& x, const VectorXd& z,
                              Point* point) const {
  for (const Effort& effort : efforts_) {
    const double force = CalcEffort(effort, Dot(effort.along, x), z);
    AddTo(effort.along, -step_->mean * force, &point->E);
    const double scale = step_->h / effort.stable.c;
    if (effort.upper >= 0)
      point->g[effort.upper] = scale * (effort.law->upper - force);
    if (effort.lower >= 0)
      point->g[effort.lower] = -scale * (effort.law->lower - force);
  }
}

// Rigid rows, bounds and dry friction: x = along' v, forces by along.
void DojoProblem::CalcRows(const VectorXd& x, const VectorXd& z,
                           Point* point) const {
  const double h = step_->h;
  for (const Row& row : rows_) {
    AddTo(row.along, -x[row.lambda], &point->E);
    point->E[row.lambda] =
        row.error + h * Dot(row.along, x) - row.compliance * x[row.lambda];
  }
  for (const Bound& bound : bounds_) {
    AddTo(bound.along, -z[bound.z], &point->E);
    point->g[bound.z] = bound.distance + h * Dot(bound.along, x);
  }
  for (const DryFriction& dry : dry_) {
    AddTo(dry.along, -dry.impulse * z[dry.z + 1], &point->E);
    point->E[dry.psi] = 1 - z[dry.z];
    point->g[dry.z] = x[dry.psi];
    point->g[dry.z + 1] = dry.impulse * Dot(dry.along, x);
  }
}

int DojoProblem::OffsetOf(int body) const {
  const int tree = model_->bodies()[body].tree;
  return tree < 0 ? -1 : offset_of_tree_[tree];
}

void DojoProblem::CalcContact(const VectorXd& x, const VectorXd& z,
                              Contact* contact, Point* point) {
  const ContactFeatures& features = features_[contact->point];
  ContactGap& gap = contact->gap;
  CalcContactGap(features, dynamics_->body(features.body_a),
                 dynamics_->body(features.body_b), &gap);
  contact->impulse_C = ImpulseOf(*contact, z);
  const int normal = contact->normal, friction = contact->friction;
  const Vector2d v_t = (gap.R_WC.transpose() * gap.v).head<2>();
  point->g[normal] = gap.gap - features.least_gap.value;
  if (contact->psi >= 0) {
    point->E[contact->psi] =
        contact->mu * z[normal] + contact->bound - z[friction];
    point->g[friction] = x[contact->psi];
    point->g.segment<2>(friction + 1) = v_t;
  } else if (friction >= 0) {
    const int psi = friction + 4;
    point->g.segment<4>(friction) = PyramidFacets().transpose() * v_t;
    point->g.segment<4>(friction).array() += z[psi];
    point->g[psi] =
        contact->mu * z[normal] + contact->bound - z.segment<4>(friction).sum();
  }
}

Vector3d DojoProblem::ImpulseOf(const Contact& contact,
                                const VectorXd& z) const {
  Vector3d impulse(0, 0, z[contact.normal]);
  if (contact.psi >= 0) {
    impulse.head<2>() = z.segment<2>(contact.friction + 1);
  } else if (contact.friction >= 0) {
    impulse.head<2>() = PyramidFacets() * z.segment<4>(contact.friction);
  }
  return impulse;
}

void DojoProblem::GetImpulses(const VectorXd& z,
                              std::vector<Vector3d>* impulses_W) const {
  for (const Contact& contact : contacts_)
    (*impulses_W)[contact.point] = contact.gap.R_WC * ImpulseOf(contact, z);
}

// The means of impulses over the step; two bounds of one row add up.
void DojoProblem::GetForces(const VectorXd& x, const VectorXd& z,
                            std::vector<double>* efforts,
                            std::vector<double>* row_forces,
                            std::vector<double>* joint_row_forces) const {
  const auto add = [&](const Source& source, double force) {
    (source.is_joint ? *joint_row_forces : *row_forces)[source.index] += force;
  };
  for (const Effort& effort : efforts_) {
    const double force = CalcEffort(effort, Dot(effort.along, x), z);
    if (effort.index >= 0) {
      (*efforts)[effort.index] = effort.law->gear * force;
    } else {
      add(effort.source, force);
    }
  }
  for (const Row& row : rows_) add(row.source, x[row.lambda] / step_->mean);
  for (const Bound& bound : bounds_)
    add(bound.source, bound.sign * z[bound.z] / step_->mean);
  for (const DryFriction& dry : dry_)
    add(dry.source, dry.impulse * z[dry.z + 1] / step_->mean);
}

}  // namespace tactus::integrators
