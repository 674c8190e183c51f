#pragma once

#include <limits>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::multibody {

/// One contact point and the force that the step function applied there.
struct PointContact {
  int geometry_a{}, geometry_b{};  ///< Into Model::geometries().
  Vector3d p_WC;                   ///< [m]
  Vector3d normal_W;               ///< From A into B.
  Vector3d force_B_W;              ///< On B; A feels the opposite [N].
  /// Torsional and rolling friction on B, where the method has them [N m].
  Vector3d torque_B_W = Vector3d::Zero();
  double depth{};   ///< [m]
  Vector3d v_AB_W;  ///< Of B relative to A at C, at t0 [m/s].

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&geometry_a, &geometry_b, &p_WC, &normal_W, &force_B_W,
             &torque_B_W, &depth, &v_AB_W);
  }
};

/// Contact as the solver that produced the motion saw it, over the step that
/// ends at `time` [s].
struct ContactResults {
  double time = std::numeric_limits<double>::quiet_NaN();
  std::vector<PointContact> points;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&time, &points);
  }
};

}  // namespace tactus::multibody
