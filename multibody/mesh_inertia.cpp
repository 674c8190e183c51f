#include "tactus/multibody/mesh_inertia.h"

#include <cmath>

#include "tactus/common/require.h"

namespace tactus::multibody {

SpatialInertia MakeMeshInertia(const contact::TriangleMesh& mesh,
                               double density) {
  Require(std::isfinite(density) && density >= 0,
          "the density of a mesh must be finite and not negative");
  const contact::VolumeIntegrals solid = contact::CalcSolidIntegrals(mesh);
  return {density * solid.volume, solid.centroid,
          density * solid.CalcUnitDensityInertia()};
}

}  // namespace tactus::multibody
