#include "tactus/multibody/plant/quantities/quantities.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/mass_properties.h"
#include "tactus/multibody/plant/forces/stored_energy.h"
#include "tactus/multibody/plant/quantities/contact_wrench.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/signals/name_pattern.h"

namespace tactus::multibody {
namespace {

using systems::Context;
using systems::Signal;
using Out = Eigen::Ref<VectorXd>;
using Names = std::vector<std::string>;

const Names kPose = {"x", "y", "z", "qw", "qx", "qy", "qz"};
const Names kVelocity = {"wx", "wy", "wz", "vx", "vy", "vz"};
const Names kWrench = {"tx", "ty", "tz", "fx", "fy", "fz"};
const Names kMomentum = {"lx", "ly", "lz", "px", "py", "pz"};
const Names kPoint = {"x", "y", "z"};
const Names kScalar = {""};

const PlantKinematics& EvalKinematics(const MultibodyPlant& plant,
                                      const Context& context) {
  return plant.kinematics_output().Eval<PlantKinematics>(context);
}

// The rotation that joints make, with the sign that follows their positions
// through any number of turns.
Quaterniond CalcJointRotation(const Joint& joint, const VectorRef& q) {
  const int s = joint.q_start;
  const auto turn = [](double angle, const Vector3d& axis) {
    return Quaterniond(Eigen::AngleAxisd(angle, axis));
  };
  switch (joint.type) {
    case JointType::kWeld:
    case JointType::kPrismatic:
    case JointType::kTranslation:
      return Quaterniond::Identity();
    case JointType::kRevolute:
    case JointType::kScrew:
      return turn(q[s], joint.axis_F);
    case JointType::kPlanar:
      return turn(q[s + 2], Vector3d::UnitZ());
    case JointType::kUniversal:
      return turn(q[s], Vector3d::UnitX()) * turn(q[s + 1], Vector3d::UnitY());
    case JointType::kBall:
    case JointType::kFloating:
      break;
  }
  const int w = QuaternionStart(joint);
  return {q[w], q[w + 1], q[w + 2], q[w + 3]};
}

// R_WB as a quaternion. Its sign is that of the product of all joints'
// rotations on the way to the body: a function of q that does not jump,
// whatever was logged before.
Quaterniond CalcOrientation(const Model& model, const VectorRef& q, int body,
                            const Matrix3d& R_WB) {
  Quaterniond by_joints = Quaterniond::Identity();
  for (int b = body; b > 0;) {
    const Joint& joint = model.joints()[b - 1];
    by_joints = Quaterniond(joint.X_PF.linear()) * CalcJointRotation(joint, q) *
                Quaterniond(joint.X_CM.linear()).conjugate() * by_joints;
    b = joint.parent;
  }
  Quaterniond q_WB(R_WB);
  if (q_WB.dot(by_joints) < 0) q_WB.coeffs() *= -1;
  return q_WB;
}

void AddBodies(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  const auto bodies = plant.model().bodies();
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    if (bodies[b].is_virtual) continue;
    const std::string prefix = "body/" + bodies[b].name;
    signals->push_back(
        {.name = prefix + "/pose",
         .components = kPose,
         .calc = [&plant, b](const Context& context, Out out) {
           const RigidTransform& X_WB =
               plant.body_poses_output().Eval<std::vector<RigidTransform>>(
                   context)[b];
           const Quaterniond q_WB = CalcOrientation(
               plant.model(), plant.positions(context), b, X_WB.linear());
           out << X_WB.translation(), q_WB.w(), q_WB.vec();
         }});
    signals->push_back(
        {.name = prefix + "/velocity",
         .components = kVelocity,
         .calc = [&plant, b](const Context& context, Out out) {
           out = plant.body_velocities_output().Eval<std::vector<Vector6d>>(
               context)[b];
         }});
  }
}

void AddJoints(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  const auto joints = plant.model().joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = joints[j];
    const std::string prefix = "joint/" + joint.name;
    if (joint.nq() > 0) {
      signals->push_back(
          {.name = prefix + "/position",
           .components = PositionNames(joint.type),
           .calc = [&plant, &joint](const Context& context, Out out) {
             out = plant.positions(context).segment(joint.q_start, joint.nq());
           }});
      signals->push_back(
          {.name = prefix + "/velocity",
           .components = VelocityNames(joint.type),
           .calc = [&plant, &joint](const Context& context, Out out) {
             out = plant.velocities(context).segment(joint.v_start, joint.nv());
           }});
    }
    if (joint.type == JointType::kFloating) continue;
    signals->push_back(
        {.name = prefix + "/reaction",
         .components = kWrench,
         .calc = [&plant, j](const Context& context, Out out) {
           out = plant.joint_reactions_output().Eval<std::vector<Vector6d>>(
               context)[j];
         }});
  }
}

void AddActuators(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  for (int i = 0; i < plant.model().num_actuators(); ++i) {
    signals->push_back(
        {.name = "actuator/" + plant.model().actuators()[i].name + "/effort",
         .components = kScalar,
         .calc = [&plant, i](const Context& context, Out out) {
           out[0] = plant.actuator_efforts_output().Eval(context)[i];
         }});
  }
}

double CalcKinetic(const MultibodyPlant& plant, const Context& context) {
  const auto& [position, velocity] = EvalKinematics(plant, context);
  return CalcKineticEnergy(plant.model(), position, velocity,
                           plant.velocities(context));
}

double CalcPotential(const MultibodyPlant& plant, const Context& context) {
  return CalcPotentialEnergy(plant.model(),
                             EvalKinematics(plant, context).position,
                             plant.positions(context)) +
         CalcStoredEnergy(plant, context);
}

void AddEnergies(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  signals->push_back({.name = "energy/kinetic",
                      .components = kScalar,
                      .calc = [&plant](const Context& context, Out out) {
                        out[0] = CalcKinetic(plant, context);
                      }});
  signals->push_back({.name = "energy/potential",
                      .components = kScalar,
                      .calc = [&plant](const Context& context, Out out) {
                        out[0] = CalcPotential(plant, context);
                      }});
  signals->push_back({.name = "energy/total",
                      .components = kScalar,
                      .calc = [&plant](const Context& context, Out out) {
                        out[0] = CalcTotalEnergy(plant, context);
                      }});
}

// Nothing without mass has a centre of mass.
void AddMassProperties(const MultibodyPlant& plant, const std::string& prefix,
                       const std::vector<int>& bodies,
                       std::vector<Signal>* signals) {
  if (!(CalcMass(plant.model(), bodies) > 0)) return;
  signals->push_back(
      {.name = prefix + "/center_of_mass",
       .components = kPoint,
       .calc = [&plant, bodies](const Context& context, Out out) {
         out =
             CalcCenterOfMass(bodies, EvalKinematics(plant, context).position);
       }});
  signals->push_back(
      {.name = prefix + "/momentum",
       .components = kMomentum,
       .calc = [&plant, bodies](const Context& context, Out out) {
         const auto& [position, velocity] = EvalKinematics(plant, context);
         out = CalcMomentum(bodies, position, velocity,
                            CalcCenterOfMass(bodies, position));
       }});
}

void AddTotals(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  const std::vector<int> bodies = FindMovingBodies(plant.model());
  if (bodies.empty()) return;
  AddMassProperties(plant, "total", bodies, signals);
  signals->push_back(
      {.name = "total/momentum_about_origin",
       .components = kMomentum,
       .calc = [&plant, bodies](const Context& context, Out out) {
         const auto& [position, velocity] = EvalKinematics(plant, context);
         out = CalcMomentum(bodies, position, velocity, Vector3d::Zero());
       }});
}

void AddSubtrees(const MultibodyPlant& plant, std::vector<Signal>* signals) {
  const Model& model = plant.model();
  for (int b = 1; b < model.num_bodies(); ++b) {
    if (model.bodies()[b].is_virtual) continue;
    AddMassProperties(plant, "subtree/" + model.bodies()[b].name,
                      FindSubtree(model, b), signals);
  }
}

const StepRecord& EvalRecord(const MultibodyPlant& plant,
                             const Context& context) {
  return plant.step_record_output().Eval<StepRecord>(context);
}

/// A quantity of the contact of two bodies.
struct ContactQuantity {
  std::string_view name;
  Names components;
  bool is_of_patch;
  std::function<void(const PatchContact&, Out)> calc = {};
};

const std::vector<ContactQuantity>& ContactQuantities() {
  static const std::vector<ContactQuantity> table = {
      {"wrench", kWrench, false},
      {"area", kScalar, true,
       [](const PatchContact& p, Out out) {
         out[0] = p.area;
       }},
      {"pressure",
       {"mean", "max"},
       true,
       [](const PatchContact& p, Out out) {
         out << p.mean_pressure, p.max_pressure;
       }},
      {"center", kPoint, true,
       [](const PatchContact& p, Out out) {
         out = p.center;
       }},
      {"moment",
       {"tx", "ty", "tz"},
       true,
       [](const PatchContact& p, Out out) {
         out = p.moment_B_W;
       }},
      {"slip", kScalar, true, [](const PatchContact& p, Out out) {
         out[0] = p.slip_speed;
       }}};
  return table;
}

std::string ContactName(const Model& model, int a, int b,
                        std::string_view quantity) {
  return fmt::format("contact/{}/{}/{}", model.bodies()[a].name,
                     model.bodies()[b].name, quantity);
}

Signal MakeContactQuantity(const MultibodyPlant& plant, int a, int b,
                           const ContactQuantity& quantity) {
  Signal signal{.name = ContactName(plant.model(), a, b, quantity.name),
                .components = quantity.components,
                .calc = {}};
  if (!quantity.is_of_patch) {
    signal.calc = [&plant, a, b](const Context& context, Out out) {
      out = CalcContactWrench(plant.model(), EvalRecord(plant, context), a, b);
    };
    return signal;
  }
  const auto finder = std::make_shared<PatchFinder>(plant);
  signal.calc = [&plant, a, b, finder, calc = quantity.calc](
                    const Context& context, Out out) {
    calc(finder->FindBetween(EvalRecord(plant, context), a, b), out);
  };
  return signal;
}

}  // namespace

std::vector<Signal> MakeQuantities(const MultibodyPlant& plant) {
  std::vector<Signal> signals;
  AddBodies(plant, &signals);
  AddJoints(plant, &signals);
  AddActuators(plant, &signals);
  AddEnergies(plant, &signals);
  AddTotals(plant, &signals);
  AddSubtrees(plant, &signals);
  return signals;
}

std::vector<Signal> MakeContactQuantities(const MultibodyPlant& plant,
                                          std::string_view pattern) {
  return MakeContactQuantities(plant, [&](std::string_view name) {
    return systems::MatchesPattern(pattern, name);
  });
}

std::vector<Signal> MakeContactQuantities(
    const MultibodyPlant& plant,
    const std::function<bool(std::string_view)>& name_fits) {
  std::vector<Signal> signals;
  const Model& model = plant.model();
  for (const auto& [a, b] : FindContactPairs(model)) {
    for (const ContactQuantity& quantity : ContactQuantities()) {
      const auto fits = [&](int first, int second) {
        return name_fits(ContactName(model, first, second, quantity.name));
      };
      const bool in_order = fits(a, b);
      if (!in_order && !fits(b, a)) continue;
      if (quantity.is_of_patch && !HaveFields(model, a, b)) continue;
      signals.push_back(MakeContactQuantity(plant, in_order ? a : b,
                                            in_order ? b : a, quantity));
    }
  }
  return signals;
}

Signal FindQuantity(const MultibodyPlant& plant, std::string_view name) {
  for (const ContactQuantity& quantity : ContactQuantities()) {
    const auto pair = ParseContactName(plant.model(), name, quantity.name);
    if (!pair || (quantity.is_of_patch &&
                  !HaveFields(plant.model(), pair->first, pair->second)))
      continue;
    return MakeContactQuantity(plant, pair->first, pair->second, quantity);
  }
  std::vector<Signal> all = MakeQuantities(plant);
  if (name.starts_with("contact/")) all = MakeContactQuantities(plant);
  for (Signal& signal : all) {
    if (signal.name == name) return std::move(signal);
  }
  throw std::invalid_argument(fmt::format("there is no quantity '{}'; {}", name,
                                          Suggest(name, NamesOf(all))));
}

}  // namespace tactus::multibody
