#pragma once

#include <string>
#include <vector>

#include "tactus/systems/leaf_system.h"
#include "tactus/systems/primitives/digital_filter.h"

namespace tactus::systems {

/// A digital filter: at t_k = k P it samples its input, and holds the result.
/// Each section H(z) = b(z) / a(z) of order n (see FilterSection) is computed
/// in the transposed direct form II, which needs the fewest numbers to remember
/// and rounds well:
///
///     y   = b_0 u + z_1
///     z_i <- b_i u - a_i y + z_(i+1)      i = 1 ... n,  z_(n+1) = 0,  a_0 = 1
///
/// and y is the next section's u.
///
///     u  input, one filter for each element         P  period [s]
///     y  output of the last section, zero until the first sample
///     z  what a section remembers, zero at first, as after an input of zero
///
/// Source: [OppenheimSchafer10], chapter 6.
class DiscreteFilter final : public LeafSystem {
 public:
  /// `period` P [s]; `size` of input and output.
  /// @throws std::invalid_argument if there is no section, P <= 0, a
  /// coefficient is not finite, or a section lacks a_0 or b_0.
  DiscreteFilter(std::string name, std::vector<FilterSection> sections,
                 double period, int size);

 private:
  void Normalize(FilterSection* section) const;
  void Update(const LeafContext& context, NextState* next) const;
  /// The response of all sections to one element `u`, with their memory from
  /// `z` on.
  double Filter(double u, double* z) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  std::vector<FilterSection> sections_;  // a_0 = 1; a and b of one size
  int memory_size_{};                    // numbers z per element
  InputPort u_;
  int memory_{}, held_{};
};

}  // namespace tactus::systems
