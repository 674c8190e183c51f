#include "tactus/multibody/sdf/load_sdf.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tactus/contact/text.h"
#include "tactus/multibody/sdf/assemble.h"
#include "tactus/multibody/sdf/collisions.h"
#include "tactus/multibody/sdf/read_scene.h"
#include "tactus/multibody/sdf/unsupported.h"

namespace tactus::multibody {
namespace sdformat {
namespace {

// What Build() would refuse is refused here, with the name of the file. Shapes
// are left out: their readers have judged them.
void CheckBuilds(const std::string& file, const SdfOptions& options,
                 Scene scene) {
  scene.collisions.clear();
  ModelBuilder alone;
  ImportReport ignored;
  AddToBuilder(scene, options, nullptr, &ignored, &alone);
  try {
    std::move(alone).Build();
  } catch (const std::invalid_argument& error) {
    throw ModelFileError(file, 0, "", error.what());
  }
}

// libsdformat takes URDF files too, and newer versions than it knows.
void CheckRoot(const XmlElement& root, ImportReport* report) {
  Check(root.tag == "sdf", root, "an SDFormat file has the root <sdf>");
  const std::string* version = root.Find("version");
  Check(version != nullptr, root, "needs the attribute 'version'");
  constexpr int kNewest = 9;  // 1.9
  const auto minor = contact::ParseInteger(std::string_view(*version).substr(
      std::min(version->size(), version->find('.') + 1)));
  if (!version->starts_with("1.") || (minor && *minor > kNewest)) {
    report->Add(Notice::Severity::kApproximated, root,
                "version " + *version +
                    " is read as version 1.9, the newest that is known");
  }
}

ImportReport Load(const XmlElement& root, const std::string& file,
                  const std::string* xml, const SdfOptions& options,
                  ModelBuilder* builder) {
  ImportReport report(options.strict);
  CheckRoot(root, &report);
  const ResourceLocator locator(file, options.packages);
  const Scene scene = ReadScene(file, xml, locator);
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
