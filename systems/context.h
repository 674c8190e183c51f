#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "tactus/systems/leaf_layout.h"
#include "tactus/systems/port.h"
#include "tactus/systems/reads.h"
#include "tactus/systems/types.h"
#include "tactus/systems/value.h"

namespace tactus::systems {

class Diagram;
class LeafContext;
class MutableLeafContext;

/// Everything about a simulation that changes: time, the state and parameters
/// of every block, the values fixed at inputs, and the integrator's memory.
///
/// A Context is a value. Copying it saves the simulation, assigning restores
/// it, and a simulation continued from a copy repeats the original bit for
/// bit. It must not outlive its Diagram. One thread at a time may use it: even
/// reading an output fills the cache.
///
/// Caching. Let clock be a counter, and changed[s] its reading when source s
/// (time, the continuous state, some block's discrete state, ...) last changed:
///
///     change of s:   clock += 1,  changed[s] = clock
///     a result computed at clock reading c is current while
///                    changed[s] <= c  for all s that it reads, directly or
///                                     through its inputs
class Context {
 public:
  /// Belongs to no Diagram; good only for being assigned to. For others see
  /// Diagram::CreateDefaultContext().
  Context() = default;

  /// @pre the Context was made by a Diagram.
  const Diagram& diagram() const { return *diagram_; }
  bool BelongsTo(const Diagram& diagram) const { return diagram_ == &diagram; }

  /// [s]
  double time() const { return time_; }
  /// All continuous states, contiguous, blocks in the order of the Diagram.
  const VectorXd& continuous_state() const { return x_; }

  void SetTime(double t);
  /// @throws std::invalid_argument if the size differs.
  void SetContinuousState(const VectorRef& x);
  void SetTimeAndContinuousState(double t, const VectorRef& x) {
    SetTime(t);
    SetContinuousState(x);
  }

  /// One block's share. @throws std::invalid_argument if the block is not part
  /// of this Context's Diagram.
  LeafContext of(const LeafSystem& leaf) const;
  MutableLeafContext of(const LeafSystem& leaf);

  /// Gives an unconnected input a value, until it is given another one. Any
  /// Eigen vector does for a vector input.
  /// @throws std::invalid_argument if the input is connected, or if the value
  /// does not fit it in size or type.
  template <class T>
  void FixInput(InputPort input, const T& value) {
    if constexpr (std::is_convertible_v<const T&, VectorRef>) {
      FixVector(input, value);
    } else if constexpr (std::is_same_v<T, Value>) {
      FixValue(input, value);
    } else {
      FixValue(input, Value(value));
    }
  }

  /// Everything that changes. @throws CheckpointError naming the block whose
  /// share cannot be written or does not fit; what was read into is then not to
  /// be used.
  void Serialize(Archive* archive);

  /// Whatever the integrator carries from step to step: warm starts, its ideal
  /// step. Here, so that a copied Context replays.
  const Value& integrator_memory() const { return integrator_memory_; }
  Value& integrator_memory() { return integrator_memory_; }

 private:
  friend class Diagram;
  friend struct InputPort;
  friend struct OutputPort;
  friend class LeafContext;
  friend class MutableLeafContext;
  friend class NextState;
  friend class Simulator;

  struct CacheSlot {
    Value value;
    std::uint64_t current_at{0};  // clock reading; 0: not computed
  };

  void MarkChanged(int source) { changed_[source] = ++clock_; }
  const LeafLayout& Layout(const LeafSystem& leaf) const;
  void FixVector(InputPort input, const VectorRef& value);
  void FixValue(InputPort input, const Value& value);
  /// Where the value of an unconnected input is kept.
  Value& FixedInput(InputPort input);

  const Diagram* diagram_{};
  double time_{};
  VectorXd x_;
  std::vector<VectorXd> discrete_;
  std::vector<Value> abstract_;
  std::vector<Value> parameters_;
  std::vector<Value> fixed_inputs_;  // empty Value: not fixed
  Value integrator_memory_;

  // Witnesses whose zero ended the last step; their updates are due.
  std::vector<int> triggered_;
  // When updates were last made, and observers last asked, so that nothing is
  // done twice.
  double updated_at_{std::numeric_limits<double>::quiet_NaN()};
  double observed_at_{std::numeric_limits<double>::quiet_NaN()};

  std::uint64_t clock_{1};
  std::vector<std::uint64_t> changed_;  // by source
  mutable std::vector<CacheSlot> cache_;
};

/// One block's read-only window on a Context: what its computations are given.
/// Cheap to copy; must not outlive the Context.
///
/// A computation that declared its Reads gets a window that refuses the rest,
/// since an undeclared read would become a stale result: @throws BlockError,
/// and for what the block does not have.
class LeafContext {
 public:
  double time() const {
    CheckDeclared(Reads::kTime);
    return root_->time_;
  }
  Eigen::VectorBlock<const VectorXd> continuous_state() const {
    CheckDeclared(Reads::kContinuous);
    return root_->x_.segment(layout_->x_start, layout_->x_size);
  }
  const VectorXd& discrete_state(int group = 0) const {
    CheckDeclared(Reads::kDiscrete);
    CheckIndex(group, layout_->num_discrete, "group of the discrete state");
    return root_->discrete_[layout_->discrete_start + group];
  }
  template <class T>
  const T& abstract_state(int index = 0) const {
    CheckDeclared(Reads::kAbstract);
    CheckIndex(index, layout_->num_abstract, "abstract state");
    return root_->abstract_[layout_->abstract_start + index].template get<T>();
  }
  template <class T>
  const T& parameter(int index = 0) const {
    CheckDeclared(Reads::kParameters);
    CheckIndex(index, layout_->num_parameters, "parameter");
    return root_->parameters_[layout_->parameter_start + index]
        .template get<T>();
  }

  const LeafSystem& leaf() const { return *layout_->leaf; }
  /// The whole Context. What is read through it is not checked.
  const Context& root() const { return *root_; }

 protected:
  friend class Context;
  friend class Diagram;
  friend struct InputPort;
  friend struct OutputPort;

  LeafContext(const Context* root, const LeafLayout* layout,
              const ReadSet* declared = nullptr)
      : root_(root), layout_(layout), declared_(declared) {}

  void CheckDeclared(Reads source) const {
    if (declared_ && !declared_->Includes(source)) ThrowUndeclared(source);
  }
  [[noreturn]] void ThrowUndeclared(Reads source) const;
  /// Another block's lie behind this one's.
  void CheckIndex(int index, int count, const char* what) const {
    if (index < 0 || index >= count) ThrowIndex(index, count, what);
  }
  [[noreturn]] void ThrowIndex(int index, int count, const char* what) const;

  const Context* root_;
  const LeafLayout* layout_;
  const ReadSet* declared_;  // null: may read everything
};

/// The same window, for setting a simulation up.
class MutableLeafContext : public LeafContext {
 public:
  /// Vector setters throw std::invalid_argument if the size differs.
  void set_continuous_state(const VectorRef& x);
  void set_discrete_state(const VectorRef& x, int group = 0);
  template <class T>
  void set_abstract_state(T value, int index = 0) {
    mutable_abstract_state<T>(index) = std::move(value);
  }
  /// Counts as a change, whether or not the caller then makes one.
  template <class T>
  T& mutable_abstract_state(int index = 0) {
    CheckIndex(index, layout_->num_abstract, "abstract state");
    mutable_root_->MarkChanged(layout_->abstract_source);
    return mutable_root_->abstract_[layout_->abstract_start + index]
        .template get<T>();
  }
  template <class T>
  void set_parameter(T value, int index = 0) {
    CheckIndex(index, layout_->num_parameters, "parameter");
    mutable_root_->MarkChanged(layout_->parameter_source);
    mutable_root_->parameters_[layout_->parameter_start + index]
        .template get<T>() = std::move(value);
  }

 private:
  friend class Context;
  MutableLeafContext(Context* root, const LeafLayout* layout)
      : LeafContext(root, layout), mutable_root_(root) {}
  Context* mutable_root_;
};

}  // namespace tactus::systems
