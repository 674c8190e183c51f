#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"

#include <algorithm>

namespace tactus::contact {
namespace {

constexpr double kLeastFaceShare = 1e-9;
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
  const int face = polytope_.FindFaceAlong(-reference_.normal());
  const double cosine = CosineOf(face);
  if (cosine < kLeastCosine) return 0;
  return CalcLeastBeside(Candidate(*this, face, cosine).contact.deepest());
}

bool PolytopeContact::MayShare(int j, double cosine, double least) const {
  return cosine >= kLeastCosine && polytope_.DepthOfFace(j, reference_) > least;
}

void PolytopeContact::Try(int j, double* least) {
  const double cosine = CosineOf(j);
  if (!MayShare(j, cosine, *least)) return;
  const auto take = [&](const Candidate& candidate) {
    const double depth = candidate.contact.deepest();
    if (depth <= *least) return false;
    deepest_ = std::max(deepest_, depth);
    *least = std::max(*least, CalcLeastBeside(depth));
    return true;
  };
  if (kept_.size() < kMaxKept) {
    if (!take(kept_.emplace_back(*this, j, cosine))) kept_.pop_back();
  } else if (take(Candidate(*this, j, cosine))) {
    are_more_ = true;
  }
}

template <class Visitor>
void PolytopeContact::ForEach(const Visitor& visit) const {
  if (!are_more_) {
    for (const Candidate& candidate : kept_) visit(candidate);
    return;
  }
  const double least = CalcLeastBeside(deepest_);
  polytope_.VisitFacesIn(reference_, kLeastCosine, least, [&](int j) {
    const double cosine = CosineOf(j);
    if (MayShare(j, cosine, least)) visit(Candidate(*this, j, cosine));
    return least;
  });
}

double PolytopeContact::CalcShare(const Candidate& candidate) const {
  const double common = CalcCommonDepth(deepest_, size_);
  const double depth = candidate.contact.deepest() - common;
  const double x = std::max(0.0, 2 * depth / (deepest_ - common) - 1);
  const double square = candidate.cosine * candidate.cosine;
  const double fourth = square * square;
  return x * x * (fourth * fourth);
}

double PolytopeContact::Write(double weight, double depth,
                              const FaceWriter& writer) const {
  if (!(deepest_ > 0)) return weight;
  // As many as a box on four corners has are kept as they are.
  const bool has_few =
      polytope_.num_faces() <= kFewFaces && reference_.corners.size() <= 4;
  DirectionBins bins(reference_);
  double total = 0;
  ForEach([&](const Candidate& candidate) {
    const double share = CalcShare(candidate);
    total += share;
    if (share > 0 && !has_few) bins.Align(candidate.incident.face, share);
  });
  const double scale = weight * std::min(1.0, deepest_ / depth) / total;
  double shown = 0;
  JoinedPoints points(1e-8 * reference_.size);
  const auto add = [&](const Vector3d& p, double d, double w) {
    points.Add(p, d, w);
  };
  ForEach([&](const Candidate& candidate) {
    const double share = CalcShare(candidate);
    if (share < kLeastFaceShare * total) return;
    const FaceContact& contact = candidate.contact;
    const double part = scale * share * contact.CalcBreadth();
    shown += part;
    if (has_few) {
      contact.ForEachPoint(part, add);
    } else {
      bins.Add(contact, part);
    }
  });
  bins.ForEachPoint(add);
  points.Write(writer);
  return weight - shown;
}

void PolytopeContact::WriteApart(double weight, double depth,
                                 const FaceWriter& writer) const {
  if (!(deepest_ > 0 && writer.least_depth() < 0)) return;
  double largest = 0, total = 0;
  ForEach([&](const Candidate& candidate) {
    largest = std::max(largest, CalcShare(candidate));
  });
  ForEach([&](const Candidate& candidate) {
    total += FadeApart(CalcShare(candidate) / largest);
  });
  const double scale = weight * std::min(1.0, deepest_ / depth) / total;
  JoinedPoints points(1e-8 * reference_.size);
  ForEach([&](const Candidate& candidate) {
    const double share = FadeApart(CalcShare(candidate) / largest);
    if (share == 0) return;
    const FaceContact& contact = candidate.contact;
    contact.ForEachApart(
        scale * share * contact.CalcBreadth(), writer.least_depth(),
        [&](const Vector3d& p, double d, double w) { points.Add(p, d, w); });
  });
  points.Write(writer);
}

}  // namespace tactus::contact
