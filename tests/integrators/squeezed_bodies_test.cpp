// A light body between a heavier one and the ground.
#include <string>
#include <utility>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kStep = 2e-3;

struct Layer {
  contact::Shape shape;
  double mass, height;
};

// Uniform bodies above the ground, in this order, `gap` apart.
Stepping MakeStack(const std::vector<Layer>& layers, double gap,
                   const contact::Material& material) {
  ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  double z = gap;
  for (const Layer& layer : layers) {
    const std::string name = "body" + std::to_string(builder.num_bodies());
    multibody::SpatialInertia inertia =
        multibody::MakeSolidInertia(layer.shape, 1, RigidTransform::Identity());
    inertia.I_Bcm *= layer.mass / inertia.mass;
    inertia.mass = layer.mass;
    const int body = builder.AddBody(name, inertia);
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = layer.shape,
                         .material = material});
    RigidTransform X = RigidTransform::Identity();
    X.translation().z() = z + layer.height / 2;
    builder.SetDefaultPose(body, X);
    z += layer.height + gap;
  }
  return Stepping(std::move(builder).Build());
}

// The lowest point of a rim is one of nine on a tilted end, and two of the
// other eight are one: as if each held as much as any other, the light cylinder
// rocked to the other side in each step, at 0.11 rad/s.
TEST_CASE("Squeezed: a light cylinder between heavy bodies -> rests") {
  const CondOptions options;
  CondStep cond(options);
  PgsStep pgs(options);
  ApgdStep apgd(options);
  for (CondStep* function :
       {&cond, static_cast<CondStep*>(&pgs), static_cast<CondStep*>(&apgd)}) {
    INFO(function->name());
    Stepping stack =
        MakeStack({{contact::Cylinder{0.038, 0.038}, 9.5, 0.076},
                   {contact::Cylinder{0.029, 0.029}, 0.013, 0.058},
                   {contact::Box{{0.06, 0.06, 0.0015}}, 1.5, 3e-3}},
                  3e-5, {.static_friction = 0.5, .dynamic_friction = 0.5});
    stack.v[6] = 0.1;
    systems::Value memory = function->MakeMemory();
    for (int i = 0; i < 200; ++i)
      REQUIRE_FALSE(stack.Step(function, kStep, &memory).report.failure);
    CHECK(stack.v.lpNorm<Eigen::Infinity>() < 1e-4);
  }
}

}  // namespace
}  // namespace tactus::integrators
