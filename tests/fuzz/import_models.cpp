// MJCF, URDF and SDFormat.
#include <stdexcept>
#include <utility>

#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/probe.h"
#include "fuzz/sandbox.h"

#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"

namespace tactus::test {
namespace {

using multibody::ModelBuilder;
using multibody::ModelFileError;

// `parse` reads into a builder, under the file's name.
template <typename Parse>
void Import(std::string_view bytes, const std::string& ending,
            const Parse& parse) {
  const Sandbox& sandbox = Sandbox::Instance();
  if (sandbox.IsLeftBy(bytes) || sandbox.IsLeftByXml(bytes)) return;
  const std::string name = (sandbox.path() / ("input" + ending)).string();
  ModelBuilder builder;
  try {
    parse(name, &builder);
  } catch (const ModelFileError& error) {
    ExpectNames(error, sandbox.path().string());
    return ExpectUntouched(builder);
  }
  try {
    Probe(std::move(builder));
  } catch (const std::invalid_argument&) {
    // Build() may refuse what the reader does not judge.
  }
}

}  // namespace

void ImportMjcf(std::string_view bytes) {
  Import(bytes, ".xml", [&](const std::string& name, ModelBuilder* builder) {
    ParseMjcf(bytes, name, {.fix_inertia = true}, builder);
  });
}

void ImportUrdf(std::string_view bytes) {
  Import(bytes, ".urdf", [&](const std::string& name, ModelBuilder* builder) {
    ParseUrdf(bytes, name, {.fix_inertia = true, .skip_missing_meshes = true},
              builder);
  });
}

void ImportSdf(std::string_view bytes) {
  Import(bytes, ".sdf", [&](const std::string& name, ModelBuilder* builder) {
    ParseSdf(bytes, name, {.fix_inertia = true, .skip_missing_meshes = true},
             builder);
  });
}

}  // namespace tactus::test
