#include "tactus/contact/pressure/posed_solids.h"

#include <algorithm>
#include <set>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;
using Pairs = std::vector<std::pair<int, int>>;

Pairs ToVector(const PosedSolids& solids, CellPairs* pairs) {
  solids.Sort(pairs);
  Pairs all;
  for (std::size_t k = 0; k < pairs->size(); ++k) all.push_back((*pairs)[k]);
  return all;
}

Pairs FindAll(const PosedSolids& solids) {
  CellPairs pairs;
  solids.CollectPairs(&pairs);
  return ToVector(solids, &pairs);
}

Pairs FindInParts(const PosedSolids& solids, int num_parts) {
  const std::vector<PosedSolids::Part> parts = solids.Split(num_parts);
  CHECK(static_cast<int>(parts.size()) >= std::min(num_parts, 40));
  CellPairs pairs;
  for (const PosedSolids::Part& part : parts) solids.CollectPairs(part, &pairs);
  return ToVector(solids, &pairs);
}

const Compliance kSoft{.modulus = 1e5, .resolution_hint = 0.2};

TEST_CASE("Posed solids: parts of the search of two trees -> all its pairs") {
  const PressureSolid ball = MakePressureField(Sphere{1}, kSoft);
  const PressureSolid rigid = MakeRigidSurface(Ellipsoid{{1, 1.2, 0.8}}, 0.2);
  const PosedSolids pair(ball, At(0, 0, 0), rigid, At(0.9, 0.7, 0.4));
  const Pairs all = FindAll(pair);
  CHECK(all.size() > 100);
  for (const int num_parts : {1, 7, 40}) {
    CHECK(FindInParts(pair, num_parts) == all);
  }
}

// Leaves near the root are not asked whether they reach the plane.
TEST_CASE("Posed solids: parts of a search near a plane -> all, or more") {
  const PressureSolid ball = MakePressureField(Sphere{1}, kSoft);
  const PosedSolids pair(RigidSurface::MakeHalfSpace(), At(0, 0, -0.9), ball,
                         At(0, 0, 0));
  const Pairs all = FindAll(pair);
  CHECK(all.size() > 4);
  for (const int num_parts : {1, 7, 40}) {
    CHECK(std::ranges::includes(FindInParts(pair, num_parts), all));
  }
}

TEST_CASE("Posed solids: only the first is soft -> exchanged, by its cells") {
  const PressureSolid ball = MakePressureField(Sphere{1}, kSoft);
  const PressureSolid rigid = MakeRigidSurface(Box{{1, 1, 1}});
  const RigidTransform X_WB = At(1.5, 0.2, 0.1);
  const PosedSolids pair(ball, At(0, 0, 0), rigid, X_WB);
  CHECK(pair.exchanged());
  CHECK(pair.soft() == nullptr);
  CHECK(pair.rigid() == &std::get<RigidSurface>(rigid));
  CHECK(&pair.second() == &std::get<PressureField>(ball));
  CHECK(pair.X_SF().translation() == X_WB.translation());
  const Pairs all = FindAll(pair);
  CHECK(std::ranges::is_sorted(all, {}, &std::pair<int, int>::second));
  CHECK_FALSE(PosedSolids(rigid, X_WB, ball, At(0, 0, 0)).exchanged());
}

TEST_CASE("Posed solids: two rigid ones, two half-spaces -> refused") {
  const PressureSolid rigid = MakeRigidSurface(Box{{1, 1, 1}});
  const PressureSolid slab = PressureField::MakeHalfSpace(1, 1);
  const RigidTransform X = At(0, 0, 0);
  CHECK_THROWS_WITH(PosedSolids(rigid, X, rigid, X),
                    Catch::Contains("Two rigid solids"));
  CHECK_THROWS_WITH(PosedSolids(slab, X, RigidSurface::MakeHalfSpace(), X),
                    Catch::Contains("Two half-spaces"));
}

}  // namespace
}  // namespace tactus::contact
