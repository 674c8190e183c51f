// A pole on a cart, tilted by twenty degrees, half a metre from where the cart
// should be: it drives away first, to get below the pole.
#include <numbers>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/regulated.h"

namespace tactus::examples {

SceneInstance MakeCartPole() {
  multibody::ModelBuilder builder;
  AddModel("cart_pole.xml", &builder);
  const auto model = std::move(builder).Build();
  // Rail, pin: at zero the pole hangs.
  const Vector2d upright(0, std::numbers::pi);
  const Eigen::Vector4d cost(10, 10, 1, 1);
  return MakeRegulated({.model = model,
                        .equilibrium = {upright, VectorXd::Zero(1)},
                        .Q = cost.asDiagonal(),
                        .R = 0.01 * MatrixXd::Identity(1, 1)},
                       upright + Vector2d(0.5, -0.35));
}

}  // namespace tactus::examples
