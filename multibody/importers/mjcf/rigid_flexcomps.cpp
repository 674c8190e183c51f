#include "tactus/multibody/importers/mjcf/rigid_flexcomps.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/elastic/tetrahedral_mesh.h"
#include "tactus/multibody/importers/mjcf/flex_nets.h"
#include "tactus/multibody/importers/mjcf/flexcomps.h"
#include "tactus/multibody/importers/mjcf/net_shapes.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

using contact::TriangleMesh;

// The mean normal of the triangles around each vertex, by their angles there.
std::vector<Vector3d> CalcNormals(const TriangleMesh& mesh) {
  std::vector<Vector3d> normals(mesh.vertices.size(), Vector3d::Zero());
  for (const auto& triangle : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const Vector3d& at = mesh.vertices[triangle[k]];
      const Vector3d a = mesh.vertices[triangle[(k + 1) % 3]] - at;
      const Vector3d b = mesh.vertices[triangle[(k + 2) % 3]] - at;
      const Vector3d cross = a.cross(b);
      normals[triangle[k]] +=
          std::atan2(cross.norm(), a.dot(b)) * cross.normalized();
    }
  }
  for (Vector3d& normal : normals) normal.normalize();
  return normals;
}

void Move(const std::vector<Vector3d>& normals, double distance,
          TriangleMesh* mesh) {
  for (std::size_t i = 0; i < normals.size(); ++i)
    mesh->vertices[i] += distance * normals[i];
}

// Both sides of a sheet, and its border between them.
TriangleMesh MakeSlab(const TriangleMesh& sheet, double radius) {
  const std::vector<Vector3d> normals = CalcNormals(sheet);
  TriangleMesh slab = sheet, back = sheet;
  Move(normals, radius, &slab);
  Move(normals, -radius, &back);
  const int n = static_cast<int>(sheet.vertices.size());
  slab.vertices.insert(slab.vertices.end(), back.vertices.begin(),
                       back.vertices.end());
  std::map<std::pair<int, int>, int> uses;
  for (const auto& [a, b, c] : sheet.triangles) {
    slab.triangles.push_back({a + n, c + n, b + n});
    for (const auto& edge : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      ++uses[edge];
  }
  for (const auto& [edge, count] : uses) {
    const auto [a, b] = edge;
    if (uses.contains({b, a})) continue;
    slab.triangles.push_back({a, a + n, b + n});
    slab.triangles.push_back({a, b + n, b});
  }
  return slab;
}

// The surface alone, without the nodes inside.
TriangleMesh MakeSurface(const TetrahedralMesh& solid, double radius) {
  const std::vector<int> nodes = FindSurfaceNodes(solid);
  std::map<int, int> number;
  TriangleMesh mesh;
  for (const int node : nodes) {
    number.emplace(node, static_cast<int>(mesh.vertices.size()));
    mesh.vertices.push_back(solid.nodes[node]);
  }
  mesh.triangles = FindSurface(solid);
  for (auto& triangle : mesh.triangles) {
    for (int& node : triangle) node = number.at(node);
  }
  Move(CalcNormals(mesh), radius, &mesh);
  return mesh;
}

class RigidMaker {
 public:
  explicit RigidMaker(const XmlElement& element)
      : names_{.source = &element, .prefix = Required(element, "name")},
        frame_(MakeFlexFrame(element)) {}

  void AddCapsules(const Net& net, double radius) {
    for (const auto& [a, b] : net.edges) {
      XmlElement geom = MakeFlexGeom(names_);
      SetAttribute("type", "capsule", &geom);
      SetAttribute("size", fmt::format("{:.17g}", radius), &geom);
      SetAttribute("fromto",
                   ToText(net.points[a]) + " " + ToText(net.points[b]), &geom);
      frame_.children.push_back(std::move(geom));
    }
  }

  void AddMesh(const TriangleMesh& surface) {
    Check(!surface.triangles.empty(), *names_.source, "has no elements");
    XmlElement mesh = MakeElement(names_, "mesh", nullptr, "_surface");
    std::string vertices, faces;
    for (const Vector3d& vertex : surface.vertices)
      vertices += ToText(vertex) + " ";
    for (const auto& [a, b, c] : surface.triangles)
      faces += fmt::format("{} {} {} ", a, b, c);
    SetAttribute("vertex", std::move(vertices), &mesh);
    SetAttribute("face", std::move(faces), &mesh);
    made_.references.emplace_back("asset", std::move(mesh));
    XmlElement geom = MakeFlexGeom(names_);
    SetAttribute("type", "mesh", &geom);
    SetAttribute("mesh", names_.prefix + "_surface", &geom);
    frame_.children.push_back(std::move(geom));
  }

  CompositeElements Finish() && {
    made_.children.push_back(std::move(frame_));
    return std::move(made_);
  }

 private:
  Composite names_;
  XmlElement frame_;
  CompositeElements made_;
};

double ReadRadius(const XmlElement& element) {
  double radius = 0.005;
  Read(element, "radius", &radius);
  if (!(radius > 0 && std::isfinite(radius)))
    FailAttribute(element, "radius", "of a rigid one must be positive");
  return radius;
}

CompositeElements MakeRigidSolid(const XmlElement& element,
                                 const TetrahedralMesh& solid) {
  RigidMaker maker(element);
  maker.AddMesh(MakeSurface(solid, ReadRadius(element)));
  return std::move(maker).Finish();
}

CompositeElements MakeRigidNet(const XmlElement& element, const Net& net) {
  RigidMaker maker(element);
  const double radius = ReadRadius(element);
  if (net.triangles.empty()) {
    maker.AddCapsules(net, radius);
  } else {
    maker.AddMesh(
        MakeSlab({.vertices = net.points, .triangles = net.triangles}, radius));
  }
  return std::move(maker).Finish();
}

}  // namespace

std::optional<CompositeElements> ExpandRigidFlex(
    const XmlElement& element, const CompilerSettings& compiler,
    const fs::path& main_directory, ImportReport* report) {
  bool is_rigid = false;
  Read(element, "rigid", &is_rigid);
  std::string dof = "full";
  Read(element, "dof", &dof);
  if (!is_rigid && (dof != "full" || FindFlexPart(element, "pin") == nullptr))
    return std::nullopt;
  if (FindFlexDim(element) == 3) {
    if (!HasFlexMesh(element)) return std::nullopt;
    const TetrahedralMesh solid =
        ReadFlexMesh(element, compiler, main_directory, report);
    const std::size_t n = solid.nodes.size();
    if (!is_rigid && ReadPinnedNodes(element, static_cast<int>(n)).size() < n)
      return std::nullopt;
    return MakeRigidSolid(element, solid);
  }
  const auto net = ReadNet(element, compiler, main_directory, report);
  if (!net) return std::nullopt;
  if (!is_rigid && ReadPins(element, *net).size() < net->points.size())
    return std::nullopt;
  return MakeRigidNet(element, *net);
}

}  // namespace tactus::multibody::mjcf
