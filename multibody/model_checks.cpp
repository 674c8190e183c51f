#include "tactus/multibody/model_checks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

template <typename Element>
void RequireDistinctNames(std::span<const Element> elements,
                          std::string_view kind) {
  std::set<std::string_view> names;
  for (const Element& element : elements) {
    if (element.name.empty()) continue;
    Require(names.insert(element.name).second,
            fmt::format("the {} name '{}' is used twice", kind, element.name));
  }
}

bool IsRigid(const RigidTransform& X) {
  const Matrix3d R = X.linear();
  return X.matrix().allFinite() && R.determinant() > 0 &&
         (R.transpose() * R).isApprox(Matrix3d::Identity(), 1e-9);
}

void RequireOrdered(double lower, double upper, const std::string& owner) {
  Require(lower <= upper, fmt::format("{}: the lower bound {:g} is above the "
                                      "upper bound {:g}",
                                      owner, lower, upper));
}

void RequireNotNegative(double value, std::string_view what,
                        const std::string& owner) {
  Require(std::isfinite(value) && value >= 0,
          fmt::format("{}: the {} is {:g}; it must be finite and not negative",
                      owner, what, value));
}

bool IsScalar(JointType type) {
  return type == JointType::kRevolute || type == JointType::kPrismatic ||
         type == JointType::kScrew;
}

void RequireUnitAxis(const Joint& joint, const std::string& owner) {
  const double length = joint.axis_F.norm();
  Require(std::abs(length - 1) <= 1e-10,
          fmt::format("{}: the axis ({:g}, {:g}, {:g}) has length {:.12g}; it "
                      "must have length 1",
                      owner, joint.axis_F[0], joint.axis_F[1], joint.axis_F[2],
                      length));
}

// Only scalar joints have bounds, springs and a default position.
void RequireNothingScalar(const Joint& joint, const std::string& owner) {
  const bool bounded =
      joint.lower != Joint{}.lower || joint.upper != Joint{}.upper;
  Require(!bounded && joint.stiffness == 0 && joint.default_position == 0,
          fmt::format("{}: bounds, stiffness and a default position are for "
                      "scalar joints; this one is {}",
                      owner, to_string(joint.type)));
}

// Of each position, and of the angle of a ball joint.
void RequireValidBounds(const Joint& joint, const std::string& owner) {
  const bool has_each =
      joint.type == JointType::kUniversal || joint.type == JointType::kPlanar;
  for (int i = 0; i < 3; ++i) {
    const bool bounded = joint.lower_each[i] != kUnbounded[0] ||
                         joint.upper_each[i] != kUnbounded[1];
    Require(!bounded || (has_each && i < joint.nq()),
            fmt::format("{}: bounds of position {} of each are for universal "
                        "and planar joints; this one is {}",
                        owner, i + 1, to_string(joint.type)));
    RequireOrdered(joint.lower_each[i], joint.upper_each[i], owner);
  }
  if (joint.max_angle == kUnbounded[1]) return;
  constexpr double kPi = std::numbers::pi;
  Require(joint.type == JointType::kBall,
          fmt::format("{}: a largest angle is for ball joints; this one is {}",
                      owner, to_string(joint.type)));
  Require(joint.max_angle > 0 && joint.max_angle <= kPi,
          fmt::format("{}: the largest angle is {:g}; it must be above zero "
                      "and not above pi",
                      owner, joint.max_angle));
}

void RequireValidPitch(const Joint& joint, const std::string& owner) {
  const bool turns_only = joint.screw_pitch == 0;
  Require(turns_only || joint.type == JointType::kScrew,
          fmt::format("{}: a screw pitch is for screw joints; this one is {}",
                      owner, to_string(joint.type)));
  Require(std::isfinite(joint.screw_pitch) &&
              turns_only == (joint.type != JointType::kScrew),
          fmt::format("{}: the screw pitch is {:g}; it must be finite and not "
                      "zero",
                      owner, joint.screw_pitch));
}

void RequireValid(const Joint& joint, std::span<const Body> bodies) {
  const std::string owner = fmt::format("joint '{}'", joint.name);
  RequireBodyIndex(joint.parent, bodies, owner);
  RequireBodyIndex(joint.child, bodies, owner);
  RequireRigid(joint.X_PF, owner + ": its frame in the parent");
  RequireRigid(joint.X_CM, owner + ": its frame in the child");
  RequireNotNegative(joint.damping, "damping", owner);
  RequireNotNegative(joint.dry_friction, "dry friction", owner);
  Require(joint.dry_friction == 0 || joint.type != JointType::kWeld,
          owner + ": a weld does not slide, and has no dry friction");
  RequireNotNegative(joint.armature, "armature", owner);
  RequireValidBounds(joint, owner);
  RequireValidPitch(joint, owner);
  if (!IsScalar(joint.type)) {
    RequireNothingScalar(joint, owner);
    return;
  }
  RequireUnitAxis(joint, owner);
  RequireOrdered(joint.lower, joint.upper, owner);
  Require(std::isfinite(joint.stiffness) &&
              std::isfinite(joint.spring_reference) &&
              std::isfinite(joint.default_position),
          owner +
              ": stiffness, spring reference and default position must be "
              "finite");
}

void RequireScalarJoint(int index, std::span<const Joint> joints,
                        const std::string& owner, std::string_view relation) {
  Require(index >= 0 && index < std::ssize(joints),
          fmt::format("{} refers to joint number {}; there are {}", owner,
                      index, joints.size()));
  const Joint& joint = joints[index];
  Require(IsScalar(joint.type),
          fmt::format("{} {} joint '{}', which is {}; it must be revolute, "
                      "prismatic or a screw",
                      owner, relation, joint.name, to_string(joint.type)));
}

void RequireValid(const Activation& activation, const std::string& owner) {
  RequireOrdered(activation.control_lower, activation.control_upper,
                 owner + ", control of its activation");
  using Dynamics = Activation::Dynamics;
  if (activation.dynamics == Dynamics::kMuscle) {
    Require(std::isfinite(activation.deactivation_time) &&
                activation.deactivation_time > 0,
            owner + ": the time constant of deactivation must be positive");
    RequireNotNegative(activation.smoothing, "smoothing", owner);
  } else if (activation.dynamics != Dynamics::kFilter) {
    return;
  }
  Require(
      std::isfinite(activation.time_constant) && activation.time_constant > 0,
      fmt::format("{}: the time constant is {:g}; it must be positive", owner,
                  activation.time_constant));
}

void RequireValid(const Muscle& muscle, const std::string& owner) {
  RequireOrdered(muscle.length_lower, muscle.length_upper,
                 owner + ", length range");
  Require(std::isfinite(muscle.length_upper - muscle.length_lower) &&
              std::isfinite(muscle.peak_force) && std::isfinite(muscle.scale),
          owner + ": length range, force and scale must be finite");
  Require(0 < muscle.range_lower && muscle.range_lower < muscle.range_upper,
          owner + ": the range of its muscle must rise, above zero");
  Require(muscle.min_length < 1 && muscle.max_length > 1,
          owner +
              ": its muscle's shortest length is below 1, its longest "
              "above");
  Require(muscle.max_velocity > 0 && muscle.velocity_max > 1 &&
              muscle.passive_max >= 0,
          owner +
              ": its muscle's vmax must be positive, fvmax above 1, fpmax "
              "not negative");
}

void RequireValid(const Actuator& actuator, std::span<const Joint> joints,
                  std::span<const Tendon> tendons,
                  std::span<const Body> bodies) {
  const std::string owner = fmt::format("actuator '{}'", actuator.name);
  const int num_places =
      (actuator.joint >= 0) + (actuator.tendon >= 0) + (actuator.body >= 0);
  Require(num_places == 1,
          owner + " must act on one joint, one tendon or one body");
  if (actuator.joint >= 0) {
    RequireScalarJoint(actuator.joint, joints, owner, "acts on");
  } else if (actuator.tendon >= 0) {
    Require(actuator.tendon < std::ssize(tendons),
            fmt::format("{} refers to tendon number {}; there are {}", owner,
                        actuator.tendon, tendons.size()));
  } else {
    RequireBodyIndex(actuator.body, bodies, owner);
    RequireRigid(actuator.X_BS, owner + ": its site");
    Require(actuator.wrench_S.allFinite(),
            owner + ": its wrench is not finite");
  }
  Require(std::isfinite(actuator.gear) && std::isfinite(actuator.gain) &&
              std::isfinite(actuator.bias0) && std::isfinite(actuator.bias1) &&
              std::isfinite(actuator.bias2),
          owner + ": gear, gain and bias must be finite");
  RequireOrdered(actuator.force_lower, actuator.force_upper, owner + ", force");
  RequireOrdered(actuator.control_lower, actuator.control_upper,
                 owner + ", control");
  RequireValid(actuator.activation, owner);
  if (!actuator.muscle) return;
  Require(actuator.body < 0, owner + ": a muscle acts on a joint or a tendon");
  RequireValid(*actuator.muscle, owner);
}

// Each branch of a path is points, with at most one shape between two.
void RequireValidPath(const Tendon& tendon, std::span<const Body> bodies,
                      const std::string& owner) {
  using Kind = Tendon::Stop::Kind;
  int num_points = 0;
  bool ends_with_point = false;
  const auto end_branch = [&] {
    Require(num_points >= 2 && ends_with_point,
            owner +
                ": each branch of its path needs two points, and begins "
                "and ends with one");
    num_points = 0;
    ends_with_point = false;
  };
  for (const Tendon::Stop& stop : tendon.path) {
    if (stop.kind == Kind::kPulley) {
      Require(std::isfinite(stop.divisor) && stop.divisor > 0,
              owner + ": the divisor of a pulley must be positive");
      end_branch();
      continue;
    }
    RequireBodyIndex(stop.body, bodies, owner);
    RequireRigid(stop.X_BS, owner + ": a place on its path");
    if (stop.kind == Kind::kPoint) {
      ++num_points;
      ends_with_point = true;
      continue;
    }
    Require(ends_with_point,
            owner + ": what it goes around stands between two points");
    ends_with_point = false;
    Require(std::isfinite(stop.radius) && stop.radius > 0,
            owner + ": what it goes around needs a radius");
    if (stop.side_body >= 0) RequireBodyIndex(stop.side_body, bodies, owner);
    Require(stop.p_BSide.allFinite(), owner + ": a side is not finite");
  }
  end_branch();
}

void RequireValid(const Tendon& tendon, std::span<const Joint> joints,
                  std::span<const Body> bodies) {
  const std::string owner = fmt::format("tendon '{}'", tendon.name);
  Require(!tendon.terms.empty() || tendon.is_spatial(),
          owner + " has no joint and no path");
  if (tendon.is_spatial()) RequireValidPath(tendon, bodies, owner);
  std::set<int> seen;
  for (const Tendon::Term& term : tendon.terms) {
    RequireScalarJoint(term.joint, joints, owner, "is of");
    Require(
        seen.insert(term.joint).second,
        fmt::format("{} has joint '{}' twice", owner, joints[term.joint].name));
    Require(std::isfinite(term.coefficient) && term.coefficient != 0,
            fmt::format("{}: the coefficient of joint '{}' is {:g}; it must be "
                        "finite and not zero",
                        owner, joints[term.joint].name, term.coefficient));
  }
  Require(std::isfinite(tendon.offset) && std::isfinite(tendon.rest_lower) &&
              std::isfinite(tendon.rest_upper),
          owner + ": offset and rest lengths must be finite");
  RequireOrdered(tendon.lower, tendon.upper, owner);
  RequireOrdered(tendon.rest_lower, tendon.rest_upper, owner + ", rest length");
  RequireNotNegative(tendon.stiffness, "stiffness", owner);
  RequireNotNegative(tendon.damping, "damping", owner);
  RequireNotNegative(tendon.dry_friction, "dry friction", owner);
}

void RequireTendons(const JointCoupler& coupler, int num_tendons,
                    const std::string& owner) {
  Require(coupler.tendon_a < num_tendons && coupler.tendon_b < num_tendons,
          fmt::format("{} refers to a tendon that is not; there are {}", owner,
                      num_tendons));
  Require(coupler.joint_b < 0, owner + " ties a tendon to a joint");
  Require(coupler.tendon_a != coupler.tendon_b,
          owner + " ties a tendon to itself");
}

void RequireJoints(const JointCoupler& coupler, std::span<const Joint> joints,
                   const std::string& owner) {
  RequireScalarJoint(coupler.joint_a, joints, owner, "is of");
  if (coupler.joint_b >= 0)
    RequireScalarJoint(coupler.joint_b, joints, owner, "is of");
  Require(coupler.tendon_b < 0, owner + " ties a joint to a tendon");
  Require(coupler.joint_a != coupler.joint_b,
          fmt::format("{} ties joint '{}' to itself", owner,
                      joints[coupler.joint_a].name));
}

void RequireValid(const JointCoupler& coupler, std::span<const Joint> joints,
                  int num_tendons) {
  const std::string owner = fmt::format("coupler '{}'", coupler.name);
  if (coupler.tendon_a >= 0) {
    RequireTendons(coupler, num_tendons, owner);
  } else {
    RequireJoints(coupler, joints, owner);
  }
  bool finite =
      std::isfinite(coupler.reference_a) && std::isfinite(coupler.reference_b);
  for (const double c : coupler.coefficients) finite &= std::isfinite(c);
  Require(finite, owner + ": references and coefficients must be finite");
}

void RequireValidElement(const CosseratElement& element,
                         const std::string& owner) {
  RequireNotNegative(element.damping, "damping", owner);
  for (const double stiffness : element.stiffness)
    RequireNotNegative(stiffness, "each stiffness", owner);
  Require(std::isfinite(element.offset) && element.turn.allFinite(),
          owner + ": its place at rest is not finite");
  Require(element.turn.norm() < std::numbers::pi,
          owner + ": its turn at rest is half a revolution or more");
}

void RequireValid(const Constraint& constraint, std::span<const Body> bodies) {
  const std::string owner = fmt::format("constraint '{}'", constraint.name);
  RequireBodyIndex(constraint.body_a, bodies, owner);
  RequireBodyIndex(constraint.body_b, bodies, owner);
  Require(constraint.body_a != constraint.body_b,
          fmt::format("{} ties body '{}' to itself", owner,
                      bodies[constraint.body_a].name));
  RequireRigid(constraint.X_AP, owner + ": its frame in the first body");
  RequireRigid(constraint.X_BQ, owner + ": its frame in the second body");
  RequireNotNegative(constraint.damping, "damping", owner);
  if (constraint.type == ConstraintType::kCosserat) {
    RequireValidElement(constraint.cosserat, owner);
  } else {
    Require(constraint.cosserat.stiffness.isZero(0),
            fmt::format("{}: a Cosserat element is for constraints of type "
                        "cosserat; this one is of type {}",
                        owner, to_string(constraint.type)));
  }
  const bool is_spring = std::isfinite(constraint.stiffness);
  if (constraint.type != ConstraintType::kDistance) {
    Require(!is_spring && constraint.distance == 0 && constraint.damping == 0,
            fmt::format("{}: a distance, stiffness and damping are for "
                        "distance constraints; this one is of type {}",
                        owner, to_string(constraint.type)));
    return;
  }
  RequireNotNegative(constraint.distance, "distance", owner);
  if (is_spring) {
    RequireNotNegative(constraint.stiffness, "stiffness", owner);
    return;
  }
  Require(constraint.stiffness > 0,
          owner + ": the stiffness is neither a number nor infinite");
  Require(constraint.damping == 0,
          owner + ": a rigid distance has no damping; give it a stiffness");
  Require(constraint.distance > 0,
          owner + ": a rigid distance of zero has no direction; use a ball");
}

// Positions without symmetry, so that no two axes are aligned by accident:
// multiples of the golden ratio modulo 1, which never repeat.
VectorXd MakeGenericPositions(const Model& model) {
  VectorXd q(model.num_positions());
  for (int i = 0; i < q.size(); ++i) {
    q[i] = 0.3 + std::fmod(0.618033988749895 * (i + 1), 1.0);
  }
  NormalizeQuaternions(model, &q);
  return q;
}

// The first velocity, from the last one down, whose pivot vanishes; -1 if none.
int FindMasslessVelocity(MatrixXd M) {
  constexpr double kSingular = 1e-13;
  const VectorXd diagonal = M.diagonal();
  for (int k = static_cast<int>(M.rows()) - 1; k >= 0; --k) {
    const double pivot = M(k, k);
    if (!(pivot > kSingular * diagonal[k])) return k;
    const VectorXd column = M.col(k).head(k);
    M.topLeftCorner(k, k) -= column * column.transpose() / pivot;
  }
  return -1;
}

}  // namespace

void RequireBodyIndex(int index, std::span<const Body> bodies,
                      std::string_view owner) {
  Require(index >= 0 && index < std::ssize(bodies),
          fmt::format("{} refers to body number {}; there are {}", owner, index,
                      bodies.size()));
}

void RequireRigid(const RigidTransform& X, std::string_view owner) {
  Require(IsRigid(X),
          fmt::format("{} is not a rigid transform (a finite translation and a "
                      "rotation matrix)",
                      owner));
}

void RequireValidBodies(std::span<const Body> bodies) {
  RequireDistinctNames(bodies, "body");
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Require(!bodies[b].name.empty(), fmt::format("body {} has no name", b));
    RequirePhysical(bodies[b].inertia,
                    fmt::format("body '{}'", bodies[b].name));
    Require(std::isfinite(bodies[b].gravity_scale),
            fmt::format("body '{}': the scale of gravity is not finite",
                        bodies[b].name));
  }
}

void RequireValidJoints(std::span<const Joint> joints,
                        std::span<const Body> bodies) {
  RequireDistinctNames(joints, "joint");
  for (const Joint& joint : joints) RequireValid(joint, bodies);
}

void RequireValidElasticBody(const ElasticBody& body,
                             std::span<const Body> bodies) {
  Require(!body.name.empty(), "an elastic body has no name");
  const std::string owner = fmt::format("elastic body '{}'", body.name);
  Require(body.solid != nullptr, owner + " has no solid");
  RequireNotNegative(body.skin, "skin", owner);
  RequireRigid(body.X_BS, owner + ": its pose");
  RequireBodyIndex(body.base, bodies, owner);
  for (const NodeAttachment& each : body.attachments) {
    Require(0 <= each.node && each.node < body.solid->num_nodes(),
            fmt::format("{} attaches node {}; there are {}", owner, each.node,
                        body.solid->num_nodes()));
    RequireBodyIndex(each.body, bodies, owner);
    Require(each.p_BN.allFinite(),
            fmt::format("{}: the place of node {} is not finite", owner,
                        each.node));
  }
}

void RequireValidTendons(std::span<const Tendon> tendons,
                         std::span<const Joint> joints,
                         std::span<const Body> bodies) {
  RequireDistinctNames(tendons, "tendon");
  for (const Tendon& tendon : tendons) RequireValid(tendon, joints, bodies);
}

void RequireValidActuators(std::span<const Actuator> actuators,
                           std::span<const Joint> joints,
                           std::span<const Tendon> tendons,
                           std::span<const Body> bodies) {
  RequireDistinctNames(actuators, "actuator");
  for (const Actuator& actuator : actuators) {
    RequireValid(actuator, joints, tendons, bodies);
  }
}

void RequireValidCouplers(std::span<const JointCoupler> couplers,
                          std::span<const Joint> joints, int num_tendons) {
  RequireDistinctNames(couplers, "coupler");
  for (const JointCoupler& coupler : couplers)
    RequireValid(coupler, joints, num_tendons);
}

void RequireValidConstraints(std::span<const Constraint> constraints,
                             std::span<const Body> bodies) {
  RequireDistinctNames(constraints, "constraint");
  for (const Constraint& constraint : constraints) {
    RequireValid(constraint, bodies);
  }
}

void RequireMovable(std::span<const Constraint> constraints,
                    const Model& model) {
  for (const Constraint& constraint : constraints) {
    const Body& a = model.bodies()[constraint.body_a];
    const Body& b = model.bodies()[constraint.body_b];
    Require(a.tree >= 0 || b.tree >= 0,
            fmt::format("constraint '{}' ties bodies '{}' and '{}', which are "
                        "both fixed to the world",
                        constraint.name, a.name, b.name));
  }
}

void RequireValidGeometries(std::span<const contact::Geometry> geometries,
                            std::span<const Body> bodies) {
  for (const contact::Geometry& geometry : geometries) {
    const std::string owner = fmt::format("geometry '{}'", geometry.name);
    RequireBodyIndex(geometry.body, bodies, owner);
    RequireRigid(geometry.X_BG, owner + ": its pose in the body");
    RequireNotNegative(geometry.margin, "margin", owner);
    Require(!bodies[geometry.body].is_virtual,
            fmt::format("{} is on body '{}', which is a virtual link of a "
                        "compound joint",
                        owner, bodies[geometry.body].name));
  }
}

void RequireValidVisuals(std::span<const Visual> visuals,
                         std::span<const Body> bodies) {
  for (const Visual& visual : visuals) {
    RequireBodyIndex(visual.body, bodies, "a visual");
    const std::string owner =
        fmt::format("a visual of body '{}'", bodies[visual.body].name);
    RequireRigid(visual.X_BG, owner + ": its pose in the body");
    Require(!bodies[visual.body].is_virtual,
            owner + ", which is a virtual link of a compound joint");
    const Color c = visual.color.value_or(Color{});
    for (const double x : {c.red, c.green, c.blue, c.alpha})
      Require(x >= 0 && x <= 1, owner + ": its colour is not within 0 and 1");
  }
}

void RequireValidFluid(const Fluid& fluid,
                       std::span<const FluidEllipsoid> ellipsoids,
                       std::span<const Body> bodies) {
  RequireNotNegative(fluid.density, "density", "the fluid");
  RequireNotNegative(fluid.viscosity, "viscosity", "the fluid");
  Require(fluid.wind_W.allFinite(), "the fluid: its wind is not finite");
  for (const FluidEllipsoid& part : ellipsoids) {
    RequireBodyIndex(part.body, bodies, "an ellipsoid in the fluid");
    const std::string owner =
        fmt::format("an ellipsoid of body '{}'", bodies[part.body].name);
    RequireRigid(part.X_BE, owner + ": its pose in the body");
    Require(!bodies[part.body].is_virtual,
            owner + ", which is a virtual link of a compound joint");
    for (const double radius : part.radii) {
      Require(std::isfinite(radius) && radius > 0,
              owner + ": its radii must be finite and positive");
    }
    const FlowCoefficients& c = part.coefficients;
    for (const double x : {c.blunt_drag, c.slender_drag, c.angular_drag,
                           c.kutta_lift, c.magnus_lift})
      RequireNotNegative(x, "coefficient", owner);
  }
}

void RequireValidGeometryPairs(std::span<const contact::GeometryPair> pairs,
                               std::span<const contact::Geometry> geometries) {
  std::set<std::pair<int, int>> seen;
  for (const contact::GeometryPair& pair : pairs) {
    for (const int index : {pair.geometry_a, pair.geometry_b}) {
      Require(index >= 0 && index < std::ssize(geometries),
              fmt::format("a pair refers to geometry number {}; there are {}",
                          index, geometries.size()));
    }
    const contact::Geometry& a = geometries[pair.geometry_a];
    const contact::Geometry& b = geometries[pair.geometry_b];
    const std::string owner =
        fmt::format("the pair of geometries '{}' and '{}'", a.name, b.name);
    Require(a.body != b.body, owner + " is on one body");
    Require(seen.insert(std::minmax({pair.geometry_a, pair.geometry_b})).second,
            owner + " is there twice");
    RequireNotNegative(pair.margin, "margin", owner);
    Require(std::isfinite(pair.material_a.stiffness) ||
                std::isfinite(pair.material_b.stiffness),
            owner + ": both are rigid; one must give way");
  }
}

void RequireMassEverywhere(const Model& model) {
  PositionKinematics position;
  CalcPositionKinematics(model, MakeGenericPositions(model), &position);
  std::vector<MatrixXd> M;
  CalcMassMatrix(model, position, &M);
  for (std::size_t t = 0; t < M.size(); ++t) {
    const int k = FindMasslessVelocity(M[t]);
    if (k < 0) continue;
    for (const Joint& joint : model.joints()) {
      const int offset = model.trees()[t].v_start + k - joint.v_start;
      if (offset < 0 || offset >= joint.nv()) continue;
      throw std::invalid_argument(fmt::format(
          "joint '{}' moves nothing: body '{}' and what hangs on it have no "
          "mass along its velocity {} of {}; give them mass, or the joint "
          "armature",
          joint.name, model.bodies()[joint.child].name, offset + 1,
          joint.nv()));
    }
  }
}

}  // namespace tactus::multibody
