#include "tactus/multibody/transmission_checks.h"

#include <cmath>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/element_checks.h"

namespace tactus::multibody {
namespace {

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
    Require(actuator.gain1 == 0 && actuator.gain2 == 0,
            owner + " acts on a body, and its gain cannot follow a length");
  }
  Require(!actuator.adheres || actuator.body > 0,
          owner + ": only a body other than the world adheres");
  Require(std::isfinite(actuator.gear) && std::isfinite(actuator.gain) &&
              std::isfinite(actuator.gain1) && std::isfinite(actuator.gain2) &&
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

// Each branch of a path is points, with at most one shape between two. A pulley
// may begin the first one.
void RequireValidPath(const Tendon& tendon, std::span<const Body> bodies,
                      const std::string& owner) {
  using StopKind = Tendon::Stop::Kind;
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
    if (stop.kind == StopKind::kPulley) {
      Require(std::isfinite(stop.divisor) && stop.divisor > 0,
              owner + ": the divisor of a pulley must be positive");
      if (&stop != &tendon.path.front()) end_branch();
      continue;
    }
    RequireBodyIndex(stop.body, bodies, owner);
    RequireRigid(stop.X_BS, owner + ": a place on its path");
    if (stop.kind == StopKind::kPoint) {
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

// What follows an angle of a ball joint, frames of two bodies, or a crank.
void RequireValid(const Transmission& of, std::span<const Joint> joints,
                  std::span<const Body> bodies, const std::string& owner) {
  Require(of.gear.allFinite(), owner + ": its gear is not finite");
  if (of.kind == Transmission::Kind::kJoint) {
    Require(of.joint >= 0 && of.joint < std::ssize(joints),
            fmt::format("{} refers to joint number {}; there are {}", owner,
                        of.joint, joints.size()));
    const Joint& joint = joints[of.joint];
    Require(
        joint.type == JointType::kBall || joint.type == JointType::kFloating,
        fmt::format("{} is of joint '{}', which is {}; it must be ball or "
                    "floating",
                    owner, joint.name, to_string(joint.type)));
    return;
  }
  RequireBodyIndex(of.body, bodies, owner);
  RequireRigid(of.X_BS, owner + ": its frame");
  const bool is_crank = of.kind == Transmission::Kind::kCrank;
  if (is_crank || of.reference != -1)
    RequireBodyIndex(of.reference, bodies, owner);
  RequireRigid(of.X_BR, owner + ": its frame of reference");
  Require(!is_crank || (std::isfinite(of.rod_length) && of.rod_length > 0),
          owner + ": the length of its rod must be positive");
}

void RequireValid(const Tendon& tendon, std::span<const Joint> joints,
                  std::span<const Body> bodies) {
  const std::string owner = fmt::format("tendon '{}'", tendon.name);
  if (tendon.transmission) {
    RequireValid(*tendon.transmission, joints, bodies, owner);
    Require(tendon.terms.empty() && tendon.path.empty() && tendon.offset == 0,
            owner + " has a transmission, and nothing else beside it");
    return;
  }
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

}  // namespace

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

}  // namespace tactus::multibody
