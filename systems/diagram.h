#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/systems/context.h"
#include "tactus/systems/leaf_system.h"
#include "tactus/systems/next_state.h"
#include "tactus/systems/wiring.h"

namespace tactus::systems {

/// An immutable network of blocks, made by a DiagramBuilder. It is
///
///     dx/dt = f(t, x, z),       x  all continuous states, one vector
///     z+    = g_k(t_k, x, z)    z  discrete and abstract states, updated at
///                                  the event times t_k
///
/// where f and g are what the blocks compute, each from its own share of x and
/// z and from its inputs, which are outputs of other blocks.
///
/// Values are pulled: evaluating an output evaluates the inputs it reads, and
/// each result is kept in the Context while it is current.
class Diagram {
 public:
  Diagram(const Diagram&) = delete;
  Diagram& operator=(const Diagram&) = delete;

  /// Time 0, every block in its default state, no input fixed.
  Context CreateDefaultContext() const;

  /// All blocks, in the order in which they were added.
  std::span<const LeafSystem* const> leaves() const { return leaves_; }
  /// @throws std::invalid_argument if there is no block of this name.
  const LeafSystem& leaf(std::string_view name) const;

  /// The place of a block in leaves().
  int leaf_index(const LeafSystem& leaf) const;

  /// Ports exported by the outermost builder.
  const Exports& exports() const { return exports_; }

  /// The output connected to an input, if any.
  std::optional<OutputPort> ConnectedOutput(InputPort input) const;

  /// The blocks with their ports and wires in the language of Graphviz, nested
  /// diagrams framed; `dot -Tsvg` draws it.
  std::string GetGraphvizString() const;

  /// Whether the value at an input depends on time, or on any continuous state,
  /// directly or through other blocks.
  bool DependsOnTime(InputPort input) const;
  bool DependsOnContinuousState(InputPort input) const;
  bool DependsOnContinuousState(OutputPort output) const;

  int num_continuous_states() const { return num_continuous_states_; }
  /// LeafSystem::SetErrorScales() of all blocks.
  const VectorXd& error_scales() const { return error_scales_; }
  /// For a message: "state 2 of block 'lag'", by index in the whole.
  std::string DescribeContinuousState(int index) const;
  /// Where a block's segment starts in Context::continuous_state().
  int continuous_state_start(const LeafSystem& leaf) const;

  /// f(t, x, z), of size num_continuous_states().
  void CalcTimeDerivatives(const Context& context, VectorXd* xdot) const;
  /// One block's part of f, which has a continuous state.
  const VectorXd& EvalTimeDerivatives(const LeafSystem& leaf,
                                      const Context& context) const;

  /// For a message: which block made an entry of `xdot` NaN or infinite, and
  /// which output fed it, followed upstream to where the bad value first
  /// appears. Empty if all entries are finite.
  std::optional<std::string> FindNonFinite(const Context& context,
                                           const VectorXd& xdot) const;

  /// Puts every block's share of a state that was interpolated back in place:
  /// LeafSystem::ProjectContinuousState().
  void ProjectContinuousState(VectorXd* x) const;

  /// The first update later than `time`; infinity if there is none.
  double CalcNextUpdateTime(double time) const;

  /// The least of LeafSystem::DeclareLongestStep(); infinity without any [s].
  double CalcLongestStep() const;

  /// Runs all updates due at `context`'s time, unless they were run already at
  /// this time: periodic ones, and those of witnesses. All read the state
  /// before, whatever their order. Returns why a block terminates the
  /// simulation, if one does.
  std::optional<std::string> PerformUpdates(Context* context,
                                            UpdateBuffer* buffer) const;
  std::optional<std::string> PerformUpdates(Context* context) const;

  int num_witnesses() const { return static_cast<int>(witnesses_.size()); }
  /// The witness functions, blocks in the order of the Diagram.
  /// @throws BlockError if one is not a number.
  void CalcWitnesses(const Context& context, VectorXd* w) const;
  /// Whether, between the two ends of a step, one passed through zero.
  bool AnyCrosses(const VectorXd& w0, const VectorXd& w1) const;
  /// Makes those that did due at `context`'s time.
  void TriggerWitnesses(const VectorXd& w0, const VectorXd& w1,
                        Context* context) const;

 private:
  friend class Context;
  friend class DiagramBuilder;
  friend struct InputPort;
  friend struct OutputPort;

  /// Something that is computed and cached: output `output` of a block, or its
  /// time derivatives (kDerivatives).
  struct Slot {
    static constexpr int kDerivatives = -1;
    int leaf{};
    int output{kDerivatives};
    std::vector<int> sources;  // read directly or through inputs
  };

  struct WitnessOfLeaf {
    int leaf{}, index{};
  };

  static constexpr int kNotConnected = -1;

  Diagram(std::vector<std::unique_ptr<LeafSystem>> leaves,
          const std::vector<Wire>& wires, Exports exports);

  void LayOut();
  void AddSlots(LeafLayout* layout);
  void FindSources(const std::vector<OutputPort>& order);
  std::vector<int> SourcesOf(const LeafLayout& layout,
                             const ReadSet& reads) const;

  const LeafLayout& layout(const LeafSystem& leaf) const;
  bool DependsOn(InputPort input, int source) const;
  /// The slot of the output connected to an input, or kNotConnected.
  int SlotOf(InputPort input) const;

  const Value& EvalOutput(const Context& context, OutputPort output) const;
  const Value& EvalSlot(const Context& context, int slot) const;
  void ComputeOutput(const Context& context, int leaf, int index,
                     Value* value) const;
  void ComputeDerivatives(const Context& context, int leaf, Value* value) const;
  /// Input `index` of all. Null if it is neither connected nor fixed.
  const Value* EvalInput(const Context& context, int index) const;
  bool HasValue(const Context& context, InputPort input) const;

  std::string TraceNonFinite(const Context& context, OutputPort output) const;
  std::string FindNonFiniteInput(const Context& context, const LeafSystem& leaf,
                                 const ReadSet& reads) const;
  const LeafDeclaration::Witness& witness(int i) const;
  void RunUpdate(const LeafLayout& layout, const LeafDeclaration::Update& run,
                 const Context& context, UpdateBuffer* buffer) const;
  void CommitUpdates(UpdateBuffer* buffer, Context* context) const;

  std::vector<std::unique_ptr<LeafSystem>> owned_leaves_;
  std::vector<const LeafSystem*> leaves_;
  std::vector<LeafLayout> layouts_;
  std::vector<WitnessOfLeaf> witnesses_;
  std::vector<int> slot_of_input_;  // or kNotConnected
  std::vector<Slot> slots_;
  Exports exports_;
  int num_continuous_states_{};
  VectorXd error_scales_;
  int num_sources_{};
};

}  // namespace tactus::systems
