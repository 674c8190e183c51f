#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// The middle of a thin geometry: a plate without thickness, or a line.
///
///     C   its frame; a plate lies in z = 0, a line along z
struct Core {
  enum class Kind { kRectangle, kDisc, kLine };
  Kind kind = Kind::kLine;
  int geometry{}, body{};
  RigidTransform X_BC = RigidTransform::Identity();
  /// Half lengths along x and y, radius twice, or half the line's length in x.
  Eigen::Vector2d half = Eigen::Vector2d::Zero();  ///< [m]

  bool is_plate() const { return kind != Kind::kLine; }
};

/// The cores of what is thin: boxes and cylinders of which one half extent, or
/// two, are at most a third of the others, and capsules.
std::vector<Core> FindCores(std::span<const contact::Geometry> geometries);

/// Counts what went through each other: pairs of geometries whose cores have
/// crossed, each pair once, of which one is on a watched body. Solids that only
/// press into each other keep their cores apart.
///
/// Between two observed states relative motion is taken to be straight. Then
///
///     point and plate   the point's path meets the plate; the points are 5 mm
///                       apart, on lines, and on plates of watched bodies
///     line and line     between inner points of both, the shortest way from
///                       one to the other has turned around
class PassthroughCounter {
 public:
  /// @param watched  bodies of the model.
  PassthroughCounter(const multibody::Model& model, std::vector<int> watched);

  /// The next state, by the poses of all bodies. The first only begins.
  void Observe(std::span<const RigidTransform> X_WB);

  /// Pairs of geometries, in order.
  const std::set<std::pair<int, int>>& crossed() const { return crossed_; }

 private:
  struct Tracked {
    Core core;
    bool is_watched{};
    std::vector<Vector3d> points_C;  ///< That are to stay on their side.
    double radius{};                 ///< Around C's origin [m].
    /// X_WC in the last two states.
    RigidTransform before = RigidTransform::Identity();
    RigidTransform after = RigidTransform::Identity();
  };
  bool HasPassed(const Tracked& a, const Tracked& b) const;

  std::vector<Tracked> cores_;
  bool has_begun_ = false;
  std::set<std::pair<int, int>> crossed_;
};

}  // namespace tactus::apps
