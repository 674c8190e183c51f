#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// sum = u0 + u1 + ... of `num_inputs` vectors of `size`; zero without inputs.
class Adder final : public LeafSystem {
 public:
  Adder(std::string name, int num_inputs, int size);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  void CalcSum(const LeafContext& context, VectorXd* sum) const;
};

}  // namespace tactus::systems
