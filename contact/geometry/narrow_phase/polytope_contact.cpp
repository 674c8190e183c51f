#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"

#include <algorithm>

namespace tactus::contact {
namespace {

constexpr double kLeastShare = 1e-9;
constexpr double kLeastCosine = 0.075;  ///< To the power of 8, the least share.

/// Points of one reference face, those at the same place joined.
class JoinedPoints {
 public:
  explicit JoinedPoints(double tolerance) : tolerance_(tolerance) {}

  void Add(const Vector3d& p, double depth, double weight) {
    for (int i = 0; i < size_; ++i) {
      if ((points_[i].p - p).squaredNorm() < tolerance_ * tolerance_) {
        points_[i].weight += weight;
        return;
      }
    }
    if (size_ < kMaxPoints) points_[size_++] = {p, depth, weight};
  }
  void Write(const FaceWriter& writer) const {
    for (int i = 0; i < size_; ++i) {
      writer.Add(points_[i].p, points_[i].depth, points_[i].weight);
    }
  }

 private:
  static constexpr int kMaxPoints = 128;
  struct Point {
    Vector3d p;
    double depth, weight;
  };
  double tolerance_;
  int size_ = 0;
  std::array<Point, kMaxPoints> points_;
};

}  // namespace

PolytopeContact::PolytopeContact(const Face& reference,
                                 const ConvexSolid& polytope)
    : reference_(reference), polytope_(polytope) {
  const Vector3d n = reference.normal();
  polytope.VisitFacesIn(reference, kLeastCosine, [&](int j) {
    const double cosine = -polytope.FacePlane(j).normal.dot(n);
    if (cosine < kLeastCosine || num_candidates_ == kMaxFaces) return;
    if (polytope.DepthOfFace(j, reference) <= 0.5 * deepest_) return;
    ConvexSolid::OwnedFace incident;
    polytope.MakeFace(j, ConvexSolid::Role::kIncident, &incident);
    const FaceContact contact(reference, incident.face);
    const double depth = contact.deepest();
    if (!(depth > 0.5 * deepest_)) return;
    deepest_ = std::max(deepest_, depth);
    const double square = cosine * cosine, fourth = square * square;
    candidates_[num_candidates_++] = {j, fourth * fourth, depth,
                                      contact.CalcBreadth()};
  });
}

double PolytopeContact::CalcShares(Shares* share) const {
  double total = 0;
  for (int i = 0; i < num_candidates_; ++i) {
    const double x = std::max(0.0, 2 * candidates_[i].depth / deepest_ - 1);
    (*share)[i] = x * x * candidates_[i].alignment;
    total += (*share)[i];
  }
  return total;
}

void PolytopeContact::AlignBins(const Shares& share,
                                DirectionBins* bins) const {
  for (int i = 0; i < num_candidates_; ++i) {
    if (share[i] == 0) continue;
    ConvexSolid::OwnedFace incident;
    polytope_.MakeFace(candidates_[i].face, ConvexSolid::Role::kIncident,
                       &incident);
    bins->Align(incident.face, share[i]);
  }
}

double PolytopeContact::Write(double weight, double depth,
                              const FaceWriter& writer) const {
  if (!(deepest_ > 0)) return weight;
  Shares share;
  const double total = CalcShares(&share);
  const double scale = weight * std::min(1.0, deepest_ / depth) / total;
  double shown = 0;
  JoinedPoints points(1e-8 * reference_.size);
  const auto add = [&](const Vector3d& p, double d, double w) {
    points.Add(p, d, w);
  };
  // As many as a box on four corners has are kept as they are.
  const bool has_few =
      polytope_.num_faces() <= 6 && reference_.corners.size() <= 4;
  DirectionBins bins(reference_);
  if (!has_few) AlignBins(share, &bins);
  for (int i = 0; i < num_candidates_; ++i) {
    if (share[i] < kLeastShare * total) continue;
    ConvexSolid::OwnedFace incident;
    polytope_.MakeFace(candidates_[i].face, ConvexSolid::Role::kIncident,
                       &incident);
    const double part = scale * share[i] * candidates_[i].breadth;
    shown += part;
    const FaceContact contact(reference_, incident.face);
    if (has_few) {
      contact.ForEachPoint(part, add);
    } else {
      bins.Add(contact, part);
    }
  }
  bins.ForEachPoint(add);
  points.Write(writer);
  return weight - shown;
}

void PolytopeContact::WriteApart(double weight, double depth,
                                 const FaceWriter& writer) const {
  if (!(deepest_ > 0 && writer.least_depth() < 0)) return;
  Shares share;
  CalcShares(&share);
  const auto end = share.begin() + num_candidates_;
  const double largest = *std::max_element(share.begin(), end);
  double total = 0;
  for (auto it = share.begin(); it != end; ++it) {
    *it = FadeApart(*it / largest);
    total += *it;
  }
  const double scale = weight * std::min(1.0, deepest_ / depth) / total;
  JoinedPoints points(1e-8 * reference_.size);
  for (int i = 0; i < num_candidates_; ++i) {
    if (share[i] == 0) continue;
    ConvexSolid::OwnedFace incident;
    polytope_.MakeFace(candidates_[i].face, ConvexSolid::Role::kIncident,
                       &incident);
    FaceContact(reference_, incident.face)
        .ForEachApart(scale * share[i] * candidates_[i].breadth,
                      writer.least_depth(),
                      [&](const Vector3d& p, double d, double w) {
                        points.Add(p, d, w);
                      });
  }
  points.Write(writer);
}

}  // namespace tactus::contact
