#include "tactus/contact/comfree/gains.h"

#include <algorithm>

namespace tactus::contact {
namespace {

// Where w must be at least this share of the contact point's own mean.
constexpr double kLeastShare = 1e-2;

}  // namespace

int ComFreeGains::NumFacets(int condim) {
  return condim == 1 ? 1 : 2 * (condim - 1);
}

void ComFreeGains::Reset(const VelocityProblem& problem,
                         const SmoothPrediction& prediction,
                         const ComFreeOptions& options, double h) {
  problem_ = &problem;
  prediction_ = &prediction;
  options_ = options;
  damping_gain_ = options.stiffness * h + options.damping;
  bodies_.resize(problem.bodies.size());
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b].inverse_mass = CalcInverseMass(problem.bodies[b]);
    bodies_[b].has_mobility = false;
  }
}

// w = trace(J_cm A^-1 J_cm') / 3, with J_cm = J_v - [p]x J_w.
double ComFreeGains::CalcInverseMass(const ContactBody& body) {
  if (body.clique < 0) return 0;
  const Matrix3d P = CrossMatrix(body.p_BoBcm_W);
  if (body.is_free) {
    const Matrix6d& inverse = prediction_->inverse6(body.clique);
    const Matrix3d along = inverse.bottomLeftCorner<3, 3>() * P;
    return (inverse.bottomRightCorner<3, 3>().trace() + 2 * along.trace() +
            (P.transpose() * inverse.topLeftCorner<3, 3>() * P).trace()) /
           3;
  }
  columns_.noalias() = body.J.bottomRows<3>().transpose();
  columns_.noalias() += body.J.topRows<3>().transpose() * P;
  prediction_->CalcMobility(body.clique, columns_, &mobility_);
  return mobility_.trace() / 3;
}

const Matrix6d& ComFreeGains::EvalMobility(int index) {
  Body& own = bodies_[index];
  if (own.has_mobility) return own.Phi;
  own.has_mobility = true;
  const ContactBody& body = problem_->bodies[index];
  if (body.clique < 0) {
    own.Phi.setZero();
  } else if (body.is_free) {
    own.Phi = prediction_->inverse6(body.clique);
  } else {
    columns_ = body.J.transpose();
    prediction_->CalcMobility(body.clique, columns_, &mobility_);
    own.Phi = mobility_;
  }
  return own.Phi;
}

void ComFreeGains::CountRows(std::vector<int>* rows_of_clique) const {
  for (const ContactPatch& patch : problem_->patches) {
    for (int i = 0; i < patch.num_points; ++i) {
      const int n = NumFacets(problem_->points[patch.first_point + i].condim);
      for (int body : {patch.body_a, patch.body_b}) {
        const int clique = problem_->bodies[body].clique;
        if (clique >= 0) (*rows_of_clique)[clique] += n;
      }
    }
  }
}

// The facet's wrench at Bo, g = (p x f + t, f): normal, direction, both.
ComFreeGains::FacetInertia ComFreeGains::CalcFacet(int body,
                                                   const Vector3d& p_BoC_W,
                                                   const ContactPoint& point,
                                                   int facet) {
  const Matrix6d& Phi = EvalMobility(body);
  const auto push = [&](const Vector3d& f) {
    Vector6d g;
    g << p_BoC_W.cross(f), f;
    return g;
  };
  const Matrix3d& R = point.R_WC;
  const Vector6d g_n = push(R.col(2));
  const double normal = g_n.dot(Phi * g_n);
  if (point.condim == 1) return {.facet = normal, .parts = normal};

  const int pair = facet / 2;  // t1, t2, spin, roll 1, roll 2
  Vector6d g_j = Vector6d::Zero();
  double mu = point.sliding_friction;
  if (pair < 2) {
    g_j = push(R.col(pair));
  } else if (pair == 2) {
    g_j.head<3>() = R.col(2);
    mu = point.torsional_friction;
  } else {
    g_j.head<3>() = R.col(pair - 3);
    mu = point.rolling_friction;
  }
  const Vector6d g = g_n + (facet % 2 == 0 ? mu : -mu) * g_j;
  return {.facet = g.dot(Phi * g), .parts = normal + g_j.dot(Phi * g_j)};
}

bool ComFreeGains::Calc(const ContactPatch& patch, int i,
                        const std::vector<int>& rows_of_clique) {
  const ContactPoint& point = problem_->points[patch.first_point + i];
  const double gain = point.weight * CalcRho(options_.impedance, point.phi0);
  const double w =
      bodies_[patch.body_a].inverse_mass + bodies_[patch.body_b].inverse_mass;
  const bool held = w <= kLeastShare * point.inverse_mass;
  mass_ = held ? 0 : gain / w;
  if (!held && !options_.mass_splitting) return true;

  const auto rows = [&](int body) {
    const int clique = problem_->bodies[body].clique;
    return clique < 0 ? 0 : rows_of_clique[clique];
  };
  const Vector3d p_AoC_W = patch.p_AoBo_W + point.p_BoC_W;
  for (int j = 0; j < NumFacets(point.condim); ++j) {
    const FacetInertia a = CalcFacet(patch.body_a, p_AoC_W, point, j);
    const FacetInertia b = CalcFacet(patch.body_b, point.p_BoC_W, point, j);
    const double parts = a.parts + b.parts;
    double m = held ? (parts > 0 ? gain / parts : 0) : mass_;
    if (options_.mass_splitting) {
      const double shared =
          rows(patch.body_a) * a.facet + rows(patch.body_b) * b.facet;
      if (shared > 0) m = std::min(m, 1 / (damping_gain_ * shared));
    }
    facet_masses_[j] = m;
  }
  return false;
}

}  // namespace tactus::contact
