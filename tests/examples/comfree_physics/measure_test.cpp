// ComFree does what its closed forms say, to one per cent; ICF what Coulomb
// says.
#include "tactus/examples/comfree_physics/measure.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/examples/comfree_physics/closed_forms.h"

namespace tactus::examples {
namespace {

using contact::ComFreeOptions;

const contact::ComFreeImpedance kConstant{.r_min = 0.9, .r_max = 0.9};
const Vector3d kPlate(0.05, 0.05, 0.01);

TEST_CASE("MeasureBox: ComFree on a slope -> the closed form's creep") {
  const ComFreeOptions options{.stiffness = 0.2, .impedance = kConstant};
  const ComFreeGainSet gains = MakeGainSet(options, 0.002);
  for (double degrees : {5.0, 20.0}) {
    BoxOnGround plate = MakeBoxOnSlope(degrees);
    plate.half_extents = kPlate;
    CHECK(MeasureBox(plate, MakeComFree(options)).creep ==
          Approx(CalcCreep(gains, 1, 4, plate.along)).epsilon(0.01));
  }
}

TEST_CASE("MeasureBox: ComFree at rest -> the closed form's penetration") {
  for (double k : {0.05, 0.4}) {
    const ComFreeOptions options{.stiffness = k, .impedance = kConstant};
    CHECK(MeasureBox({}, MakeComFree(options)).penetration ==
          Approx(CalcRestingPenetration(MakeGainSet(options, 0.002), 16))
              .epsilon(1e-4));
  }
}

TEST_CASE(
    "MeasureSlip: ComFree, a slider -> the closed forms' friction and lift") {
  const ComFreeOptions options{.impedance = kConstant, .margin = 0.1};
  const ComFreeGainSet gains = MakeGainSet(options, 0.002);
  for (double speed : {0.05, 0.3, 0.8, 3.0}) {
    const Slip slip = MeasureSlip(MakeComFree(options), 1, speed, 0.002);
    CHECK(slip.friction_ratio ==
          Approx(CalcFrictionRatio(gains, 1, 2, speed)).epsilon(0.01));
    CHECK(slip.distance == Approx(CalcLift(gains, 1, 2, speed)).epsilon(0.01));
  }
}

TEST_CASE(
    "MeasureBox: ComFree, a plate that slides -> the closed form's distance") {
  const ComFreeOptions options{.impedance = kConstant, .margin = 0.1};
  const BoxOnGround plate{.half_extents = kPlate, .mu = 0.5};
  CHECK(MeasureBox(plate, MakeComFree(options), 1).distance ==
        Approx(CalcStoppingDistance(MakeGainSet(options, 0.002), 0.5, 4, 1))
            .epsilon(0.01));
}

TEST_CASE(
    "MeasureBox, MeasurePinchedCreep: ComFree refined -> a fiftieth of the "
    "creep") {
  const auto with_sweeps = [](int sweeps) {
    return MakeComFree({.stiffness = 0.2,
                        .margin = sweeps > 0 ? 1e-3 : 0,
                        .refinement_iterations = sweeps});
  };
  for (const BoxOnGround& box : {MakeBoxOnSlope(10), MakeBoxOnWall(20)}) {
    const double paper = MeasureBox(box, with_sweeps(0)).creep;
    CHECK(paper > 0.01);
    CHECK(std::abs(MeasureBox(box, with_sweeps(16)).creep) < paper / 50);
  }
  const double paper = MeasurePinchedCreep(with_sweeps(0), 0.002);
  CHECK(paper > 1e-3);
  CHECK(std::abs(MeasurePinchedCreep(with_sweeps(16), 0.002)) < paper / 50);
}

// v^2 / (2 mu g)
TEST_CASE(
    "MeasureBox, MeasurePinchedCreep: ICF -> Coulomb's distance, no creep") {
  const BoxOnGround plate{.half_extents = kPlate, .mu = 0.5};
  CHECK(MeasureBox(plate, MakeIcf(), 1).distance ==
        Approx(1 / (2 * 0.5 * kGravity)).epsilon(0.02));
  CHECK(MeasureBox(MakeBoxOnWall(20), MakeIcf()).creep < 1e-4);
  CHECK(MeasurePinchedCreep(MakeIcf(), 0.002) < 1e-4);
  CHECK(MeasureSlip(MakeIcf(), 0.7, 0.1, 0.002).friction_ratio ==
        Approx(0.7).epsilon(0.01));
}

}  // namespace
}  // namespace tactus::examples
