#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::multibody {

/// The contact of bodies A and B by pressure fields [Masterjohn22], over all
/// pairs of their geometries, in W:
///
///     c = sum (f_i . n_i) x_i / sum f_i . n_i       centre of pressure
///     f = sum f_i,    m = sum (x_i - c) x f_i       what acts on B
///     A = sum w_k A_k,    p_mean = sum w_k A_k p_k / A
///     slip = |(1 - n n') v_AB(c)|,    n ~ sum (f_i . n_i) n_i
///
///   x_i, n_i, f_i   points of the step's problem, normals from A into B, and
///                   the forces on B that its solver found        m, -, N
///   w_k, A_k, p_k   weight, area, and pressure at the centroid of polygon k
///                   (contact_surface.h), where the bodies were at the record's
///                   configuration                                -, m^2, Pa
///   v_AB            velocity of B's surface relative to A's      m/s
///
/// Pressures are those of the fields alone: the sum of w_k A_k p_k n_k is f
/// less dissipation, friction, and what the step changed.
struct PatchContact {
  int body_a{}, body_b{};
  Vector3d center = Vector3d::Zero();      ///< c [m]
  Vector3d normal_W = Vector3d::Zero();    ///< n
  Vector3d force_B_W = Vector3d::Zero();   ///< f [N]
  Vector3d moment_B_W = Vector3d::Zero();  ///< m, about c [N m]
  double area{};           ///< Zero where the touch begins in the step [m^2].
  double mean_pressure{};  ///< [Pa]
  double max_pressure{};   ///< At a polygon's corner [Pa].
  double slip_speed{};     ///< [m/s]
  /// By pair of geometries, from the body that comes first in the model.
  std::vector<contact::ContactSurface> surfaces;
};

/// The pressure in a polygon at a point of its plane [Pa].
double CalcPressureAt(const contact::ContactPolygon& polygon,
                      const Vector3d& p_WQ);

/// Whether any of two bodies' geometries touch by patches.
bool HaveFields(const Model& model, int body_a, int body_b);

/// Finds what a record's patches are. Keeps work space alone.
class PatchFinder {
 public:
  /// `plant` must outlive it.
  explicit PatchFinder(const MultibodyPlant& plant) : plant_(plant) {}

  /// All patches, or that of one pair, with a < b, in order.
  std::vector<PatchContact> Find(
      const StepRecord& record,
      const std::optional<std::pair<int, int>>& only = std::nullopt);
  /// That of two bodies, in this order; all zero if they have none.
  PatchContact FindBetween(const StepRecord& record, int body_a, int body_b);

  /// Where the bodies were when patches were last found.
  const PositionKinematics& position() const { return position_; }

 private:
  void AddSurfaces(std::span<const PointContact> points, PatchContact* patch);

  const MultibodyPlant& plant_;
  PositionKinematics position_;
  contact::ContactSurfaceFinder finder_;
};

}  // namespace tactus::multibody
