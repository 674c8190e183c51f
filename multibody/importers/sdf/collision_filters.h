#pragma once

#include <set>
#include <string>
#include <utility>

#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// The pairs of links, by scoped name, that <drake:collision_filter_group>s of
/// models keep from touching (parsing/collision_filter_groups.h):
///
///     <model name="arm">
///       <drake:collision_filter_group name="hand">
///         <drake:member>palm</drake:member>
///         <drake:member_group>fingers</drake:member_group>
///         <drake:ignored_collision_filter_group>hand
///         </drake:ignored_collision_filter_group>
///       </drake:collision_filter_group>
///
/// Names are looked for in the model that says them: "inner::link" is a link of
/// the model "inner" in it, "inner::group" a group there.
/// @throws ModelFileError as FindFilteredPairs() does.
std::set<std::pair<std::string, std::string>> ReadCollisionFilters(
    const Scene& scene);

}  // namespace tactus::multibody::sdformat
