#include "tactus/multibody/importers/mjcf/flex_meshes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace tactus::multibody::mjcf {
namespace {

using Lattice = std::array<int, 3>;

// Turned, where it is inside out.
void AddTetrahedron(std::array<int, 4> corners, TetrahedralMesh* mesh) {
  mesh->tetrahedra.push_back(corners);
  const int last = static_cast<int>(mesh->tetrahedra.size()) - 1;
  auto& added = mesh->tetrahedra.back();
  if (CalcVolume(*mesh, last) < 0) std::swap(added[2], added[3]);
}

// In [-1, 1].
Vector3d PlaceInCube(const Lattice& at, const Lattice& count) {
  Vector3d p;
  for (int k = 0; k < 3; ++k) p[k] = 2.0 * at[k] / (count[k] - 1) - 1;
  return p;
}

Vector3d CalcHalfSize(const Lattice& count, const Vector3d& spacing) {
  Vector3d half;
  for (int k = 0; k < 3; ++k) half[k] = spacing[k] * (count[k] - 1) / 2;
  return half;
}

// The cube's surface blown up: a cylinder's squares to circles of the same
// radius, an ellipsoid's points to the unit sphere.
Vector3d BlowUp(FlexSolid solid, const Vector3d& p) {
  if (solid == FlexSolid::kEllipsoid) return p.normalized();
  if (solid == FlexSolid::kBox || p.head<2>().isZero()) return p;
  const double square = p.head<2>().cwiseAbs().maxCoeff();
  const double stretch = square / p.head<2>().norm();
  return {stretch * p.x(), stretch * p.y(), p.z()};
}

class SolidMaker {
 public:
  SolidMaker(FlexSolid solid, const Lattice& count, const Vector3d& spacing)
      : solid_(solid), count_(count), half_size_(CalcHalfSize(count, spacing)) {
    mesh_.nodes.emplace_back(Vector3d::Zero());
  }

  TetrahedralMesh Run() && {
    for (const int across : {2, 1, 0}) AddPoints(across);
    for (const int across : {2, 1, 0}) AddTetrahedra(across);
    return std::move(mesh_);
  }

 private:
  // Calls visit(lattice point) on both faces across an axis.
  template <class Visit>
  void OnFaces(int across, const Visit& visit) const {
    const int i = across == 0 ? 1 : 0, j = across == 2 ? 1 : 2;
    for (const int level : {0, count_[across] - 1}) {
      Lattice at{};
      at[across] = level;
      for (at[i] = 0; at[i] < count_[i]; ++at[i]) {
        for (at[j] = 0; at[j] < count_[j]; ++at[j]) visit(at, i, j);
      }
    }
  }

  void AddPoints(int across) {
    OnFaces(across, [&](const Lattice& at, int, int) {
      const int number = static_cast<int>(mesh_.nodes.size());
      if (!number_of_.try_emplace(at, number).second) return;
      mesh_.nodes.emplace_back(
          half_size_.cwiseProduct(BlowUp(solid_, PlaceInCube(at, count_))));
    });
  }

  void AddTetrahedra(int across) {
    OnFaces(across, [&](const Lattice& at, int i, int j) {
      if (at[i] + 1 == count_[i] || at[j] + 1 == count_[j]) return;
      Lattice by_i = at, by_j = at, by_both = at;
      ++by_i[i];
      ++by_j[j];
      ++by_both[i];
      ++by_both[j];
      const int a = number_of_.at(at), c = number_of_.at(by_both);
      AddTetrahedron({0, a, number_of_.at(by_i), c}, &mesh_);
      AddTetrahedron({0, a, number_of_.at(by_j), c}, &mesh_);
    });
  }

  FlexSolid solid_;
  Lattice count_;
  Vector3d half_size_;
  TetrahedralMesh mesh_;
  std::map<Lattice, int> number_of_;
};

}  // namespace

TetrahedralMesh MakeFlexGrid(const Lattice& count, const Vector3d& spacing) {
  TetrahedralMesh mesh;
  const Vector3d half_size = CalcHalfSize(count, spacing);
  const Lattice step = {count[1] * count[2], count[2], 1};
  const auto visit = [&](const Lattice& end, const auto& act) {
    Lattice at{};
    for (at[0] = 0; at[0] < end[0]; ++at[0]) {
      for (at[1] = 0; at[1] < end[1]; ++at[1]) {
        for (at[2] = 0; at[2] < end[2]; ++at[2]) act(at);
      }
    }
  };
  visit(count, [&](const Lattice& at) {
    mesh.nodes.emplace_back(half_size.cwiseProduct(PlaceInCube(at, count)));
  });
  // From one corner of the cell to the opposite, axis by axis.
  visit({count[0] - 1, count[1] - 1, count[2] - 1}, [&](const Lattice& at) {
    const int first = std::inner_product(at.begin(), at.end(), step.begin(), 0);
    Lattice axes = {0, 1, 2};
    do {
      const int b = first + step[axes[0]], c = b + step[axes[1]];
      AddTetrahedron({first, b, c, c + step[axes[2]]}, &mesh);
    } while (std::ranges::next_permutation(axes).found);
  });
  return mesh;
}

TetrahedralMesh MakeFlexSolid(FlexSolid solid, const Lattice& count,
                              const Vector3d& spacing) {
  return SolidMaker(solid, count, spacing).Run();
}

}  // namespace tactus::multibody::mjcf
