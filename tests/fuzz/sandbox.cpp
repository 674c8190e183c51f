#include "fuzz/sandbox.h"

#include <algorithm>
#include <cstdlib>

#include "fuzz/sandbox_files.h"

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

// What a folder above holds, but not the folder on the way to the sandbox.
void AddEntries(const fs::path& folder, const std::string& way,
                std::set<std::string>* entries) {
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool is_folder = entry.is_directory(error);
    if (name != way) entries->insert(is_folder ? name + "/" : name);
  }
}

bool Any(const multibody::XmlElement& element, const auto& is_bad) {
  return is_bad(element.text) ||
         std::ranges::any_of(
             element.attributes,
             [&](const auto& attribute) { return is_bad(attribute.value); }) ||
         std::ranges::any_of(element.children, [&](const auto& child) {
           return Any(child, is_bad);
         });
}

}  // namespace

Sandbox& Sandbox::Instance() {
  static Sandbox sandbox;
  return sandbox;
}

Sandbox::Sandbox() {
  // libsdformat keeps a log there.
  setenv("HOME", path().c_str(), 1);
  for (const char* variable : {"ROS_PACKAGE_PATH", "GAZEBO_MODEL_PATH",
                               "SDF_PATH", "AMENT_PREFIX_PATH"}) {
    unsetenv(variable);
  }
  for (const SandboxFile& file : SandboxFiles()) Write(file.name, file.bytes);
  std::string way = path().filename().string();
  for (fs::path folder = path().parent_path();; folder = folder.parent_path()) {
    AddEntries(folder, way, &above_);
    above_.insert(way + "/");
    way = folder.filename().string();
    if (!folder.has_relative_path()) break;
  }
}

bool Sandbox::IsLeftBy(std::string_view text) const {
  const auto has = [text](std::string_view part) {
    return text.find(part) != text.npos;
  };
  return has("..") || std::ranges::any_of(above_, has);
}

bool Sandbox::IsLeftByXml(std::string_view xml) const {
  try {
    return Any(multibody::ParseXml(xml, "input"),
               [this](const std::string& text) { return IsLeftBy(text); });
  } catch (const multibody::ModelFileError&) {
    return false;  // Nothing of it will be read.
  }
}

}  // namespace tactus::test
