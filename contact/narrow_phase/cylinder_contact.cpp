#include "tactus/contact/narrow_phase/cylinder_contact.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/narrow_phase/convex_solid.h"

namespace tactus::contact {

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
  if (!(lowest > 0)) return;
  share_of_end_ = std::max(0.0, 1 - 2 * cylinder.radius * sine / lowest);
}

double CylinderContact::Write(double weight, double depth,
                              const FaceWriter& writer) const {
  return WriteEnd(weight * share_of_end_, depth, writer) +
         WriteLine(weight * (1 - share_of_end_), depth, writer);
}

double CylinderContact::WriteEnd(double weight, double depth,
                                 const FaceWriter& writer) const {
  if (weight == 0) return 0;
  const ConvexSolid solid(cylinder_, X_FC_);
  ConvexSolid::OwnedFace end;
  solid.MakeFace(solid.FindFaceAlong(-reference_.normal()),
                 ConvexSolid::Role::kIncident, &end);
  const FaceContact contact(reference_, end.face);
  const double shown =
      weight * contact.CalcBreadth() * std::min(1.0, contact.deepest() / depth);
  contact.Write(shown, writer);
  return weight - shown;
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
  writer.Add(line_.At(from), depth_from, shown * share);
  writer.Add(line_.At(to), depth_to, shown * share);
  return weight - shown;
}

}  // namespace tactus::contact
