#include "tactus/multibody/importers/parsing/resource_locator.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPackage = "package://", kModel = "model://",
                           kFile = "file://";

// The parts of a list such as PATH.
std::vector<fs::path> ReadPathList(const char* variable) {
  std::vector<fs::path> folders;
  const char* value = std::getenv(variable);
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

// True for a folder whose package.xml gives this name.
bool IsPackage(const fs::path& folder, const std::string& name) {
  const fs::path manifest = folder / "package.xml";
  std::error_code error;
  if (!fs::is_regular_file(manifest, error)) return false;
  try {
    const XmlElement root = ReadXmlFile(manifest);
    return std::ranges::any_of(root.children, [&name](const XmlElement& child) {
      return child.tag == "name" && child.text == name;
    });
  } catch (const ModelFileError&) {
    return false;  // It is no package then, and that is all that is asked.
  }
}

// Where a symbolic link leads that git has checked out as a text file, as it
// does on file systems without links; any other file is its own.
fs::path FollowTextLink(const fs::path& file) {
  constexpr std::uintmax_t kLongestLink = 512;
  std::error_code error;
  if (fs::file_size(file, error) > kLongestLink || error) return file;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  std::getline(stream, text);
  const bool is_path = !text.empty() && text.find('\0') == std::string::npos;
  if (!is_path || fs::path(text).extension() != file.extension()) return file;
  const fs::path target = (file.parent_path() / text).lexically_normal();
  return fs::is_regular_file(target, error) ? target : file;
}

}  // namespace

ResourceLocator::ResourceLocator(const fs::path& model_file, PackagePaths paths)
    : paths_(std::move(paths)) {
  std::error_code error;
  fs::path folder = fs::absolute(model_file, error).lexically_normal();
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    ancestors_.push_back(folder);
  }
}

ResourceLocator::Paths ResourceLocator::MakePackageCandidates(
    const std::string& name, const std::string& rest, bool is_model) const {
  const auto known = paths_.packages.find(name);
  if (known != paths_.packages.end()) return {known->second / rest};

  Paths candidates;
  for (const fs::path& folder : ancestors_) {
    if (folder.filename() == name || IsPackage(folder, name)) {
      candidates.push_back(folder / rest);
    }
  }
  Paths folders = paths_.folders;
  const auto append = [&folders](const char* variable) {
    const Paths more = ReadPathList(variable);
    folders.insert(folders.end(), more.begin(), more.end());
  };
  append("ROS_PACKAGE_PATH");
  if (is_model) append("GAZEBO_MODEL_PATH");
  if (is_model) append("SDF_PATH");
  for (const fs::path& folder : folders) {
    candidates.push_back(folder / name / rest);
    if (IsPackage(folder, name)) candidates.push_back(folder / rest);
  }
  for (const fs::path& prefix : ReadPathList("AMENT_PREFIX_PATH")) {
    candidates.push_back(prefix / "share" / name / rest);
  }
  for (const fs::path& folder : ancestors_) {
    candidates.push_back(folder / name / rest);
  }
  for (const fs::path& folder : own_folders_) {
    const fs::path at = ancestors_.empty() ? folder : ancestors_[0] / folder;
    candidates.push_back(at / fs::path(rest).filename());
  }
  return candidates;
}

ResourceLocator::Paths ResourceLocator::MakeRelativeCandidates(
    const fs::path& file) const {
  Paths candidates;
  if (!ancestors_.empty()) candidates.push_back(ancestors_[0] / file);
  for (const fs::path& folder : own_folders_) {
    const fs::path at = ancestors_.empty() ? folder : ancestors_[0] / folder;
    candidates.push_back(at / file);
    candidates.push_back(at / file.filename());
  }
  for (std::size_t i = 1; i < ancestors_.size(); ++i) {
    candidates.push_back(ancestors_[i] / file);
  }
  return candidates;
}

ResourceLocator::Paths ResourceLocator::MakeCandidates(
    const std::string& uri) const {
  for (const std::string_view scheme : {kPackage, kModel}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string path = uri.substr(scheme.size());
    const auto slash = std::min(path.find('/'), path.size());
    return MakePackageCandidates(path.substr(0, slash),
                                 path.substr(std::min(slash + 1, path.size())),
                                 scheme == kModel);
  }
  const bool is_file = uri.starts_with(kFile);
  const fs::path file = is_file ? uri.substr(kFile.size()) : uri;
  if (file.is_absolute()) return {file};
  return MakeRelativeCandidates(file);
}

std::optional<fs::path> ResourceLocator::Find(
    const std::string& uri, std::vector<fs::path>* tried) const {
  tried->clear();
  for (const fs::path& candidate : MakeCandidates(uri)) {
    const fs::path file = candidate.lexically_normal();
    std::error_code error;
    if (fs::is_regular_file(file, error)) return FollowTextLink(file);
    if (std::ranges::find(*tried, file) == tried->end()) tried->push_back(file);
  }
  return std::nullopt;
}

fs::path ResourceLocator::Locate(const std::string& uri) const {
  std::vector<fs::path> tried;
  if (const auto file = Find(uri, &tried)) return *file;
  std::string message = "cannot find '" + uri + "': tried";
  for (const fs::path& place : tried) message += "\n  " + place.string();
  if (uri.starts_with(kPackage) || uri.starts_with(kModel)) {
    message +=
        "\nsay where the package is (--package NAME=DIR), name a folder that "
        "holds it (--package-path DIR), or set ROS_PACKAGE_PATH or "
        "AMENT_PREFIX_PATH";
  }
  throw std::invalid_argument(message);
}

fs::path ResourceLocator::Locate(const std::string& uri,
                                 const XmlElement& user) const {
  try {
    return Locate(uri);
  } catch (const std::invalid_argument& error) {
    Fail(user, error.what());
  }
}

}  // namespace tactus::multibody
