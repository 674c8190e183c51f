#include "tactus/apps/bench/trust/trust.h"

namespace tactus::apps {

std::string BenchVerify(const BenchOptions& options) {
  return "Made by `tactus bench verify`. The built-in scenes' quantities, "
         "accuracies from 1e-2 to 1e-4 and tolerances of 3 to 30 times as "
         "much are random, but the same on every machine. The truth is rk3 at "
         "a hundred-thousandth of the accuracy, beside CENIC at a "
         "ten-thousandth; where rk3 does not get there in a minute, CENIC at a "
         "thousandth and a ten-thousandth. It holds until the two differ by a "
         "tenth of the tolerance, and what they differ by is taken from the "
         "error.\n\n" +
         RunQuantities(options) +
         "\nBalls of 4 to 20 mm are shot at plates of 1 to 20 mm, at 5 to 100 "
         "m/s. A wall is missed where the verification trusts the run, to 1 "
         "cm, "
         "although the ball is farther than that behind the plate.\n\n" +
         RunShots(options);
}

}  // namespace tactus::apps
