#include "tactus/common/disjoint_sets.h"

#include <numeric>

#include <boost/pending/disjoint_sets.hpp>

namespace tactus {
namespace {

using Sets = boost::disjoint_sets<int*, int*, boost::find_with_path_halving>;

}  // namespace

void DisjointSets::Reset(int n) {
  rank_.assign(n, 0);
  parent_.resize(n);
  std::iota(parent_.begin(), parent_.end(), 0);
}

int DisjointSets::Find(int number) {
  return Sets(rank_.data(), parent_.data()).find_set(number);
}

void DisjointSets::Unite(int a, int b) {
  Sets(rank_.data(), parent_.data()).union_set(a, b);
}

}  // namespace tactus
