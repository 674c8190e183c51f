#include "tactus/systems/signals/signal_log.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/output_file.h"
#include "tactus/systems/signals/csv_writer.h"
#include "tactus/systems/signals/npz_writer.h"

namespace tactus::systems {

void SignalLog::Log(OutputPort port) {
  Log(MakeSignal(port));
}

void SignalLog::Log(Signal signal) {
  std::vector<Signal> one;
  one.push_back(std::move(signal));
  Log(std::move(one));
}

void SignalLog::Log(std::vector<Signal> signals) {
  if (!times_.empty()) {
    throw std::invalid_argument(
        "a log that has samples cannot take further signals");
  }
  std::vector<Signal> all = reader_.signals();
  for (Signal& signal : signals) {
    if (signal.name == "time") {
      throw std::invalid_argument("a signal cannot be called 'time'");
    }
    all.push_back(std::move(signal));
  }
  reader_ = SignalReader(std::move(all));
  values_.resize(reader_.signals().size());
}

void SignalLog::Watch(Simulator* simulator, double rate) {
  if (!(rate >= 0) || !std::isfinite(rate)) {
    throw std::invalid_argument(fmt::format(
        "the rate of a log must not be negative, it is {} Hz", rate));
  }
  const double period = rate > 0 ? 1 / rate : Simulator::kEveryStep;
  simulator->Observe(period, [this, rate](const Context& context) {
    Append(SampleTime(context.time(), rate), context);
  });
}

void SignalLog::Append(double time, const Context& context) {
  const VectorXd& row = reader_.Read(context);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto first = row.begin() + reader_.start(static_cast<int>(i));
    values_[i].insert(values_[i].end(), first, first + signals()[i].size());
  }
  times_.push_back(time);
}

SignalLog::Data SignalLog::data(std::string_view name) const {
  for (std::size_t i = 0; i < signals().size(); ++i) {
    if (signals()[i].name == name) return data(static_cast<int>(i));
  }
  throw std::invalid_argument(fmt::format("no signal '{}' is logged", name));
}

SignalLog::Data SignalLog::data(int signal) const {
  return {values_[signal].data(), num_samples(), signals()[signal].size()};
}

void SignalLog::WriteCsv(std::ostream* out) const {
  CsvWriter csv(reader_.MakeColumnNames(), out);
  VectorXd row(static_cast<Eigen::Index>(reader_.MakeColumnNames().size()));
  for (int sample = 0; sample < num_samples(); ++sample) {
    for (int i = 0; i < static_cast<int>(signals().size()); ++i) {
      row.segment(reader_.start(i), signals()[i].size()) = data(i).row(sample);
    }
    csv.Write(times_[sample], row);
  }
}

void SignalLog::WriteNpz(std::ostream* out) const {
  std::vector<NpzArray> arrays = {
      {.name = "time", .shape = {times_.size()}, .values = times_}};
  for (std::size_t i = 0; i < signals().size(); ++i) {
    const auto size = static_cast<std::size_t>(signals()[i].size());
    arrays.push_back({.name = signals()[i].name,
                      .shape = {times_.size(), size},
                      .values = values_[i]});
  }
  systems::WriteNpz(arrays, out);
}

void SignalLog::WriteCsv(const std::filesystem::path& file) const {
  WriteFile(file, [&](std::ostream* out) { WriteCsv(out); });
}

void SignalLog::WriteNpz(const std::filesystem::path& file) const {
  WriteFile(file, [&](std::ostream* out) { WriteNpz(out); });
}

}  // namespace tactus::systems
