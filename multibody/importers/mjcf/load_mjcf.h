#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

struct MjcfOptions {
  /// Refuse files whose physics Tactus cannot take as they are.
  bool strict = false;
  /// Replace an inertia that no body has by the nearest physical one, and say
  /// so in the report, instead of refusing it. A strict reader refuses it, too.
  bool fix_inertia = true;
};

/// Reads an MJCF file, MuJoCo's format for models, into a builder, where the
/// caller may add a ground, further objects and welds before Build():
///
///     ModelBuilder builder;
///     const ImportReport report = LoadMjcf("scene.xml", {}, &builder);
///     const auto model = std::move(builder).Build();
///
/// Bodies, also of attached files and replicated ones, joints, sites as places
/// of thrusters, shapes and their friction,
/// joint and site actuators, joint equalities, keyframes and gravity are taken
/// over under the names in the file; the sources in mjcf/ say how. What is left
/// out or approximated stands in the report: nothing of the physics is lost in
/// silence. The file may say how MuJoCo steps and solves; that does not concern
/// Tactus.
///
/// @returns the report.
/// @throws ModelFileError with file, line and element; `builder` is then as it
/// was.
ImportReport LoadMjcf(const std::filesystem::path& file,
                      const MjcfOptions& options, ModelBuilder* builder);

/// The same from memory. `name` stands for the file: it appears in messages,
/// and other files are looked for beside it.
ImportReport ParseMjcf(std::string_view xml, const std::string& name,
                       const MjcfOptions& options, ModelBuilder* builder);

}  // namespace tactus::multibody
