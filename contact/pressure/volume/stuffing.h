#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tactus/contact/pressure/trees/triangle_tree.h"
#include "tactus/contact/pressure/volume/lattice.h"
#include "tactus/contact/pressure/volume/volume_mesh.h"

namespace tactus::contact {

/// Isosurface stuffing [LabelleShewchuk07]: a lattice's tetrahedra, warped and cut to
/// the inside of a surface.
///
///   1  Sites are + inside, - outside.
///   2  An edge from + to - has a cut where it leaves the surface.
///   3  A site with a cut nearer than its share of the edge moves there, to the
///      nearest, and is 0; its other cuts are gone.
///   4  Each tetrahedron leaves what its stencil says.
///
/// All in the order of sites: the same surface has the same mesh, to the bit.
class Stuffing {
 public:
  /// Keeps a pointer to `surface`.
  Stuffing(const TriangleTree* surface, const Lattice& lattice);

  VolumeMesh Run();

  /// After Run(): how much of the solid is inside of two shells, and how much
  /// there is, beside it, in shells that are inside out, as shares of its
  /// sites.
  double overlap_share() const { return num_overlaps_ / num_inside_; }
  double inverted_share() const { return num_inverted_ / num_inside_; }

 private:
  void FindSigns(const Site& low, const Site& high);
  void FindSign(const Site& site);
  /// Of `count` sites about a point.
  bool IsInside(const Vector3d& x, double count);
  void FindCuts();
  double FindCut(const Vector3d& inside, const Vector3d& outside);
  void Warp();
  void Warp(int index);
  void Fill();
  void FillAlong(const Site& site, int axis);
  void FillTetrahedron(const std::array<Site, 4>& corners);
  void AddTetrahedron(std::array<int, 4> t);

  /// Of the edge from a + in a direction; along it, from the + on.
  static std::int64_t KeyOf(int index, int direction) {
    return std::int64_t{Lattice::kNumDirections} * index + direction;
  }
  /// From a site that may be at either end.
  double CutFrom(int index, int direction, int neighbor) const;
  int NodeOfSite(const Site& site);
  int NodeOfCut(const Site& inside, const Site& outside);
  Vector3d PositionOf(const Site& site) const;

  const TriangleTree* surface_;
  Lattice lattice_;
  std::vector<std::int8_t> signs_;
  std::vector<int> near_;  ///< Sites at a cut, increasing.
  std::unordered_map<std::int64_t, double> cuts_;
  std::unordered_map<int, Vector3d> warped_;
  std::unordered_map<int, int> node_of_site_;
  std::unordered_map<std::int64_t, int> node_of_cut_;
  std::vector<TriangleTree::Crossing> crossings_;
  double num_inside_ = 0, num_overlaps_ = 0, num_inverted_ = 0;
  VolumeMesh mesh_;
};

}  // namespace tactus::contact
