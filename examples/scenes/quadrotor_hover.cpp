// A quadrotor comes back to its place, one metre over the ground, from an
// offset, tilted and turned. Four thrusts are all it has: to move sideways it
// tilts.
#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/regulated.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {

SceneInstance MakeQuadrotorHover() {
  multibody::ModelBuilder builder;
  AddModel("quadrotor.xml", &builder);
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           MakePairMaterial(1e5, 10, 0.5, 1e-4));
  const auto model = std::move(builder).Build();
  const double weight = model->bodies()[1].inertia.mass * 9.81;

  VectorXd hover(7), start(7), cost(12);
  hover << 0, 0, 1, 1, 0, 0, 0;
  const Quaterniond tilt(Eigen::AngleAxisd(0.8, Vector3d::UnitZ()) *
                         Eigen::AngleAxisd(0.4, Vector3d::UnitX()));
  start << 0.8, -0.5, 0.6, tilt.w(), tilt.x(), tilt.y(), tilt.z();
  // Rotation and place, then their rates.
  cost << 1, 1, 1, 10, 10, 10, 0.1, 0.1, 0.1, 1, 1, 1;
  return MakeRegulated(
      {.model = model,
       .equilibrium = {hover, VectorXd::Constant(4, weight / 4)},
       .Q = cost.asDiagonal(),
       .R = MatrixXd::Identity(4, 4)},
      start);
}

}  // namespace tactus::examples
