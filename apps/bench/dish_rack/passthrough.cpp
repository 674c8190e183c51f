#include "tactus/apps/bench/dish_rack/passthrough.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

namespace tactus::apps {
namespace {

using Kind = Core::Kind;

constexpr double kThin = 1.0 / 3;   // Of thin extents to the others.
constexpr double kSpacing = 0.005;  // Of points [m].

// A rotation that takes z to a box's axis.
Matrix3d ToAxis(int axis) {
  Matrix3d R = Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) R((axis + 1 + i) % 3, i) = 1;
  return R;
}

// The core in the geometry's frame, if the shape is thin; body and geometry are
// set by the caller.
struct FindCore {
  std::optional<Core> operator()(const contact::Box& box) const {
    const Vector3d& half = box.half_extents;
    int least = 0, most = 0;
    half.minCoeff(&least);
    half.maxCoeff(&most);
    if (least == most) return std::nullopt;
    const double middle = half[3 - least - most];
    Core core;
    if (half[least] <= kThin * middle) {
      core.kind = Kind::kRectangle;
      core.X_BC.linear() = ToAxis(least);
      core.half = {half[(least + 1) % 3], half[(least + 2) % 3]};
      return core;
    }
    if (middle > kThin * half[most]) return std::nullopt;
    core.X_BC.linear() = ToAxis(most);
    core.half.x() = half[most];
    return core;
  }
  std::optional<Core> operator()(const contact::Cylinder& cylinder) const {
    const double r = cylinder.radius, z = cylinder.half_length;
    if (z <= kThin * r) return Core{.kind = Kind::kDisc, .half = {r, r}};
    if (r <= kThin * z) return Core{.half = {z, 0}};
    return std::nullopt;
  }
  std::optional<Core> operator()(const contact::Capsule& capsule) const {
    return Core{.half = {capsule.half_length, 0}};
  }
  template <class Shape>
  std::optional<Core> operator()(const Shape&) const {
    return std::nullopt;
  }
};

bool Contains(const Core& plate, const Vector3d& p_C) {
  if (plate.kind == Kind::kDisc) return p_C.head<2>().norm() <= plate.half.x();
  return std::abs(p_C.x()) <= plate.half.x() &&
         std::abs(p_C.y()) <= plate.half.y();
}

// Equally spaced on -half ... half, the ends included.
std::vector<double> Divide(double half) {
  const int count = static_cast<int>(std::ceil(2 * half / kSpacing));
  std::vector<double> at = {-half};
  for (int i = 1; i <= count; ++i) at.push_back(-half + 2 * half * i / count);
  return at;
}

std::vector<Vector3d> MakePoints(const Core& core) {
  std::vector<Vector3d> points;
  if (!core.is_plate()) {
    for (const double z : Divide(core.half.x())) points.emplace_back(0, 0, z);
    return points;
  }
  for (const double x : Divide(core.half.x())) {
    for (const double y : Divide(core.half.y())) {
      const Vector3d point(x, y, 0);
      if (Contains(core, point)) points.push_back(point);
    }
  }
  return points;
}

// Whether the way from p to q, both in the plate's frame, meets the plate.
bool Meets(const Core& plate, const Vector3d& p, const Vector3d& q) {
  if ((p.z() > 0) == (q.z() > 0)) return false;
  return Contains(plate, p + p.z() / (p.z() - q.z()) * (q - p));
}

// From a line along z, |z| <= half, to another, the shortest way, if it is
// between inner points of both.
std::optional<Vector3d> CalcShortestWay(double half, const RigidTransform& X_AB,
                                        double half_b) {
  // Of p + t d and s z: with (p + t d - s z) normal to d and to z,
  //   t = -p' (d - (d.z) z) / (1 - (d.z)^2),   s = p.z + t d.z
  const Vector3d p = X_AB.translation(), d = X_AB.linear().col(2);
  const double slope = 1 - d.z() * d.z();
  if (slope < 1e-12) return std::nullopt;  // Parallel.
  const double t = (p.z() * d.z() - p.dot(d)) / slope;
  const double s = p.z() + t * d.z();
  if (std::abs(t) > half_b || std::abs(s) > half) return std::nullopt;
  return p + t * d - s * Vector3d::UnitZ();
}

}  // namespace

std::vector<Core> FindCores(std::span<const contact::Geometry> geometries) {
  std::vector<Core> cores;
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    const contact::Geometry& geometry = geometries[i];
    std::optional<Core> core = std::visit(FindCore{}, geometry.shape);
    if (!core) continue;
    core->geometry = static_cast<int>(i);
    core->body = geometry.body;
    core->X_BC = geometry.X_BG * core->X_BC;
    cores.push_back(*core);
  }
  return cores;
}

PassthroughCounter::PassthroughCounter(const multibody::Model& model,
                                       std::vector<int> watched) {
  for (Core& core : FindCores(model.geometries())) {
    const bool is_watched =
        std::ranges::find(watched, core.body) != watched.end();
    std::vector<Vector3d> points;
    if (is_watched || !core.is_plate()) points = MakePoints(core);
    const double radius =
        core.kind == Kind::kRectangle ? core.half.norm() : core.half.x();
    cores_.push_back({.core = std::move(core),
                      .is_watched = is_watched,
                      .points_C = std::move(points),
                      .radius = radius});
  }
}

bool PassthroughCounter::HasPassed(const Tracked& a, const Tracked& b) const {
  // Where a's middle was and is, in b's frame.
  const Vector3d p = b.before.linear().transpose() *
                     (a.before.translation() - b.before.translation());
  const Vector3d q = b.after.linear().transpose() *
                     (a.after.translation() - b.after.translation());
  if (std::min(p.norm(), q.norm()) - (q - p).norm() > a.radius + b.radius)
    return false;
  if (!b.core.is_plate() && a.core.is_plate()) return false;  // As (b, a).
  const RigidTransform before = b.before.inverse(Eigen::Isometry) * a.before;
  const RigidTransform after = b.after.inverse(Eigen::Isometry) * a.after;
  if (b.core.is_plate()) {
    return std::ranges::any_of(a.points_C, [&](const Vector3d& point) {
      return Meets(b.core, before * point, after * point);
    });
  }
  const double half_b = b.core.half.x(), half_a = a.core.half.x();
  const auto way = CalcShortestWay(half_b, before, half_a);
  const auto next = CalcShortestWay(half_b, after, half_a);
  return way && next && way->dot(*next) < 0;
}

void PassthroughCounter::Observe(std::span<const RigidTransform> X_WB) {
  for (Tracked& each : cores_) {
    each.before = each.after;
    each.after = X_WB[each.core.body] * each.core.X_BC;
  }
  if (!std::exchange(has_begun_, true)) return;
  for (const Tracked& a : cores_) {
    for (const Tracked& b : cores_) {
      const bool is_counted =
          a.core.body != b.core.body && (a.is_watched || b.is_watched);
      if (is_counted && HasPassed(a, b))
        crossed_.insert(std::minmax(a.core.geometry, b.core.geometry));
    }
  }
}

}  // namespace tactus::apps
