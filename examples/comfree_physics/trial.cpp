#include "tactus/examples/comfree_physics/trial.h"

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::examples {
namespace {

using multibody::SurfaceVelocity;

/// Surfaces that always move alike.
class Belts final : public systems::LeafSystem {
 public:
  explicit Belts(std::vector<SurfaceVelocity> velocities)
      : LeafSystem("belts"), velocities_(std::move(velocities)) {
    DeclareAbstractOutputPort("surface_velocities", velocities_,
                              &Belts::CalcVelocities, systems::Reads::kNothing);
  }

 private:
  void CalcVelocities(const systems::LeafContext&,
                      std::vector<SurfaceVelocity>* velocities) const {
    *velocities = velocities_;
  }

  std::vector<SurfaceVelocity> velocities_;
};

SceneInstance MakeScene(std::shared_ptr<const multibody::Model> model,
                        std::vector<SurfaceVelocity> surface_velocities) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model));
  const auto& belts = builder.AddSystem<Belts>(std::move(surface_velocities));
  builder.Connect(belts.get_output_port(), plant.surface_velocities_input());
  SceneInstance scene;
  scene.diagram = std::move(builder).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  return scene;
}

}  // namespace

Method MakeComFree(const contact::ComFreeOptions& options) {
  const int sweeps = options.refinement_iterations;
  return {
      .name = sweeps == 0 ? "ComFree" : "ComFree L = " + std::to_string(sweeps),
      .make = [options] {
        return std::make_unique<integrators::ComFreeStep>(options);
      }};
}

Method MakeIcf() {
  return {.name = "ICF", .make = [] {
            return std::make_unique<integrators::IcfStep>();
          }};
}

Trial::Trial(std::shared_ptr<const multibody::Model> model,
             const Method& method, double h,
             std::vector<SurfaceVelocity> surface_velocities)
    : scene_(MakeScene(std::move(model), std::move(surface_velocities))),
      simulator_(*scene_.diagram, scene_.context),
      h_(h) {
  simulator_.reset_integrator<integrators::FixedStep>(method.make(), h);
}

void Trial::Advance(int num_steps) {
  num_steps_ += num_steps;
  simulator_.AdvanceTo(num_steps_ * h_);
}

VectorXd Trial::q() const {
  return scene_.plant->positions(simulator_.context());
}

VectorXd Trial::v() const {
  return scene_.plant->velocities(simulator_.context());
}

void Trial::set_q(const VectorXd& q) {
  scene_.plant->SetPositions(&simulator_.mutable_context(), q);
}

void Trial::set_v(const VectorXd& v) {
  scene_.plant->SetVelocities(&simulator_.mutable_context(), v);
}

std::vector<multibody::PointContact> Trial::contacts() const {
  return scene_.plant->contact_results_output()
      .Eval<multibody::ContactResults>(simulator_.context())
      .points;
}

}  // namespace tactus::examples
