#include "tactus/contact/geometry/narrow_phase/falling_root.h"

#include <cmath>
#include <cstdint>

#include <boost/math/tools/toms748_solve.hpp>

namespace tactus::contact {

double FallingRoot(const std::function<double(double)>& f, double low,
                   double high) {
  const double f_low = f(low), f_high = f(high);
  if (!(f_low > 0)) return low;
  if (!(f_high < 0)) return high;
  const auto close = [](double a, double b) {
    return b - a <= 4e-16 * std::fmax(std::abs(a), std::abs(b));
  };
  std::uintmax_t most_calls = 200;
  const auto [a, b] = boost::math::tools::toms748_solve(
      f, low, high, f_low, f_high, close, most_calls);
  return 0.5 * (a + b);
}

}  // namespace tactus::contact
