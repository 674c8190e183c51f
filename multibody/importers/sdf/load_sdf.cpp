#include "tactus/multibody/importers/sdf/load_sdf.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/resource_files.h"
#include "tactus/multibody/importers/sdf/assemble.h"
#include "tactus/multibody/importers/sdf/automatic_inertias.h"
#include "tactus/multibody/importers/sdf/clear_errors.h"
#include "tactus/multibody/importers/sdf/collisions.h"
#include "tactus/multibody/importers/sdf/scene_module.h"
#include "tactus/multibody/importers/sdf/unsupported.h"
#include "tactus/multibody/importers/sdf/worlds.h"

namespace tactus::multibody {
namespace sdformat {
namespace {

// What Build() would refuse is refused here, with the name of the file and, if
// the message begins with one, the joint. Shapes are left out: their readers
// have judged them.
void CheckBuilds(const std::string& file, const SdfOptions& options,
                 const Scene& scene) {
  ModelBuilder alone;
  ImportReport ignored;
  AddToBuilder(scene, options, nullptr, &ignored, &alone);
  try {
    std::move(alone).Build();
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    for (const JointSpec& joint : scene.joints) {
      Check(!message.starts_with("joint '" + joint.name + "' "), joint.source,
            message);
    }
    for (const LinkSpec& link : scene.links) {  // On a joint of its own name.
      Check(!message.starts_with("joint '" + link.name + "' "), link.source,
            message);
    }
    throw ModelFileError(file, 0, "", message);
  }
}

// libsdformat takes URDF files too, and newer versions than it knows.
void CheckRoot(const XmlElement& root, ImportReport* report) {
  Check(root.tag == "sdf", root, "an SDFormat file has the root <sdf>");
  const std::string* version = root.Find("version");
  Check(version != nullptr, root, "needs the attribute 'version'");
  constexpr int kNewest = 9;  // 1.9
  const auto minor = ParseInteger(std::string_view(*version).substr(
      std::min(version->size(), version->find('.') + 1)));
  if (!version->starts_with("1.") || (minor && *minor > kNewest)) {
    report->Add(Notice::Severity::kApproximated, root,
                "version " + *version +
                    " is read as version 1.9, the newest that is known");
  }
}

// Looks at the file, and at those that it includes, for what libsdformat passes
// over, links that ask for their inertia; `report` is told of the included
// files and of what all of them name.
std::vector<XmlElement> ReadBeyond(const XmlElement& root, const Scene& scene,
                                   const ResourceLocator& locator,
                                   ImportReport* report) {
  std::vector<XmlElement> automatic;
  const auto look_at = [&](const XmlElement& element) {
    std::ranges::move(FindAutomaticLinks(element),
                      std::back_inserter(automatic));
    AddResourceFiles(element, locator, report);
  };
  look_at(root);
  std::set<std::string> files = FilesOf(scene.root);
  files.erase(*root.file);
  for (const std::string& file : files) {
    report->AddFile(file);
    look_at(ReadXmlFile(file));
  }
  return automatic;
}

Scene ReadSceneOf(const XmlElement& root, const std::string& file,
                  const std::string* xml, const ResourceLocator& locator) {
  try {
    return ReadSceneByModule(root, file, xml, locator);
  } catch (const ModelFileError& error) {
    ThrowClearly(error, root, locator);
  }
}

ImportReport Load(XmlElement root, const std::string& file,
                  const std::string* xml, const SdfOptions& options,
                  ModelBuilder* builder) {
  ImportReport report(options.strict);
  CheckRoot(root, &report);
  KeepWorld(options.world, &root, &report);
  const ResourceLocator locator(file, options.packages);
  Scene scene = ReadSceneOf(root, file, xml, locator);
  SetAutomaticInertias(ReadBeyond(root, scene, locator, &report), locator,
                       options.skip_missing_meshes, &scene);
  for (const XmlElement& element : scene.unknown) {
    report.Add(Notice::Severity::kDropped, element,
               "unknown element of SDFormat 1.9");
  }
  ReportUnsupported(scene.root, &report);
  Collisions collisions(&locator, options.skip_missing_meshes, &report);
  CheckBuilds(file, options, scene);

  ModelBuilder extended = *builder;
  AddToBuilder(scene, options, &collisions, &report, &extended);
  *builder = std::move(extended);
  return report;
}

}  // namespace
}  // namespace sdformat

ImportReport LoadSdf(const std::filesystem::path& file,
                     const SdfOptions& options, ModelBuilder* builder) {
  return sdformat::Load(ReadXmlFile(file), file.string(), nullptr, options,
                        builder);
}

ImportReport ParseSdf(std::string_view xml, const std::string& name,
                      const SdfOptions& options, ModelBuilder* builder) {
  const std::string text(xml);
  return sdformat::Load(ParseXml(xml, name), name, &text, options, builder);
}

}  // namespace tactus::multibody
