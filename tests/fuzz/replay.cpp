// replay IMPORTER FOLDER [--mutants N]
// replay IMPORTER --shared .ENDING
//
// Hands every file below the folder to an importer, and N mutations of each,
// the same on every machine; or the small files with this ending of the models
// beside the checkout (support/shared.h). Exits with 1 and names the inputs if
// there are faults, with 4 if those models are not there.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/importers.h"
#include "fuzz/mutator.h"
#include "support/shared.h"
#include <sys/resource.h>

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 4;
constexpr std::uintmax_t kLargest = 48'000;  // Of the models elsewhere [B].

struct Options {
  std::string importer;
  fs::path folder = {};
  std::string ending = {};  // None: any.
  int num_mutants = 0;
};

Options ReadOptions(const std::vector<std::string>& arguments) {
  const bool paired = arguments.size() == 4 && arguments[2] == "--mutants";
  const bool shared = arguments.size() == 3 && arguments[1] == "--shared";
  if (shared) {
    return {.importer = arguments[0],
            .folder = SharedDirectory() / "models",
            .ending = arguments[2]};
  }
  if (arguments.size() != 2 && !paired) {
    throw std::invalid_argument(
        "usage: replay IMPORTER FOLDER [--mutants N]\n"
        "       replay IMPORTER --shared .ENDING");
  }
  return {.importer = arguments[0],
          .folder = arguments[1],
          .num_mutants = paired ? std::stoi(arguments[3]) : 0};
}

std::vector<fs::path> FindFiles(const Options& options) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(options.folder)) {
    const bool wanted =
        options.ending.empty() ||
        (entry.path().extension() == options.ending &&
         entry.is_regular_file() && entry.file_size() <= kLargest);
    if (entry.is_regular_file() && wanted) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string ReadBytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A reader that wants too much memory gets none, which is no documented error.
// The sanitizers reserve more than this for themselves.
void LimitMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kMost = rlim_t{2} << 30;
  const rlimit limit{.rlim_cur = kMost, .rlim_max = kMost};
  setrlimit(RLIMIT_AS, &limit);
#endif
}

// Leaves what it was about to try where a crash or a hang can be looked at.
bool IsFaultless(const Importer& importer, const std::string& bytes,
                 const std::string& what) {
  static const fs::path last = fs::temp_directory_path() /
                               ("tactus-replay-" + std::string(importer.name));
  try {
    importer.run(bytes);
    return true;
  } catch (const std::exception& error) {
    std::ofstream(last, std::ios::binary) << bytes;
    std::cout << what << ": " << error.what() << "\n  left in " << last.string()
              << '\n';
    return false;
  }
}

int Replay(const Options& options) {
  const Importer& importer = FindImporter(options.importer);
  if (!options.ending.empty() && !HasShared("models")) return kSkipped;
  std::vector<std::string> seeds;
  const std::vector<fs::path> files = FindFiles(options);
  std::ranges::transform(files, std::back_inserter(seeds), &ReadBytes);
  int num_inputs = 0, num_faults = 0;
  for (std::size_t f = 0; f < files.size(); ++f) {
    for (int i = 0; i <= options.num_mutants; ++i) {
      const auto number = static_cast<std::uint64_t>(i);
      const std::string bytes =
          i == 0 ? seeds[f] : Mutate(seeds[f], seeds, 1000 * f + number);
      const std::string what =
          files[f].string() + (i == 0 ? "" : " mutated, " + std::to_string(i));
      num_faults += !IsFaultless(importer, bytes, what);
      ++num_inputs;
    }
  }
  std::cout << options.importer << ": " << files.size() << " files, "
            << num_inputs << " inputs, " << num_faults << " faults\n";
  if (files.empty()) throw std::invalid_argument("the folder has no files");
  return num_faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tactus::test

int main(int argc, char** argv) {
  try {
    tactus::test::LimitMemory();
    return tactus::test::Replay(
        tactus::test::ReadOptions({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::cerr << "replay: " << error.what() << '\n';
    return 2;
  }
}
