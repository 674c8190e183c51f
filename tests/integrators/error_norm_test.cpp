#include "tactus/integrators/error_norm.h"

#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

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

TEST_CASE("Error norm: angles count as they are, lengths by the scale") {
  const auto model = MakeModel();
  const VectorXd q_a = Start(*model);
  const double length_scale = 0.25;
  VectorXd scratch;
  for (const Case& c : kCases) {
    INFO(to_string(c.type) << " " << c.velocity);
    const int joint = model->JointIndex(to_string(c.type));
    VectorXd v = VectorXd::Zero(model->num_velocities()), q_b;
    v[model->joints()[joint].v_start + c.velocity] = -1;
    multibody::IntegratePositions(*model, q_a, v, 1e-5, &q_b);
    const PositionError found =
        CalcPositionError(*model, q_a, q_b, length_scale, &scratch);
    CHECK(found.joint == joint);
    CHECK(found.error ==
          Approx(c.is_length ? 1e-5 / length_scale : 1e-5).epsilon(1e-8));
  }
}

TEST_CASE("Error norm: the largest of all, by name") {
  const auto model = MakeModel();
  const VectorXd q_a = Start(*model);
  const int small = model->JointIndex(to_string(JointType::kRevolute));
  const int large = model->JointIndex(to_string(JointType::kPrismatic));
  VectorXd q_b = q_a, scratch;
  q_b[model->joints()[small].q_start] += 3e-4;
  q_b[model->joints()[large].q_start] -= 5e-4;
  PositionError found = CalcPositionError(*model, q_a, q_b, 1, &scratch);
  CHECK(found.joint == large);
  CHECK(found.error == Approx(5e-4));
  found =
      CalcPositionError(*model, q_a, q_b, 10, &scratch);  // lengths weigh less
  CHECK(found.joint == small);
  CHECK(found.error == Approx(3e-4));
}

TEST_CASE("Error norm: equal positions, none") {
  const auto model = MakeModel();
  const VectorXd q = Start(*model);
  VectorXd scratch;
  const PositionError found = CalcPositionError(*model, q, q, 1, &scratch);
  CHECK(found.error == 0);
  CHECK(found.joint == -1);
}

TEST_CASE(
    "Error norm: a rotation is its angle, whatever the quaternion's sign "
    "and length") {
  const auto model = MakeModel();
  const VectorXd q_a = Start(*model);
  const int joint = model->JointIndex(to_string(JointType::kBall));
  const int at = model->joints()[joint].q_start;
  const Quaterniond q_WA(q_a[at], q_a[at + 1], q_a[at + 2], q_a[at + 3]);
  const double angle = 1.2;
  const Quaterniond turned =
      Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitX())) * q_WA;
  VectorXd scratch;
  for (double length : {1.0, -1.0, 3.0}) {
    VectorXd q_b = q_a;
    q_b.segment(at, 4) << turned.w(), turned.x(), turned.y(), turned.z();
    q_b.segment(at, 4) *= length;
    const PositionError found =
        CalcPositionError(*model, q_a, q_b, 1, &scratch);
    CHECK(found.joint == joint);
    CHECK(found.error == Approx(angle));
  }
}

}  // namespace
}  // namespace tactus::integrators
