#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// The pairs of geometries that the filters let touch, which may be too many to
/// keep.
struct ContactPairs {
  long count{};
  long num_patches{};                      ///< Of pairs that touch by patches.
  std::vector<std::pair<int, int>> first;  ///< At most 200.
};
ContactPairs FindContactPairs(const multibody::Model& model);

/// The first of them, how they touch (by a patch, or at points), and why.
std::string MakeContactTable(const multibody::Model& model,
                             const ContactPairs& pairs);

/// How two geometries touch and why, as "points: 'floor' has no pressure
/// field".
std::string ExplainContact(const contact::Geometry& a,
                           const contact::Geometry& b);

/// Whether two geometries touch by patches and one of them is a mesh that is
/// not convex: their hulls' overlap says nothing of them.
bool TouchAsSurfaces(const contact::Geometry& a, const contact::Geometry& b);

/// A line of the summary: the round shape of those that touch by patches whose
/// facets lie farthest from it; empty without one.
std::string MakeFacetSummary(const multibody::Model& model);

/// The round shapes that touch by patches: how many edges their largest circle
/// has, and how far their facets lie from them. At most 200 of them, and
/// nothing without one.
std::string MakeFacetTable(const multibody::Model& model);

/// The geometries whose modulus changes nothing: they can touch others, and all
/// of these at points.
std::vector<int> FindIdleModuli(const multibody::Model& model);

}  // namespace tactus::apps
