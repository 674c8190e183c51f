// Which efforts integrators record: those of actuators' laws at the end of a
// step or, where they are slow for it, at its start.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "integrators/recording_methods.h"
#include "integrators/test_diagrams.h"
#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/spring_share.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/linear_system.h"

namespace tactus::integrators {
namespace {

using multibody::StepRecord;
using systems::Context;
using systems::Simulator;
using test::kMethods;
using test::LengthOf;
using test::Method;
using test::PlantDiagram;
using test::RecordOf;
using test::SetIntegrator;

/// Two links with springs and damping under a geared servo, a weak motor and a
/// stiff PD controller, which is taken implicitly.
PlantDiagram MakeServoArm() {
  multibody::ModelBuilder model;
  int parent = 0;
  for (const char* name : {"upper", "lower"}) {
    const int link =
        model.AddBody(name, {.mass = 1,
                             .p_BoBcm = {0, 0, -0.2},
                             .I_Bcm = 0.02 * Matrix3d::Identity()});
    RigidTransform X_PF = RigidTransform::Identity();
    if (parent != 0) X_PF.translation().z() = -0.4;
    const int joint = model.AddJoint({.name = name,
                                      .type = multibody::JointType::kRevolute,
                                      .parent = parent,
                                      .child = link,
                                      .X_PF = X_PF,
                                      .axis_F = Vector3d::UnitY(),
                                      .damping = 0.2,
                                      .armature = 0.05,
                                      .stiffness = 3,
                                      .spring_reference = 0.4});
    model.AddActuator({.name = std::string(name) + " servo",
                       .joint = joint,
                       .gear = 2,
                       .gain = 40,
                       .bias1 = -40,
                       .bias2 = -1,
                       .force_lower = -3,
                       .force_upper = 3});
    model.AddActuator({.name = std::string(name) + " motor",
                       .joint = joint,
                       .force_lower = -5,
                       .force_upper = 5});
    parent = link;
  }
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(
      std::move(model).Build(), "arm");
  // u = D x + offset: servos to 0.3 rad and -0.2 rad, motors as a PD
  // controller.
  MatrixXd D = MatrixXd::Zero(4, 4);
  D.row(1) << -200, 0, -10, 0;
  D.row(3) << 0, -200, 0, -10;
  VectorXd servos(4);
  servos << 0.6, 0, -0.4, 0;
  const auto& law = builder.AddSystem<systems::LinearSystem>(
      "law", systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                             .B = MatrixXd(0, 4),
                                             .C = MatrixXd(4, 0),
                                             .D = D});
  const auto& constant =
      builder.AddSystem<systems::ConstantVectorSource>("servos", servos);
  const auto& sum = builder.AddSystem<systems::Adder>("sum", 2, 4);
  builder.Connect(plant.state_output(), law.get_input_port());
  builder.Connect(law.get_output_port(), sum.get_input_port(0));
  builder.Connect(constant.get_output_port(), sum.get_input_port(1));
  builder.Connect(sum.get_output_port(), plant.actuation_input());
  PlantDiagram arm = test::Finish(std::move(builder), plant);
  plant.SetPositions(&arm.context, Vector2d(0.4, -0.9));
  plant.SetVelocities(&arm.context, Vector2d(-1, 3));
  return arm;
}

// What the servo and the motor of each joint of the arm give at q and v, the
// servo for its length at q_servo, limited or not: rows are joints.
MatrixXd CalcEfforts(const VectorXd& q, const VectorXd& q_servo,
                     const VectorXd& v, bool limited) {
  MatrixXd efforts(2, 2);
  for (int j = 0; j < 2; ++j) {
    const double control = j == 0 ? 0.6 : -0.4;
    const double servo = 40 * (control - 2 * q_servo[j]) - 2 * v[j];
    const double motor = -200 * q[j] - 10 * v[j];
    efforts(j, 0) = 2 * (limited ? std::clamp(servo, -3.0, 3.0) : servo);
    efforts(j, 1) = limited ? std::clamp(motor, -5.0, 5.0) : motor;
  }
  return efforts;
}

MatrixXd CalcEfforts(const VectorXd& q, const VectorXd& v, bool limited) {
  return CalcEfforts(q, q, v, limited);
}

// Which efforts a step takes as at its start (external_system.h,
// force_slopes.h, effort_limits.h): those that keep clear of their limits where
// they are looked at, if all that these resist is slow for the whole step.
class Rule {
 public:
  explicit Rule(const multibody::Model& model) : model_(model) {}

  // A step of h from q0 and v0, or a half of the last one. With `extrapolates`,
  // springs are where CENIC has them (spring_share.h): 163 N m of each joint,
  // whose servo damps with 4 N m s beside the joint's 0.2.
  void Take(const VectorXd& q0, const VectorXd& v0, double h, bool is_half,
            bool extrapolates) {
    if (!is_half) {
      is_free_.setConstant(2, 2, true);
      shares_ = extrapolates ? CalcShares(q0, h) : Vector2d::Ones();
    }
    const VectorXd q_end = q0 + h * v0;
    // The servos' control is constant, that of motors their whole effort.
    MatrixXd looked = CalcEfforts(q_end, v0, false);
    KeepFree(looked);
    looked.col(1) = CalcEfforts(q0, v0, false).col(1);
    KeepFree(looked);
    KeepFree(CalcEfforts(q0, v0, false));
    if (is_half) return;
    Vector2d S = Vector2d::Zero();
    for (int j = 0; j < 2; ++j) {
      if (is_free_(j, 0)) S[j] += 4 * (1 + shares_[j] * h * 40);
      if (is_free_(j, 1)) S[j] += 10 + h * 200;
    }
    const MatrixXd M = MassAt(q0);
    const double rate = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(
                            S.asDiagonal().toDenseMatrix(), M)
                            .eigenvalues()
                            .maxCoeff();
    is_slow_ = h * rate <= 1;
    margin_ = std::min(margin_, std::abs(h * rate - 1));
  }

  bool IsHeld(int joint, int actuator) const {
    return is_slow_ && is_free_(joint, actuator);
  }
  // Of the last whole step.
  const Vector2d& shares() const { return shares_; }
  // How near the rule was to the other answer.
  double margin() const { return margin_; }

 private:
  MatrixXd MassAt(const VectorXd& q) const {
    multibody::PositionKinematics position;
    multibody::CalcPositionKinematics(model_, q, &position);
    return multibody::CalcMassMatrix(model_, position);
  }
  Vector2d CalcShares(const VectorXd& q0, double h) const {
    const VectorXd m = MassAt(q0).inverse().diagonal();
    const double y_squared = h * h * 163 * m.sum();
    return {CalcSpringShare(y_squared, h * 4.2 * m[0]),
            CalcSpringShare(y_squared, h * 4.2 * m[1])};
  }
  void KeepFree(const MatrixXd& efforts) {
    for (int j = 0; j < 2; ++j) {
      is_free_(j, 0) = is_free_(j, 0) && std::abs(efforts(j, 0)) < 6;
      is_free_(j, 1) = is_free_(j, 1) && std::abs(efforts(j, 1)) < 5;
    }
  }

  const multibody::Model& model_;
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> is_free_;
  Vector2d shares_ = Vector2d::Ones();
  bool is_slow_ = false;
  double margin_ = 1;
};

// Along each joint the reaction, which follows from the motion, is the sum of
// the efforts, the spring and the damper at the end of the step; and efforts
// are what the actuators' laws say there or, where they are slow for the step,
// at its start.
TEST_CASE(
    "Step records: joints with motors -> efforts account for the motion") {
  for (const Method method : kMethods) {
    for (const double step : {2e-3, 8e-3}) {
      PlantDiagram arm = MakeServoArm();
      const multibody::Model& model = arm.plant->model();
      Simulator simulator(*arm.diagram, arm.context);
      SetIntegrator(method, step, &simulator);
      double worst = 0, worst_law = 0;
      int at_limit = 0, held = 0, followed = 0;
      Rule rule(model);
      VectorXd q = arm.plant->positions(arm.context),
               v = arm.plant->velocities(arm.context);
      simulator.set_monitor(
          [&](const Context& context) -> std::optional<std::string> {
            if (context.time() == 0) return std::nullopt;
            const StepRecord& record = RecordOf(arm, context);
            const double h = LengthOf(method, record);
            const bool is_cenic = method == Method::kCenic;
            rule.Take(q, v, record.end - record.start, false, is_cenic);
            if (is_cenic) {
              rule.Take(q, v, h, true, true);
              rule.Take(record.q, record.v, h, true, true);
            }
            q = arm.plant->positions(context);
            v = arm.plant->velocities(context);
            const Vector2d v1 = record.v + h * record.vdot;
            const Vector2d q1 = record.q + h * v1;
            const Vector2d q_spring =
                record.q + h * rule.shares().cwiseProduct(v1);
            const MatrixXd at_end = CalcEfforts(q1, q_spring, v1, true);
            const MatrixXd at_start = CalcEfforts(record.q, record.v, true);
            const auto& F =
                arm.plant->joint_reactions_output().Eval<std::vector<Vector6d>>(
                    context);
            for (int j = 0; j < 2; ++j) {
              const VectorXd& effort = record.actuator_efforts;
              const double torque = effort[2 * j] + effort[2 * j + 1] -
                                    0.2 * v1[j] - 3 * (q_spring[j] - 0.4);
              worst = std::max(
                  worst, std::abs(F[j][1] + 0.05 * record.vdot[j] - torque));
              for (int i = 0; i < 2; ++i) {
                const bool is_held = rule.IsHeld(j, i);
                const double law = is_held ? at_start(j, i) : at_end(j, i);
                worst_law =
                    std::max(worst_law, std::abs(effort[2 * j + i] - law));
                ++(is_held ? held : followed);
                if (std::abs(law) > (i == 0 ? 5.999 : 4.999)) ++at_limit;
              }
            }
            return std::nullopt;
          });
      simulator.AdvanceTo(1);
      INFO(static_cast<int>(method) << ", step " << step);
      CHECK(model.num_actuators() == 4);
      CHECK(at_limit > 20);
      CHECK(rule.margin() > 1e-6);
      CHECK(worst < 1e-3);
      // ComFree leaves an actuator at its limit that it has once held back
      // there.
      if (method == Method::kComFree) continue;
      CHECK(worst_law < 1e-6);
      if (step == 2e-3) {
        CHECK(held > 20);
      } else {
        CHECK(followed - at_limit > 20);
      }
    }
  }
}

}  // namespace
}  // namespace tactus::integrators
