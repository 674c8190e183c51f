#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tactus/common/require.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Several lists as one, for an input that is one list:
///
///   input                 type           when unconnected
///   PREFIX0, PREFIX1,     vector<Item>   none
///   ...
///
///   output
///   as it is named        vector<Item>, the inputs' one after another
template <class Item>
class ListConcatenation : public LeafSystem {
 public:
  /// @throws std::invalid_argument unless there is at least one input.
  ListConcatenation(std::string name, int num_inputs,
                    const std::string& input_prefix, std::string output_name)
      : LeafSystem(std::move(name)) {
    Require(num_inputs > 0, "block '" + this->name() + "' needs an input");
    for (int i = 0; i < num_inputs; ++i) {
      DeclareAbstractInputPort<std::vector<Item>>(input_prefix +
                                                  std::to_string(i));
    }
    DeclareAbstractOutputPort(std::move(output_name), std::vector<Item>(),
                              &ListConcatenation::CalcList, Reads::kInputs);
  }

 private:
  void CalcList(const LeafContext& context, std::vector<Item>* list) const {
    list->clear();
    for (int i = 0; i < num_input_ports(); ++i) {
      const InputPort port = get_input_port(i);
      if (!port.HasValue(context)) continue;
      const auto& part = port.Eval<std::vector<Item>>(context);
      list->insert(list->end(), part.begin(), part.end());
    }
  }
};

}  // namespace tactus::systems
