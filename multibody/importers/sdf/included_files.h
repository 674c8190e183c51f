#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace sdf {
inline namespace v12 {
class Error;
class ParserConfig;
}  // namespace v12
}  // namespace sdf

namespace tactus::multibody::sdformat {

/// The files that an SDFormat file includes, and that those include in turn:
/// where they are, and whether libsdformat read these and no others.
class IncludedFiles {
 public:
  using ThrowFirst = std::function<void(const std::vector<sdf::Error>&)>;

  /// Keeps a reference to `locator`. `throw_first` makes a ModelFileError of
  /// the first of some errors, if there are any.
  IncludedFiles(const ResourceLocator& locator, ThrowFirst throw_first);
  ~IncludedFiles();

  /// What libsdformat is to read by: it finds files by the locator, and passes
  /// over what it does not know. Errors in a file that it finds are thrown
  /// when it is found.
  const sdf::ParserConfig& config() const { return *config_; }

  /// After `root` was read from the file `main`, which says `root_xml`: whether
  /// each <include> is of the file that the locator finds.
  /// @throws ModelFileError for an include that libsdformat found elsewhere,
  /// and for errors in included files.
  void CheckRead(const std::string& main, const XmlElement& root_xml,
                 const XmlElement& root);

 private:
  std::string Find(const std::string& uri) const;
  void CheckErrors(const std::string& place);
  void CheckIncludes(const XmlElement& element,
                     const std::set<std::filesystem::path>& read) const;

  const ResourceLocator& locator_;
  ThrowFirst throw_first_;
  std::unique_ptr<sdf::ParserConfig> config_;
  std::set<std::string> checked_;
};

/// While it lives, files that included files include are found by a
/// configuration's callback, too: libsdformat looks for them by its global
/// configuration, and passes over without an error where that finds none.
class FindForAll {
 public:
  explicit FindForAll(const sdf::ParserConfig& config);
  ~FindForAll();
  FindForAll(const FindForAll&) = delete;
  FindForAll& operator=(const FindForAll&) = delete;

 private:
  std::unique_ptr<const sdf::ParserConfig> before_;
};

}  // namespace tactus::multibody::sdformat
