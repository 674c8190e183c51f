#include "tactus/apps/model_file.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "tactus/multibody/mjcf/load_mjcf.h"
#include "tactus/multibody/parsing/xml_element.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

[[noreturn]] void Refuse(const std::filesystem::path& file,
                         const std::string& format) {
  throw std::invalid_argument(file.string() + ": " + format +
                              " files are not supported by this version; MJCF "
                              "files are");
}

// Refuses, by name, the formats that are not read yet.
void RequireSupported(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  Require(std::filesystem::exists(status),
          file.string() + ": there is no such file");
  Require(!std::filesystem::is_directory(status),
          file.string() + ": it is a directory, not a model file");
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  Require(ending != ".yaml" && ending != ".yml",
          file.string() + ": this is a scenario, where a model file is wanted");
  if (ending == ".urdf") Refuse(file, "URDF");
  if (ending == ".sdf") Refuse(file, "SDF");
  const std::string root = multibody::ReadXmlFile(file).tag;
  if (root == "robot") Refuse(file, "URDF");
  if (root == "sdf") Refuse(file, "SDF");
}

}  // namespace

contact::Geometry MakeGround() {
  contact::Geometry ground;
  ground.name = "ground";
  ground.shape = contact::HalfSpace{};
  ground.material.stiffness = std::numeric_limits<double>::infinity();
  ground.material.static_friction = ground.material.dynamic_friction = 1;
  ground.contype = ground.conaffinity =
      std::numeric_limits<std::uint32_t>::max();
  return ground;
}

LoadedModel LoadModelFile(const std::filesystem::path& file,
                          const ModelFileOptions& options) {
  RequireSupported(file);
  multibody::ModelBuilder builder;
  multibody::ImportReport report =
      LoadMjcf(file, {.strict = options.strict}, &builder);
  if (options.ground) builder.AddGeometry(MakeGround());
  try {
    return {std::move(builder).Build(), std::move(report)};
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file.string() + ": " + error.what());
  }
}

}  // namespace tactus::apps
