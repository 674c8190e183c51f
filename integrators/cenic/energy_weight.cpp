#include "tactus/integrators/cenic/energy_weight.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"

namespace tactus::integrators {
namespace {

using contact::Clique;
using contact::ContactPatch;
using contact::ContactPoint;
using contact::VelocityProblem;

constexpr double kShare = 1e-3;            // Of T(v0) + T(v_two - v0).
constexpr double kLeastDissipation = 1.0;  // d [s/m]

// Whether contact dissipates, at points whose springs tell what is stored, and
// no surface drives it.
bool TakesEnergy(const VelocityProblem& problem, const ContactPatch& patch) {
  return !patch.is_surface &&
         std::ranges::all_of(problem.PointsOf(patch),
                             [](const ContactPoint& point) {
                               return point.dissipation >= kLeastDissipation &&
                                      point.bias_C.isZero(0);
                             });
}

// k (-phi)+^2 / 2
double CalcStored(const ContactPoint& point, double phi) {
  const double depth = std::max(-phi, 0.0);
  return point.stiffness * depth * depth / 2;
}

}  // namespace

bool EnergyWeight::HoldsFor(const StepOrigin& origin,
                            const contact::Island& island) {
  const VelocityProblem& problem = origin.problem;
  return island.actuators.empty() && island.joint_rows.empty() &&
         island.constraints.empty() &&
         std::ranges::all_of(island.cliques,
                             [&](int c) {
                               const Clique& clique = problem.cliques[c];
                               return clique.nv == 6 && clique.turns_alone &&
                                      !clique.has_drag();
                             }) &&
         std::ranges::all_of(island.patches, [&](int p) {
           return TakesEnergy(problem, problem.patches[p]);
         });
}

void EnergyWeight::Lower(const Step& step, const std::vector<int>& root_of,
                         const std::vector<bool>& holds,
                         std::vector<double>* theta) {
  step_ = step;
  root_of_ = &root_of;
  holds_ = &holds;
  for (std::vector<double>* sum : {&at_zero_, &at_theta_, &scale_})
    sum->assign(root_of.size(), 0);
  dv_ = *step.v_two - *step.v_hat;
  AddBodies(*theta);
  AddContacts(*theta);
  for (std::size_t c = 0; c < root_of.size(); ++c) {
    if (root_of[c] != static_cast<int>(c) || !holds[c]) continue;
    const double most = kShare * scale_[c];
    if (at_theta_[c] <= most) continue;
    const double room = most - at_zero_[c];
    (*theta)[c] *= room > 0 ? room / (at_theta_[c] - at_zero_[c]) : 0.0;
  }
}

// -1: of none for which it holds.
int EnergyWeight::RootOf(const VelocityProblem& problem,
                         const ContactPatch& patch) const {
  const int clique = problem.bodies[patch.body_b].FindClique();
  const int root = (*root_of_)[clique];
  return (*holds_)[root] ? root : -1;
}

// T(v1) - T(v0) - W
void EnergyWeight::AddBodies(const std::vector<double>& theta) {
  using Matrix6d = Eigen::Matrix<double, 6, 6>;
  const VelocityProblem& before = step_.start->problem;
  const VelocityProblem& middle = step_.half->problem;
  for (std::size_t c = 0; c < root_of_->size(); ++c) {
    const int root = (*root_of_)[c];
    if (!(*holds_)[root]) continue;
    const Clique& clique = before.cliques[c];
    const auto part = [&](const VectorXd& all) {
      return Vector6d(all.segment<6>(clique.v_start));
    };
    const Matrix6d M0 = clique.M, M1 = 2 * middle.cliques[c].M - M0;
    const Vector6d v0 = part(step_.start->x.v), v_half = part(step_.half->x.v),
                   two = part(*step_.v_two), d = part(dv_);
    const Vector6d k0 = part(before.k0), k_half = part(middle.k0);
    const auto excess = [&](const Vector6d& v1) {
      const double work =
          -step_.h_half / 2 * (k0.dot(v0 + v_half) + k_half.dot(v_half + v1));
      return v1.dot(M1 * v1) / 2 - v0.dot(M0 * v0) / 2 - work;
    };
    at_zero_[root] += excess(two);
    at_theta_[root] += excess(two + theta[root] * d);
    const Vector6d change = two - v0;
    scale_[root] += v0.dot(M0 * v0) / 2 + change.dot(M0 * change) / 2;
  }
}

// U1 - U0
void EnergyWeight::AddContacts(const std::vector<double>& theta) {
  const VelocityProblem& before = step_.start->problem;
  for (const ContactPatch& patch : before.patches) {
    const int root = RootOf(before, patch);
    if (root < 0) continue;
    for (const ContactPoint& point : before.PointsOf(patch)) {
      at_zero_[root] -= CalcStored(point, point.phi0);
      at_theta_[root] -= CalcStored(point, point.phi0);
    }
  }
  const VelocityProblem& middle = step_.half->problem;
  for (const ContactPatch& patch : middle.patches) {
    const int root = RootOf(middle, patch);
    if (root < 0) continue;
    const Vector6d V =
        contact::CalcRelativeVelocity(middle, patch, *step_.v_two);
    const Vector6d dV = contact::CalcRelativeVelocity(middle, patch, dv_);
    for (const ContactPoint& point : middle.PointsOf(patch)) {
      const auto stored = [&](double weight) {
        const double vn1 = point.R_WC.col(2).dot(
            CalcPointVelocity(V + weight * dV, point.p_BoC_W));
        return CalcStored(
            point, point.phi0 + step_.h_half / 2 * (point.v_C0.z() + vn1));
      };
      at_zero_[root] += stored(0);
      at_theta_[root] += stored(theta[root]);
    }
  }
}

}  // namespace tactus::integrators
