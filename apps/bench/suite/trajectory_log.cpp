#include "tactus/apps/bench/suite/trajectory_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/csv.h"

namespace tactus::apps {
namespace {

double ParseCell(const std::string& cell) {
  double value{};
  const auto [end, error] =
      std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size())
    throw std::invalid_argument("a log has the entry '" + cell + "'");
  return value;
}

// The larger one; what is not a number is larger than all.
double Larger(double a, double b) {
  return std::isnan(b) || b > a ? b : a;
}

// The names of the bodies whose positions `log` has.
std::vector<std::string> BodiesOf(const TrajectoryLog& log) {
  std::vector<std::string> bodies;
  for (const std::string& name : log.names) {
    if (name.ends_with(".x")) bodies.push_back(name.substr(0, name.size() - 2));
  }
  return bodies;
}

}  // namespace

const std::vector<double>& TrajectoryLog::operator[](
    std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    throw std::invalid_argument(fmt::format("a log has no column '{}'", name));
  }
  return columns[static_cast<std::size_t>(found - names.begin())];
}

TrajectoryLog ParseTrajectoryLog(const std::string& csv) {
  std::istringstream stream(csv);
  std::vector<std::string> header, cells;
  ReadCsvRow(&stream, &header);
  if (header.size() < 2) {
    throw std::invalid_argument("a log has no columns: '" +
                                (header.empty() ? "" : header.front()) + "'");
  }
  TrajectoryLog log;
  log.names.assign(header.begin() + 1, header.end());
  log.columns.resize(log.names.size());
  while (ReadCsvRow(&stream, &cells)) {
    if (cells.size() != header.size()) {
      throw std::invalid_argument(
          fmt::format("a log has a row of {} entries below {} columns",
                      cells.size(), header.size()));
    }
    log.times.push_back(ParseCell(cells.front()));
    for (std::size_t i = 0; i < log.columns.size(); ++i)
      log.columns[i].push_back(ParseCell(cells[i + 1]));
  }
  return log;
}

std::vector<double> CalcDistances(const TrajectoryLog& a,
                                  const TrajectoryLog& b) {
  const std::size_t samples = std::min(a.times.size(), b.times.size());
  for (std::size_t i = 0; i < samples; ++i) {
    if (std::abs(a.times[i] - b.times[i]) > 1e-9) {
      throw std::invalid_argument(fmt::format(
          "two logs were sampled at {} s and {} s", a.times[i], b.times[i]));
    }
  }
  std::vector<double> distances(samples, 0);
  for (const std::string& body : BodiesOf(a)) {
    std::vector<double> squares(samples, 0);
    for (const char* axis : {".x", ".y", ".z"}) {
      const auto &p = a[body + axis], &q = b[body + axis];
      for (std::size_t i = 0; i < samples; ++i)
        squares[i] += (p[i] - q[i]) * (p[i] - q[i]);
    }
    for (std::size_t i = 0; i < samples; ++i)
      distances[i] = Larger(distances[i], std::sqrt(squares[i]));
  }
  return distances;
}

ReferencePath MakeReferencePath(TrajectoryLog tight, const TrajectoryLog& other,
                                double tolerance) {
  const std::vector<double> distances = CalcDistances(tight, other);
  ReferencePath reference;
  reference.until_end = true;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    // Not a number parts, too.
    if (!(distances[i] <= tolerance)) {
      reference.until_end = false;
      break;
    }
    reference.horizon = tight.times[i];
    reference.agreement = std::max(reference.agreement, distances[i]);
  }
  reference.trajectory = std::move(tight);
  return reference;
}

double CalcError(const ReferencePath& reference, const TrajectoryLog& log) {
  const std::vector<double> distances =
      CalcDistances(reference.trajectory, log);
  double error = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (log.times[i] <= reference.horizon) error = Larger(error, distances[i]);
  }
  return error;
}

}  // namespace tactus::apps
