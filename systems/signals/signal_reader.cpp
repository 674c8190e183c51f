#include "tactus/systems/signals/signal_reader.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "tactus/systems/periodic_schedule.h"

namespace tactus::systems {

SignalReader::SignalReader(std::vector<Signal> signals)
    : signals_(std::move(signals)) {
  std::set<std::string> names;
  int size = 0;
  for (const Signal& signal : signals_) {
    if (!names.insert(signal.name).second) {
      throw std::invalid_argument("there are two signals '" + signal.name +
                                  "'");
    }
    starts_.push_back(size);
    size += signal.size();
  }
  values_.setZero(size);
}

std::vector<std::string> SignalReader::MakeColumnNames() const {
  std::vector<std::string> names;
  for (const Signal& signal : signals_) {
    for (std::string& name : ColumnNames(signal)) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

const VectorXd& SignalReader::Read(const Context& context) {
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    const Signal& signal = signals_[i];
    signal.calc(context, values_.segment(starts_[i], signal.size()));
  }
  return values_;
}

double SampleTime(double time, double rate) {
  if (rate == 0) return time;
  const double nearest = std::round(time * rate) / rate;
  return SameTime(time, nearest) ? nearest : time;
}

}  // namespace tactus::systems
