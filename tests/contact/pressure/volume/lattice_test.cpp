#include "tactus/contact/pressure/volume/lattice.h"

#include <cmath>
#include <set>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

TEST_CASE("Lattice: every index -> its site, and back") {
  const Lattice lattice({1, -2, 0.5}, 0.2, {3, 4, 5});
  REQUIRE(lattice.num_sites() == 120);
  std::set<std::array<int, 3>> sites;
  for (int i = 0; i < lattice.num_sites(); ++i) {
    const Site s = lattice.SiteOf(i);
    CHECK(lattice.IndexOf(s) == i);
    // All even, or all odd.
    CHECK((s.x() & 1) == (s.y() & 1));
    CHECK((s.x() & 1) == (s.z() & 1));
    sites.insert({s.x(), s.y(), s.z()});
  }
  CHECK(sites.size() == 120);
  CHECK((lattice.PositionOf({2, 4, 0}) - Vector3d(1.2, -1.6, 0.5)).norm() <
        1e-15);
}

TEST_CASE("Lattice: steps -> six long and eight short, each with its reverse") {
  const Lattice lattice({0, 0, 0}, 1, {2, 2, 2});
  std::set<std::array<int, 3>> steps;
  for (int k = 0; k < Lattice::kNumDirections; ++k) {
    const Site step = Lattice::StepOf(k);
    CHECK(Lattice::DirectionOf(step) == k);
    CHECK(Lattice::StepOf(Lattice::Opposite(k)) == -step);
    const double length =
        (lattice.PositionOf(step) - lattice.PositionOf(Site::Zero())).norm();
    CHECK(length == Approx(Lattice::IsLong(k) ? 1 : std::sqrt(3) / 2));
    steps.insert({step.x(), step.y(), step.z()});
  }
  CHECK(steps.size() == 14);
}

}  // namespace
}  // namespace tactus::contact
