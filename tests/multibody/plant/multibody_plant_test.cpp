#include "tactus/multibody/plant/multibody_plant.h"

#include <cmath>
#include <limits>
#include <string>

#include "multibody/box_scene.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using systems::Context;
using systems::Diagram;
using systems::DiagramBuilder;
using test::BoxPositions;
using test::kGravity;
using test::kHalf;

// A plant alone.
struct Subject {
  explicit Subject(std::shared_ptr<const Model> model) {
    DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model));
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }
  VectorXd Derivatives() const {
    VectorXd xdot = VectorXd::Zero(diagram->num_continuous_states());
    diagram->CalcTimeDerivatives(context, &xdot);
    return xdot;
  }

  const MultibodyPlant* plant{};
  std::unique_ptr<Diagram> diagram;
  Context context;
};

// A rod on a hinge about y, its centre of mass l below.
struct Pendulum {
  static constexpr double kMass = 2, kLength = 0.7, kInertia = 0.03,
                          kDamping = 0.4;
  std::shared_ptr<const Model> model = [] {
    ModelBuilder builder;
    const int rod =
        builder.AddBody("rod", {.mass = kMass,
                                .p_BoBcm = {0, 0, -kLength},
                                .I_Bcm = kInertia * Matrix3d::Identity()});
    const int hinge = builder.AddJoint({.name = "hinge",
                                        .type = JointType::kRevolute,
                                        .parent = 0,
                                        .child = rod,
                                        .axis_F = Vector3d::UnitY(),
                                        .damping = kDamping,
                                        .default_position = 0.25});
    builder.AddActuator({.name = "motor", .joint = hinge, .gear = 3});
    return std::move(builder).Build();
  }();
};

TEST_CASE("Plant: no model -> refused") {
  CHECK_THROWS_AS(MultibodyPlant(nullptr), std::invalid_argument);
}

TEST_CASE("Plant: a new context -> the model's default state") {
  const Subject subject(Pendulum().model);
  CHECK(subject.plant->positions(subject.context)[0] == 0.25);
  CHECK(subject.plant->velocities(subject.context)[0] == 0);
  CHECK(subject.context.continuous_state().size() == 2);
}

TEST_CASE("Plant: a falling cube that spins -> free fall, and the spin kept") {
  Subject subject(test::MakeBoxModel({}));
  VectorXd v(6);
  v << 3, -1, 2, 0.4, 0.5, -0.6;
  VectorXd q(7);
  q << 0.1, 0.2, 5, Eigen::Vector4d(0.5, 0.1, -0.7, 0.3).normalized();
  subject.plant->SetPositions(&subject.context, q);
  subject.plant->SetVelocities(&subject.context, v);
  const VectorXd xdot = subject.Derivatives();
  REQUIRE(xdot.size() == 13);
  CHECK(xdot.head(3).isApprox(v.tail(3)));  // pdot
  // qdot = (0, w) q / 2 for w in the world.
  const Quaterniond q_WB(q[3], q[4], q[5], q[6]);
  const Quaterniond spin(0, v[0], v[1], v[2]);
  const Quaterniond rate = spin * q_WB;
  CHECK(xdot.segment(3, 4).isApprox(
      Eigen::Vector4d(rate.w(), rate.x(), rate.y(), rate.z()) / 2, 1e-12));
  CHECK(xdot.segment(7, 3).norm() <= 1e-11);  // a cube: no gyroscopic term
  CHECK((xdot.tail(3) - Vector3d(0, 0, -kGravity)).norm() <= 1e-12);
}

TEST_CASE(
    "Plant: a damped pendulum and its inputs -> accelerations in closed form") {
  Subject subject(Pendulum().model);
  const double theta = 0.8, rate = -1.7, u = 0.6;
  subject.plant->SetJointPositions(&subject.context, "hinge",
                                   VectorXd::Constant(1, theta));
  subject.plant->SetJointVelocities(&subject.context, "hinge",
                                    VectorXd::Constant(1, rate));
  constexpr double m = Pendulum::kMass, l = Pendulum::kLength;
  const double inertia = Pendulum::kInertia + m * l * l;
  const double free =
      -m * kGravity * l * std::sin(theta) - Pendulum::kDamping * rate;
  VectorXd xdot = subject.Derivatives();
  CHECK(xdot[0] == Approx(rate));
  CHECK(xdot[1] == Approx(free / inertia));
  // Inputs are optional; each adds its own force.
  subject.context.FixInput(subject.plant->actuation_input(),
                           VectorXd::Constant(1, u));
  CHECK(subject.Derivatives()[1] == Approx((free + 3 * u) / inertia));
  subject.context.FixInput(subject.plant->generalized_force_input(),
                           VectorXd::Constant(1, 5.0));
  CHECK(subject.Derivatives()[1] == Approx((free + 3 * u + 5) / inertia));
  const Vector6d push = (Vector6d() << 0, 0, 0, 2, 0, 0).finished();
  subject.context.FixInput(
      subject.plant->spatial_forces_input(),
      std::vector<SpatialForce>{
          {.body = 1, .p_BoQ_B = {0, 0, -l}, .F_Q_W = push}});
  // x of the tip falls with theta: moment -l cos(theta) per unit force.
  CHECK(subject.Derivatives()[1] ==
        Approx((free + 3 * u + 5 - 2 * l * std::cos(theta)) / inertia));
}

TEST_CASE("Plant: an input from another block -> arrives, others are empty") {
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(Pendulum().model, "arm");
  const auto& source = builder.AddSystem<systems::ConstantVectorSource>(
      "torque", VectorXd::Constant(1, 4.0));
  builder.Connect(source.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();
  const Context context = diagram->CreateDefaultContext();
  PlantInputs inputs;
  inputs.spatial_forces.resize(2);  // from elsewhere
  inputs.surface_velocities.resize(1);
  plant.EvalInputs(context.of(plant), &inputs);
  CHECK(inputs.actuation[0] == 4);
  CHECK(inputs.generalized_force.size() == 0);
  CHECK(inputs.spatial_forces.empty());
  CHECK(inputs.surface_velocities.empty());
  CHECK(plant.name() == "arm");
}

TEST_CASE("Plant: a moving surface under a box -> friction drags the box") {
  Subject subject(test::MakeBoxModel({}));
  subject.plant->SetPositions(&subject.context, BoxPositions(1e-3));
  CHECK(subject.Derivatives().tail(3).head(2).norm() == 0);
  subject.context.FixInput(
      subject.plant->surface_velocities_input(),
      std::vector<SurfaceVelocity>{{.geometry = 0, .v_G = {1, 0, 0}}});
  const double weight = 4 * 7500 * 1e-3;  // of the springs, on one kilogram
  CHECK(subject.Derivatives().tail(3)[0] == Approx(0.5 * weight).epsilon(1e-5));
}

TEST_CASE("Plant: two velocities of one surface -> refused by its name") {
  Subject subject(test::MakeBoxModel({}));
  const auto derivatives_with = [&](std::vector<SurfaceVelocity> surfaces) {
    subject.context.FixInput(subject.plant->surface_velocities_input(),
                             surfaces);
    return subject.Derivatives();
  };
  const std::string name = subject.plant->model().geometries()[0].name;
  CHECK_THROWS_WITH(
      derivatives_with({{.geometry = 0}, {.geometry = 1}, {.geometry = 0}}),
      Contains("geometry 0 ('" + name + "') is given two surface velocities"));
  CHECK_THROWS_WITH(derivatives_with({{.geometry = 2}}),
                    Contains("of geometry 2, which there is not"));
  CHECK_THROWS_WITH(derivatives_with({{.geometry = -1}}),
                    Contains("of geometry -1, which there is not"));
  CHECK_NOTHROW(derivatives_with({{.geometry = 0}, {.geometry = 1}}));
}

TEST_CASE("Plant: a state that is no number -> refused, with its joint") {
  Subject subject(Pendulum().model);
  const MultibodyPlant& plant = *subject.plant;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(
      plant.SetPositions(&subject.context, VectorXd::Constant(1, nan)),
      Contains("position 0 (joint 'hinge') is nan; it must be a finite"));
  CHECK_THROWS_WITH(
      plant.SetVelocities(&subject.context, VectorXd::Constant(1, -infinity)),
      Contains("velocity 0 (joint 'hinge') is -inf"));
  CHECK_THROWS_WITH(
      plant.SetJointPositions(&subject.context, "hinge", infinity),
      Contains("joint 'hinge'"));
  CHECK(plant.positions(subject.context)[0] == 0.25);
  CHECK(plant.velocities(subject.context)[0] == 0);

  Subject box(test::MakeBoxModel({}));
  VectorXd q = BoxPositions(0);
  q[5] = nan;
  CHECK_THROWS_WITH(box.plant->SetPositions(&box.context, q),
                    Contains("position 5 (joint '" +
                             box.plant->model().joints()[0].name + "')"));

  q[5] = 0;
  q.segment<4>(3).setZero();
  CHECK_THROWS_WITH(box.plant->SetPositions(&box.context, q),
                    Contains("the quaternion of joint '"));
  // Of any length, it says where to.
  q[3] = 0.5;
  CHECK_NOTHROW(box.plant->SetPositions(&box.context, q));
}

TEST_CASE(
    "Plant: a state that was set -> its outputs of state, poses and "
    "velocities") {
  const auto model = test::MakeRandomModel(4);
  Subject subject(model);
  test::Random random(5);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  subject.plant->SetPositions(&subject.context, q);
  subject.plant->SetVelocities(&subject.context, v);
  const auto& plant = *subject.plant;
  const VectorXd& x = plant.state_output().Eval(subject.context);
  CHECK(x.head(q.size()) == q);
  CHECK(x.tail(v.size()) == v);
  CHECK(plant.positions(subject.context) == q);
  CHECK(plant.velocities(subject.context) == v);

  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*model, q, &position);
  CalcVelocityKinematics(*model, position, v, &velocity);
  const auto& X_WB =
      plant.body_poses_output().Eval<std::vector<RigidTransform>>(
          subject.context);
  const auto& V_WB = plant.body_velocities_output().Eval<std::vector<Vector6d>>(
      subject.context);
  REQUIRE(X_WB.size() == model->bodies().size());
  REQUIRE(V_WB.size() == model->bodies().size());
  for (std::size_t i = 0; i < X_WB.size(); ++i) {
    CHECK(X_WB[i].isApprox(position.X_WB[i], 1e-15));
    CHECK((V_WB[i] - velocity.V_WB[i]).norm() <= 1e-14);
  }
}

TEST_CASE(
    "Plant: a moving body above the ground -> its kinetic and potential "
    "energy") {
  Subject subject(test::MakeBoxModel({}));
  VectorXd v(6);
  v << 0, 0, 3, 0.4, 0, -0.6;
  subject.plant->SetPositions(&subject.context, BoxPositions(-2));
  subject.plant->SetVelocities(&subject.context, v);
  const double inertia = 4 * kHalf * kHalf / 6;  // m a^2 / 6
  CHECK(subject.plant->CalcEnergy(subject.context) ==
        Approx(kGravity * (2 + kHalf) + 0.5 * v.tail(3).squaredNorm() +
               0.5 * inertia * 9));
}

TEST_CASE("Plant: a number for a joint of one coordinate -> its position") {
  Subject subject(Pendulum().model);
  const auto& plant = *subject.plant;
  plant.SetJointPositions(&subject.context, "hinge", 0.5);
  plant.SetJointVelocities(&subject.context, "hinge", -2.0);
  CHECK(plant.positions(subject.context) == VectorXd::Constant(1, 0.5));
  CHECK(plant.velocities(subject.context) == VectorXd::Constant(1, -2));

  Subject box(test::MakeBoxModel({}));
  const std::string& joint = box.plant->model().joints()[0].name;
  CHECK_THROWS_WITH(box.plant->SetJointPositions(&box.context, joint, 0.5),
                    "joint '" + joint + "': 1 positions were given; it has 7");
  CHECK_THROWS_WITH(box.plant->SetVelocities(&box.context, VectorXd::Zero(5)),
                    "plant 'plant': 5 velocities were given; it has 6");
}

TEST_CASE("Plant: states of wrong sizes, an unknown joint -> refused") {
  Subject subject(Pendulum().model);
  const auto& plant = *subject.plant;
  Context* context = &subject.context;
  const VectorXd two = VectorXd::Zero(2), one = VectorXd::Zero(1);
  CHECK_THROWS_AS(plant.SetPositions(context, two), std::invalid_argument);
  CHECK_THROWS_AS(plant.SetVelocities(context, two), std::invalid_argument);
  CHECK_THROWS_AS(plant.SetJointPositions(context, "hinge", two),
                  std::invalid_argument);
  CHECK_THROWS_AS(plant.SetJointVelocities(context, "hinge", two),
                  std::invalid_argument);
  CHECK_THROWS_AS(plant.SetJointPositions(context, "elbow", one),
                  std::invalid_argument);
}

TEST_CASE("Plant: two in one diagram -> each its own state") {
  DiagramBuilder builder;
  const auto& a = builder.AddSystem<MultibodyPlant>(Pendulum().model, "a");
  const auto& b =
      builder.AddSystem<MultibodyPlant>(test::MakeBoxModel({}), "b");
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  const VectorXd q = BoxPositions(-1);
  b.SetPositions(&context, q);
  a.SetVelocities(&context, VectorXd::Constant(1, 3.0));
  CHECK(b.positions(context) == q);
  CHECK(a.positions(context)[0] == 0.25);
  CHECK(a.velocities(context)[0] == 3);
  CHECK(b.velocities(context) == VectorXd::Zero(6));
}

// The builder that a context keeps must not show in what it computes.
TEST_CASE(
    "Plant: dynamics after other states, in copies -> those of the state, bit "
    "by bit") {
  const auto model = test::MakeBoxModel({});
  const auto vdot_of = [](const Subject& subject) {
    return subject.plant->dynamics_output()
        .Eval<PlantDynamics>(subject.context)
        .vdot;
  };
  VectorXd v(6);
  v << 1, -2, 3, 0.4, -0.5, -0.6;
  const auto set = [&](Subject* subject, double depth, double share) {
    subject->plant->SetPositions(&subject->context, BoxPositions(depth));
    subject->plant->SetVelocities(&subject->context, share * v);
  };
  Subject fresh(model), used(model);
  set(&fresh, 1e-3, 1);
  const VectorXd expected = vdot_of(fresh);
  CHECK(fresh.Derivatives().tail(6) == expected);
  for (const double depth : {-1.0, 5e-3, 2e-3}) {
    set(&used, depth, 0.3);
    CHECK(vdot_of(used) != expected);
  }
  const Context saved = used.context;
  const VectorXd before = vdot_of(used);
  set(&used, 1e-3, 1);
  CHECK(vdot_of(used) == expected);
  used.context = saved;
  CHECK(vdot_of(used) == before);
  // A context that was another plant's, of another model, before.
  const Subject pendulum(Pendulum().model);
  Context taken = used.context;
  used.plant->SetPositions(&taken, BoxPositions(1e-3));
  CHECK(used.plant->dynamics_output().Eval<PlantDynamics>(taken).vdot.size() ==
        6);
  taken = pendulum.context;
  pendulum.plant->SetPositions(&taken, VectorXd::Constant(1, -0.5));
  Subject moved(Pendulum().model);
  moved.plant->SetPositions(&moved.context, VectorXd::Constant(1, -0.5));
  CHECK(pendulum.plant->dynamics_output().Eval<PlantDynamics>(taken).vdot ==
        vdot_of(moved));
}

}  // namespace
}  // namespace tactus::multibody
