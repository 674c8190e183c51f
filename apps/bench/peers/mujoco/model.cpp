#include "tactus/apps/bench/peers/mujoco/model.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>
#include <stdexcept>
#include <utility>

#include <mujoco/mujoco.h>
#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/peers/mjcf_document.h"
#include "tactus/common/require.h"

namespace tactus::apps::mujoco {
namespace {

using Json = nlohmann::ordered_json;

/// A model, or the message that says why there is none.
struct Parsed {
  ModelPointer model;
  std::string error;
};

// MuJoCo parses what it finds under a name in its virtual file system.
Parsed Parse(const std::string& text) {
  constexpr const char* kName = "peer.xml";
  const auto vfs = std::make_unique<mjVFS>();
  mj_defaultVFS(vfs.get());
  Require(
      mj_makeEmptyFileVFS(vfs.get(), kName, static_cast<int>(text.size())) == 0,
      "MuJoCo's file system takes no file");
  std::copy(text.begin(), text.end(), static_cast<char*>(vfs->filedata[0]));
  char error[1000] = "";
  Parsed parsed;
  parsed.model.reset(mj_loadXML(kName, vfs.get(), error, sizeof(error)));
  mj_deleteVFS(vfs.get());
  parsed.error = error;
  std::ranges::replace(parsed.error, '\n', ' ');
  while (!parsed.error.empty() &&
         std::isspace(static_cast<unsigned char>(parsed.error.back())))
    parsed.error.pop_back();
  return parsed;
}

// "Schema violation: unrecognized attribute: 'x' Element 'e', line 3".
bool StripOneUnknown(const std::string& error, MjcfDocument* document,
                     Json* stripped) {
  std::smatch element, attribute;
  if (!std::regex_search(error, element, std::regex("Element '([^']+)'")))
    return false;
  std::string removed = element[1];
  if (std::regex_search(error, attribute,
                        std::regex("unrecognized attribute: '([^']+)'"))) {
    removed += fmt::format(" {}", attribute[1].str());
    if (document->Remove(element[1], attribute[1]) == 0) return false;
  } else if (error.find("unrecognized element") != std::string::npos) {
    if (document->Remove(element[1], "") == 0) return false;
  } else {
    return false;
  }
  stripped->push_back(removed);
  return true;
}

// "invalid keyword: 'v' Element 'option', line 3": an attribute whose value is
// of a later version. `names` are those that may hold such a word.
bool StripOneKeyword(const std::string& error, MjcfDocument* document,
                     Json* stripped) {
  std::smatch element, keyword;
  if (!std::regex_search(error, element, std::regex("Element '([^']+)'")) ||
      !std::regex_search(error, keyword,
                         std::regex("invalid keyword: '([^']+)'")))
    return false;
  for (const char* name : {"integrator", "cone", "solver", "type", "inertia"}) {
    if (document->RemoveValue(element[1], name, keyword[1]) == 0) continue;
    stripped->push_back(
        fmt::format("{} {}=\"{}\"", element[1].str(), name, keyword[1].str()));
    return true;
  }
  return false;
}

ModelPointer ParseMjcf(const LoadOptions& options, Json* settings) {
  MjcfDocument document(options.input);
  if (options.ground) document.AddGround();
  Json stripped = Json::array();
  if (options.strip_unknown) {
    // Later versions have it so if a file says nothing.
    document.SetCompilerDefault("autolimits", "true");
    (*settings)["compiler autolimits"] = true;
  }
  Parsed parsed = Parse(document.Print());
  while (!parsed.model && options.strip_unknown &&
         (StripOneUnknown(parsed.error, &document, &stripped) ||
          StripOneKeyword(parsed.error, &document, &stripped))) {
    parsed = Parse(document.Print());
  }
  if (!parsed.model) throw CannotLoad(parsed.error);
  (*settings)["stripped"] = stripped;
  (*settings)["ground"] = options.ground;
  return std::move(parsed.model);
}

void SetKeyframe(const std::string& name, const mjModel* model, mjData* data) {
  const int key = mj_name2id(model, mjOBJ_KEY, name.c_str());
  Require(key >= 0, fmt::format("there is no keyframe '{}'", name));
  mj_resetDataKeyframe(model, data, key);
}

// Free joints have the velocity of the body's origin in the world, and its
// angular velocity in the body.
void SetVelocities(const NeutralScene& scene, const mjModel* model,
                   mjData* data) {
  for (const NeutralScene::Body& each : scene.bodies) {
    const int body = mj_name2id(model, mjOBJ_BODY, each.name.c_str());
    const Vector3d w_B = each.orientation.conjugate() * each.angular_velocity;
    mjtNum* v = data->qvel + model->body_dofadr[body];
    std::copy(each.linear_velocity.begin(), each.linear_velocity.end(), v);
    std::copy(w_B.begin(), w_B.end(), v + 3);
  }
}

Loaded LoadNeutral(const LoadOptions& options) {
  Require(!options.keyframe && !options.ground && !options.strip_unknown,
          "--keyframe, --ground and --strip-unknown are for MJCF");
  const NeutralScene scene = ReadNeutralScene(options.input);
  NeutralMjcf mjcf = MakeNeutralMjcf(scene, options.contact);
  Parsed parsed = Parse(mjcf.text);
  if (!parsed.model) throw CannotLoad(parsed.error);
  Loaded loaded{.model = std::move(parsed.model),
                .data = nullptr,
                .duration = scene.duration,
                .settings = std::move(mjcf.settings)};
  loaded.data.reset(mj_makeData(loaded.model.get()));
  if (!loaded.data) throw CannotLoad("not enough memory");
  SetVelocities(scene, loaded.model.get(), loaded.data.get());
  return loaded;
}

}  // namespace

void ModelDeleter::operator()(mjModel_* model) const {
  mj_deleteModel(model);
}

void ModelDeleter::operator()(mjData_* data) const {
  mj_deleteData(data);
}

Loaded Load(const LoadOptions& options) {
  if (IsNeutralSceneFile(options.input)) return LoadNeutral(options);
  Loaded loaded;
  loaded.settings = Json::object();
  loaded.model = ParseMjcf(options, &loaded.settings);
  loaded.data.reset(mj_makeData(loaded.model.get()));
  if (!loaded.data) throw CannotLoad("not enough memory");
  if (options.keyframe) {
    SetKeyframe(*options.keyframe, loaded.model.get(), loaded.data.get());
    loaded.settings["keyframe"] = *options.keyframe;
  }
  return loaded;
}

}  // namespace tactus::apps::mujoco
