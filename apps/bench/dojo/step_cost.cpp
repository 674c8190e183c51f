#include "tactus/apps/bench/dojo/step_cost.h"

#include <algorithm>
#include <cmath>

#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/common/spent_time.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/integrators/step_functions/step_or_halve.h"

namespace tactus::apps::dojo {
namespace {

// Of the processor's time [s].
double Since(const SpentTime& start) {
  return (SpentTime::Now() - start).cpu;
}

/// A robot, and the steps that it takes.
class Runner {
 public:
  Runner(const std::shared_ptr<const multibody::Model>& model,
         const CostedRun& options)
      : options_(options),
        model_(*model),
        stepper_(model),
        memory_(dojo_.MakeMemory()),
        q_(options.q.size() > 0 ? options.q : model->default_positions()),
        v_(VectorXd::Zero(model->num_velocities())) {
    inputs_.generalized_force = VectorXd::Zero(v_.size());
  }

  StepCost Run() {
    while (cost_.steps < options_.num_steps && cost_.failure.empty()) Step();
    cost_.contacts /= static_cast<double>(std::max(cost_.steps, 1L));
    return cost_;
  }

 private:
  // One that does not converge is halved, as FixedStep does it.
  void Step() {
    DrawEfforts();
    SpentTime start = SpentTime::Now();
    const integrators::StepProblem problem =
        stepper_.Prepare(&dojo_, {q_, v_, inputs_}, options_.h);
    cost_.problem += Since(start);
    const integrators::HalvedStep halved =
        StepOrHalve(dojo_, problem.h, [&](double h) {
          Attempt({problem.model, problem.position, problem.q0,
                   problem.velocity, h, problem.contacts, problem.inputs});
          return result_.report.failure;
        });
    cost_.halved += halved.num_halvings;
    if (halved.failure) {
      cost_.failure = Describe(*halved.failure);
      return;
    }
    ++cost_.steps;
    cost_.contacts += static_cast<double>(problem.velocity.points.size());
    q_ = result_.q;
    v_ = result_.v;
  }

  // The step with derivatives is timed whole; their share is what they take
  // beyond the same step without, which runs beside.
  void Attempt(const integrators::StepProblem& problem) {
    systems::Value memory = memory_;
    SpentTime start = SpentTime::Now();
    plain_.Step(problem, &memory, &result_);
    const double solve = Since(start);
    cost_.solve += solve;
    cost_.iterations += result_.report.total.iterations;
    if (options_.gradients) {
      start = SpentTime::Now();
      dojo_.StepAndLinearize(problem, {}, &memory_, &result_);
      if (!result_.report.failure) dojo_.CalcDerivatives(&derivatives_);
      cost_.gradients += Since(start) - solve;
    } else {
      memory_ = memory;
    }
  }

  void DrawEfforts() {
    for (const multibody::Joint& joint : model_.joints()) {
      if (joint.nv() != (options_.flies ? 6 : 1)) continue;
      for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
        inputs_.generalized_force[k] =
            dice_.Uniform(-options_.action, options_.action);
    }
  }

  CostedRun options_;
  const multibody::Model& model_;
  integrators::ModelStepper stepper_;
  integrators::DojoStep dojo_{{.kappa = CostedRun::kKappa}},
      plain_{{.kappa = CostedRun::kKappa}};
  systems::Value memory_;
  integrators::StepResult result_;
  integrators::StepDerivatives derivatives_;
  VectorXd q_, v_;
  multibody::PlantInputs inputs_;
  impacts::Dice dice_{5};
  StepCost cost_;
};

}  // namespace

double StepCost::iterations_per_step() const {
  return static_cast<double>(iterations) /
         static_cast<double>(std::max(steps, 1L));
}

double StepCost::PerStep(double seconds) const {
  return 1e6 * seconds / static_cast<double>(std::max(steps, 1L));
}

StepCost MeasureSteps(const std::shared_ptr<const multibody::Model>& model,
                      const CostedRun& run) {
  return Runner(model, run).Run();
}

}  // namespace tactus::apps::dojo
