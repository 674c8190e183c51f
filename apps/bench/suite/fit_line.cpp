#include "tactus/apps/bench/suite/fit_line.h"

#include <cmath>
#include <cstddef>

namespace tactus::apps {

Line FitLine(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  const double slope = xy / xx;
  return {.slope = slope,
          .intercept = mean_y - slope * mean_x,
          .r_squared = xy * xy / (xx * yy)};
}

double FitExponent(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> log_x, log_y;
  for (const double each : x) log_x.push_back(std::log(each));
  for (const double each : y) log_y.push_back(std::log(each));
  return FitLine(log_x, log_y).slope;
}

}  // namespace tactus::apps
