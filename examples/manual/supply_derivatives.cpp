// Derivatives: a controller that knows its own, and so is asked less often.
//
// To take a controller implicitly, CENIC must know how its output follows the
// state. It takes differences, a column per velocity, unless a block says so
// itself, in CalcOutputJacobians(). Here springs that give way hold slides,
//
//     u_i = -k s tanh((q_i - q_(i-1)) / s) - d v_i.
#include <cmath>
#include <cstdio>
#include <string>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using systems::LeafContext;

constexpr int kSlides = 12;

class SoftSprings final : public systems::LeafSystem {
 public:
  static constexpr double kStiffness = 1000, kSoftness = 0.05, kDamping = 5;

  explicit SoftSprings(bool knows_derivatives)
      : LeafSystem("springs"), knows_derivatives_(knows_derivatives) {
    state_ = DeclareVectorInputPort("state", 2 * kSlides);
    DeclareVectorOutputPort("u", kSlides, &SoftSprings::CalcOutput,
                            systems::Reads::kInputs);
  }

  bool CalcOutputJacobians(const LeafContext& context, int,
                           systems::LeafJacobians* jacobians) const override {
    if (!knows_derivatives_) return false;
    const VectorXd& x = state_.Eval(context);
    // One matrix per input port; this one is du/d[q; v].
    MatrixXd by_x = MatrixXd::Zero(kSlides, 2 * kSlides);
    for (int i = 0; i < kSlides; ++i) {
      const double c = std::cosh(CalcStretch(x, i) / kSoftness);
      by_x(i, i) = -kStiffness / (c * c);
      if (i > 0) by_x(i, i - 1) = -by_x(i, i);
      by_x(i, kSlides + i) = -kDamping;
    }
    jacobians->by_input = {by_x};
    return true;
  }

  long evaluations() const { return evaluations_; }

 private:
  static double CalcStretch(const VectorXd& x, int i) {
    return i > 0 ? x[i] - x[i - 1] : x[i];
  }
  void CalcOutput(const LeafContext& context, VectorXd* u) const {
    ++evaluations_;
    const VectorXd& x = state_.Eval(context);
    for (int i = 0; i < kSlides; ++i) {
      (*u)[i] =
          -kStiffness * kSoftness * std::tanh(CalcStretch(x, i) / kSoftness) -
          kDamping * x[kSlides + i];
    }
  }

  bool knows_derivatives_;
  systems::InputPort state_;
  // Nothing is computed from it, or it would have to be in the Context.
  mutable long evaluations_ = 0;
};

// One kilogram each, with motors.
std::shared_ptr<const multibody::Model> MakeSlides() {
  multibody::ModelBuilder model;
  for (int i = 0; i < kSlides; ++i) {
    const std::string name = "slide" + std::to_string(i);
    const int body =
        model.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    const int joint = model.AddJoint({.name = name,
                                      .type = multibody::JointType::kPrismatic,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX()});
    model.AddActuator({.name = name, .joint = joint});
  }
  return std::move(model).Build();
}

struct Result {
  VectorXd x;
  long steps{}, evaluations{};
};

Result Run(bool knows_derivatives) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(MakeSlides());
  const auto& springs = builder.AddSystem<SoftSprings>(knows_derivatives);
  builder.Connect(plant.state_output(), springs.get_input_port());
  builder.Connect(springs.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4});
  plant.SetVelocities(&simulator.mutable_context(),
                      VectorXd::LinSpaced(kSlides, 0, 2));
  simulator.AdvanceTo(2);
  return {simulator.context().continuous_state(), cenic.statistics().steps,
          springs.evaluations()};
}

int main() {
  const Result differences = Run(false), exact = Run(true);
  const double apart = (differences.x - exact.x).lpNorm<Eigen::Infinity>();
  std::printf("%ld steps with %ld evaluations, or with %ld; apart by %.1e\n",
              exact.steps, differences.evaluations, exact.evaluations, apart);
  const bool same = apart < 1e-6 && differences.steps == exact.steps;
  return same && 5 * exact.evaluations < differences.evaluations ? 0 : 1;
}
