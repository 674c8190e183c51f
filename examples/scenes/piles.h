#pragma once

#include <memory>

#include "tactus/multibody/model.h"

/// Models of many solids, for measuring what contacts cost. Densities are 1000
/// kg/m^3.
namespace tactus::examples {

/// Five layers of 5 x 5 solids over a table at (0.8, 0, 0.5), from below:
/// spheres, capsules, ellipsoids, cylinders and cubes; the drop of Figure 2 of
/// [Borse26], with MuJoCo's default friction of 1.
std::shared_ptr<const multibody::Model> MakeDroppedLayersModel();

/// Three layers of 2 x 2 solids over the ground: cubes, capsules and spheres,
/// at rest or nearly; one environment of Figure 6 of [Borse26].
std::shared_ptr<const multibody::Model> MakeSmallPileModel();

/// The pile of MakeSmallPileModel() `num_piles` times over one ground, 2 m
/// apart and each turned differently: 12 solids that touch each other and no
/// others.
std::shared_ptr<const multibody::Model> MakePilesApartModel(int num_piles);

/// `num_spheres` spheres of radius 0.05 m over a bin, of side 0.6 m or, for
/// more than a hundred, as wide as leaves them about three layers deep.
std::shared_ptr<const multibody::Model> MakeSphereBinModel(int num_spheres);

}  // namespace tactus::examples
