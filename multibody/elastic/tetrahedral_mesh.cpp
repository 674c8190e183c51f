#include "tactus/multibody/elastic/tetrahedral_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "tactus/common/require.h"
#include "tactus/common/tetrahedron.h"

namespace tactus::multibody {
namespace {

// Faces opposite to each corner, counter-clockwise seen from outside.
constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

bool IsPositive(double x) {
  return std::isfinite(x) && x > 0;
}

// 6 V = (b - a) x (c - a) . (d - a)
double CalcVolume(const Tetrahedron& p) {
  return (p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0]) / 6;
}

Tetrahedron CornersOf(const TetrahedralMesh& mesh, int index) {
  const auto& t = mesh.tetrahedra[index];
  return {mesh.nodes[t[0]], mesh.nodes[t[1]], mesh.nodes[t[2]],
          mesh.nodes[t[3]]};
}

// Moves each node so that the largest of its first `n` coordinates becomes
// their length: cubes to spheres, squares to circles.
void Round(int n, TetrahedralMesh* mesh) {
  for (Vector3d& p : mesh->nodes) {
    const double length = p.head(n).norm();
    if (length > 0) p.head(n) *= p.head(n).lpNorm<Eigen::Infinity>() / length;
  }
}

// Rounding flattens tetrahedra with three edges on a shell's edge: each cell is
// cut along the diagonal that leads away from the centre, so that none has.
void AddCell(const std::array<int, 8>& corners, const std::array<bool, 3>& flip,
             TetrahedralMesh* mesh) {
  constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                 {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  const int start = flip[0] + 2 * flip[1] + 4 * flip[2];
  for (int i = 0; i < 6; ++i) {
    std::array<int, 4> t{};
    int corner = start;
    t[0] = corners[corner];
    for (int k = 0; k < 3; ++k) {
      corner ^= 1 << kOrders[i][k];
      t[k + 1] = corners[corner];
    }
    // Odd orders and reflections turn a tetrahedron inside out.
    if ((i >= 3) != ((flip[0] + flip[1] + flip[2]) % 2 == 1))
      std::swap(t[2], t[3]);
    mesh->tetrahedra.push_back(t);
  }
}

// Neighbours of positive volume see a common face from two sides, and so in two
// orders.
void RequireApart(const TetrahedralMesh& mesh) {
  std::map<std::array<int, 3>, int> owners;
  for (int i = 0; i < std::ssize(mesh.tetrahedra); ++i) {
    const auto& t = mesh.tetrahedra[i];
    for (const auto& f : kFaces) {
      std::array<int, 3> face = {t[f[0]], t[f[1]], t[f[2]]};
      std::rotate(face.begin(), std::ranges::min_element(face), face.end());
      const auto [owner, is_new] = owners.emplace(face, i);
      if (is_new) continue;
      throw std::invalid_argument("tetrahedron " + std::to_string(i) +
                                  " overlaps tetrahedron " +
                                  std::to_string(owner->second) +
                                  ": they are on the same side of a face");
    }
  }
}

}  // namespace

double CalcVolume(const TetrahedralMesh& mesh, int tetrahedron) {
  return CalcVolume(CornersOf(mesh, tetrahedron));
}

double CalcVolume(const TetrahedralMesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    sum += CalcVolume(mesh, static_cast<int>(i));
  return sum;
}

void RequireValid(const TetrahedralMesh& mesh) {
  constexpr double kFlat = 1e-9;
  Require(!mesh.tetrahedra.empty(), "a mesh needs a tetrahedron");
  const int num_nodes = static_cast<int>(mesh.nodes.size());
  std::vector<bool> is_used(mesh.nodes.size());
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const std::string name = "tetrahedron " + std::to_string(i);
    for (const int node : mesh.tetrahedra[i]) {
      Require(node >= 0 && node < num_nodes,
              name + " has node " + std::to_string(node) +
                  ", which is not of " + std::to_string(num_nodes));
      is_used[node] = true;
    }
    const auto p = CornersOf(mesh, static_cast<int>(i));
    const double volume = CalcVolume(p);
    const double least = kFlat * std::pow(CalcLongestEdge(p), 3);
    Require(volume >= -least, name + " is inverted");
    Require(volume > least, name + " is flat");
  }
  for (int i = 0; i < num_nodes; ++i)
    Require(is_used[i], "node " + std::to_string(i) + " is in no tetrahedron");
  RequireApart(mesh);
}

std::vector<std::array<int, 3>> FindSurface(const TetrahedralMesh& mesh) {
  std::map<std::array<int, 3>, int> count;
  const auto visit = [&](const auto& on_face) {
    for (const auto& t : mesh.tetrahedra) {
      for (const auto& f : kFaces) {
        const std::array<int, 3> face = {t[f[0]], t[f[1]], t[f[2]]};
        std::array<int, 3> key = face;
        std::ranges::sort(key);
        on_face(face, key);
      }
    }
  };
  visit([&](const auto&, const auto& key) { ++count[key]; });
  std::vector<std::array<int, 3>> surface;
  visit([&](const auto& face, const auto& key) {
    if (count[key] == 1) surface.push_back(face);
  });
  return surface;
}

std::vector<int> FindSurfaceNodes(const TetrahedralMesh& mesh) {
  std::vector<int> nodes;
  for (const std::array<int, 3>& face : FindSurface(mesh))
    nodes.insert(nodes.end(), face.begin(), face.end());
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

TetrahedralMesh MakeBoxMesh(const Vector3d& half_size,
                            const std::array<int, 3>& cells) {
  Require(half_size.allFinite() && half_size.minCoeff() > 0,
          "a box mesh needs positive sizes");
  Require(std::ranges::all_of(cells, [](int n) { return n >= 1; }),
          "a box mesh needs a cell in each direction");
  TetrahedralMesh mesh;
  const int nx = cells[0], ny = cells[1], nz = cells[2];
  for (int k = 0; k <= nz; ++k) {
    for (int j = 0; j <= ny; ++j) {
      for (int i = 0; i <= nx; ++i) {
        const Vector3d share(2.0 * i / nx - 1, 2.0 * j / ny - 1,
                             2.0 * k / nz - 1);
        mesh.nodes.emplace_back(half_size.cwiseProduct(share));
      }
    }
  }
  const auto node = [&](int i, int j, int k) {
    return i + (nx + 1) * (j + (ny + 1) * k);
  };
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        std::array<int, 8> corners{};
        for (int c = 0; c < 8; ++c)
          corners[c] = node(i + c % 2, j + c / 2 % 2, k + c / 4);
        AddCell(corners, {2 * i + 1 < nx, 2 * j + 1 < ny, 2 * k + 1 < nz},
                &mesh);
      }
    }
  }
  return mesh;
}

TetrahedralMesh MakeBallMesh(double radius, int cells) {
  Require(IsPositive(radius), "a ball mesh needs a positive radius");
  TetrahedralMesh mesh =
      MakeBoxMesh(Vector3d::Constant(radius), {cells, cells, cells});
  Round(3, &mesh);
  return mesh;
}

TetrahedralMesh MakeCylinderMesh(double radius, double half_length,
                                 int cells_across, int cells_along) {
  Require(IsPositive(radius) && IsPositive(half_length),
          "a cylinder mesh needs positive sizes");
  TetrahedralMesh mesh = MakeBoxMesh({radius, radius, half_length},
                                     {cells_across, cells_across, cells_along});
  Round(2, &mesh);
  return mesh;
}

}  // namespace tactus::multibody
