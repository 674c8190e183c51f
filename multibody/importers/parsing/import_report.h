#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// Something in a model file that Tactus does not take as it is written.
struct Notice {
  enum class Severity {
    kCosmetic,      ///< Looks only: left out, and no loss to the physics.
    kApproximated,  ///< Physics, kept in a simpler form.
    kDropped,       ///< Physics, left out.
  };
  Severity severity{};
  std::string file;
  int line{};           ///< Of the first place; 0: of none.
  std::string element;  ///< "<geom name="foot">" or "<geom>"
  std::string message;
  int count = 1;  ///< Places with the same element text and message.
};

/// "file:line: warning: <element>: message (and 11 more)"
std::string to_string(const Notice& notice);

/// What an import leaves out or simplifies, in the order of the file, and which
/// files it read or would have.
class ImportReport {
 public:
  /// @param strict  throw instead, when physics would be lost.
  explicit ImportReport(bool strict = false) : strict_(strict) {}

  /// Reports `element` by tag and name.
  /// @throws ModelFileError when strict, unless the notice is cosmetic.
  void Add(Notice::Severity severity, const XmlElement& element,
           std::string_view message);
  /// Reports what many elements have in common (an attribute): by tag only, one
  /// notice for all of them.
  void AddCommon(Notice::Severity severity, const XmlElement& element,
                 std::string_view message);

  /// A file beside the model file that belongs to the model: one that it
  /// includes, and those of meshes, height fields and textures.
  void AddFile(std::filesystem::path file) {
    files_.push_back(std::move(file));
  }

  const std::vector<Notice>& notices() const { return notices_; }
  /// Whatever came by AddFile(), in that order; one may be there twice.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  /// Notices that are not cosmetic.
  int CountPhysics() const;

 private:
  void Insert(Notice notice, const XmlElement& element);

  bool strict_;
  std::vector<Notice> notices_;
  std::vector<std::filesystem::path> files_;
};

}  // namespace tactus::multibody
