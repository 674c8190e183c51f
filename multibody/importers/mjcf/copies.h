#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// Marks that expansion leaves for the readers: the number of the compiler
/// settings that hold inside an element, and a default class that inherits
/// from no other.
inline constexpr std::string_view kCompilerMark = "tactus:compiler";
inline constexpr std::string_view kRootClassMark = "tactus:root";

/// Replaces what stands for copies of other elements by these copies.
///
/// <replicate count offset euler sep> becomes frames F_0, F_1, ..., one after
/// the other, with the copies inside:
///
///     X_F(i+1) = X_Fi * (offset, R(euler)),   X_F0 = 1.
///
/// Names in copy i end in sep and i, with leading zeros. Elements of <contact>,
/// <equality>, <tendon> and <actuator> that refer to a replicated part are
/// copied with it.
///
/// <attach model body prefix> becomes the body of that name, with all that
/// hangs on it, of the file of <asset><model>; without `body`, all that is in
/// that file's world. Names and classes get the prefix, its default classes and
/// meshes come along, and so do those elements of the four sections that refer
/// to attached parts only. The file keeps its own <compiler>, and its <option>
/// does not count. Keyframes of attached files are left out, which is reported.
///
/// <composite> becomes what composites.h says.
///
/// @returns the compiler settings, those of `root` first; the others are those
/// that marks tell of.
/// @throws ModelFileError for models and bodies that do not exist, files that
/// attach themselves, and counts that are not positive.
std::vector<CompilerSettings> ExpandCopies(
    const std::filesystem::path& main_directory, XmlElement* root,
    ImportReport* report);

/// The settings that a mark on the element asks for, else those given.
const CompilerSettings& CompilerOf(
    const XmlElement& element, const std::vector<CompilerSettings>& compilers,
    const CompilerSettings& otherwise);

}  // namespace tactus::multibody::mjcf
