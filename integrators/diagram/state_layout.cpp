#include "tactus/integrators/diagram/state_layout.h"

namespace tactus::integrators {

StateLayout::StateLayout(const systems::Diagram& diagram,
                         const multibody::MultibodyPlant& plant)
    : diagram_(diagram),
      plant_start_(diagram.continuous_state_start(plant)),
      num_q_(plant.model().num_positions()),
      num_v_(plant.model().num_velocities()),
      num_z_(diagram.num_continuous_states() - num_q_ - num_v_) {}

int StateLayout::z_start(const systems::LeafSystem& leaf) const {
  const int start = diagram_.continuous_state_start(leaf);
  return start < plant_start_ ? start : start - num_q_ - num_v_;
}

void StateLayout::Split(const VectorXd& x, HybridState* state) const {
  state->q = x.segment(plant_start_, num_q_);
  state->v = x.segment(plant_start_ + num_q_, num_v_);
  state->z.resize(num_z_);
  state->z.head(plant_start_) = x.head(plant_start_);
  const int after = num_z_ - plant_start_;
  state->z.tail(after) = x.tail(after);
}

void StateLayout::Join(const VectorRef& q, const VectorRef& v,
                       const VectorRef& z, VectorXd* x) const {
  const int after = num_z_ - plant_start_;
  x->resize(num_q_ + num_v_ + num_z_);
  x->head(plant_start_) = z.head(plant_start_);
  x->segment(plant_start_, num_q_) = q;
  x->segment(plant_start_ + num_q_, num_v_) = v;
  x->tail(after) = z.tail(after);
}

}  // namespace tactus::integrators
