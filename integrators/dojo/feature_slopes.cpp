#include "tactus/integrators/dojo/feature_slopes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/integrators/dojo/feature_differences.h"
#include "tactus/integrators/dojo/pair_motions.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;
using contact::ManifoldPoint;
using contact::Shape;
using dojo::FeatureColumns;
using dojo::FeatureDifferences;
using dojo::NumbersByPoint;
using multibody::Parameter;

// The turn of a body that differences are taken over [rad].
constexpr double kAngle = 1e-5;
// The relative spin that they are taken over [rad/s].
constexpr double kTurning = 1e-5;
// Points that differ by less are one, in sizes.
constexpr double kSamePoint = 1e-9;

bool IsPlane(const Shape& shape) {
  return std::holds_alternative<contact::HalfSpace>(shape);
}

bool IsCurved(const Shape& shape) {
  return std::holds_alternative<contact::Cylinder>(shape) ||
         std::holds_alternative<contact::Ellipsoid>(shape);
}

// Whether radii are those that a turn asks for (rolling_radius.h): of what is
// curved on something flat.
bool MayRoll(const Shape& a, const Shape& b) {
  return IsCurved(a) || IsCurved(b);
}

// Whether features are other ones at other poses: not of balls, nor of corners
// and ends on a plane (CornerQuery).
bool MaySlide(const Shape& a, const Shape& b) {
  if (IsPlane(a)) return IsCurved(b);
  if (IsPlane(b)) return IsCurved(a);
  return !(std::holds_alternative<contact::Sphere>(a) &&
           std::holds_alternative<contact::Sphere>(b));
}

double SizeOf(const Shape& shape) {
  return contact::CalcBounds(shape, RigidTransform::Identity())
      .half_extents.norm();
}

double SizeOf(const Geometry& a, const Geometry& b) {
  if (IsPlane(a.shape)) return SizeOf(b.shape);
  if (IsPlane(b.shape)) return SizeOf(a.shape);
  return std::min(SizeOf(a.shape), SizeOf(b.shape));
}

// The query's, of the pair with its own margin.
double MarginOf(const multibody::Model& model, int a, int b, double margin) {
  const auto is_this = [&](const contact::GeometryPair& pair) {
    return std::minmax(pair.geometry_a, pair.geometry_b) == std::minmax(a, b);
  };
  const auto pairs = model.geometry_pairs();
  const auto own = std::ranges::find_if(pairs, is_this);
  return contact::CalcPairMargin(model.geometries()[a], model.geometries()[b],
                                 own == pairs.end() ? nullptr : &*own, margin);
}

// By point.
std::vector<int> FindPatches(const contact::VelocityProblem& problem) {
  std::vector<int> patches(problem.points.size());
  for (std::size_t p = 0; p < problem.patches.size(); ++p) {
    const contact::ContactPatch& patch = problem.patches[p];
    for (int i = 0; i < patch.num_points; ++i)
      patches[patch.first_point + i] = static_cast<int>(p);
  }
  return patches;
}

// Whether a joint carries a body.
bool IsCarried(const multibody::Model& model, int body, int joint) {
  const int child = model.joints()[joint].child;
  while (body > child) body = model.joints()[body - 1].parent;
  return body == child;
}

// With n's own change across it, turn = n x dn.
FeatureRates RatesOf(const FeatureColumns& slopes, const Vector3d& n) {
  return {.c_a = slopes.middleRows<3>(0),
          .c_b = slopes.middleRows<3>(3),
          .r_a = slopes.row(6),
          .r_b = slopes.row(7),
          .turn = CrossMatrix(n) * slopes.middleRows<3>(8)};
}

// Of the points of one manifold.
class ManifoldSlopes {
 public:
  // @param geometries  A's and B's.
  ManifoldSlopes(const PosedPair& pair, std::array<int, 2> geometries,
                 double margin, std::span<const ManifoldPoint> points)
      : pair_(pair),
        geometries_(geometries),
        size_(SizeOf(pair.a, pair.b)),
        points_(points),
        query_(pair, margin) {
    for (const ManifoldPoint& point : points)
      numbers_.push_back(dojo::NumbersOf(pair, point));
  }

  double size() const { return size_; }
  // Whether the query of the pair alone finds the same.
  bool IsFound() {
    return std::ranges::equal(
        points_, query_.Find(),
        [&](const ManifoldPoint& x, const ManifoldPoint& y) {
          return (x.p_WA - y.p_WA).norm() + (x.p_WB - y.p_WB).norm() <
                 kSamePoint * size_;
        });
  }

  // @param motions  of A beside B, as joints leave them, lengths in sizes.
  void Calc(const Matrix6Xd& motions, std::span<const Parameter> parameters,
            std::span<FeatureSlopes> slopes) {
    const dojo::MotionDirections directions =
        dojo::MakeMotionDirections(motions, pair_, !parameters.empty());
    Matrix6Xd to_directions_transpose = directions.to_directions_transpose;
    to_directions_transpose.bottomRows<3>() /= size_;
    const bool rolls = MayRoll(pair_.a.shape, pair_.b.shape);
    const FeatureDifferences by_pose = ByPose(directions.directions),
                             by_shape = ByShape(parameters);
    std::optional<FeatureDifferences> by_turn;
    if (rolls) by_turn = ByTurn();
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const Vector3d n = numbers_[i].tail<3>();
      slopes[i] = {
          .slides = true,
          .by_pose = RatesOf(
              by_pose.slopes(i) * to_directions_transpose.transpose(), n),
          .by_shape = RatesOf(by_shape.slopes(i), n),
          .has_shape = by_shape.is_smooth(i),
          .rolls = rolls,
          .by_turn = rolls ? RatesOf(by_turn->slopes(i), n) : FeatureRates{},
          .w_AB_W = pair_.w_AB_W,
          .by_start = {}};
    }
  }

 private:
  // Columns along `directions`, with lengths in sizes.
  FeatureDifferences ByPose(const Matrix6Xd& directions) {
    FeatureDifferences differences(numbers_, size_);
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
      Vector6d T = directions.col(k);
      T.tail<3>() *= size_;
      differences.Add(kAngle, [&](double s) { return query_.FindMoved(T, s); });
    }
    return differences;
  }

  FeatureDifferences ByTurn() const {
    FeatureDifferences differences(numbers_, size_);
    for (int k = 0; k < 3; ++k) {
      differences.Add(kTurning, [&](double s) {
        PosedPair turning = pair_;
        turning.w_AB_W[k] += s;
        NumbersByPoint all;
        for (const ManifoldPoint& point : points_)
          all.push_back(dojo::NumbersOf(turning, point));
        return all;
      });
    }
    return differences;
  }

  FeatureDifferences ByShape(std::span<const Parameter> parameters) {
    FeatureDifferences differences(numbers_, size_);
    for (const Parameter& parameter : parameters) {
      const bool is_b = parameter.index == geometries_[1];
      const bool is_own = is_b || parameter.index == geometries_[0];
      if (is_own && multibody::IsOfShape(parameter)) {
        differences.Add(kAngle * size_, [&](double s) {
          return query_.FindWith(parameter, is_b, s);
        });
      } else {
        differences.AddNone();
      }
    }
    return differences;
  }

  const PosedPair& pair_;
  std::array<int, 2> geometries_;
  double size_;
  std::span<const ManifoldPoint> points_;
  NumbersByPoint numbers_;
  dojo::PairQuery query_;
};

}  // namespace

void CalcFeatureSlopes(const FoundContacts& found, double margin,
                       std::span<const Parameter> parameters,
                       std::vector<FeatureSlopes>* slopes) {
  const multibody::Model& model = found.model;
  const std::vector<Vector3d> turns = CalcRelativeTurns(found.velocity);
  const std::vector<int> patches = FindPatches(found.velocity);
  slopes->assign(found.contacts.points.size(), {});
  for (const contact::Manifold& manifold : found.contacts.manifolds) {
    const Geometry& a = model.geometries()[manifold.geometry_a];
    const Geometry& b = model.geometries()[manifold.geometry_b];
    const bool is_of_start = manifold.time == 0 && !manifold.is_patch;
    if (!is_of_start || !MaySlide(a.shape, b.shape)) continue;
    const int first = manifold.first_point, count = manifold.num_points;
    const bool is_b_anchored = model.bodies()[b.body].tree < 0;
    const PosedPair pair{model,
                         a,
                         b,
                         found.position.X_WB[a.body],
                         found.position.X_WB[b.body],
                         (is_b_anchored ? -1 : 1) * turns[first]};
    ManifoldSlopes of(
        pair, {manifold.geometry_a, manifold.geometry_b},
        MarginOf(model, manifold.geometry_a, manifold.geometry_b, margin),
        std::span(found.contacts.points).subspan(first, count));
    if (!of.IsFound()) continue;
    const contact::ContactPatch& patch = found.velocity.patches[patches[first]];
    of.Calc(dojo::FindPairMotions(found.velocity, patch, pair, of.size()),
            parameters, std::span(*slopes).subspan(first, count));
  }
}

void CalcEndSlopes(const PosedPair& pair, std::array<int, 2> geometries,
                   std::span<const ManifoldPoint> points,
                   std::span<const Parameter> parameters,
                   std::vector<FeatureSlopes>* slopes) {
  if (!MaySlide(pair.a.shape, pair.b.shape)) return;
  const bool is_b_anchored = pair.model.bodies()[pair.b.body].tree < 0;
  PosedPair turned = pair;
  if (is_b_anchored) turned.w_AB_W *= -1;
  ManifoldSlopes of(turned, geometries, 0, points);
  of.Calc(Matrix6Xd::Identity(6, 6), parameters, *slopes);
  for (FeatureSlopes& each : *slopes) each.is_of_end = true;
}

// Bodies move there by q3, and by lengths of links, which move what they carry;
// geometries by where they are on their bodies, too.
void SetSlideByStart(const multibody::Model& model,
                     const multibody::PositionKinematics& end,
                     const StepJacobian& end_q,
                     std::span<const Parameter> parameters,
                     const ContactFeatures& features, FeatureSlopes* slopes) {
  using Kind = Parameter::Kind;
  const auto nv = end_q.by_q.cols(), nc = end_q.by_control.cols(),
             np = std::ssize(parameters);
  MatrixXd dq(nv, 3 * nv + nc + np);
  dq << end_q.by_q, end_q.by_v, end_q.by_force, end_q.by_control,
      end_q.by_parameter;
  const auto center = [&](int body) -> Vector3d {
    return end.X_WB[body] * Vector3d(model.bodies()[body].inertia.p_BoBcm);
  };
  const Vector3d p_AB_W = center(features.body_b) - center(features.body_a);
  slopes->by_start.SetZero(dq.cols());
  for (const bool is_b : {false, true}) {
    const int body = is_b ? features.body_b : features.body_a;
    const int geometry = is_b ? features.geometry_b : features.geometry_a;
    Matrix6Xd y = Matrix6Xd::Zero(6, dq.cols());
    if (const int t = model.bodies()[body].tree; t >= 0) {
      Matrix6Xd J;
      CalcBodyJacobian(model, end, body, &J);
      // From the origin to the centre of mass.
      J.bottomRows<3>() -=
          CrossMatrix(center(body) - end.X_WB[body].translation()) *
          J.topRows<3>();
      const multibody::Tree& tree = model.trees()[t];
      y = J * dq.middleRows(tree.v_start, tree.nv);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      const auto column = dq.cols() - np + static_cast<Eigen::Index>(i);
      const Vector3d e = Vector3d::Unit(parameter.component % 3);
      if (parameter.kind == Kind::kGeometryPosition &&
          parameter.index == geometry)
        y.col(column).tail<3>() += end.X_WB[body].linear() * e;
      if (parameter.kind == Kind::kJointPosition &&
          IsCarried(model, body, parameter.index)) {
        const int parent = model.joints()[parameter.index].parent;
        y.col(column).tail<3>() += end.X_WB[parent].linear() * e;
      }
    }
    slopes->by_start += CalcSlide(*slopes, is_b, p_AB_W, y);
  }
}

// Features see how the bodies are to each other: to move B by a motion T is to
// move A, and the turn that is looked at, by -T.
FeatureRates CalcSlide(const FeatureSlopes& slopes, bool is_b,
                       const Vector3d& p_AB_W, const Matrix6Xd& y2) {
  if (!is_b) return slopes.by_pose * y2;
  Matrix6Xd of_a = y2;
  of_a.bottomRows<3>() += CrossMatrix(p_AB_W) * y2.topRows<3>();
  FeatureRates rates = slopes.by_pose * -of_a;
  if (!slopes.rolls) return rates;
  rates += slopes.by_turn * (CrossMatrix(slopes.w_AB_W) * y2.topRows<3>());
  return rates;
}

}  // namespace tactus::integrators
