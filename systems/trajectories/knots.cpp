#include "tactus/systems/trajectories/knots.h"

#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {

void CheckTimes(const std::vector<double>& times) {
  if (times.size() < 2) {
    throw std::invalid_argument(fmt::format(
        "a trajectory needs at least two times, not {}", times.size()));
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (std::isfinite(times[k]) && (k == 0 || times[k] > times[k - 1])) {
      continue;
    }
    throw std::invalid_argument(fmt::format(
        "the times of a trajectory must be finite and increase, but time {} is "
        "{} s{}",
        k, times[k], k == 0 ? "" : fmt::format(" after {} s", times[k - 1])));
  }
}

void CheckKnots(const std::vector<double>& times, const MatrixXd& knots) {
  CheckTimes(times);
  if (knots.cols() != static_cast<Eigen::Index>(times.size())) {
    throw std::invalid_argument(
        fmt::format("a trajectory over {} times needs as many knots, one per "
                    "column, not {}",
                    times.size(), knots.cols()));
  }
  if (!knots.allFinite()) {
    throw std::invalid_argument("a knot of a trajectory is not finite");
  }
}

}  // namespace tactus::systems
