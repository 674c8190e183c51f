#pragma once

#include "tactus/systems/simulator.h"

namespace tactus::test {

/// A simulator of a small diagram, at its start: a body on a hinge and one that
/// lies on the ground, noise, a sampled delay, a log; under CENIC.
systems::Simulator MakeCheckpointSimulator();

}  // namespace tactus::test
