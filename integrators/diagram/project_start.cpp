#include "tactus/integrators/diagram/project_start.h"

#include <iomanip>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tactus/common/log.h"
#include "tactus/multibody/limit_projection.h"
#include "tactus/multibody/start_projection.h"

namespace tactus::integrators {

using systems::Context;

namespace {

std::string FormatShort(double x) {
  std::ostringstream text;
  text << std::setprecision(4) << x;
  return text.str();
}

// A millimetre or a milliradian that remain pull with the force of a collision.
void RequireReachable(const std::vector<multibody::StartCorrection>& starts) {
  constexpr double kTooFar = 1e-3;
  for (const multibody::StartCorrection& each : starts) {
    if (each.is_rate || each.after < kTooFar) continue;
    throw std::invalid_argument(
        "the start violates " + each.what + " by " + FormatShort(each.before) +
        " " + each.unit + ", and moved as near as constraints and limits let " +
        "it, it is still off by " + FormatShort(each.after) + " " + each.unit);
  }
}

// An elastic body may be held at thousands of nodes: the first few are told,
// and how many more there are.
void WarnOf(const std::vector<multibody::StartCorrection>& starts) {
  constexpr std::size_t kMostTold = 6;
  const std::size_t told =
      starts.size() > kMostTold + 1 ? kMostTold : starts.size();
  for (const multibody::StartCorrection& each : std::span(starts).first(told)) {
    LogWarning("the start violated " + each.what + " by " +
               FormatShort(each.before) + " " + each.unit + "; moved" +
               (each.after == 0
                    ? std::string(" there")
                    : " to where it is off by " + FormatShort(each.after) +
                          " " + each.unit));
  }
  if (told == starts.size()) return;
  LogWarning("the start violated " + std::to_string(starts.size() - told) +
             " more constraints; moved likewise");
}

}  // namespace

void ProjectStart(const multibody::MultibodyPlant& plant, Context* context) {
  const multibody::Model& model = plant.model();
  VectorXd q = plant.positions(*context), v = plant.velocities(*context);
  const auto moved = multibody::ProjectToLimits(model, &q);
  const auto corrected = multibody::ProjectToConstraints(model, &q, &v);
  RequireReachable(corrected);
  if (!moved.empty() || !corrected.empty()) plant.SetPositions(context, q);
  if (!corrected.empty()) plant.SetVelocities(context, v);
  for (const multibody::LimitProjection& each : moved) {
    LogWarning("the start of joint '" + model.joints()[each.joint].name +
               "' lies outside its limits; moved from " +
               std::to_string(each.from) + " to " + std::to_string(each.to));
  }
  WarnOf(corrected);
}

}  // namespace tactus::integrators
