#include "tactus/multibody/importers/mjcf/builtin_meshes.h"

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using contact::TriangleMesh;

std::string ReadKind(const XmlElement& element) {
  std::string kind = "none";
  Read(element, "builtin", &kind);
  return kind;
}

std::vector<double> ReadParameters(const XmlElement& element,
                                   std::size_t count) {
  std::vector<double> numbers;
  Required(element, "params");
  Read(element, "params", &numbers);
  if (numbers.size() != count)
    FailAttribute(element, "params",
                  "needs " + std::to_string(count) + " for this kind");
  return numbers;
}

int ToWhole(const XmlElement& element, double number, int least, int most) {
  if (!(number >= least && number <= most && number == std::floor(number)))
    FailAttribute(element, "params",
                  "begins with a whole number from " + std::to_string(least) +
                      " to " + std::to_string(most));
  return static_cast<int>(number);
}

// Convex about the origin: turned to face outwards.
void FaceOutwards(TriangleMesh* mesh) {
  for (auto& [i, j, k] : mesh->triangles) {
    const Vector3d &a = mesh->vertices[i], &b = mesh->vertices[j],
                   &c = mesh->vertices[k];
    if (a.dot(b.cross(c)) < 0) std::swap(j, k);
  }
}

// Vertices at cyclic permutations of (0, +-1, +-golden), triangles of those at
// distance 2 of each other.
TriangleMesh MakeIcosahedron() {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double one : {-1.0, 1.0}) {
      for (const double golden : {-std::numbers::phi, std::numbers::phi}) {
        Vector3d p = Vector3d::Zero();
        p[(axis + 1) % 3] = one;
        p[(axis + 2) % 3] = golden;
        mesh.vertices.push_back(p);
      }
    }
  }
  const auto touch = [&](int i, int j) {
    return (mesh.vertices[i] - mesh.vertices[j]).norm() < 2.1;
  };
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) {
        if (touch(i, j) && touch(j, k) && touch(i, k))
          mesh.triangles.push_back({i, j, k});
      }
    }
  }
  FaceOutwards(&mesh);
  return mesh;
}

// Each triangle in four, by the middles of its edges.
void Subdivide(TriangleMesh* mesh) {
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int i, int j) {
    const auto [at, is_new] = middles.try_emplace(
        std::minmax(i, j), static_cast<int>(mesh->vertices.size()));
    if (is_new) {
      mesh->vertices.emplace_back((mesh->vertices[i] + mesh->vertices[j]) / 2);
      mesh->vertices.back().normalize();
    }
    return at->second;
  };
  const auto whole = std::move(mesh->triangles);
  mesh->triangles.clear();
  for (const auto& [i, j, k] : whole) {
    const int ij = middle(i, j), jk = middle(j, k), ki = middle(k, i);
    mesh->triangles.push_back({i, ij, ki});
    mesh->triangles.push_back({ij, j, jk});
    mesh->triangles.push_back({ki, jk, k});
    mesh->triangles.push_back({ij, jk, ki});
  }
}

TriangleMesh MakeSphere(int subdivisions) {
  TriangleMesh mesh = MakeIcosahedron();
  for (Vector3d& vertex : mesh.vertices) vertex.normalize();
  for (int i = 0; i < subdivisions; ++i) Subdivide(&mesh);
  return mesh;
}

double Power(double x, double m) {
  constexpr double kTiny = 1e-12;  // Of a cosine that is to be zero.
  return std::abs(x) < kTiny ? 0 : std::copysign(std::pow(std::abs(x), m), x);
}

// Bands of triangles between rings of n vertices, from first ring to second.
void AddBand(int first, int second, int n, TriangleMesh* mesh) {
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    mesh->triangles.push_back({first + i, first + next, second + next});
    mesh->triangles.push_back({first + i, second + next, second + i});
  }
}

// South pole, rings northwards, north pole.
TriangleMesh MakeSupersphere(int n, double east, double north) {
  const double pi = std::numbers::pi;
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0, 0, -1);
  const int num_rings = n - 1;
  for (int j = 1; j <= num_rings; ++j) {
    const double v = pi * j / n - pi / 2;
    for (int i = 0; i < n; ++i) {
      const double u = 2 * pi * i / n, w = Power(std::cos(v), north);
      mesh.vertices.emplace_back(w * Power(std::cos(u), east),
                                 w * Power(std::sin(u), east),
                                 Power(std::sin(v), north));
    }
  }
  mesh.vertices.emplace_back(0, 0, 1);
  const int top = static_cast<int>(mesh.vertices.size()) - 1;
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    mesh.triangles.push_back({0, 1 + next, 1 + i});
    mesh.triangles.push_back({top, top - n + i, top - n + next});
  }
  for (int j = 0; j + 1 < num_rings; ++j)
    AddBand(1 + j * n, 1 + (j + 1) * n, n, &mesh);
  return mesh;
}

TriangleMesh MakeSupertorus(int n, double r, double minor, double major) {
  const double pi = std::numbers::pi;
  TriangleMesh mesh;
  for (int j = 0; j < n; ++j) {
    const double v = 2 * pi * j / n;
    const double w = 1 + r * Power(std::cos(v), minor);
    for (int i = 0; i < n; ++i) {
      const double u = 2 * pi * i / n;
      mesh.vertices.emplace_back(w * Power(std::cos(u), major),
                                 w * Power(std::sin(u), major),
                                 r * Power(std::sin(v), minor));
    }
  }
  for (int j = 0; j < n; ++j) AddBand(j * n, (j + 1) % n * n, n, &mesh);
  return mesh;
}

}  // namespace

bool IsBuiltinMesh(const XmlElement& element) {
  const std::string kind = ReadKind(element);
  return kind == "sphere" || kind == "supersphere" || kind == "supertorus";
}

std::optional<TriangleMesh> MakeBuiltinMesh(const XmlElement& element) {
  constexpr int kMost = 200;
  if (!IsBuiltinMesh(element)) return std::nullopt;
  const std::string kind = ReadKind(element);
  if (kind == "sphere")
    return MakeSphere(
        ToWhole(element, ReadParameters(element, 1).front(), 0, 4));
  if (kind == "supersphere") {
    const auto p = ReadParameters(element, 3);
    if (!(p[1] >= 0 && p[2] >= 0))
      FailAttribute(element, "params", "has exponents that are not negative");
    return MakeSupersphere(ToWhole(element, p[0], 3, kMost), p[1], p[2]);
  }
  const auto p = ReadParameters(element, 4);
  if (!(p[1] > 0 && p[1] <= 1 && p[2] > 0 && p[3] > 0))
    FailAttribute(element, "params",
                  "has a radius in (0, 1] and positive exponents");
  return MakeSupertorus(ToWhole(element, p[0], 3, kMost), p[1], p[2], p[3]);
}

}  // namespace tactus::multibody::mjcf
