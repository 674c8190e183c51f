#include "tactus/multibody/fluid_boxes.h"

namespace tactus::multibody {

std::vector<int> FindFluidBoxes(const Model& model) {
  std::vector<bool> has_ellipsoid(model.bodies().size(), false);
  for (const FluidEllipsoid& part : model.fluid_ellipsoids())
    has_ellipsoid[part.body] = true;
  std::vector<int> boxes;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const Body& body = model.bodies()[b];
    const bool is_box =
        body.tree >= 0 && body.inertia.mass > 0 && !has_ellipsoid[b];
    if (is_box) boxes.push_back(b);
  }
  return boxes;
}

}  // namespace tactus::multibody
