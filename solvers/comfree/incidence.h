#pragma once

#include <vector>

#include "tactus/solvers/comfree/arrays.h"

namespace tactus::solvers::comfree {

/// Throws std::invalid_argument unless every slot that is not empty has a known
/// condim and bodies in [-1, num_bodies).
template <class Real>
void CheckContacts(const ContactArrays<Real>& contacts, int num_bodies);

/// The contacts of each body in the order of contacts, found by counting sort:
/// with them a body sums up its own forces, always in the same order.
class Incidence {
 public:
  /// O(contacts + bodies). Keeps its memory.
  template <class Real>
  void Build(const ContactArrays<Real>& contacts, int num_bodies);

  IncidenceView view() const { return {start_.data(), entries_.data()}; }
  const std::vector<int>& start() const { return start_; }
  const std::vector<int>& entries() const { return entries_; }

 private:
  std::vector<int> start_, entries_;
};

}  // namespace tactus::solvers::comfree
