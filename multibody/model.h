#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/constraint.h"
#include "tactus/multibody/elastic/elastic_body.h"
#include "tactus/multibody/fluid/fluid.h"
#include "tactus/multibody/muscle.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/multibody/tendon.h"
#include "tactus/multibody/visual.h"

namespace tactus::multibody {

/// Joints and their coordinates. F is fixed in the parent, M in the child;
/// axes are fixed in F. Angles in radians.
///
///   type       q                        v
///   kWeld      -                        -
///   kRevolute  angle about axis         its rate
///   kPrismatic displacement along axis  its rate
///   kScrew     angle about axis         its rate
///   kBall      quaternion w x y z       angular velocity of M in F, in F
///              of M in F
///   kPlanar    x, y, angle about z      their rates, x and y along F
///              of F
///   kTranslation x y z of Mo in F       their rates
///   kUniversal angle about x of F,      their rates
///              then about the turned y
///   kFloating  x y z, then quaternion   angular, then linear velocity of Mo
///              w x y z of M in F        in F, in F
///
/// A quaternion of any length but zero stands for the rotation of q / |q|.
enum class JointType {
  kWeld,
  kRevolute,
  kPrismatic,
  kBall,
  kPlanar,
  kUniversal,
  kTranslation,
  kScrew,
  kFloating
};

constexpr int NumPositions(JointType type) {
  constexpr int kNumPositions[] = {0, 1, 1, 4, 3, 2, 3, 1, 7};
  return kNumPositions[static_cast<int>(type)];
}
constexpr int NumVelocities(JointType type) {
  constexpr int kNumVelocities[] = {0, 1, 1, 3, 3, 2, 3, 1, 6};
  return kNumVelocities[static_cast<int>(type)];
}
std::string_view to_string(JointType type);
/// "rad", "m", or "m and rad" of joints that have both; a quaternion's is that
/// of its angle. @pre not a weld
std::string_view CoordinateUnit(JointType type);

/// No bounds.
inline constexpr std::array<double, 2> kUnbounded = {
    -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity()};

struct Joint {
  std::string name;
  JointType type = JointType::kFloating;
  int parent{};  ///< Body indices; 0 is the world.
  int child{};
  RigidTransform X_PF = RigidTransform::Identity();
  RigidTransform X_CM = RigidTransform::Identity();
  Vector3d axis_F = Vector3d::UnitZ();  ///< Unit; scalar joints.
  /// Screws: M slides along the axis by this much per revolution [m].
  double screw_pitch{};

  /// Scalar joints only, which are revolute, prismatic and screw joints:
  /// bounds [rad or m]. Infinite: no limit.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  /// Universal and planar joints: bounds of each position [rad or m].
  std::array<double, 3> lower_each = {kUnbounded[0], kUnbounded[0],
                                      kUnbounded[0]};
  std::array<double, 3> upper_each = {kUnbounded[1], kUnbounded[1],
                                      kUnbounded[1]};
  /// Ball joints: how far M may turn from F, at most pi [rad].
  double max_angle = kUnbounded[1];
  /// Held, near-rigidly, where it is in the default state.
  bool is_locked = false;

  double damping{};       ///< Each velocity [N m s/rad or N s/m].
  double dry_friction{};  ///< Coulomb's, each velocity [N m or N].
  double armature{};  ///< Each velocity; adds to M's diagonal [kg m^2 or kg].
  /// Scalar joints: the force -stiffness (q - spring_reference).
  double stiffness{};         ///< [N m/rad or N/m]
  double spring_reference{};  ///< [rad or m]
  /// Scalar joints: the value of q in the default state.
  double default_position{};

  // Set by ModelBuilder::Build().
  int q_start{}, v_start{};
  int nq() const { return NumPositions(type); }
  int nv() const { return NumVelocities(type); }
};

struct Body {
  std::string name;
  SpatialInertia inertia{};
  /// True for the massless links that Build() callers put between the joints of
  /// a compound joint; reports and recordings leave them out.
  bool is_virtual = false;
  /// Gravity on it is this many times Model::gravity_W(): 0 for a body that
  /// does not feel it, 1 - gravcomp of MJCF.
  double gravity_scale = 1;

  // Set by ModelBuilder::Build().
  int inboard_joint = -1;  ///< -1 for the world.
  int tree = -1;           ///< Kinematic tree; -1 when anchored to the world.
  MassMoments moments{};   ///< `inertia` about Bo in B.
};

/// Ties two scalar joints together, or holds one where there is no joint_b:
///
///     q_a - reference_a = sum_i coefficients[i] (q_b - reference_b)^i
///
/// With a tendon_a, q_a and q_b are the lengths of tendons, and there are no
/// joints.
struct JointCoupler {
  std::string name;
  int joint_a{}, joint_b = -1;
  int tendon_a = -1, tendon_b = -1;
  double reference_a{}, reference_b{};
  std::array<double, 5> coefficients = {0, 1, 0, 0, 0};
};

/// How an actuator follows its control c. Its law takes the activation u, a
/// state that ActivationDynamics (plant/activation_dynamics.h) integrates:
///
///     kNone        u = c
///     kFilter      udot = (c - u) / time_constant
///     kIntegrator  udot = c
///     kMuscle      udot = (c - u) / tau(c, u), c in [0, 1]
///
/// with tau = time_constant (1/2 + 3/2 u) where c > u, and deactivation_time /
/// (1/2 + 3/2 u) elsewhere; over a range of c - u of width `smoothing` one
/// becomes the other by a quintic. c is clamped to [control_lower,
/// control_upper], and u held within the bounds of the Actuator's own u.
struct Activation {
  enum class Dynamics { kNone, kFilter, kIntegrator, kMuscle };
  Dynamics dynamics = Dynamics::kNone;
  double time_constant{};      ///< Positive, of filters and muscles [s].
  double deactivation_time{};  ///< Positive, of muscles [s].
  double smoothing{};          ///< Of muscles.
  double control_lower = -std::numeric_limits<double>::infinity();
  double control_upper = std::numeric_limits<double>::infinity();
};

/// A scalar actuator, MuJoCo's affine law:
///
///     f = clamp((gain + gain1 l + gain2 l_dot) u
///               + bias0 + bias1 l + bias2 l_dot, force_lower, force_upper)
///
/// with u clamped to [control_lower, control_upper]. u is the control, or the
/// activation of an actuator that has dynamics of its own. On a joint l = gear
/// q and the joint feels gear f; on a tendon l = gear L, and its joints feel
/// gear f times their coefficients, or J' gear f; on a body (a thruster) l = 0,
/// neither gain nor bias follow l and l_dot, and the body feels the wrench f *
/// wrench_S at site frame S. A body that `adheres` feels in its place the pull
/// f to what it touches, a share f / n along the normal of each of its n
/// contact points (MuJoCo's adhesion), and nothing where it touches nothing.
struct Actuator {
  std::string name;
  int joint = -1, tendon = -1;
  double gear = 1;
  int body = -1;
  RigidTransform X_BS = RigidTransform::Identity();
  Vector6d wrench_S = Vector6d::Zero();  ///< Torque, then force, per unit f.
  bool adheres = false;

  double gain = 1, gain1{}, gain2{};
  double bias0{}, bias1{}, bias2{};
  double force_lower = -std::numeric_limits<double>::infinity();
  double force_upper = std::numeric_limits<double>::infinity();
  double control_lower = -std::numeric_limits<double>::infinity();
  double control_upper = std::numeric_limits<double>::infinity();
  Activation activation = {};
  /// Takes the place of gain and bias, on a joint or tendon.
  std::optional<Muscle> muscle = {};
};

/// A named state of a model file.
struct Keyframe {
  std::string name;
  VectorXd q, v;
  VectorXd u;            ///< Controls, by actuator.
  VectorXd activations;  ///< By actuator; zero where there is none.
};

/// One kinematic tree: a run of bodies and a run of velocities.
struct Tree {
  int first_body{}, num_bodies{};  ///< Contiguous in Model::bodies().
  int v_start{}, nv{};
  /// One body on a floating joint whose frames are the world's axes and the
  /// body's frame: V_WB = v, the body's Jacobian is the identity.
  bool is_free_body = false;
};

/// An immutable articulated system: a forest of bodies on joints. Bodies are
/// numbered so that parents precede children and each tree is contiguous;
/// bodies welded to the world come first. Joint j moves body j + 1: every
/// algorithm is a loop over `joints()`.
class Model {
 public:
  int num_bodies() const { return static_cast<int>(bodies_.size()); }
  int num_positions() const { return nq_; }
  int num_velocities() const { return nv_; }
  int num_actuators() const { return static_cast<int>(actuators_.size()); }

  std::span<const Body> bodies() const { return bodies_; }
  std::span<const Joint> joints() const { return joints_; }
  std::span<const Tree> trees() const { return trees_; }
  std::span<const Actuator> actuators() const { return actuators_; }
  std::span<const JointCoupler> couplers() const { return couplers_; }
  std::span<const Constraint> constraints() const { return constraints_; }
  std::span<const Tendon> tendons() const { return tendons_; }
  std::span<const ElasticBody> elastic_bodies() const {
    return elastic_bodies_;
  }
  std::span<const Keyframe> keyframes() const { return keyframes_; }
  std::span<const contact::Geometry> geometries() const { return geometries_; }
  /// What is drawn besides geometries, and has no part in the motion.
  std::span<const Visual> visuals() const { return visuals_; }
  /// Pairs of geometries that touch whatever the filters say, as they say.
  std::span<const contact::GeometryPair> geometry_pairs() const {
    return geometry_pairs_;
  }
  /// Pairs of bodies that never touch: jointed and welded neighbours (the rule
  /// of ModelBuilder) and explicit excludes.
  std::span<const std::pair<int, int>> excluded_pairs() const {
    return excluded_pairs_;
  }
  const Vector3d& gravity_W() const { return gravity_W_; }
  /// The gravity that a body feels [m/s^2].
  Vector3d GravityOn(int body) const {
    return bodies_[body].gravity_scale * gravity_W_;
  }

  /// What the bodies move in; a vacuum, unless the builder was told otherwise.
  const Fluid& fluid() const { return fluid_; }
  std::span<const FluidEllipsoid> fluid_ellipsoids() const {
    return fluid_ellipsoids_;
  }

  /// @throws std::invalid_argument naming what exists, if there is none.
  int BodyIndex(std::string_view name) const;
  int JointIndex(std::string_view name) const;

  /// Joints at their default positions, quaternions at identity, unless the
  /// builder was told otherwise.
  const VectorXd& default_positions() const { return default_positions_; }

 private:
  friend class ModelBuilder;
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<Tree> trees_;
  std::vector<Actuator> actuators_;
  std::vector<JointCoupler> couplers_;
  std::vector<Constraint> constraints_;
  std::vector<Tendon> tendons_;
  std::vector<ElasticBody> elastic_bodies_;
  std::vector<Keyframe> keyframes_;
  std::vector<contact::Geometry> geometries_;
  std::vector<contact::GeometryPair> geometry_pairs_;
  std::vector<Visual> visuals_;
  std::vector<std::pair<int, int>> excluded_pairs_;
  Vector3d gravity_W_{0, 0, -9.81};
  Fluid fluid_;
  std::vector<FluidEllipsoid> fluid_ellipsoids_;
  VectorXd default_positions_;
  int nq_{}, nv_{};
};

}  // namespace tactus::multibody
