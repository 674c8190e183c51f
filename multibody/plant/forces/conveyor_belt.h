#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// A surface that runs along itself while its body stays where it is, like a
/// conveyor belt's:
///
///     v_G = s d,
///
/// with d a unit vector in the frame of the geometry.
///
///   input                 type                      when unconnected
///   speed                 1, s [m/s]                the constructor's
///
///   output                type                      to the plant
///   surface_velocities    vector<SurfaceVelocity>   surface_velocities
///
/// Friction sees it; normal forces do not: d is meant to lie in the surface.
/// ConnectBelts() does the wiring.
class ConveyorBelt final : public systems::LeafSystem {
 public:
  /// @param geometry   its number in the model.
  /// @param direction  of any length but zero.
  /// @param speed      s [m/s], where the input is not connected.
  /// @throws std::invalid_argument without a model, for a geometry that does
  /// not exist, a direction without length and numbers that are not finite.
  ConveyorBelt(std::string name, const std::shared_ptr<const Model>& model,
               int geometry, const Vector3d& direction, double speed = 0);

  const systems::InputPort& speed_input() const { return speed_input_; }
  const systems::OutputPort& surface_velocities_output() const {
    return surface_velocities_;
  }
  int geometry() const { return geometry_; }

 private:
  void CalcSurfaces(const systems::LeafContext& context,
                    std::vector<SurfaceVelocity>* surfaces) const;

  int geometry_;
  Vector3d d_G_;
  double speed_;
  systems::InputPort speed_input_;
  systems::OutputPort surface_velocities_;
};

/// Connects all of `belts`, blocks of `builder`, to the plant, by way of a
/// SurfaceVelocityConcatenation called "<plant>_surfaces" where there are
/// several.
/// @throws std::invalid_argument where there are none, two run the same
/// geometry, or the port is taken.
void ConnectBelts(const MultibodyPlant& plant,
                  const std::vector<const ConveyorBelt*>& belts,
                  systems::DiagramBuilder* builder);

}  // namespace tactus::multibody
