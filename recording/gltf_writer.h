#pragma once

#include <string>

#include "tactus/recording/recording.h"

namespace tactus::recording {

/// `recording` as a binary glTF 2.0 file, which Blender and any glTF viewer
/// open.
///
/// Tree of nodes: a root that turns our z up into glTF's y up, the bodies below
/// it, their visuals below them. Bodies that move have a translation and a
/// rotation channel with a key per frame, linear in between; time starts at
/// zero. Equal shapes share their vertices, and with equal colours the mesh.
/// Extras on body nodes {"body": name, "moving": bool} and on visual nodes
/// {"shape": name} tell our viewer what it sees.
///
/// @param quantum  of which positions of bodies in motion are multiples, and
///   their quaternions multiples of 2^-16 (compact.h) [m]; zero: no rounding.
/// @param with_details  whether contact polygons, coloured by pressure, stand
///   below the nodes of their bodies: a mesh for as long as they stay the same,
///   which has a size in that time only; and whether strings are there, as
///   pieces of tube beside the bodies, with extras {"string": name}.
/// @throws std::invalid_argument when a frame does not have a pose per body.
std::string MakeGlb(const Recording& recording, float quantum = 0,
                    bool with_details = true);

}  // namespace tactus::recording
