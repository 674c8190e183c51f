#include "tactus/contact/pressure/posed_solids.h"

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

/// Nodes, or ~cells, with all cells of the tree; so many, if there are.
std::vector<int> SplitTree(const BoundingTree& tree, int num_parts) {
  std::vector<int> parts = {0}, next;
  for (bool splits = true;
       splits && static_cast<int>(parts.size()) < num_parts;) {
    splits = false;
    next.clear();
    for (const int part : parts) {
      if (part < 0) {
        next.push_back(part);
        continue;
      }
      splits = true;
      const BoundingTree::Node& node = tree.nodes()[part];
      next.insert(next.end(), node.children.begin(),
                  node.children.begin() + node.num_children);
    }
    parts.swap(next);
  }
  return parts;
}

}  // namespace

PosedSolids::PosedSolids(const PressureSolid& a, const RigidTransform& X_WA,
                         const PressureSolid& b, const RigidTransform& X_WB) {
  const auto is_half_space = [](const auto& s) {
    return s.is_half_space();
  };
  Require(!std::visit(is_half_space, a) || !std::visit(is_half_space, b),
          "Two half-spaces have no contact surface.");
  const auto* soft_a = std::get_if<PressureField>(&a);
  const auto* soft_b = std::get_if<PressureField>(&b);
  Require(soft_a || soft_b, "Two rigid solids have no contact surface.");
  exchanged_ = soft_b == nullptr;
  second_ = exchanged_ ? soft_a : soft_b;
  const PressureSolid& first = exchanged_ ? b : a;
  soft_ = std::get_if<PressureField>(&first);
  rigid_ = std::get_if<RigidSurface>(&first);
  X_WS_ = exchanged_ ? X_WA : X_WB;
  X_SF_ = X_WS_.inverse() * (exchanged_ ? X_WB : X_WA);
  R_FS_ = X_SF_.linear().transpose();
}

BoundingTreePair PosedSolids::MakeTreePair() const {
  return {first_tree(), second_->tree(), X_SF_.inverse()};
}

void PosedSolids::CollectPairs(CellPairs* pairs) const {
  if (has_half_space()) return CollectNearPlane(0, pairs);
  MakeTreePair().Visit([pairs](int i, int j) { pairs->Add(i, j); });
}

std::vector<PosedSolids::Part> PosedSolids::Split(int num_parts) const {
  if (!has_half_space()) return MakeTreePair().Split(num_parts);
  const BoundingTree& tree =
      second_->is_half_space() ? first_tree() : second_->tree();
  // Beside a half-space a part is a node alone; nobody asks for its boxes.
  const CellBounds none{.center = Vector3d::Zero(),
                        .half_extents = Vector3d::Zero()};
  std::vector<Part> parts;
  for (const int node : SplitTree(tree, num_parts))
    parts.push_back({.a = none, .i = node, .b = none, .j = 0});
  return parts;
}

void PosedSolids::CollectPairs(const Part& part, CellPairs* pairs) const {
  if (has_half_space()) return CollectNearPlane(part.i, pairs);
  MakeTreePair().Visit([pairs](int i, int j) { pairs->Add(i, j); }, part);
}

// Of a node, or ~cell.
void PosedSolids::CollectNearPlane(int node, CellPairs* pairs) const {
  const bool second_is_plane = second_->is_half_space();
  const auto add = [&](int cell) {
    pairs->Add(second_is_plane ? cell : 0, second_is_plane ? 0 : cell);
  };
  if (node < 0) return add(~node);
  if (second_is_plane) {
    // Below z_S = 0, in F.
    const Vector3d up_F = X_SF_.linear().row(2);
    first_tree().VisitNearPlane(up_F, -X_SF_.translation().z(), false, add,
                                node);
  } else {
    // A rigid plane itself, and below that of a field.
    const Vector3d up_S = X_SF_.linear().col(2);
    second_->tree().VisitNearPlane(up_S, up_S.dot(X_SF_.translation()),
                                   rigid_ != nullptr, add, node);
  }
}

}  // namespace tactus::contact
