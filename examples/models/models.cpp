#include "tactus/examples/models/models.h"

#include <stdexcept>
#include <string>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"

// ModelFiles() itself is generated from the files, by cmake/embed_models.cmake.
namespace tactus::examples {

std::string_view ModelText(std::string_view name) {
  std::string known;
  for (const ModelFile& file : ModelFiles()) {
    if (file.name == name) return file.text;
    known += (known.empty() ? "" : ", ") + std::string(file.name);
  }
  throw std::invalid_argument("there is no model '" + std::string(name) +
                              "'; there are: " + known);
}

void AddModel(std::string_view name, multibody::ModelBuilder* builder) {
  multibody::ParseMjcf(ModelText(name), std::string(name), {}, builder);
}

}  // namespace tactus::examples
