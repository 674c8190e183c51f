// An elastic body: a block of silicone that hangs by its top.
//
// Its nodes stand behind all joints in q and v, each on a translational joint
// of its own. Under its weight a bar of length L gets longer by
//
//     rho g L^2 / (2 E),
//
// if it does not get thinner, nu = 0.
#include <cmath>
#include <cstdio>
#include <memory>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kHalfLength = 0.1, kModulus = 5e4, kDensity = 1100;

int main() {
  multibody::ElasticBody block{
      .name = "block",
      .solid = std::make_shared<multibody::ElasticSolid>(
          multibody::MakeBoxMesh({0.03, 0.03, kHalfLength}, {2, 2, 8}),
          multibody::ElasticMaterial{.youngs_modulus = kModulus,
                                     .poissons_ratio = 0,
                                     .density = kDensity,
                                     .damping = 0.02})};
  const auto& nodes = block.solid->mesh().nodes;
  for (int i = 0; i < block.solid->num_nodes(); ++i) {
    if (nodes[i].z() > kHalfLength - 1e-9)  // Body 0 is the world.
      block.attachments.push_back({.node = i, .body = 0, .p_BN = nodes[i]});
  }
  multibody::ModelBuilder model;
  model.AddElasticBody(block);

  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::CondStep>(), 2e-3);
  simulator.AdvanceTo(2);

  // The first node of the mesh is one of its lowest.
  const double longer = nodes[0].z() - plant.positions(simulator.context())[2];
  const double L = 2 * kHalfLength;
  const double expected = kDensity * 9.81 * L * L / (2 * kModulus);
  std::printf("%d nodes, longer by %.3f mm, by the formula %.3f mm\n",
              block.solid->num_nodes(), 1e3 * longer, 1e3 * expected);
  return std::abs(longer / expected - 1) < 0.02 ? 0 : 1;
}
