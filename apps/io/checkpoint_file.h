#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tactus/systems/simulator.h"

namespace tactus::apps {

/// What a run was told, for a checkpoint to be continued by another process.
struct RunDescription {
  std::vector<std::string> arguments = {};  ///< Of `tactus run`.
  std::string directory = {};    ///< That relative paths among them start from.
  double initial_energy = 0;     ///< [J]
  std::uint64_t input_hash = 0;  ///< Of the file that was run; 0: a scene.

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&arguments, &directory, &initial_energy, &input_hash);
  }
};

/// A hash of a file's bytes; 0 if there is no such file.
std::uint64_t HashOfFile(const std::filesystem::path& file);

/// Replaces `file` by a checkpoint of `simulator`, whole or not at all.
/// @throws OutputError, CheckpointError
void WriteCheckpointFile(const std::filesystem::path& file,
                         RunDescription description,
                         const systems::Simulator& simulator);

/// The first part of the file; the second is for RestoreFromFile(), once the
/// run it describes is set up again.
/// @throws std::invalid_argument naming the file, if it is no such file.
RunDescription ReadRunDescription(const std::filesystem::path& file);
void RestoreFromFile(const std::filesystem::path& file,
                     systems::Simulator* simulator);

}  // namespace tactus::apps
