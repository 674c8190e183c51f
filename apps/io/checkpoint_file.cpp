#include "tactus/apps/io/checkpoint_file.h"

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/archive.h"
#include "tactus/common/hash.h"
#include "tactus/common/output_file.h"

namespace tactus::apps {
namespace {

constexpr std::array<char, 12> kMagic = {'t', 'a', 'c', 't', 'u', 's',
                                         ' ', 'r', 'u', 'n', ' ', '1'};

std::ifstream Open(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::invalid_argument(
        fmt::format("there is no checkpoint '{}'", file.string()));
  }
  return in;
}

// Reads by `read`, and says of which file it was that something was wrong with.
template <class Read>
void ReadFrom(const std::filesystem::path& file, const Read& read) {
  std::ifstream in = Open(file);
  try {
    read(&in);
  } catch (const CheckpointError& error) {
    throw std::invalid_argument(
        fmt::format("{}: {}", file.string(), error.what()));
  }
}

RunDescription ReadDescription(std::istream* in) {
  Archive archive(in);
  std::array<char, kMagic.size()> magic{};
  archive.Visit(&magic);
  if (magic != kMagic) {
    throw CheckpointError("this is not a checkpoint of a run");
  }
  std::string bytes;
  std::uint64_t hash{};
  archive.Visit(&bytes, &hash);
  if (HashOf(bytes) != hash) {
    throw CheckpointError("the checkpoint is damaged");
  }
  std::istringstream content(bytes);
  Archive content_archive(static_cast<std::istream*>(&content));
  RunDescription description;
  content_archive.Visit(&description);
  return description;
}

}  // namespace

std::uint64_t HashOfFile(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) return 0;
  std::ifstream in(file, std::ios::binary);
  Hash hash;
  for (std::array<char, 65536> part;
       in.read(part.data(), part.size()), in.gcount() > 0;) {
    hash.Add(part.data(), static_cast<std::size_t>(in.gcount()));
  }
  return hash.value();
}

void WriteCheckpointFile(const std::filesystem::path& file,
                         RunDescription description,
                         const systems::Simulator& simulator) {
  std::ostringstream content;
  Archive content_archive(static_cast<std::ostream*>(&content));
  content_archive.Visit(&description);
  std::string bytes = std::move(content).str();
  std::uint64_t hash = HashOf(bytes);

  OutputFile output(file);
  try {
    Archive archive(&output.stream());
    auto magic = kMagic;
    archive.Visit(&magic, &bytes, &hash);
    simulator.Save(&output.stream());
  } catch (const CheckpointError& error) {
    throw CheckpointError(fmt::format("{}: {}", file.string(), error.what()));
  }
  output.Commit();
}

RunDescription ReadRunDescription(const std::filesystem::path& file) {
  RunDescription description;
  ReadFrom(file, [&](std::istream* in) { description = ReadDescription(in); });
  return description;
}

void RestoreFromFile(const std::filesystem::path& file,
                     systems::Simulator* simulator) {
  ReadFrom(file, [&](std::istream* in) {
    ReadDescription(in);
    simulator->Restore(in);
  });
}

}  // namespace tactus::apps
