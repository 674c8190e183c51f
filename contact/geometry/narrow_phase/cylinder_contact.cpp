#include "tactus/contact/geometry/narrow_phase/cylinder_contact.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

namespace tactus::contact {
namespace {

/// Of its depth, the rise of a rim up to which the end alone is in contact.
constexpr double kFlatRise = 1. / 3;

/// How much a line or an end at this cosine of being flat, with that of the
/// other, is about to touch.
double Facing(double cosine, double other) {
  const double ratio2 = cosine * cosine / (other * other);
  return ratio2 < 1 ? FadeApart(ratio2 * ratio2 * ratio2 * ratio2) : 1;
}

// Of the rim's rise over its diameter, what lies between its lowest point and
// the nearest of eight corners: (1 - cos(22.5 deg)) / 2.
constexpr double kCornerRise = 0.0381;

}  // namespace

CylinderContact::CylinderContact(const Face& reference,
                                 const Cylinder& cylinder,
                                 const RigidTransform& X_FC)
    : reference_(reference),
      cylinder_(cylinder),
      X_FC_(X_FC),
      down_(-(X_FC.linear().transpose() * reference.normal())) {
  const double sine = std::hypot(down_.x(), down_.y());
  Vector3d rim = Vector3d::Zero();
  if (sine > 0) {
    rim = Vector3d(down_.x(), down_.y(), 0) * (cylinder.radius / sine);
  }
  line_ = {X_FC * rim, X_FC.linear().col(2), cylinder.half_length};
  const double end = std::copysign(cylinder.half_length, down_.z());
  const double lowest = reference.DepthOf(line_.At(end));
  rise_ = 2 * cylinder.radius * sine;
  if (!(lowest > 0)) return;
  share_of_end_ = std::clamp((1 - rise_ / lowest) / (1 - kFlatRise), 0.0, 1.0);
}

double CylinderContact::Write(double weight, double depth,
                              const FaceWriter& writer) const {
  const double left_over =
      WriteEnd(weight * share_of_end_, depth, writer) +
      WriteLine(weight * (1 - share_of_end_), depth, writer);
  WriteEndApart(weight * (1 - share_of_end_), writer);
  return left_over;
}

double CylinderContact::WriteEnd(double weight, double depth,
                                 const FaceWriter& writer) const {
  if (weight == 0) return 0;
  const ConvexSolid solid(cylinder_, X_FC_);
  ConvexSolid::OwnedFace end;
  solid.MakeFace(solid.FindFaceAlong(-reference_.normal()),
                 ConvexSolid::Role::kIncident, &end);
  const FaceContact contact(reference_, end.face);
  // The deepest corner may be that much less deep than the rim's lowest point.
  const double least = depth - kCornerRise * rise_;
  const double share =
      least > 0 ? std::min(1.0, contact.deepest() / least) : 1.0;
  const double shown = weight * contact.CalcBreadth() * share;
  contact.Write(shown, writer);
  return weight - shown;
}

void CylinderContact::WriteEndApart(double weight,
                                    const FaceWriter& writer) const {
  weight *= Facing(down_.z(), std::hypot(down_.x(), down_.y()));
  if (!(writer.least_depth() < 0 && weight > 0 && rise_ > 0)) return;
  const ConvexSolid solid(cylinder_, X_FC_);
  ConvexSolid::OwnedFace end;
  solid.MakeFace(solid.FindFaceAlong(-reference_.normal()),
                 ConvexSolid::Role::kIncident, &end);
  const double lowest =
      reference_.DepthOf(line_.At(std::copysign(line_.half_length, down_.z())));
  FaceContact(reference_, end.face)
      .ForEachCorner([&](const Vector3d& p, double depth, double share) {
        const bool overlaps = depth > writer.lift;
        if (!overlaps) {
          writer.Add(p, depth, weight * share * (lowest - depth) / rise_);
        }
      });
}

double CylinderContact::WriteLine(double weight, double depth,
                                  const FaceWriter& writer) const {
  if (weight == 0) return 0;
  const auto [from, to] = ClipToPrism(reference_, line_);
  if (!(from <= to)) return weight;
  const double depth_from = reference_.DepthOf(line_.At(from));
  const double depth_to = reference_.DepthOf(line_.At(to));
  const double deepest = std::max(depth_from, depth_to);
  if (!(deepest > 0)) return weight;
  const double shown = weight * std::min(1.0, deepest / depth);

  // As for faces: scaled up where both ends together are less than one point.
  double share = 0.5 + 0.25 * (to - from) / cylinder_.half_length;
  const double total =
      share * (std::max(depth_from, 0.0) + std::max(depth_to, 0.0)) / deepest;
  share /= std::min(1.0, total);
  const double apart = Facing(std::hypot(down_.x(), down_.y()), down_.z());
  const auto add = [&](double at, double d) {
    writer.Add(line_.At(at), d, shown * share * (d > 0 ? 1 : apart));
  };
  add(from, depth_from);
  add(to, depth_to);
  return weight - shown;
}

}  // namespace tactus::contact
