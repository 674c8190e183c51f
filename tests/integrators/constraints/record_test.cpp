// What a step records of the forces of constraints.
#include <cmath>
#include <memory>
#include <vector>

#include "integrators/constraints/mechanisms.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/gravity_stiffness.h"
#include "tactus/multibody/plant/joint_reactions.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::integrators {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::PositionKinematics;
using systems::Simulator;
using test::JointType;
using test::kGravity;
using test::MakeFourBar;
using test::Method;
using test::Model;
using test::ModelBuilder;
using test::NameOf;
using test::PlaceAll;
using test::PlantDiagram;
using test::SetIntegrator;

// Gravity on both, the moment of the bob about the weld among it: at rest, the
// weld carries all of it, and the balance holds in motion.
TEST_CASE(
    "Constraints: a hooked bob at rest -> its weight in the step record") {
  ModelBuilder builder;
  const double m = 2, arm = 0.3;
  const int body =
      builder.AddBody("bob", {.mass = m,
                              .p_BoBcm = {arm, 0, 0},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitZ()});
  for (const bool turned : {false, true}) {
    ModelBuilder copy = builder;
    copy.AddConstraint({.name = "hook",
                        .type = ConstraintType::kBall,
                        .body_a = turned ? body : 0,
                        .body_b = turned ? 0 : body});
    const std::shared_ptr<const Model> model = std::move(copy).Build();
    const PlantDiagram scene = test::MakeAlone(model);
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(Method::kIcf, &simulator);
    simulator.Initialize();
    simulator.AdvanceTo(0.05);
    const multibody::StepRecord& record =
        scene.plant->step_record_output().Eval<multibody::StepRecord>(
            simulator.context());
    REQUIRE(record.constraint_forces.size() == 1);
    const Vector6d& F = record.constraint_forces[0];
    CHECK(F[5] == Approx((turned ? -1 : 1) * m * kGravity).epsilon(1e-6));
    std::vector<Vector6d> reactions;
    CalcJointReactions(*model, record, &reactions);
    // The hook holds the weight, the slide the moment.
    CHECK(std::abs(reactions[0][5]) < 1e-6 * m * kGravity);
    CHECK(reactions[0][1] == Approx(-m * kGravity * arm).epsilon(1e-6));
  }
}

// M vdot + k = tau + J'F with the forces of the record alone, in motion.
TEST_CASE("Constraints: a four-bar in motion -> recorded forces balance it") {
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    const auto model = MakeFourBar(0.5, 1, 2);
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, Vector3d(1, -1, 1));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.Initialize();
    simulator.AdvanceTo(0.2);
    const auto& record =
        scene.plant->step_record_output().Eval<multibody::StepRecord>(
            simulator.context());
    REQUIRE(record.constraint_forces.size() == 1);
    const PositionKinematics at = PlaceAll(*model, record.q);
    multibody::VelocityKinematics velocity;
    CalcVelocityKinematics(*model, at, record.v, &velocity);
    std::vector<Vector6d> outside(model->num_bodies(), Vector6d::Zero());
    const Constraint& pin = model->constraints()[0];
    const Vector6d& F = record.constraint_forces[0];
    CHECK(F.tail<3>().norm() > 1);
    outside[pin.body_b] += F;
    outside[pin.body_a] -= F;
    outside[pin.body_a].head<3>() -=
        (at.X_WB[pin.body_b].translation() - at.X_WB[pin.body_a].translation())
            .cross(F.tail<3>());
    VectorXd tau;
    CalcInverseDynamics(*model, at, velocity, record.vdot, outside, &tau);
    CHECK(record.gravity_way.size() == (method == Method::kCenic ? 3 : 0));
    for (const multibody::Tree& tree : model->trees()) {
      if (record.gravity_way.size() == 0) continue;
      MatrixXd G;
      CalcGravityStiffness(*model, at, tree, &G);
      tau.segment(tree.v_start, tree.nv) +=
          G * record.gravity_way.segment(tree.v_start, tree.nv);
    }
    CHECK(tau.norm() < 1e-5 * F.norm());
    // Hinges pass on no torque about their axes.
    std::vector<Vector6d> reactions;
    CalcJointReactions(*model, record, &reactions);
    for (const Vector6d& reaction : reactions)
      CHECK(std::abs(reaction[1]) < 1e-5 * F.norm());
  }
}

}  // namespace
}  // namespace tactus::integrators
