#pragma once

#include <filesystem>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::examples {

/// Of `bunnies`, Figure 11 of [Kurtz25]: three solids of 1 m and 200 kg that
/// are not convex fall onto the ground and onto each other.
struct BunniesOptions {
  /// By patches, they touch as what they are; at points, as their hulls.
  ContactKind contact = ContactKind::kPatch;
  /// The surface of one, in any unit, y upwards. Empty: MakeHare().
  std::filesystem::path mesh = {};
};

inline constexpr double kBunnyHeight = 1, kBunnyMass = 200;  // [m], [kg]

/// The mesh of the Stanford bunny, models/mujoco/model/replicate/bunny.obj of
/// the shared files (shared_file.h); empty if it is not there.
std::filesystem::path FindBunnyMesh();

/// A body of our own with ears, a head and a tail, y upwards, in about as many
/// triangles as the bunny has: closed, and not convex. It is
///
///     r(u) = 1 + sum_i a_i exp(-k_i (1 - u . d_i)) about its middle.
contact::TriangleMesh MakeHare();

/// Holes of the mesh are closed, and the scene has a note that says so.
/// @throws contact::MeshFileError, std::invalid_argument for a mesh that cannot
/// be read, or that is no solid.
SceneInstance MakeBunnies(const BunniesOptions& options);

/// With the mesh that FindBunnyMesh() finds; if there is none, with MakeHare(),
/// and a note.
SceneInstance MakeBunniesIfThere(ContactKind contact);

}  // namespace tactus::examples
