#include "tactus/recording/visual_meshes.h"

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/recording/plant_recorder.h"

namespace tactus::recording {
namespace {

constexpr const char* kTwoColors =
    "mtllib m.mtl\no left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"
    "o right\nv 4 0 0\nv 6 0 0\nv 4 1 0\nusemtl blue\nf 4 5 6\n";
constexpr const char* kMaterials =
    "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\nd 0.5\n";

const Color kGrey{0.5, 0.5, 0.5, 1};

TEST_CASE("Visual meshes: a file of two materials -> one visual for each") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("m.mtl", kMaterials);
  multibody::VisualMesh mesh{.file = folder.Write("m.obj", kTwoColors)};
  VisualMeshes meshes;
  const auto visuals = meshes.Make({.form = mesh}, kGrey);
  REQUIRE(visuals.size() == 2);
  CHECK(visuals[0].color == Color{0, 0, 1, 0.5});
  CHECK(visuals[1].color == Color{1, 0, 0, 1});
  CHECK(visuals[0].mesh->triangles.size() == 1);
  // A colour that the model gives holds for all.
  const auto painted =
      meshes.Make({.form = mesh, .color = Color{0, 1, 0, 1}}, kGrey);
  CHECK(painted[0].color == Color{0, 1, 0, 1});
  CHECK(painted[0].mesh == visuals[0].mesh);
}

TEST_CASE("Visual meshes: a part, centred, turned and scaled -> where it is") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("m.mtl", kMaterials);
  multibody::VisualMesh mesh{.file = folder.Write("m.obj", kTwoColors),
                             .scale = Vector3d(2, 3, -1),
                             .part = "right",
                             .is_centered = true};
  mesh.X_RS.translation() << 0, 0, 1;
  VisualMeshes meshes;
  const auto visuals = meshes.Make({.form = mesh}, kGrey);
  REQUIRE(visuals.size() == 1);
  const contact::TriangleMesh& made = *visuals[0].mesh;
  CHECK(made.vertices[0] == Vector3d(-2, -1.5, -1));
  const auto [a, b, c] = made.triangles[0];
  const Vector3d normal = (made.vertices[b] - made.vertices[a])
                              .cross(made.vertices[c] - made.vertices[a]);
  CHECK(normal.z() < 0);  // Mirrored, and turned round.
  mesh.part = "middle";
  CHECK_THROWS_WITH(meshes.Make({.form = mesh}, kGrey),
                    Catch::Contains("no part 'middle'"));
}

TEST_CASE("Visual meshes: an unreadable file -> what collides is drawn") {
  const tactus::test::TemporaryDirectory folder;
  multibody::ModelBuilder builder;
  const int body =
      builder.AddBody("b", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddGeometry({.name = "g",
                       .body = body,
                       .shape = contact::Sphere{1},
                       .material = {},
                       .is_drawn = false});
  builder.AddVisual({.body = body,
                     .form = multibody::VisualMesh{
                         .file = folder.Write("m.stl", "solid x")}});
  builder.AddVisual({.body = body, .form = contact::Box{{1, 1, 1}}});
  const examples::SceneInstance scene =
      examples::MakePlantScene(std::move(builder).Build());
  const Recording recording = PlantRecorder(*scene.plant).MakeEmptyRecording();
  REQUIRE(recording.bodies[1].visuals.size() == 2);
  CHECK(std::holds_alternative<contact::Sphere>(
      recording.bodies[1].visuals[1].shape));
}

TEST_CASE("LimitTriangles: meshes of too many -> equal shares, one per mesh") {
  const auto grid = [](int n) {
    auto mesh = std::make_shared<contact::TriangleMesh>();
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) mesh->vertices.emplace_back(i, j, 0);
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const int a = i * (n + 1) + j, b = a + n + 1;
        mesh->triangles.push_back({a, b, b + 1});
        mesh->triangles.push_back({a, b + 1, a + 1});
      }
    }
    return mesh;
  };
  const auto large = grid(40), small = grid(20);
  Recording recording;
  recording.bodies.resize(1);
  for (const auto& mesh : {large, small, large}) {
    recording.bodies[0].visuals.push_back({.shape = {}, .mesh = mesh});
  }
  LimitTriangles(4000, &recording);
  const auto& visuals = recording.bodies[0].visuals;
  CHECK(visuals[0].mesh == large);
  LimitTriangles(1000, &recording);
  CHECK(visuals[0].mesh->triangles.size() <= 800);
  CHECK(visuals[0].mesh->triangles.size() > 200);
  CHECK(visuals[1].mesh->triangles.size() <= 200);
  CHECK(visuals[2].mesh == visuals[0].mesh);
}

}  // namespace
}  // namespace tactus::recording
