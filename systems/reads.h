#pragma once

#include <initializer_list>
#include <vector>

#include "tactus/systems/port.h"

namespace tactus::systems {

/// What a computation may read. Its result is computed again only when
/// something that it reads, directly or through its inputs, has changed.
enum class Reads : unsigned {
  kNothing = 0,
  kTime = 1,
  kContinuous = 2,
  kDiscrete = 4,
  kAbstract = 8,
  kParameters = 16,
  kInputs = 32,  ///< All inputs of the block.
  kState = kContinuous | kDiscrete | kAbstract,
  kEverything = 63,
};

constexpr Reads operator|(Reads a, Reads b) {
  return static_cast<Reads>(static_cast<unsigned>(a) |
                            static_cast<unsigned>(b));
}

constexpr Reads operator&(Reads a, Reads b) {
  return static_cast<Reads>(static_cast<unsigned>(a) &
                            static_cast<unsigned>(b));
}

constexpr bool Contains(Reads set, Reads part) {
  return (set & part) == part;
}

/// Reads, and possibly single inputs:
///
///     DeclareVectorOutputPort("y", 1, &Filter::CalcY,
///                             {Reads::kContinuous, {u_}});
///
/// An output has direct feed-through from exactly the inputs that it reads.
class ReadSet {
 public:
  // Implicit, so that a plain Reads will do where a ReadSet is wanted.
  ReadSet(Reads sources) : sources_(sources) {}  // NOLINT
  ReadSet(Reads sources, std::initializer_list<InputPort> inputs);

  bool Includes(Reads sources) const { return Contains(sources_, sources); }
  bool IncludesInput(int input) const;
  /// True if everything that `other` reads is read by this one too.
  bool Includes(const ReadSet& other) const;

 private:
  Reads sources_;
  std::vector<int> inputs_;
};

}  // namespace tactus::systems
