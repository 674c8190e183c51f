#include "tactus/recording/gltf_meshes.h"

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

TEST_CASE("GltfMeshes: shapes and colours again -> vertices once, meshes too") {
  GltfBuffer buffer;
  GltfMeshes meshes(&buffer);
  const Visual red{.shape = contact::Box{{1, 2, 3}}, .color = {.red = 1}};
  Visual blue = red;
  blue.color = {.blue = 1};
  const int first = meshes.FindOrAdd(red);
  const std::size_t size = buffer.bytes().size();
  CHECK(size > 0);
  CHECK(meshes.FindOrAdd(red) == first);
  const int second = meshes.FindOrAdd(blue);
  CHECK(second != first);
  CHECK(buffer.bytes().size() == size);
  CHECK(meshes.meshes().size() == 2);
  CHECK(meshes.materials().size() == 2);
  const Json& a = meshes.meshes()[0]["primitives"][0];
  const Json& b = meshes.meshes()[1]["primitives"][0];
  CHECK(a["attributes"] == b["attributes"]);
  CHECK(a["indices"] == b["indices"]);
  CHECK(a["material"] != b["material"]);
}

TEST_CASE("GltfMeshes: the material of patches -> one, seen from both sides") {
  GltfBuffer buffer;
  GltfMeshes meshes(&buffer);
  const int material = meshes.PatchMaterial();
  CHECK(meshes.PatchMaterial() == material);
  REQUIRE(meshes.materials().size() == 1);
  CHECK(meshes.materials()[0]["doubleSided"] == true);
  CHECK(meshes.FindOrAddMaterial({.red = 1}) == 1);
}

TEST_CASE("GltfMeshes: a colour one sees through -> it is blended") {
  GltfBuffer buffer;
  GltfMeshes meshes(&buffer);
  const int mesh =
      meshes.Add("glass", Tessellate(contact::Shape(contact::Sphere{1})),
                 {.red = 1, .green = 1, .blue = 1, .alpha = 0.5});
  CHECK(meshes.meshes()[mesh]["name"] == "glass");
  CHECK(meshes.materials()[0]["alphaMode"] == "BLEND");
}

}  // namespace
}  // namespace tactus::recording
