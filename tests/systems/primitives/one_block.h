#pragma once

#include <memory>
#include <utility>

#include "tactus/systems/diagram_builder.h"

namespace tactus::systems::test {

/// A diagram of a single block with a Context to try it in.
template <class Leaf>
struct OneBlock {
  template <class... Args>
  explicit OneBlock(Args&&... args) {
    DiagramBuilder builder;
    leaf = &builder.AddSystem<Leaf>(std::forward<Args>(args)...);
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }

  void Fix(int input, const VectorXd& value) {
    context.FixInput(leaf->get_input_port(input), value);
  }
  const VectorXd& Output(int output = 0) const {
    return leaf->get_output_port(output).Eval(context);
  }
  VectorXd Derivatives() const {
    VectorXd xdot;
    diagram->CalcTimeDerivatives(context, &xdot);
    return xdot;
  }

  const Leaf* leaf{};
  std::unique_ptr<Diagram> diagram;
  Context context;
};

}  // namespace tactus::systems::test
