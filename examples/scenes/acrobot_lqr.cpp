// An acrobot, two links with a motor between them alone, balanced upright: the
// controller leans the lower link's weight to move the upper one.
#include <numbers>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/regulated.h"

namespace tactus::examples {

SceneInstance MakeAcrobotLqr() {
  multibody::ModelBuilder builder;
  AddModel("acrobot.xml", &builder);
  const auto model = std::move(builder).Build();
  // Shoulder, elbow: at zero both links hang.
  const Vector2d upright(std::numbers::pi, 0);
  const Eigen::Vector4d cost(10, 10, 1, 1);
  return MakeRegulated({.model = model,
                        .equilibrium = {upright, VectorXd::Zero(1)},
                        .Q = cost.asDiagonal(),
                        .R = MatrixXd::Identity(1, 1)},
                       upright + Vector2d(0.1, -0.15));
}

}  // namespace tactus::examples
