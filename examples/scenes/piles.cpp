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
  const contact::Material material = MakePairMaterial(1e5, 10, 1, 1e-4);
  const std::array<Layer, 3> layers = {{
      {"cube", contact::Box{Vector3d::Constant(0.05)}, 0.05},
      {"capsule", contact::Capsule{0.05, 0.025}, 0.1 + 0.075},
      {"sphere", contact::Sphere{0.05}, 0.1 + 0.15 + 0.05},
  }};
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           material);
  for (const Layer& layer : layers) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        AddSolid(&builder,
                 layer.name + std::to_string(i) + "_" + std::to_string(j),
                 layer.shape, kDensity, At(0.1001 * i, 0.1001 * j, layer.z),
                 material);
      }
    }
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

  std::mt19937 generator(1);
  const auto jitter = [&] {
    return 0.01 * (static_cast<double>(generator()) / 4294967295.0 - 0.5);
  };
  const int per_side = static_cast<int>((2 * half - 0.01) / 0.12);
  for (int i = 0; i < num_spheres; ++i) {
    const int column = i % per_side, row = i / per_side % per_side;
    const int layer = i / (per_side * per_side);
    const double first = -0.06 * (per_side - 1);
    AddSolid(&builder, "sphere" + std::to_string(i), contact::Sphere{0.05},
             kDensity,
             At(first + 0.12 * column + jitter(), first + 0.12 * row + jitter(),
                0.06 + 0.115 * layer),
             material);
  }
  return std::move(builder).Build();
}

}  // namespace tactus::examples
