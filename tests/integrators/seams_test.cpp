// Bodies that slide from one fixed body to the next, flush one: nothing happens
// there. By the methods that look ahead (contact/geometry/sweep.h), to which a
// seam is a wall if they take the axis that parts a pair before it meets.
#include <cmath>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/cond_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::ModelBuilder;
using test::PlantDiagram;

constexpr double kTile = 0.1;  // [m]

struct Slider {
  std::string name;
  contact::Shape shape;
  double half_height{};
};

// On six tiles of 0.1 m along x, without friction; the last one is `rise`
// higher. It starts over the first one's middle.
PlantDiagram MakeTiles(const Slider& slider, double speed, double rise) {
  ModelBuilder model;
  const contact::Material smooth{.static_friction = 0, .dynamic_friction = 0};
  for (int i = 0; i < 6; ++i) {
    const double top = i == 5 ? rise : 0;
    model.AddGeometry(
        {.name = "tile" + std::to_string(i),
         .body = 0,
         .X_BG = RigidTransform(Eigen::Translation3d(kTile * i, 0, top - 0.05)),
         .shape = contact::Box{{kTile / 2, 0.15, 0.05}},
         .material = smooth});
  }
  const int body = model.AddBody(
      "slider", {.mass = 0.2, .I_Bcm = 1e-4 * Matrix3d::Identity()});
  model.AddGeometry({.name = "slider",
                     .body = body,
                     .shape = slider.shape,
                     .material = smooth});
  PlantDiagram scene = test::MakeAlone(std::move(model).Build());
  VectorXd q(7), v = VectorXd::Zero(6);
  q << 0, 0.003, slider.half_height, 1, 0, 0, 0;
  v[3] = speed;
  scene.plant->SetPositions(&scene.context, q);
  scene.plant->SetVelocities(&scene.context, v);
  return scene;
}

// How fast it is, relative to its start, 0.35 m on or where that would be.
template <class Integrator, class... Args>
double SlideBy(const Slider& slider, double speed, double rise,
               Args&&... args) {
  PlantDiagram scene = MakeTiles(slider, speed, rise);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo((rise > 0 ? 0.5 : 0.35) / speed);
  return scene.plant->velocities(simulator.context())[3] / speed;
}

const Slider kBox{"box", contact::Box{{0.04, 0.03, 0.02}}, 0.02};
const Slider kCylinder{"cylinder", contact::Cylinder{0.03, 0.025}, 0.025};

TEST_CASE("Seams: flush tiles, Cenic -> the speed stays") {
  for (const Slider& slider : {kBox, kCylinder}) {
    for (const double speed : {0.3, 1.0, 3.0, 9.0}) {
      INFO(slider.name << " at " << speed);
      CHECK(std::abs(SlideBy<Cenic>(slider, speed, 0) - 1) < 3e-3);
    }
  }
}

TEST_CASE("Seams: flush tiles, fixed steps -> the speed stays") {
  for (const Slider& slider : {kBox, kCylinder}) {
    for (const double speed : {0.5, 1.0, 3.0, 9.0}) {
      for (const double h : {1e-2, 1e-3}) {
        INFO(slider.name << " at " << speed << ", h " << h);
        const double by_icf = SlideBy<FixedStep>(
            slider, speed, 0, std::make_unique<IcfStep>(), h);
        CHECK(std::abs(by_icf - 1) < 3e-3);
        const double by_cond = SlideBy<FixedStep>(
            slider, speed, 0, std::make_unique<CondStep>(), h);
        CHECK(std::abs(by_cond - 1) < 3e-3);
      }
    }
  }
}

// Of a millimetre at 1 m/s: rk3 throws it back at 0.14 m/s.
TEST_CASE("Seams: a step in the floor -> it does not go on") {
  CHECK(SlideBy<Cenic>(kBox, 1, 1e-3) < 0.1);
  for (const double h : {1e-3, 3e-4}) {
    INFO(h);
    CHECK(SlideBy<FixedStep>(kBox, 1, 1e-3, std::make_unique<IcfStep>(), h) <
          0.1);
  }
}

}  // namespace
}  // namespace tactus::integrators
