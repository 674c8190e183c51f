#include "tactus/examples/optimization/identification.h"

#include <cmath>

#include <Eigen/Cholesky>

#include "tactus/integrators/model_stepper.h"

namespace tactus::examples {
namespace {

using integrators::DojoStep;
using multibody::Model;
using multibody::Parameter;

// The loss at some values, and its Gauss-Newton model.
struct Quadratic {
  double loss{};
  VectorXd gradient;
  MatrixXd hessian;
  int num_skipped{};
};

class Problem {
 public:
  Problem(std::shared_ptr<const Model> model,
          std::span<const Parameter> parameters,
          std::span<const Transition> log, const IdentificationOptions& options)
      : model_(std::move(model)),
        parameters_(parameters),
        log_(log),
        options_(options),
        weights_(options.weights.size() > 0
                     ? options.weights
                     : VectorXd::Ones(model_->num_velocities())) {}

  /// Without gradient and Hessian, if not asked.
  Quadratic Calc(const VectorXd& values, bool derivatives) const {
    const auto n = std::ssize(parameters_);
    Quadratic sum{.gradient = VectorXd::Zero(n),
                  .hessian = MatrixXd::Zero(n, n)};
    integrators::ModelStepper stepper(
        WithParameters(*model_, parameters_, values));
    DojoStep dojo(options_.method);
    for (const Transition& transition : log_)
      Add(transition, derivatives, &stepper, &dojo, &sum);
    const double count =
        std::max<double>(1, static_cast<double>(log_.size()) - sum.num_skipped);
    sum.loss /= count;
    sum.gradient /= count;
    sum.hessian /= count;
    return sum;
  }

 private:
  // rho' = w r with w = 1 or huber / r.
  void Add(const Transition& transition, bool derivatives,
           integrators::ModelStepper* stepper, DojoStep* dojo,
           Quadratic* sum) const {
    const multibody::PlantInputs inputs;
    systems::Value memory = dojo->MakeMemory();
    const auto problem = stepper->Prepare(
        dojo, {transition.q0, transition.v0, inputs}, options_.step);
    integrators::StepResult next;
    if (derivatives) {
      dojo->StepAndLinearize(problem, parameters_, &memory, &next);
    } else {
      dojo->Step(problem, &memory, &next);
    }
    if (!next.report.failure.empty()) {
      ++sum->num_skipped;
      sum->loss += 10 * options_.huber;
      return;
    }
    const VectorXd error = weights_.cwiseProduct(next.v - transition.v1);
    const double r = error.norm(), huber = options_.huber;
    sum->loss += r <= huber ? r * r / 2 : huber * (r - huber / 2);
    if (!derivatives) return;
    integrators::StepDerivatives slopes;
    dojo->CalcDerivatives(&slopes);
    const MatrixXd J = weights_.asDiagonal() * slopes.v.by_parameter;
    const double w = r <= huber ? 1 : huber / r;
    sum->gradient.noalias() += w * J.transpose() * error;
    sum->hessian.noalias() += w * J.transpose() * J;
  }

  std::shared_ptr<const Model> model_;
  std::span<const Parameter> parameters_;
  std::span<const Transition> log_;
  const IdentificationOptions& options_;
  VectorXd weights_;
};

// Infinite where the values make no sense.
double LossAt(const Problem& problem, const VectorXd& values) {
  try {
    return problem.Calc(values, false).loss;
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<double>::infinity();
  }
}

}  // namespace

Identification Identify(const std::shared_ptr<const Model>& model,
                        std::span<const Parameter> parameters,
                        std::span<const Transition> log,
                        const IdentificationOptions& options) {
  const Problem problem(model, parameters, log, options);
  Identification found;
  found.values.resize(std::ssize(parameters));
  for (Eigen::Index i = 0; i < found.values.size(); ++i)
    found.values[i] = GetParameter(*model, parameters[i]);

  double damping = 1e-2;
  Quadratic now = problem.Calc(found.values, true);
  found.losses.push_back(now.loss);
  for (int i = 0; i < options.max_iterations; ++i) {
    // (H + damping D) dp = -g, until the loss falls, with D the diagonal of H,
    // and a floor for what the log says nothing about.
    const VectorXd diagonal = now.hessian.diagonal();
    const VectorXd D = diagonal.cwiseMax(1e-3 * diagonal.maxCoeff());
    VectorXd next;
    double loss = now.loss;
    for (; damping < 1e8; damping *= 10) {
      MatrixXd H = now.hessian;
      H.diagonal() += damping * D;
      next = found.values - H.ldlt().solve(now.gradient);
      loss = LossAt(problem, next);
      if (loss < now.loss) break;
    }
    if (!(loss < now.loss)) break;
    damping = std::max(damping / 10, 1e-9);
    found.values = next;
    const double before = now.loss;
    now = problem.Calc(found.values, true);
    found.losses.push_back(now.loss);
    if (before - now.loss < options.tolerance * before) break;
  }
  found.num_skipped = now.num_skipped;
  return found;
}

}  // namespace tactus::examples
