#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tactus/apps/bench/peers/neutral_mjcf.h"
#include "tactus/apps/models/neutral_scene.h"

// As MuJoCo declares them.
struct mjModel_;
struct mjData_;

namespace tactus::apps::mujoco {

struct ModelDeleter {
  void operator()(mjModel_* model) const;
  void operator()(mjData_* data) const;
};
using ModelPointer = std::unique_ptr<mjModel_, ModelDeleter>;
using DataPointer = std::unique_ptr<mjData_, ModelDeleter>;

/// What to load, and how.
struct LoadOptions {
  std::filesystem::path input;  ///< A neutral scene (.json), or MJCF.
  MujocoContact contact = MujocoContact::kDefault;  ///< Of neutral scenes.
  // Of MJCF:
  std::optional<std::string> keyframe = {};  ///< Start there.
  bool ground = false;
  /// Remove what this version of MuJoCo does not know, and say so.
  bool strip_unknown = false;
};

/// A model in its start state.
struct Loaded {
  ModelPointer model;
  DataPointer data;
  std::optional<double> duration = {};  ///< The scene's own [s].
  nlohmann::ordered_json settings;      ///< What was set, and stripped.
};

/// A model that MuJoCo does not take; what() is its message.
class CannotLoad : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @throws CannotLoad, std::invalid_argument for input that is wrong in itself.
Loaded Load(const LoadOptions& options);

}  // namespace tactus::apps::mujoco
