#include "tactus/contact/geometry/shapes/mesh_scene.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "support/shared.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::contact {
namespace {

// The tetrahedron with corners 0, x, y, z: 48 bytes of positions and 24 of
// indices, as glTF has them.
constexpr const char* kBase64 =
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
    "AAACAAEAAAABAAMAAAADAAIAAQACAAMA";

// One node per text in `nodes`, each a glTF node without its braces.
std::string MakeGltf(const std::string& nodes, const std::string& roots,
                     const std::string& buffer) {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [)" +
         roots + R"(]}], "nodes": [)" + nodes + R"(],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
       "min": [0, 0, 0], "max": [1, 1, 1]},
      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48},
                    {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
    "buffers": [{"byteLength": 72)" +
         buffer + "}]}";
}

std::string Embedded() {
  return std::string(R"(, "uri": "data:application/octet-stream;base64,)") +
         kBase64 + "\"";
}

constexpr const char* kNode = R"({"name": "n", "mesh": 0})";

std::string MakeBuffer() {
  const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::uint16_t indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  std::string bytes(72, '\0');
  std::memcpy(bytes.data(), positions, 48);
  std::memcpy(bytes.data() + 48, indices, 24);
  return bytes;
}

void Append(std::uint32_t number, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&number), 4);
}

std::string MakeGlb() {
  std::string json = MakeGltf(kNode, "0", "");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string buffer = MakeBuffer();
  std::string glb = "glTF";
  Append(2, &glb);
  Append(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + buffer.size()),
         &glb);
  Append(static_cast<std::uint32_t>(json.size()), &glb);
  glb += "JSON" + json;
  Append(static_cast<std::uint32_t>(buffer.size()), &glb);
  glb += std::string("BIN\0", 4) + buffer;
  return glb;
}

// The tetrahedron in COLLADA.
std::string MakeDae(const std::string& asset, const std::string& node) {
  return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>)" +
         asset + R"(</asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1
</float_array><technique_common><accessor source="#pa" count="4" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>
</library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="n">)" +
         node + R"(<instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
}

// Checks that the one part is a tetrahedron, right side out, whose corner and
// centroid are where they should be.
void CheckTetrahedron(const std::vector<MeshPart>& parts, double volume,
                      const Vector3d& centroid) {
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].mesh.vertices.size() == 4);
  const VolumeIntegrals solid = CalcSolidIntegrals(parts[0].mesh);
  CHECK(solid.volume == Approx(volume).epsilon(1e-6));
  CHECK((solid.centroid - centroid).norm() < 1e-6 * centroid.norm());
}

TEST_CASE("ReadMeshScene: glTF files -> in metres, their y turned to z") {
  const tactus::test::TemporaryDirectory directory;
  // (1, 1, 1) / 4 becomes (1, -1, 1) / 4.
  const Vector3d centroid(0.25, -0.25, 0.25);
  CheckTetrahedron(ReadMeshScene(directory.Write(
                       "a.gltf", MakeGltf(kNode, "0", Embedded()))),
                   1.0 / 6, centroid);
  CheckTetrahedron(ReadMeshScene(directory.Write("a.GLB", MakeGlb())), 1.0 / 6,
                   centroid);
  directory.Write("a.bin", MakeBuffer());
  CheckTetrahedron(ReadMeshScene(directory.Write(
                       "b.gltf", MakeGltf(kNode, "0", R"(, "uri": "a.bin")"))),
                   1.0 / 6, centroid);
}

TEST_CASE("ReadMeshScene: nodes -> parts, placed by the nodes above them") {
  const tactus::test::TemporaryDirectory directory;
  const auto parts = ReadMeshScene(directory.Write(
      "a.gltf", MakeGltf(R"({"name": "top", "translation": [10, 0, 0],
                   "scale": [2, 2, 2], "children": [1, 2]},
                  {"name": "left", "mesh": 0},
                  {"name": "mirrored", "mesh": 0, "scale": [-1, 1, 1]})",
                         "0", Embedded())));
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].name == "left");
  CHECK(parts[1].name == "mirrored");
  const VolumeIntegrals left = CalcSolidIntegrals(parts[0].mesh);
  CHECK(left.volume == Approx(8.0 / 6));
  CHECK((left.centroid - Vector3d(10.5, -0.5, 0.5)).norm() < 1e-6);
  const VolumeIntegrals mirrored = CalcSolidIntegrals(parts[1].mesh);
  CHECK((mirrored.centroid - Vector3d(9.5, -0.5, 0.5)).norm() < 1e-6);
  CHECK(MakeConvexParts(parts).hulls.size() == 2);
}

TEST_CASE("ReadMeshScene: COLLADA of any up axis -> its own unit, axes kept") {
  const tactus::test::TemporaryDirectory directory;
  const std::string asset =
      GENERATE(as<std::string>(), "<up_axis>X_UP</up_axis>",
               "<up_axis>Y_UP</up_axis>", "<up_axis>Z_UP</up_axis>", "");
  INFO(asset);
  CheckTetrahedron(ReadMeshScene(directory.Write("a.dae", MakeDae(asset, ""))),
                   1.0 / 6, Vector3d::Constant(0.25));
  const std::string inches = "<unit name='inch' meter='0.0254'/>";
  CheckTetrahedron(
      ReadMeshScene(directory.Write(
          "a.dae", MakeDae(inches + asset, "<translate>0 0 100</translate>"))),
      std::pow(0.0254, 3) / 6, 0.0254 * Vector3d(0.25, 0.25, 100.25));
}

TEST_CASE(
    "ReadMeshParts: a glTF file -> one part, ReadMeshFile -> a closed mesh") {
  const tactus::test::TemporaryDirectory directory;
  const auto file = directory.Write("a.gltf", MakeGltf(kNode, "0", Embedded()));
  CHECK(ReadMeshParts(file).size() == 1);
  CHECK(IsClosed(ReadMeshFile(file)));
}

TEST_CASE("ReadMeshScene: files that cannot be read -> errors that name them") {
  const tactus::test::TemporaryDirectory directory;
  for (const std::string name : {"a.dae", "a.gltf", "a.glb"}) {
    for (const std::string text : {"", "x", "<COLLADA/>", "{}", "glTF"}) {
      const auto file = directory.Write(name, text);
      CHECK_THROWS_AS(ReadMeshScene(file), MeshFileError);
      CHECK_THROWS_WITH(ReadMeshScene(file), Catch::StartsWith(file.string()));
    }
  }
  const auto absent = directory.path() / "absent.dae";
  CHECK_THROWS_WITH(ReadMeshFile(absent), Catch::StartsWith(absent.string()));
  const auto empty = directory.Write("n.dae", MakeDae("", ""));
  CHECK_NOTHROW(ReadMeshScene(empty));
}

// Readers of other formats would take these, and be less careful.
TEST_CASE("ReadMeshScene: OBJ or STL text under other extensions -> refused") {
  const tactus::test::TemporaryDirectory directory;
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string stl =
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
      "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
  for (const std::string name : {"a.dae", "a.gltf", "a.glb"}) {
    for (const std::string& text : {obj, stl}) {
      const auto file = directory.Write(name, text);
      CHECK_THROWS_AS(ReadMeshScene(file), MeshFileError);
    }
  }
}

TEST_CASE("ReadColoredMeshes: OBJ numbers that begin with the point -> read") {
  const tactus::test::TemporaryDirectory directory;
  const auto file =
      directory.Write("A.OBJ",
                      "v .25 0 0\nv 1 .5e0 0\nv\t0 1 .125\nv -.5 0 0.\n"
                      "f 1 2 3\nf 1 3 4\n");
  const auto meshes = ReadColoredMeshes(file);
  REQUIRE(meshes.size() == 1);
  const TriangleMesh mesh = MergeEqualVertices(meshes[0].mesh);
  REQUIRE(mesh.vertices.size() == 4);
  for (const Vector3d& x : {Vector3d(.25, 0, 0), Vector3d(1, .5, 0),
                            Vector3d(0, 1, .125), Vector3d(-.5, 0, 0)})
    CHECK(std::ranges::count(mesh.vertices, x) == 1);
}

// youBot's files say that y is up, and yet the arm stands along z.
TEST_CASE("ReadMeshParts: youBot's COLLADA arm -> stands along z", "[oracle]") {
  const std::string file =
      "models/dojo/youbot/dependencies/meshes/youbot_arm/arm2_convex.dae";
  if (!tactus::test::HasShared(file)) return;
  const auto convex =
      MakeConvexParts(ReadMeshParts(tactus::test::SharedDirectory() / file));
  const Vector3d h = convex.hulls.at(0)->half_extents();
  INFO(h.transpose());
  CHECK(h.z() > h.x());
  CHECK(h.z() > h.y());
  CHECK(h.z() < 0.2);
}

}  // namespace
}  // namespace tactus::contact
