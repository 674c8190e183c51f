#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// A <contact><pair>: two geoms that touch whatever their contype, conaffinity,
/// bodies and <exclude>s say, with condim, friction, solref, solimp, margin and
/// gap of the pair. What it does not give are the pair's defaults; the geoms'
/// own values do not count.
///
/// MuJoCo's friction has one coefficient per direction (tangents 1 and 2, spin,
/// rolling 1 and 2); here the first of each two holds for both, and a pair with
/// different ones is reported. Contact acts from margin - gap on.
struct PairSpec {
  const XmlElement* source{};
  int geom_a{}, geom_b{};  ///< Indices in BodyTree::geoms.
  /// The surface of both: condim, friction, solref and solimp.
  GeomSpec surface{};
  double margin{};  ///< margin - gap, not negative [m].
};

/// Reads those that can act, and marks their geoms as being in a pair. Pairs on
/// one body, on two that the world holds, or of geoms that an earlier one has,
/// are reported and left out.
/// @throws ModelFileError for unknown geoms and classes, and values that make
/// no sense.
std::vector<PairSpec> ReadContactPairs(const XmlElement& root,
                                       const DefaultClasses& classes,
                                       BodyTree* tree, ImportReport* report);

/// The surface that MuJoCo makes of two: all of the one with the higher
/// priority; else the larger condim and frictions, solimp and a positive solref
/// in the mean by the weights solmix, and the smaller numbers of two solrefs of
/// which one is negative.
GeomSpec MixSurfaces(const GeomSpec& a, const GeomSpec& b);

/// Appends the pairs of a geom that the world holds and one that moves where
/// MixSurfaces() makes them softer or harder than the one that moves is itself:
/// what does not move has no stiffness of its own here. Masks, excluded bodies
/// and pairs of the file hold. More than 20,000 of them are reported and left
/// out.
void AddStaticPairs(const BodyTree& tree,
                    std::span<const std::pair<int, int>> excluded_bodies,
                    std::vector<PairSpec>* pairs, ImportReport* report);

}  // namespace tactus::multibody::mjcf
