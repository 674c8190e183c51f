#include "tactus/systems/primitives/multiplexer.h"

#include <numeric>
#include <utility>

namespace tactus::systems {

Multiplexer::Multiplexer(std::string name, const std::vector<int>& sizes)
    : LeafSystem(std::move(name)) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    DeclareVectorInputPort("u" + std::to_string(i), sizes[i]);
  }
  DeclareVectorOutputPort("y", std::accumulate(sizes.begin(), sizes.end(), 0),
                          &Multiplexer::CalcY, Reads::kInputs);
}

void Multiplexer::CalcY(const LeafContext& context, VectorXd* y) const {
  Eigen::Index start = 0;
  for (int i = 0; i < num_input_ports(); ++i) {
    const VectorXd& u = get_input_port(i).Eval(context);
    y->segment(start, u.size()) = u;
    start += u.size();
  }
}

}  // namespace tactus::systems
