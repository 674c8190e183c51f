// STL, OBJ, and scenes by assimp.
#include <memory>
#include <stdexcept>
#include <string>

#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/sandbox.h"

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::test {
namespace {

using contact::MeshFileError;
using contact::MeshPart;
using contact::TriangleMesh;

// What models ask of a mesh. A mesh that is flat or open is refused as such.
void Probe(const TriangleMesh& mesh) {
  RequireValid(mesh);
  try {
    contact::ConvexHull hull(mesh.vertices);
    Expect(hull.half_extents().minCoeff() > 0, "the hull is flat");
  } catch (const std::invalid_argument&) {
  }
  try {
    CalcSolidIntegrals(mesh);
  } catch (const std::invalid_argument&) {
  }
}

void Probe(const std::vector<MeshPart>& parts) {
  Expect(!parts.empty(), "a mesh without parts");
  for (const MeshPart& part : parts) RequireValid(part.mesh);
  try {
    contact::MakeConvexParts(parts);
  } catch (const std::invalid_argument&) {
  }
}

template <typename Parse, typename ParseParts>
void Import(std::string_view bytes, const Parse& parse,
            const ParseParts& parse_parts) {
  const std::string name = "input.mesh";
  try {
    Probe(parse(bytes, name));
    Probe(parse_parts(bytes, name));
  } catch (const MeshFileError& error) {
    ExpectNames(error, name);
  }
}

// References may be written with the signs that are refused here.
void ImportScene(std::string_view bytes, const std::string& name) {
  const Sandbox& sandbox = Sandbox::Instance();
  if (sandbox.IsLeftBy(bytes)) return;
  if (bytes.find('%') != bytes.npos || bytes.find('\\') != bytes.npos) return;
  const auto file = sandbox.Write(name, bytes);
  try {
    Probe(contact::ReadMeshParts(file));
  } catch (const MeshFileError& error) {
    ExpectNames(error, name);
  }
}

}  // namespace

void ImportStl(std::string_view bytes) {
  Import(bytes, &contact::ParseStl, &contact::ParseStlParts);
}

void ImportObj(std::string_view bytes) {
  Import(bytes, &contact::ParseObj, &contact::ParseObjParts);
}

void ImportGltf(std::string_view bytes) {
  // Else "{": text.
  const bool is_binary = bytes.starts_with("glTF");
  ImportScene(bytes, is_binary ? "input.glb" : "input.gltf");
}

void ImportCollada(std::string_view bytes) {
  ImportScene(bytes, "input.dae");
}

}  // namespace tactus::test
