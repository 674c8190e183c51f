#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tactus/systems/diagram.h"
#include "tactus/systems/leaf_system.h"
#include "tactus/systems/wiring.h"

namespace tactus::systems {

/// Collects blocks and wires, and Build()s a Diagram.
///
///     DiagramBuilder builder;
///     auto& sine = builder.AddSystem<Sine>("sine", 1.0, 2.0, 0.0, 1);
///     auto& gain = builder.AddSystem<Gain>("gain", 3.0, 1);
///     builder.Connect(sine.GetOutputPort("y"), gain.get_input_port());
///     std::unique_ptr<Diagram> diagram = std::move(builder).Build();
///
/// Every mistake throws std::invalid_argument where it is made.
class DiagramBuilder {
 public:
  /// Takes ownership; the reference is valid as long as the Diagram.
  /// Throws if the name is taken.
  template <std::derived_from<LeafSystem> Leaf>
  Leaf& AddSystem(std::unique_ptr<Leaf> leaf) {
    Leaf& added = *leaf;
    Add(std::move(leaf));
    return added;
  }
  template <std::derived_from<LeafSystem> Leaf, class... Args>
  Leaf& AddSystem(Args&&... args) {
    return AddSystem(std::make_unique<Leaf>(std::forward<Args>(args)...));
  }

  /// Blocks have an address for life, which their ports know: none is moved in.
  template <class Leaf>
  std::enable_if_t<std::derived_from<Leaf, LeafSystem>> AddSystem(Leaf&&) {
    static_assert(!std::derived_from<Leaf, LeafSystem>,
                  "a block is neither copied nor moved into a diagram: "
                  "AddSystem<Block>(arguments of its constructor) makes it "
                  "there");
  }

  /// Moves all blocks and wires of `inner` into this builder, and renames each
  /// block "prefix/name". Returns what `inner` exported, to be wired here;
  /// references to its blocks stay valid too.
  Exports AddDiagram(std::string_view prefix, DiagramBuilder inner);

  /// Throws if the two differ in size or type, or if the input is connected
  /// already.
  void Connect(OutputPort from, InputPort to);
  /// One output to all inputs that were exported under one name.
  void Connect(OutputPort from, const ExportedInput& to);
  /// The only output of a block to the only input of another.
  void Connect(const LeafSystem& from, const LeafSystem& to);

  /// Offers a port to the containing diagram. Inputs exported under the same
  /// name are connected together.
  void ExportInput(const std::string& name, InputPort input);
  void ExportInput(const std::string& name, const ExportedInput& input);
  void ExportOutput(const std::string& name, OutputPort output);

  /// Throws if there is an algebraic loop, printing its ports, and the second
  /// time, when the blocks have gone into the first diagram.
  std::unique_ptr<Diagram> Build() &&;

 private:
  void Add(std::unique_ptr<LeafSystem> leaf);
  void CheckMine(const LeafSystem* leaf) const;

  std::vector<std::unique_ptr<LeafSystem>> leaves_;
  std::vector<Wire> wires_;
  Exports exports_;
  bool is_built_ = false;
};

}  // namespace tactus::systems
