#include "tactus/contact/comfree/gains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tactus::contact {
namespace {

// Where w must be at least this share of the contact point's own mean.
constexpr double kLeastShare = 1e-2;

// And of a facet's own mobility, on a body with joints.
constexpr double kLeastShareOfFacet = 0.3;

// (trace M^8)^(1/8), for a matrix with real eigenvalues >= 0: the largest of
// them times 6^(1/8) = 1.25 at the most.
double BoundEigenvalue(const Matrix6d& M) {
  const Matrix6d M2 = M * M;
  const Matrix6d M4 = M2 * M2;
  // trace(M4 M4)
  const double trace = M4.cwiseProduct(M4.transpose()).sum();
  return std::sqrt(std::sqrt(std::sqrt(std::max(trace, 0.0))));
}

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
  h_ = h;
  bodies_.resize(problem.bodies.size());
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b].inverse_mass = CalcInverseMass(problem.bodies[b]);
    bodies_[b].has_mobility = false;
  }
  masses_.resize(problem.points.size());
  for (const ContactPatch& patch : problem.patches) {
    for (int i = 0; i < patch.num_points; ++i) {
      const int index = patch.first_point + i;
      CalcMasses(patch, problem.points[index], &masses_[index]);
    }
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
  return mobility_.value.trace() / 3;
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
    own.Phi = mobility_.value;
  }
  return own.Phi;
}

// g = (p x f + t, f) of a unit force f or moment t at C.
ComFreeGains::Pushes ComFreeGains::MakePushes(const Vector3d& p_BoC_W,
                                              const ContactPoint& point) {
  const Matrix3d& R = point.R_WC;
  const auto along = [&](const Vector3d& f) {
    Vector6d g;
    g << p_BoC_W.cross(f), f;
    return g;
  };
  const auto about = [&](const Vector3d& axis) {
    Vector6d g;
    g << axis, 0, 0, 0;
    return g;
  };
  Pushes pushes{.normal = along(R.col(2)),
                .num_pairs = NumFacets(point.condim) / 2,
                .direction = {along(R.col(0)), along(R.col(1)), about(R.col(2)),
                              about(R.col(0)), about(R.col(1))},
                .mu = {point.sliding_friction, point.sliding_friction,
                       point.torsional_friction, point.rolling_friction,
                       point.rolling_friction}};
  return pushes;
}

bool ComFreeGains::HasJoints(int body) const {
  return problem_->bodies[body].clique >= 0 && !problem_->bodies[body].is_free;
}

void ComFreeGains::CalcMasses(const ContactPatch& patch,
                              const ContactPoint& point, Masses* masses) {
  const double gain = point.weight * CalcRho(options_.impedance, point.phi0);
  const double w =
      bodies_[patch.body_a].inverse_mass + bodies_[patch.body_b].inverse_mass;
  const bool held = w <= kLeastShare * point.inverse_mass;
  const bool has_joints = HasJoints(patch.body_a) || HasJoints(patch.body_b);
  masses->all = held ? 0 : gain / w;
  masses->has_each = held || has_joints;
  if (!masses->has_each) return;

  std::array<double, 5> parts{};  // by pair of facets
  for (const int body : {patch.body_a, patch.body_b}) {
    if (problem_->bodies[body].clique < 0) continue;
    const Matrix6d& Phi = EvalMobility(body);
    const Pushes g = MakePushes(body == patch.body_b
                                    ? point.p_BoC_W
                                    : Vector3d(patch.p_AoBo_W + point.p_BoC_W),
                                point);
    const double normal = g.normal.dot(Phi * g.normal);
    parts[0] += normal;
    for (int i = 0; i < g.num_pairs; ++i) {
      if (i > 0) parts[i] += normal;
      parts[i] += g.direction[i].dot(Phi * g.direction[i]);
    }
  }
  for (int j = 0; j < NumFacets(point.condim); ++j) {
    const double own = parts[j / 2];
    const double least = held ? own : std::max(w, kLeastShareOfFacet * own);
    masses->each[j] = least > 0 ? gain / least : 0;
  }
}

// S += sum_j W_j g_j g_j'. The two of a pair have the same mass, and their
// mixed terms cancel.
void ComFreeGains::AddLoad(int body, const Vector3d& p_BoC_W,
                           const ContactPoint& point, const Masses& masses) {
  if (problem_->bodies[body].clique < 0) return;
  Matrix6d& S = bodies_[body].S;
  const Pushes g = MakePushes(p_BoC_W, point);
  const auto W = [&](int facet) {
    return damping_gain_ * (masses.has_each ? masses.each[facet] : masses.all);
  };
  if (g.num_pairs == 0) S += W(0) * g.normal * g.normal.transpose();
  for (int i = 0; i < g.num_pairs; ++i) {
    const Vector6d sliding = g.mu[i] * g.direction[i];
    S += 2 * W(2 * i) *
         (g.normal * g.normal.transpose() + sliding * sliding.transpose());
  }
}

void ComFreeGains::AddLoads(std::vector<double>* load_of_clique) {
  for (Body& body : bodies_) body.S.setZero();
  for (const ContactPatch& patch : problem_->patches) {
    for (int i = 0; i < patch.num_points; ++i) {
      const int index = patch.first_point + i;
      const ContactPoint& point = problem_->points[index];
      AddLoad(patch.body_a, patch.p_AoBo_W + point.p_BoC_W, point,
              masses_[index]);
      AddLoad(patch.body_b, point.p_BoC_W, point, masses_[index]);
    }
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const int clique = problem_->bodies[b].clique;
    if (clique < 0) continue;
    (*load_of_clique)[clique] +=
        BoundEigenvalue(EvalMobility(static_cast<int>(b)) * bodies_[b].S);
  }
}

void ComFreeGains::SplitMasses(const std::vector<double>& load_of_clique) {
  for (const ContactPatch& patch : problem_->patches) {
    const int a = problem_->bodies[patch.body_a].clique;
    const int b = problem_->bodies[patch.body_b].clique;
    const double load = load_of_clique[b] + (a >= 0 ? load_of_clique[a] : 0);
    const double share = 1 / std::max(1.0, load);
    for (int i = 0; i < patch.num_points; ++i) {
      Masses& masses = masses_[patch.first_point + i];
      masses.all *= share;
      for (double& mass : masses.each) mass *= share;
    }
  }
}

double ComFreeGains::CalcStoredEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const ContactPoint& point = problem_->points[i];
    if (point.phi0 >= 0) continue;
    const int num_facets = NumFacets(point.condim);
    const Masses& masses = masses_[i];
    const double mass =
        masses.has_each ? std::accumulate(masses.each.begin(),
                                          masses.each.begin() + num_facets, 0.0)
                        : num_facets * masses.all;
    energy += options_.stiffness / h_ * mass * point.phi0 * point.phi0 / 2;
  }
  return energy;
}

}  // namespace tactus::contact
