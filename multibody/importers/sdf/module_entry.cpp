#include "tactus/multibody/importers/sdf/module_entry.h"

#include "tactus/multibody/importers/sdf/read_scene.h"

namespace sdformat = tactus::multibody::sdformat;

void tactus_read_scene(const tactus::multibody::XmlElement& root,
                       const std::string& file, const std::string* xml,
                       const tactus::multibody::ResourceLocator& locator,
                       sdformat::Scene* scene) {
  *scene = sdformat::ReadScene(root, file, xml, locator);
}
