#include "tactus/multibody/plant/input_forces.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

// A hinged arm that carries a wrist on a ball joint, and a craft that floats,
// with a thruster on the wrist and one on the craft.
struct Scene {
  int arm, wrist, craft;
  std::shared_ptr<const Model> model;
  VectorXd v;
  PositionKinematics position;
  VelocityKinematics velocity;

  Scene() {
    ModelBuilder builder;
    const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
    arm = builder.AddBody("arm", inertia);
    wrist = builder.AddBody("wrist", inertia);
    craft = builder.AddBody("craft", inertia);
    const int hinge = builder.AddJoint({.name = "hinge",
                                        .type = JointType::kRevolute,
                                        .child = arm,
                                        .default_position = 0.4});
    Joint ball{.name = "ball",
               .type = JointType::kBall,
               .parent = arm,
               .child = wrist};
    ball.X_PF.translation() << 1, 0.2, 0;
    builder.AddJoint(ball);
    builder.AddActuator({.name = "motor",
                         .joint = hinge,
                         .control_lower = -1,
                         .control_upper = 2});
    Actuator jet{.name = "jet",
                 .body = wrist,
                 .gain = 3,
                 .bias0 = 0.5,
                 .force_lower = -2,
                 .force_upper = 4};
    jet.X_BS.translation() << 0.1, 0.2, 0.3;
    jet.X_BS.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
    jet.wrench_S << 0.2, 0, 0.1, 1, 0, -0.5;
    builder.AddActuator(jet);
    jet.name = "other";
    jet.body = craft;
    builder.AddActuator(jet);
    model = std::move(builder).Build();
    const int nv = model->num_velocities();
    v = VectorXd::LinSpaced(nv, -1, 2);
    VectorXd q;
    IntegratePositions(*model, model->default_positions(), v, 0.3, &q);
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
  }

  /// F V, of a wrench at Q with the velocity of the body there.
  double CalcPower(int body, const Vector3d& p_BoQ_W, const Vector6d& F) const {
    const Vector6d& V = velocity.V_WB[body];
    const Vector3d v_Q = V.tail<3>() + V.head<3>().cross(p_BoQ_W);
    return F.head<3>().dot(V.head<3>()) + F.tail<3>().dot(v_Q);
  }
};

TEST_CASE("Applied force: wrenches on bodies -> the power that they have") {
  const Scene s;
  for (const int body : {s.arm, s.wrist, s.craft}) {
    PlantInputs inputs;
    SpatialForce F{.body = body, .p_BoQ_B = {0.3, -0.1, 0.2}};
    F.F_Q_W << 1, -2, 3, 4, 5, -6;
    inputs.spatial_forces = {F};
    inputs.actuation = VectorXd::Constant(3, -0.5 / 3);  // No thrust.
    VectorXd force;
    CalcAppliedForce(*s.model, s.position, inputs, &force);
    const Vector3d p_BoQ_W = s.position.X_WB[body].linear() * F.p_BoQ_B;
    CHECK(force.dot(s.v) ==
          Approx(s.CalcPower(body, p_BoQ_W, F.F_Q_W)).epsilon(1e-12));
  }
}

TEST_CASE("Applied force: on the world -> nothing, generalized ones as given") {
  const Scene s;
  PlantInputs inputs;
  inputs.spatial_forces = {{.body = 0, .F_Q_W = Vector6d::Ones()}};
  inputs.generalized_force = s.v;
  inputs.actuation = VectorXd::Constant(3, -0.5 / 3);
  VectorXd force;
  CalcAppliedForce(*s.model, s.position, inputs, &force);
  CHECK((force - s.v).norm() < 1e-15);
}

TEST_CASE("Applied force: a thruster -> f times the power of its wrench") {
  const Scene s;
  for (const int i : {1, 2}) {
    const Actuator& jet = s.model->actuators()[i];
    const RigidTransform X_WS = s.position.X_WB[jet.body] * jet.X_BS;
    Vector6d F;
    F << X_WS.linear() * jet.wrench_S.head<3>(),
        X_WS.linear() * jet.wrench_S.tail<3>();
    const double power = s.CalcPower(
        jet.body, s.position.X_WB[jet.body].linear() * jet.X_BS.translation(),
        F);
    VectorXd direction;
    CalcThrustDirection(*s.model, s.position, jet, &direction);
    CHECK(direction.dot(s.v) == Approx(power).epsilon(1e-12));

    PlantInputs inputs;
    inputs.actuation = VectorXd::Constant(3, -0.5 / 3);
    inputs.actuation[i] = 1;
    VectorXd force;
    CalcAppliedForce(*s.model, s.position, inputs, &force);
    CHECK((force - 3.5 * direction).norm() < 1e-14);
  }
}

TEST_CASE("Controls: beyond their limits -> the limits, without inputs -> 0") {
  const Scene s;
  PlantInputs inputs;
  CHECK(CalcControl(*s.model, inputs, 0) == 0);
  for (const auto& [given, taken] :
       {std::pair(-3.0, -1.0), {0.5, 0.5}, {3.0, 2.0}}) {
    inputs.actuation = VectorXd::Constant(3, given);
    CHECK(CalcControl(*s.model, inputs, 0) == taken);
    CHECK(CalcControl(*s.model, inputs, 1) == given);
  }
  const Actuator& jet = s.model->actuators()[1];
  CHECK(CalcThrust(jet, 1) == 3.5);
  CHECK(CalcThrust(jet, 10) == 4);
  CHECK(CalcThrust(jet, -10) == -2);
}

}  // namespace
}  // namespace tactus::multibody
