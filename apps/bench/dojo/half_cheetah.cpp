#include "tactus/apps/bench/dojo/half_cheetah.h"

#include <array>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

constexpr double kStep = 0.05;           // [s]
constexpr int kHorizon = 80;             // Steps.
constexpr double kKappa = 1e-4;          // Of rollouts.
constexpr double kGradientKappa = 3e-4;  // As in the paper.
constexpr double kHeight = 0.7;          // Of the torso at the start [m].
constexpr double kFriction = 0.4;
constexpr double kEffort = 0.1;  // Price of |u|^2.
// Of velocities that are observed [m/s, rad/s].
constexpr double kSpeedUnit = 30;

struct Hinge {
  const char* name;
  double gear;                ///< [N m] per unit of u.
  double stiffness, damping;  ///< [N m/rad], [N m s/rad]
  double lower, upper;        ///< [rad]
};

constexpr std::array kHinges = {Hinge{"bthigh", 120, 240, 6, -0.52, 1.05},
                                Hinge{"bshin", 90, 180, 4.5, -0.785, 0.785},
                                Hinge{"bfoot", 60, 120, 3, -0.4, 0.785},
                                Hinge{"fthigh", 120, 180, 4.5, -1, 0.7},
                                Hinge{"fshin", 60, 120, 3, -1.2, 0.87},
                                Hinge{"ffoot", 30, 60, 1.5, -0.5, 0.5}};

// The joint of the plane moves along x and z of the world and turns about -y.
RigidTransform MakePlane() {
  RigidTransform X = RigidTransform::Identity();
  X.linear() << 1, 0, 0,  //
      0, 0, -1,           //
      0, 1, 0;
  return X;
}

void Adapt(Joint* joint) {
  for (const Hinge& hinge : kHinges) {
    if (joint->name != hinge.name) continue;
    joint->stiffness = hinge.stiffness;
    joint->damping = hinge.damping;
    joint->dry_friction = 0;
    joint->lower = hinge.lower;
    joint->upper = hinge.upper;
  }
  if (joint->type != multibody::JointType::kPlanar) return;
  joint->X_PF = joint->X_CM = MakePlane();
  joint->X_PF.translation().z() = kHeight;
}

// On the ground, which alone its shapes touch.
std::shared_ptr<const Model> MakeModel(const std::filesystem::path& urdf) {
  ModelBuilder reader;
  LoadUrdf(urdf, {.weld_root = true, .fix_inertia = true}, &reader);
  const auto robot = std::move(reader).Build();
  const contact::Material material =
      examples::MakePairMaterial(1e5, 10, kFriction, 1e-4);
  ModelBuilder builder;
  for (const multibody::Body& body : robot->bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (Joint joint : robot->joints()) {
    Adapt(&joint);
    builder.AddJoint(std::move(joint));
  }
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  for (contact::Geometry geometry : robot->geometries()) {
    geometry.material = material;
    geometry.contype = 0;
    builder.AddGeometry(std::move(geometry));
  }
  return std::move(builder).Build();
}

MatrixXd MakeInput(const Model& model) {
  MatrixXd input = MatrixXd::Zero(model.num_velocities(), std::ssize(kHinges));
  for (const Joint& joint : model.joints()) {
    for (std::size_t i = 0; i < kHinges.size(); ++i) {
      if (joint.name == kHinges[i].name)
        input(joint.v_start, static_cast<Eigen::Index>(i)) = kHinges[i].gear;
    }
  }
  return input;
}

}  // namespace

examples::PolicyTask MakeHalfCheetah(const std::filesystem::path& urdf) {
  examples::PolicyTask task;
  task.model = MakeModel(urdf);
  const int nv = task.model->num_velocities();
  task.step = kStep;
  task.horizon = kHorizon;
  task.method = {.kappa = kKappa, .gradient_kappa = kGradientKappa};
  task.q0 = task.model->default_positions();
  task.v0 = VectorXd::Zero(nv);
  task.input = MakeInput(*task.model);
  // q[0] is along the ground.
  for (int i = 1; i < 2 * nv; ++i) task.observed.push_back(i);
  task.units = VectorXd::Ones(2 * nv - 1);
  task.units.tail(nv).setConstant(kSpeedUnit);
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
