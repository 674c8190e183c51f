#include "tactus/multibody/fluid_forces.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

const Fluid kWater{.density = 1000, .viscosity = 0.5};

// A link on a hinge, a tip welded to it, and a post that stands still.
std::shared_ptr<const Model> MakeArm(const Fluid& fluid,
                                     bool with_ellipsoid = false) {
  ModelBuilder builder;
  const auto solid = [](double x, double y, double z) {
    return MakeSolidInertia(contact::Box{{x, y, z}}, 2000,
                            RigidTransform(Eigen::Translation3d(0.2, 0, 0)));
  };
  const int link = builder.AddBody("link", solid(0.2, 0.03, 0.05));
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .child = link,
                    .axis_F = Vector3d::UnitY()});
  const int tip = builder.AddBody("tip", solid(0.02, 0.1, 0.1));
  builder.AddJoint({.name = "weld",
                    .type = JointType::kWeld,
                    .parent = link,
                    .child = tip,
                    .X_PF = RigidTransform(Eigen::Translation3d(0.4, 0, 0))});
  const int post = builder.AddBody("post", solid(1, 1, 1));
  builder.AddJoint({.name = "fixed", .type = JointType::kWeld, .child = post});
  builder.set_fluid(fluid);
  if (with_ellipsoid) {
    builder.AddFluidEllipsoid({.body = tip, .radii = {0.02, 0.1, 0.1}});
    builder.AddFluidEllipsoid({.body = post, .radii = {1, 1, 1}});
  }
  return std::move(builder).Build();
}

struct Motion {
  PositionKinematics position;
  VelocityKinematics velocity;
};
Motion Move(const Model& model, double q, double v) {
  Motion motion;
  const VectorXd at = VectorXd::Constant(1, q), by = VectorXd::Constant(1, v);
  CalcPositionKinematics(model, at, &motion.position);
  CalcVelocityKinematics(model, motion.position, by, &motion.velocity);
  return motion;
}

double CalcTorque(const Model& model, double q, double v,
                  double* damping = nullptr) {
  const Motion motion = Move(model, q, v);
  FluidForces fluid(model);
  VectorXd force = VectorXd::Zero(1);
  MatrixXd slope = MatrixXd::Zero(1, 1);
  for (const auto& part : fluid.Calc(motion.position, motion.velocity))
    AddPartForce(model, motion.position, part, &force, &slope);
  if (damping != nullptr) *damping = slope(0, 0);
  return force[0];
}

std::vector<FluidForces::PartForce> CalcParts(const Model& model) {
  const Motion motion = Move(model, 0.3, 2);
  return FluidForces(model).Calc(motion.position, motion.velocity);
}

TEST_CASE("Fluid: none -> no parts") {
  CHECK(CalcParts(*MakeArm({})).empty());
}

TEST_CASE("Fluid: bodies that move -> one part each, at the centre of mass") {
  const auto model = MakeArm(kWater);
  const auto parts = CalcParts(*model);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].body == model->BodyIndex("link"));
  CHECK(parts[1].body == model->BodyIndex("tip"));
  CHECK(parts[0].p_BoE_B.isApprox(Vector3d(0.2, 0, 0)));
}

TEST_CASE(
    "Fluid: a body with an ellipsoid -> the ellipsoid in place of its box") {
  const auto model = MakeArm(kWater, true);
  const auto parts = CalcParts(*model);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].body == model->BodyIndex("link"));
  CHECK(parts[1].body == model->BodyIndex("tip"));
  CHECK(parts[1].p_BoE_B.isZero());
}

// Two boxes on one arm, with velocities w r across their broad sides.
TEST_CASE("Fluid: on a hinge -> the sum of J'F") {
  const double rho = 1000, w = 3;
  const auto model = MakeArm({.density = rho});
  const auto torque = [&](const Vector3d& h, double r) {
    const double drag = 2 * rho * h.x() * h.y() * r * w * r * w;
    const double turning =
        rho / 2 * h.y() * (std::pow(h.x(), 4) + std::pow(h.z(), 4)) * w * w;
    return -(drag * r + turning);
  };
  CHECK(CalcTorque(*model, 0.7, w) ==
        Approx(torque({0.2, 0.03, 0.05}, 0.2) + torque({0.02, 0.1, 0.1}, 0.6))
            .epsilon(1e-12));
}

TEST_CASE("Fluid: damping of one joint -> the slope of its force") {
  const auto model = MakeArm(kWater);
  double damping = 0;
  CalcTorque(*model, 0.7, 3, &damping);
  const double slope =
      (CalcTorque(*model, 0.7, 3 + 1e-6) - CalcTorque(*model, 0.7, 3 - 1e-6)) /
      2e-6;
  CHECK(damping == Approx(-slope).epsilon(1e-7));
}

// At rest, along each axis of the box: (2 rho h_j h_k |u| + 6 pi mu r) u for
// the wind u, with r the mean of the half sizes h.
TEST_CASE("Fluid: wind on a body at rest -> drag, on one that drifts -> none") {
  ModelBuilder builder;
  builder.AddBody("cube", MakeSolidInertia(contact::Box{{0.1, 0.2, 0.3}}, 10,
                                           RigidTransform::Identity()));
  builder.set_fluid({.density = 1.2, .viscosity = 1e-3, .wind_W = {3, -2, 1}});
  const auto model = std::move(builder).Build();
  const auto force_at = [&](const Vector3d& v_WB) {
    VectorXd q(7), v(6);
    q << 0, 0, 0, 0.5, 0.5, -0.5, 0.5;
    v << Vector3d::Zero(), v_WB;
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    FluidForces fluid(*model);
    return fluid.Calc(position, velocity)[0].CalcForceInW();
  };
  CHECK(force_at({3, -2, 1}).isZero(1e-15));
  const Matrix3d R = Quaterniond(0.5, 0.5, -0.5, 0.5).toRotationMatrix();
  const Vector3d u = R.transpose() * Vector3d(3, -2, 1), h(0.1, 0.2, 0.3);
  Vector3d drag;
  for (int i = 0; i < 3; ++i) {
    const double area = h[(i + 1) % 3] * h[(i + 2) % 3];
    drag[i] =
        (2 * 1.2 * area * std::abs(u[i]) + 6 * M_PI * 1e-3 * h.mean()) * u[i];
  }
  const Vector6d blown = force_at(Vector3d::Zero());
  CHECK(blown.tail<3>().isApprox(R * drag, 1e-12));
  CHECK(blown.head<3>().isZero(1e-12));
}

}  // namespace
}  // namespace tactus::multibody
