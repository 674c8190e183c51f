#include "tactus/apps/models/model_file.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/models/scene_import.h"
#include "tactus/common/read_file.h"
#include "tactus/common/require.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"

namespace tactus::apps {
namespace {

enum class Format { kMjcf, kUrdf, kSdf, kNeutralScene };

// By the ending, else by the root element; what is neither is taken for MJCF,
// whose reader says what is wrong with it.
Format FindFormat(const std::filesystem::path& file, const std::string& text) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  Require(ending != ".yaml" && ending != ".yml",
          file.string() + ": this is a scenario, where a model file is wanted");
  if (ending == ".urdf") return Format::kUrdf;
  if (ending == ".sdf") return Format::kSdf;
  if (ending == ".json") return Format::kNeutralScene;
  const std::string root = multibody::ParseXml(text, file.string()).tag;
  if (root == "robot") return Format::kUrdf;
  if (root == "sdf") return Format::kSdf;
  return Format::kMjcf;
}

multibody::ImportReport Load(Format format, const std::string& text,
                             const std::string& file,
                             const ModelFileOptions& options,
                             multibody::ModelBuilder* builder) {
  switch (format) {
    case Format::kMjcf:
      return ParseMjcf(
          text, file,
          {.strict = options.strict, .fix_inertia = options.fix_inertia},
          builder);
    case Format::kUrdf:
      return ParseUrdf(text, file,
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
  return ParseSdf(text, file,
                  {.strict = options.strict,
                   .weld_root = options.weld_root,
                   .fix_inertia = options.fix_inertia,
                   .skip_missing_meshes = options.skip_missing_meshes,
                   .world = options.world,
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

// The options given that a file's format gives no effect.
std::vector<std::string> FindIdleOptions(Format format,
                                         const ModelFileOptions& options) {
  const bool is_mjcf = format == Format::kMjcf;
  const bool is_scene = format == Format::kNeutralScene;
  std::vector<std::string> idle;
  const auto list = [&](bool given, const char* option) {
    if (given) idle.emplace_back(option);
  };
  list(is_scene && !options.fix_inertia, "--no-fix-inertia");
  list((is_scene || is_mjcf) && options.weld_root, "--weld-root");
  list((is_scene || is_mjcf) && options.skip_missing_meshes,
       "--skip-missing-meshes");
  list(format != Format::kUrdf && options.density, "--density");
  list(format != Format::kSdf && !options.world.empty(), "--world");
  const auto& [packages, folders] = options.packages;
  list((is_scene || is_mjcf) && !packages.empty(), "--package");
  list((is_scene || is_mjcf) && !folders.empty(), "--package-path");
  return idle;
}

void RefuseIdleOptions(Format format, const std::filesystem::path& file,
                       const std::vector<std::string>& idle) {
  if (idle.empty()) return;
  const bool is_mjcf = format == Format::kMjcf;
  const bool is_scene = format == Format::kNeutralScene;
  const char* const kind = is_mjcf                   ? "an MJCF file"
                           : is_scene                ? "a neutral scene"
                           : format == Format::kUrdf ? "a URDF file"
                                                     : "an SDFormat file";
  throw std::invalid_argument(
      fmt::format("{} is not for {}, {}", idle[0], file.string(), kind));
}

LoadedModel LoadNeutralScene(const std::filesystem::path& file,
                             const ModelFileOptions& options) {
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
  const std::string text = ReadFile(file);
  const Format format = FindFormat(file, text);
  std::vector<std::string> idle = FindIdleOptions(format, options);
  if (!options.one_of_several) RefuseIdleOptions(format, file, idle);
  Require(options.world.empty() || format == Format::kSdf,
          file.string() + ": only SDFormat files have worlds to choose from");
  if (format == Format::kNeutralScene) {
    LoadedModel loaded = LoadNeutralScene(file, options);
    loaded.idle_options = std::move(idle);
    return loaded;
  }
  multibody::ModelBuilder builder;
  multibody::ImportReport report =
      Load(format, text, file.string(), options, &builder);
  return {.model = Build(file, options, std::move(builder)),
          .report = std::move(report),
          .idle_options = std::move(idle)};
}

}  // namespace tactus::apps
