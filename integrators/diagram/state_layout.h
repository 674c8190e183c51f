#pragma once

#include "tactus/common/types.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// A HybridState is the whole diagram's continuous state, taken apart: the
/// plant's positions and velocities, and z, everything else's.
struct HybridState {
  VectorXd q, v, z;
};

/// Where q, v and z lie in the continuous state of a diagram with one plant:
/// z is what comes before the plant, then what comes after it.
class StateLayout {
 public:
  StateLayout(const systems::Diagram& diagram,
              const multibody::MultibodyPlant& plant);

  int num_z() const { return num_z_; }
  /// Returns where a block's state, not the plant's, starts in z.
  int z_start(const systems::LeafSystem& leaf) const;

  void Split(const VectorXd& x, HybridState* state) const;
  void Join(const VectorRef& q, const VectorRef& v, const VectorRef& z,
            VectorXd* x) const;

 private:
  const systems::Diagram& diagram_;
  int plant_start_{}, num_q_{}, num_v_{}, num_z_{};
};

}  // namespace tactus::integrators
