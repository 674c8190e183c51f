#pragma once

#include <span>
#include <string_view>

#include "tactus/multibody/model_builder.h"

/// The models that come with Tactus, in MJCF, written from published
/// parameters: each file says from which. They are part of this library, so
/// that scenes find them wherever the program lies, and are installed as files
/// too.
///
///   panda.xml       seven-joint arm with its two-finger hand, on its base
///   acrobot.xml     two links, a motor between them
///   cart_pole.xml   a pole on a driven cart
///   quadrotor.xml   a free body with four rotors
///   ur5e.xml        six-joint arm of Universal Robots, without a hand
namespace tactus::examples {

/// A file and all that is in it.
struct ModelFile {
  std::string_view name;
  std::string_view text;
};

/// All of them, by name.
std::span<const ModelFile> ModelFiles();

/// @throws std::invalid_argument listing the files, if there is none.
std::string_view ModelText(std::string_view name);

/// Reads a model file into a builder, where more may be added before Build().
/// @throws as ModelText() does.
void AddModel(std::string_view name, multibody::ModelBuilder* builder);

}  // namespace tactus::examples
