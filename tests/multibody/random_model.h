#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

/// Random forests and states, the same on every machine for a given seed.
namespace tactus::multibody::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double Uniform(double lower, double upper) {
    return lower + (upper - lower) * engine_() / 4294967296.0;
  }
  int Index(int size) { return static_cast<int>(engine_() % size); }

  VectorXd Vector(int size, double bound = 1) {
    VectorXd x(size);
    for (double& xi : x) xi = Uniform(-bound, bound);
    return x;
  }
  Vector3d Vector3(double bound = 1) { return Vector(3, bound); }

  Quaterniond Rotation() {
    const VectorXd x = Vector(4);
    return Quaterniond(x[0], x[1], x[2], x[3]).normalized();
  }
  RigidTransform Pose() {
    RigidTransform X = RigidTransform::Identity();
    X.linear() = Rotation().toRotationMatrix();
    X.translation() = Vector3(0.5);
    return X;
  }

  /// A handful of random point masses: physical, with no symmetry.
  SpatialInertia Inertia() {
    SpatialInertia inertia;
    for (int i = 0; i < 5; ++i) {
      inertia = inertia + SpatialInertia{.mass = Uniform(0.1, 1),
                                         .p_BoBcm = Vector3(0.3)};
    }
    return inertia;
  }

 private:
  std::mt19937 engine_;
};

struct RandomModelOptions {
  int num_bodies = 10;
  bool gravity = true;
  std::vector<JointType> types = {JointType::kWeld,      JointType::kRevolute,
                                  JointType::kPrismatic, JointType::kBall,
                                  JointType::kPlanar,    JointType::kUniversal,
                                  JointType::kFloating};
  /// Bodies hang on one of the last `reach` bodies before them, or, for the
  /// first and every `per_tree`-th body, on the world.
  int reach = 3;
  int per_tree = 1000;
  bool armature = true;
  bool springs = true, damping = true;
  /// All trees on floating joints, so that nothing outside touches them.
  bool floating_base = false;
};

inline Joint MakeRandomJoint(int body, const RandomModelOptions& options,
                             Random* random) {
  const bool root = (body - 1) % options.per_tree == 0;
  const int reach = std::min(options.reach, (body - 1) % options.per_tree);
  Joint joint{.name = "joint" + std::to_string(body),
              .parent = root ? 0 : body - 1 - random->Index(reach),
              .child = body};
  const auto& types = options.types;
  joint.type = types[random->Index(static_cast<int>(types.size()))];
  if (root && options.floating_base) joint.type = JointType::kFloating;
  joint.X_PF = random->Pose();
  joint.X_CM = random->Pose();
  joint.axis_F = random->Vector3().normalized();
  if (joint.type == JointType::kScrew) {
    joint.screw_pitch = random->Uniform(0.5, 2);
  }
  if (options.armature) joint.armature = random->Uniform(0, 0.2);
  const double damping = random->Uniform(0, 0.3);
  if (options.damping) joint.damping = damping;
  if (options.springs && NumVelocities(joint.type) == 1) {
    joint.stiffness = random->Uniform(0, 5);
    joint.spring_reference = random->Uniform(-1, 1);
  }
  return joint;
}

inline std::shared_ptr<const Model> MakeRandomModel(
    unsigned seed, const RandomModelOptions& options = {}) {
  Random random(seed);
  ModelBuilder builder;
  const Vector3d gravity_W = random.Vector3(10);
  builder.set_gravity(options.gravity ? gravity_W : Vector3d::Zero());
  for (int i = 1; i <= options.num_bodies; ++i) {
    builder.AddBody("body" + std::to_string(i), random.Inertia());
    builder.AddJoint(MakeRandomJoint(i, options, &random));
  }
  return std::move(builder).Build();
}

/// Unit quaternions, the rest in [-1, 1].
inline VectorXd MakeRandomPositions(const Model& model, Random* random) {
  VectorXd q = random->Vector(model.num_positions());
  NormalizeQuaternions(model, &q);
  return q;
}

}  // namespace tactus::multibody::test
