#include "tactus/apps/bench/dojo/walkers.h"

#include <array>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

namespace fs = std::filesystem;
using examples::PolicyTask;
using examples::RewardSlopes;
using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

constexpr double kStep = 0.05;           // [s]
constexpr double kKappa = 1e-4;          // Of rollouts.
constexpr double kGradientKappa = 3e-4;  // As in the paper.

/// A hinge of a walker.
struct Hinge {
  const char* name;
  double gear;                 ///< [N m] per unit of u.
  double stiffness, damping;   ///< [N m/rad], [N m s/rad]
  double lower, upper, start;  ///< [rad]
};

// Its bodies, with joints as `adapt` makes them, and the shapes that `touches`
// says, which the ground alone touches.
std::shared_ptr<const Model> MakeWalker(
    const Model& robot, const contact::Material& material,
    const std::function<void(Joint*)>& adapt,
    const std::function<bool(const std::string& body)>& touches,
    double height) {
  ModelBuilder builder;
  for (const multibody::Body& body : robot.bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (Joint joint : robot.joints()) {
    adapt(&joint);
    builder.AddJoint(std::move(joint));
  }
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  for (contact::Geometry geometry : robot.geometries()) {
    if (!touches(robot.bodies()[geometry.body].name)) continue;
    geometry.material = material;
    geometry.contype = 0;
    builder.AddGeometry(std::move(geometry));
  }
  if (height > 0)
    builder.SetDefaultPose(1,
                           RigidTransform(Eigen::Translation3d(0, 0, height)));
  return std::move(builder).Build();
}

std::shared_ptr<const Model> Load(const fs::path& urdf, bool weld_root) {
  ModelBuilder reader;
  LoadUrdf(urdf, {.weld_root = weld_root}, &reader);
  return std::move(reader).Build();
}

void SetHinge(std::span<const Hinge> hinges, Joint* joint) {
  for (const Hinge& hinge : hinges) {
    if (joint->name != hinge.name) continue;
    joint->stiffness = hinge.stiffness;
    joint->damping = hinge.damping;
    joint->dry_friction = 0;
    joint->lower = hinge.lower;
    joint->upper = hinge.upper;
    joint->default_position = hinge.start;
  }
}

// The task but its reward: hinges are driven, and all is observed but where
// velocities `along_ground` lead.
PolicyTask MakeTask(const std::shared_ptr<const Model>& model,
                    std::span<const Hinge> hinges,
                    std::span<const int> along_ground, int horizon) {
  const int nv = model->num_velocities();
  PolicyTask task;
  task.model = model;
  task.step = kStep;
  task.horizon = horizon;
  task.method = {.kappa = kKappa, .gradient_kappa = kGradientKappa};
  task.q0 = model->default_positions();
  task.v0 = VectorXd::Zero(nv);
  task.input = MatrixXd::Zero(nv, std::ssize(hinges));
  for (const Joint& joint : model->joints()) {
    for (std::size_t i = 0; i < hinges.size(); ++i) {
      if (joint.name == hinges[i].name)
        task.input(joint.v_start, static_cast<Eigen::Index>(i)) =
            hinges[i].gear;
    }
  }
  for (int i = 0; i < 2 * nv; ++i) {
    if (std::ranges::find(along_ground, i) == along_ground.end())
      task.observed.push_back(i);
  }
  return task;
}

// speed v[forward] - effort |u|^2 + alive.
void SetReward(int forward, double speed, double effort, double alive,
               PolicyTask* task) {
  task->reward = [=](const VectorXd&, const VectorXd& v, const VectorXd& u,
                     RewardSlopes* slopes) {
    if (slopes != nullptr) {
      slopes->by_v[forward] = speed;
      slopes->by_u = -2 * effort * u;
    }
    return speed * v[forward] - effort * u.squaredNorm() + alive;
  };
}

}  // namespace

PolicyTask MakeHalfCheetah(const fs::path& urdf) {
  constexpr std::array kHinges = {
      Hinge{"bthigh", 120, 240, 6, -0.52, 1.05, 0},
      Hinge{"bshin", 90, 180, 4.5, -0.785, 0.785, 0},
      Hinge{"bfoot", 60, 120, 3, -0.4, 0.785, 0},
      Hinge{"fthigh", 120, 180, 4.5, -1, 0.7, 0},
      Hinge{"fshin", 60, 120, 3, -1.2, 0.87, 0},
      Hinge{"ffoot", 30, 60, 1.5, -0.5, 0.5, 0}};
  constexpr double kHeight = 0.7;  // [m]
  // The joint of the plane moves along x and z of the world and turns about -y.
  RigidTransform plane = RigidTransform::Identity();
  plane.linear() << 1, 0, 0,  //
      0, 0, -1,               //
      0, 1, 0;
  const auto adapt = [&](Joint* joint) {
    SetHinge(kHinges, joint);
    if (joint->type != multibody::JointType::kPlanar) return;
    joint->X_PF = plane;
    joint->X_PF.translation().z() = kHeight;
    joint->X_CM = plane;
  };
  const auto model = MakeWalker(
      *Load(urdf, true), examples::MakePairMaterial(1e5, 10, 0.4, 1e-4), adapt,
      [](const std::string&) { return true; }, 0);
  constexpr std::array kAlongGround = {0};
  PolicyTask task = MakeTask(model, kHinges, kAlongGround, 80);
  SetReward(0, 1, 0.1, 0, &task);
  return task;
}

PolicyTask MakeAnt(const fs::path& urdf) {
  constexpr double kGear = 5, kDamping = 1, kHip = 0.52;
  constexpr double kLeast = 0.52, kMost = 1.75, kBent = 1;  // [rad]
  constexpr std::array kHinges = {
      Hinge{"hip_1", kGear, 0, kDamping, -kHip, kHip, 0},
      Hinge{"ankle_1", kGear, 0, kDamping, kLeast, kMost, kBent},
      Hinge{"hip_2", kGear, 0, kDamping, -kHip, kHip, 0},
      Hinge{"ankle_2", kGear, 0, kDamping, -kMost, -kLeast, -kBent},
      Hinge{"hip_3", kGear, 0, kDamping, -kHip, kHip, 0},
      Hinge{"ankle_3", kGear, 0, kDamping, -kMost, -kLeast, -kBent},
      Hinge{"hip_4", kGear, 0, kDamping, -kHip, kHip, 0},
      Hinge{"ankle_4", kGear, 0, kDamping, kLeast, kMost, kBent}};
  constexpr double kHeight = 0.57;  // [m]
  const auto touches = [](const std::string& body) {
    return body == "torso" || body.ends_with("foot");
  };
  const auto model = MakeWalker(
      *Load(urdf, false), examples::MakePairMaterial(1e5, 10, 0.5, 1e-4),
      [&](Joint* joint) { SetHinge(kHinges, joint); }, touches, kHeight);
  // Angular velocity, then that of the torso.
  constexpr std::array kAlongGround = {3, 4};
  PolicyTask task = MakeTask(model, kHinges, kAlongGround, 150);
  SetReward(3, 2, 0.05, 0.05, &task);
  task.is_alive = [](const VectorXd& q) {
    return 0.2 <= q[2] && q[2] <= 1;
  };
  return task;
}

}  // namespace tactus::apps::dojo
