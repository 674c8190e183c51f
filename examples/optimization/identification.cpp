#include "tactus/examples/optimization/identification.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <Eigen/Cholesky>

#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/kinematics.h"

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
  int num_failed{};
};

class Problem {
 public:
  Problem(std::shared_ptr<const Model> model,
          std::span<const Parameter> parameters, std::span<const Segment> log,
          const IdentificationOptions& options)
      : model_(std::move(model)),
        parameters_(parameters),
        log_(log),
        options_(options),
        weights_(options.weights.size() > 0
                     ? options.weights
                     : VectorXd::Ones(model_->num_velocities())) {}

  /// Without gradient and Hessian, if not asked.
  Quadratic Calc(const VectorXd& values, double gradient_kappa,
                 bool derivatives) const {
    const auto n = std::ssize(parameters_);
    Quadratic sum{.gradient = VectorXd::Zero(n),
                  .hessian = MatrixXd::Zero(n, n)};
    integrators::ModelStepper stepper(
        WithParameters(*model_, parameters_, values));
    integrators::DojoOptions method = options_.method;
    method.gradient_kappa = std::max(gradient_kappa, method.kappa.value_or(0));
    DojoStep dojo(method);
    double count = 0;
    for (const Segment& segment : log_) {
      Add(segment, derivatives, &stepper, &dojo, &sum);
      count += static_cast<double>(segment.q.size());
    }
    sum.loss /= count;
    sum.gradient /= count;
    sum.hessian /= count;
    return sum;
  }

 private:
  // dq_(k+1) = Q_q dq_k + Q_v dv_k + Q_p dp, and v likewise.
  void Add(const Segment& segment, bool derivatives,
           integrators::ModelStepper* stepper, DojoStep* dojo,
           Quadratic* sum) const {
    const multibody::PlantInputs inputs;
    systems::Value memory = dojo->MakeMemory();
    VectorXd q = segment.q0, v = segment.v0, error;
    const auto n = std::ssize(parameters_);
    MatrixXd dq = MatrixXd::Zero(v.size(), n), dv = dq;
    integrators::StepResult next;
    integrators::StepDerivatives slopes;
    for (const VectorXd& expected : segment.q) {
      const auto problem =
          stepper->Prepare(dojo, {q, v, inputs}, options_.step);
      if (derivatives) {
        dojo->StepAndLinearize(problem, parameters_, &memory, &next);
      } else {
        dojo->Step(problem, &memory, &next);
      }
      if (next.report.failure) {
        ++sum->num_failed;
        sum->loss += 10 * options_.huber;
        return;
      }
      q = next.q;
      v = next.v;
      CalcPositionDifference(*model_, expected, q, &error);
      error = error.cwiseProduct(weights_).eval();
      if (!derivatives) {
        AddError(error, nullptr, sum);
        continue;
      }
      dojo->CalcDerivatives(&slopes);
      const MatrixXd before = dq;
      dq = slopes.q.by_q * before + slopes.q.by_v * dv + slopes.q.by_parameter;
      dv = slopes.v.by_q * before + slopes.v.by_v * dv + slopes.v.by_parameter;
      const MatrixXd J = weights_.asDiagonal() * dq;
      AddError(error, &J, sum);
    }
  }

  // rho' = w r with w = 1 or huber / r.
  void AddError(const VectorXd& error, const MatrixXd* J,
                Quadratic* sum) const {
    const double r = error.norm(), huber = options_.huber;
    sum->loss += r <= huber ? r * r / 2 : huber * (r - huber / 2);
    if (J == nullptr) return;
    const double w = r <= huber ? 1 : huber / r;
    sum->gradient.noalias() += w * J->transpose() * error;
    sum->hessian.noalias() += w * J->transpose() * *J;
  }

  std::shared_ptr<const Model> model_;
  std::span<const Parameter> parameters_;
  std::span<const Segment> log_;
  const IdentificationOptions& options_;
  VectorXd weights_;
};

// Infinite where the values make no sense.
double LossAt(const Problem& problem, const VectorXd& values) {
  try {
    return problem.Calc(values, 0, false).loss;
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<double>::infinity();
  }
}

// (H + damping D) dp = -g, with D the diagonal of H, and a floor for what the
// log says nothing about.
VectorXd CalcStep(const Quadratic& at, double damping) {
  const VectorXd diagonal = at.hessian.diagonal();
  MatrixXd H = at.hessian;
  H.diagonal() += damping * diagonal.cwiseMax(1e-3 * diagonal.maxCoeff());
  return -H.ldlt().solve(at.gradient);
}

void Descend(const Problem& problem, double gradient_kappa,
             const IdentificationOptions& options, Identification* found) {
  double damping = 1e-2;
  Quadratic now = problem.Calc(found->values, gradient_kappa, true);
  found->num_failed = now.num_failed;
  if (found->losses.empty()) found->losses.push_back(now.loss);
  for (int i = 0; i < options.max_iterations; ++i) {
    VectorXd next;
    double loss = now.loss;
    for (; damping < 1e8; damping *= 10) {
      next = found->values + CalcStep(now, damping);
      loss = LossAt(problem, next);
      if (loss < now.loss) break;
    }
    if (!(loss < now.loss)) return;
    damping = std::max(damping / 10, 1e-9);
    found->values = next;
    found->losses.push_back(loss);
    if (now.loss - loss < options.tolerance * now.loss) return;
    now = problem.Calc(found->values, gradient_kappa, true);
    found->num_failed = now.num_failed;
  }
}

}  // namespace

Identification Identify(const std::shared_ptr<const Model>& model,
                        std::span<const Parameter> parameters,
                        std::span<const Segment> log,
                        const IdentificationOptions& options) {
  const Problem problem(model, parameters, log, options);
  Identification found;
  found.values.resize(std::ssize(parameters));
  for (Eigen::Index i = 0; i < found.values.size(); ++i)
    found.values[i] = GetParameter(*model, parameters[i]);
  for (const double kappa : options.gradient_kappas)
    Descend(problem, kappa, options, &found);
  return found;
}

}  // namespace tactus::examples
