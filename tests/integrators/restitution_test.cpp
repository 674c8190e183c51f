#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kRadius = 0.1;

// The methods that have a law for it, on dampers that hardly yield.
std::vector<std::unique_ptr<CondStep>> MakeMethods(double theta) {
  const CondOptions options{
      .theta = theta, .virtual_damping = 1e7, .residual = 1e-11};
  std::vector<std::unique_ptr<CondStep>> methods;
  methods.push_back(std::make_unique<CondStep>(options));
  methods.push_back(std::make_unique<PgsStep>(options));
  methods.push_back(std::make_unique<ApgdStep>(options));
  return methods;
}

int AddBall(const std::string& name, double mass, const Vector3d& p_WBo,
            const contact::Material& material, ModelBuilder* builder) {
  const contact::Sphere ball{kRadius};
  const int body = builder->AddBody(
      name, {.mass = mass,
             .I_Bcm = 0.4 * mass * kRadius * kRadius * Matrix3d::Identity()});
  builder->AddGeometry(
      {.name = name, .body = body, .shape = ball, .material = material});
  RigidTransform X = RigidTransform::Identity();
  X.translation() = p_WBo;
  builder->SetDefaultPose(body, X);
  return body;
}

contact::Material Frictionless(double restitution) {
  contact::Material material{.static_friction = 0, .dynamic_friction = 0};
  material.restitution = restitution;
  return material;
}

// On the ground, whose own surface has no restitution.
Stepping MakeOnGround(double height, double restitution) {
  ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = Frictionless(0)});
  AddBall("ball", 1.5, Vector3d(0, 0, kRadius + height),
          Frictionless(restitution), &builder);
  return Stepping(std::move(builder).Build());
}

// Newton's law: m1 v1 + m2 v2 is kept, and v2 - v1 = -e (v2 - v1)0.
TEST_CASE("Restitution: two balls head on -> Newton's velocities") {
  const double h = 1e-3, gap = 0.5e-3, m1 = 1, m2 = 3, u1 = 2, u2 = -1;
  for (const double theta : {1.0, 0.5}) {
    for (const auto& method : MakeMethods(theta)) {
      for (const double e : {0.3, 0.8, 1.0}) {
        INFO(method->name() << " " << theta << " " << e);
        ModelBuilder builder;
        builder.set_gravity(Vector3d::Zero());
        AddBall("left", m1, Vector3d(-kRadius - gap, 0, 0), Frictionless(e),
                &builder);
        AddBall("right", m2, Vector3d(kRadius, 0, 0), Frictionless(0),
                &builder);
        Stepping stepping(std::move(builder).Build());
        stepping.v[3] = u1;
        stepping.v[9] = u2;
        REQUIRE_FALSE(stepping.Step(method.get(), h).report.failure);
        const double mean = (m1 * u1 + m2 * u2) / (m1 + m2);
        const double after = e * (u1 - u2);  // Of the right beside the left.
        CHECK(stepping.v[3] ==
              Approx(mean - m2 / (m1 + m2) * after).margin(3e-3));
        CHECK(stepping.v[9] ==
              Approx(mean + m1 / (m1 + m2) * after).margin(3e-3));
        CHECK(m1 * stepping.v[3] + m2 * stepping.v[9] ==
              Approx(m1 * u1 + m2 * u2).epsilon(1e-9));
      }
    }
  }
}

// A ball dropped from a height H bounces to e^2 H. A step tells the impact's
// time to h, so that the height is off in first order.
TEST_CASE("Restitution: a dropped ball -> e^2 of its height, in first order") {
  const double H = 0.2, e = 0.7;
  CondStep method({.virtual_damping = 1e7, .residual = 1e-11});
  const auto error = [&](double h) {
    Stepping stepping = MakeOnGround(H, e);
    bool has_bounced = false;
    double apex = 0;
    for (int i = 0; i * h < 0.45; ++i) {
      REQUIRE_FALSE(stepping.Step(&method, h).report.failure);
      has_bounced = has_bounced || stepping.v[5] > 0;
      if (has_bounced) apex = std::max(apex, stepping.q[2] - kRadius);
    }
    return std::abs(apex - e * e * H);
  };
  const double speed = std::sqrt(2 * 9.81 * H);
  for (const double h : {1e-3, 1e-4}) CHECK(error(h) < 4 * speed * h);
}

TEST_CASE("Restitution: a ball that rests -> rests on") {
  for (const auto& method : MakeMethods(1)) {
    INFO(method->name());
    Stepping stepping = MakeOnGround(0, 0.9);
    for (int i = 0; i < 50; ++i) {
      REQUIRE_FALSE(stepping.Step(method.get(), 1e-2).report.failure);
      CHECK(std::abs(stepping.v[5]) < 2e-6);  // m g / b_v is 1.5e-6.
    }
  }
}

// Beyond reach within the step nothing is turned back, and what parts already
// is let go.
TEST_CASE("Restitution: no impact within the step -> none of it") {
  const double h = 1e-3, v = -1;
  CondStep method({.virtual_damping = 1e7, .residual = 1e-11});
  Stepping far = MakeOnGround(2.5e-3, 1);
  far.v[5] = v;
  REQUIRE_FALSE(far.Step(&method, h).report.failure);
  CHECK(far.v[5] == Approx(v - 9.81 * h));
  Stepping parting = MakeOnGround(0, 1);
  parting.v[5] = -v;
  REQUIRE_FALSE(parting.Step(&method, h).report.failure);
  CHECK(parting.v[5] == Approx(-v - 9.81 * h));
}

// Gravity alone brings it there: the gap is closed, and the next step turns it.
TEST_CASE("Restitution: an impact that the start's speed misses -> the gap") {
  const double h = 1e-3, gap = 1.005e-3;
  CondStep method({.virtual_damping = 1e7, .residual = 1e-11});
  Stepping stepping = MakeOnGround(gap, 1);
  stepping.v[5] = -1;
  REQUIRE_FALSE(stepping.Step(&method, h).report.failure);
  CHECK(stepping.v[5] == Approx(-gap / h).epsilon(1e-3));
  REQUIRE_FALSE(stepping.Step(&method, h).report.failure);
  CHECK(stepping.v[5] == Approx(gap / h).epsilon(1e-3));
}

// A fifth of an overlap is taken back in a step, whatever the restitution.
TEST_CASE("Restitution: overlap that parts slowly -> pushed out as without") {
  const double h = 1e-3, overlap = 1e-3;
  CondStep method({.virtual_damping = 1e7, .residual = 1e-11});
  Stepping stepping = MakeOnGround(-overlap, 1);
  stepping.v[5] = 0.05;
  REQUIRE_FALSE(stepping.Step(&method, h).report.failure);
  CHECK(stepping.v[5] == Approx(0.2 * overlap / h).epsilon(1e-3));
}

// The total of Newton's impacts of a bouncing ball: it comes to rest at
// t = sqrt(2 H / g) (1 + e) / (1 - e).
TEST_CASE("Restitution: a ball that bounces -> at rest when Zeno says") {
  const double H = 0.1, e = 0.5, h = 2e-4;
  const double rest = std::sqrt(2 * H / 9.81) * (1 + e) / (1 - e);
  CondStep method({.virtual_damping = 1e7, .residual = 1e-11});
  Stepping stepping = MakeOnGround(H, e);
  double last = 0;  // When it moved last.
  for (int i = 0; i * h < 1.5 * rest; ++i) {
    REQUIRE_FALSE(stepping.Step(&method, h).report.failure);
    if (std::abs(stepping.v[5]) > 0.01) last = (i + 1) * h;
  }
  CHECK(last == Approx(rest).epsilon(0.05));
  CHECK(stepping.q[2] == Approx(kRadius).margin(1e-5));
}

}  // namespace
}  // namespace tactus::integrators
