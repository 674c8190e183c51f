#pragma once

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"

namespace tactus::multibody::sdformat {

/// Throws again what ReadScene() threw, and says more where libsdformat tells
/// little: the value of an element that cannot be read, the places where an
/// <include> was looked for, and the element that a message without a line
/// names.
/// @param root  of the file that was read.
/// @throws ModelFileError, always.
[[noreturn]] void ThrowClearly(const ModelFileError& error,
                               const XmlElement& root,
                               const ResourceLocator& locator);

}  // namespace tactus::multibody::sdformat
