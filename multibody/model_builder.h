#pragma once

#include <functional>
#include <memory>
#include <string>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

struct KinematicForest;

/// Collects bodies, joints and geometry in any order, and Build()s a Model:
/// numbered, checked, immutable.
///
///     ModelBuilder builder;
///     int link = builder.AddBody("link", inertia);
///     builder.AddJoint({.name = "hinge", .type = JointType::kRevolute,
///                       .parent = 0, .child = link, .axis_F = {0, 1, 0}});
///     std::shared_ptr<const Model> model = std::move(builder).Build();
///
/// Body and joint numbers given out by the builder are the builder's; Build()
/// renumbers (parents first, trees contiguous, otherwise depth first in the
/// order in which bodies were added). Find things by name afterwards.
/// Actuators, couplers, constraints and geometries keep their order.
class ModelBuilder {
 public:
  ModelBuilder();

  /// Body 0 is the world.
  int AddBody(std::string name, const SpatialInertia& inertia,
              bool is_virtual = false);
  /// Gravity on the body is `scale` times that of the model.
  void SetGravityScale(int body, double scale);
  /// A body without an inboard joint gets a floating joint of its own name; a
  /// joint without a name gets its child's.
  int AddJoint(Joint joint);
  int AddActuator(Actuator actuator);
  /// Of all actuators so far: their forces may be of any size.
  void RemoveEffortLimits();
  /// Ties two scalar joints or two tendons together, or holds one.
  int AddCoupler(JointCoupler coupler);
  /// Ties two bodies together besides their joints.
  int AddConstraint(Constraint constraint);
  /// What acts along a sum of joint positions, along a path past points and
  /// around spheres and cylinders, or by a transmission.
  int AddTendon(Tendon tendon);
  /// Its nodes stand behind all other bodies, in the order of their elastic
  /// bodies (ElasticBody). @return  its number.
  int AddElasticBody(ElasticBody body);
  /// @return  its number, for AddGeometryPair().
  int AddGeometry(contact::Geometry geometry);
  /// What is seen of a body, besides what collides of it.
  void AddVisual(Visual visual);
  /// Two geometries that touch whatever the filters say, as the pair says.
  void AddGeometryPair(contact::GeometryPair pair);
  void ExcludePair(int body_a, int body_b);
  void set_gravity(const Vector3d& gravity_W);
  /// What all bodies move in.
  void set_fluid(const Fluid& fluid);
  /// A part of a body that the fluid takes for an ellipsoid.
  void AddFluidEllipsoid(FluidEllipsoid part);

  /// The pose of a floating body in the default state.
  void SetDefaultPose(int body, const RigidTransform& X_WB);
  /// Positions and velocities by joint name, whatever their order here; joints
  /// that are left out stay at their default. `u` and `activations`, by
  /// actuator, may be empty: zeros.
  void AddKeyframe(std::string name,
                   std::vector<std::pair<std::string, VectorXd>> q_by_joint,
                   std::vector<std::pair<std::string, VectorXd>> v_by_joint,
                   VectorXd u, VectorXd activations = {});

  const Body& body(int index) const { return bodies_[index]; }
  int num_bodies() const { return static_cast<int>(bodies_.size()); }

  /// Besides the pairs that were excluded by hand, jointed and welded
  /// neighbours never touch (neighbor_pairs.h).
  ///
  /// @throws std::invalid_argument with the names involved, for: an unphysical
  /// inertia, a name used twice, a body with two inboard joints, a loop of
  /// joints, a moving body at the end of a tree without mass, a joint's
  /// non-unit axis, bounds in the wrong order, negative damping, dry friction,
  /// armature or margin, properties that a joint's type does not have, an
  /// actuator without a scalar joint, a tendon or a body, a coupler of joints
  /// that are not scalar or not two, a tendon of no joint and no path, of a
  /// joint twice or of one that is not scalar, a path that does not begin and
  /// end each branch with a point, a muscle without force or length range, a
  /// constraint of one body, or of two that the world holds, or with numbers
  /// that make no sense, a pair of geometries on one body, geometry or a visual
  /// on a virtual body, a colour out of bounds, a fluid or an ellipsoid in it
  /// with negative numbers, an elastic body without a solid, with a negative
  /// skin or attached to what there is not, frames that are not rigid
  /// transforms, numbers of bodies and joints that do not exist, and keyframes
  /// that name unknown joints, have the wrong size or a quaternion of zeros.
  std::shared_ptr<const Model> Build() &&;

  /// A model like `model` with these parts in place of its own: other numbers,
  /// the same names, types and order.
  /// @throws std::invalid_argument as Build() does for bodies, joints and
  /// geometries.
  static std::shared_ptr<const Model> WithParts(
      const Model& model, std::vector<Body> bodies, std::vector<Joint> joints,
      std::vector<contact::Geometry> geometries);
  /// Likewise with what `edit` makes of each surface: geometries with their own
  /// materials, the same with those that they have in a pair, and elastic
  /// bodies, as geometries of their name without a shape. Of the latter two
  /// the material is taken.
  static std::shared_ptr<const Model> WithSurfaces(
      const Model& model, const std::function<void(contact::Geometry*)>& edit);
  /// Likewise with these constraints.
  static std::shared_ptr<const Model> WithConstraints(
      const Model& model, std::vector<Constraint> constraints);

 private:
  struct NamedKeyframe {
    std::string name;
    std::vector<std::pair<std::string, VectorXd>> q_by_joint, v_by_joint;
    VectorXd u, activations;
  };

  // The steps of Build(), in order.
  void AddNodes();
  void AddNodesOf(const ElasticBody& body);
  void RequireValidParts();
  void Renumber(const KinematicForest& forest);
  std::vector<std::pair<int, int>> MakeExcludedPairs() const;
  static void NumberCoordinates(Model* model);
  static void GrowTrees(int num_anchored, Model* model);
  static void PrepareParts(Model* model);
  static Keyframe Resolve(NamedKeyframe named, const Model& model);

  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<Actuator> actuators_;
  std::vector<JointCoupler> couplers_;
  std::vector<Constraint> constraints_;
  std::vector<Tendon> tendons_;
  std::vector<ElasticBody> elastic_bodies_;
  std::vector<contact::Geometry> geometries_;
  std::vector<contact::GeometryPair> geometry_pairs_;
  std::vector<Visual> visuals_;
  std::vector<std::pair<int, int>> excluded_pairs_;
  std::vector<std::pair<int, RigidTransform>> default_poses_;
  std::vector<NamedKeyframe> keyframes_;
  Vector3d gravity_W_{0, 0, -9.81};
  Fluid fluid_;
  std::vector<FluidEllipsoid> fluid_ellipsoids_;
};

}  // namespace tactus::multibody
