// Figure 14 of the CENIC paper: a block of 1 kg on a belt that swings to and
// fro, with mu_s = 1 and mu_d = 0.5. The belt's surface is a block of its own.
#include <cmath>
#include <numbers>

#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::examples {
namespace {

using multibody::SurfaceVelocity;
using systems::LeafContext;

/// The velocity A sin(w t) of one surface along its x axis.
class OscillatingBelt final : public systems::LeafSystem {
 public:
  OscillatingBelt(int geometry, double amplitude, double frequency)
      : LeafSystem("belt_drive"),
        geometry_(geometry),
        amplitude_(amplitude),
        omega_(2 * std::numbers::pi * frequency) {
    DeclareAbstractOutputPort(
        "surface_velocities", std::vector<SurfaceVelocity>(1),
        &OscillatingBelt::CalcVelocity, systems::Reads::kTime);
  }

 private:
  void CalcVelocity(const LeafContext& context,
                    std::vector<SurfaceVelocity>* velocities) const {
    velocities->front() = {
        .geometry = geometry_,
        .v_G = {amplitude_ * std::sin(omega_ * context.time()), 0, 0}};
  }

  int geometry_;
  double amplitude_, omega_;
};

}  // namespace

SceneInstance MakeConveyor() {
  contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  material.static_friction = 1;
  // Flat, or friction at mu_s = 1 would tip it.
  const Vector3d half(0.1, 0.1, 0.0125);
  multibody::ModelBuilder builder;
  AddFixed(&builder, "belt", contact::Box{{2, 0.2, 0.05}},
           RigidTransform(Eigen::Translation3d(0, 0, -0.05)), material);
  const double depth = 9.81 / (4 * 1e5);
  AddSolid(&builder, "block", contact::Box{half}, 1000,
           RigidTransform(Eigen::Translation3d(0, 0, half.z() - depth)),
           material);

  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<multibody::MultibodyPlant>(std::move(builder).Build());
  // 1.3 g at the turning points: friction must give way there.
  const auto& drive = diagram.AddSystem<OscillatingBelt>(0, 1.0, 2.0);
  diagram.Connect(drive.get_output_port(), plant.surface_velocities_input());
  SceneInstance scene;
  scene.diagram = std::move(diagram).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  return scene;
}

}  // namespace tactus::examples
