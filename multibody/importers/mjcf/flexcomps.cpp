#include "tactus/multibody/importers/mjcf/flexcomps.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"
#include "tactus/multibody/importers/mjcf/contact_softness.h"
#include "tactus/multibody/importers/mjcf/flex_meshes.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {

const XmlElement* FindFlexPart(const XmlElement& element,
                               std::string_view tag) {
  for (const XmlElement& child : element.children) {
    if (child.tag == tag) return &child;
  }
  return nullptr;
}

std::vector<std::vector<int>> ReadIndices(const XmlElement& element,
                                          std::string_view name,
                                          const std::vector<int>& limits) {
  std::vector<double> numbers;
  Read(element, name, &numbers);
  const std::size_t per = limits.size();
  if (numbers.size() % per != 0)
    FailAttribute(element, name, "needs a multiple of " + std::to_string(per));
  std::vector<std::vector<int>> runs;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!(numbers[i] >= 0 && numbers[i] < limits[i % per] &&
          numbers[i] == std::floor(numbers[i])))
      FailAttribute(element, name, "names a point that is not there");
    if (i % per == 0) runs.emplace_back();
    runs.back().push_back(static_cast<int>(numbers[i]));
  }
  return runs;
}

std::filesystem::path FindFlexFile(
    const XmlElement& element, const CompilerSettings& compiler,
    const std::filesystem::path& main_directory) {
  std::filesystem::path file = Required(element, "file");
  if (compiler.strip_path && file.is_relative()) file = file.filename();
  return main_directory / compiler.mesh_directory / file;
}

namespace {

namespace fs = std::filesystem;

using Count = std::array<int, 3>;

constexpr double kMostPoints = 1e6;

std::string ReadType(const XmlElement& element) {
  std::string type = "grid";
  Read(element, "type", &type);
  return type;
}

bool IsSolid(const std::string& type) {
  return type == "box" || type == "cylinder" || type == "ellipsoid";
}

}  // namespace

int FindFlexDim(const XmlElement& element) {
  const std::string type = ReadType(element);
  if (type == "square" || type == "disc") return 2;
  int dim = IsSolid(type) || type == "gmsh" ? 3 : 2;
  Read(element, "dim", &dim);
  return dim;
}

bool HasFlexMesh(const XmlElement& element) {
  const std::string type = ReadType(element);
  return type == "grid" || type == "direct" || type == "gmsh" || IsSolid(type);
}

namespace {

// Why it is left out; empty if it is not.
std::string FindObstacle(const XmlElement& element) {
  const std::string type = ReadType(element);
  const int dim = FindFlexDim(element);
  bool is_rigid = false;
  Read(element, "rigid", &is_rigid);
  std::string dof = "full";
  Read(element, "dof", &dof);
  if (is_rigid) {
    return "rigid ones of type '" + type + "' and dim " + std::to_string(dim) +
           " are left out: a <geom> of its mesh takes its place";
  }
  if (dim == 2) {
    return "cloth that no edges hold is left out: <edge> says "
           "equality=\"true\" "
           "or a stiffness, for types grid, square, disc, direct and mesh";
  }
  if (dim == 1 && (type == "grid" || type == "circle" || type == "direct")) {
    return "a chain whose points nothing holds together is left out: <edge> "
           "says equality=\"true\", or a stiffness";
  }
  if (dim != 3 || !HasFlexMesh(element)) {
    return "deformable bodies of type '" + type + "' and dim " +
           std::to_string(dim) + " are left out";
  }
  if (dof != "full") {
    return "deformable bodies whose vertices do not move by themselves are "
           "left out";
  }
  if (FindFlexPart(element, "plugin") != nullptr) {
    return "deformable bodies with plugins are left out";
  }
  double young = 0;
  if (const XmlElement* elasticity = FindFlexPart(element, "elasticity"))
    Read(*elasticity, "young", &young);
  if (!(young > 0)) {
    return "deformable bodies without a Young's modulus are left out";
  }
  return "";
}

Count ReadVertexCount(const XmlElement& element) {
  std::array<double, 3> numbers = {10, 10, 10};
  ReadSome(element, "count", numbers);
  Count count{};
  for (int k = 0; k < 3; ++k) {
    if (!(numbers[k] >= 2 && numbers[k] <= 1e4 &&
          numbers[k] == std::floor(numbers[k])))
      FailAttribute(element, "count", "a solid needs two or more, all whole");
    count[k] = static_cast<int>(numbers[k]);
  }
  const auto& [a, b, c] = numbers;
  double num_points = a * b * c;
  if (IsSolid(ReadType(element)))  // of the surface alone, and the centre
    num_points += 1 - (a - 2) * (b - 2) * (c - 2);
  if (num_points > kMostPoints) {
    FailAttribute(element, "count",
                  fmt::format("makes {:.0f} points, more than {:.0f}",
                              num_points, kMostPoints));
  }
  return count;
}

Vector3d ReadPositive(const XmlElement& element, std::string_view name,
                      Vector3d value) {
  ReadSome(element, name, std::span(value.data(), 3));
  if (!(value.minCoeff() > 0)) FailAttribute(element, name, "must be positive");
  return value;
}

TetrahedralMesh ReadDirect(const XmlElement& element) {
  std::vector<double> points, corners;
  Required(element, "point");
  Required(element, "element");
  Read(element, "point", &points);
  Read(element, "element", &corners);
  if (points.size() % 3 != 0)
    FailAttribute(element, "point", "needs three numbers per point");
  if (corners.size() % 4 != 0)
    FailAttribute(element, "element", "needs four points per tetrahedron");
  TetrahedralMesh mesh;
  for (std::size_t i = 0; i < points.size(); i += 3)
    mesh.nodes.emplace_back(points[i], points[i + 1], points[i + 2]);
  const double end = static_cast<double>(mesh.nodes.size());
  for (const double corner : corners) {
    if (!(corner >= 0 && corner < end))
      FailAttribute(element, "element", "names a point that is not there");
  }
  for (std::size_t i = 0; i < corners.size(); i += 4) {
    auto& added = mesh.tetrahedra.emplace_back();
    for (int k = 0; k < 4; ++k) added[k] = static_cast<int>(corners[i + k]);
    const int last = static_cast<int>(mesh.tetrahedra.size()) - 1;
    if (CalcVolume(mesh, last) < 0) std::swap(added[2], added[3]);
  }
  return mesh;
}

TetrahedralMesh ReadGmsh(const XmlElement& element,
                         const CompilerSettings& compiler,
                         const fs::path& main_directory, ImportReport* report) {
  const fs::path place = FindFlexFile(element, compiler, main_directory);
  try {
    TetrahedralMesh mesh = ReadTetrahedralMesh(place.string());
    report->AddFile(place);
    return mesh;
  } catch (const std::exception& error) {
    Fail(element, error.what());
  }
}

}  // namespace

TetrahedralMesh ReadFlexMesh(const XmlElement& element,
                             const CompilerSettings& compiler,
                             const fs::path& main_directory,
                             ImportReport* report) {
  const std::string type = ReadType(element);
  if (type == "gmsh" || type == "direct") {
    TetrahedralMesh mesh =
        type == "gmsh" ? ReadGmsh(element, compiler, main_directory, report)
                       : ReadDirect(element);
    const Vector3d scale = ReadPositive(element, "scale", Vector3d::Ones());
    for (Vector3d& node : mesh.nodes) node = scale.cwiseProduct(node);
    return mesh;
  }
  const Count count = ReadVertexCount(element);
  const Vector3d spacing =
      ReadPositive(element, "spacing", Vector3d::Constant(0.02));
  if (type == "grid") return MakeFlexGrid(count, spacing);
  return MakeFlexSolid(type == "box"        ? FlexSolid::kBox
                       : type == "cylinder" ? FlexSolid::kCylinder
                                            : FlexSolid::kEllipsoid,
                       count, spacing);
}

std::vector<int> ReadPinnedNodes(const XmlElement& element, int num_nodes) {
  std::set<int> pinned;
  const bool is_grid = ReadType(element) == "grid";
  const Count n = is_grid ? ReadVertexCount(element) : Count{};
  const auto pin_box = [&](const std::vector<int>& low,
                           const std::vector<int>& high) {
    for (int i = low[0]; i <= high[0]; ++i) {
      for (int j = low[1]; j <= high[1]; ++j) {
        for (int k = low[2]; k <= high[2]; ++k)
          pinned.insert((i * n[1] + j) * n[2] + k);
      }
    }
  };
  for (const XmlElement& pin : element.children) {
    if (pin.tag != "pin") continue;
    for (const auto& id : ReadIndices(pin, "id", {num_nodes}))
      pinned.insert(id[0]);
    for (const auto& range :
         ReadIndices(pin, "range", {num_nodes, num_nodes})) {
      for (int i = range[0]; i <= range[1]; ++i) pinned.insert(i);
    }
    Check(is_grid ||
              (pin.Find("grid") == nullptr && pin.Find("gridrange") == nullptr),
          pin, "'grid' and 'gridrange' are of the type grid alone");
    for (const auto& at : ReadIndices(pin, "grid", {n[0], n[1], n[2]}))
      pin_box(at, at);
    for (const auto& r :
         ReadIndices(pin, "gridrange", {n[0], n[1], n[2], n[0], n[1], n[2]}))
      pin_box({r[0], r[1], r[2]}, {r[3], r[4], r[5]});
  }
  return {pinned.begin(), pinned.end()};
}

namespace {

// As a geom of its mass would have it (contact_softness.h).
void ReadContact(const XmlElement& element, double mass, const Option& option,
                 ElasticBody* body, ImportReport* report) {
  GeomSpec surface{.source = &element};
  std::string self = "auto";
  if (const XmlElement* contact = FindFlexPart(element, "contact")) {
    surface.source = contact;
    ReadSome(*contact, "friction", surface.friction);
    ReadSome(*contact, "solref", surface.solref);
    ReadSome(*contact, "solimp", surface.solimp);
    Read(*contact, "condim", &surface.condim);
    Read(*contact, "priority", &surface.priority);
    Read(*contact, "contype", &surface.contype);
    Read(*contact, "conaffinity", &surface.conaffinity);
    Read(*contact, "selfcollide", &self);
    if (surface.contype == 0 && surface.conaffinity == 0) {
      body->skin = 0;
    } else if (surface.contype != 1 || surface.conaffinity != 1) {
      report->Add(Notice::Severity::kApproximated, *contact,
                  "a deformable body touches whatever there is");
    }
  }
  body->self_contact = self != "none";
  body->material = MakeMaterial(surface, {0, mass}, {1}, option);
}

void ReportEdges(const XmlElement& element, ImportReport* report) {
  for (const XmlElement& child : element.children) {
    double stiffness = 0, damping = 0;
    Read(child, "stiffness", &stiffness);
    Read(child, "damping", &damping);
    const bool acts = stiffness != 0 || damping != 0;
    if (child.tag == "edge" && (acts || child.Find("equality") != nullptr)) {
      report->Add(Notice::Severity::kDropped, child,
                  "of edges, stiffness, damping and equality are left out");
    }
  }
}

double ReadNumber(const XmlElement& element, std::string_view name,
                  double value, double least) {
  Read(element, name, &value);
  if (!(value >= least && std::isfinite(value)))
    FailAttribute(element, name, "is too small");
  return value;
}

}  // namespace

std::optional<FlexSpec> ReadFlexcomp(const XmlElement& element,
                                     const RigidTransform& X_BF,
                                     const CompilerSettings& compiler,
                                     const Option& option,
                                     const fs::path& main_directory,
                                     ImportReport* report) {
  const std::string obstacle = FindObstacle(element);
  if (!obstacle.empty()) {
    report->Add(Notice::Severity::kDropped, element, obstacle);
    return std::nullopt;
  }
  ReportEdges(element, report);
  FlexSpec spec{.source = &element};
  spec.elastic.name = Required(element, "name");
  spec.elastic.skin = ReadNumber(element, "radius", 0.005, 0);
  if (spec.elastic.skin == 0) {
    report->Add(Notice::Severity::kDropped, element,
                "what touches it is left out: its radius is 0");
  }
  ReadPose(element, compiler, &spec.elastic.X_BS);
  spec.elastic.X_BS = X_BF * spec.elastic.X_BS;
  TetrahedralMesh mesh =
      ReadFlexMesh(element, compiler, main_directory, report);
  spec.pinned = ReadPinnedNodes(element, static_cast<int>(mesh.nodes.size()));
  const double mass =
      ReadNumber(element, "mass", 1, std::numeric_limits<double>::min());
  ReadContact(element, mass, option, &spec.elastic, report);
  const XmlElement& elasticity = *FindFlexPart(element, "elasticity");
  try {
    RequireValid(mesh);
    ElasticMaterial material{.density = mass / CalcVolume(mesh)};
    Read(elasticity, "young", &material.youngs_modulus);
    material.poissons_ratio = ReadNumber(elasticity, "poisson", 0, 0);
    material.damping = ReadNumber(elasticity, "damping", 0, 0);
    spec.elastic.solid =
        std::make_shared<const ElasticSolid>(std::move(mesh), material);
  } catch (const std::invalid_argument& error) {
    Fail(element, error.what());
  }
  return spec;
}

}  // namespace tactus::multibody::mjcf
