#include "tactus/examples/scenes/dish_rack.h"

#include <numbers>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/dishes.h"
#include "tactus/examples/scenes/panda.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/plant/controllers/joint_pid_controller.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;
using multibody::MultibodyPlant;

constexpr double kModulus = 1e8;    // [Pa]
constexpr double kStiffness = 1e6;  // [N/m], of pairs at points.
// The arm's gains [N m/rad, N m s/rad] and those of its fingers [N/m, N s/m].
constexpr double kArmStiffness = 1e4, kArmDamping = 200;
constexpr double kWristStiffness = 2e3, kWristDamping = 40;
constexpr double kFingerStiffness = 1e4, kFingerDamping = 100;
constexpr double kTableTop = 0.25;   // [m]
constexpr double kFingers = 0.0052;  // On either side of the grip [m].
const Bin kBin;
const Rack kRack;
const Vector3d kRackCenter(0.9, 0.13, kTableTop);

// From the wrist to the finger tips, and the height of the wrist [m].
constexpr double kHand = 0.107 + 0.0584 + 0.0445;
constexpr double kWristRadius = 0.5, kWristHeight = 0.55;

// The joints that hold the hand level and outwards at `angle` about the base,
// rolled by `roll` about its own axis: the reach with the hand down, its wrist
// at the same place, turned up by a right angle.
VectorXd CalcJoints(double angle, double roll) {
  constexpr double kForward = 0.088;
  VectorXd q(kPandaDofs);
  q.head(kPandaJoints) = CalcPandaJoints({.radius = kWristRadius + kForward,
                                          .height = kWristHeight - kHand,
                                          .angle = angle});
  q[5] += std::numbers::pi / 2;
  q[6] += roll;
  q.tail(kPandaFingers).setConstant(kFingers);
  return q;
}

// Waits for the dishes to fall into the bin, swings over the rack, rolls the
// bin over, and back.
systems::PiecewisePolynomial MakeMotion() {
  constexpr double kAway = -0.9, kRolled = -2.2;
  struct Knot {
    double time, angle, roll;
  };
  constexpr Knot kKnots[] = {{0.8, kAway, 0},   {2.4, 0, 0},     {2.6, 0, 0},
                             {4.0, 0, kRolled}, {5, 0, kRolled}, {6.2, 0, 0},
                             {7.8, kAway, 0}};
  std::vector<double> times;
  MatrixXd q(kPandaDofs, std::size(kKnots));
  for (const Knot& knot : kKnots) {
    q.col(times.size()) = CalcJoints(knot.angle, knot.roll);
    times.push_back(knot.time);
  }
  return systems::MakeMinimumJerk(times, q);
}

std::vector<multibody::JointPid> MakeGains() {
  std::vector<multibody::JointPid> gains;
  for (int i = 1; i <= kPandaJoints; ++i) {
    const bool is_wrist = i > 4;
    gains.push_back({.joint = fmt::format("joint{}", i),
                     .kp = is_wrist ? kWristStiffness : kArmStiffness,
                     .kd = is_wrist ? kWristDamping : kArmDamping});
  }
  for (int i = 1; i <= kPandaFingers; ++i) {
    gains.push_back({.joint = fmt::format("finger_joint{}", i),
                     .kp = kFingerStiffness,
                     .kd = kFingerDamping});
  }
  return gains;
}

// The bin's floor lies under the hand, its grip between the finger tips; its x
// axis is the hand's z, and its z axis the hand's x.
RigidTransform CalcBinInHand() {
  const double out = kHand - 0.107 + 0.002 + kBin.wall + kBin.inner.x() / 2;
  RigidTransform X_HB(Eigen::Translation3d(-kBin.grip_height, 0, out + 0.01));
  Matrix3d R_HB;
  R_HB << 0, 0, 1, 0, -1, 0, 1, 0, 0;
  X_HB.rotate(R_HB);
  return X_HB;
}

void AddBin(ModelBuilder* builder, const contact::Material& material, int hand,
            const std::vector<int>& fingers) {
  const int bin = AddWare(builder, MakeBin(kBin), material);
  builder->AddJoint({.name = "grip",
                     .type = multibody::JointType::kWeld,
                     .parent = hand,
                     .child = bin,
                     .X_PF = CalcBinInHand()});
  for (const int finger : fingers) builder->ExcludePair(finger, bin);
}

// Where the dishes start over the floor of the bin.
struct Start {
  Ware ware;
  Vector3d p_BinD;  // [m]
  double turn;      // About z [rad].
};

std::vector<Start> MakeStarts() {
  return {{MakePlate(), {-0.05, 0, 0.03}, 0},
          {MakeMug(), {-0.06, -0.03, 0.10}, 0.5},
          {MakeSpatula(), {0.01, 0.08, 0.07}, 0.15}};
}

int FindBody(const ModelBuilder& builder, std::string_view name) {
  for (int i = 0; i < builder.num_bodies(); ++i) {
    if (builder.body(i).name == name) return i;
  }
  return -1;
}

std::shared_ptr<const multibody::Model> MakeWorld(ContactKind kind) {
  contact::Material hard = MakePairMaterial(kStiffness, 50, 0.4, 1e-3);
  contact::Material rigid = hard;
  if (kind == ContactKind::kPatch) {
    rigid = AsRigid(hard);
    hard = WithModulus(hard, kModulus);
    hard.compliance.resolution_hint = kRack.wire_radius;
  }
  ModelBuilder builder;
  AddModel("panda.xml", &builder);
  AddBin(&builder, hard, FindBody(builder, "hand"),
         {FindBody(builder, "left_finger"), FindBody(builder, "right_finger")});
  for (const Start& start : MakeStarts()) AddWare(&builder, start.ware, hard);
  constexpr double kHalf = 0.02;
  AddFixed(&builder, "table", contact::Box{{0.4, 0.5, kHalf}},
           RigidTransform(
               Eigen::Translation3d(kRackCenter - kHalf * Vector3d::UnitZ())),
           rigid);
  const RigidTransform X_WR{Eigen::Translation3d(kRackCenter)};
  int number = 0;
  for (const Part& wire : MakeRack(kRack)) {
    AddFixed(&builder, fmt::format("wire_{}", number++), wire.shape,
             X_WR * wire.X_BG, hard);
  }
  return std::move(builder).Build();
}

// The arm at the start of its motion, and the dishes over the bin's floor.
void SetStart(SceneInstance* scene) {
  const MultibodyPlant& plant = *scene->plant;
  const multibody::Model& model = plant.model();
  VectorXd q = plant.positions(scene->context);
  q.head(kPandaDofs) = CalcJoints(-0.9, 0);
  plant.SetPositions(&scene->context, q);
  const RigidTransform X_WBin =
      plant.body_poses_output().Eval<std::vector<RigidTransform>>(
          scene->context)[model.BodyIndex("bin")];
  for (const Start& start : MakeStarts()) {
    RigidTransform X_WD = X_WBin * Eigen::Translation3d(start.p_BinD);
    X_WD.rotate(Eigen::AngleAxisd(start.turn, Vector3d::UnitZ()));
    const Quaterniond turn(X_WD.linear());
    q.segment<7>(model.joints()[model.JointIndex(start.ware.name)].q_start)
        << X_WD.translation(),
        turn.w(), turn.vec();
  }
  plant.SetPositions(&scene->context, q);
}

}  // namespace

DishRackBounds CalcDishRackBounds() {
  const Vector3d half(kRack.size.x() / 2, kRack.size.y() / 2, 0);
  return {kRackCenter - half, kRackCenter + half + 0.3 * Vector3d::UnitZ()};
}

SceneInstance MakeDishRack(ContactKind kind) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeWorld(kind));
  const auto& controller = builder.AddSystem<multibody::JointPidController>(
      "controller", plant.shared_model(), MakeGains());
  const auto& motion =
      builder.AddSystem<systems::TrajectorySource>("motion", MakeMotion());
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(motion.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.actuation_output(), plant.actuation_input());
  SceneInstance scene = MakeScene(std::move(builder), plant);
  SetStart(&scene);
  return scene;
}

}  // namespace tactus::examples
