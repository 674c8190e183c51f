#include "tactus/multibody/plant/forces/conveyor_belt.h"

#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/plant/forces/concatenations.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;

ConveyorBelt::ConveyorBelt(std::string name,
                           const std::shared_ptr<const Model>& model,
                           int geometry, const Vector3d& direction,
                           double speed)
    : LeafSystem(std::move(name)), geometry_(geometry), speed_(speed) {
  CheckBlock(*this, model != nullptr, "there is no model");
  CheckBlock(*this, 0 <= geometry && geometry < std::ssize(model->geometries()),
             fmt::format("there is no geometry {}", geometry));
  CheckBlock(*this, direction.allFinite() && direction.norm() > 0,
             "the direction needs finite numbers that are not all zero");
  CheckBlock(*this, std::isfinite(speed), "the speed must be a finite number");
  d_G_ = direction.stableNormalized();
  speed_input_ = DeclareVectorInputPort("speed", 1);
  surface_velocities_ = DeclareAbstractOutputPort(
      "surface_velocities", std::vector<SurfaceVelocity>(),
      &ConveyorBelt::CalcSurfaces, systems::Reads::kInputs);
}

void ConveyorBelt::CalcSurfaces(const systems::LeafContext& context,
                                std::vector<SurfaceVelocity>* surfaces) const {
  const double s =
      speed_input_.HasValue(context) ? speed_input_.Eval(context)[0] : speed_;
  surfaces->assign({{.geometry = geometry_, .v_G = s * d_G_}});
}

void ConnectBelts(const MultibodyPlant& plant,
                  const std::vector<const ConveyorBelt*>& belts,
                  systems::DiagramBuilder* builder) {
  Require(!belts.empty(), "ConnectBelts(): there are no belts");
  std::map<int, const ConveyorBelt*> running;
  std::vector<systems::OutputPort> surfaces;
  for (const ConveyorBelt* belt : belts) {
    surfaces.push_back(belt->surface_velocities_output());
    const auto [other, is_first] = running.emplace(belt->geometry(), belt);
    if (is_first) continue;
    throw std::invalid_argument(
        fmt::format("blocks '{}' and '{}' run the same geometry, '{}'",
                    other->second->name(), belt->name(),
                    plant.model().geometries()[belt->geometry()].name));
  }
  ConnectLists<SurfaceVelocityConcatenation>(
      surfaces, plant.surface_velocities_input(), plant.name() + "_surfaces",
      builder);
}

}  // namespace tactus::multibody
