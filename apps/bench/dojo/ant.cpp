#include "tactus/apps/bench/dojo/ant.h"

#include <algorithm>
#include <array>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

constexpr double kStep = 0.05;                 // [s]
constexpr int kHorizon = 150;                  // Steps.
constexpr double kKappa = 1e-4;                // Of rollouts.
constexpr double kGradientKappa = 3e-4;        // As in the paper.
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

struct Hinge {
  const char* name;
  double start, lower, upper;  ///< [deg]
};

constexpr std::array kHinges = {
    Hinge{"hip_1", 0, -30, 30}, Hinge{"ankle_1", 45, 30, 70},
    Hinge{"hip_2", 0, -30, 30}, Hinge{"ankle_2", -45, -70, -30},
    Hinge{"hip_3", 0, -30, 30}, Hinge{"ankle_3", -45, -70, -30},
    Hinge{"hip_4", 0, -30, 30}, Hinge{"ankle_4", 45, 30, 70}};

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

void Adapt(Joint* joint) {
  for (const Hinge& hinge : kHinges) {
    if (joint->name != hinge.name) continue;
    joint->stiffness = kStiffness;
    joint->damping = kDamping;
    joint->dry_friction = 0;
    joint->default_position = kDegree * hinge.start;
    joint->lower = kDegree * hinge.lower;
    joint->upper = kDegree * hinge.upper;
  }
}

// On the ground, which alone its balls touch.
std::shared_ptr<const Model> MakeModel(const std::filesystem::path& urdf) {
  ModelBuilder reader;
  LoadUrdf(urdf, {}, &reader);
  const auto ant = std::move(reader).Build();
  const contact::Material material =
      examples::MakePairMaterial(1e5, 10, kFriction, 1e-4);
  ModelBuilder builder;
  for (const multibody::Body& body : ant->bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (Joint joint : ant->joints()) {
    Adapt(&joint);
    builder.AddJoint(std::move(joint));
  }
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
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

MatrixXd MakeInput(const Model& model) {
  MatrixXd input = MatrixXd::Zero(model.num_velocities(), std::ssize(kHinges));
  for (const Joint& joint : model.joints()) {
    for (std::size_t i = 0; i < kHinges.size(); ++i) {
      if (joint.name == kHinges[i].name)
        input(joint.v_start, static_cast<Eigen::Index>(i)) = kGear;
    }
  }
  return input;
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
  examples::PolicyTask task;
  task.model = MakeModel(urdf);
  const int nv = task.model->num_velocities();
  task.step = kStep;
  task.horizon = kHorizon;
  task.method = {.kappa = kKappa, .gradient_kappa = kGradientKappa};
  task.q0 = task.model->default_positions();
  task.v0 = VectorXd::Zero(nv);
  task.input = MakeInput(*task.model);
  for (int i = 0; i < 2 * nv; ++i) {
    if (i != kAlongX && i != kAlongY) task.observed.push_back(i);
  }
  task.units = VectorXd::Ones(std::ssize(task.observed));
  task.units.tail(nv).setConstant(kSpeedUnit);
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
