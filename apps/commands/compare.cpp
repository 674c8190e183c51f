#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/common/output_file.h"
#include "tactus/common/read_file.h"
#include "tactus/common/require.h"
#include "tactus/recording/compare_recordings.h"
#include "tactus/recording/viewer_page.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNumListed = 10;

struct CompareOptions {
  fs::path a, b;
  std::optional<fs::path> html;
};

recording::RecordedMotion ReadMotionOf(const fs::path& file,
                                       const std::string& glb) {
  try {
    return recording::ReadMotion(glb);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file.string() + ": " + error.what());
  }
}

std::string MakeTable(const std::vector<recording::BodyDistance>& distances) {
  std::string text = "body, largest distance [m], at time [s]\n";
  for (std::size_t i = 0; i < std::min(distances.size(), kNumListed); ++i) {
    text += fmt::format("  {:<28} {:>12.6g} {:>10.4g}\n", distances[i].body,
                        distances[i].distance, distances[i].time);
  }
  if (distances.size() > kNumListed)
    text += fmt::format("  and {} more\n", distances.size() - kNumListed);
  return text;
}

int DoCompare(const CompareOptions& options) {
  if (options.html) RequireNoInput(*options.html, {options.a, options.b});
  const std::string glb_a = ReadFile(options.a), glb_b = ReadFile(options.b);
  const auto motion_a = ReadMotionOf(options.a, glb_a);
  const auto motion_b = ReadMotionOf(options.b, glb_b);
  const auto distances = recording::CompareMotions(motion_a, motion_b);
  const bool share_bodies = std::ranges::any_of(
      distances,
      [](const recording::BodyDistance& each) { return each.body != "world"; });
  Require(share_bodies, "the recordings have no body of the same name");
  std::cout << MakeTable(distances);
  if (motion_a.duration() != motion_b.duration()) {
    std::cout << fmt::format("compared for {:g} s: they last {:g} and {:g} s\n",
                             std::min(motion_a.duration(), motion_b.duration()),
                             motion_a.duration(), motion_b.duration());
  }
  if (!options.html) return kDone;
  OutputFile file(*options.html);
  file.stream() << recording::MakeComparisonHtml(
      glb_a, glb_b, options.a.string(), options.b.string(),
      recording::LoadViewerPage());
  file.Commit();
  std::cout << "wrote " << options.html->string() << '\n';
  return kDone;
}

}  // namespace

void AddCompareCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "compare", "Say how far the bodies of two recordings are apart");
  auto options = std::make_shared<CompareOptions>();
  AddOption(command, "first A.glb", &options->a,
            "A recording, recording.glb of a run")
      ->required();
  AddOption(command, "second B.glb", &options->b, "Another of the same bodies")
      ->required();
  AddOption(command, "--html FILE", &options->html,
            "Write a page with both, one over the other");
  command->callback([options, exit_code] { *exit_code = DoCompare(*options); });
}

}  // namespace tactus::apps
