#include "tactus/multibody/importers/sdf/scene_module.h"

#include <fstream>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/importers/sdf/module_entry.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

bool IsMapped(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(library) != std::string::npos) return true;
  }
  return false;
}

// Nothing that a program links to brings libsdformat along.
TEST_CASE("Scene module: the first SDFormat file -> loaded, with libsdformat") {
  ModelBuilder builder;
  ParseSdf("<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>",
           "m.sdf", {}, &builder);
  CHECK(std::move(builder).Build()->num_bodies() == 2);
  CHECK(IsMapped(sdformat::kModule));
  CHECK(IsMapped("libsdformat"));
}

}  // namespace
}  // namespace tactus::multibody
