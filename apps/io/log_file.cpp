#include "tactus/apps/io/log_file.h"

#include <cmath>
#include <string_view>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/plant/quantities/quantities.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using systems::Signal;

bool IsNpz(const LogOptions& options) {
  return options.file.extension() == ".npz";
}

std::vector<Signal> MakePoses(const multibody::MultibodyPlant& plant,
                              bool short_names) {
  constexpr std::string_view kBefore = "body/", kAfter = "/pose";
  std::vector<Signal> poses;
  for (Signal& signal : multibody::MakeQuantities(plant)) {
    const std::string& name = signal.name;
    if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) continue;
    poses.push_back(std::move(signal));
    if (!short_names) continue;
    std::string& all = poses.back().name;
    all =
        all.substr(kBefore.size(), all.size() - kBefore.size() - kAfter.size());
  }
  return poses;
}

void RequireLogEnding(const std::filesystem::path& file) {
  const std::filesystem::path ending = file.extension();
  const bool is_stream =
      std::filesystem::exists(file) && !std::filesystem::is_regular_file(file);
  Require(
      ending == ".csv" || ending == ".npz" || is_stream,
      fmt::format("a log ends in .csv or .npz; '{}' does not", file.string()));
}

}  // namespace

std::vector<Signal> MakeLogSignals(const LogOptions& options,
                                   const systems::Diagram& diagram,
                                   const multibody::MultibodyPlant& plant) {
  Require(options.rate >= 0 && options.rate <= kMaxLogRate,
          fmt::format("the rate of log {} must not be negative or above {:g} "
                      "Hz, it is {} Hz",
                      options.file.string(), kMaxLogRate, options.rate));
  RequireLogEnding(options.file);
  return options.signals.empty()
             ? MakePoses(plant, !IsNpz(options))
             : multibody::FindSignals(diagram, options.signals);
}

LogFile::LogFile(const LogOptions& options, std::vector<Signal> signals)
    : rate_(options.rate), file_(options.file), reader_(std::move(signals)) {
  if (IsNpz(options)) {
    npz_.emplace();
    npz_->Log(reader_.signals());
  } else {
    csv_.emplace(reader_.MakeColumnNames(), &file_.stream());
  }
}

double LogFile::period() const {
  return rate_ > 0 ? 1 / rate_ : systems::Simulator::kEveryStep;
}

void LogFile::Add(const systems::Context& context) {
  const double time = systems::SampleTime(context.time(), rate_);
  if (npz_) {
    npz_->Append(time, context);
  } else {
    csv_->Write(time, reader_.Read(context));
  }
}

void LogFile::Commit() {
  if (npz_) npz_->WriteNpz(&file_.stream());
  file_.Commit();
}

}  // namespace tactus::apps
