#pragma once

#include <string>

#include "tactus/systems/types.h"
#include "tactus/systems/value.h"

namespace tactus::systems {

class Context;
class LeafContext;
class LeafSystem;

/// A name for "input i of that block"; cheap to copy, owns nothing.
///
/// An input is *connected* to an output when the diagram is built, or *fixed*
/// to a value in a Context. One that is neither has no value, which is fine
/// for an input that a block treats as optional.
struct InputPort {
  const LeafSystem* leaf{};
  int index{-1};

  /// "block.port"
  std::string full_name() const;

  /// True if the input is connected or fixed.
  bool HasValue(const LeafContext& context) const;

  /// The value of a vector input; `context` is that of the port's own block.
  /// @throws BlockError if the input has no value.
  const VectorXd& Eval(const LeafContext& context) const {
    return EvalValue(context).get<VectorXd>();
  }

  /// The value of an abstract input.
  template <class T>
  const T& Eval(const LeafContext& context) const {
    return EvalValue(context).template get<T>();
  }

  const Value& EvalValue(const LeafContext& context) const;

  bool operator==(const InputPort&) const = default;
};

/// A name for "output i of that block"; cheap to copy, owns nothing.
struct OutputPort {
  const LeafSystem* leaf{};
  int index{-1};

  /// "block.port"
  std::string full_name() const;

  /// The value of a vector output, computed now unless what it reads has not
  /// changed since the last time. The reference holds until `context` changes.
  /// @throws BlockError if a block on the way throws or lacks an input.
  const VectorXd& Eval(const Context& context) const {
    return EvalValue(context).get<VectorXd>();
  }

  template <class T>
  const T& Eval(const Context& context) const {
    return EvalValue(context).template get<T>();
  }

  /// For a computation of the same block: an abstract output serves as a cache
  /// entry for intermediate results. Must not read more than its caller does.
  const VectorXd& Eval(const LeafContext& context) const {
    return EvalValue(context).get<VectorXd>();
  }

  template <class T>
  const T& Eval(const LeafContext& context) const {
    return EvalValue(context).template get<T>();
  }

  const Value& EvalValue(const Context& context) const;
  const Value& EvalValue(const LeafContext& context) const;

  bool operator==(const OutputPort&) const = default;
};

}  // namespace tactus::systems
