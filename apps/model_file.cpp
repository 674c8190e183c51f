#include "tactus/apps/model_file.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scene_import.h"
#include "tactus/multibody/mjcf/load_mjcf.h"
#include "tactus/multibody/parsing/xml_element.h"
#include "tactus/multibody/sdf/load_sdf.h"
#include "tactus/multibody/urdf/load_urdf.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

enum class Format { kMjcf, kUrdf, kSdf, kNeutralScene };

// By the ending, else by the root element; what is neither is taken for MJCF,
// whose reader says what is wrong with it.
Format FindFormat(const std::filesystem::path& file) {
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
  if (ending == ".urdf") return Format::kUrdf;
  if (ending == ".sdf") return Format::kSdf;
  if (ending == ".json") return Format::kNeutralScene;
  const std::string root = multibody::ReadXmlFile(file).tag;
  if (root == "robot") return Format::kUrdf;
  if (root == "sdf") return Format::kSdf;
  return Format::kMjcf;
}

multibody::ImportReport Load(Format format, const std::filesystem::path& file,
                             const ModelFileOptions& options,
                             multibody::ModelBuilder* builder) {
  switch (format) {
    case Format::kMjcf:
      return LoadMjcf(
          file, {.strict = options.strict, .fix_inertia = options.fix_inertia},
          builder);
    case Format::kUrdf:
      return LoadUrdf(file,
                      {.strict = options.strict,
                       .weld_root = options.weld_root,
                       .fix_inertia = options.fix_inertia,
                       .skip_missing_meshes = options.skip_missing_meshes,
                       .density = options.density,
                       .packages = options.packages},
                      builder);
    case Format::kSdf:
    case Format::kNeutralScene:
      break;
  }
  return LoadSdf(file,
                 {.strict = options.strict,
                  .weld_root = options.weld_root,
                  .fix_inertia = options.fix_inertia,
                  .skip_missing_meshes = options.skip_missing_meshes,
                  .packages = options.packages},
                 builder);
}

std::shared_ptr<const multibody::Model> Build(const std::filesystem::path& file,
                                              const ModelFileOptions& options,
                                              multibody::ModelBuilder builder) {
  if (options.ground) builder.AddGeometry(MakeGround());
  try {
    return std::move(builder).Build();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file.string() + ": " + error.what());
  }
}

LoadedModel LoadNeutralScene(const std::filesystem::path& file,
                             const ModelFileOptions& options) {
  const auto refuse = [&](bool given, const char* option) {
    Require(!given, fmt::format("{} is not for {}, a neutral scene", option,
                                file.string()));
  };
  refuse(options.fix_inertia, "--fix-inertia");
  refuse(options.weld_root, "--weld-root");
  refuse(options.skip_missing_meshes, "--skip-missing-meshes");
  refuse(options.density.has_value(), "--density");
  const NeutralScene scene = ReadNeutralScene(file);
  multibody::ModelBuilder builder;
  AddNeutralScene(scene, &builder);
  LoadedModel loaded{.model = Build(file, options, std::move(builder)),
                     .report = ReportForOthers(scene, file),
                     .duration = scene.duration};
  loaded.start_velocities = CalcStartVelocities(scene, *loaded.model);
  return loaded;
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
  const Format format = FindFormat(file);
  if (format == Format::kNeutralScene) return LoadNeutralScene(file, options);
  multibody::ModelBuilder builder;
  multibody::ImportReport report = Load(format, file, options, &builder);
  return {.model = Build(file, options, std::move(builder)),
          .report = std::move(report)};
}

}  // namespace tactus::apps
