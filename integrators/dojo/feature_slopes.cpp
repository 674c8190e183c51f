#include "tactus/integrators/dojo/feature_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <variant>

#include <Eigen/Geometry>
#include <Eigen/QR>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::integrators {
namespace {

using contact::Geometry;
using contact::ManifoldPoint;
using contact::Shape;
using multibody::Parameter;

// The turn of a body that differences are taken over [rad].
constexpr double kAngle = 1e-5;
// The relative spin that they are taken over [rad/s].
constexpr double kTurning = 1e-5;
// Slopes to both sides that differ by less tell of no bend, in sizes.
constexpr double kMostBend = 1e-4;
// Slopes over two lengths that differ by more are those of a kink, in sizes.
constexpr double kMostDiffer = 1e-3;
// Unit velocities that move A beside B by less do not move it.
constexpr double kNoMotion = 1e-9;
// Motions that differ by less are one.
constexpr double kDependent = 1e-4;
// Points that differ by less are one, in sizes.
constexpr double kSamePoint = 1e-9;

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

// f'(0) by points' numbers f(s), a column each. With f(0) at hand,
//
//     near = (f(e) - f(-e)) / 2 e,    bend = (f(e) + f(-e) - 2 f(0)) / 2 e,
//
// near will do where the slopes of both sides, near +- bend, are the same. Else
// f is sharply curved, has a kink or a jump, and f(2 e) and f(-2 e) give a
// difference of fourth order and tell which.
class Differences {
 public:
  Differences(const AllNumbers& at_0, double size)
      : at_0_(at_0),
        size_(size),
        slopes_(at_0.size()),
        is_smooth_(at_0.size()) {}

  void Add(double e, const std::function<AllNumbers(double)>& f) {
    const AllNumbers after = f(e), before = f(-e);
    if (!AreAll(after) || !AreAll(before)) return AddNone();
    AllNumbers far_after, far_before;
    if (IsBent(after, before, e)) {
      far_after = f(2 * e);
      far_before = f(-2 * e);
      if (!AreAll(far_after) || !AreAll(far_before)) return AddNone();
    }
    for (std::size_t i = 0; i < slopes_.size(); ++i) {
      const Numbers near = (after[i] - before[i]) / (2 * e);
      if (far_after.empty()) {
        AddColumn(i, near);
        continue;
      }
      const Numbers far = (far_after[i] - far_before[i]) / (4 * e);
      const Numbers slope = (4 * near - far) / 3;
      const bool is_smooth =
          (near - far).lpNorm<Eigen::Infinity>() < kMostDiffer * Within(slope);
      AddColumn(i, is_smooth ? std::optional(slope) : std::nullopt);
    }
  }
  // A column of what no query sees.
  void AddNone() {
    for (std::size_t i = 0; i < slopes_.size(); ++i) AddColumn(i, {});
  }

  // They are zero where points jump.
  const Slopes& slopes(std::size_t point) const { return slopes_[point]; }
  const std::vector<bool>& is_smooth(std::size_t point) const {
    return is_smooth_[point];
  }

 private:
  bool AreAll(const AllNumbers& at) const { return at.size() == at_0_.size(); }
  double Within(const Numbers& slope) const {
    return size_ + slope.lpNorm<Eigen::Infinity>();
  }
  // Whether slopes on either side differ at any point.
  bool IsBent(const AllNumbers& after, const AllNumbers& before,
              double e) const {
    for (std::size_t i = 0; i < at_0_.size(); ++i) {
      const Numbers bend = (after[i] + before[i] - 2 * at_0_[i]) / (2 * e);
      const Numbers slope = (after[i] - before[i]) / (2 * e);
      if (bend.lpNorm<Eigen::Infinity>() > kMostBend * Within(slope))
        return true;
    }
    return false;
  }
  void AddColumn(std::size_t i, const std::optional<Numbers>& slope) {
    Slopes& slopes = slopes_[i];
    slopes.conservativeResize(11, slopes.cols() + 1);
    slopes.rightCols<1>() = slope.value_or(Numbers::Zero());
    is_smooth_[i].push_back(slope.has_value());
  }

  AllNumbers at_0_;
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

// Directions in which A is moved, a column each, and the motion in them: T =
// directions to_directions T, for all motions T or for those that joints allow.
struct Directions {
  Matrix6Xd directions;
  Matrix6Xd to_directions_transpose;
};

// Where joints leave few motions, directions are independent ones of these:
// what lies flat on each other, or along an edge, is smooth along a joint that
// keeps it so, and jumps across. Parameters move bodies otherwise, too, and
// so do joints that are nearly dependent: then what is left follows. Where
// joints allow all motions, the axes of A.
Directions MakeDirections(const Matrix6Xd& motions, const PosedPair& pair,
                          bool are_all) {
  if (motions.cols() == 0) {
    const Matrix6Xd any = Matrix6d::Identity().leftCols(are_all ? 6 : 0);
    return {.directions = any, .to_directions_transpose = any};
  }
  Eigen::ColPivHouseholderQR<Matrix6Xd> qr(motions);
  qr.setThreshold(kDependent);
  const auto m = qr.rank();
  Matrix6d basis = Matrix6d::Zero();
  if (m < 6) {
    const Matrix6d Q = qr.householderQ();
    basis.leftCols(m) = (motions * qr.colsPermutation()).leftCols(m);
    basis.rightCols(6 - m) = Q.rightCols(6 - m);
  } else {
    const Matrix3d axes = pair.X_WA.linear() * pair.a.X_BG.linear();
    basis.topLeftCorner<3, 3>() = axes;
    basis.bottomRightCorner<3, 3>() = axes;
  }
  const bool are_more =
      m < 6 &&
      (basis.rightCols(6 - m).transpose() * motions).norm() > kNoMotion;
  const auto k = are_all || are_more ? 6 : m;
  return {.directions = basis.leftCols(k),
          .to_directions_transpose =
              Matrix6d(basis.inverse().transpose()).leftCols(k)};
}

// With n's own change across it, turn = n x dn.
FeatureRates RatesOf(const Slopes& slopes, const Vector3d& n) {
  return {.c_a = slopes.middleRows<3>(0),
          .c_b = slopes.middleRows<3>(3),
          .r_a = slopes.row(6),
          .r_b = slopes.row(7),
          .turn = CrossMatrix(n) * slopes.middleRows<3>(8)};
}

// Of the points of one manifold.
class ManifoldSlopes {
 public:
  ManifoldSlopes(const PosedPair& pair, double margin,
                 std::span<const ManifoldPoint> points)
      : pair_(pair),
        size_(SizeOf(pair.a, pair.b)),
        points_(points),
        query_(pair, margin) {
    for (const ManifoldPoint& point : points)
      numbers_.push_back(NumbersOf(pair, point));
  }

  double size() const { return size_; }
  // In the axes of its body; zero between centres.
  Vector3d normal(int point) const { return numbers_[point].tail<3>(); }
  // Whether the query of the pair alone finds the same.
  bool IsFound() {
    return std::ranges::equal(
        points_, query_.Find(pair_.a, pair_.b, pair_.X_WA),
        [&](const ManifoldPoint& x, const ManifoldPoint& y) {
          return (x.p_WA - y.p_WA).norm() + (x.p_WB - y.p_WB).norm() <
                 kSamePoint * size_;
        });
  }

  // Columns along `directions`, with lengths in sizes.
  Differences ByPose(const Matrix6Xd& directions) {
    Differences differences(numbers_, size_);
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
      Vector6d T = directions.col(k);
      T.tail<3>() *= size_;
      differences.Add(kAngle, [&](double s) { return query_.FindMoved(T, s); });
    }
    return differences;
  }

  Differences ByTurn() const {
    Differences differences(numbers_, size_);
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
    Differences differences(numbers_, size_);
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
  AllNumbers numbers_;
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
    const Directions directions = MakeDirections(
        FindMotions(found.velocity, found.velocity.patches[patches[first]],
                    pair, of.size()),
        pair, !parameters.empty());
    Matrix6Xd to_directions_transpose = directions.to_directions_transpose;
    to_directions_transpose.bottomRows<3>() /= of.size();
    const bool rolls = MayRoll(a.shape, b.shape);
    const Differences by_pose = of.ByPose(directions.directions),
                      by_shape = of.ByShape(manifold, parameters);
    std::optional<Differences> by_turn;
    if (rolls) by_turn = of.ByTurn();
    for (int i = 0; i < count; ++i) {
      const Vector3d n = of.normal(i);
      (*slopes)[first + i] = {
          .slides = true,
          .by_pose = RatesOf(
              by_pose.slopes(i) * to_directions_transpose.transpose(), n),
          .by_shape = RatesOf(by_shape.slopes(i), n),
          .has_shape = by_shape.is_smooth(i),
          .rolls = rolls,
          .by_turn = rolls ? RatesOf(by_turn->slopes(i), n) : FeatureRates{},
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
  if (!slopes.rolls) return rates;
  rates += slopes.by_turn * (CrossMatrix(slopes.w_AB_W) * y2.topRows<3>());
  return rates;
}

}  // namespace tactus::integrators
