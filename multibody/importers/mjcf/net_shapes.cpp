#include "tactus/multibody/importers/mjcf/net_shapes.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>
#include <span>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/importers/mjcf/flexcomps.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

constexpr int kMostPoints = 10'000;

std::string ReadType(const XmlElement& element) {
  std::string type = "grid";
  Read(element, "type", &type);
  return type;
}

// As MuJoCo has them: about the origin, along x or around z, where the last
// point of the count is the first again.
Net MakeRow(const XmlElement& element, bool is_closed) {
  std::array<double, 3> count = {10, 10, 10};
  Vector3d spacing = Vector3d::Constant(0.02);
  ReadSome(element, "count", count);
  ReadSome(element, "spacing", std::span(spacing.data(), 3));
  const int least = is_closed ? 4 : 2;
  if (!(count[0] >= least && count[0] <= kMostPoints &&
        count[0] == std::floor(count[0]))) {
    FailAttribute(element, "count",
                  fmt::format("begins with what is no whole number from {} to "
                              "{}",
                              least, kMostPoints));
  }
  if (!(spacing[0] > 0 && std::isfinite(spacing[0])))
    FailAttribute(element, "spacing", "must be positive");
  const int n = static_cast<int>(count[0]) - (is_closed ? 1 : 0);
  const double angle = 2 * std::numbers::pi / n;
  const double R = spacing[0] / 2 / std::sin(angle / 2);
  Net net;
  for (int i = 0; i < n; ++i) {
    net.points.push_back(
        is_closed
            ? Vector3d(R * std::cos(angle * i), R * std::sin(angle * i), 0)
            : Vector3d(spacing[0] * (i - 0.5 * (n - 1)), 0, 0));
    if (i + 1 < n || is_closed) net.edges.emplace_back(i, (i + 1) % n);
  }
  return net;
}

// The edges of triangles, each once.
Net MakeTriangles(std::vector<Vector3d> points,
                  std::vector<std::array<int, 3>> triangles) {
  Net net{.points = std::move(points), .triangles = std::move(triangles)};
  std::set<std::pair<int, int>> known;
  for (const auto& triangle : net.triangles) {
    for (int k = 0; k < 3; ++k) {
      const auto edge = std::minmax({triangle[k], triangle[(k + 1) % 3]});
      if (known.insert(edge).second) net.edges.push_back(edge);
    }
  }
  return net;
}

Vector3d ReadScale(const XmlElement& element) {
  Vector3d scale = Vector3d::Ones();
  ReadSome(element, "scale", std::span(scale.data(), 3));
  if (!(scale.minCoeff() > 0 && scale.allFinite()))
    FailAttribute(element, "scale", "must be positive");
  return scale;
}

// As MuJoCo, without points that are in no element; pins have the numbers of
// the file.
void DropUnused(Net* net) {
  net->place_of_point.assign(net->points.size(), -1);
  for (const auto& [a, b] : net->edges)
    net->place_of_point[a] = net->place_of_point[b] = 0;
  std::vector<Vector3d> used;
  for (std::size_t i = 0; i < net->points.size(); ++i) {
    if (net->place_of_point[i] < 0) continue;
    net->place_of_point[i] = static_cast<int>(used.size());
    used.push_back(net->points[i]);
  }
  net->points = std::move(used);
  for (auto& [a, b] : net->edges) {
    a = net->place_of_point[a];
    b = net->place_of_point[b];
  }
  for (auto& triangle : net->triangles) {
    for (int& point : triangle) point = net->place_of_point[point];
  }
}

Net ReadPoints(const XmlElement& element, int dim) {
  std::vector<double> points;
  Required(element, "point");
  Read(element, "point", &points);
  if (points.size() % 3 != 0 || points.size() > 3 * kMostPoints)
    FailAttribute(element, "point",
                  fmt::format("needs three numbers per point, of at most {}",
                              kMostPoints));
  const Vector3d scale = ReadScale(element);
  Net net;
  for (std::size_t i = 0; i < points.size(); i += 3) {
    net.points.emplace_back(
        scale.cwiseProduct(Vector3d(points[i], points[i + 1], points[i + 2])));
  }
  const int n = static_cast<int>(net.points.size());
  Required(element, "element");
  std::vector<std::array<int, 3>> triangles;
  for (const auto& corners :
       ReadIndices(element, "element", std::vector<int>(dim + 1, n))) {
    for (int k = 0; k <= dim; ++k) {
      if (corners[k] == corners[(k + 1) % (dim + 1)])
        FailAttribute(element, "element", "joins a point to itself");
    }
    if (dim == 1) {
      net.edges.emplace_back(corners[0], corners[1]);
    } else {
      triangles.push_back({corners[0], corners[1], corners[2]});
    }
  }
  if (dim == 2)
    net = MakeTriangles(std::move(net.points), std::move(triangles));
  Check(!net.edges.empty(), element, "has no elements");
  DropUnused(&net);
  return net;
}

// The surface of a file, at most as fine as other nets.
Net ReadFile(const XmlElement& element, const fs::path& file) {
  contact::TriangleMesh mesh;
  try {
    mesh = contact::ReadMeshFile(file);
  } catch (const std::exception& error) {
    Fail(element, error.what());
  }
  if (mesh.vertices.size() > kMostPoints)
    FailAttribute(element, "file",
                  fmt::format("has {} points, more than {}",
                              mesh.vertices.size(), kMostPoints));
  const Vector3d scale = ReadScale(element);
  for (Vector3d& vertex : mesh.vertices) vertex = scale.cwiseProduct(vertex);
  Net net = MakeTriangles(std::move(mesh.vertices), std::move(mesh.triangles));
  Check(!net.edges.empty(), element, "has no elements");
  DropUnused(&net);
  return net;
}

// The squares of a sheet as circles, of MuJoCo's radius: the square's side over
// two, times the sheet's in metres.
Vector3d Round(const Vector3d& p, const Vector3d& half_size) {
  const double square = p.head<2>().cwiseAbs().maxCoeff();
  return square == 0
             ? p
             : half_size.cwiseProduct(p) * (square / p.head<2>().norm());
}

// Whether a disc's cell at `corner` is cut across: so that the cut leads from
// the middle outward.
bool IsCutAcross(const Vector3d& corner) {
  constexpr double kZero = 1e-14;
  const auto [x, y] = std::pair(corner.x(), corner.y());
  return (x < -kZero && y > -kZero) || (x > -kZero && y < -kZero);
}

// About the origin, y before x; each cell is cut from its first corner to its
// last, but for a disc's.
Net MakeSheet(const XmlElement& element, bool is_disc) {
  std::array<double, 3> count = {10, 10, 10};
  Vector3d spacing = Vector3d::Constant(0.02);
  ReadSome(element, "count", count);
  ReadSome(element, "spacing", std::span(spacing.data(), 3));
  for (int d = 0; d < 2; ++d) {
    if (!(count[d] >= 2 && count[d] == std::floor(count[d])))
      FailAttribute(element, "count", "begins with two whole numbers above 1");
    if (!(spacing[d] > 0 && std::isfinite(spacing[d])))
      FailAttribute(element, "spacing", "must be positive");
  }
  if (count[0] * count[1] > kMostPoints)
    FailAttribute(element, "count",
                  fmt::format("makes more than {} points", kMostPoints));
  const int nx = static_cast<int>(count[0]), ny = static_cast<int>(count[1]);
  std::vector<Vector3d> points;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) {
      points.emplace_back(spacing[0] * (i - 0.5 * (nx - 1)),
                          spacing[1] * (j - 0.5 * (ny - 1)), 0);
      if (i + 1 == nx || j + 1 == ny) continue;
      const int at = i * ny + j;
      const std::array<int, 4> corners = {at, at + ny, at + ny + 1, at + 1};
      const int from = is_disc && IsCutAcross(points.back()) ? 1 : 0;
      for (const int k : {from + 1, from + 2})
        triangles.push_back(
            {corners[from], corners[k % 4], corners[(k + 1) % 4]});
    }
  }
  if (is_disc) {
    const Vector3d half_size =
        0.5 * spacing.cwiseProduct(Vector3d(nx - 1, ny - 1, 0));
    for (Vector3d& point : points) point = Round(point, half_size);
  }
  Net net = MakeTriangles(std::move(points), std::move(triangles));
  if (ReadType(element) == "grid") net.count = {nx, ny};
  return net;
}

}  // namespace

std::optional<Net> ReadNet(const XmlElement& element,
                           const CompilerSettings& compiler,
                           const fs::path& main_directory,
                           ImportReport* report) {
  const std::string type = ReadType(element);
  const int dim = FindFlexDim(element);
  if (dim != 1 && dim != 2) return std::nullopt;
  if (type == "direct") return ReadPoints(element, dim);
  if (type == "disc" || type == "square" || (type == "grid" && dim == 2))
    return MakeSheet(element, type == "disc");
  if (type == "grid" || (type == "circle" && dim == 1))
    return MakeRow(element, type == "circle");
  if (type != "mesh" || dim != 2) return std::nullopt;
  const fs::path file = FindFlexFile(element, compiler, main_directory);
  Net net = ReadFile(element, file);
  report->AddFile(file);
  return net;
}

std::set<int> ReadPins(const XmlElement& element, const Net& net) {
  std::set<int> pinned;
  const int n =
      static_cast<int>(std::max(net.points.size(), net.place_of_point.size()));
  const bool is_sheet = net.count.size() == 2;
  const std::string type = ReadType(element);
  const int nx = is_sheet ? net.count[0] : 1, ny = is_sheet ? net.count[1] : n;
  const auto pin_box = [&](int i0, int j0, int i1, int j1) {
    for (int i = i0; i <= i1; ++i) {
      for (int j = j0; j <= j1; ++j) pinned.insert(i * ny + j);
    }
  };
  for (const XmlElement& pin : element.children) {
    if (pin.tag != "pin") continue;
    Check((type != "square" && type != "disc") ||
              (pin.Find("grid") == nullptr && pin.Find("gridrange") == nullptr),
          pin, "'grid' and 'gridrange' are of the type grid alone");
    for (const auto& point : ReadIndices(pin, "id", {n}))
      pinned.insert(point[0]);
    for (const auto& range : ReadIndices(pin, "range", {n, n}))
      pin_box(0, range[0], 0, range[1]);
    if (is_sheet) {
      for (const auto& at : ReadIndices(pin, "grid", {nx, ny}))
        pin_box(at[0], at[1], at[0], at[1]);
      for (const auto& r : ReadIndices(pin, "gridrange", {nx, ny, nx, ny}))
        pin_box(r[0], r[1], r[2], r[3]);
    } else {
      for (const auto& point : ReadIndices(pin, "grid", {n}))
        pinned.insert(point[0]);
      for (const auto& range : ReadIndices(pin, "gridrange", {n, n}))
        pin_box(0, range[0], 0, range[1]);
    }
  }
  if (net.place_of_point.empty()) return pinned;
  std::set<int> places;
  for (const int point : pinned) {
    if (net.place_of_point[point] >= 0)
      places.insert(net.place_of_point[point]);
  }
  return places;
}

}  // namespace tactus::multibody::mjcf
