#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// y = c. The vector c is parameter 0, so each Context may have its own:
///
///     context.of(source).set_parameter<VectorXd>(c);
class ConstantVectorSource final : public LeafSystem {
 public:
  ConstantVectorSource(std::string name, const VectorRef& c);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;
};

}  // namespace tactus::systems
