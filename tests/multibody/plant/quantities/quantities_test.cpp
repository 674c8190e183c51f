#include "tactus/multibody/plant/quantities/quantities.h"

#include <cmath>
#include <memory>
#include <set>

#include "multibody/box_scene.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using systems::Signal;
using test::kGravity;

struct Subject {
  explicit Subject(std::shared_ptr<const Model> model) {
    DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model));
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }
  VectorXd Eval(const std::string& name) const {
    const Signal signal = FindQuantity(*plant, name);
    CHECK(signal.name == name);
    VectorXd value(signal.size());
    signal.calc(context, value);
    return value;
  }

  const MultibodyPlant* plant{};
  std::unique_ptr<systems::Diagram> diagram;
  Context context;
};

std::set<std::string> NamesOfAll(const std::vector<Signal>& signals) {
  std::set<std::string> names;
  for (const Signal& signal : signals) names.insert(signal.name);
  CHECK(names.size() == signals.size());
  return names;
}

/// A motor on a rail, a rod on it, and a free box on the ground.
std::shared_ptr<const Model> MakeCartPole() {
  ModelBuilder builder;
  const contact::Box cube{Vector3d::Constant(test::kHalf)};
  const int box = builder.AddBody(
      "box", MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
  const int cart = builder.AddBody("cart", {.mass = 3});
  const int pole =
      builder.AddBody("pole", {.mass = 0.5,
                               .p_BoBcm = {0, 0, 0.4},
                               .I_Bcm = 0.01 * Matrix3d::Identity()});
  const int rail = builder.AddJoint({.name = "rail",
                                     .type = JointType::kPrismatic,
                                     .child = cart,
                                     .axis_F = Vector3d::UnitX(),
                                     .stiffness = 7,
                                     .spring_reference = 0.1});
  builder.AddJoint({.name = "pivot",
                    .type = JointType::kRevolute,
                    .parent = cart,
                    .child = pole,
                    .axis_F = Vector3d::UnitY(),
                    .armature = 0.2});
  builder.AddActuator(
      {.name = "belt", .joint = rail, .gear = 4, .force_upper = 2});
  const contact::Material material = test::MakeMaterial(1e4, 2, 0.5);
  builder.AddGeometry(
      {.name = "cube", .body = box, .shape = cube, .material = material});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  return std::move(builder).Build();
}

struct CartPole : Subject {
  CartPole() : Subject(MakeCartPole()) {
    plant->SetJointPositions(
        &context, "box",
        (VectorXd(7) << 1, 2, 0.05 - 1e-3, std::cos(0.4), 0, 0, std::sin(0.4))
            .finished());
    plant->SetJointVelocities(&context, "box",
                              (VectorXd(6) << 0, 0, 3, 0.2, 0.3, 0).finished());
    plant->SetJointPositions(&context, "rail", VectorXd::Constant(1, 0.6));
    plant->SetJointVelocities(&context, "rail", VectorXd::Constant(1, -0.5));
    plant->SetJointPositions(&context, "pivot",
                             VectorXd::Constant(1, M_PI / 2));
    plant->SetJointVelocities(&context, "pivot", VectorXd::Constant(1, 2));
    context.FixInput(plant->actuation_input(), VectorXd::Constant(1, 5));
  }
};

TEST_CASE("Quantities: a cart-pole and a box -> the list of all") {
  const CartPole s;
  const auto names = NamesOfAll(MakeQuantities(*s.plant));
  const std::set<std::string> expected = {"body/box/pose",
                                          "body/box/velocity",
                                          "body/cart/pose",
                                          "body/cart/velocity",
                                          "body/pole/pose",
                                          "body/pole/velocity",
                                          "joint/box/position",
                                          "joint/box/velocity",
                                          "joint/rail/position",
                                          "joint/rail/velocity",
                                          "joint/rail/reaction",
                                          "joint/pivot/position",
                                          "joint/pivot/velocity",
                                          "joint/pivot/reaction",
                                          "actuator/belt/effort",
                                          "energy/kinetic",
                                          "energy/potential",
                                          "energy/total",
                                          "total/center_of_mass",
                                          "total/momentum",
                                          "total/momentum_about_origin",
                                          "subtree/box/center_of_mass",
                                          "subtree/box/momentum",
                                          "subtree/cart/center_of_mass",
                                          "subtree/cart/momentum",
                                          "subtree/pole/center_of_mass",
                                          "subtree/pole/momentum"};
  CHECK(names == expected);
  CHECK(NamesOfAll(MakeContactQuantities(*s.plant)) ==
        std::set<std::string>{"contact/world/box/wrench"});
}

TEST_CASE("Quantities: a moving cart-pole -> poses, positions and velocities") {
  const CartPole s;
  CHECK(s.Eval("body/box/pose")
            .isApprox(s.plant->positions(s.context).segment(
                s.plant->model()
                    .joints()[s.plant->model().JointIndex("box")]
                    .q_start,
                7)));
  CHECK(s.Eval("body/box/velocity") ==
        (VectorXd(6) << 0, 0, 3, 0.2, 0.3, 0).finished());
  // The pole, upright at angle zero, lies along x.
  const double r = std::sqrt(0.5);
  CHECK(s.Eval("body/pole/pose")
            .isApprox((VectorXd(7) << 0.6, 0, 0, r, 0, r, 0).finished()));
  CHECK(s.Eval("body/pole/velocity")
            .isApprox((VectorXd(6) << 0, 2, 0, -0.5, 0, 0).finished()));
  CHECK(s.Eval("joint/rail/position")[0] == 0.6);
  CHECK(s.Eval("joint/pivot/velocity")[0] == 2);
  CHECK(s.Eval("joint/box/velocity") == s.Eval("body/box/velocity"));
}

TEST_CASE(
    "Quantities: a moving cart-pole -> energies, centres of mass and momenta") {
  const CartPole s;
  // The pole's centre of mass moves at (-0.5, 0, -0.8); the armature turns,
  // too.
  const double box_inertia = 0.1 * 0.1 / 6;  // of 1 kg
  const double kinetic = 0.5 * (0.04 + 0.09 + box_inertia * 9) + 1.5 * 0.25 +
                         0.25 * (0.25 + 0.64) + 0.5 * (0.01 + 0.2) * 4;
  const double potential = kGravity * 0.049 + 3.5 * 0.25;
  CHECK(s.Eval("energy/kinetic")[0] == Approx(kinetic));
  CHECK(s.Eval("energy/potential")[0] == Approx(potential));
  CHECK(s.Eval("energy/total")[0] == Approx(kinetic + potential));

  const Vector3d p_pole(1, 0, 0), p_box(1, 2, 0.049), p_cart(0.6, 0, 0);
  const Vector3d c_arm = (0.5 * p_pole + 3 * p_cart) / 3.5;
  CHECK(s.Eval("subtree/pole/center_of_mass").isApprox(p_pole));
  CHECK(s.Eval("subtree/cart/center_of_mass").isApprox(c_arm));
  const Vector3d c = (3.5 * c_arm + p_box) / 4.5;
  CHECK(s.Eval("total/center_of_mass").isApprox(c));

  const Vector3d P_pole(-0.25, 0, -0.4), P_cart(-1.5, 0, 0), P_box(0.2, 0.3, 0);
  const Vector3d L_pole(0, 0.02, 0), L_box(0, 0, 3 * box_inertia);
  const auto about = [&](const Vector3d& q) {
    return Vector3d(L_pole + L_box + (p_pole - q).cross(P_pole) +
                    (p_cart - q).cross(P_cart) + (p_box - q).cross(P_box));
  };
  CHECK(s.Eval("subtree/pole/momentum")
            .isApprox((VectorXd(6) << L_pole, P_pole).finished()));
  const VectorXd total = s.Eval("total/momentum");
  CHECK(total.tail(3).isApprox(P_pole + P_cart + P_box));
  CHECK(total.head(3).isApprox(about(c)));
  const VectorXd at_origin = s.Eval("total/momentum_about_origin");
  CHECK(at_origin.tail(3) == total.tail(3));
  CHECK(at_origin.head(3).isApprox(about(Vector3d::Zero())));
}

TEST_CASE(
    "Quantities: a driven cart-pole and a box -> efforts, reactions, "
    "wrenches") {
  const CartPole s;
  CHECK(s.Eval("actuator/belt/effort")[0] == 8);  // held at 2, gear 4
  // The rail pushes along itself, and carries cart and pole.
  const auto& record =
      s.plant->step_record_output().Eval<StepRecord>(s.context);
  const Model& model = s.plant->model();
  const double alpha =
      record.vdot[model.joints()[model.JointIndex("pivot")].v_start];
  const VectorXd rail = s.Eval("joint/rail/reaction");
  CHECK(rail[3] == Approx(8 - 7 * 0.5));
  CHECK(rail[5] == Approx(3.5 * kGravity - 0.5 * 0.4 * alpha));
  // 1 mm deep, half the stiffness, four corners; as much friction as it may.
  const VectorXd on_box = s.Eval("contact/world/box/wrench");
  const double fn = 4 * 5e3 * 1e-3;
  CHECK(on_box[5] == Approx(fn));
  CHECK(on_box.segment(3, 2).norm() <= 0.5 * fn);
  // Four corners slide about a spinning centre.
  CHECK(on_box[2] < -1e-3);
  const VectorXd on_ground = s.Eval("contact/box/world/wrench");
  CHECK(on_ground.tail(3) == -on_box.tail(3));
}

// A pair is listed under the name that fits.
TEST_CASE("Quantities: contacts by pattern -> the names that fit") {
  const CartPole s;
  const auto names = [&](std::string_view pattern) {
    return NamesOfAll(MakeContactQuantities(*s.plant, pattern));
  };
  CHECK(names("contact/world/*") ==
        std::set<std::string>{"contact/world/box/wrench"});
  CHECK(names("contact/box/*") ==
        std::set<std::string>{"contact/box/world/wrench"});
  CHECK(names("contact/cart/*").empty());
}

TEST_CASE("Quantities: an unknown name -> refused with one near it") {
  const CartPole s;
  CHECK_THROWS_WITH(
      FindQuantity(*s.plant, "body/bux/pose"),
      "there is no quantity 'body/bux/pose'; did you mean 'body/box/pose'?");
  CHECK_THROWS_WITH(FindQuantity(*s.plant, "contact/wurld/box/wrench"),
                    Catch::Contains("'contact/world/box/wrench'"));
  CHECK_THROWS_WITH(FindQuantity(*s.plant, "joint/box/reaction"),
                    Catch::Contains("there is no quantity"));
}

// Sizes and component names agree for joints of all types, and all is finite.
TEST_CASE("Quantities: all types of joints -> finite values of each size") {
  Subject s(test::MakeRandomModel(3, {.num_bodies = 25, .per_tree = 9}));
  test::Random random(3);
  s.plant->SetPositions(&s.context,
                        test::MakeRandomPositions(s.plant->model(), &random));
  s.plant->SetVelocities(&s.context,
                         random.Vector(s.plant->model().num_velocities()));
  std::set<JointType> types;
  for (const Joint& joint : s.plant->model().joints()) types.insert(joint.type);
  CHECK(types.size() == 7);
  for (const Signal& signal : MakeQuantities(*s.plant)) {
    INFO(signal.name);
    REQUIRE(signal.size() > 0);
    VectorXd value = VectorXd::Constant(signal.size(), std::nan(""));
    signal.calc(s.context, value);
    CHECK(value.allFinite());
  }
}

}  // namespace
}  // namespace tactus::multibody
