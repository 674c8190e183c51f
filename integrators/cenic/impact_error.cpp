#include "tactus/integrators/cenic/impact_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tactus/contact/body_motion.h"

namespace tactus::integrators {
namespace {

using contact::ContactPatch;
using contact::ContactPoint;
using contact::VelocityProblem;

constexpr double kReboundTime = 20e-3;        // tau_r of what dissipates [s]
constexpr double kElasticTime = 70e-3;        // tau_r of what does not [s]
constexpr double kTouchTime = 3e-3;           // tau [s]
constexpr double kElasticTouchTime = 500e-3;  // tau_e of what does not [s]
constexpr double kImpactSpeed = 0.1;          // [m/s]

// Of B relative to A at a point, world axes.
Vector3d VelocityAt(const Vector6d& V, const ContactPoint& point) {
  return CalcPointVelocity(V, point.p_BoC_W);
}

// r, by which approach deepens the point: 1, but for points of patches (see
// contact::CalcDepthRate()).
double DepthRate(const ContactPoint& point) {
  if (point.phi0 >= 0 || point.elastic_force0 <= 0) return 1;
  return std::min(-point.stiffness * point.phi0 / point.elastic_force0, 1.0);
}

// d of the materials; that of the point is r times as much. What approach does
// not deepen does not rebound.
double DissipationOf(const ContactPoint& point) {
  const double r = DepthRate(point);
  return r > 0 ? point.dissipation / r
               : std::numeric_limits<double>::infinity();
}

// x^2 = h^2 k w, the square of the half step by the contact's period.
double SquaredLength(double stiffness, const ContactPoint& point, double h) {
  return h * h * stiffness * point.inverse_mass;
}

double SumStiffness(const VelocityProblem& problem, const ContactPatch& patch) {
  double sum = 0;
  for (const ContactPoint& point : problem.PointsOf(patch))
    sum += point.stiffness;
  return sum;
}

// x^2 of what the contact is to be resolved as, K in k's place: where nothing
// dissipates, the frequency is that of all that pushes on either body.
double SquaredLengthAmong(double x2, double stiffness,
                          const ContactPoint& point, double all) {
  const double elastic = std::pow(std::max(1 - DissipationOf(point), 0.0), 4);
  return std::min(1.0, x2 * (1 + elastic * (all / stiffness - 1)));
}

// By body, the stiffness of all points that pushed on it in the last step;
// nothing where all contacts dissipate, and none for anchored bodies.
std::vector<double> SumStiffnessByBody(const StepOrigin& origin) {
  const VelocityProblem& problem = origin.problem;
  std::vector<double> sums;
  if (std::ranges::none_of(problem.points, [](const ContactPoint& point) {
        return DissipationOf(point) < 1;
      }))
    return sums;
  sums.resize(problem.bodies.size());
  for (const ContactPatch& patch : problem.patches) {
    for (int i = patch.first_point; i < patch.first_point + patch.num_points;
         ++i) {
      if (origin.result.forces_W[i].isZero(0)) continue;
      for (const int body : {patch.body_a, patch.body_b}) {
        if (problem.bodies[body].clique >= 0)
          sums[body] += problem.points[i].stiffness;
      }
    }
  }
  return sums;
}

// tau_r, by what is left of a rebound at 1 m/s.
double CalcReboundTime(double dissipation) {
  const double left = 1 / (1 + dissipation);
  return kReboundTime + (kElasticTime - kReboundTime) * std::pow(left, 4);
}

// tau_e = 500 ms ((1 - d 1 m/s)+)^4
double CalcElasticTouchTime(double dissipation) {
  return kElasticTouchTime * std::pow(std::max(1 - dissipation, 0.0), 4);
}

// Of B relative to A, along the normal, where bodies move with V.
double NormalSpeed(const Vector6d& V, const ContactPoint& point) {
  return point.R_WC.col(2).dot(VelocityAt(V, point)) + point.bias_C.z();
}

// What pushes as one: a point, or a whole surface, with the sums of its points.
struct Push {
  double stiffness{}, inverse_mass{};
  double made{}, lagged{};  // Normal forces, in the step and at its start [N].
};

template <class Visit>
void ForEachPush(const StepOrigin& origin, const ContactPatch& patch,
                 const Visit& visit) {
  Push whole;
  for (int i = 0; i < patch.num_points; ++i) {
    const int index = patch.first_point + i;
    const ContactPoint& point = origin.problem.points[index];
    const double made = origin.result.forces_W[index].dot(point.R_WC.col(2));
    if (!patch.is_surface) {
      visit(
          Push{point.stiffness, point.inverse_mass, made, point.normal_force0});
      continue;
    }
    whole.stiffness += point.stiffness;
    whole.inverse_mass = std::max(whole.inverse_mass, point.inverse_mass);
    whole.made += made;
    whole.lagged += point.normal_force0;
  }
  if (patch.is_surface) visit(whole);
}

// Whether it came into touch within the last h: a surface is not seen before.
bool BeganWithin(double h, const ContactPatch& patch,
                 const ContactPoint& point) {
  return patch.is_surface &&
         point.phi0 - h * DepthRate(point) * point.v_C0.z() >= 0;
}

}  // namespace

double CalcLostRebound(const StepOrigin& origin, double h_half) {
  double worst = 0;
  const std::vector<double> stiffness = SumStiffnessByBody(origin);
  for (const ContactPatch& patch : origin.problem.patches) {
    const Vector6d V1 = contact::CalcRelativeVelocity(
        origin.problem, patch, origin.result.step_velocity());
    const double all = stiffness.empty() ? 0
                                         : std::max(stiffness[patch.body_a],
                                                    stiffness[patch.body_b]);
    const double of_surface =
        patch.is_surface ? SumStiffness(origin.problem, patch) : 0;
    for (int i = 0; i < patch.num_points; ++i) {
      const int index = patch.first_point + i;
      const ContactPoint& point = origin.problem.points[index];
      const double k = patch.is_surface ? of_surface : point.stiffness;
      const double x2 = std::min(1.0, SquaredLength(k, point, h_half));
      if (x2 == 0 || origin.result.forces_W[index].isZero(0)) continue;
      const double r = DepthRate(point), d = DissipationOf(point);
      if (r == 0) continue;
      const double vn0 = r * point.v_C0.z();
      const double vn1 = r * NormalSpeed(V1, point);
      const double y2 = SquaredLengthAmong(x2, k, point, all);
      const double u = std::sqrt(vn0 * vn0 + (vn1 - vn0) * (vn1 - vn0) / y2);
      const double rebound = u / (1 + d * u);
      worst = std::max(worst, CalcReboundTime(d) * rebound * y2);
    }
  }
  return worst;
}

double CalcTouchError(const VelocityProblem& problem, double h,
                      const VectorXd& v1, const VectorXd& dv) {
  double worst = 0;
  for (const ContactPatch& patch : problem.patches) {
    const Vector6d V1 = contact::CalcRelativeVelocity(problem, patch, v1);
    const Vector6d dV = contact::CalcRelativeVelocity(problem, patch, dv);
    for (int i = 0; i < patch.num_points; ++i) {
      const ContactPoint& point = problem.points[patch.first_point + i];
      const bool begins = point.phi0 >= 0 || BeganWithin(h, patch, point);
      const double phi1 =
          point.phi0 + h * DepthRate(point) * NormalSpeed(V1, point);
      if (!begins && phi1 < 0) continue;
      const double tau = (begins ? kTouchTime : 0) +
                         CalcElasticTouchTime(DissipationOf(point));
      worst = std::max(worst, tau * VelocityAt(dV, point).norm());
    }
  }
  return worst;
}

bool HasUnresolvedImpact(const StepOrigin& origin,
                         const contact::Island& island, double h_half) {
  bool has = false;
  for (const int p : island.patches) {
    ForEachPush(origin, origin.problem.patches[p], [&](const Push& push) {
      const double w = push.inverse_mass;
      const double x2 = h_half * h_half * push.stiffness * w;
      const double more = std::max(push.made, push.lagged);
      has = has || (x2 >= 1 && std::abs(push.made - push.lagged) > more / 2 &&
                    w * h_half * more > kImpactSpeed);
    });
  }
  return has;
}

bool HasContact(const StepOrigin& origin, const ContactPatch& patch) {
  for (int i = 0; i < patch.num_points; ++i) {
    const int index = patch.first_point + i;
    if (origin.problem.points[index].phi0 < 0 ||
        !origin.result.forces_W[index].isZero(0))
      return true;
  }
  return false;
}

bool HasContact(const StepOrigin& origin, const contact::Island& island) {
  return std::ranges::any_of(island.patches, [&](int p) {
    return HasContact(origin, origin.problem.patches[p]);
  });
}

}  // namespace tactus::integrators
