// Cables with mass and a fixed drum of 20 mm radius.
#include "tactus/examples/scenes/cables.h"

#include <cmath>
#include <numbers>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/cable.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::examples {
namespace {

using multibody::Cable;
using multibody::CableEnd;
using multibody::ModelBuilder;

constexpr double kPi = std::numbers::pi;
constexpr double kLength = 0.4;  // [m]
constexpr double kAround = kDrumRadius + kCableRadius;

contact::Material MakeMaterial(const CableOptions& options) {
  return MakePairMaterial(1e4, 10, options.friction, 1e-3);
}

Cable MakeCable(const CableOptions& options) {
  return {.name = "cable",
          .path = {},
          .num_links = options.num_links,
          .radius = kCableRadius,
          .density = 1259,
          .youngs_modulus = options.youngs_modulus,
          .poissons_ratio = 0.49,
          .damping = 1e-3,
          .material = MakeMaterial(options)};
}

// Along y, through the origin.
void AddDrum(const CableOptions& options, ModelBuilder* builder) {
  RigidTransform X_WG = RigidTransform::Identity();
  X_WG.rotate(Eigen::AngleAxisd(kPi / 2, Vector3d::UnitX()));
  AddFixed(builder, "drum", contact::Cylinder{kDrumRadius, 0.1}, X_WG,
           MakeMaterial(options));
}

// Along x, from the top of the drum, and along y enough for its turns to lie
// side by side.
Vector3d CalcCableEnd() {
  constexpr double kPitch = 2.5 * kCableRadius;
  const double slope = kPitch / (2 * kPi * kAround);
  return kLength * Vector3d(1, slope, 0).normalized() + Vector3d(0, 0, kAround);
}

// A hand that goes around the drum on an arm, and along it as the cable wants.
// Without weight, so that it pulls with what it is told.
int AddHand(ModelBuilder* builder) {
  using multibody::JointType;
  const contact::Shape ball = contact::Sphere{5e-3};
  const auto inertia =
      multibody::MakeSolidInertia(ball, 2e5, RigidTransform::Identity());
  const int arm = builder->AddBody("arm", inertia);
  const int hand = builder->AddBody("hand", inertia);
  const int around = builder->AddJoint({.name = "around",
                                        .type = JointType::kRevolute,
                                        .parent = 0,
                                        .child = arm,
                                        .axis_F = Vector3d::UnitY()});
  multibody::Joint out{.name = "out",
                       .type = JointType::kPrismatic,
                       .parent = arm,
                       .child = hand,
                       .axis_F = Vector3d::UnitX(),
                       .damping = 5};
  out.X_PF.translation() = CalcCableEnd();
  const int along = builder->AddJoint(out);
  builder->SetGravityScale(hand, 0);
  // A servo around the drum, k (u - q) - d qdot, and a force along the arm.
  constexpr double kStiffness = 20, kDamping = 2;  // [N m], [N m s]
  builder->AddActuator({.name = "around",
                        .joint = around,
                        .gain = kStiffness,
                        .bias1 = -kStiffness,
                        .bias2 = -kDamping});
  builder->AddActuator({.name = "pull", .joint = along});
  builder->AddVisual({.body = hand, .form = ball});
  return hand;
}

}  // namespace

SceneInstance MakeCableDrop(const CableOptions& options) {
  ModelBuilder builder;
  AddDrum(options, &builder);
  Cable cable = MakeCable(options);
  const double height = kAround + 5e-3;
  cable.path = {{-0.45 * kLength, 0, height}, {0.55 * kLength, 0, height}};
  AddCable(cable, &builder);
  return MakePlantScene(std::move(builder).Build());
}

SceneInstance MakeCableWinding(const CableOptions& options) {
  constexpr double kTurns = 8, kSeconds = 8, kPull = 0.3;  // [rad], [N]
  ModelBuilder builder;
  AddDrum(options, &builder);
  const int hand = AddHand(&builder);
  Cable cable = MakeCable(options);
  const Vector3d start(0, 0, kAround), end = CalcCableEnd();
  cable.path = {start, end};
  cable.start.hold = CableEnd::Hold::kFixed;
  cable.end = {.hold = CableEnd::Hold::kWeld, .body = hand};
  const Vector3d z = (end - start).normalized(), x = -Vector3d::UnitZ();
  cable.end.X_BE.linear() << x, z.cross(x), z;
  AddCable(cable, &builder);

  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<multibody::MultibodyPlant>(std::move(builder).Build());
  MatrixXd way(2, 2);
  way << 0, kTurns, kPull, kPull;
  const auto& motion = diagram.AddSystem<systems::TrajectorySource>(
      "motion", systems::MakePiecewiseLinear({0, kSeconds}, way), 0);
  diagram.Connect(motion.get_output_port(), plant.actuation_input());
  return MakeScene(std::move(diagram), plant);
}

}  // namespace tactus::examples
