#include "tactus/recording/verify/trajectory.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/systems/signals/csv_writer.h"

namespace tactus::recording {
namespace {

// Between two unit quaternions, of either sign.
double CalcAngle(const Eigen::Vector4d& a, const Eigen::Vector4d& b) {
  const Quaterniond q_A(a[0], a[1], a[2], a[3]), q_B(b[0], b[1], b[2], b[3]);
  const Quaterniond q_AB = q_A.conjugate() * q_B;
  return 2 * std::atan2(q_AB.vec().norm(), std::abs(q_AB.w()));
}

}  // namespace

std::string Trajectory::Describe() const {
  if (accuracy) return fmt::format("{}, accuracy {:g}", integrator, *accuracy);
  return fmt::format("{}, step {:g} s", integrator, step.value_or(0));
}

VectorXd CalcGap(const Trajectory& a, const Trajectory& b,
                 const Quantity& quantity) {
  const auto rows =
      static_cast<Eigen::Index>(std::min(a.times.size(), b.times.size()));
  // A sample is taken at the end of a step that is off it but for rounding.
  const double same =
      rows > 0 ? 1e-9 * std::abs(a.times[rows - 1] - a.times[0]) : 0;
  VectorXd gap(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    Require(std::abs(a.times[i] - b.times[i]) <= same,
            "trajectories that are compared must be sampled at the same times");
    const VectorXd x = a.values.row(i).segment(quantity.start, quantity.size);
    const VectorXd y = b.values.row(i).segment(quantity.start, quantity.size);
    const double all = quantity.is_rotation
                           ? CalcAngle(x.head<4>(), y.head<4>())
                           : (x - y).lpNorm<Eigen::Infinity>();
    gap[i] = x.allFinite() && y.allFinite()
                 ? all
                 : std::numeric_limits<double>::infinity();
  }
  return gap;
}

std::optional<double> FindParting(std::span<const double> times,
                                  const VectorXd& gap, double threshold) {
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    if (gap[i] <= threshold) continue;
    return times[static_cast<std::size_t>(std::max<Eigen::Index>(i - 1, 0))];
  }
  return std::nullopt;
}

void WriteCsv(const Trajectory& trajectory, std::ostream* out) {
  systems::CsvWriter csv(trajectory.columns, out);
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
    csv.Write(trajectory.times[i],
              trajectory.values.row(static_cast<Eigen::Index>(i)).transpose());
  }
}

}  // namespace tactus::recording
