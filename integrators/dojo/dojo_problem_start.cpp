// Where the interior point starts, and friction that lags.
#include <algorithm>
#include <cmath>

#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {
namespace {

constexpr double kStartImpulse = 0.3;  // Of a contact, at most [N s].
// Of the complementarity that contacts' speeds make.
constexpr double kMeetingShare = 0.3;
// How near to their boundary pairs may start, in ways of a step.
constexpr double kNearest = 0.5;

}  // namespace

void DojoProblem::SetStart(const VectorXd& v, VectorXd* x) const {
  x->setZero(num_unknowns_);
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    x->segment(offset_of_tree_[c], clique.nv) =
        v.segment(clique.v_start, clique.nv);
  }
  for (const Contact& contact : contacts_) {
    if (contact.psi >= 0) (*x)[contact.psi] = 1;
  }
  for (const DryFriction& dry : dry_) (*x)[dry.psi] = 1;
}

// A gap curves with the turn of a tree by the arm r of its contact: n impulses
// y make a stiffness of n h r y, which may be negative, beside the tree's mean
// inertia I about its centre. A third of that, in the tree that bears least, is
//
//     y = I / (3 n h r),   I = sum (tr I_b + 2 m_b |p_b - c|^2) / 3.
double DojoProblem::CalcStartImpulse() const {
  double least = kStartImpulse;
  for (const int t : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[t];
    const int end = tree.first_body + tree.num_bodies;
    double mass = 0, inertia = 0, arm = 0;
    Vector3d center = Vector3d::Zero();
    for (int b = tree.first_body; b < end; ++b) {
      mass += model_->bodies()[b].inertia.mass;
      center += model_->bodies()[b].inertia.mass * dynamics_->p2()[b];
    }
    if (mass == 0) continue;
    center /= mass;
    for (int b = tree.first_body; b < end; ++b) {
      const multibody::SpatialInertia& own = model_->bodies()[b].inertia;
      inertia += (own.I_Bcm.trace() +
                  2 * own.mass * (dynamics_->p2()[b] - center).squaredNorm()) /
                 3;
    }
    int num_contacts = 0;
    const auto add = [&](int body, const Vector3d& c) {
      if (model_->bodies()[body].tree != t) return;
      const Vector3d p_W = dynamics_->p2()[body] + dynamics_->R2(body) * c;
      arm = std::max(arm, (p_W - center).norm());
      ++num_contacts;
    };
    for (const Contact& contact : contacts_) {
      const ContactFeatures& features = features_[contact.point];
      add(features.body_a, features.c_a);
      add(features.body_b, features.c_b);
    }
    const double turned = 3 * num_contacts * step_->h * arm;
    if (inertia < turned * least) least = inertia / turned;
  }
  return least;
}

void DojoProblem::SetStart(VectorXd* z, VectorXd* s) const {
  cones_.SetNeutral(1, z);
  cones_.SetNeutral(1, s);
  const double impulse = CalcStartImpulse();
  for (const Contact& contact : contacts_) {
    (*z)[contact.normal] = impulse;
    if (contact.psi >= 0) {
      (*z)[contact.friction] = impulse;
    } else if (contact.friction >= 0) {
      z->segment<4>(contact.friction).setConstant(impulse);
    }
  }
}

// Speeds of what happens in a step: what gravity adds, g h, and with it those
// of the contacts, V. They give gaps of h V, impulses of m V, shared by n
// contacts, and complementarity, of which a share c does where they meet, and
// which is kappa at least:
//
//     mu = h m ((1 - c) (g h)^2 + c V^2) / n.
DojoProblem::Scales DojoProblem::CalcScales(double kappa) const {
  double mass = 0;
  for (const int t : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[t];
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
      mass += model_->bodies()[b].inertia.mass;
  }
  const double fall = model_->gravity_W().norm() * step_->h;
  double speed = fall;
  for (const Contact& contact : contacts_) {
    const Vector3d v_C = contact.gap.R_WC.transpose() * contact.gap.v;
    speed = std::max(speed, fall + std::abs(v_C.z()) + v_C.head<2>().norm());
  }
  const double share =
      step_->h * mass / std::max(static_cast<double>(contacts_.size()), 1.0);
  const double square =
      (1 - kMeetingShare) * fall * fall + kMeetingShare * speed * speed;
  const double mu = std::max(share * square, kappa);
  return {
      .mass = mass,
      .mu = mu,
      .distance = kNearest * step_->h * std::max(speed, std::sqrt(mu / share))};
}

// The speeds of the step before, and gaps as they lead to: s = g, but not
// nearer to the boundary than scales are, and z = mu / s, on the central path.
// Residuals are left of momentum alone, and of gaps that close.
bool DojoProblem::SetGuess(double kappa, VectorXd* x, VectorXd* z,
                           VectorXd* s) {
  z->setZero(cones_.size());
  Calc(*x, *z, &guess_);
  const Scales scales = CalcScales(kappa);
  if (scales.mass == 0) return false;
  const double mu = scales.mu;
  s->resize(cones_.size());
  for (int c = 0; c < cones_.num_cones(); ++c) {
    const int at = cones_.start(c);
    (*s)[at] = std::max(std::abs(guess_.g[at]), scales.distance);
    (*z)[at] = mu / (*s)[at];
  }
  for (const Contact& contact : contacts_) GuessFriction(contact, mu, x, z, s);
  for (const DryFriction& dry : dry_) {
    const Eigen::Matrix<double, 1, 1> slip(guess_.g[dry.z + 1]);
    (*x)[dry.psi] =
        GuessCone(slip, mu, mu, z->segment<2>(dry.z), s->segment<2>(dry.z));
  }
  return true;
}

// The pair s = (psi, slip), z = mu s^-1, with z_0 = mu / b: psi^2 - slip^2 =
// psi b.
double DojoProblem::GuessCone(const Eigen::Ref<const VectorXd>& slip, double b,
                              double mu, Eigen::Ref<VectorXd> z,
                              Eigen::Ref<VectorXd> s) {
  const double psi = b / 2 + std::sqrt(b * b / 4 + slip.squaredNorm());
  s << psi, slip;
  z << mu / b, -mu / (psi * b) * slip;
  return psi;
}

// z_0 = mu_friction gamma. Five impulses share it in a linear cone.
void DojoProblem::GuessFriction(const Contact& contact, double mu, VectorXd* x,
                                VectorXd* z, VectorXd* s) const {
  if (contact.friction < 0) return;
  const Vector2d slip =
      (contact.gap.R_WC.transpose() * contact.gap.v).head<2>();
  const double b = (*s)[contact.normal] / features_[contact.point].friction;
  Vector3d z_cone, s_cone;
  if (contact.psi >= 0) {
    (*x)[contact.psi] = GuessCone(slip, b, mu, z_cone, s_cone);
    z->segment<3>(contact.friction) = z_cone;
    s->segment<3>(contact.friction) = s_cone;
    return;
  }
  const double psi = GuessCone(slip, 5 * b, mu, z_cone, s_cone);
  for (int i = 0; i < 4; ++i) {
    const int at = contact.friction + i;
    (*s)[at] = psi + PyramidFacets().col(i).dot(slip);
    (*z)[at] = mu / (*s)[at];
  }
  (*z)[contact.friction + 4] = psi;
  (*s)[contact.friction + 4] = mu / psi;
}

double DojoProblem::LagFriction(const VectorXd& z) {
  const double guess = z.size() == 0 ? CalcStartImpulse() : 0;
  double largest = 0, change = 0;
  for (Contact& contact : contacts_) {
    const double impulse = z.size() == 0 ? guess : z[contact.normal];
    const double bound = features_[contact.point].friction * impulse;
    change = std::max(change, std::abs(bound - contact.bound));
    largest = std::max(largest, bound);
    contact.bound = bound;
    contact.mu = 0;
  }
  return largest > 0 ? change / largest : 0;
}

void DojoProblem::FollowFriction() {
  for (Contact& contact : contacts_) {
    contact.bound = 0;
    contact.mu = features_[contact.point].friction;
  }
}

bool DojoProblem::has_friction() const {
  return std::ranges::any_of(
      contacts_, [](const Contact& contact) { return contact.friction >= 0; });
}

}  // namespace tactus::integrators
