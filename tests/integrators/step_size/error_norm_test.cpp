#include "tactus/integrators/step_size/error_norm.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::Model;
using multibody::ModelBuilder;

// One body per type of joint, each on the world; joints named by type.
std::shared_ptr<const Model> MakeModel() {
  ModelBuilder builder;
  for (JointType type :
       {JointType::kRevolute, JointType::kPrismatic, JointType::kBall,
        JointType::kPlanar, JointType::kUniversal, JointType::kFloating}) {
    const std::string name(to_string(type));
    const int body = builder.AddBody(name, {.mass = 1,
                                            .p_BoBcm = Vector3d::Zero(),
                                            .I_Bcm = Matrix3d::Identity()});
    builder.AddJoint({.name = name, .type = type, .parent = 0, .child = body});
  }
  return std::move(builder).Build();
}

VectorXd Start(const Model& model) {
  VectorXd q = VectorXd::Constant(model.num_positions(), 0.4);
  multibody::NormalizeQuaternions(model, &q);
  return q;
}

struct Case {
  JointType type;
  int velocity;  // of the joint
  bool is_length;
};
const Case kCases[] = {
    {JointType::kRevolute, 0, false},  {JointType::kPrismatic, 0, true},
    {JointType::kBall, 0, false},      {JointType::kBall, 2, false},
    {JointType::kPlanar, 0, true},     {JointType::kPlanar, 1, true},
    {JointType::kPlanar, 2, false},    {JointType::kUniversal, 0, false},
    {JointType::kUniversal, 1, false}, {JointType::kFloating, 0, false},
    {JointType::kFloating, 2, false},  {JointType::kFloating, 3, true},
    {JointType::kFloating, 5, true}};

// A block with states 3 and -8, whose scales are 1 and 0.5, between two plants.
class Two final : public systems::LeafSystem {
 public:
  Two() : LeafSystem("two") {
    DeclareContinuousState(Vector2d(3, -0.25));
    SetErrorScales(Vector2d(1, 0.5));
  }
  void CalcTimeDerivatives(const systems::LeafContext&,
                           VectorXd* xdot) const override {
    xdot->setZero();
  }
};

struct PlantsAndBlock {
  PlantsAndBlock() : model(MakeModel()) {
    systems::DiagramBuilder builder;
    const auto& a = builder.AddSystem<multibody::MultibodyPlant>(model, "a");
    const auto& two = builder.AddSystem<Two>();
    const auto& b = builder.AddSystem<multibody::MultibodyPlant>(model, "b");
    diagram = std::move(builder).Build();
    systems::Context context = diagram->CreateDefaultContext();
    for (const auto* plant : {&a, &b})
      plant->SetPositions(&context, Start(*model));
    x = context.continuous_state();
    start = {diagram->continuous_state_start(a),
             diagram->continuous_state_start(b)};
    start_of_two = diagram->continuous_state_start(two);
  }
  std::shared_ptr<const Model> model;
  std::unique_ptr<systems::Diagram> diagram;
  VectorXd x;
  std::array<int, 2> start{};  // of the plants
  int start_of_two{};
};

TEST_CASE("Diagram's error norm: each joint's position off -> by its tangent") {
  const PlantsAndBlock system;
  for (const ErrorNorm which : {ErrorNorm::kPositions, ErrorNorm::kState}) {
    DiagramErrorNorm norm(*system.diagram, which, 0.25);
    for (const int start : system.start) {
      for (const Case& c : kCases) {
        INFO(to_string(c.type) << " " << c.velocity);
        const multibody::Joint& joint =
            system.model->joints()[system.model->JointIndex(to_string(c.type))];
        VectorXd v = VectorXd::Zero(system.model->num_velocities()), q;
        v[joint.v_start + c.velocity] = -1;
        multibody::IntegratePositions(
            *system.model,
            system.x.segment(start, system.model->num_positions()), v, 1e-5,
            &q);
        VectorXd x = system.x;
        x.segment(start, q.size()) = q;
        const DiagramError found = norm.Calc(system.x, x);
        const double expected = c.is_length ? 4e-5 : 1e-5;
        CHECK(found.error == Approx(expected).epsilon(1e-8));
        CHECK(norm.Describe(found) == "joint '" + joint.name + "'");
        // The weights are those of the raw state; for a quaternion's entries
        // together, no entry says more than all of them.
        VectorXd weights;
        norm.CalcWeights(system.x, &weights);
        const double by_weights =
            weights.cwiseProduct(x - system.x).lpNorm<Eigen::Infinity>();
        CHECK(by_weights <= expected * (1 + 1e-5));
        CHECK(by_weights >= expected / 2);
      }
    }
  }
}

TEST_CASE("Diagram's error norm: two joints off -> the one that weighs more") {
  const PlantsAndBlock system;
  const auto& joints = system.model->joints();
  const auto entry_of = [&](JointType type) {
    const int joint = system.model->JointIndex(to_string(type));
    return system.start[0] + joints[joint].q_start;
  };
  VectorXd x = system.x;
  x[entry_of(JointType::kRevolute)] += 3e-4;
  x[entry_of(JointType::kPrismatic)] -= 5e-4;
  for (const auto& [length_scale, error, joint] :
       {std::tuple(1.0, 5e-4, JointType::kPrismatic),
        std::tuple(10.0, 3e-4, JointType::kRevolute)}) {
    DiagramErrorNorm norm(*system.diagram, ErrorNorm::kPositions, length_scale);
    const DiagramError found = norm.Calc(system.x, x);
    CHECK(found.error == Approx(error));
    CHECK(norm.Describe(found) ==
          "joint '" + std::string(to_string(joint)) + "'");
  }
}

TEST_CASE(
    "Diagram's error norm: a rotation -> its angle, whatever the quaternion's "
    "sign and length") {
  const PlantsAndBlock system;
  DiagramErrorNorm norm(*system.diagram, ErrorNorm::kPositions, 1);
  const auto& ball =
      system.model
          ->joints()[system.model->JointIndex(to_string(JointType::kBall))];
  const int at = system.start[0] + ball.q_start;
  const auto q = system.x.segment<4>(at);
  const double angle = 1.2;
  const Quaterniond turned =
      Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitX())) *
      Quaterniond(q[0], q[1], q[2], q[3]);
  for (double length : {1.0, -1.0, 3.0}) {
    VectorXd x = system.x;
    x.segment(at, 4) << turned.w(), turned.x(), turned.y(), turned.z();
    x.segment(at, 4) *= length;
    CHECK(norm.Calc(system.x, x).error == Approx(angle));
  }
}

TEST_CASE("Diagram's error norm: a velocity off -> in the state's norm alone") {
  const PlantsAndBlock system;
  DiagramErrorNorm state(*system.diagram, ErrorNorm::kState, 0.25);
  DiagramErrorNorm positions(*system.diagram, ErrorNorm::kPositions, 0.25);
  VectorXd weights;
  for (const Case& c : kCases) {
    INFO(to_string(c.type) << " " << c.velocity);
    const multibody::Joint& joint =
        system.model->joints()[system.model->JointIndex(to_string(c.type))];
    VectorXd x = system.x;
    const int entry = system.start[1] + system.model->num_positions() +
                      joint.v_start + c.velocity;
    x[entry] += 0.5;
    const DiagramError found = state.Calc(system.x, x);
    CHECK(found.error == Approx(c.is_length ? 2 : 0.5));
    CHECK(state.Describe(found) ==
          "the velocity of joint '" + joint.name + "'");
    state.CalcWeights(system.x, &weights);
    CHECK(weights[entry] == (c.is_length ? 4 : 1));
    CHECK(positions.Calc(system.x, x).error == 0);
    CHECK(positions.Calc(system.x, x).entry == -1);
    positions.CalcWeights(system.x, &weights);
    CHECK(weights[entry] == 0);
  }
}

TEST_CASE("Diagram's error norm: a block's state off -> relative, both norms") {
  const PlantsAndBlock system;
  for (const ErrorNorm which : {ErrorNorm::kPositions, ErrorNorm::kState}) {
    DiagramErrorNorm norm(*system.diagram, which);
    VectorXd x = system.x, weights;
    x[system.start_of_two] = 4;  // from 3; the scale is 1
    DiagramError found = norm.Calc(system.x, x);
    CHECK(found.error == Approx(0.25));
    CHECK(norm.Describe(found) == "state 0 of block 'two'");
    norm.CalcWeights(x, &weights);
    CHECK(weights[system.start_of_two] == Approx(0.25));
    x[system.start_of_two + 1] = 0.25;  // from -0.25; the scale is 0.5
    found = norm.Calc(system.x, x);
    CHECK(found.error == Approx(1));
    CHECK(norm.Describe(found) == "state 1 of block 'two'");
  }
}

TEST_CASE("Diagram's error norm: NaN beside large errors -> NaN") {
  const PlantsAndBlock system;
  DiagramErrorNorm norm(*system.diagram, ErrorNorm::kState);
  for (const int entry : {0, system.start_of_two, system.start[1],
                          static_cast<int>(system.x.size()) - 1}) {
    VectorXd x = system.x;
    x[system.start_of_two + 1] = 1e9;
    x[entry] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(norm.Calc(system.x, x).error));
  }
}

TEST_CASE(
    "Diagram's error norm: a length scale that is not positive -> refused") {
  const PlantsAndBlock system;
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(DiagramErrorNorm(*system.diagram, ErrorNorm::kState, bad),
                    std::invalid_argument);
  }
}

}  // namespace
}  // namespace tactus::integrators
