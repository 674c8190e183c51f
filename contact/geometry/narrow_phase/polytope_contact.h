#pragma once

#include <boost/container/static_vector.hpp>

#include "tactus/contact/geometry/narrow_phase/convex_solid.h"
#include "tactus/contact/geometry/narrow_phase/direction_bins.h"
#include "tactus/contact/geometry/narrow_phase/face_contact.h"

namespace tactus::contact {

/// A polytope on a reference face, with outward normal n: the contacts of its
/// faces j with the reference face, each with a share
///
///     s_j ~ (2 d_j / d - 1)+^2 (-n_j . n)+^8,
///
/// d_j the greatest depth of face j over the reference face, d the greatest of
/// all, both less the depth that solids deep in each other have in common, see
/// lift.h. A face that lies flat has all of it; on an edge or a corner the
/// faces around it share, so that no choice between them makes the contact
/// jump. The corner that faces have in common is one point, with the sum of
/// their weights. Of anything but a box on a face of four corners, the points
/// are joined to at most eight, see DirectionBins.
class PolytopeContact {
 public:
  /// @param size  a length like the smaller solid's [m].
  PolytopeContact(const Face& reference, const ConvexSolid& polytope,
                  double size);
  PolytopeContact(const PolytopeContact&) = delete;
  PolytopeContact& operator=(const PolytopeContact&) = delete;

  /// Writes the points that lie in the prism over the reference face, and
  /// returns the part of `weight` that is left over because they are less deep
  /// than `depth`: the rest of the contact is beside the face.
  double Write(double weight, double depth, const FaceWriter& writer) const;

  /// Writes the corners of the same faces that are above the plane, by no more
  /// than the writer wants; none of those faces that have next to no share.
  void WriteApart(double weight, double depth, const FaceWriter& writer) const;

 private:
  static constexpr int kMaxKept = 32;

  struct IncidentFace : ConvexSolid::OwnedFace {
    IncidentFace(const ConvexSolid& polytope, int j) {
      polytope.MakeFace(j, ConvexSolid::Role::kIncident, this);
    }
  };
  /// A face j of the polytope and its contact with the reference face.
  struct Candidate {
    Candidate(const PolytopeContact& of, int j, double cosine_of_j)
        : incident(of.polytope_, j),
          contact(of.reference_, incident.face),
          cosine(cosine_of_j) {}
    Candidate(const Candidate&) = delete;
    Candidate& operator=(const Candidate&) = delete;

    IncidentFace incident;
    FaceContact contact;
    double cosine;  ///< -n_j . n
  };

  /// The depth up to which a face has no share beside one of this depth.
  double CalcLeastBeside(double depth) const;
  double CalcLeastDepth() const;
  double CosineOf(int j) const {
    return -polytope_.FacePlane(j).normal.dot(reference_.normal());
  }
  /// Whether face j looks at the reference face and has corners below `least`.
  bool MayShare(int j, double cosine, double least) const;
  /// Keeps face j if its depth is more than `least`, which rises with it.
  void Try(int j, double* least);
  /// s_j, not yet divided by the sum.
  double CalcShare(const Candidate& candidate) const;
  /// Visits the faces that may have a share, in the same order each time: those
  /// that are kept or, where there are more, each made anew.
  template <class Visitor>
  void ForEach(const Visitor& visit) const;

  const Face& reference_;
  const ConvexSolid& polytope_;
  double size_;
  boost::container::static_vector<Candidate, kMaxKept> kept_;
  bool are_more_ = false;  ///< Faces than are kept.
  double deepest_ = 0;
};

}  // namespace tactus::contact
