#pragma once

#include <string>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/multibody/cable.h"

/// Cables in scenario files.
namespace tactus::apps {

struct CableEntry {
  multibody::Cable cable;
  std::string start = "world", end = "world";  ///< Frames that hold the ends.
};

/// Takes out of a map
///
///     path: [[x, y, z], [x, y, z], ...]   in the world [m]
///     links, radius [m], density [kg/m^3], youngs_modulus [Pa],
///     poissons_ratio (0.3), damping (0) [s], keeps_curves (false)
///     start, end: free, fixed, or {weld: FRAME}   (free), the frame's z along
///                                                 the cable
///
/// and SURFACE. @throws YamlError
CableEntry ReadCable(const std::string& name, YamlMap* map);

}  // namespace tactus::apps
