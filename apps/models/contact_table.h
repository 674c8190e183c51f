#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// The pairs of geometries that may touch, at most 200 of them, how they do
/// (by a patch, or at points), and why.
std::string MakeContactTable(const multibody::Model& model);

/// How two geometries touch and why, as "points: 'floor' has no modulus".
std::string ExplainContact(const contact::Geometry& a,
                           const contact::Geometry& b);

/// Whether two geometries touch by patches and one of them is a mesh that is
/// not convex: their hulls' overlap says nothing of them.
bool TouchAsSurfaces(const contact::Geometry& a, const contact::Geometry& b);

/// How many of them touch by patches.
int CountPatchPairs(const multibody::Model& model);

/// The geometries whose modulus changes nothing: they can touch others, and all
/// of these at points.
std::vector<int> FindIdleModuli(const multibody::Model& model);

}  // namespace tactus::apps
