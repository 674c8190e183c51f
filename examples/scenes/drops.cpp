// One solid and the ground: a ball that bounces, a cylinder that lands on its
// rim, a box that slides and a box that must not.
#include <cmath>
#include <numbers>

#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

}  // namespace

// The paper's Figure 8: k = 1e3 N/m and nothing that dissipates.
SceneInstance MakeBallDrop() {
  constexpr double kRadius = 0.1, kMass = 0.1, kHeight = 1;
  constexpr double kVolume =
      4.0 / 3 * std::numbers::pi * kRadius * kRadius * kRadius;
  const contact::Material material = MakePairMaterial(1e3, 0, 0, 1e-4);
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), material);
  AddSolid(&builder, "ball", contact::Sphere{kRadius}, kMass / kVolume,
           At(0, 0, kHeight + kRadius), material);
  return MakePlantScene(std::move(builder).Build());
}

// 6.3 kg of radius 0.1 m and length 0.2 m, tilted. As a patch its end is as
// stiff as four points, (E / H) pi R^2 = 4 k.
SceneInstance MakeCylinder(ContactKind kind) {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  contact::Material table = material, solid = material;
  if (kind == ContactKind::kPatch) {
    table = AsRigid(material);
    solid = WithModulus(material, 4 * 1e5 * 0.1 / (std::numbers::pi * 0.01));
    solid.compliance.resolution_hint = 0.02;
  }
  ModelBuilder builder;
  AddFixed(&builder, "table", contact::Box{{0.5, 0.5, 0.05}}, At(0, 0, -0.05),
           table);
  constexpr double kVolume = std::numbers::pi * 0.1 * 0.1 * 0.2;
  RigidTransform X_WB = At(0, 0, 0.3);
  X_WB.rotate(Eigen::AngleAxisd(0.5, Vector3d(1, 0.2, 0).normalized()));
  AddSolid(&builder, "cylinder",
           contact::Cylinder{.radius = 0.1, .half_length = 0.1}, 6.3 / kVolume,
           X_WB, solid);
  return MakePlantScene(std::move(builder).Build());
}

// Coulomb's law stops it after v^2 / (2 mu g).
SceneInstance MakeBoxSlide() {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  constexpr double kHalf = 0.05, kDensity = 1000, kSpeed = 2;
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), material);
  // Four corners carry the weight of 1 kg from the start.
  const double depth = 8 * kHalf * kHalf * kHalf * kDensity * 9.81 / (4 * 1e5);
  AddSolid(&builder, "box", contact::Box{{kHalf, kHalf, kHalf}}, kDensity,
           At(0, 0, kHalf - depth), material);
  SceneInstance scene = MakePlantScene(std::move(builder).Build());
  VectorXd v(6);
  v << 0, 0, 0, kSpeed, 0, 0;
  scene.plant->SetVelocities(&scene.context, v);
  return scene;
}

// Friction needs tan(15 deg) / mu = 0.54 of its limit: the box creeps at 0.63
// vs.
SceneInstance MakeIncline() {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  constexpr double kHalf = 0.05;
  const Eigen::AngleAxisd slope(std::numbers::pi / 12, Vector3d::UnitY());
  ModelBuilder builder;
  RigidTransform X_WG = RigidTransform::Identity();
  X_WG.rotate(slope);
  AddFixed(&builder, "slope", contact::HalfSpace{}, X_WG, material);
  RigidTransform X_WB = X_WG;
  X_WB.translate(Vector3d(0, 0, kHalf));
  AddSolid(&builder, "box", contact::Box{{kHalf, kHalf, kHalf}}, 1000, X_WB,
           material);
  return MakePlantScene(std::move(builder).Build());
}

SceneInstance MakeStack() {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  constexpr double kHalf = 0.05;
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), material);
  for (int i = 0; i < 10; ++i) {
    AddSolid(&builder, "cube" + std::to_string(i),
             contact::Box{{kHalf, kHalf, kHalf}}, 1000,
             At(0, 0, kHalf * (2 * i + 1)), material);
  }
  return MakePlantScene(std::move(builder).Build());
}

}  // namespace tactus::examples
