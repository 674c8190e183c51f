#include "tactus/integrators/dojo/contact_features.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "tactus/contact/body_motion.h"
#include "tactus/integrators/dojo/kappa.h"
#include "tactus/integrators/dojo/rolling_radius.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;

// Of the ball about the point nearest to the other body; 0 for flat shapes.
double RadiusOf(const contact::Shape& shape) {
  if (const auto* sphere = std::get_if<contact::Sphere>(&shape))
    return sphere->radius;
  if (const auto* capsule = std::get_if<contact::Capsule>(&shape))
    return capsule->radius;
  return 0;
}

bool IsFlat(const contact::Shape& shape) {
  return std::holds_alternative<contact::HalfSpace>(shape) ||
         std::holds_alternative<contact::Box>(shape) ||
         std::holds_alternative<contact::ConvexMesh>(shape);
}

// The same of what rolls on a flat one.
struct Rolling {
  double a{}, b{};
};

Rolling FindRolling(const Geometry& a, const Geometry& b, const Matrix3d& R_WA,
                    const Matrix3d& R_WB, const Vector3d& n_W,
                    const Vector3d& w_AB_W) {
  const auto radius_of = [&](const Geometry& geometry, const Matrix3d& R_WBody,
                             const Vector3d& out_W) {
    const Matrix3d R_GW = (R_WBody * geometry.X_BG.linear()).transpose();
    return CalcRollingRadius(geometry.shape, R_GW * out_W, R_GW * w_AB_W);
  };
  Rolling rolling{.a = RadiusOf(a.shape), .b = RadiusOf(b.shape)};
  if (IsFlat(b.shape) && rolling.a == 0) rolling.a = radius_of(a, R_WA, n_W);
  if (IsFlat(a.shape) && rolling.b == 0) rolling.b = radius_of(b, R_WB, -n_W);
  return rolling;
}

// The normal belongs to a half-space, to the one that is not round, to what
// cannot move, to A, in this order.
ContactFeatures::Normal ChooseNormal(const Rolling& rolling, const Geometry& a,
                                     const Geometry& b, bool is_b_anchored) {
  using Normal = ContactFeatures::Normal;
  const auto is_plane = [](const Geometry& geometry) {
    return std::holds_alternative<contact::HalfSpace>(geometry.shape);
  };
  const bool a_round = rolling.a > 0, b_round = rolling.b > 0;
  if (a_round && b_round) return Normal::kCenters;
  if (is_plane(b)) return Normal::kOfB;
  if (is_plane(a)) return Normal::kOfA;
  if (a_round || b_round) return a_round ? Normal::kOfB : Normal::kOfA;
  return is_b_anchored ? Normal::kOfB : Normal::kOfA;
}

// m_B / (m_A + m_B); 1 and 0 where B or A is anchored.
double ShareOf(const multibody::Model& model, int a, int b) {
  if (model.bodies()[a].tree < 0) return 0;
  if (model.bodies()[b].tree < 0) return 1;
  const double m_A = model.bodies()[a].inertia.mass;
  const double m_B = model.bodies()[b].inertia.mass;
  return m_A + m_B > 0 ? m_B / (m_A + m_B) : 0.5;
}

Vector3d CalcApart(const ContactFeatures& features,
                   const multibody::Model& model,
                   const multibody::PositionKinematics& position) {
  const auto center = [&](int body, const Vector3d& c) -> Vector3d {
    return position.X_WB[body] *
           Vector3d(model.bodies()[body].inertia.p_BoBcm + c);
  };
  return center(features.body_b, features.c_b) -
         center(features.body_a, features.c_a);
}

}  // namespace

Vector3d CalcNormal(const ContactFeatures& features,
                    const multibody::Model& model,
                    const multibody::PositionKinematics& position) {
  using Normal = ContactFeatures::Normal;
  if (features.normal == Normal::kCenters)
    return CalcApart(features, model, position).normalized();
  const int owner =
      features.normal == Normal::kOfA ? features.body_a : features.body_b;
  return position.X_WB[owner].linear() * features.frame.col(2);
}

double CalcGapAt(const ContactFeatures& features, const multibody::Model& model,
                 const multibody::PositionKinematics& position) {
  return CalcNormal(features, model, position)
             .dot(CalcApart(features, model, position)) -
         features.r_a - features.r_b;
}

std::vector<Vector3d> CalcRelativeTurns(
    const contact::VelocityProblem& problem) {
  std::vector<Vector3d> turns(problem.points.size());
  for (const contact::ContactPatch& patch : problem.patches) {
    const Vector6d V =
        contact::CalcRelativeVelocity(problem, patch, problem.v0);
    for (int i = 0; i < patch.num_points; ++i)
      turns[patch.first_point + i] = V.head<3>();
  }
  return turns;
}

void PlaceFeatures(const PosedPair& pair, const contact::ManifoldPoint& found,
                   ContactFeatures* features) {
  const int a = pair.a.body, b = pair.b.body;
  const bool is_b_anchored = pair.model.bodies()[b].tree < 0;
  const Rolling rolling =
      FindRolling(pair.a, pair.b, pair.X_WA.linear(), pair.X_WB.linear(),
                  found.normal_W, pair.w_AB_W);
  const auto to_body = [&](int body, const RigidTransform& X_WB,
                           const Vector3d& p_W) -> Vector3d {
    return X_WB.inverse() * p_W -
           Vector3d(pair.model.bodies()[body].inertia.p_BoBcm);
  };
  features->body_a = a;
  features->body_b = b;
  features->r_a = rolling.a;
  features->r_b = rolling.b;
  features->normal = ChooseNormal(rolling, pair.a, pair.b, is_b_anchored);
  features->c_a =
      to_body(a, pair.X_WA, found.p_WA - features->r_a * found.normal_W);
  features->c_b =
      to_body(b, pair.X_WB, found.p_WB + features->r_b * found.normal_W);
}

void FindContactFeatures(const FoundContacts& query,
                         std::vector<ContactFeatures>* features_by_point,
                         std::vector<bool>* is_flipped) {
  const multibody::Model& model = query.model;
  const contact::ContactSet& contacts = query.contacts;
  features_by_point->resize(contacts.points.size());
  is_flipped->resize(contacts.points.size());
  const std::vector<Vector3d> turns = CalcRelativeTurns(query.velocity);
  for (const contact::Manifold& manifold : contacts.manifolds) {
    const Geometry& a = model.geometries()[manifold.geometry_a];
    const Geometry& b = model.geometries()[manifold.geometry_b];
    const bool is_b_anchored = model.bodies()[b.body].tree < 0;
    for (int i = 0; i < manifold.num_points; ++i) {
      const int index = manifold.first_point + i;
      const contact::ManifoldPoint& found = contacts.points[index];
      const contact::ContactPoint& point = query.velocity.points[index];
      (*is_flipped)[index] = is_b_anchored;
      const auto& X_WB = query.position.X_WB;
      ContactFeatures features{.geometry_a = manifold.geometry_a,
                               .geometry_b = manifold.geometry_b,
                               .friction = point.sliding_friction};
      features.share_a = ShareOf(model, a.body, b.body);
      features.least_gap =
          CalcLeastGap(-found.depth, model.gravity_W().norm(), query.h);
      PlaceFeatures({model, a, b, X_WB[a.body], X_WB[b.body], turns[index]},
                    found, &features);
      Matrix3d frame_W = point.R_WC;
      features.bias_W = frame_W * point.bias_C;
      if (is_b_anchored) {
        features.bias_W *= -1;
        frame_W.rightCols<2>() *= -1;  // n, and t2 to stay right-handed
      }
      using Normal = ContactFeatures::Normal;
      features.frame =
          features.normal == Normal::kCenters ? frame_W
          : features.normal == Normal::kOfA
              ? Matrix3d(X_WB[a.body].linear().transpose() * frame_W)
              : Matrix3d(X_WB[b.body].linear().transpose() * frame_W);
      (*features_by_point)[index] = features;
    }
  }
}

}  // namespace tactus::integrators
