#include "tactus/apps/bench/dojo/half_cheetah.h"

#include <array>

#include "tactus/apps/bench/dojo/policy_robot.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

constexpr int kHorizon = 80;     // Steps.
constexpr double kHeight = 0.7;  // Of the torso at the start [m].
constexpr double kFriction = 0.4;
constexpr double kEffort = 0.1;  // Price of |u|^2.
constexpr int kAlong = 0;        // Along the ground, in q.
// Of velocities that are observed [m/s, rad/s].
constexpr double kSpeedUnit = 30;

constexpr std::array kHinges = {
    DrivenHinge{"bthigh", 120, 240, 6, -0.52, 1.05},
    DrivenHinge{"bshin", 90, 180, 4.5, -0.785, 0.785},
    DrivenHinge{"bfoot", 60, 120, 3, -0.4, 0.785},
    DrivenHinge{"fthigh", 120, 180, 4.5, -1, 0.7},
    DrivenHinge{"fshin", 60, 120, 3, -1.2, 0.87},
    DrivenHinge{"ffoot", 30, 60, 1.5, -0.5, 0.5}};

// The joint of the plane moves along x and z of the world and turns about -y.
RigidTransform MakePlane() {
  RigidTransform X = RigidTransform::Identity();
  X.linear() << 1, 0, 0,  //
      0, 0, -1,           //
      0, 1, 0;
  return X;
}

void PlaceInPlane(Joint* joint) {
  if (joint->type != multibody::JointType::kPlanar) return;
  joint->X_PF = joint->X_CM = MakePlane();
  joint->X_PF.translation().z() = kHeight;
}

// On the ground, which alone its shapes touch.
std::shared_ptr<const Model> MakeModel(const std::filesystem::path& urdf) {
  ModelBuilder reader;
  LoadUrdf(urdf, {.weld_root = true, .fix_inertia = true}, &reader);
  const auto robot = std::move(reader).Build();
  const contact::Material material = MakePolicyMaterial(kFriction);
  ModelBuilder builder;
  AddRobot(*robot, kHinges, &PlaceInPlane, material, &builder);
  for (contact::Geometry geometry : robot->geometries()) {
    geometry.material = material;
    geometry.contype = 0;
    builder.AddGeometry(std::move(geometry));
  }
  return std::move(builder).Build();
}

}  // namespace

examples::PolicyTask MakeHalfCheetah(const std::filesystem::path& urdf) {
  examples::PolicyTask task = MakePolicyTask(MakeModel(urdf), kHinges, kHorizon,
                                             std::array{kAlong}, kSpeedUnit);
  task.reward = [](const VectorXd&, const VectorXd& v, const VectorXd& u,
                   examples::RewardSlopes* slopes) {
    if (slopes != nullptr) {
      slopes->by_v[0] = 1;
      slopes->by_u = -2 * kEffort * u;
    }
    return v[0] - kEffort * u.squaredNorm();
  };
  return task;
}

}  // namespace tactus::apps::dojo
