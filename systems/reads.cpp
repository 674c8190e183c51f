#include "tactus/systems/reads.h"

#include <algorithm>

namespace tactus::systems {

ReadSet::ReadSet(Reads sources, std::initializer_list<InputPort> inputs)
    : sources_(sources) {
  for (const InputPort& input : inputs) inputs_.push_back(input.index);
}

bool ReadSet::IncludesInput(int input) const {
  return Includes(Reads::kInputs) ||
         std::find(inputs_.begin(), inputs_.end(), input) != inputs_.end();
}

bool ReadSet::Includes(const ReadSet& other) const {
  return Includes(other.sources_) &&
         std::all_of(other.inputs_.begin(), other.inputs_.end(),
                     [this](int input) { return IncludesInput(input); });
}

}  // namespace tactus::systems
