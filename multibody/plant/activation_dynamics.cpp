#include "tactus/multibody/plant/activation_dynamics.h"

#include <algorithm>
#include <utility>

#include "tactus/common/require.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::LeafContext;
using systems::LeafJacobians;
using Dynamics = Activation::Dynamics;

namespace {

// Zero where nothing is connected.
VectorXd ReadControls(systems::InputPort port, const LeafContext& context,
                      int size) {
  return port.HasValue(context) ? VectorXd(port.Eval(context))
                                : VectorXd(VectorXd::Zero(size));
}

// s(x) = x^3 (10 - 15 x + 6 x^2) on [0, 1].
double SmoothStep(double x, double* slope) {
  x = std::clamp(x, 0.0, 1.0);
  *slope = 30 * x * x * (1 - x) * (1 - x);
  return x * x * x * (10 + x * (6 * x - 15));
}

// (c - u) / tau of Activation, in MuJoCo's form (documentation, "Muscles"):
//
//     tau = tau_d + (tau_a - tau_d) s((c - u) / smoothing + 1/2),
//     tau_a = time_constant w, tau_d = deactivation_time / w, w = 1/2 + 3/2 u.
double CalcMuscleRate(const Activation& activation, double control, double u,
                      double* by_control, double* by_u) {
  const double c = std::clamp(control, 0.0, 1.0);
  const double held = std::clamp(u, 0.0, 1.0), w = 0.5 + 1.5 * held;
  const double w_u = u == held ? 1.5 : 0;
  const double rise = activation.time_constant * w;
  const double fall = activation.deactivation_time / w;
  const double gap = c - u;
  double slope = 0, share = gap > 0 ? 1 : 0;
  if (activation.smoothing > 0) {
    share = SmoothStep(gap / activation.smoothing + 0.5, &slope);
    slope /= activation.smoothing;
  }
  const double tau = fall + (rise - fall) * share;
  const double tau_c = (rise - fall) * slope;
  const double tau_u = -fall / w * w_u * (1 - share) +
                       activation.time_constant * w_u * share - tau_c;
  *by_u = (-1 - gap / tau * tau_u) / tau;
  *by_control = c == control ? (1 - gap / tau * tau_c) / tau : 0;
  return gap / tau;
}

}  // namespace

ActivationDynamics::ActivationDynamics(std::string name,
                                       std::shared_ptr<const Model> model)
    : LeafSystem(std::move(name)), model_(std::move(model)) {
  Require(model_ != nullptr, "ActivationDynamics: there is no model");
  const int size = model_->num_actuators();
  for (int i = 0; i < size; ++i) {
    const Activation& activation = model_->actuators()[i].activation;
    if (activation.dynamics != Dynamics::kNone) indices_.push_back(i);
  }
  control_ = DeclareVectorInputPort("control", size);
  VectorXd start = VectorXd::Zero(std::ssize(indices_));
  ProjectContinuousState(start);
  DeclareContinuousState(start);
  DeclareVectorOutputPort("u", size, &ActivationDynamics::CalcActivations,
                          {systems::Reads::kContinuous, {control_}});
}

void ActivationDynamics::SetActivations(systems::Context* context,
                                        const VectorRef& activations) const {
  systems::CheckBlock(*this, activations.size() == model_->num_actuators(),
                      "one activation per actuator, please");
  VectorXd u(std::ssize(indices_));
  for (std::size_t k = 0; k < indices_.size(); ++k)
    u[k] = activations[indices_[k]];
  ProjectContinuousState(u);
  context->of(*this).set_continuous_state(u);
}

// udot and its slopes; zero where it would leave the bounds.
double ActivationDynamics::CalcRate(const Actuator& actuator, double control,
                                    double u, double* by_control,
                                    double* by_u) const {
  const Activation& activation = actuator.activation;
  const double c =
      std::clamp(control, activation.control_lower, activation.control_upper);
  double rate = c;
  *by_control = 1;
  *by_u = 0;
  if (activation.dynamics == Dynamics::kFilter) {
    rate = (c - u) / activation.time_constant;
    *by_control = 1 / activation.time_constant;
    *by_u = -1 / activation.time_constant;
  } else if (activation.dynamics == Dynamics::kMuscle) {
    rate = CalcMuscleRate(activation, c, u, by_control, by_u);
  }
  const bool is_held = (u >= actuator.control_upper && rate > 0) ||
                       (u <= actuator.control_lower && rate < 0);
  if (is_held) *by_u = rate = 0;
  if (c != control || is_held) *by_control = 0;
  return rate;
}

void ActivationDynamics::CalcTimeDerivatives(const LeafContext& context,
                                             VectorXd* udot) const {
  const VectorXd control =
      ReadControls(control_, context, model_->num_actuators());
  const auto u = context.continuous_state();
  double by_control = 0, by_u = 0;
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    (*udot)[k] =
        CalcRate(actuator(k), control[indices_[k]], u[k], &by_control, &by_u);
  }
}

void ActivationDynamics::CalcActivations(const LeafContext& context,
                                         VectorXd* u) const {
  *u = ReadControls(control_, context, model_->num_actuators());
  const auto state = context.continuous_state();
  for (std::size_t k = 0; k < indices_.size(); ++k)
    (*u)[indices_[k]] = state[k];
}

bool ActivationDynamics::CalcOutputJacobians(const LeafContext&, int,
                                             LeafJacobians* jacobians) const {
  const int size = model_->num_actuators();
  MatrixXd by_control = MatrixXd::Identity(size, size);
  MatrixXd by_state = MatrixXd::Zero(size, std::ssize(indices_));
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    by_control(indices_[k], indices_[k]) = 0;
    by_state(indices_[k], k) = 1;
  }
  jacobians->by_state = by_state;
  jacobians->by_input = {by_control};
  return true;
}

bool ActivationDynamics::CalcTimeDerivativesJacobians(
    const LeafContext& context, LeafJacobians* jacobians) const {
  const int size = model_->num_actuators();
  const auto num_states = std::ssize(indices_);
  const VectorXd control =
      ReadControls(control_, context, model_->num_actuators());
  const auto u = context.continuous_state();
  MatrixXd by_control = MatrixXd::Zero(num_states, size);
  MatrixXd by_state = MatrixXd::Zero(num_states, num_states);
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    CalcRate(actuator(k), control[indices_[k]], u[k],
             &by_control(k, indices_[k]), &by_state(k, k));
  }
  jacobians->by_state = by_state;
  jacobians->by_input = {by_control};
  return true;
}

void ActivationDynamics::ProjectContinuousState(Eigen::Ref<VectorXd> u) const {
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    u[k] =
        std::clamp(u[k], actuator(k).control_lower, actuator(k).control_upper);
  }
}

bool HasActivationDynamics(const Model& model) {
  return std::ranges::any_of(model.actuators(), [](const Actuator& actuator) {
    return actuator.activation.dynamics != Dynamics::kNone;
  });
}

systems::InputPort AddActivationDynamics(const MultibodyPlant& plant,
                                         systems::DiagramBuilder* builder) {
  if (!HasActivationDynamics(plant.model())) return plant.actuation_input();
  const auto& dynamics = builder->AddSystem<ActivationDynamics>(
      plant.name() + "_activation", plant.shared_model());
  builder->Connect(dynamics.get_output_port(), plant.actuation_input());
  return dynamics.control_input();
}

const ActivationDynamics* FindActivationDynamics(
    const systems::Diagram& diagram, const MultibodyPlant& plant) {
  const auto source = diagram.ConnectedOutput(plant.actuation_input());
  return source ? dynamic_cast<const ActivationDynamics*>(source->leaf)
                : nullptr;
}

systems::InputPort FindControlInput(const systems::Diagram& diagram,
                                    const MultibodyPlant& plant) {
  const auto* dynamics = FindActivationDynamics(diagram, plant);
  return dynamics == nullptr ? plant.actuation_input()
                             : dynamics->control_input();
}

}  // namespace tactus::multibody
