#include "tactus/examples/comfree_physics/measure.h"

#include <cmath>
#include <numbers>

#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::examples {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;

constexpr double kDensity = 1000;  // [kg/m^3]
constexpr double kDuration = 8;    // [s]

int NumSteps(double duration, double h) {
  return static_cast<int>(std::lround(duration / h));
}

contact::Material Rubbing(double mu) {
  return {.static_friction = mu, .dynamic_friction = mu};
}

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

/// A plate of 4 kg that an actuator pushes along y.
void AddPlate(double y, double force, ModelBuilder* builder) {
  const contact::Box shape{{0.1, 0.01, 2}};
  const std::string name = y < 0 ? "left" : "right";
  const int plate = builder->AddBody(
      name, multibody::MakeSolidInertia(shape, kDensity, At(0, 0, 0)));
  builder->AddGeometry(
      {.name = name, .body = plate, .shape = shape, .material = Rubbing(1)});
  const int joint = builder->AddJoint({.name = name,
                                       .type = JointType::kPrismatic,
                                       .parent = 0,
                                       .child = plate,
                                       .X_PF = At(0, y, 0),
                                       .axis_F = Vector3d::UnitY()});
  builder->AddActuator(
      {.name = name, .joint = joint, .gain = 0, .bias0 = force});
}

/// A body with two round feet on two belts, which cannot turn.
std::shared_ptr<const multibody::Model> MakeShuttle(double mu) {
  const contact::Sphere foot{0.05};
  const char* const names[] = {"x", "y", "z"};
  ModelBuilder builder;
  int parent = 0;
  for (int i = 0; i < 3; ++i) {
    const int child =
        i < 2 ? builder.AddBody(names[i], {}, true)
              : builder.AddBody("shuttle", multibody::MakeSolidInertia(
                                               foot, kDensity, At(0, 0, 0)));
    builder.AddJoint({.name = names[i],
                      .type = JointType::kPrismatic,
                      .parent = parent,
                      .child = child,
                      .axis_F = Vector3d::Unit(i)});
    parent = child;
  }
  for (double y : {-0.3, 0.3}) {
    const std::string side = y < 0 ? "left" : "right";
    AddFixed(&builder, side + "_belt", contact::Box{{1, 0.2, 0.05}},
             At(0, y, -foot.radius - 0.05), Rubbing(mu));
    builder.AddGeometry({.name = side + "_foot",
                         .body = parent,
                         .X_BG = At(0, y, 0),
                         .shape = foot,
                         .material = Rubbing(mu)});
  }
  return std::move(builder).Build();
}

}  // namespace

BoxOnGround MakeBoxOnSlope(double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return {.along = kGravity * std::sin(angle),
          .against = kGravity * std::cos(angle)};
}

BoxOnGround MakeBoxOnWall(double force) {
  return {.along = kGravity, .against = force};
}

BoxMotion MeasureBox(const BoxOnGround& box, const Method& method,
                     double speed) {
  const double height = box.half_extents.z();
  ModelBuilder builder;
  builder.set_gravity({box.along, 0, -box.against});
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0),
           Rubbing(box.mu));
  AddSolid(&builder, "box", contact::Box{box.half_extents}, kDensity,
           At(0, 0, height), Rubbing(box.mu));
  Trial trial(std::move(builder).Build(), method, box.h);
  trial.Advance(NumSteps(1, box.h));
  const double start = trial.q()[0];
  VectorXd v = trial.v();
  v[3] += speed;
  trial.set_v(v);
  trial.Advance(NumSteps(kDuration - 1, box.h));
  const double before = trial.q()[0];
  trial.Advance(NumSteps(1, box.h));
  const VectorXd q = trial.q();
  return {.creep = q[0] - before,
          .penetration = height - q[2],
          .distance = q[0] - start};
}

double MeasurePinchedCreep(const Method& method, double h) {
  constexpr double kRadius = 0.03, kForce = 20;
  ModelBuilder builder;
  RigidTransform X_WC = At(0, 0, 0);
  X_WC.rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitY()));
  AddSolid(&builder, "capsule",
           contact::Capsule{.radius = kRadius, .half_length = 0.05}, kDensity,
           X_WC, Rubbing(1));
  AddPlate(-kRadius - 0.01, kForce, &builder);
  AddPlate(kRadius + 0.01, -kForce, &builder);
  Trial trial(std::move(builder).Build(), method, h);
  const int z =
      trial.model().joints()[trial.model().JointIndex("capsule")].q_start + 2;
  trial.Advance(NumSteps(kDuration - 1, h));
  const double before = trial.q()[z];
  trial.Advance(NumSteps(1, h));
  return before - trial.q()[z];
}

Slip MeasureSlip(const Method& method, double mu, double speed, double h) {
  Trial trial(MakeShuttle(mu), method, h,
              {{.geometry = 0, .v_G = Vector3d(speed, 0, 0)},
               {.geometry = 2, .v_G = Vector3d(-speed, 0, 0)}});
  trial.Advance(NumSteps(kDuration, h));
  const multibody::PointContact point = trial.contacts().at(0);
  const double normal = point.force_B_W.dot(point.normal_W);
  const Vector3d friction = point.force_B_W - normal * point.normal_W;
  return {.friction_ratio = friction.norm() / std::abs(normal),
          .distance = -point.depth};
}

}  // namespace tactus::examples
