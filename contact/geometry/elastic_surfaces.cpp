#include "tactus/contact/geometry/elastic_surfaces.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "tactus/contact/geometry/point_grid.h"

namespace tactus::contact {
namespace {

// Weights of the end points at the point of a segment nearest to x.
Eigen::Vector2d CalcWeightsOnSegment(const Vector3d& a, const Vector3d& b,
                                     const Vector3d& x) {
  const Vector3d along = b - a;
  const double square = along.squaredNorm();
  const double t =
      square > 0 ? std::clamp((x - a).dot(along) / square, 0.0, 1.0) : 0;
  return {1 - t, t};
}

Vector3d CalcPoint(const std::array<Vector3d, 3>& corners,
                   const Vector3d& weights) {
  return weights[0] * corners[0] + weights[1] * corners[1] +
         weights[2] * corners[2];
}

Vector3d CalcNormal(const std::array<Vector3d, 3>& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
}

}  // namespace

// Inside where the barycentric coordinates are positive, else on the nearest of
// the three sides.
Vector3d CalcNearestWeights(const std::array<Vector3d, 3>& corners,
                            const Vector3d& x) {
  const Vector3d ab = corners[1] - corners[0], ac = corners[2] - corners[0];
  const Vector3d n = ab.cross(ac), ax = x - corners[0];
  const double square = n.squaredNorm();
  if (square > 0) {
    const double b = ax.cross(ac).dot(n) / square;
    const double c = ab.cross(ax).dot(n) / square;
    if (b > 0 && c > 0 && b + c < 1) return {1 - b - c, b, c};
  }
  Vector3d best = Vector3d::UnitX();
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const Eigen::Vector2d on =
        CalcWeightsOnSegment(corners[k], corners[next], x);
    Vector3d weights = Vector3d::Zero();
    weights[k] = on[0];
    weights[next] = on[1];
    const double distance = (x - CalcPoint(corners, weights)).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = weights;
  }
  return best;
}

FacePoint MakeFacePoint(const std::array<int, 3>& corners,
                        const Vector3d& weights) {
  std::array<int, 3> order{0, 1, 2};
  std::ranges::stable_sort(order, std::greater(),
                           [&](int k) { return weights[k]; });
  FacePoint at;
  for (int k = 0; k < 3; ++k) {
    at.corners[k] = corners[order[k]];
    at.weights[k] = weights[order[k]];
  }
  return at;
}

ElasticSurfaces::ElasticSurfaces(std::vector<ElasticSurface> surfaces)
    : surfaces_(std::move(surfaces)) {
  int num_bodies = 0;
  for (std::size_t s = 0; s < surfaces_.size(); ++s) {
    const ElasticSurface& surface = surfaces_[s];
    const int first = surface.first_node;
    surface_of_node_.resize(first + surface.rest.size(), static_cast<int>(s));
    largest_skin_ = std::max(largest_skin_, surface.skin);
    for (const int node : surface.nodes) nodes_.push_back(first + node);
    for (const auto& face : surface.faces) {
      faces_.push_back(
          {.surface = static_cast<int>(s),
           .corners = {first + face[0], first + face[1], first + face[2]}});
    }
    if (!surface.nodes.empty()) ++num_bodies;
    may_touch_ = may_touch_ || num_bodies > 1 || surface.touches_itself;
  }
  excluded_.resize(surface_of_node_.size());
  for (std::size_t s = 0; s < surfaces_.size(); ++s) {
    if (surfaces_[s].touches_itself) Exclude(surfaces_[s], static_cast<int>(s));
  }
}

// Neighbours along edges, and what is near at rest.
void ElasticSurfaces::Exclude(const ElasticSurface& surface, int index) {
  const int first = surface.first_node;
  std::vector<std::vector<int>> faces_of_node(surface.rest.size());
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (faces_[f].surface != index) continue;
    for (const int corner : faces_[f].corners)
      faces_of_node[corner - first].push_back(static_cast<int>(f));
  }
  const auto exclude = [&](int node, int neighbor) {
    const std::vector<int>& faces = faces_of_node[neighbor];
    std::vector<int>& own = excluded_[first + node];
    own.insert(own.end(), faces.begin(), faces.end());
  };
  for (std::size_t i = 0; i < surface.rest.size(); ++i)
    exclude(static_cast<int>(i), static_cast<int>(i));
  for (const auto& [a, b] : surface.edges) {
    exclude(a, b);
    exclude(b, a);
  }
  // Bodies are looked at one by one: the others are far away.
  VectorXd rest = VectorXd::Constant(
      3 * static_cast<Eigen::Index>(surface_of_node_.size()), 0);
  for (std::size_t i = 0; i < surface.rest.size(); ++i)
    rest.segment<3>(3 * (first + static_cast<int>(i))) = surface.rest[i];
  for (const Candidate& near : FindCandidates(rest, 4 * surface.skin)) {
    if (surface_of_node_[near.node] == index &&
        faces_[near.face].surface == index)
      excluded_[near.node].push_back(near.face);
  }
  for (std::size_t i = 0; i < surface.rest.size(); ++i) {
    std::vector<int>& own = excluded_[first + i];
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
}

bool ElasticSurfaces::IsExcluded(int node, int face) const {
  const int own = surface_of_node_[node];
  if (faces_[face].surface != own) return false;
  return !surfaces_[own].touches_itself ||
         std::ranges::binary_search(excluded_[node], face);
}

// By node and face.
std::vector<ElasticSurfaces::Candidate> ElasticSurfaces::FindCandidates(
    const VectorRef& x, double distance) const {
  std::vector<Vector3d> points;
  for (const int node : nodes_) points.push_back(x.segment<3>(3 * node));
  double largest = 2 * distance;
  for (const Face& face : faces_) {
    const auto corners = CornersAt(face.corners, x);
    for (int k = 0; k < 3; ++k)
      largest = std::max(
          largest,
          (corners[k] - corners[(k + 1) % 3]).lpNorm<Eigen::Infinity>());
  }
  const PointGrid grid(points, std::max(largest, 1e-9));
  std::vector<Candidate> candidates;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const auto corners = CornersAt(faces_[f].corners, x);
    const Vector3d reach = Vector3d::Constant(distance);
    const Vector3d lower =
        corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]) - reach;
    const Vector3d upper =
        corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]) + reach;
    grid.VisitBox(lower, upper, [&](int i) {
      const Vector3d& p = points[i];
      const int face = static_cast<int>(f);
      if ((p.array() < lower.array()).any() ||
          (p.array() > upper.array()).any() || IsExcluded(nodes_[i], face))
        return;
      Candidate found{.node = nodes_[i],
                      .face = face,
                      .weights = CalcNearestWeights(corners, p),
                      .nearest = {}};
      found.nearest = CalcPoint(corners, found.weights);
      found.distance = (p - found.nearest).norm();
      if (found.distance < distance) candidates.push_back(found);
    });
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::pair(a.node, a.face) < std::pair(b.node, b.face);
  });
  return candidates;
}

// Of the faces around an edge or a corner: none is nearer than that, and the
// first of them stands for all.
bool ElasticSurfaces::IsNearest(const Candidate& candidate,
                                std::span<const Candidate> of_node) const {
  if (candidate.weights.minCoeff() > 0) return true;
  const auto has_weight = [](const Face& face, const Vector3d& weights,
                             int node) {
    for (int k = 0; k < 3; ++k) {
      if (face.corners[k] == node) return weights[k] > 0;
    }
    return false;
  };
  const Face& own = faces_[candidate.face];
  for (const Candidate& other : of_node) {
    if (other.face == candidate.face) continue;
    const Face& face = faces_[other.face];
    bool is_around = true, is_same = true;
    for (int k = 0; k < 3; ++k) {
      const int node = own.corners[k];
      const bool is_at = candidate.weights[k] > 0;
      const bool is_corner =
          std::ranges::find(face.corners, node) != face.corners.end();
      is_around = is_around && (!is_at || is_corner);
      is_same = is_same && is_at == has_weight(face, other.weights, node);
    }
    if (!is_around) continue;
    // Corners of the other one that this face does not have.
    for (int k = 0; k < 3; ++k)
      is_same = is_same && (other.weights[k] == 0 ||
                            std::ranges::find(own.corners, face.corners[k]) !=
                                own.corners.end());
    if (is_same ? other.face < candidate.face
                : other.distance <= candidate.distance)
      return false;
  }
  return true;
}

// With the node at p.
bool ElasticSurfaces::MakeContact(const Candidate& candidate, const Vector3d& p,
                                  const std::array<Vector3d, 3>& corners,
                                  NodeOnFace* contact) const {
  const Face& face = faces_[candidate.face];
  const double skin_a = surfaces_[face.surface].skin;
  const double skin_b = surfaces_[surface_of_node_[candidate.node]].skin;
  const Vector3d face_normal = CalcNormal(corners);
  const Vector3d d = p - candidate.nearest;
  const bool is_outside = d.dot(face_normal) > 0;
  const bool is_on_side = candidate.weights.minCoeff() == 0;
  if (!is_outside && (is_on_side || candidate.distance >= skin_a + skin_b))
    return false;
  const double s = is_outside ? candidate.distance : -candidate.distance;
  const Vector3d n =
      is_outside ? Vector3d(d / candidate.distance) : face_normal;
  contact->node = candidate.node;
  contact->at = MakeFacePoint(face.corners, candidate.weights);
  contact->normal_W = n;
  contact->p_WA = candidate.nearest + skin_a * n;
  contact->p_WB = p - skin_b * n;
  contact->depth = skin_a + skin_b - s;
  return true;
}

}  // namespace tactus::contact
