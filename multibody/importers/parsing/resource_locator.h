#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// Where packages are looked for, besides the environment.
struct PackagePaths {
  /// Folders of packages by name. A package that is here is looked for nowhere
  /// else.
  std::map<std::string, std::filesystem::path> packages = {};
  /// Folders that hold packages.
  std::vector<std::filesystem::path> folders = {};
};

/// Finds the files that a model file names. A place is tried after the other;
/// the first where the file exists holds.
///
///   "package://NAME/REST", "model://NAME/REST"
///     1. packages[NAME]/REST alone, if there is one;
///     2. of each ancestor folder of the model file, nearest first: its own
///        REST if its package.xml says NAME, or if it is called NAME;
///     3. of each of `folders`, then of each of ROS_PACKAGE_PATH (and, for
///        model://, GAZEBO_MODEL_PATH and SDF_PATH): NAME/REST, and its own
///        REST if its package.xml says NAME;
///     4. AMENT_PREFIX_PATH: of each prefix, share/NAME/REST;
///     5. of each ancestor folder, NAME/REST;
///     6. in the folders of AddFolder(), the last part of REST alone.
///
///   "file:///PATH"   PATH
///   a relative path  beside the model file, then below each ancestor folder:
///                    some files count from the root of their project.
///
/// Symbolic links that git has checked out as text files are followed.
class ResourceLocator {
 public:
  /// Reads the environment.
  /// @param model_file  need not exist.
  ResourceLocator(const std::filesystem::path& model_file, PackagePaths paths);

  /// Adds a folder in which relative paths are looked for next, with all of the
  /// path and with its last part alone.
  void AddFolder(const std::filesystem::path& folder) {
    own_folders_.push_back(folder);
  }

  /// Nothing if there is no such file; `tried` then lists the places.
  std::optional<std::filesystem::path> Find(
      const std::string& uri, std::vector<std::filesystem::path>* tried) const;

  /// @throws std::invalid_argument with all places tried.
  std::filesystem::path Locate(const std::string& uri) const;
  /// @throws ModelFileError about `user`, with all places tried.
  std::filesystem::path Locate(const std::string& uri,
                               const XmlElement& user) const;

 private:
  using Paths = std::vector<std::filesystem::path>;
  Paths MakeCandidates(const std::string& uri) const;
  Paths MakePackageCandidates(const std::string& name, const std::string& rest,
                              bool is_model) const;
  Paths MakeRelativeCandidates(const std::filesystem::path& file) const;

  Paths ancestors_;  ///< Of the model file, nearest first.
  Paths own_folders_;
  PackagePaths paths_;
};

}  // namespace tactus::multibody
