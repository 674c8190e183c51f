#include "tactus/integrators/dojo/feature_differences.h"

#include <Eigen/Geometry>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"

namespace tactus::integrators::dojo {
namespace {

// Slopes to both sides that differ by less tell of no bend, in sizes.
constexpr double kMostBend = 1e-4;
// Slopes over two lengths that differ by more are those of a kink, in sizes.
constexpr double kMostDiffer = 1e-3;
// Where a kink or a jump is near, differences over less may not meet it.
constexpr double kShorter = 1 / 30.0;

}  // namespace

FeatureNumbers NumbersOf(const PosedPair& pair,
                         const contact::ManifoldPoint& point) {
  ContactFeatures features;
  PlaceFeatures(pair, point, &features);
  using Normal = ContactFeatures::Normal;
  Vector3d n = Vector3d::Zero();
  if (features.normal == Normal::kOfA)
    n = pair.X_WA.linear().transpose() * point.normal_W;
  if (features.normal == Normal::kOfB)
    n = pair.X_WB.linear().transpose() * point.normal_W;
  FeatureNumbers numbers;
  numbers << features.c_a, features.c_b, features.r_a, features.r_b, n;
  return numbers;
}

const std::vector<contact::ManifoldPoint>& PairQuery::Find(
    const contact::Geometry& a, const contact::Geometry& b,
    const RigidTransform& X_WA) {
  points_.clear();
  contact::AppendManifold(a.shape, X_WA * a.X_BG, b.shape, pair_.X_WB * b.X_BG,
                          margin_, &points_);
  return points_;
}

NumbersByPoint PairQuery::FindMoved(const Vector6d& T, double s) {
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

NumbersByPoint PairQuery::FindWith(const multibody::Parameter& parameter,
                                   bool is_b, double s) {
  contact::Geometry a = pair_.a, b = pair_.b;
  *multibody::FindShapeNumber(parameter, is_b ? &b.shape : &a.shape) += s;
  return NumbersAt(a, b, pair_.X_WA);
}

NumbersByPoint PairQuery::NumbersAt(const contact::Geometry& a,
                                    const contact::Geometry& b,
                                    const RigidTransform& X_WA) {
  const PosedPair pair{pair_.model, a, b, X_WA, pair_.X_WB, pair_.w_AB_W};
  NumbersByPoint all;
  for (const contact::ManifoldPoint& point : Find(a, b, X_WA))
    all.push_back(NumbersOf(pair, point));
  return all;
}

void FeatureDifferences::Add(double e,
                             const std::function<NumbersByPoint(double)>& f) {
  std::vector<std::optional<FeatureNumbers>> slopes(slopes_.size());
  for (const double length : {e, kShorter * e}) {
    if (FindSlopes(length, f, &slopes)) break;
  }
  for (std::size_t i = 0; i < slopes_.size(); ++i) AddColumn(i, slopes[i]);
}

// Those that are not known yet; false: some are not.
bool FeatureDifferences::FindSlopes(
    double e, const std::function<NumbersByPoint(double)>& f,
    std::vector<std::optional<FeatureNumbers>>* slopes) const {
  const NumbersByPoint after = f(e), before = f(-e);
  if (!AreAll(after) || !AreAll(before)) return false;
  NumbersByPoint far_after, far_before;
  if (IsBent(after, before, e)) {
    far_after = f(2 * e);
    far_before = f(-2 * e);
    if (!AreAll(far_after) || !AreAll(far_before)) return false;
  }
  bool are_all_smooth = true;
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    if ((*slopes)[i]) continue;
    const FeatureNumbers near = (after[i] - before[i]) / (2 * e);
    if (far_after.empty()) {
      (*slopes)[i] = near;
      continue;
    }
    const FeatureNumbers far = (far_after[i] - far_before[i]) / (4 * e);
    const FeatureNumbers slope = (4 * near - far) / 3;
    if ((near - far).lpNorm<Eigen::Infinity>() < kMostDiffer * Within(slope)) {
      (*slopes)[i] = slope;
    } else {
      are_all_smooth = false;
    }
  }
  return are_all_smooth;
}

void FeatureDifferences::AddNone() {
  for (std::size_t i = 0; i < slopes_.size(); ++i) AddColumn(i, {});
}

// What differences are shares of.
double FeatureDifferences::Within(const FeatureNumbers& slope) const {
  return size_ + slope.lpNorm<Eigen::Infinity>();
}

// Whether slopes on either side differ at any point.
bool FeatureDifferences::IsBent(const NumbersByPoint& after,
                                const NumbersByPoint& before, double e) const {
  for (std::size_t i = 0; i < at_0_.size(); ++i) {
    const FeatureNumbers bend = (after[i] + before[i] - 2 * at_0_[i]) / (2 * e);
    const FeatureNumbers slope = (after[i] - before[i]) / (2 * e);
    if (bend.lpNorm<Eigen::Infinity>() > kMostBend * Within(slope)) return true;
  }
  return false;
}

void FeatureDifferences::AddColumn(std::size_t i,
                                   const std::optional<FeatureNumbers>& slope) {
  FeatureColumns& slopes = slopes_[i];
  slopes.conservativeResize(11, slopes.cols() + 1);
  slopes.rightCols<1>() = slope.value_or(FeatureNumbers::Zero());
  is_smooth_[i].push_back(slope.has_value());
}

}  // namespace tactus::integrators::dojo
