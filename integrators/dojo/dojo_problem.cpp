#include "tactus/integrators/dojo/dojo_problem.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {

namespace {

constexpr double kLargestTurn = 0.95 * M_PI;  // In a step [rad].

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
  for (const multibody::Joint& joint : joints) {
    if (h * CalcTurningRate(joint, v) > kLargestTurn) return &joint;
  }
  return nullptr;
}

Eigen::Matrix<double, 2, 4> PyramidFacets() {
  return Eigen::Matrix<double, 2, 4>{{1, -1, 0, 0}, {0, 0, 1, -1}};
}

void DojoProblem::GetVelocity(const VectorXd& x, VectorXd* v) const {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    v->segment(clique.v_start, clique.nv) =
        x.segment(offset_of_tree_[c], clique.nv);
  }
}

double DojoProblem::CalcLargestStep(const VectorXd& x,
                                    const VectorXd& dx) const {
  VectorXd v = VectorXd::Zero(model_->num_velocities());
  const auto turns = [&](const VectorXd& at) {
    GetVelocity(at, &v);
    return FindHalfTurn(model_->joints(), v, step_->h) != nullptr;
  };
  if (turns(x)) return 1;
  double step = 1;
  while (turns(x + step * dx)) step /= 2;
  return step;
}

void DojoProblem::Calc(const VectorXd& x, const VectorXd& z, bool derivatives,
                       Point* point) {
  GetVelocity(x, &v_);
  dynamics_->Calc(island_->cliques, v_, derivatives);
  point->E.setZero(num_unknowns_);
  point->g.setZero(cones_.size());
  if (derivatives) {
    point->E_x.setZero(num_unknowns_, num_unknowns_);
    point->E_z.setZero(num_unknowns_, cones_.size());
    point->g_x.setZero(cones_.size(), num_unknowns_);
    point->g_z.setZero(cones_.size(), cones_.size());
  }
  CalcMomentum(x, derivatives, point);
  CalcEfforts(x, z, derivatives, point);
  CalcRows(x, z, derivatives, point);
  for (Contact& contact : contacts_)
    CalcContact(x, z, derivatives, &contact, point);
}

// d(v) - impulse + mean D v.
void DojoProblem::CalcMomentum(const VectorXd& x, bool derivatives,
                               Point* point) {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    const int at = offset_of_tree_[c], n = clique.nv;
    const VectorXd damping =
        step_->mean * step_->velocity.damping.segment(clique.v_start, n);
    point->E.segment(at, n) +=
        dynamics_->momentum().segment(clique.v_start, n) -
        step_->impulse.segment(clique.v_start, n) +
        damping.cwiseProduct(x.segment(at, n));
    if (!derivatives) continue;
    point->E_x.block(at, at, n, n) += dynamics_->jacobian(c);
    point->E_x.block(at, at, n, n).diagonal() += damping;
  }
}

// c = damping + h stiffness; 0 where the law does not stabilise, which is taken
// at x0 then.
double DojoProblem::CalcStiffness(const Effort& effort) const {
  return std::max(effort.law->damping + step_->h * effort.law->stiffness, 0.0);
}

// force0 - c x + (y_l - y_u) / mean, with impulses y at the limits; a force
// that does not follow x is clamped.
double DojoProblem::CalcEffort(const Effort& effort, double x,
                               const VectorXd& z) const {
  const contact::LinearActuator& law = *effort.law;
  const double c = law.damping + step_->h * law.stiffness;
  if (c <= 0)
    return std::clamp(law.force0 - c * effort.x0, law.lower, law.upper);
  double impulse = 0;
  if (effort.lower >= 0) impulse += z[effort.lower];
  if (effort.upper >= 0) impulse -= z[effort.upper];
  return law.force0 - c * x + impulse / step_->mean;
}

void DojoProblem::CalcEfforts(const VectorXd& x, const VectorXd& z,
                              bool derivatives, Point* point) const {
  const int n = num_velocities_;
  const double mean = step_->mean;
  for (const Effort& effort : efforts_) {
    const VectorXd& row = effort.coefficients;
    const double force = CalcEffort(effort, row.dot(x.head(n)), z);
    const double c = CalcStiffness(effort);
    point->E.head(n) -= mean * force * row;
    if (derivatives && c > 0)
      point->E_x.topLeftCorner(n, n).noalias() +=
          mean * c * row * row.transpose();
    // s = +-(limit - force) h / c; both impulses act on the force.
    const auto limit = [&](int own, int other, double bound, double sign) {
      if (own < 0) return;
      const double scale = sign * step_->h / c;
      point->g[own] = scale * (bound - force);
      if (!derivatives) return;
      point->E_z.col(own).head(n) += sign * row;
      point->g_x.row(own).head(n) = scale * c * row.transpose();
      point->g_z(own, own) = scale * sign / mean;
      if (other >= 0) point->g_z(own, other) = -scale * sign / mean;
    };
    limit(effort.upper, effort.lower, effort.law->upper, 1);
    limit(effort.lower, effort.upper, effort.law->lower, -1);
  }
}

// Rigid rows, bounds and dry friction: x = row v, forces by row'.
void DojoProblem::CalcRows(const VectorXd& x, const VectorXd& z,
                           bool derivatives, Point* point) const {
  const int n = num_velocities_;
  const double h = step_->h;
  const auto v = x.head(n);
  for (const Row& row : rows_) {
    const int lambda = row.lambda;
    point->E.head(n) -= x[lambda] * row.coefficients;
    point->E[lambda] =
        row.error + h * row.coefficients.dot(v) - row.compliance * x[lambda];
    if (derivatives) {
      point->E_x.col(lambda).head(n) -= row.coefficients;
      point->E_x.row(lambda).head(n) = h * row.coefficients.transpose();
      point->E_x(lambda, lambda) = -row.compliance;
    }
  }
  for (const Bound& bound : bounds_) {
    point->E.head(n) -= z[bound.z] * bound.coefficients;
    point->g[bound.z] = bound.distance + h * bound.coefficients.dot(v);
    if (!derivatives) continue;
    point->E_z.col(bound.z).head(n) -= bound.coefficients;
    point->g_x.row(bound.z).head(n) = h * bound.coefficients.transpose();
  }
  for (const DryFriction& dry : dry_) {
    point->E.head(n) -= z[dry.z + 1] * dry.coefficients;
    point->E[dry.psi] = dry.impulse - z[dry.z];
    point->g[dry.z] = x[dry.psi];
    point->g[dry.z + 1] = dry.coefficients.dot(v);
    if (!derivatives) continue;
    point->E_z.col(dry.z + 1).head(n) -= dry.coefficients;
    point->E_z(dry.psi, dry.z) = -1;
    point->g_x(dry.z, dry.psi) = 1;
    point->g_x.row(dry.z + 1).head(n) = dry.coefficients.transpose();
  }
}

int DojoProblem::OffsetOf(int body) const {
  const int tree = model_->bodies()[body].tree;
  return tree < 0 ? -1 : offset_of_tree_[tree];
}

// rows += by_pose dy/dv, into the columns of the body's tree.
void DojoProblem::AddBodyColumns(int body,
                                 const Eigen::Ref<const MatrixXd>& by_pose,
                                 Eigen::Ref<MatrixXd> rows) const {
  const int at = OffsetOf(body);
  if (at < 0) return;
  const Matrix6Xd& dy_dv = dynamics_->dy_dv(body);
  rows.middleCols(at, dy_dv.cols()).noalias() += by_pose * dy_dv;
}

void DojoProblem::CalcContact(const VectorXd& x, const VectorXd& z,
                              bool derivatives, Contact* contact,
                              Point* point) {
  const ContactFeatures& features = features_[contact->point];
  ContactGap& gap = contact->gap;
  CalcContactGap(features, dynamics_->body(features.body_a),
                 dynamics_->body(features.body_b), step_->h, &gap);
  const auto add_columns = [&](const auto& by_poses,
                               Eigen::Ref<MatrixXd> rows) {
    AddBodyColumns(features.body_a, by_poses.template leftCols<6>(), rows);
    AddBodyColumns(features.body_b, by_poses.template rightCols<6>(), rows);
  };
  const int normal = contact->normal, friction = contact->friction;
  const Vector2d v_t = (gap.R_WC.transpose() * gap.v).head<2>();
  point->g[normal] = gap.gap;
  if (derivatives) add_columns(gap.dgap, point->g_x.middleRows(normal, 1));

  // d(t v) = t dv + (t x v) turn.
  Eigen::Matrix<double, 2, 12> dv_t;
  if (derivatives && friction >= 0) {
    for (int i = 0; i < 2; ++i) {
      const Vector3d t = gap.R_WC.col(i);
      dv_t.row(i) =
          t.transpose() * gap.dv + t.cross(gap.v).transpose() * gap.turn;
    }
  }
  if (contact->psi >= 0) {
    point->E[contact->psi] = features.friction * z[normal] - z[friction];
    point->g[friction] = x[contact->psi];
    point->g.segment<2>(friction + 1) = v_t;
    if (derivatives) {
      point->E_z(contact->psi, normal) = features.friction;
      point->E_z(contact->psi, friction) = -1;
      point->g_x(friction, contact->psi) = 1;
      add_columns(dv_t, point->g_x.middleRows(friction + 1, 2));
    }
  } else if (friction >= 0) {
    const auto facets = z.segment<4>(friction);
    const int psi = friction + 4;
    point->g.segment<4>(friction) = PyramidFacets().transpose() * v_t;
    point->g.segment<4>(friction).array() += z[psi];
    point->g[psi] = features.friction * z[normal] - facets.sum();
    if (derivatives) {
      add_columns((PyramidFacets().transpose() * dv_t).eval(),
                  point->g_x.middleRows(friction, 4));
      point->g_z.col(psi).segment<4>(friction).setOnes();
      point->g_z.row(psi).segment<4>(friction).setConstant(-1);
      point->g_z(psi, normal) = features.friction;
    }
  }
  AddWrenches(*contact, ImpulseOf(*contact, z), derivatives, point);
}

// -J_B(q2)' F_B + J_A(q2)' F_A.
void DojoProblem::AddWrenches(const Contact& contact, const Vector3d& impulse_C,
                              bool derivatives, Point* point) {
  const ContactFeatures& features = features_[contact.point];
  const ContactGap& gap = contact.gap;
  CalcContactWrench(gap, gap.R_WC * impulse_C, &wrench_);
  const auto add = [&](int body, double sign, const Vector6d& F,
                       const Eigen::Matrix<double, 6, 12>& dF,
                       const Vector3d& arm) {
    const int at = OffsetOf(body);
    if (at < 0) return;
    const Matrix6Xd& J = dynamics_->J2(body);
    const auto n = J.cols();
    point->E.segment(at, n).noalias() += sign * J.transpose() * F;
    if (!derivatives) return;
    auto rows = point->E_x.block(at, 0, n, num_velocities_);
    const MatrixXd by_poses = sign * J.transpose() * dF;
    AddBodyColumns(features.body_a, by_poses.leftCols<6>(), rows);
    AddBodyColumns(features.body_b, by_poses.rightCols<6>(), rows);
    // By the impulse, t1, t2, n.
    Eigen::Matrix<double, 6, 3> by_impulse;
    by_impulse << CrossMatrix(arm) * gap.R_WC, gap.R_WC;
    const MatrixXd columns = sign * J.transpose() * by_impulse;
    point->E_z.block(at, contact.normal, n, 1) += columns.rightCols<1>();
    if (contact.psi >= 0) {
      point->E_z.block(at, contact.friction + 1, n, 2) += columns.leftCols<2>();
    } else if (contact.friction >= 0) {
      point->E_z.block(at, contact.friction, n, 4) +=
          columns.leftCols<2>() * PyramidFacets();
    }
  };
  add(features.body_b, -1, wrench_.F_b, wrench_.dF_b, gap.arm_b);
  add(features.body_a, 1, wrench_.F_a, wrench_.dF_a, gap.arm_a);
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

void DojoProblem::GetForces(const VectorXd& x, const VectorXd& z,
                            std::vector<double>* efforts,
                            std::vector<double>* row_forces) const {
  const auto v = x.head(num_velocities_);
  for (const Effort& effort : efforts_) {
    if (effort.index < 0) continue;
    (*efforts)[effort.index] =
        effort.law->gear * CalcEffort(effort, effort.coefficients.dot(v), z);
  }
  for (const Row& row : rows_) {
    if (row.constraint_row >= 0)
      (*row_forces)[row.constraint_row] = x[row.lambda] / step_->mean;
  }
}

}  // namespace tactus::integrators
