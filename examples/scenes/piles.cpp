#include "tactus/examples/scenes/piles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {
namespace {

using multibody::Model;
using multibody::ModelBuilder;

constexpr double kDensity = 1000;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

struct Layer {
  const char* name;
  contact::Shape shape;
  double z;  ///< [m]
};

contact::Material PileMaterial() {
  return MakePairMaterial(1e5, 10, 1, 1e-4);
}

// Cubes, capsules and spheres, 2 x 2 of each, on z = 0 of frame P.
void AddSmallPile(ModelBuilder* builder, const std::string& prefix,
                  const RigidTransform& X_WP) {
  const std::array<Layer, 3> layers = {{
      {"cube", contact::Box{Vector3d::Constant(0.05)}, 0.05},
      {"capsule", contact::Capsule{0.05, 0.025}, 0.1 + 0.075},
      {"sphere", contact::Sphere{0.05}, 0.1 + 0.15 + 0.05},
  }};
  for (const Layer& layer : layers) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        AddSolid(
            builder,
            prefix + layer.name + std::to_string(i) + "_" + std::to_string(j),
            layer.shape, kDensity, X_WP * At(0.1001 * i, 0.1001 * j, layer.z),
            PileMaterial());
      }
    }
  }
}

}  // namespace

std::shared_ptr<const Model> MakeDroppedLayersModel() {
  const contact::Material material = MakePairMaterial(1e5, 10, 1, 1e-4);
  const std::array<Layer, 5> layers = {{
      {"sphere", contact::Sphere{0.05}, 0.80},
      {"capsule", contact::Capsule{0.04, 0.05}, 0.95},
      {"ellipsoid", contact::Ellipsoid{{0.05, 0.04, 0.03}}, 1.10},
      {"cylinder", contact::Cylinder{0.04, 0.04}, 1.20},
      {"cube", contact::Box{Vector3d::Constant(0.03)}, 1.40},
  }};
  ModelBuilder builder;
  AddFixed(&builder, "table", contact::Box{{0.5, 1, 0.01}}, At(0.8, 0, 0.5),
           material);
  for (const Layer& layer : layers) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) {
        AddSolid(&builder,
                 layer.name + std::to_string(i) + "_" + std::to_string(j),
                 layer.shape, kDensity,
                 At(0.6 + 0.1 * i, -0.4 + 0.2 * j, layer.z), material);
      }
    }
  }
  return std::move(builder).Build();
}

SceneInstance MakeDroppedLayers() {
  return MakePlantScene(MakeDroppedLayersModel());
}

std::shared_ptr<const Model> MakeSmallPileModel() {
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           PileMaterial());
  AddSmallPile(&builder, "", RigidTransform::Identity());
  return std::move(builder).Build();
}

std::shared_ptr<const Model> MakePilesApartModel(int num_piles) {
  constexpr double kSpacing = 2;  // [m]
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           PileMaterial());
  const int per_row =
      static_cast<int>(std::ceil(std::sqrt(static_cast<double>(num_piles))));
  for (int k = 0; k < num_piles; ++k) {
    const double x = kSpacing * (k % per_row), y = kSpacing * (k / per_row);
    AddSmallPile(&builder, "pile" + std::to_string(k) + "/",
                 At(x, y, 0) * Eigen::AngleAxisd(k, Vector3d::UnitZ()));
  }
  return std::move(builder).Build();
}

std::shared_ptr<const Model> MakeSphereBinModel(int num_spheres) {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  const double half = 0.3 * std::max(1.0, std::sqrt(num_spheres / 100.0));
  ModelBuilder builder;
  AddFixed(&builder, "floor", contact::Box{{half + 0.3, half + 0.3, 0.15}},
           At(0, 0, -0.15), material);
  const contact::Box wall_x{{0.15, half + 0.3, 0.5}};
  const contact::Box wall_y{{half, 0.15, 0.5}};
  AddFixed(&builder, "wall_px", wall_x, At(half + 0.15, 0, 0.5), material);
  AddFixed(&builder, "wall_nx", wall_x, At(-half - 0.15, 0, 0.5), material);
  AddFixed(&builder, "wall_py", wall_y, At(0, half + 0.15, 0.5), material);
  AddFixed(&builder, "wall_ny", wall_y, At(0, -half - 0.15, 0.5), material);

  // A lattice as wide as the bin, of 0.12 m or a little more, 0.115 m high,
  // disturbed by up to 0.008 m sideways and 0.005 m upwards.
  std::mt19937 generator(1);
  const auto share = [&] {
    return static_cast<double>(generator()) / 4294967295.0;
  };
  const int per_side = static_cast<int>(2 * half / 0.12 + 1e-9);
  const double pitch = 2 * half / per_side;
  const double first = -half + pitch / 2;
  for (int i = 0; i < num_spheres; ++i) {
    const int column = i % per_side, row = i / per_side % per_side;
    const int layer = i / (per_side * per_side);
    const double x = first + pitch * column + 0.008 * (2 * share() - 1);
    const double y = first + pitch * row + 0.008 * (2 * share() - 1);
    const double z = 0.06 + 0.115 * layer + 0.005 * share();
    AddSolid(&builder, "sphere" + std::to_string(i), contact::Sphere{0.05},
             kDensity, At(x, y, z), material);
  }
  return std::move(builder).Build();
}

}  // namespace tactus::examples
