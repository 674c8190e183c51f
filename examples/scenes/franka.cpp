// The Franka example of the CENIC paper: a Panda under inverse dynamics takes a
// cracker box from one place to another, and its hand closes by force.
//
// Patches are as stiff as four points of k: of the rubber pads on the box,
// which is rigid then, and of the box on a slab of ground, (E / H) A = 4 k.
#include "tactus/examples/scenes/franka.h"

#include <cmath>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/panda.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::examples {
namespace {

using multibody::MultibodyPlant;

constexpr double kRadius = 0.5;                 // Of both places [m].
constexpr double kGrasp = 0.175, kLift = 0.28;  // Heights of the finger tips.
constexpr double kOpening = 5, kSqueeze = -40;  // Per finger [N].
constexpr double kStiffness = 1e5;              // k [N/m]
constexpr double kPadSide = 0.018, kPadHalf = 0.004;  // Of panda.xml [m].
constexpr double kPadModulus =
    4 * kStiffness * kPadHalf / (kPadSide * kPadSide);  // [Pa]
constexpr double kSlab = 0.1;                           // Of the ground [m].

// The arm's way: down, up, round, down, up and back.
systems::PiecewisePolynomial MakeMotion() {
  constexpr double kA = kFrankaPick, kB = kFrankaPlace;
  struct Knot {
    double time, height, angle;
  };
  constexpr Knot kKnots[] = {
      {0, kLift, kA},    {1.2, kGrasp, kA}, {2, kGrasp, kA},
      {3, kLift, kA},    {5, kLift, kB},    {6, kGrasp, kB},
      {6.6, kGrasp, kB}, {7.6, kLift, kB},  {9.6, kLift, kA}};
  std::vector<double> times;
  MatrixXd q = MatrixXd::Zero(kPandaDofs, std::size(kKnots));
  for (const Knot& knot : kKnots) {
    q.col(times.size()).head(kPandaJoints) = CalcPandaJoints(
        {.radius = kRadius, .height = knot.height, .angle = knot.angle});
    times.push_back(knot.time);
  }
  return systems::MakeMinimumJerk(times, q);
}

// The forces on the fingers: open, closed while the box is carried, open.
systems::PiecewisePolynomial MakeGrip() {
  const Vector2d open = Vector2d::Constant(kOpening);
  const Vector2d closed = Vector2d::Constant(kSqueeze);
  MatrixXd force(kPandaFingers, 6);
  force << open, open, closed, closed, open, open;
  return systems::MakePiecewiseLinear({0, 1.4, 1.6, 6.2, 6.4, 10}, force);
}

// The same robot with rubber on its fingers.
std::shared_ptr<const multibody::Model> WithPads(
    const multibody::Model& model) {
  std::vector<contact::Geometry> geometries(model.geometries().begin(),
                                            model.geometries().end());
  for (contact::Geometry& geometry : geometries) {
    if (geometry.name == "left_pad" || geometry.name == "right_pad")
      geometry.material = WithModulus(geometry.material, kPadModulus);
  }
  return multibody::ModelBuilder::WithParts(
      model, {model.bodies().begin(), model.bodies().end()},
      {model.joints().begin(), model.joints().end()}, std::move(geometries));
}

std::shared_ptr<const multibody::Model> MakeWorld(
    const FrankaOptions& options) {
  const bool has_patches = options.contact == ContactKind::kPatch;
  contact::Material material = MakePairMaterial(kStiffness, 10, 0.5, 1e-4);
  multibody::ModelBuilder builder;
  AddModel("panda.xml", &builder);
  if (!options.effort_limits) builder.RemoveEffortLimits();
  contact::Material slab = material;
  if (has_patches) {
    slab = WithModulus(
        material, 4 * kStiffness * kSlab / (kFrankaBox.x() * kFrankaBox.y()));
    slab.compliance.slab_thickness = kSlab;
    material = AsRigid(material);
  }
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           slab);
  RigidTransform X_WB{Eigen::Translation3d(CalcFrankaBoxCenter(kFrankaPick))};
  X_WB.rotate(Eigen::AngleAxisd(kFrankaPick, Vector3d::UnitZ()));
  AddSolid(&builder, "box", contact::Box{kFrankaBox / 2},
           0.411 / kFrankaBox.prod(), X_WB, material);
  auto model = std::move(builder).Build();
  return has_patches ? WithPads(*model) : model;
}

}  // namespace

Vector3d CalcFrankaBoxCenter(double angle) {
  return {kRadius * std::cos(angle), kRadius * std::sin(angle),
          kFrankaBox.z() / 2};
}

SceneInstance MakeFranka(const FrankaOptions& options) {
  const VectorXd gain = VectorXd::Constant(kPandaDofs, options.gain);
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeWorld(options));
  const auto& controller =
      builder.AddSystem<multibody::InverseDynamicsController>(
          "controller", MakePandaModel(),
          multibody::InverseDynamicsGains{.kp = gain, .ki = {}, .kd = gain});
  const auto& motion =
      builder.AddSystem<systems::TrajectorySource>("motion", MakeMotion());
  const auto& grip =
      builder.AddSystem<systems::TrajectorySource>("grip", MakeGrip(), 0);

  ConnectPandaState(plant, controller.estimated_state_input(), &builder);
  builder.Connect(motion.get_output_port(), controller.desired_state_input());

  // The arm follows the controller, the fingers the grip.
  using Sizes = std::vector<int>;
  const auto& torques = builder.AddSystem<systems::Demultiplexer>(
      "torques", Sizes{kPandaJoints, kPandaFingers});
  const auto& motors = builder.AddSystem<systems::Multiplexer>(
      "motors", Sizes{kPandaJoints, kPandaFingers});
  builder.Connect(controller.actuation_output(), torques.get_input_port());
  builder.Connect(torques.get_output_port(0), motors.get_input_port(0));
  builder.Connect(grip.get_output_port(), motors.get_input_port(1));
  builder.Connect(motors.get_output_port(), plant.actuation_input());

  SceneInstance scene = MakeScene(std::move(builder), plant);
  VectorXd q = plant.positions(scene.context);
  q.head(kPandaDofs) = MakeMotion().value(0);
  q.segment(kPandaJoints, kPandaFingers).setConstant(kPandaOpen);
  plant.SetPositions(&scene.context, q);
  return scene;
}

}  // namespace tactus::examples
