#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tactus::apps {

/// Columns over time, as `tactus run --log FILE.csv` writes them.
struct TrajectoryLog {
  std::vector<std::string> names;            ///< Of columns but the time.
  std::vector<double> times;                 ///< [s]
  std::vector<std::vector<double>> columns;  ///< By name, then by time.

  /// @throws std::invalid_argument if there is no such column.
  const std::vector<double>& operator[](std::string_view name) const;
};

/// @throws std::invalid_argument for text that is no such table.
TrajectoryLog ParseTrajectoryLog(const std::string& csv);

/// How far apart the bodies of two logs of poses (columns B.x, B.y, B.z) are,
/// at each sample that both have: the maximum over bodies [m].
std::vector<double> CalcDistances(const TrajectoryLog& a,
                                  const TrajectoryLog& b);

/// Until when two references of a scene agree, and what they say until then.
/// Contact makes many scenes chaotic: what is compared later is luck.
struct ReferencePath {
  std::string runs{};        ///< Which two, for readers.
  TrajectoryLog trajectory;  ///< The more accurate of the two.
  double horizon{};          ///< [s] Where the two first part, or the end.
  double agreement{};        ///< [m] Their largest distance until then.
  bool until_end{};          ///< They do not part.

  /// Whether they agree for longer than an instant.
  bool has_horizon() const {
    return !trajectory.times.empty() && horizon > trajectory.times.front();
  }
};

/// @param tolerance  the distance that counts as parted [m].
ReferencePath MakeReferencePath(TrajectoryLog tight, const TrajectoryLog& other,
                                double tolerance);

/// The largest distance from a reference until its horizon [m].
double CalcError(const ReferencePath& reference, const TrajectoryLog& log);

}  // namespace tactus::apps
