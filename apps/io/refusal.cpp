#include "tactus/apps/io/refusal.h"

namespace tactus::apps {

systems::SimulatorStatus InitializeOrRefuse(systems::Simulator* simulator) {
  try {
    return simulator->Initialize();
  } catch (const std::invalid_argument& error) {
    throw Refusal(error.what());
  }
}

}  // namespace tactus::apps
