#include "tactus/multibody/plant/velocity_problem_joint_rows.h"

#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using contact::RowLaw;
using Law = RowLaw::Law;

constexpr double kMass = 2;  // Of each slider [kg].

/// Three sliders along x: the first with limits and dry friction, the second
/// and third on a tendon of length q2 - 3 q3, coupled to rest, the third
/// locked.
std::shared_ptr<const Model> MakeSliders() {
  ModelBuilder builder;
  std::vector<int> joints;
  for (const char* name : {"a", "b", "c"}) {
    Joint joint{.name = name,
                .type = JointType::kPrismatic,
                .parent = 0,
                .child = builder.AddBody(
                    name, {.mass = kMass, .I_Bcm = Matrix3d::Identity()}),
                .axis_F = Vector3d::UnitX()};
    if (joints.empty()) {
      joint.lower = -1;
      joint.upper = 2;
      joint.dry_friction = 5;
    }
    joint.is_locked = joints.size() == 2;
    joints.push_back(builder.AddJoint(joint));
  }
  Tendon tendon{.name = "tendon"};
  tendon.terms = {{.joint = joints[1], .coefficient = 1},
                  {.joint = joints[2], .coefficient = -3}};
  tendon.upper = 4;
  tendon.stiffness = 7;
  builder.AddTendon(tendon);
  return std::move(builder).Build();
}

struct Sliders {
  Sliders() {
    AddTrees(Vector3d(0.1, 0.2, 0.3), Vector3d(1, 2, 3), &start, &problem);
    rows.Add(&problem);
  }
  std::shared_ptr<const Model> model = MakeSliders();
  ModelAtStart start{model.get()};
  VelocityProblemJointRows rows{&start};
  contact::VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem joint rows: a model of each kind -> rows in order") {
  const Sliders sliders;
  const auto& rows = sliders.problem.joint_rows;
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].law == Law::kLimit);
  CHECK(rows[0].error == 0.1);
  CHECK(rows[0].lower == -1);
  CHECK(rows[0].upper == 2);
  CHECK(rows[0].inverse_mass == Approx(1 / kMass));
  CHECK(rows[1].law == Law::kDryFriction);
  CHECK(rows[1].dry_friction == 5);
  for (int i : {2, 3}) {  // Of the tendon, with the same terms.
    CHECK(rows[i].error == Approx(0.2 - 0.9));
    CHECK(rows[i].tendon == 0);
    CHECK(rows[i].first_term == sliders.rows.FirstTermOf(0));
    CHECK(rows[i].inverse_mass == Approx((1 + 9) / kMass));
    CHECK(contact::CalcRate(sliders.problem.TermsOf(rows[i]),
                            sliders.problem.v0) == Approx(2 - 9));
  }
  CHECK(rows[2].law == Law::kLimit);
  CHECK(rows[3].law == Law::kSpring);
  CHECK(rows[4].law == Law::kRigid);  // The lock.
  CHECK(rows[4].error == Approx(0.3));
  CHECK(sliders.rows.tendons()[0].length == Approx(0.2 - 0.9));
}

TEST_CASE(
    "Velocity problem joint rows: rows of inputs behind them -> seen, and "
    "dropped with their terms") {
  Sliders sliders;
  const std::size_t rows = sliders.problem.joint_rows.size();
  const std::size_t terms = sliders.problem.joint_terms.size();
  CHECK(sliders.rows.InputRowsOf(sliders.problem).empty());
  sliders.problem.AddRow({.law = Law::kDamper, .damping = 1},
                         {{.dof = 0}, {.dof = 1}});
  CHECK(sliders.rows.InputRowsOf(sliders.problem).size() == 1);
  sliders.rows.DropInputRows(&sliders.problem);
  CHECK(sliders.problem.joint_rows.size() == rows);
  CHECK(sliders.problem.joint_terms.size() == terms);
}

TEST_CASE(
    "Velocity problem joint rows: forces along rows -> the tendon has its "
    "own") {
  const Sliders sliders;
  const std::vector<double> forces{100, 200, 3, 4, 500};
  VectorXd along;
  sliders.rows.CollectTendonForces(forces, &along);
  REQUIRE(along.size() == 1);
  CHECK(along[0] == 7);
}

}  // namespace
}  // namespace tactus::multibody
