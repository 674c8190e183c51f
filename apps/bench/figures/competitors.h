#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/bench/suite/run_result.h"

namespace tactus::apps {

/// An integrator as the suite runs it: nothing is set beyond these flags.
struct Competitor {
  std::string_view label;
  std::vector<std::string> settings;
  bool has_fixed_step = false;
};

const Competitor& CenicSparse();
const Competitor& CenicDense();
/// CENIC of second order.
const Competitor& CenicExtrapolated();
const Competitor& Icf();
const Competitor& ComFree();
const Competitor& Rk3();

/// ICF, ComFree, COND and Dojo.
std::span<const Competitor> FixedStep();

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

/// CENIC's schemes, by name.
std::vector<std::string> SchemeNames();
/// CENIC by one of them.
RunSpec WithScheme(const std::string& scheme, std::string scene,
                   double duration, double accuracy);

/// What may say a scene's true trajectory, the most accurate run first, as
/// ReferenceOptions have it: RK3 at 1e-9, a method that shares nothing with
/// CENIC, and CENIC at 1e-8; at 1e-7, too, where one of the two does not reach
/// the end. The agreement of two tells for how long the trajectory is known.
std::vector<RunSpec> References(const std::string& scene, double duration);
/// What became of them, for readers.
std::string DescribeReferences(const std::string& scene, double duration,
                               const Results& results);

}  // namespace tactus::apps
