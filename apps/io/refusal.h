#pragma once

#include <stdexcept>

#include "tactus/systems/simulator.h"

namespace tactus::apps {

/// The integrator does not take what it is to simulate, which it says before
/// there is a step: the user's error, and no failure of the integration.
class Refusal : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Simulator::Initialize(). @throws Refusal for its std::invalid_argument.
systems::SimulatorStatus InitializeOrRefuse(systems::Simulator* simulator);

}  // namespace tactus::apps
