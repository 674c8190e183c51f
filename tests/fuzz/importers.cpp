#include "fuzz/importers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tactus::test {
namespace {

constexpr Importer kImporters[] = {
    {"mjcf", &ImportMjcf},
    {"urdf", &ImportUrdf},
    {"sdf", &ImportSdf},
    {"stl", &ImportStl},
    {"obj", &ImportObj},
    {"gltf", &ImportGltf},
    {"collada", &ImportCollada},
    {"scenario", &ImportScenario},
    {"checkpoint", &ImportCheckpoint},
    {"state", &ImportState},
    {"pair", &CollidePair},
};

}  // namespace

std::span<const Importer> Importers() {
  return kImporters;
}

const Importer& FindImporter(std::string_view name) {
  const auto found = std::ranges::find(kImporters, name, &Importer::name);
  if (found != std::end(kImporters)) return *found;
  std::string known;
  for (const Importer& importer : kImporters) {
    known += (known.empty() ? "" : ", ") + std::string(importer.name);
  }
  throw std::invalid_argument("there is no importer '" + std::string(name) +
                              "'; there are: " + known);
}

}  // namespace tactus::test
