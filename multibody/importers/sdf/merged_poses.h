#pragma once

#include <memory>
#include <set>
#include <string>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace sdf {
inline namespace v12 {
class Element;
}  // namespace v12
}  // namespace sdf

namespace tactus::multibody::sdformat {

/// libsdformat makes a frame of an <include merge="true">, at the pose of the
/// model, which it prints with six digits and reads again. Gives such frames
/// below `root` all digits: those of the pose in the files that is the same in
/// print. Frames at a pose that no file says (of models placed by one of
/// their frames), or to which several come that near, stay as they are.
/// @param main  the file that was read, and
/// @param files  all that were, it among them.
void RestoreMergedPoses(const std::shared_ptr<sdf::Element>& root,
                        const XmlElement& main,
                        const std::set<std::string>& files);

}  // namespace tactus::multibody::sdformat
