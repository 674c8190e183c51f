#include "tactus/apps/bench/dojo/ant.h"

#include <algorithm>
#include <array>

#include "tactus/apps/bench/dojo/policy_robot.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using multibody::Model;
using multibody::ModelBuilder;

constexpr int kHorizon = 150;                  // Steps.
constexpr double kHeight = 0.63;               // Of the torso at the start [m].
constexpr double kLowest = 0.2, kHighest = 1;  // While it is alive [m].
constexpr double kFriction = 0.5;
constexpr double kStiffness = 25, kDamping = 50;  // [N m/rad, N m s/rad]
constexpr double kGear = 150;                     // [N m] per unit of u.
constexpr double kForward = 2;                    // Worth of v_x.
constexpr double kEffort = 0.05;                  // Price of |u|^2.
constexpr double kLife = 0.05;                    // Worth of a step.
constexpr double kMostReward = 1;
// Of velocities that are observed [m/s, rad/s].
constexpr double kSpeedUnit = 10;
constexpr double kBall = 0.08;  // Radius of elbows and feet [m].
constexpr double kFoot = 0.4;   // From elbow to foot, along x and along y [m].
constexpr double kDegree = M_PI / 180;
// The torso's joint: v = (w, v), positions first in q.
constexpr int kForwardSpeed = 3, kAlongX = 3, kAlongY = 4, kPositionZ = 2;

constexpr DrivenHinge MakeHinge(const char* name, double start, double lower,
                                double upper) {
  return {.name = name,
          .gear = kGear,
          .stiffness = kStiffness,
          .damping = kDamping,
          .lower = kDegree * lower,
          .upper = kDegree * upper,
          .start = kDegree * start};
}

constexpr std::array kHinges = {
    MakeHinge("hip_1", 0, -30, 30), MakeHinge("ankle_1", 45, 30, 70),
    MakeHinge("hip_2", 0, -30, 30), MakeHinge("ankle_2", -45, -70, -30),
    MakeHinge("hip_3", 0, -30, 30), MakeHinge("ankle_3", -45, -70, -30),
    MakeHinge("hip_4", 0, -30, 30), MakeHinge("ankle_4", 45, 30, 70)};

/// A leg's last link and where it points.
struct Leg {
  const char* elbow;
  const char* foot;
  double x, y;
};

constexpr std::array kLegs = {Leg{"aux_1", "front_left_foot", 1, 1},
                              Leg{"aux_2", "front_right_foot", -1, 1},
                              Leg{"aux_3", "left_back_foot", -1, -1},
                              Leg{"aux_4", "right_back_foot", 1, -1}};

// On the ground, which alone its balls touch.
std::shared_ptr<const Model> MakeModel(const std::filesystem::path& urdf) {
  ModelBuilder reader;
  LoadUrdf(urdf, {}, &reader);
  const auto ant = std::move(reader).Build();
  const contact::Material material = MakePolicyMaterial(kFriction);
  ModelBuilder builder;
  AddRobot(*ant, kHinges, {}, material, &builder);
  const auto add_ball = [&](const char* body, const Vector3d& p_BG,
                            double radius) {
    builder.AddGeometry({.name = body,
                         .body = ant->BodyIndex(body),
                         .X_BG = RigidTransform(Eigen::Translation3d(p_BG)),
                         .shape = contact::Sphere{radius},
                         .material = material,
                         .contype = 0});
  };
  add_ball("torso", Vector3d::Zero(), 0.25);
  for (const Leg& leg : kLegs) {
    add_ball(leg.elbow, Vector3d::Zero(), kBall);
    add_ball(leg.foot, kFoot * Vector3d(leg.x, leg.y, 0), kBall);
  }
  builder.SetDefaultPose(ant->BodyIndex("torso"),
                         RigidTransform(Eigen::Translation3d(0, 0, kHeight)));
  return std::move(builder).Build();
}

// Its slopes are none where it is at a limit.
double CalcReward(const VectorXd& v, const VectorXd& u,
                  examples::RewardSlopes* slopes) {
  const double reward =
      kForward * v[kForwardSpeed] - kEffort * u.squaredNorm() + kLife;
  if (slopes != nullptr && std::abs(reward) < kMostReward) {
    slopes->by_v[kForwardSpeed] = kForward;
    slopes->by_u = -2 * kEffort * u;
  }
  return std::clamp(reward, -kMostReward, kMostReward);
}

}  // namespace

examples::PolicyTask MakeAnt(const std::filesystem::path& urdf) {
  examples::PolicyTask task =
      MakePolicyTask(MakeModel(urdf), kHinges, kHorizon,
                     std::array{kAlongX, kAlongY}, kSpeedUnit);
  task.reward = [](const VectorXd&, const VectorXd& v, const VectorXd& u,
                   examples::RewardSlopes* slopes) {
    return CalcReward(v, u, slopes);
  };
  task.is_alive = [](const VectorXd& q) {
    return q[kPositionZ] >= kLowest && q[kPositionZ] <= kHighest;
  };
  return task;
}

}  // namespace tactus::apps::dojo
