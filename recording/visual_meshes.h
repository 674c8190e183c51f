#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tactus/contact/geometry/shapes/mesh_scene.h"
#include "tactus/multibody/visual.h"
#include "tactus/recording/recording.h"

namespace tactus::recording {

/// Meshes of more triangles than this, all of a recording together, are made
/// coarser in equal shares.
inline constexpr int kMostTriangles = 100'000;

/// Turns visuals of a model into those of a recording. Each file is read once;
/// equal meshes are one object.
class VisualMeshes {
 public:
  /// One visual for each colour of a mesh file. `otherwise` is the colour of
  /// what has none.
  /// @throws contact::MeshFileError for a file that cannot be read, and one
  /// without the part that the visual names.
  std::vector<Visual> Make(const multibody::Visual& visual,
                           const Color& otherwise);

 private:
  /// A surface of one colour.
  struct Surface {
    std::shared_ptr<const contact::TriangleMesh> mesh;
    std::optional<Color> color;
  };

  const std::vector<Surface>& Find(const multibody::VisualMesh& mesh);

  std::map<std::string, std::vector<contact::ColoredMesh>> files_;
  std::map<std::string, std::vector<Surface>> surfaces_;
};

/// Makes the meshes of a recording coarser until they are kMostTriangles, all
/// together; one that is in several places counts once.
void LimitTriangles(int max_triangles, Recording* recording);

}  // namespace tactus::recording
