#include "tactus/systems/port.h"

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

std::string InputPort::full_name() const {
  return leaf->name() + "." + leaf->declaration().inputs[index].name;
}

std::string OutputPort::full_name() const {
  return leaf->name() + "." + leaf->declaration().outputs[index].port.name;
}

}  // namespace tactus::systems
