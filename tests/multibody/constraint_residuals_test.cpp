#include "tactus/multibody/constraint_residuals.h"

#include <algorithm>
#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

using Group = ConstraintResiduals::Group;
using test::Random;

/// Rigid constraints of all types, a spring, a coupler, a lock and limits, over
/// two trees.
std::shared_ptr<const Model> MakeTied(unsigned seed) {
  Random random(seed);
  ModelBuilder builder;
  const auto add = [&](Joint joint) {
    joint.child = builder.AddBody(joint.name, random.Inertia());
    joint.X_PF = random.Pose();
    joint.X_CM = random.Pose();
    builder.AddJoint(joint);
    return joint.child;
  };
  const int base = add({.name = "base", .type = JointType::kFloating});
  const int arm = add({.name = "arm",
                       .type = JointType::kRevolute,
                       .parent = base,
                       .upper = 0.1});
  const int slide =
      add({.name = "slide", .type = JointType::kPrismatic, .parent = arm});
  const int ball =
      add({.name = "ball", .type = JointType::kBall, .max_angle = 0.2});
  const int flat = add({.name = "flat",
                        .type = JointType::kPlanar,
                        .parent = ball,
                        .lower_each = {0.5, kUnbounded[0], kUnbounded[0]},
                        .is_locked = true});
  int i = 0;
  for (const auto type : {ConstraintType::kBall, ConstraintType::kWeld,
                          ConstraintType::kDistance}) {
    builder.AddConstraint({.name = "tie" + std::to_string(i),
                           .type = type,
                           .body_a = i % 2 == 0 ? slide : 0,
                           .body_b = flat,
                           .X_AP = random.Pose(),
                           .X_BQ = random.Pose(),
                           .distance = i == 2 ? 0.7 : 0.0});
    ++i;
  }
  builder.AddConstraint({.name = "spring",
                         .type = ConstraintType::kDistance,
                         .body_a = 0,
                         .body_b = base,
                         .stiffness = 10});
  builder.AddCoupler({.name = "cam",
                      .joint_a = slide - 1,
                      .joint_b = arm - 1,
                      .coefficients = {0.3, -1, 2, 0.5, 0.1}});
  return std::move(builder).Build();
}

VectorXd MakePositions(const Model& model, unsigned seed) {
  Random random(seed);
  VectorXd q = test::MakeRandomPositions(model, &random);
  // Inside, so that limits come and go only where a test says so.
  q[model.joints()[model.JointIndex("arm")].q_start] = 0.5;
  q[model.joints()[model.JointIndex("flat")].q_start] = -0.5;
  return q;
}

// gdot = G v by central differences; the rotation of a weld is a rotation
// vector, whose derivative is w at zero only, so its rows are left out.
TEST_CASE("ConstraintResiduals: motion at v -> G v is the rate of g") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const auto model = MakeTied(seed);
    const VectorXd q = MakePositions(*model, seed);
    Random random(seed + 10);
    const VectorXd v = random.Vector(model->num_velocities());
    ConstraintResiduals at(*model);
    at.Evaluate(q);
    // 3 + 6 + 1 rows, a coupler, a lock of 3, and the limits of a hinge, of the
    // planar joint and of the ball.
    REQUIRE(at.num_equalities() == 14);
    REQUIRE(at.g().size() == 17);
    const VectorXd rate = at.G() * v;
    constexpr double h = 1e-5;
    VectorXd before, after;
    IntegratePositions(*model, q, v, -h, &before);
    IntegratePositions(*model, q, v, h, &after);
    ConstraintResiduals early(*model), late(*model);
    early.Evaluate(before);
    late.Evaluate(after);
    REQUIRE(early.g().size() == 17);
    REQUIRE(late.g().size() == 17);
    const VectorXd expected = (late.g() - early.g()) / (2 * h);
    for (int i = 0; i < 17; ++i) {
      INFO("seed " << seed << ", row " << i);
      if (i >= 6 && i < 9) continue;
      CHECK(rate[i] == Approx(expected[i]).epsilon(1e-7).margin(1e-7));
    }
  }
}

TEST_CASE("ConstraintResiduals: errors alone -> the same g and groups, no G") {
  const auto model = MakeTied(2);
  const VectorXd q = MakePositions(*model, 2);
  ConstraintResiduals whole(*model), errors(*model);
  whole.Evaluate(q);
  errors.EvaluateErrors(q);
  CHECK(errors.g() == whole.g());
  CHECK(errors.num_equalities() == whole.num_equalities());
  CHECK(errors.G().size() == 0);
  const auto are_same = [](const std::vector<Group>& a,
                           const std::vector<Group>& b) {
    return std::ranges::equal(a, b, [](const Group& x, const Group& y) {
      return x.kind == y.kind && x.index == y.index && x.first == y.first &&
             x.size == y.size;
    });
  };
  CHECK(are_same(errors.groups(), whole.groups()));
  CHECK(are_same(errors.limits(), whole.limits()));
  errors.Evaluate(q);
  CHECK(errors.G() == whole.G());
  CHECK(errors.scale() == whole.scale());
}

// G dv = -r, and dv has no part along motions that keep g: any such u, with
// G u = 0, has u'M dv = 0.
TEST_CASE(
    "ConstraintResiduals: solved -> met with the least change in kinetic "
    "energy") {
  const auto model = MakeTied(4);
  const VectorXd q = MakePositions(*model, 4);
  ConstraintResiduals at(*model);
  at.Evaluate(q);
  const VectorXd dv = at.Solve(at.g());
  // A weld to the world, a lock and more leave less than they ask for: least
  // squares in scaled rows. What they do ask for consistently is met.
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  const MatrixXd M = CalcMassMatrix(*model, position);
  const MatrixXd free = at.G().fullPivLu().kernel();
  REQUIRE(free.cols() > 0);
  CHECK((free.transpose() * M * dv).norm() < 1e-10 * (M * dv).norm());
  // Consistent rates are met exactly.
  Random random(5);
  const VectorXd u = random.Vector(model->num_velocities());
  const VectorXd rates = at.G() * u;
  CHECK((at.G() * at.Solve(rates) + rates).norm() < 1e-9 * rates.norm());
}

TEST_CASE(
    "ConstraintResiduals: groups of each type -> names, units and the "
    "largest") {
  const auto model = MakeTied(6);
  const VectorXd q = MakePositions(*model, 6);
  ConstraintResiduals at(*model);
  at.Evaluate(q);
  std::vector<std::string> names, units;
  for (const Group& group : at.groups()) {
    names.push_back(at.Describe(group));
    units.push_back(at.UnitOf(group));
  }
  CHECK(names ==
        std::vector<std::string>{
            "the position of ball 'tie0'", "the position of weld 'tie1'",
            "the rotation of weld 'tie1'", "the position of distance 'tie2'",
            "coupler 'cam' of joint 'slide'", "the lock of joint 'flat'"});
  CHECK(units ==
        std::vector<std::string>{"m", "m", "rad", "m", "m", "m and rad"});
  CHECK(CalcLargestResidual(*model, q) ==
        Approx(at.g().head(at.num_equalities()).cwiseAbs().maxCoeff())
            .epsilon(1e-14));
}

// A limit that one evaluation finds exceeded is held by the next ones while
// they are on it, and let go inside.
TEST_CASE(
    "ConstraintResiduals: a limit once exceeded -> held until inside again") {
  ModelBuilder builder;
  Random random(7);
  const int body = builder.AddBody("ball", random.Inertia());
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = 0,
                    .child = body,
                    .max_angle = 0.5});
  const auto model = std::move(builder).Build();
  const auto turned = [](double angle) {
    return VectorXd(
        Eigen::Vector4d(std::cos(angle / 2), std::sin(angle / 2), 0, 0));
  };
  ConstraintResiduals at(*model);
  at.Evaluate(turned(0.5));
  CHECK(at.g().size() == 0);
  at.Evaluate(turned(0.7));
  REQUIRE(at.g().size() == 1);
  CHECK(at.g()[0] == Approx(0.2).epsilon(1e-12));
  CHECK(at.num_equalities() == 0);
  REQUIRE(at.limits().size() == 1);
  CHECK(at.Describe(at.limits()[0]) == "a limit of joint 'ball'");
  CHECK(at.UnitOf(at.limits()[0]) == "rad");
  at.Evaluate(turned(0.5));
  CHECK(at.g().size() == 1);
  at.Evaluate(turned(0.4));
  CHECK(at.g().size() == 0);
}

}  // namespace
}  // namespace tactus::multibody
