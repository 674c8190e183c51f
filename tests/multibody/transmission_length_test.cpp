#include "tactus/multibody/transmission_length.h"

#include <cmath>
#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

using Kind = Transmission::Kind;

RigidTransform Frame(const Vector3d& p, const Vector3d& turn) {
  RigidTransform X = RigidTransform::Identity();
  X.translation() = p;
  X.linear() = Eigen::AngleAxisd(turn.norm(), turn.normalized()).matrix();
  return X;
}

// A trunk that floats, with an arm of a hinge and a ball joint and a slider of
// its own, and a body that floats by itself; all somewhere, turned.
struct Scene {
  ModelBuilder builder;
  int trunk, upper, hand, slider, loose, wrist, free;

  Scene() {
    const SpatialInertia inertia{.mass = 1,
                                 .I_Bcm = 0.1 * Matrix3d::Identity()};
    trunk = builder.AddBody("trunk", inertia);
    upper = builder.AddBody("upper", inertia);
    hand = builder.AddBody("hand", inertia);
    slider = builder.AddBody("slider", inertia);
    loose = builder.AddBody("loose", inertia);
    free = builder.AddJoint(
        {.name = "free", .type = JointType::kFloating, .child = trunk});
    builder.AddJoint({.name = "hinge",
                      .type = JointType::kRevolute,
                      .parent = trunk,
                      .child = upper,
                      .X_PF = Frame({0.3, 0.1, 0}, {0.2, -0.4, 0.1}),
                      .default_position = 0.7});
    wrist = builder.AddJoint({.name = "wrist",
                              .type = JointType::kBall,
                              .parent = upper,
                              .child = hand,
                              .X_PF = Frame({0.5, 0, 0.1}, {0, 0.3, 0})});
    builder.AddJoint({.name = "slide",
                      .type = JointType::kPrismatic,
                      .parent = trunk,
                      .child = slider,
                      .X_PF = Frame({-0.2, 0.2, 0.1}, {0.5, 0.1, 0})});
    builder.AddJoint(
        {.name = "alone", .type = JointType::kFloating, .child = loose});
    builder.SetDefaultPose(trunk, Frame({0.1, 0.2, 0.3}, {0.3, 0.5, -0.7}));
    builder.SetDefaultPose(loose, Frame({1.1, -0.2, 0.5}, {-0.3, 0.1, 0.4}));
  }

  std::shared_ptr<const Model> Build(const Transmission& transmission) && {
    builder.AddTendon({.name = "t", .transmission = transmission});
    return std::move(builder).Build();
  }
};

// The default state with the wrist turned by a rotation vector.
VectorXd MakePositions(const Model& model, const Vector3d& wrist) {
  VectorXd q = model.default_positions();
  const Joint& joint = model.joints()[model.JointIndex("wrist")];
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(wrist.norm(), wrist.normalized()));
  q.segment<4>(joint.q_start) << turn.w(), turn.x(), turn.y(), turn.z();
  return q;
}

struct At {
  double length{};
  VectorXd J;
};

At Calc(const Model& model, const VectorXd& q) {
  TendonKinematics at;
  CalcTendon(model, model.tendons()[0], q, &at);
  At result{.length = at.length, .J = VectorXd::Zero(model.num_velocities())};
  for (const auto& term : at.terms) result.J[term.dof] += term.coefficient;
  return result;
}

double CalcSlope(const Model& model, const VectorXd& q, const VectorXd& v) {
  const double h = 1e-5;
  VectorXd plus, minus;
  IntegratePositions(model, q, v, h, &plus);
  IntegratePositions(model, q, v, -h, &minus);
  return (Calc(model, plus).length - Calc(model, minus).length) / (2 * h);
}

const Vector3d kWrist(0.4, -0.3, 0.8);

Transmission Between(const Scene& s, int reference) {
  Transmission of{.body = s.hand,
                  .X_BS = Frame({0.1, 0.2, 0}, {0.1, 0.2, 0.3}),
                  .reference = reference,
                  .X_BR = Frame({0, 0.1, 0.2}, {-0.4, 0.3, 0.2})};
  of.gear.tail<3>() << 0.7, -1.1, 0.4;
  return of;
}

TEST_CASE("CalcTransmission: a distance in a frame -> J is its derivative") {
  for (const char* where : {"world", "trunk", "slider", "loose"}) {
    CAPTURE(where);
    Scene s;
    const std::string name = where;
    const int reference = name == "world"    ? 0
                          : name == "trunk"  ? s.trunk
                          : name == "slider" ? s.slider
                                             : s.loose;
    const Transmission of = Between(s, reference);
    const auto model = std::move(s).Build(of);
    const VectorXd q = MakePositions(*model, kWrist);
    const At at = Calc(*model, q);
    for (int i = 0; i < model->num_velocities(); ++i) {
      const VectorXd v = VectorXd::Unit(model->num_velocities(), i);
      CHECK(at.J[i] == Approx(CalcSlope(*model, q, v)).margin(1e-8));
    }
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const auto X_WB = [&](const char* body) {
      return position.X_WB[model->BodyIndex(body)];
    };
    const RigidTransform X_RS =
        (X_WB(where) * of.X_BR).inverse() * (X_WB("hand") * of.X_BS);
    CHECK(at.length ==
          Approx(of.gear.tail<3>().dot(X_RS.translation())).epsilon(1e-12));
  }
}

// What moves both frames alike has no terms, whatever rounding leaves.
TEST_CASE("CalcTransmission: a frame on the trunk -> its joint has no term") {
  Scene s;
  const auto model = std::move(s).Build(Between(s, s.trunk));
  TendonKinematics at;
  CalcTendon(*model, model->tendons()[0], MakePositions(*model, kWrist), &at);
  REQUIRE(at.terms.size() == 4);  // hinge, wrist
  for (const auto& term : at.terms) CHECK(term.dof >= 6);
}

// ldot = (R_WR t)' (w_S - w_R); about one axis it is the derivative of l.
TEST_CASE("CalcTransmission: a turn in a frame -> its vector and its torque") {
  Scene s;
  Transmission of{.body = s.hand, .reference = s.upper};
  of.X_BR = Frame(Vector3d::Zero(), {0, 0.3, 0});  // Where the wrist's F is.
  of.gear.head<3>() << 0.5, 0.2, -0.9;
  const Vector3d t = of.gear.head<3>();
  const auto model = std::move(s).Build(of);
  const VectorXd q = MakePositions(*model, kWrist);
  const At at = Calc(*model, q);
  CHECK(at.length == Approx(t.dot(kWrist)).epsilon(1e-12));
  const Joint& wrist = model->joints()[model->JointIndex("wrist")];
  CHECK(at.J.segment<3>(wrist.v_start).isApprox(t, 1e-12));
  CHECK(at.J.norm() == Approx(t.norm()));
  VectorXd v = VectorXd::Zero(model->num_velocities());
  v.segment<3>(wrist.v_start) = kWrist;
  CHECK(at.J.dot(v) == Approx(CalcSlope(*model, q, v)).epsilon(1e-8));
}

TEST_CASE("CalcTransmission: a wrench alone -> turns with its body") {
  Scene s;
  Transmission of{.body = s.loose, .X_BS = Frame({0.1, 0, 0}, {0, 0, 1.2})};
  of.gear << 0.3, 0.1, 0.2, -1, 2, 0.5;
  const auto model = std::move(s).Build(of);
  const At at = Calc(*model, model->default_positions());
  CHECK(at.length == 0);
  const Matrix3d R_WB = Eigen::AngleAxisd(Vector3d(-0.3, 0.1, 0.4).norm(),
                                          Vector3d(-0.3, 0.1, 0.4).normalized())
                            .matrix();
  const Matrix3d R_WS = R_WB * of.X_BS.linear();
  const Vector3d f = R_WS * Vector3d(of.gear.tail<3>());
  const Vector3d arm = R_WB * of.X_BS.translation();
  const int v = model->joints()[model->JointIndex("alone")].v_start;
  CHECK(at.J.segment<3>(v + 3).isApprox(f, 1e-12));
  CHECK(at.J.segment<3>(v).isApprox(
      R_WS * Vector3d(of.gear.head<3>()) + arm.cross(f), 1e-12));
}

TEST_CASE("CalcTransmission: a ball joint -> its gear in the child or parent") {
  for (const bool in_parent : {false, true}) {
    Scene s;
    Transmission of{
        .kind = Kind::kJoint, .joint = s.wrist, .in_parent = in_parent};
    of.gear.head<3>() << 0.5, 0.2, -0.9;
    const Vector3d t = of.gear.head<3>();
    const auto model = std::move(s).Build(of);
    VectorXd q = MakePositions(*model, kWrist);
    const At at = Calc(*model, q);
    CHECK(at.length == Approx(t.dot(kWrist)).epsilon(1e-12));
    const int v = model->joints()[model->JointIndex("wrist")].v_start;
    const Matrix3d R_FM =
        Eigen::AngleAxisd(kWrist.norm(), kWrist.normalized()).matrix();
    CHECK(
        at.J.segment<3>(v).isApprox(in_parent ? t : Vector3d(R_FM * t), 1e-12));
    CHECK(at.J.norm() == Approx(t.norm()));
    // The other quaternion of the same rotation, of another length.
    q.segment<4>(model->joints()[model->JointIndex("wrist")].q_start) *= -2;
    CHECK(Calc(*model, q).length == Approx(at.length).epsilon(1e-12));
    CHECK(Calc(*model, q).J.isApprox(at.J, 1e-12));
  }
}

TEST_CASE("CalcTransmission: a floating joint -> a force in its parent") {
  for (const bool in_parent : {false, true}) {
    Scene s;
    Transmission of{
        .kind = Kind::kJoint, .joint = s.free, .in_parent = in_parent};
    of.gear << 0.5, 0.2, -0.9, 3, 4, 5;
    const auto model = std::move(s).Build(of);
    const At at = Calc(*model, model->default_positions());
    CHECK(at.length == 0);
    const Vector3d t = of.gear.head<3>(), turn(0.3, 0.5, -0.7);
    const Matrix3d R =
        Eigen::AngleAxisd(turn.norm(), turn.normalized()).matrix();
    const int v = model->joints()[model->JointIndex("free")].v_start;
    CHECK(at.J.segment<3>(v).isApprox(in_parent ? t : Vector3d(R * t), 1e-12));
    CHECK(at.J.segment<3>(v + 3) == Vector3d(3, 4, 5));
  }
}

// A crank of radius r about y, and a slider along z above its axis: with the
// pin at r (sin a, 0, cos a), l = r cos a + h - sqrt(d^2 - r^2 sin(a)^2).
TEST_CASE("CalcTransmission: a slider-crank -> its closed form") {
  const double r = 0.3, d = 0.8, angle = 0.6, gear = 2, height = 0.1;
  ModelBuilder builder;
  const int crank = builder.AddBody(
      "crank", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddJoint({.name = "crank",
                    .type = JointType::kRevolute,
                    .child = crank,
                    .axis_F = Vector3d::UnitY(),
                    .default_position = angle});
  Transmission of{
      .kind = Kind::kCrank, .body = crank, .reference = 0, .rod_length = d};
  of.gear[5] = gear;
  of.X_BS.translation() << 0, 0, r;
  of.X_BR.translation() << 0, 0, -height;
  builder.AddTendon({.name = "t", .transmission = of});
  const auto model = std::move(builder).Build();
  const At at = Calc(*model, model->default_positions());
  const double s = std::sqrt(d * d - std::pow(r * std::sin(angle), 2));
  CHECK(at.length ==
        Approx(gear * (r * std::cos(angle) + height - s)).epsilon(1e-12));
  const double slope =
      -r * std::sin(angle) + r * r * std::sin(angle) * std::cos(angle) / s;
  CHECK(at.J[0] == Approx(gear * slope).epsilon(1e-12));
}

TEST_CASE("CalcTransmission: a crank that moves with its slider -> J, l'") {
  for (const double rod : {0.9, 0.01}) {
    CAPTURE(rod);
    Scene s;
    Transmission of{.kind = Kind::kCrank,
                    .body = s.hand,
                    .X_BS = Frame({0.1, 0.2, 0}, {0.1, 0.2, 0.3}),
                    .reference = s.loose,
                    .X_BR = Frame({-0.6, 0.1, 0.2}, {0.3, 0.9, 0.2}),
                    .rod_length = rod};
    of.gear[5] = 1.5;
    const auto model = std::move(s).Build(of);
    const VectorXd q = MakePositions(*model, kWrist);
    const At at = Calc(*model, q);
    for (int i = 0; i < model->num_velocities(); ++i) {
      const VectorXd v = VectorXd::Unit(model->num_velocities(), i);
      CHECK(at.J[i] == Approx(CalcSlope(*model, q, v)).margin(1e-8));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
