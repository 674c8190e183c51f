#include "tactus/multibody/importers/mjcf/builtin_meshes.h"

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <string_view>
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
                  "begins with what is no whole number from " +
                      std::to_string(least) + " to " + std::to_string(most));
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
      const double u = 2 * pi * i / n - pi, w = Power(std::cos(v), north);
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

// An octahedron's upper half, its faces cut in rows^2 each and blown up to the
// sphere. Row k has 4 k vertices.
TriangleMesh MakeHemisphere(int rows) {
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0, 0, 1);
  const auto corner = [](int side) {
    const double pole = side % 4 < 2 ? 1 : -1;
    return Vector3d(side % 2 == 0 ? pole : 0, side % 2 == 0 ? 0 : pole, 0);
  };
  // The vertices from (row, 4 row) on are those from (row, 0) on.
  const auto at = [](int row, int place) {
    return row == 0 ? 0 : 1 + 2 * row * (row - 1) + place % (4 * row);
  };
  for (int row = 1; row <= rows; ++row) {
    for (int place = 0; place < 4 * row; ++place) {
      const int side = place / row, along = place % row;
      const Vector3d p = (row - along) * corner(side) +
                         along * corner(side + 1) + Vector3d(0, 0, rows - row);
      mesh.vertices.push_back(p.normalized());
    }
    for (int side = 0; side < 4; ++side) {
      const auto here = [&](int along) {
        return at(row, side * row + along);
      };
      const auto above = [&](int along) {
        return at(row - 1, side * (row - 1) + along);
      };
      for (int along = 0; along < row; ++along) {
        mesh.triangles.push_back({above(along), here(along), here(along + 1)});
        if (along + 1 < row)
          mesh.triangles.push_back(
              {above(along), here(along + 1), above(along + 1)});
      }
    }
  }
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, 0);
  for (int place = 0; place < 4 * rows; ++place)
    mesh.triangles.push_back({at(rows, place), middle, at(rows, place + 1)});
  return mesh;
}

TriangleMesh MakeCone(int n, double top_radius) {
  TriangleMesh mesh;
  const auto add_polygon = [&](double radius, double z) {
    for (int i = 0; i < n; ++i) {
      const double u = 2 * std::numbers::pi * i / n;
      mesh.vertices.emplace_back(radius * std::cos(u), radius * std::sin(u), z);
    }
  };
  add_polygon(1, -1);
  if (top_radius > 0) {
    add_polygon(top_radius, 1);
  } else {
    mesh.vertices.emplace_back(0, 0, 1);
  }
  return mesh;
}

// The middle of cell i of n on [-1, 1], whose edges x are moved to
// (1 - gamma) x + gamma x^5.
double MiddleOfCell(int i, int n, double gamma) {
  const auto edge = [&](int k) {
    const double x = -1 + 2.0 * k / n;
    return (1 - gamma) * x + gamma * std::pow(x, 5);
  };
  return (edge(i) + edge(i + 1)) / 2;
}

// Angles in degrees, from the middle to either side.
TriangleMesh MakeWedge(int num_across, int num_up, double across, double up,
                       double gamma) {
  constexpr double kDegree = std::numbers::pi / 180;
  TriangleMesh mesh;
  for (int i = 0; i < num_across; ++i) {
    const double a = across * kDegree * MiddleOfCell(i, num_across, gamma);
    for (int j = 0; j < num_up; ++j) {
      const double e = up * kDegree * MiddleOfCell(j, num_up, gamma);
      mesh.vertices.emplace_back(std::cos(e) * std::sin(a), std::sin(e),
                                 -std::cos(e) * std::cos(a));
    }
  }
  return mesh;
}

TriangleMesh MakePlate(int num_x, int num_y) {
  TriangleMesh mesh;
  for (int i = 0; i < num_x; ++i) {
    for (int j = 0; j < num_y; ++j)
      mesh.vertices.emplace_back(MiddleOfCell(i, num_x, 0),
                                 MiddleOfCell(j, num_y, 0), -1);
  }
  for (int i = 0; i + 1 < num_x; ++i) {
    for (int j = 0; j + 1 < num_y; ++j) {
      const int at = i * num_y + j;
      mesh.triangles.push_back({at, at + num_y, at + num_y + 1});
      mesh.triangles.push_back({at, at + num_y + 1, at + 1});
    }
  }
  return mesh;
}

constexpr int kMost = 200;  // Of a resolution.

TriangleMesh ReadSphere(const XmlElement& element) {
  return MakeSphere(ToWhole(element, ReadParameters(element, 1).front(), 0, 4));
}

TriangleMesh ReadHemisphere(const XmlElement& element) {
  return MakeHemisphere(
      1 + ToWhole(element, ReadParameters(element, 1).front(), 0, 10));
}

TriangleMesh ReadCone(const XmlElement& element) {
  const auto p = ReadParameters(element, 2);
  if (!(p[1] >= 0 && p[1] <= 1))
    FailAttribute(element, "params", "needs an upper radius in [0, 1]");
  return MakeCone(ToWhole(element, p[0], 3, kMost), p[1]);
}

TriangleMesh ReadSupersphere(const XmlElement& element) {
  const auto p = ReadParameters(element, 3);
  if (!(p[1] >= 0 && p[2] >= 0))
    FailAttribute(element, "params", "needs exponents that are not negative");
  return MakeSupersphere(ToWhole(element, p[0], 3, kMost), p[1], p[2]);
}

TriangleMesh ReadSupertorus(const XmlElement& element) {
  const auto p = ReadParameters(element, 4);
  if (!(p[1] > 0 && p[1] <= 1 && p[2] > 0 && p[3] > 0))
    FailAttribute(element, "params",
                  "needs a radius in (0, 1] and positive exponents");
  return MakeSupertorus(ToWhole(element, p[0], 3, kMost), p[1], p[2], p[3]);
}

TriangleMesh ReadWedge(const XmlElement& element) {
  const auto p = ReadParameters(element, 5);
  if (!(p[2] > 0 && p[2] <= 180 && p[3] > 0 && p[3] < 90))
    FailAttribute(element, "params",
                  "needs angles in (0, 180] and (0, 90) degrees");
  if (!(p[4] >= 0 && p[4] <= 1))
    FailAttribute(element, "params",
                  "needs a deformation in [0, 1] at the end");
  return MakeWedge(ToWhole(element, p[0], 1, kMost),
                   ToWhole(element, p[1], 1, kMost), p[2], p[3], p[4]);
}

TriangleMesh ReadPlate(const XmlElement& element) {
  const auto p = ReadParameters(element, 2);
  return MakePlate(ToWhole(element, p[0], 1, kMost),
                   ToWhole(element, p[1], 1, kMost));
}

struct BuiltinKind {
  std::string_view name;
  TriangleMesh (*read)(const XmlElement&);
};
constexpr BuiltinKind kKinds[] = {{"sphere", ReadSphere},
                                  {"hemisphere", ReadHemisphere},
                                  {"cone", ReadCone},
                                  {"supersphere", ReadSupersphere},
                                  {"supertorus", ReadSupertorus},
                                  {"wedge", ReadWedge},
                                  {"plate", ReadPlate}};

const BuiltinKind* FindKind(const XmlElement& element) {
  const std::string name = ReadKind(element);
  for (const BuiltinKind& kind : kKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace

bool IsBuiltinMesh(const XmlElement& element) {
  return FindKind(element) != nullptr;
}

bool IsBuiltinShell(const XmlElement& element) {
  return ReadKind(element) == "plate";
}

std::optional<TriangleMesh> MakeBuiltinMesh(const XmlElement& element) {
  const BuiltinKind* const kind = FindKind(element);
  if (kind == nullptr) return std::nullopt;
  return kind->read(element);
}

}  // namespace tactus::multibody::mjcf
