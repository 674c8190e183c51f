#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "tactus/contact/geometry/advance_to_touch.h"
#include "tactus/contact/geometry/elastic_surfaces.h"

// The part of ElasticSurfaces that looks at nodes and faces on their way.
namespace tactus::contact {
namespace {

// How much nearer than without contact nodes can come in the sweep: each by its
// speed beside the mean of all, which brings none together.
double CalcReach(const VectorRef& v, const ElasticSurfaces::Reach& reach) {
  if (reach.duration == 0) return 0;
  const auto velocities =
      Eigen::Map<const Eigen::Matrix3Xd>(v.data(), 3, v.size() / 3);
  const Vector3d mean = velocities.rowwise().mean();
  const double fastest = std::sqrt(
      (velocities.colwise() - mean).colwise().squaredNorm().maxCoeff());
  return 1.2 * reach.duration * 2 * fastest +
         reach.duration * reach.duration * reach.gravity.norm();
}

}  // namespace

/// One node and the faces near it.
class ElasticSurfaces::NodeSweep {
 public:
  NodeSweep(const ElasticSurfaces& surfaces, const VectorRef& x,
            const VectorRef& v, double duration)
      : surfaces_(surfaces), x_(x), v_(v), h_(duration) {}

  /// Where the node's step touches one of these faces first, or ends.
  const std::vector<NodeOnFace>& Find(std::span<const Candidate> of_node) {
    start_ = of_node;
    node_ = of_node.front().node;
    speed_ = 0;
    skins_ = 0;
    const double skin =
        surfaces_.surfaces_[surfaces_.surface_of_node_[node_]].skin;
    for (const Candidate& each : of_node) {
      const Face& face = surfaces_.faces_[each.face];
      skins_ = std::max(skins_, skin + surfaces_.surfaces_[face.surface].skin);
      for (const int corner : face.corners)
        speed_ =
            std::max(speed_, (VelocityOf(node_) - VelocityOf(corner)).norm());
    }
    AdvanceToTouch(h_, speed_, skins_, LookAt(0),
                   [this](double t) { return LookAt(t); });
    return contacts_;
  }

 private:
  Vector3d VelocityOf(int node) const { return v_.segment<3>(3 * node); }
  Vector3d PlaceOf(int node, double t) const {
    return x_.segment<3>(3 * node) + t * VelocityOf(node);
  }

  // The depth of the deepest contact.
  double LookAt(double t) {
    const Vector3d p = PlaceOf(node_, t);
    now_.assign(start_.begin(), start_.end());
    for (Candidate& each : now_) {
      const auto corners = CornersOf(each, t);
      each.weights = CalcNearestWeights(corners, p);
      each.nearest = each.weights[0] * corners[0] +
                     each.weights[1] * corners[1] +
                     each.weights[2] * corners[2];
      each.distance = (p - each.nearest).norm();
    }
    contacts_.clear();
    double depth = -std::numeric_limits<double>::infinity();
    for (const Candidate& each : now_) {
      NodeOnFace contact;
      if (!surfaces_.IsNearest(each, now_) ||
          !surfaces_.MakeContact(each, p, CornersOf(each, t), &contact))
        continue;
      depth = std::max(depth, contact.depth);
      if (t > 0) MoveToStart(t, &contact);
      contacts_.push_back(contact);
    }
    return depth;
  }

  std::array<Vector3d, 3> CornersOf(const Candidate& candidate,
                                    double t) const {
    std::array<Vector3d, 3> corners;
    for (int k = 0; k < 3; ++k)
      corners[k] = PlaceOf(surfaces_.faces_[candidate.face].corners[k], t);
    return corners;
  }

  // Of a node that rests, depth0 is depth(t); one that comes from apart has the
  // gap that closes at t; what parts at t was no deeper than there.
  void MoveToStart(double t, NodeOnFace* contact) const {
    const Vector3d v_A = PointAt(contact->at, v_);
    const Vector3d v_B = VelocityOf(node_);
    contact->p_WA -= t * v_A;
    contact->p_WB -= t * v_B;
    contact->depth =
        std::min(contact->depth + t * contact->normal_W.dot(v_B - v_A),
                 std::max(contact->depth, 0.0));
  }

  const ElasticSurfaces& surfaces_;
  const VectorRef& x_;
  const VectorRef& v_;
  double h_;
  std::span<const Candidate> start_;
  int node_{};
  double speed_{}, skins_{};
  std::vector<Candidate> now_;
  std::vector<NodeOnFace> contacts_;
};

void ElasticSurfaces::FindContacts(const VectorRef& x, const VectorRef& v,
                                   const Reach& reach,
                                   std::vector<NodeOnFace>* contacts) const {
  contacts->clear();
  if (!may_touch_) return;
  const double distance =
      2 * largest_skin_ + reach.margin + CalcReach(v, reach);
  const std::vector<Candidate> candidates = FindCandidates(x, distance);
  // phi < 1.2 h (-vn)+ + h^2 |g . n|
  const auto can_meet = [&](const NodeOnFace& contact) {
    const double h = reach.duration;
    const double vn = contact.normal_W.dot(v.segment<3>(3 * contact.node) -
                                           PointAt(contact.at, v));
    return -contact.depth <
           1.2 * h * std::max(-vn, 0.0) +
               h * h * std::abs(contact.normal_W.dot(reach.gravity));
  };
  NodeSweep sweep(*this, x, v, reach.duration);
  for (auto first = candidates.begin(); first != candidates.end();) {
    const auto last = std::find_if(first, candidates.end(), [&](const auto& c) {
      return c.node != first->node;
    });
    for (const NodeOnFace& contact : sweep.Find({first, last})) {
      if (contact.depth > -reach.margin || can_meet(contact))
        contacts->push_back(contact);
    }
    first = last;
  }
}

}  // namespace tactus::contact
