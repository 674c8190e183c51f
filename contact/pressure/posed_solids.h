#pragma once

#include <cstddef>
#include <vector>

#include "tactus/contact/pressure/cell_pairs.h"
#include "tactus/contact/pressure/pressure_field.h"
#include "tactus/contact/pressure/trees/bounding_tree_pair.h"

namespace tactus::contact {

/// Two solids at their poses, of which one comes first: its cells, or the
/// facets of a rigid one, are cut by the cells of the second, in whose frame S
/// all is. That is B, unless only A is compliant: then they are exchanged.
class PosedSolids {
 public:
  /// Keeps pointers to both.
  /// @throws std::invalid_argument for two rigid solids and two half-spaces.
  PosedSolids(const PressureSolid& a, const RigidTransform& X_WA,
              const PressureSolid& b, const RigidTransform& X_WB);

  const PressureField* soft() const { return soft_; }   ///< The first, or null
  const RigidSurface* rigid() const { return rigid_; }  ///< one of these two.
  const PressureField& second() const { return *second_; }
  bool exchanged() const { return exchanged_; }
  const RigidTransform& X_WS() const { return X_WS_; }
  const RigidTransform& X_SF() const { return X_SF_; }  ///< F: of the first.
  const Matrix3d& R_FS() const { return R_FS_; }

  /// Adds the pairs, first of the first solid, that may have a polygon.
  void CollectPairs(CellPairs* pairs) const;
  /// By cells of A, then of B.
  void Sort(CellPairs* pairs) const { pairs->Sort(exchanged_); }

  /// At least so many parts of the search, if it has them, each of which may be
  /// another thread's. Together they find these pairs: some several times,
  /// and some that have no polygon.
  using Part = BoundingTreePair::Part;
  std::vector<Part> Split(int num_parts) const;
  void CollectPairs(const Part& part, CellPairs* pairs) const;

 private:
  /// Of two that have trees.
  BoundingTreePair MakeTreePair() const;
  const BoundingTree& first_tree() const {
    return soft_ != nullptr ? soft_->tree() : rigid_->tree();
  }
  bool has_half_space() const {
    return second_->is_half_space() || first_tree().nodes().empty();
  }
  void CollectNearPlane(int node, CellPairs* pairs) const;

  const PressureField* soft_{};
  const RigidSurface* rigid_{};
  const PressureField* second_{};
  bool exchanged_{};
  RigidTransform X_WS_, X_SF_;
  Matrix3d R_FS_;
};

}  // namespace tactus::contact
