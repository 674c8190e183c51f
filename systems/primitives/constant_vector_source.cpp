#include "tactus/systems/primitives/constant_vector_source.h"

#include <utility>

namespace tactus::systems {

ConstantVectorSource::ConstantVectorSource(std::string name, const VectorRef& c)
    : LeafSystem(std::move(name)) {
  DeclareParameter(VectorXd(c));
  DeclareVectorOutputPort("y", static_cast<int>(c.size()),
                          &ConstantVectorSource::CalcY, Reads::kParameters);
}

void ConstantVectorSource::CalcY(const LeafContext& context,
                                 VectorXd* y) const {
  *y = context.parameter<VectorXd>();
}

}  // namespace tactus::systems
