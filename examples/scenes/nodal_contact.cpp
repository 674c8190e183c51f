#include "tactus/examples/scenes/nodal_contact.h"

#include <cmath>
#include <numbers>
#include <string>

#include "tactus/examples/scenes/solids.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::examples {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

// A box of one kilogram on ground of the same material but for its grain.
std::shared_ptr<const multibody::Model> MakeBoxOnGround(
    const Vector3d& half, const contact::Material& material,
    double cross_ratio) {
  ModelBuilder builder;
  contact::Material ground = material;
  ground.cross_friction_ratio = cross_ratio;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), ground);
  AddSolid(&builder, "box", contact::Box{half}, 1 / (8 * half.prod()),
           At(0, 0, half.z()), material);
  return std::move(builder).Build();
}

constexpr double kBall = 0.04, kSkin = 1e-3;       // Radius, skin [m].
const Vector3d kPadHalf(0.005, 0.012, 0.02);       // [m], x outwards.
constexpr double kOpen = 0.012, kSqueeze = 0.014;  // From touch [m].
constexpr double kClosed = 0.6, kLifted = 1.6;     // When [s].
constexpr double kLift = 0.05, kTurn = 0.5;        // [m], [rad]
constexpr double kPeg = 0.02, kPegHalf = 0.03;     // Radius, half height [m].
constexpr double kPegMass = 0.15;                  // [kg]
const Vector3d kFingerHalf(0.006, 0.01, 0.0335);   // [m], x outwards.
constexpr double kAboveGround = 0.0425;            // Of fingers' centres [m].
constexpr int kAcross[] = {3, 5};                  // Cells of a finger.

// A joint with its position servo.
int AddServo(ModelBuilder* builder, const multibody::Joint& joint,
             double stiffness, double damping) {
  const int index = builder->AddJoint(joint);
  builder->AddActuator({.name = joint.name,
                        .joint = index,
                        .gain = stiffness,
                        .bias1 = -stiffness,
                        .bias2 = -damping});
  return index;
}

// The lift and the wrist, about the vertical through the origin; returns the
// palm, whose fingers start at `height`.
int AddPalm(double height, ModelBuilder* builder) {
  const contact::Shape shape = contact::Cylinder{0.03, 0.005};
  const auto inertia = multibody::MakeSolidInertia(shape, 2000, At(0, 0, 0.08));
  const int arm = builder->AddBody("arm", inertia);
  const int palm = builder->AddBody("palm", inertia);
  builder->AddVisual({.body = palm, .X_BG = At(0, 0, 0.08), .form = shape});
  AddServo(builder,
           {.name = "lift",
            .type = JointType::kPrismatic,
            .parent = 0,
            .child = arm,
            .X_PF = At(0, 0, height),
            .axis_F = Vector3d::UnitZ()},
           2e4, 4e2);
  AddServo(builder,
           {.name = "wrist",
            .type = JointType::kRevolute,
            .parent = arm,
            .child = palm,
            .axis_F = Vector3d::UnitZ()},
           20, 0.5);
  return palm;
}

// One of three that slide outwards from the palm's axis, `reach` away when its
// finger touches.
int AddCarriage(int number, int palm, double reach,
                const multibody::SpatialInertia& inertia,
                ModelBuilder* builder) {
  const std::string name = "finger" + std::to_string(number);
  const int carriage = builder->AddBody(name + "/carriage", inertia);
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.rotate(
      Eigen::AngleAxisd(number * 2 * std::numbers::pi / 3, Vector3d::UnitZ()));
  X_PF.translate(Vector3d(reach, 0, 0));
  AddServo(builder,
           {.name = name,
            .type = JointType::kPrismatic,
            .parent = palm,
            .child = carriage,
            .X_PF = X_PF,
            .axis_F = Vector3d::UnitX(),
            .default_position = kOpen},
           1e3, 40);
  return carriage;
}

// A pad that a spring holds upright, on a carriage.
void AddFinger(int number, int palm, const contact::Material& material,
               ModelBuilder* builder) {
  const std::string name = "finger" + std::to_string(number);
  const contact::Shape pad = contact::Box{kPadHalf};
  const auto inertia = multibody::MakeSolidInertia(pad, 2000, At(0, 0, 0));
  const int carriage =
      AddCarriage(number, palm, kBall + kSkin + kPadHalf.x(), inertia, builder);
  const int body = builder->AddBody(name + "/pad", inertia);
  builder->AddJoint({.name = name + "/hinge",
                     .type = JointType::kRevolute,
                     .parent = carriage,
                     .child = body,
                     .axis_F = Vector3d::UnitY(),
                     .damping = 5e-3,
                     .stiffness = 0.5});
  builder->AddGeometry({.name = name + "/pad",
                        .body = body,
                        .shape = pad,
                        .material = material});
}

// An elastic finger whose back is held by a carriage.
void AddElasticFinger(int number, int palm, const SoftGripperOptions& options,
                      const contact::Material& material,
                      ModelBuilder* builder) {
  const std::string name = "finger" + std::to_string(number);
  const contact::Shape back = contact::Box{{0.002, 0.01, kFingerHalf.z()}};
  const RigidTransform X_CB = At(kFingerHalf.x() + 0.002, 0, 0);
  const int carriage =
      AddCarriage(number, palm, kPeg + kSkin + kFingerHalf.x(),
                  multibody::MakeSolidInertia(back, 2000, X_CB), builder);
  builder->AddVisual({.body = carriage, .X_BG = X_CB, .form = back});
  multibody::TetrahedralMesh mesh = multibody::MakeBoxMesh(
      kFingerHalf, {kAcross[0], kAcross[1], options.cells});
  std::vector<multibody::NodeAttachment> held;
  for (int i = 0; i < std::ssize(mesh.nodes); ++i) {
    if (mesh.nodes[i].x() == kFingerHalf.x())
      held.push_back({.node = i, .body = carriage, .p_BN = mesh.nodes[i]});
  }
  builder->AddElasticBody(
      {.name = name + "/silicone",
       .solid = std::make_shared<multibody::ElasticSolid>(
           std::move(mesh),
           multibody::ElasticMaterial{.youngs_modulus = options.youngs_modulus,
                                      .poissons_ratio = 0.45,
                                      .density = 1070,
                                      .damping = 2e-3}),
       .base = carriage,
       .skin = kSkin,
       .material = material,
       .attachments = std::move(held)});
}

// A box of cells one more along z, its shells blown up to spheres.
multibody::TetrahedralMesh MakeBall(int cells) {
  multibody::TetrahedralMesh mesh = multibody::MakeBoxMesh(
      Vector3d::Constant(kBall), {cells, cells, cells + 1});
  for (Vector3d& p : mesh.nodes) {
    if (!p.isZero(0)) p *= p.lpNorm<Eigen::Infinity>() / p.norm();
  }
  return mesh;
}

// By actuator: lift, wrist, fingers.
systems::PiecewisePolynomial MakeGrip(double squeeze) {
  MatrixXd way(5, 4);
  const double in = -squeeze;
  way << 0, 0, kLift, kLift,  //
      0, 0, kTurn, kTurn,     //
      kOpen, in, in, in,      //
      kOpen, in, in, in,      //
      kOpen, in, in, in;
  return systems::MakePiecewiseLinear({0, kClosed, kLifted, 10}, way);
}

SceneInstance MakeGripScene(std::shared_ptr<const multibody::Model> model,
                            double squeeze) {
  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<multibody::MultibodyPlant>(std::move(model));
  const auto& motion = diagram.AddSystem<systems::TrajectorySource>(
      "motion", MakeGrip(squeeze), 0);
  diagram.Connect(motion.get_output_port(), plant.actuation_input());
  return MakeScene(std::move(diagram), plant);
}

}  // namespace

SceneInstance MakeVirtualNodes(const VirtualNodesOptions& options) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(
      MakeBoxOnGround(Vector3d::Constant(0.1),
                      MakePairMaterial(1e5, 10, options.friction, 1e-4), 1));
  VectorXd force = VectorXd::Zero(6);  // Moments, then forces.
  force[4] = options.push;
  const auto& push =
      builder.AddSystem<systems::ConstantVectorSource>("push", force);
  builder.Connect(push.get_output_port(), plant.generalized_force_input());
  return MakeScene(std::move(builder), plant);
}

SceneInstance MakeAnisotropicSlide(const AnisotropicSlideOptions& options) {
  SceneInstance scene = MakePlantScene(MakeBoxOnGround(
      {0.1, 0.1, 0.01}, MakePairMaterial(1e5, 10, options.friction, 1e-4),
      options.cross_ratio));
  Vector6d V_WB = Vector6d::Zero();
  V_WB[3] = options.speed * std::cos(options.heading);
  V_WB[4] = options.speed * std::sin(options.heading);
  scene.plant->SetVelocities(&scene.context, V_WB);
  return scene;
}

SceneInstance MakeSoftBallGrip(const SoftBallGripOptions& options) {
  const contact::Material material =
      MakePairMaterial(1e4, 10, options.friction, 1e-3);
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), material);
  const int palm = AddPalm(kBall + kSkin, &builder);
  for (int i = 0; i < 3; ++i) AddFinger(i, palm, material, &builder);
  builder.AddElasticBody(
      {.name = "ball",
       .solid = std::make_shared<multibody::ElasticSolid>(
           MakeBall(options.cells),
           multibody::ElasticMaterial{.youngs_modulus = options.youngs_modulus,
                                      .poissons_ratio = 0.4,
                                      .density = 1000,
                                      .damping = 1e-3}),
       .X_BS = At(0, 0, kBall + kSkin),
       .skin = kSkin,
       .material = material});
  return MakeGripScene(std::move(builder).Build(), kSqueeze);
}

SceneInstance MakeSoftGripper(const SoftGripperOptions& options) {
  constexpr double kPinch = 0.006;  // From touch [m].
  const contact::Material material =
      MakePairMaterial(1e4, 10, options.friction, 1e-3);
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), material);
  const int palm = AddPalm(kAboveGround, &builder);
  for (int i = 0; i < 3; ++i)
    AddElasticFinger(i, palm, options, material, &builder);
  const double volume = std::numbers::pi * kPeg * kPeg * 2 * kPegHalf;
  AddSolid(&builder, "peg", contact::Cylinder{kPeg, kPegHalf},
           kPegMass / volume, At(0, 0, kPegHalf), material);
  return MakeGripScene(std::move(builder).Build(), kPinch);
}

}  // namespace tactus::examples
