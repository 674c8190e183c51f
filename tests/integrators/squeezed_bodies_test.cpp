// A light body between a heavier one and the ground.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kStep = 2e-3, kGravity = 9.81;

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

// A prism of 24 sides or a cylinder, upright.
contact::Shape MakeColumn(bool is_mesh, double r) {
  if (!is_mesh) return contact::Cylinder{r, r};
  std::vector<Vector3d> corners;
  for (int k = 0; k < 24; ++k) {
    const double angle = k * std::numbers::pi / 12;
    for (const double z : {-r, r})
      corners.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  return contact::ConvexMesh{
      std::make_shared<const contact::ConvexHull>(corners)};
}

// Points are joined by how a column is tilted. As if each held as much as any
// other, the light prism rocked to the other side in each step, at 7e-4 rad/s,
// and the cylinder at 0.11 where its rim's lowest point was one of nine.
TEST_CASE("Squeezed: a light column between heavy bodies -> rests") {
  const CondOptions options;
  CondStep cond(options);
  PgsStep pgs(options);
  ApgdStep apgd(options);
  for (const bool is_mesh : {false, true}) {
    for (CondStep* function :
         {&cond, static_cast<CondStep*>(&pgs), static_cast<CondStep*>(&apgd)}) {
      INFO(function->name() << (is_mesh ? ", mesh" : ""));
      Stepping stack =
          MakeStack({{MakeColumn(is_mesh, 0.038), 9.5, 0.076},
                     {MakeColumn(is_mesh, 0.029), 0.013, 0.058},
                     {contact::Box{{0.06, 0.06, 0.0015}}, 1.5, 3e-3}},
                    3e-5, {.static_friction = 0.5, .dynamic_friction = 0.5});
      stack.v[6] = 0.1;
      systems::Value memory = function->MakeMemory();
      for (int i = 0; i < 300; ++i)
        REQUIRE_FALSE(stack.Step(function, kStep, &memory).report.failure);
      CHECK(stack.v.lpNorm<Eigen::Infinity>() < 2e-4);
    }
  }
}

// A cube of edge 2 a and mass m on the ground, under a plate of mass M, without
// friction. Contacts let the plate down by d in all. Where the cube is off the
// plate's centre by x, its lower side tilts by theta, and pushes it on, along
// the normal of the plate's side:
//
//     M g x = (M g a^2 / d) theta,   m x'' = M g theta
//     x'' = gamma^2 x,   gamma^2 = (M / m) g d / a^2
//
// In contacts that are damped, with a time constant tau of their own, theta
// lags: gamma^2 (1 + gamma tau) = (M / m) g d / a^2.
class SqueezedCube {
 public:
  explicit SqueezedCube(double stiffness)
      : stepping_(MakeStack(
            {{contact::Box{Vector3d::Constant(kHalf)}, kLight, 2 * kHalf},
             {contact::Box{{2 * kHalf, 2 * kHalf, kThin}}, kHeavy, 2 * kThin}},
            0,
            {.stiffness = stiffness,
             .dissipation = 0,
             .static_friction = 0,
             .dynamic_friction = 0})) {
    stepping_.q[0] += 1e-6;
  }

  /// x grows by e in 1 / gamma; steps are for the cube to settle, and to grow.
  double MeasureGamma(StepFunction* function, int settling, int growing) {
    Run(function, settling);
    const double x = CalcOffset();
    Run(function, growing);
    return std::log(CalcOffset() / x) / (growing * kStep);
  }

  double CalcGamma(double tau) const {
    const double d = 2 * kHalf + kThin - stepping_.q[9];
    const double square = kHeavy / kLight * kGravity * d / (kHalf * kHalf);
    double gamma = std::sqrt(square);
    for (int i = 0; i < 50; ++i) gamma = std::sqrt(square / (1 + gamma * tau));
    return gamma;
  }

 private:
  static constexpr double kHalf = 0.0285, kThin = 0.0015;
  static constexpr double kLight = 0.013, kHeavy = 1.5;

  void Run(StepFunction* function, int steps) {
    for (int i = 0; i < steps; ++i)
      REQUIRE_FALSE(stepping_.Step(function, kStep).report.failure);
  }
  double CalcOffset() const { return stepping_.q[0] - stepping_.q[7]; }

  Stepping stepping_;
};

// beta / h is the damper of a contact and s beta / h^2 its spring, s the share
// of an overlap that a step takes back: tau = h / s.
TEST_CASE("Squeezed: a cube without friction -> leaves as contacts yield") {
  for (const double b_v : {1e3, 4e3}) {
    INFO(b_v);
    CondStep function(CondOptions{.virtual_damping = b_v, .residual = 1e-10});
    SqueezedCube cube(1e6);
    const double gamma = cube.MeasureGamma(&function, 150, 100);
    CHECK(gamma == Approx(cube.CalcGamma(kStep / 0.2)).epsilon(0.03));
  }
  for (const double k : {1e5, 4e5}) {
    INFO(k);
    IcfStep function;
    SqueezedCube cube(k);
    const double gamma = cube.MeasureGamma(&function, 200, 100);
    CHECK(gamma == Approx(cube.CalcGamma(0)).epsilon(0.03));
  }
}

// What rests under ComFree has, with N facets on each of two contacts,
//
//     N rho k d / h / (1 / m + 1 / M) = M g              of cube and plate
//     N rho m (k d + G g h) / h = (m + M) g              of ground and cube
//
// G = k h + damping: on the way the plate falls with the cube, but not the
// ground.
TEST_CASE("Squeezed: ComFree -> overlaps by both masses over the lighter one") {
  const contact::ComFreeOptions options;
  const double edge = 0.057, thickness = 0.003, m = 0.5, M = 1.5;
  Stepping stack =
      MakeStack({{contact::Box{Vector3d::Constant(edge / 2)}, m, edge},
                 {contact::Box{{edge, edge, thickness / 2}}, M, thickness}},
                0, {.static_friction = 0, .dynamic_friction = 0});
  ComFreeStep function(options);
  for (int i = 0; i < 400; ++i)
    REQUIRE_FALSE(stack.Step(&function, kStep).report.failure);
  const double rho = 19;  // From 1 mm on.
  const double G = options.stiffness * kStep + options.damping;
  const double deep =
      (1 + M / m) * kGravity * kStep / (16 * options.stiffness * rho);
  const double at_ground = edge / 2 - stack.q[2];
  const double at_plate = edge + thickness / 2 - stack.q[9] - at_ground;
  CHECK(at_plate == Approx(deep).epsilon(1e-3));
  CHECK(at_ground ==
        Approx(deep - G * kGravity * kStep / options.stiffness).epsilon(1e-3));
}

}  // namespace
}  // namespace tactus::integrators
