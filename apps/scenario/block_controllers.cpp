#include <memory>
#include <utility>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"
#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/multibody/plant/controllers/joint_impedance_controller.h"
#include "tactus/multibody/plant/controllers/joint_pid_controller.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/control/lqr_controller.h"
#include "tactus/systems/primitives/discrete_pid.h"
#include "tactus/systems/primitives/pid_controller.h"

/// Feedback, with and without a model.
namespace tactus::apps {
namespace {

using std::make_unique;
using Block = std::unique_ptr<systems::LeafSystem>;

// Zeros of the size of the proportional gain.
VectorXd ZerosLike(const VectorXd& kp) {
  return VectorXd::Zero(kp.size());
}

Block MakeDiscretePid(BlockParameters* p) {
  using AntiWindup = systems::DiscretePid::AntiWindup;
  systems::DiscretePid::Options options;
  options.kp = p->Vector("kp");
  options.ki = p->Vector("ki", ZerosLike(options.kp));
  options.kd = p->Vector("kd", ZerosLike(options.kp));
  options.period = p->Number("period");
  options.derivative_time_constant = p->Number("derivative_time_constant", 0);
  options.proportional_weight = p->Number("proportional_weight", 1);
  options.derivative_weight = p->Number("derivative_weight", 0);
  options.lower = p->Bounds("lower");
  options.upper = p->Bounds("upper");
  if (const auto value = p->map().Find("anti_windup")) {
    options.anti_windup = value->Word<AntiWindup>(
        {{"clamping", AntiWindup::kClamping},
         {"back_calculation", AntiWindup::kBackCalculation}});
  }
  options.tracking_time = p->Number("tracking_time", 0);
  return make_unique<systems::DiscretePid>(p->name(), std::move(options));
}

Block MakePidController(BlockParameters* p) {
  const VectorXd kp = p->Vector("kp");
  return make_unique<systems::PidController>(p->name(), kp,
                                             p->Vector("ki", ZerosLike(kp)),
                                             p->Vector("kd", ZerosLike(kp)));
}

Block MakeLqrController(BlockParameters* p) {
  VectorXd x0, u0;
  p->map().Read(
      "x0", [](const YamlValue& x) { return x.Numbers(); }, &x0);
  p->map().Read(
      "u0", [](const YamlValue& u) { return u.Numbers(); }, &u0);
  return make_unique<systems::LqrController>(p->name(), p->Matrix("K"), x0, u0);
}

Block MakeInverseDynamics(BlockParameters* p) {
  multibody::InverseDynamicsGains gains{.kp = p->Vector("kp"),
                                        .ki = p->Vector("ki", VectorXd()),
                                        .kd = p->Vector("kd")};
  return make_unique<multibody::InverseDynamicsController>(
      p->name(), MakeGroupModel(p->scenario(), p->Group()), std::move(gains));
}

Block MakeJointImpedance(BlockParameters* p) {
  return make_unique<multibody::JointImpedanceController>(
      p->name(), MakeGroupModel(p->scenario(), p->Group()),
      p->Vector("stiffness"), p->Vector("damping"));
}

Block MakeGravityCompensation(BlockParameters* p) {
  return multibody::MakeGravityCompensation(
      p->name(), MakeGroupModel(p->scenario(), p->Group()));
}

// A square matrix, or its diagonal.
MatrixXd ReadSquare(const YamlValue& value) {
  const bool is_matrix =
      value.is_list() && !value.List().empty() && value.List()[0].is_list();
  if (is_matrix) return value.Matrix();
  return MatrixXd(value.Numbers().asDiagonal());
}

Matrix6d ReadMatrix6(BlockParameters* p, std::string_view key) {
  const YamlValue value = p->map().Get(key);
  const MatrixXd matrix = ReadSquare(value);
  value.Check(matrix.rows() == 6 && matrix.cols() == 6,
              "expected six numbers or six rows of six: rotation, then "
              "translation");
  return matrix;
}

Block MakeCartesianImpedance(BlockParameters* p) {
  const YamlValue frame = p->map().Get("frame");
  const auto [body, X_BF] = frame.Guard(
      [&] { return p->scenario().assembly.FindFrame(frame.Text()); });
  multibody::CartesianImpedance impedance{
      .body = body,
      .X_BF = X_BF,
      .stiffness = ReadMatrix6(p, "stiffness"),
      .damping = ReadMatrix6(p, "damping"),
      .joint_stiffness = p->Vector("joint_stiffness", VectorXd()),
      .joint_damping = p->Vector("joint_damping", VectorXd())};
  if (const auto q = p->map().Find("joint_positions")) {
    impedance.joint_positions = p->Positions(*q);
  }
  return make_unique<multibody::CartesianImpedanceController>(
      p->name(), MakeGroupModel(p->scenario(), p->Group()),
      std::move(impedance));
}

// joints: {NAME: {kp, ki, kd, effort_limit, tracking_time}}
Block MakeJointPid(BlockParameters* p) {
  const auto model = MakeGroupModel(p->scenario(), p->Group());
  std::vector<multibody::JointPid> joints;
  for (const auto& [name, place, value] : p->map().Get("joints").Entries()) {
    const int j = place.Guard([&, &joint = name] {
      return multibody::FindScopedName(multibody::NamesOf(model->joints()),
                                       joint, "joint");
    });
    multibody::JointPid pid{.joint = model->joints()[j].name};
    YamlMap map(value);
    map.Read("kp", &YamlValue::Number, &pid.kp);
    map.Read("ki", &YamlValue::Number, &pid.ki);
    map.Read("kd", &YamlValue::Number, &pid.kd);
    map.Read("effort_limit", &YamlValue::Number, &pid.effort_limit);
    map.Read("tracking_time", &YamlValue::Number, &pid.tracking_time);
    map.Finish();
    joints.push_back(std::move(pid));
  }
  return make_unique<multibody::JointPidController>(p->name(), model,
                                                    std::move(joints));
}

// The equilibrium: where the model starts, unless said.
Block MakeLqrRegulator(BlockParameters* p) {
  const ModelGroup& group = p->Group();
  multibody::Equilibrium equilibrium{
      .q = Select(p->scenario().initial.q, group.q), .u = {}};
  if (const auto q = p->map().Find("positions")) {
    equilibrium.q = p->Positions(*q);
  }
  if (const auto u = p->map().Find("controls")) {
    equilibrium.u = u->Numbers(static_cast<int>(group.actuators.size()));
  } else {
    equilibrium.u = p->InitialControls();
  }
  return multibody::MakeLqrRegulator(
      p->name(), MakeGroupModel(p->scenario(), group), std::move(equilibrium),
      ReadSquare(p->map().Get("Q")), ReadSquare(p->map().Get("R")));
}

constexpr BlockType kControllers[] = {
    {"CartesianImpedanceController",
     &MakeCartesianImpedance,
     {"desired_velocity"}},
    {"DiscretePid", &MakeDiscretePid},
    {"GravityCompensation", &MakeGravityCompensation, {"desired_state"}},
    {"InverseDynamicsController",
     &MakeInverseDynamics,
     {"desired_acceleration"}},
    {"JointImpedanceController", &MakeJointImpedance},
    {"JointPidController", &MakeJointPid},
    {"LqrController", &MakeLqrController},
    {"LqrRegulator", &MakeLqrRegulator},
    {"PidController", &MakePidController},
};

}  // namespace

std::span<const BlockType> ControllerTypes() {
  return kControllers;
}

}  // namespace tactus::apps
