#include "tactus/contact/geometry/narrow_phase/axis_shares.h"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

Vector3d Tilted(double angle) {
  return {std::sin(angle), 0, std::cos(angle)};
}

TEST_CASE("Distinctness: normals 0.05 to 0.25 rad apart -> rises from 0 to 1") {
  const Vector3d z = Vector3d::UnitZ();
  CHECK(Distinctness(z, Tilted(0)) == 0);
  CHECK(Distinctness(z, Tilted(0.0499)) == 0);
  CHECK(Distinctness(z, Tilted(0.2501)) == Approx(1).margin(1e-4));
  CHECK(Distinctness(z, -z) == 1);
  double last = 0;
  for (double angle = 0; angle < 0.3; angle += 1e-3) {
    const double d = Distinctness(z, Tilted(angle));
    CHECK(d >= last);
    CHECK(d - last < 0.02);
    last = d;
  }
}

TEST_CASE("PartLeftTo: parallel axes -> all, at an angle -> by the overlaps") {
  const Vector3d z = Vector3d::UnitZ();
  // Nearly parallel faces: the one with less overlap has all.
  CHECK(PartLeftTo(z, 1, Tilted(0.001), 1) == 1);
  CHECK(PartLeftTo(z, 1, Tilted(0.001), 1.5) == 1);
  // At an angle, nothing at a tie, all well beyond it.
  CHECK(PartLeftTo(z, 1, Tilted(0.04), 1) == 0);
  CHECK(PartLeftTo(z, 1, Tilted(0.04), 1.015) == Approx(0.5).epsilon(1e-3));
  CHECK(PartLeftTo(z, 1, Tilted(0.04), 1.1) == 1);
  CHECK(PartLeftTo(z, 1, Tilted(0.3), 1.9) == 0);
}

TEST_CASE("Axis shares: like axes merged -> the sum of shares stays") {
  AxisShares<4> axes;
  axes.Add(Tilted(0), 1.2, 0.3);
  axes.Add(Tilted(0.02), 1, 0.4);
  axes.Add(Tilted(1), 1.1, 0.3);
  axes.MergeAlike();
  CHECK(axes.TotalShare() == Approx(1));
  CHECK(axes.share(0) == Approx(0).margin(1e-12));
  CHECK(axes.share(1) == Approx(0.7));
  CHECK(axes.share(2) == Approx(0.3));
}

TEST_CASE("Axis shares: a share absorbed -> by like axes, in proportion") {
  AxisShares<4> axes;
  axes.Add(Tilted(0.01), 1, 0);
  axes.Add(Tilted(-0.01), 1, 0);
  axes.Add(Tilted(1), 1, 0);
  const Vector3d z = Vector3d::UnitZ();
  CHECK(axes.Absorb(z, 0.8, [](int) { return 0.; }) == 0.8);
  CHECK(axes.TotalShare() == 0);
  CHECK(axes.Absorb(z, 0.8, [](int) { return 1.; }) == 0);
  CHECK(axes.share(0) == Approx(0.4));
  CHECK(axes.share(1) == Approx(0.4));
  CHECK(axes.share(2) == 0);
  // Two that each take half leave a quarter.
  CHECK(axes.Absorb(z, 1, [](int) { return 0.5; }) == Approx(0.25));
}

TEST_CASE("Axis shares: more than may have one -> the next largest off all") {
  constexpr std::array given = {0.5, 0.1, 0.9, 0.2, 0.4};
  AxisShares<6> shares;
  for (const double share : given) shares.Add(Vector3d::UnitX(), 1, share);
  shares.KeepLargest(5);
  for (int k = 0; k < 5; ++k) CHECK(shares.share(k) == given[k]);
  shares.KeepLargest(3);
  CHECK(shares.share(0) == 0.5 - 0.2);
  CHECK(shares.share(1) == 0);
  CHECK(shares.share(2) == 0.9 - 0.2);
  CHECK(shares.share(3) == 0);
  CHECK(shares.share(4) == 0.4 - 0.2);
}

}  // namespace
}  // namespace tactus::contact
