#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tactus/apps/models/model_file.h"

namespace tactus::apps {

/// A model file of others, and what becomes of it.
struct SurveyedFile {
  std::string name;  ///< As listed: "collection/robot/robot.urdf".
  bool is_here = false;
  std::string refusal = {};  ///< In one line; empty: it loads.
  std::string remedy = {};   ///< The options that it loads with, if any do.
  std::vector<multibody::Notice> notices = {};
  /// Of one that loads: the options given that its format gives no effect.
  std::vector<std::string> idle_options = {};
};

/// Whether `file` is a list of model files: a text, *.txt.
bool IsModelList(const std::filesystem::path& file);

/// The names in a list of files, one on a line; what follows a # is a comment.
/// @throws std::invalid_argument where it cannot be read, or names nothing.
std::vector<std::string> ReadModelList(const std::filesystem::path& file);

/// Loads each of `names` from under `folder` and drops it again. A file that is
/// refused is tried with --skip-missing-meshes.
std::vector<SurveyedFile> SurveyModels(const std::vector<std::string>& names,
                                       const std::filesystem::path& folder,
                                       const ModelFileOptions& options);

/// The options given, "--density", that have an effect on none of the files.
/// There are none where a file is refused, which does not say.
std::vector<std::string> FindUnusedOptions(
    const std::vector<SurveyedFile>& files);

/// Tables in Markdown: by collection, which is the first folder of a name, how
/// many files are here, load, and load without loss to the physics; the files
/// that are refused, with their reasons; and what is left out or approximated,
/// by kind, the worst first. A kind is a tag and a message without names and
/// numbers.
std::string FormatSurvey(const std::vector<SurveyedFile>& files);

}  // namespace tactus::apps
