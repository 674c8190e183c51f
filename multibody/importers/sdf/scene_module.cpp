#include "tactus/multibody/importers/sdf/scene_module.h"

#include <dlfcn.h>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/module_entry.h"

namespace tactus::multibody::sdformat {
namespace {

// The dynamic linker loads the module once, and keeps what is not closed.
SceneReader* LoadSceneReader(const std::string& file) {
  void* const module = ::dlopen(kModule, RTLD_NOW | RTLD_LOCAL);
  void* const reader =
      module == nullptr ? nullptr : ::dlsym(module, kSceneReader);
  if (reader == nullptr) {
    throw ModelFileError(
        file, 0, "",
        std::string("the reader of SDFormat is missing: ") + ::dlerror());
  }
  return reinterpret_cast<SceneReader*>(reader);
}

}  // namespace

Scene ReadSceneByModule(const XmlElement& root, const std::string& file,
                        const std::string* xml,
                        const ResourceLocator& locator) {
  Scene scene;
  LoadSceneReader(file)(root, file, xml, locator, &scene);
  return scene;
}

}  // namespace tactus::multibody::sdformat
