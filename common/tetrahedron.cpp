#include "tactus/common/tetrahedron.h"

#include <algorithm>

namespace tactus {

double CalcLongestEdge(const Tetrahedron& p) {
  double longest = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j)
      longest = std::max(longest, (p[i] - p[j]).norm());
  }
  return longest;
}

}  // namespace tactus
