#include "tactus/systems/integrator.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {

IntegrationError::IntegrationError(double time, const std::string& message)
    : std::runtime_error(fmt::format("at t = {:.9g} s: {}", time, message)),
      time_(time) {}

void Integrator::CalcSlopes(const Diagram& diagram, Context* scratch,
                            DenseOutput* step) const {
  scratch->SetTimeAndContinuousState(step->t0, step->x0);
  diagram.CalcTimeDerivatives(*scratch, &step->xdot0);
  scratch->SetTimeAndContinuousState(step->t1, step->x1);
  diagram.CalcTimeDerivatives(*scratch, &step->xdot1);
}

void Integrator::ProjectInside(const Diagram& diagram, const DenseOutput&,
                               VectorXd* x) const {
  diagram.ProjectContinuousState(x);
}

}  // namespace tactus::systems
