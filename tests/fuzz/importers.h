#pragma once

#include <span>
#include <string_view>

namespace tactus::test {

/// A reader of files, fed with bytes that nobody vouches for. Whatever they
/// are, the reader either makes something that can be used, or throws the error
/// that its header documents, with the name of the file in the message, and
/// leaves nothing half done. Everything else is a fault: a crash, another
/// exception, a leak, more memory or time than a file of that size deserves.
struct Importer {
  std::string_view name;
  /// @throws Fault, and whatever the reader threw in place of its error.
  void (*run)(std::string_view bytes);
};

/// All of them:
///
///   mjcf urdf sdf    models, which are built, and their dynamics evaluated
///   stl obj          meshes; hull and integrals too
///   gltf             meshes read by assimp
///   collada          the same, but for files that are well-formed alone:
///   assimp
///                    5.2 trusts the counts in a file, and crashes on others
///   scenario         YAML, wired to a diagram, which is tried out
///   checkpoint       of a run; its first byte says what of the file it is
///   state            JSON, of the joints of a model
///   pair             no file: two shapes, whose contact is looked for
std::span<const Importer> Importers();

/// @throws std::invalid_argument listing the importers, if there is none.
const Importer& FindImporter(std::string_view name);

// In the files called after them.
void ImportMjcf(std::string_view bytes);
void ImportUrdf(std::string_view bytes);
void ImportSdf(std::string_view bytes);
void ImportStl(std::string_view bytes);
void ImportObj(std::string_view bytes);
void ImportGltf(std::string_view bytes);
void ImportCollada(std::string_view bytes);
void ImportScenario(std::string_view bytes);
void ImportCheckpoint(std::string_view bytes);
void ImportState(std::string_view bytes);
void CollidePair(std::string_view bytes);

}  // namespace tactus::test
