#include "tactus/multibody/importers/sdf/included_files.h"

#include <string_view>
#include <utility>

#include <sdf/sdf.hh>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

constexpr int kNewest = 9;  // Of SDFormat 1.9.

// The minor version that an <sdf> of a manifest has; 0 without one.
int ReadMinorVersion(const XmlElement& sdf) {
  const std::string* version = sdf.Find("version");
  if (version == nullptr || version->find('.') == version->npos) return 0;
  return ParseInteger(std::string_view(*version).substr(version->find('.') + 1))
      .value_or(0);
}

// The file of the model in a folder, by its manifest: of the newest version
// that is known or, where all are newer, the oldest. libsdformat's own answer
// to the latter is a crash.
std::string ModelFileIn(const std::filesystem::path& folder) {
  std::filesystem::path manifest = folder / "model.config";
  if (!std::filesystem::is_regular_file(manifest))
    manifest = folder / "manifest.xml";
  if (!std::filesystem::is_regular_file(manifest)) return "";
  const XmlElement root = ReadXmlFile(manifest);
  const XmlElement* best = nullptr;
  const auto rank = [](const XmlElement& sdf) {
    const int minor = ReadMinorVersion(sdf);
    return minor <= kNewest ? minor : -minor;
  };
  for (const XmlElement& sdf : root.children) {
    if (sdf.tag == "sdf" && (best == nullptr || rank(sdf) > rank(*best)))
      best = &sdf;
  }
  Check(best != nullptr && !best->text.empty(), root,
        "names no <sdf> file of the model");
  return (folder / best->text).string();
}

// The SDFormat file at a place, which may be a model's folder; empty if there
// is none.
std::string FileAt(const std::string& place) {
  if (place.empty()) return "";
  const bool is_folder = std::filesystem::is_directory(place);
  const std::string file = is_folder ? ModelFileIn(place) : place;
  const auto extension = std::filesystem::path(file).extension();
  return extension == ".sdf" || extension == ".world" ? file : "";
}

}  // namespace

FindForAll::FindForAll(const sdf::ParserConfig& config)
    : before_(std::make_unique<const sdf::ParserConfig>(
          sdf::ParserConfig::GlobalConfig())) {
  sdf::ParserConfig::GlobalConfig().SetFindCallback(config.FindFileCallback());
}

FindForAll::~FindForAll() {
  sdf::ParserConfig::GlobalConfig() = *before_;
}

IncludedFiles::IncludedFiles(const ResourceLocator& locator,
                             ThrowFirst throw_first)
    : locator_(locator),
      throw_first_(std::move(throw_first)),
      config_(std::make_unique<sdf::ParserConfig>()) {
  config_->SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  config_->SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::LOG);
  config_->SetDeprecatedElementsPolicy(sdf::EnforcementPolicy::LOG);
  config_->SetFindCallback([this](const std::string& uri) {
    const std::string place = Find(uri);
    CheckErrors(place);
    const std::string file = FileAt(place);
    return file.empty() ? place : file;
  });
}

IncludedFiles::~IncludedFiles() = default;

// Models are included by their folder. Empty if there is no such file.
std::string IncludedFiles::Find(const std::string& uri) const {
  std::vector<std::filesystem::path> tried;
  for (const char* manifest : {"", "/model.config", "/manifest.xml"}) {
    if (const auto found = locator_.Find(uri + manifest, &tried)) {
      return (*manifest ? found->parent_path() : *found).string();
    }
  }
  return "";
}

// What libsdformat finds in the current folder, or among its own files, it
// takes from there, and asks nobody.
void IncludedFiles::CheckRead(const std::string& main,
                              const XmlElement& root_xml,
                              const XmlElement& root) {
  const std::set<std::string> files = FilesOf(root);
  std::set<std::filesystem::path> read;
  for (const std::string& file : files)
    read.insert(std::filesystem::weakly_canonical(file));
  CheckIncludes(root_xml, read);
  for (const std::string& file : files) {
    if (file == main || FileAt(file).empty()) continue;
    CheckErrors(file);
    CheckIncludes(ReadXmlFile(file), read);
  }
}

void IncludedFiles::CheckIncludes(
    const XmlElement& element,
    const std::set<std::filesystem::path>& read) const {
  for (const XmlElement& child : element.children) {
    if (child.tag == "world" || child.tag == "model")
      CheckIncludes(child, read);
    const XmlElement* uri =
        child.tag == "include" ? FindChild(child, "uri") : nullptr;
    const std::string file = uri == nullptr ? "" : FileAt(Find(uri->text));
    if (file.empty() || FindChild(ReadXmlFile(file), "model") == nullptr)
      continue;
    Check(read.contains(std::filesystem::weakly_canonical(file)), child,
          "another '" + uri->text + "' is found before " + file +
              ", in the current folder or among libsdformat's own files: "
              "call from another folder, or rename it");
  }
}

// Of errors in included files libsdformat tells the terminal alone.
void IncludedFiles::CheckErrors(const std::string& place) {
  const std::string file = FileAt(place);
  if (file.empty() || !checked_.insert(file).second) return;
  auto document = std::make_shared<sdf::SDF>();
  sdf::init(document);
  sdf::Errors errors;
  sdf::readFile(file, *config_, document, errors);
  throw_first_(errors);
}

}  // namespace tactus::multibody::sdformat
