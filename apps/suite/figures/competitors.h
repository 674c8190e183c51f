#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/suite/run_spec.h"

namespace tactus::apps {

/// An integrator as the suite runs it: nothing is set beyond these flags.
struct Competitor {
  std::string_view label;
  std::vector<std::string> settings;
};

const Competitor& CenicSparse();
const Competitor& CenicDense();
const Competitor& Icf();
const Competitor& ComFree();
const Competitor& Rk3();

/// The four baselines of Figure 10, and CVODE as an outside reference. Their
/// algebra is dense.
std::span<const Competitor> Baselines();
/// CENIC with sparse and with dense algebra, then the baselines.
std::vector<Competitor> ErrorControlled();

RunSpec WithAccuracy(const Competitor& competitor, std::string scene,
                     double duration, double accuracy,
                     std::string error_norm = {});
RunSpec WithStep(const Competitor& competitor, std::string scene,
                 double duration, double step);

/// The two runs whose agreement says how long a scene's trajectory can be
/// known, the more accurate one first: CENIC at 1e-8 and at 1e-7; where motion
/// is smooth, RK3 at 1e-9 and CENIC at 1e-8.
std::vector<RunSpec> References(const std::string& scene, double duration);

}  // namespace tactus::apps
