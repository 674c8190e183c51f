#include "tactus/integrators/dojo/feature_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <variant>

#include <Eigen/Geometry>
#include <Eigen/QR>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/contact/icf/body_velocities.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;
using contact::ManifoldPoint;
using contact::Shape;
using multibody::Parameter;

constexpr double kAngle = 1e-5;       // Of differences [rad].
constexpr double kTurning = 1e-5;     // [rad/s]
constexpr double kMostDiffer = 1e-3;  // Slopes of two lengths, in sizes.
constexpr double kNoMotion = 1e-9;    // Of unit velocities.
constexpr double kDependent = 1e-4;   // Of motions.
constexpr double kSamePoint = 1e-9;   // In sizes.

// c_A, c_B, r_A, r_B, and the normal in the axes of its body.
using Numbers = Eigen::Matrix<double, 11, 1>;
using AllNumbers = std::vector<Numbers>;
using Slopes = Eigen::Matrix<double, 11, Eigen::Dynamic>;

bool IsPlane(const Shape& shape) {
  return std::holds_alternative<contact::HalfSpace>(shape);
}

bool IsCurved(const Shape& shape) {
  return std::holds_alternative<contact::Cylinder>(shape) ||
         std::holds_alternative<contact::Ellipsoid>(shape);
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

// As CollisionEngine has it.
double MarginOf(const multibody::Model& model, int a, int b, double margin) {
  for (const contact::GeometryPair& pair : model.geometry_pairs()) {
    if (std::minmax(pair.geometry_a, pair.geometry_b) == std::minmax(a, b))
      return std::max(margin, pair.margin);
  }
  return std::max(
      {margin, model.geometries()[a].margin, model.geometries()[b].margin});
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

Numbers NumbersOf(const PosedPair& pair, const ManifoldPoint& point) {
  ContactFeatures features;
  PlaceFeatures(pair, point, &features);
  using Normal = ContactFeatures::Normal;
  Vector3d n = Vector3d::Zero();
  if (features.normal == Normal::kOfA)
    n = pair.X_WA.linear().transpose() * point.normal_W;
  if (features.normal == Normal::kOfB)
    n = pair.X_WB.linear().transpose() * point.normal_W;
  Numbers numbers;
  numbers << features.c_a, features.c_b, features.r_a, features.r_b, n;
  return numbers;
}

// The query of one pair.
class PairQuery {
 public:
  PairQuery(const PosedPair& pair, double margin)
      : pair_(pair), margin_(margin) {}

  const std::vector<ManifoldPoint>& Find(const Geometry& a, const Geometry& b,
                                         const RigidTransform& X_WA) {
    points_.clear();
    contact::AppendManifold(a.shape, X_WA * a.X_BG, b.shape,
                            pair_.X_WB * b.X_BG, margin_, &points_);
    return points_;
  }

  // With A moved by s T, angular, then linear at its centre of mass.
  AllNumbers FindMoved(const Vector6d& T, double s) {
    const Vector3d p_BoBcm = pair_.model.bodies()[pair_.a.body].inertia.p_BoBcm;
    const Vector3d turn = s * T.head<3>();
    const double angle = turn.norm();
    RigidTransform X_WA = pair_.X_WA;
    if (angle > 0)
      X_WA.linear() = Eigen::AngleAxisd(angle, turn / angle) * X_WA.linear();
    X_WA.translation() =
        pair_.X_WA * p_BoBcm + s * T.tail<3>() - X_WA.linear() * p_BoBcm;
    return NumbersAt(pair_.a, pair_.b, X_WA);
  }

  // With another number of one shape.
  AllNumbers FindWith(const Parameter& parameter, bool is_b, double s) {
    Geometry a = pair_.a, b = pair_.b;
    *multibody::FindShapeNumber(parameter, is_b ? &b.shape : &a.shape) += s;
    return NumbersAt(a, b, pair_.X_WA);
  }

 private:
  AllNumbers NumbersAt(const Geometry& a, const Geometry& b,
                       const RigidTransform& X_WA) {
    const PosedPair pair{pair_.model, a, b, X_WA, pair_.X_WB, pair_.w_AB_W};
    AllNumbers all;
    for (const ManifoldPoint& point : Find(a, b, X_WA))
      all.push_back(NumbersOf(pair, point));
    return all;
  }

  const PosedPair& pair_;
  double margin_;
  std::vector<ManifoldPoint> points_;
};

// f'(0) by points' numbers f(s) at four places, a column each.
class Differences {
 public:
  Differences(std::size_t num_points, double size)
      : size_(size), slopes_(num_points), is_smooth_(num_points) {}

  void Add(double e, const std::function<AllNumbers(double)>& f) {
    const AllNumbers at[] = {f(e), f(-e), f(2 * e), f(-2 * e)};
    const bool are_all = std::ranges::all_of(
        at, [&](const AllNumbers& x) { return x.size() == slopes_.size(); });
    for (std::size_t i = 0; i < slopes_.size(); ++i) {
      if (!are_all) {
        AddColumn(i, {});
        continue;
      }
      const Numbers near = (at[0][i] - at[1][i]) / (2 * e);
      const Numbers far = (at[2][i] - at[3][i]) / (4 * e);
      const Numbers slope = (4 * near - far) / 3;
      const double most =
          kMostDiffer * (size_ + slope.lpNorm<Eigen::Infinity>());
      const bool is_smooth = (near - far).lpNorm<Eigen::Infinity>() < most;
      AddColumn(i, is_smooth ? std::optional(slope) : std::nullopt);
    }
  }
  /// Of nothing that a query sees.
  void AddNone() {
    for (std::size_t i = 0; i < slopes_.size(); ++i) AddColumn(i, {});
  }

  /// Zero where differences of e and 2 e do not agree.
  const Slopes& slopes(std::size_t point) const { return slopes_[point]; }
  const std::vector<bool>& is_smooth(std::size_t point) const {
    return is_smooth_[point];
  }

 private:
  void AddColumn(std::size_t i, const std::optional<Numbers>& slope) {
    Slopes& slopes = slopes_[i];
    slopes.conservativeResize(11, slopes.cols() + 1);
    slopes.rightCols<1>() = slope.value_or(Numbers::Zero());
    is_smooth_[i].push_back(slope.has_value());
  }

  double size_;
  std::vector<Slopes> slopes_;
  std::vector<std::vector<bool>> is_smooth_;
};

// Motions of A beside B, at A's centre of mass, that joints make of unit
// velocities; lengths in sizes.
Matrix6Xd FindMotions(const contact::VelocityProblem& problem,
                      const contact::ContactPatch& patch, const PosedPair& pair,
                      double size) {
  const bool is_b_anchored = pair.model.bodies()[pair.b.body].tree < 0;
  const RigidTransform& X_WBo = is_b_anchored ? pair.X_WA : pair.X_WB;
  const Vector3d p_WAcm =
      pair.X_WA * pair.model.bodies()[pair.a.body].inertia.p_BoBcm;
  const Vector3d p_BoAcm_W = p_WAcm - X_WBo.translation();
  VectorXd unit = VectorXd::Zero(problem.num_velocities());
  Matrix6Xd motions(6, 0);
  for (const int body : {patch.body_a, patch.body_b}) {
    const int c = problem.bodies[body].clique;
    const bool is_again =
        body == patch.body_b && c == problem.bodies[patch.body_a].clique;
    if (c < 0 || is_again) continue;
    const contact::Clique& clique = problem.cliques[c];
    for (int k = clique.v_start; k < clique.v_start + clique.nv; ++k) {
      unit[k] = is_b_anchored ? 1 : -1;
      Vector6d V = contact::CalcRelativeVelocity(problem, patch, unit);
      unit[k] = 0;
      V.tail<3>() = (V.tail<3>() + V.head<3>().cross(p_BoAcm_W)).eval() / size;
      if (V.norm() < kNoMotion) continue;
      motions.conservativeResize(6, motions.cols() + 1);
      motions.rightCols<1>() = V.normalized();
    }
  }
  return motions;
}

// Six directions in which A is moved: those that joints allow, where they are
// few and independent, and what is left; else the axes of A. What lies flat on
// each other, or along an edge, is smooth along a joint that keeps it so, and
// jumps across.
Matrix6d MakeDirections(const Matrix6Xd& motions, const PosedPair& pair) {
  const auto m = motions.cols();
  Matrix6d directions = Matrix6d::Zero();
  const Matrix3d axes = pair.X_WA.linear() * pair.a.X_BG.linear();
  directions.topLeftCorner<3, 3>() = axes;
  directions.bottomRightCorner<3, 3>() = axes;
  if (m == 0 || m > 6) return directions;
  Eigen::ColPivHouseholderQR<Matrix6Xd> qr(motions);
  qr.setThreshold(kDependent);
  if (qr.rank() < m) return directions;
  const Matrix6d Q = qr.householderQ();
  directions.leftCols(m) = motions;
  directions.rightCols(6 - m) = Q.rightCols(6 - m);
  return directions;
}

// With n's own change across it, turn = n x dn.
FeatureRates RatesOf(const Slopes& slopes, const Vector3d& n) {
  return {.c_a = slopes.middleRows<3>(0),
          .c_b = slopes.middleRows<3>(3),
          .r_a = slopes.row(6),
          .r_b = slopes.row(7),
          .turn = CrossMatrix(n) * slopes.middleRows<3>(8)};
}

// Whether the query of the pair alone finds the same.
bool IsSame(std::span<const ManifoldPoint> points,
            std::span<const ManifoldPoint> again, double size) {
  return std::ranges::equal(
      points, again, [&](const ManifoldPoint& x, const ManifoldPoint& y) {
        return (x.p_WA - y.p_WA).norm() + (x.p_WB - y.p_WB).norm() <
               kSamePoint * size;
      });
}

// Of the points of one manifold.
class ManifoldSlopes {
 public:
  ManifoldSlopes(const PosedPair& pair, double margin,
                 std::span<const ManifoldPoint> points)
      : pair_(pair),
        size_(SizeOf(pair.a, pair.b)),
        points_(points),
        query_(pair, margin) {}

  double size() const { return size_; }
  // Whether the query of the pair alone finds the same.
  bool IsFound() {
    return IsSame(points_, query_.Find(pair_.a, pair_.b, pair_.X_WA), size_);
  }

  // Columns along `directions`, with lengths in sizes.
  Differences ByPose(const Matrix6d& directions) {
    Differences differences(points_.size(), size_);
    for (int k = 0; k < 6; ++k) {
      Vector6d T = directions.col(k);
      T.tail<3>() *= size_;
      differences.Add(kAngle, [&](double s) { return query_.FindMoved(T, s); });
    }
    return differences;
  }

  Differences ByTurn() const {
    Differences differences(points_.size(), size_);
    for (int k = 0; k < 3; ++k) {
      differences.Add(kTurning, [&](double s) {
        PosedPair turning = pair_;
        turning.w_AB_W[k] += s;
        AllNumbers all;
        for (const ManifoldPoint& point : points_)
          all.push_back(NumbersOf(turning, point));
        return all;
      });
    }
    return differences;
  }

  Differences ByShape(const contact::Manifold& manifold,
                      std::span<const Parameter> parameters) {
    Differences differences(points_.size(), size_);
    for (const Parameter& parameter : parameters) {
      const bool is_b = parameter.index == manifold.geometry_b;
      const bool is_own = is_b || parameter.index == manifold.geometry_a;
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

 private:
  const PosedPair& pair_;
  double size_;
  std::span<const ManifoldPoint> points_;
  PairQuery query_;
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
        pair, MarginOf(model, manifold.geometry_a, manifold.geometry_b, margin),
        std::span(found.contacts.points).subspan(first, count));
    if (!of.IsFound()) continue;
    const Matrix6d directions = MakeDirections(
        FindMotions(found.velocity, found.velocity.patches[patches[first]],
                    pair, of.size()),
        pair);
    const Differences by_pose = of.ByPose(directions), by_turn = of.ByTurn(),
                      by_shape = of.ByShape(manifold, parameters);
    Matrix6d to_directions = directions.inverse();
    to_directions.rightCols<3>() /= of.size();
    for (int i = 0; i < count; ++i) {
      const Vector3d n =
          NumbersOf(pair, found.contacts.points[first + i]).tail<3>();
      (*slopes)[first + i] = {
          .slides = true,
          .by_pose = RatesOf(by_pose.slopes(i) * to_directions, n),
          .by_turn = RatesOf(by_turn.slopes(i), n),
          .by_shape = RatesOf(by_shape.slopes(i), n),
          .has_shape = by_shape.is_smooth(i),
          .w_AB_W = pair.w_AB_W};
    }
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
  rates += slopes.by_turn * (CrossMatrix(slopes.w_AB_W) * y2.topRows<3>());
  return rates;
}

}  // namespace tactus::integrators
