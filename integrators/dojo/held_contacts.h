#pragma once

#include <span>
#include <vector>

#include "tactus/contact/geometry/corner_query.h"
#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/integrators/dojo/feature_slopes.h"

namespace tactus::integrators {

/// Which contacts a step holds apart at its end.
///
/// At first those that its query has found where it starts. That they are apart
/// at the end may be too little, as other features of the two bodies have met,
/// and too much, as the two have passed each other: the plane that a contact
/// holds goes on beyond the face, edge or corner that it is of. So a step is
/// solved, reviewed at its end q3 and, where a pair has changed, solved again:
///
///  * Two that overlap at q3 by a thousandth of their size more than what is
///    held lets them take the contacts that a query finds there, of those that
///    were apart at q2.
///  * Two that push each other along n, while the plane of a face across which
///    n is not has them on its two sides both at q2 and at q3, did not meet:
///    it takes the place of their contacts. So what slides or rolls from tile
///    to tile does not run into their flush sides.
///
/// What holds all corners or balls on a half-space, or two balls, needs no
/// review. Of steps to differentiate, what has been added has slopes by the end
/// that it was found at (FeatureSlopes::is_of_end).
class HeldContacts {
 public:
  /// A step at its end, as it has been solved.
  struct End {
    const multibody::PositionKinematics& position;
    std::span<const Vector3d> impulses_W;  ///< By contact [N s].
  };

  /// What the query has found; the features of its points, and their slopes,
  /// without any if those of what is added are not wanted either.
  void Begin(const FoundContacts& found,
             std::span<const ContactFeatures> of_points,
             std::span<const FeatureSlopes> slopes = {},
             std::span<const multibody::Parameter> parameters = {});
  /// Whether any pair has changed, at most kMostReviews times a step.
  bool Review(const FoundContacts& found, const End& end);
  /// Lets what overlaps at q2 stay as deep, in these patches: to hold still is
  /// a solution then, which wedged bodies need not have that are pushed out.
  /// False: nothing was held higher.
  bool StayDeep(const FoundContacts& found, std::span<const int> patches);
  /// Adds the impulses of what has been added to those of the nearest points of
  /// their pairs, and leaves these alone.
  void GiveToPoints(std::vector<Vector3d>* impulses_W) const;

  /// Those of the points, in their order, and what reviews have added.
  std::span<const ContactFeatures> features() const { return features_; }
  std::span<const FeatureSlopes> slopes() const { return slopes_; }
  /// Of those that the last Review() has added, how they slide with what moves
  /// the end that it has looked at.
  /// @param end    its poses.
  /// @param end_q  how its q changes.
  void ChainSlopes(const multibody::Model& model,
                   const multibody::PositionKinematics& end,
                   const StepJacobian& end_q);
  /// Those that are held, by patch of the velocity problem: into features().
  std::span<const std::vector<int>> by_patch() const { return by_patch_; }
  /// Of those in the last Review() [patch].
  bool is_changed(int patch) const { return is_changed_[patch]; }
  /// The patch that a contact is of.
  int PatchOf(int contact) const { return patch_of_[contact]; }

 private:
  static constexpr int kMostReviews = 8;

  struct Pair;
  Pair MakePair(const FoundContacts& found, const End& end, int manifold) const;
  bool ReviewPair(const FoundContacts& found, const End& end, int manifold);
  bool AddMet(const Pair& pair);
  void FindSlopes(const Pair& pair, const PosedPair& posed);
  bool TakePlane(const Pair& pair, const ContactFeatures& pushing);
  void HoldAbove(const Pair& pair, const contact::Geometry& plane,
                 bool is_of_b);
  double FindAbovePlane(const Pair& pair, const contact::Geometry& plane,
                        bool is_of_b, std::span<const RigidTransform> X_WB);
  ContactFeatures MakeFeatures(const Pair& pair, const PosedPair& posed,
                               const contact::ManifoldPoint& point) const;
  void Add(const Pair& pair, const ContactFeatures& features,
           const FeatureSlopes& slopes);
  double CalcAllowedOverlap(const Pair& pair) const;
  bool wants_slopes() const { return wants_slopes_; }
  void SortByPatch();

  std::vector<ContactFeatures> features_;
  std::vector<int> patch_of_, manifold_of_;  ///< By contact.
  bool wants_slopes_ = false;
  std::vector<FeatureSlopes> slopes_;  ///< By contact.
  std::vector<multibody::Parameter> parameters_;
  std::size_t num_before_ = 0;  ///< Contacts before the last Review().
  int num_points_ = 0;
  std::vector<std::vector<int>> by_patch_, by_manifold_;
  std::vector<bool> is_changed_;
  std::vector<Vector3d> turns_;  ///< By point.
  int num_reviews_ = 0;
  // Work space.
  contact::CornerQuery corner_query_;
  contact::ContactSet at_plane_;
  std::vector<contact::ManifoldPoint> points_;
  std::vector<FeatureSlopes> new_slopes_;
};

}  // namespace tactus::integrators
