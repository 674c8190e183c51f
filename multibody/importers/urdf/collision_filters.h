#pragma once

#include <set>
#include <string>
#include <utility>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::urdf {

/// The pairs of links that <drake:collision_filter_group>s keep from touching:
/// no member of a group touches a member of a group that it ignores, itself
/// included.
///
///     <drake:collision_filter_group name="hand">
///       <drake:member link="palm"/>
///       <drake:member_group name="fingers"/>
///       <drake:ignored_collision_filter_group name="hand"/>
///     </drake:collision_filter_group>
///
/// The older form, without prefix and with the ignored group in the attribute
/// `collision_filter_group`, is read too, and groups with ignore="true" are
/// not.
/// @param root   <robot>
/// @param links  the names that exist.
/// @returns pairs in alphabetical order, first < second.
/// @throws ModelFileError for unknown links and groups, and a group that
/// contains itself.
std::set<std::pair<std::string, std::string>> ReadCollisionFilters(
    const XmlElement& root, const std::set<std::string>& links);

}  // namespace tactus::multibody::urdf
