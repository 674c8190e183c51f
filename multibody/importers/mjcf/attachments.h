#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// A file that <attach> elements take from, its own copies expanded.
struct AttachedFile {
  XmlElement root;
  std::filesystem::path directory;
  int compiler{};  ///< The number of its settings, see ExpandCopies().
};

/// What names in the file become.
struct AttachedNames {
  std::string prefix;
  int compiler{};

  std::string OfPart(const std::string& name) const { return prefix + name; }
  /// The file's class "main" is never that of the file that attaches it.
  std::string OfClass(const std::string& name) const;
};

/// The frame that an <attach> stands for. The names of the parts in it, as they
/// are in the file, are added to `parts`.
/// @throws ModelFileError if the file has no body of that name.
XmlElement MakeAttachment(const XmlElement& attach, const AttachedFile& file,
                          const AttachedNames& names, PartNames* parts);

/// The <default> that has the file's classes.
XmlElement MakeAttachedClasses(const AttachedFile& file,
                               const AttachedNames& names);

/// The <asset> that has the file's meshes and height fields, with absolute
/// paths. `compiler`: the file's.
XmlElement MakeAttachedAssets(const AttachedFile& file,
                              const CompilerSettings& compiler,
                              const AttachedNames& names);

/// Those elements of the file's <contact>, <tendon>, <equality> and <actuator>
/// that refer to the parts named alone, by section; the names of such tendons
/// are added. Elements that refer to others too are reported as left out.
std::vector<std::pair<std::string, XmlElement>> CopyAttachedReferences(
    const AttachedFile& file, const AttachedNames& names, PartNames* parts,
    ImportReport* report);

}  // namespace tactus::multibody::mjcf
