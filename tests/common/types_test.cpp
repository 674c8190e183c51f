#include "tactus/common/types.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("CrossMatrix: p -> a skew matrix that takes u to p x u") {
  const Vector3d p(1, -2, 3), u(0.5, 4, -1);
  CHECK((CrossMatrix(p) * u - p.cross(u)).norm() == 0);
  CHECK((CrossMatrix(p) + CrossMatrix(p).transpose()).norm() == 0);
}

}  // namespace
}  // namespace tactus
