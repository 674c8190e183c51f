#include "tactus/solvers/comfree/incidence.h"

#include <cstddef>
#include <numeric>
#include <string>

#include "tactus/common/require.h"

namespace tactus::solvers::comfree {
namespace {

bool IsCondim(int condim) {
  return condim == 0 || condim == 1 || condim == 3 || condim == 4 ||
         condim == 6;
}

// Calls visit(body, entry) for each body of each contact that acts.
template <class Real, class Visit>
void ForEachSide(const ContactArrays<Real>& contacts, const Visit& visit) {
  for (int i = 0; i < contacts.num(); ++i) {
    if (contacts.condim(i) == 0) continue;
    if (contacts.body_a(i) >= 0) visit(contacts.body_a(i), 2 * i);
    if (contacts.body_b(i) >= 0) visit(contacts.body_b(i), 2 * i + 1);
  }
}

}  // namespace

template <class Real>
void CheckContacts(const ContactArrays<Real>& contacts, int num_bodies) {
  for (int i = 0; i < contacts.num(); ++i) {
    const int condim = contacts.condim(i);
    if (condim == 0) continue;
    const int a = contacts.body_a(i), b = contacts.body_b(i);
    if (IsCondim(condim) && a >= -1 && b >= -1 && a < num_bodies &&
        b < num_bodies)
      continue;
    const std::string name = "contact " + std::to_string(i) + ": ";
    Require(IsCondim(condim), name + "condim " + std::to_string(condim) +
                                  " is none of 0, 1, 3, 4 and 6");
    Require(false, name + "there is no body " +
                       std::to_string(a < -1 || a >= num_bodies ? a : b) +
                       " among " + std::to_string(num_bodies));
  }
}

template <class Real>
void Incidence::Build(const ContactArrays<Real>& contacts, int num_bodies) {
  // Count the entries of body b in start[b + 2]; sum up, so that start[b + 1]
  // is where they begin; hand out the places, so that it is where they end.
  start_.assign(static_cast<std::size_t>(num_bodies) + 2, 0);
  int* next = start_.data() + 1;
  ForEachSide(contacts, [&](int body, int) { ++next[body + 1]; });
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  entries_.resize(static_cast<std::size_t>(start_.back()));
  ForEachSide(contacts, [&](int body, int entry) {
    entries_[static_cast<std::size_t>(next[body]++)] = entry;
  });
}

template void CheckContacts(const ContactArrays<float>&, int);
template void CheckContacts(const ContactArrays<double>&, int);
template void Incidence::Build(const ContactArrays<float>&, int);
template void Incidence::Build(const ContactArrays<double>&, int);

}  // namespace tactus::solvers::comfree
