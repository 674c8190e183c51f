#include "tactus/contact/pressure/volume/stuffing.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tactus/contact/pressure/volume/stencils.h"

namespace tactus::contact {
namespace {

double CalcSixVolumes(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                      const Vector3d& d) {
  return (b - a).cross(c - a).dot(d - a);
}

}  // namespace

Stuffing::Stuffing(const TriangleTree* surface, const Lattice& lattice)
    : surface_(surface), lattice_(lattice) {
  signs_.assign(lattice.num_sites(), -1);
}

VolumeMesh Stuffing::Run() {
  FindSigns(Site::Zero(), lattice_.cells());
  FindCuts();
  Warp();
  Fill();
  return std::move(mesh_);
}

bool Stuffing::IsInside(const Vector3d& x, double count) {
  const double winding = surface_->CalcWindingNumber(x);
  if (winding > 0.5) num_inside_ += count;
  if (winding > 1.5) num_overlaps_ += count;
  if (winding < -0.5) num_inverted_ += count;
  return winding > 0.5;
}

// Of cubes from `low` up to `high`: where no triangle is within the box around
// their sites, one sign holds for all.
void Stuffing::FindSigns(const Site& low, const Site& high) {
  constexpr double kRoom = 1 + 1e-9;
  const Vector3d begin = lattice_.PositionOf(2 * low);
  const Vector3d end = lattice_.PositionOf(2 * high - Site::Ones());
  const Vector3d center = (begin + end) / 2;
  if (!surface_->IsWithin(center, kRoom * (end - begin).norm() / 2)) {
    if (!IsInside(center, 2 * (high - low).prod())) return;
    for (int z = low.z(); z < high.z(); ++z) {
      for (int y = low.y(); y < high.y(); ++y) {
        const int first = lattice_.IndexOf(2 * Site(low.x(), y, z));
        const int last = lattice_.IndexOf(2 * Site(high.x() - 1, y, z)) + 1;
        std::fill(&signs_[first], &signs_[last] + 1, std::int8_t{1});
      }
    }
    return;
  }
  int axis = 0;
  if ((high - low).maxCoeff(&axis) == 1) {
    FindSign(2 * low);
    FindSign(2 * low + Site::Ones());
    return;
  }
  Site middle_high = high, middle_low = low;
  middle_high[axis] = middle_low[axis] = (low[axis] + high[axis]) / 2;
  FindSigns(low, middle_high);
  FindSigns(middle_low, high);
}

void Stuffing::FindSign(const Site& site) {
  if (IsInside(lattice_.PositionOf(site), 1))
    signs_[lattice_.IndexOf(site)] = 1;
}

// No site at the lattice's own boundary is inside.
void Stuffing::FindCuts() {
  for (int index = 0; index < lattice_.num_sites(); ++index) {
    if (signs_[index] < 0) continue;
    const Site site = lattice_.SiteOf(index);
    for (int direction = 0; direction < Lattice::kNumDirections; ++direction) {
      const Site other = site + Lattice::StepOf(direction);
      const int neighbor = lattice_.IndexOf(other);
      if (signs_[neighbor] > 0) continue;
      cuts_[KeyOf(index, direction)] =
          FindCut(lattice_.PositionOf(site), lattice_.PositionOf(other));
      near_.push_back(index);
      near_.push_back(neighbor);
    }
  }
  std::ranges::sort(near_);
  near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
}

// Where the edge leaves the surface for good; if round-off hides that, by
// halving.
double Stuffing::FindCut(const Vector3d& inside, const Vector3d& outside) {
  surface_->FindCrossings(inside, outside, &crossings_);
  double last = -1;
  for (const TriangleTree::Crossing& crossing : crossings_) {
    if (crossing.is_exit()) last = std::max(last, crossing.t);
  }
  if (last >= 0) return std::min(last, 1.0);
  double low = 0, high = 1;
  for (int k = 0; k < 20; ++k) {
    const double middle = (low + high) / 2;
    (IsInside(inside + middle * (outside - inside), 0) ? low : high) = middle;
  }
  return low;
}

double Stuffing::CutFrom(int index, int direction, int neighbor) const {
  if (signs_[index] > 0) return cuts_.at(KeyOf(index, direction));
  return 1 - cuts_.at(KeyOf(neighbor, Lattice::Opposite(direction)));
}

void Stuffing::Warp() {
  for (const int index : near_) Warp(index);
}

void Stuffing::Warp(int index) {
  const Site site = lattice_.SiteOf(index);
  const Vector3d x = lattice_.PositionOf(site);
  double nearest = std::numeric_limits<double>::infinity();
  Vector3d target;
  for (int direction = 0; direction < Lattice::kNumDirections; ++direction) {
    const Site other = site + Lattice::StepOf(direction);
    const int neighbor = lattice_.IndexOf(other);
    if (signs_[index] * signs_[neighbor] >= 0) continue;
    const double cut = CutFrom(index, direction, neighbor);
    if (cut >= (Lattice::IsLong(direction) ? kLongShare : kShortShare))
      continue;
    const Vector3d shift = cut * (lattice_.PositionOf(other) - x);
    if (shift.norm() >= nearest) continue;
    nearest = shift.norm();
    target = x + shift;
  }
  if (nearest == std::numeric_limits<double>::infinity()) return;
  signs_[index] = 0;
  warped_[index] = target;
}

// A tetrahedron has a long edge between corners of cubes, and the opposite one
// between centres: of the four centres around it, two neighbours.
void Stuffing::Fill() {
  const Site& cells = lattice_.cells();
  for (int z = 1; z + 1 < cells.z(); ++z) {
    for (int y = 1; y + 1 < cells.y(); ++y) {
      for (int x = 1; x + 1 < cells.x(); ++x) {
        for (int axis = 0; axis < 3; ++axis) FillAlong(2 * Site(x, y, z), axis);
      }
    }
  }
}

void Stuffing::FillAlong(const Site& site, int axis) {
  constexpr std::array<std::pair<int, int>, 5> kAround{
      {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}}};
  Site next = site;
  next[axis] += 2;
  std::array<Site, 5> centers;
  for (int k = 0; k < 5; ++k) {
    centers[k] = site;
    centers[k][axis] += 1;
    centers[k][(axis + 1) % 3] += kAround[k].first;
    centers[k][(axis + 2) % 3] += kAround[k].second;
  }
  for (int k = 0; k < 4; ++k)
    FillTetrahedron({site, next, centers[k], centers[k + 1]});
}

void Stuffing::FillTetrahedron(const std::array<Site, 4>& corners) {
  std::array<int, 4> signs;
  for (int k = 0; k < 4; ++k) signs[k] = signs_[lattice_.IndexOf(corners[k])];
  if (std::ranges::max(signs) <= 0) return;
  const Stencil stencil = MakeStencil(corners, signs);
  for (int i = 0; i < stencil.count; ++i) {
    std::array<int, 4> t;
    for (int k = 0; k < 4; ++k) {
      const Stencil::Point& p = stencil.tetrahedra[i][k];
      t[k] = p.i == p.j ? NodeOfSite(corners[p.i])
                        : NodeOfCut(corners[p.i], corners[p.j]);
    }
    AddTetrahedron(t);
  }
}

// Stencils list points in either order.
void Stuffing::AddTetrahedron(std::array<int, 4> t) {
  const std::vector<Vector3d>& x = mesh_.nodes;
  if (CalcSixVolumes(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) < 0)
    std::swap(t[2], t[3]);
  mesh_.tetrahedra.push_back(t);
}

Vector3d Stuffing::PositionOf(const Site& site) const {
  const auto it = warped_.find(lattice_.IndexOf(site));
  return it == warped_.end() ? lattice_.PositionOf(site) : it->second;
}

int Stuffing::NodeOfSite(const Site& site) {
  const int next = static_cast<int>(mesh_.nodes.size());
  const auto [it, is_new] =
      node_of_site_.try_emplace(lattice_.IndexOf(site), next);
  if (is_new) mesh_.nodes.push_back(PositionOf(site));
  return it->second;
}

int Stuffing::NodeOfCut(const Site& inside, const Site& outside) {
  const int direction = Lattice::DirectionOf(outside - inside);
  const std::int64_t key = KeyOf(lattice_.IndexOf(inside), direction);
  const int next = static_cast<int>(mesh_.nodes.size());
  const auto [it, is_new] = node_of_cut_.try_emplace(key, next);
  if (is_new) {
    const Vector3d a = lattice_.PositionOf(inside);
    const Vector3d b = lattice_.PositionOf(outside);
    mesh_.nodes.push_back(a + cuts_.at(key) * (b - a));
  }
  return it->second;
}

}  // namespace tactus::contact
