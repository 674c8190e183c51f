#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"

#include <algorithm>

namespace tactus::contact {
namespace {

constexpr double kLeastShare = 1e-9;
constexpr double kLeastCosine = 0.075;  ///< To the power of 8, the least share.
constexpr int kFewFaces = 6;            ///< Of a box.

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
                                 const ConvexSolid& polytope, double size)
    : reference_(reference), polytope_(polytope), size_(size) {
  double least = CalcLeastDepth();
  polytope.VisitFacesIn(reference, kLeastCosine, least, [&](int j) {
    Try(j, &least);
    return least;
  });
}

double PolytopeContact::CalcLeastBeside(double depth) const {
  const double common = CalcCommonDepth(depth, size_);
  return 0.5 * (depth - common) + common;
}

// A bound for what the tree visits: that of the face at the lowest corner that
// looks at the reference face most. Few faces are not worth the question.
double PolytopeContact::CalcLeastDepth() const {
  if (polytope_.num_faces() <= kFewFaces) return 0;
  const int facing = polytope_.FindFaceAlong(-reference_.normal());
  if (CalcCosine(facing) < kLeastCosine) return 0;
  return CalcLeastBeside(
      Candidate(reference_, polytope_, facing).contact.deepest());
}

double PolytopeContact::CalcCosine(int j) const {
  return -polytope_.FacePlane(j).normal.dot(reference_.normal());
}

void PolytopeContact::Try(int j, double* least) {
  const double cosine = CalcCosine(j);
  if (cosine < kLeastCosine || candidates_.size() == kMaxFaces) return;
  if (polytope_.DepthOfFace(j, reference_) <= *least) return;
  Candidate& candidate = candidates_.emplace_back(reference_, polytope_, j);
  candidate.cosine = cosine;
  const double depth = candidate.contact.deepest();
  if (depth > *least) {
    deepest_ = std::max(deepest_, depth);
    *least = std::max(*least, CalcLeastBeside(depth));
  } else {
    candidates_.pop_back();
  }
}

double PolytopeContact::CalcShares(Shares* share) const {
  const double common = CalcCommonDepth(deepest_, size_);
  double total = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    const double depth = candidate.contact.deepest() - common;
    const double x = std::max(0.0, 2 * depth / (deepest_ - common) - 1);
    const double square = candidate.cosine * candidate.cosine;
    const double fourth = square * square;
    (*share)[i] = x * x * (fourth * fourth);
    total += (*share)[i];
  }
  return total;
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
      polytope_.num_faces() <= kFewFaces && reference_.corners.size() <= 4;
  DirectionBins bins(reference_);
  for (std::size_t i = 0; i < candidates_.size() && !has_few; ++i) {
    if (share[i] > 0) bins.Align(candidates_[i].incident.face, share[i]);
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (share[i] < kLeastShare * total) continue;
    const FaceContact& contact = candidates_[i].contact;
    const double part = scale * share[i] * contact.CalcBreadth();
    shown += part;
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
  const auto end =
      share.begin() + static_cast<std::ptrdiff_t>(candidates_.size());
  const double largest = *std::max_element(share.begin(), end);
  double total = 0;
  for (auto it = share.begin(); it != end; ++it) {
    *it = FadeApart(*it / largest);
    total += *it;
  }
  const double scale = weight * std::min(1.0, deepest_ / depth) / total;
  JoinedPoints points(1e-8 * reference_.size);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (share[i] == 0) continue;
    const FaceContact& contact = candidates_[i].contact;
    contact.ForEachApart(
        scale * share[i] * contact.CalcBreadth(), writer.least_depth(),
        [&](const Vector3d& p, double d, double w) { points.Add(p, d, w); });
  }
  points.Write(writer);
}

}  // namespace tactus::contact
