// Heavy bodies on light ones under COND and APGD, whose contact yields by
// virtual nodes that go by the lighter body's mass (contact/cond/solver.h).
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/contact_memory.h"
#include "tactus/multibody/cable.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kPegHalf = 0.005;  // [m]

int AddBlock(const std::string& name, double half, double mass,
             ModelBuilder* builder) {
  const int body = builder->AddBody(
      name, {.mass = mass,
             .I_Bcm = Matrix3d::Identity() * (mass * half * half * 2 / 3)});
  builder->AddJoint(
      {.name = name, .type = multibody::JointType::kFloating, .child = body});
  builder->AddGeometry({.name = name,
                        .body = body,
                        .shape = contact::Box{Vector3d::Constant(half)},
                        .material = {}});
  return body;
}

// A block on four pegs of 0.2 g each.
Stepping MakeOnPegs(double load, double half) {
  ModelBuilder builder;
  test::AddGround(0.5, &builder);
  for (int i = 0; i < 4; ++i)
    AddBlock("peg" + std::to_string(i), kPegHalf, 2e-4, &builder);
  AddBlock("block", half, load, &builder);
  Stepping stepping(std::move(builder).Build());
  for (int i = 0; i < 5; ++i) {
    const double side = 0.8 * half;
    auto p = stepping.q.segment<3>(stepping.model().joints()[i].q_start);
    p = i < 4 ? Vector3d(i % 2 ? side : -side, i / 2 ? side : -side, kPegHalf)
              : Vector3d(0, 0, 2 * kPegHalf + half);
  }
  return stepping;
}

double CalcHeight(const Stepping& stepping) {
  return stepping.q[stepping.model().joints()[4].q_start + 2];
}

TEST_CASE("Loads on light bodies: 10 kg on pegs of 0.2 g -> pegs hold it up") {
  constexpr double kHalf = 0.05;
  const auto height_under = [&](std::unique_ptr<StepFunction> function) {
    Stepping stepping = MakeOnPegs(10, kHalf);
    test::RunSteps(&stepping, function.get(), 2e-3, 250);
    return CalcHeight(stepping);
  };
  // Of 5 mm at most a tenth is lost at each of two contacts.
  const double least = 2 * kPegHalf + kHalf - 2 * 0.1 * kPegHalf;
  CHECK(height_under(std::make_unique<CondStep>()) > least);
  CHECK(height_under(std::make_unique<ApgdStep>()) > least);
  // A damping that is given is what holds.
  CHECK(height_under(std::make_unique<CondStep>(
            CondOptions{.virtual_damping = 10})) < least);
}

TEST_CASE("Loads on light bodies: what bears its like -> one solve per step") {
  Stepping alike = MakeOnPegs(1e-3, kPegHalf);
  CondStep function;
  for (int i = 0; i < 20; ++i) {
    const StepResult& result = alike.Step(&function, 2e-3);
    REQUIRE_FALSE(result.report.failure);
    CHECK(result.report.slowest.iterations < 200);
  }
}

// A link of 0.2 g that a ball joint besides the trees hangs from the world, and
// a kilogram that another one hangs from the link, all in one point.
Stepping MakeOnLink() {
  ModelBuilder builder;
  const auto add = [&](const std::string& name, double mass) {
    return builder.AddBody(
        name, {.mass = mass, .I_Bcm = Matrix3d::Identity() * mass});
  };
  const int link = add("link", 2e-4), load = add("load", 1);
  builder.AddConstraint({.name = "hook",
                         .type = multibody::ConstraintType::kBall,
                         .body_a = 0,
                         .body_b = link});
  builder.AddConstraint({.name = "eye",
                         .type = multibody::ConstraintType::kBall,
                         .body_a = link,
                         .body_b = load});
  return Stepping(std::move(builder).Build());
}

TEST_CASE("Loads on light bodies: 1 kg on a link of 0.2 g -> joints hold it") {
  const auto height_under = [&](std::unique_ptr<StepFunction> function) {
    Stepping stepping = MakeOnLink();
    test::RunSteps(&stepping, function.get(), 2e-3, 250);
    return stepping.q[stepping.model().joints()[1].q_start + 2];
  };
  // Each of the two parts by 0.1 mm at the most.
  CHECK(height_under(std::make_unique<CondStep>()) > -2.1e-4);
  CHECK(height_under(std::make_unique<ApgdStep>()) > -2.1e-4);
  CHECK(height_under(std::make_unique<CondStep>(
            CondOptions{.virtual_damping = 10})) < -1e-2);
}

constexpr double kPress = 4, kPull = 1;  // [N]

// A block of 0.2 g on the ground, pressed down and pulled along: friction
// holds what pulls, and the dampers of its own mass would creep.
Stepping MakePulled(double pull) {
  ModelBuilder builder;
  test::AddGround(0.5, &builder);
  AddBlock("peg", kPegHalf, 2e-4, &builder);
  builder.set_gravity({pull / 2e-4, 0, -kPress / 2e-4});
  Stepping stepping(std::move(builder).Build());
  stepping.q.head<3>() = Vector3d(0, 0, kPegHalf);
  return stepping;
}

double CalcCreep(std::unique_ptr<StepFunction> function, double h) {
  Stepping stepping = MakePulled(kPull);
  systems::Value memory = function->MakeMemory();
  const int count = static_cast<int>(0.05 / h);
  double before = 0;
  for (int i = 0; i < 2 * count; ++i) {
    if (i == count) before = stepping.q[0];
    REQUIRE_FALSE(stepping.Step(function.get(), h, &memory).report.failure);
  }
  return (stepping.q[0] - before) / (count * h);
}

// By its mass alone it would be h F / (100 m), 0.025 m/s at steps of 0.5 ms.
TEST_CASE("Loads on light bodies: 1 N that friction holds -> creep below h/2") {
  for (const double h : {2e-3, 5e-4}) {
    CAPTURE(h);
    CHECK(std::abs(CalcCreep(std::make_unique<CondStep>(), h)) < 0.5 * h);
    CHECK(std::abs(CalcCreep(std::make_unique<ApgdStep>(), h)) < 0.5 * h);
  }
  // Of four points, each with a damper that is given.
  CHECK(
      CalcCreep(std::make_unique<CondStep>(CondOptions{.virtual_damping = 100}),
                2e-3) == Approx(kPull / 400).epsilon(1e-2));
}

// Dampers of the steps before: what rests is solved once, and at once. What
// bears no load any more is as loose as it came, a tenth with each step.
TEST_CASE("Loads on light bodies: tight dampers -> kept, and let go") {
  Stepping stepping = MakePulled(kPull);
  CondStep function;
  systems::Value memory = function.MakeMemory();
  for (int i = 0; i < 100; ++i) stepping.Step(&function, 2e-3, &memory);
  const systems::Value tight = memory;
  const VectorXd q = stepping.q, v = stepping.v;
  const int kept =
      stepping.Step(&function, 2e-3, &memory).report.total.iterations;
  CHECK(kept <= 2);
  Stepping fresh = MakePulled(kPull);
  fresh.q = q;
  fresh.v = v;
  CHECK(fresh.Step(&function, 2e-3).report.total.iterations > kept);
  const auto tightening = [&](const systems::Value& of) {
    contact::CondStart start;
    systems::Value copy = of;
    copy.get<ContactMemory>().Recall(stepping.Prepare(&function, 2e-3), &start);
    REQUIRE(start.tightening.points.size() == 4);
    return *std::ranges::max_element(start.tightening.points);
  };
  const double most = tightening(tight);
  // Of h F / (100 m) = 0.1 m/s, down to 0.4 mm/s.
  CHECK(most > 50);
  CHECK(tightening(memory) > 0.89 * most);
  Stepping light = MakePulled(0);
  light.q = q;
  light.Step(&function, 2e-3, &memory);
  CHECK(tightening(memory) < 0.91 * most);
}

// What slides is no creep: tightened, it would take twice the iterations.
TEST_CASE(
    "Loads on light bodies: 3 N that friction does not hold -> slides, not "
    "tightened") {
  Stepping sliding = MakePulled(3);
  CondStep function;
  systems::Value memory = function.MakeMemory();
  for (int i = 1; i <= 10; ++i) {
    const StepResult& result = sliding.Step(&function, 2e-3, &memory);
    REQUIRE_FALSE(result.report.failure);
    CHECK(result.report.slowest.iterations < 800);
    // By 3 N less mu 4 N.
    CHECK(result.v[3] == Approx(i * 2e-3 * 1 / 2e-4).epsilon(1e-3));
  }
}

}  // namespace
}  // namespace tactus::integrators
