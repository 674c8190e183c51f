#pragma once

#include "tactus/examples/scenes/scene.h"
#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"

namespace tactus::examples {

/// A model that an LQR is to hold at an equilibrium, and what it may cost:
/// Q of [e; v], R of the controls (equilibrium_regulator.h).
struct Regulation {
  std::shared_ptr<const multibody::Model> model;
  multibody::Equilibrium equilibrium;
  MatrixXd Q, R;
};

/// The plant and its regulator in a loop, starting at rest at `q`.
SceneInstance MakeRegulated(Regulation regulation, const VectorRef& q);

}  // namespace tactus::examples
