#pragma once

namespace tactus::systems {

class LeafSystem;

/// Where one block's share lies in the arrays of a Context. Blocks come in the
/// order in which they were added, and each block's entries are contiguous.
struct LeafLayout {
  const LeafSystem* leaf{};
  int x_start{}, x_size{};  ///< segment of the continuous state
  int discrete_start{};     ///< first group of its discrete state
  int abstract_start{};     ///< first of its abstract states
  int parameter_start{};    ///< first of its parameters
  int num_discrete{}, num_abstract{}, num_parameters{};  ///< how many it has
  int input_start{};         ///< first of its inputs
  int output_start{};        ///< cache slot of its first output
  int derivatives_slot{-1};  ///< cache slot of dx/dt; -1 without such state

  /// What changes independently, and is numbered: the *sources*. Source 0 is
  /// time, source 1 the continuous state; these are the block's own.
  int discrete_source{}, abstract_source{}, parameter_source{};
  int first_input_source{};  ///< of the value fixed at its first input
};

inline constexpr int kTimeSource = 0;
inline constexpr int kContinuousSource = 1;

}  // namespace tactus::systems
