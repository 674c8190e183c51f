#pragma once

namespace tactus::contact {

/// How a solid touches: at points, or by a pressure field (contact/pressure),
/// where one of two solids is compliant and the other compliant or rigid.
/// Others touch at points.
struct Compliance {
  enum class Kind {
    kPoint,      ///< By the stiffness of its material.
    kRigid,      ///< A surface without a field.
    kCompliant,  ///< With d(x) the distance to its surface and H the deepest d,
                 ///< its pressure is E d / H.
  };
  /// Where the pressure on a polygon of two solids' surface acts.
  enum class Quadrature {
    kCentroid,     ///< Its force is right. It does not resist tilt: faces rock.
    kThreePoints,  ///< Its moment is right, too.
  };
  Kind kind = Kind::kPoint;
  double modulus{};  ///< E [Pa]
  /// The length of an edge on the largest circle of a round shape [m]; 0: a
  /// quarter of that circle's radius, 28 edges. Boxes, meshes and half-spaces
  /// do not need it.
  double resolution_hint{};
  double slab_thickness{};  ///< H of a half-space [m]. Others do not need it.
  /// Of all polygons, unless the other solid has the centroid alone.
  Quadrature quadrature = Quadrature::kThreePoints;
};

}  // namespace tactus::contact
