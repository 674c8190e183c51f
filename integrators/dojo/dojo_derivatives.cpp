#include <algorithm>

#include "tactus/common/require.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/retraction.h"
#include "tactus/solvers/refined_solve.h"

namespace tactus::integrators {
namespace {

// to(rows[i], columns[j]) = from(i, at + j).
void Scatter(const MatrixXd& from, int at, std::span<const int> rows,
             std::span<const int> columns, MatrixXd* to) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      (*to)(rows[i], columns[j]) =
          from(static_cast<Eigen::Index>(i), at + static_cast<Eigen::Index>(j));
  }
}

// to(rows[i], all) = from(i, at ...).
void ScatterRows(const MatrixXd& from, int at, std::span<const int> rows,
                 MatrixXd* to) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    to->row(rows[i]) =
        from.row(static_cast<Eigen::Index>(i)).segment(at, to->cols());
}

}  // namespace

void DojoStep::StepAndLinearize(
    const StepProblem& problem,
    std::span<const multibody::Parameter> parameters, systems::Value* memory,
    StepResult* result) {
  for (const multibody::Parameter& parameter : parameters)
    GetParameter(problem.model, parameter);  // Throws where it is not.
  linear_.is_wanted = true;
  linear_.parameters.assign(parameters.begin(), parameters.end());
  linear_.model = &problem.model;
  linear_.inputs =
      problem.inputs != nullptr ? problem.inputs : &linear_.no_inputs;
  linear_.h = problem.h;
  linear_.difference = problem.h * problem.velocity.v0;
  linear_.num_islands = 0;
  Solve(problem, memory, result);
  linear_.is_wanted = !result->report.failure;
}

// At the solution.
void DojoStep::Linearize(const contact::Island& island,
                         const StepProblem& problem) {
  if (linear_.num_islands == static_cast<int>(linear_.islands.size()))
    linear_.islands.emplace_back();
  LinearIsland& linear = linear_.islands[linear_.num_islands++];
  scaling_.Set(problem_.cones(), solver_.s(), solver_.z());
  linear.K = problem_.FactorizeDense(scaling_);
  linear.columns = linearization_.Calc(problem_, x_, solver_.z(),
                                       {.parameters = linear_.parameters,
                                        .inputs = linear_.inputs,
                                        .slopes = held_.slopes()},
                                       &dynamics_, &linear.E);
  linear.velocities.clear();
  for (const int c : island.cliques) {
    const contact::Clique& clique = problem.velocity.cliques[c];
    for (int i = 0; i < clique.nv; ++i)
      linear.velocities.push_back(clique.v_start + i);
  }
  velocity_at_gradient_ = problem.velocity.v0;
  problem_.GetVelocity(x_, &velocity_at_gradient_);
  for (const int i : linear.velocities)
    linear_.difference[i] = problem.h * velocity_at_gradient_[i];
}

// q1 = q0 (+) h v1. K, which is stiff where contacts bear, is taken for the
// product of its factors, to its last digit: so forward and backward products
// are of one matrix.
void DojoStep::CalcDerivatives(StepDerivatives* derivatives) {
  Require(linear_.is_wanted, "Dojo: no step has been linearized");
  const auto nv = linear_.difference.size();
  StepJacobian& v = derivatives->v;
  v.by_q.setZero(nv, nv);
  v.by_v.setZero(nv, nv);
  v.by_force.setZero(nv, nv);
  v.by_control.setZero(nv, linear_.model->num_actuators());
  v.by_parameter.setZero(nv, std::ssize(linear_.parameters));
  MatrixXd dx;
  for (int i = 0; i < linear_.num_islands; ++i) {
    LinearIsland& island = linear_.islands[i];
    const DojoColumns& columns = island.columns;
    const std::span<const int> own = island.velocities;
    dx = -solvers::SolveRefined(island.K, island.K.reconstructedMatrix(),
                                island.E);
    Scatter(dx, columns.q(), own, own, &v.by_q);
    Scatter(dx, columns.v(), own, own, &v.by_v);
    Scatter(dx, columns.force(), own, own, &v.by_force);
    Scatter(dx, columns.other(), own, columns.others, &v.by_q);
    ScatterRows(dx, columns.control(), own, &v.by_control);
    ScatterRows(dx, columns.parameter(), own, &v.by_parameter);
  }
  StepJacobian& q = derivatives->q;
  const auto advance = [&](const MatrixXd& dv, const MatrixXd& dq,
                           MatrixXd* out) {
    CalcRetractionRates(*linear_.model, linear_.difference, dq, linear_.h * dv,
                        out);
  };
  const auto stay = [&](const MatrixXd& like) {
    return MatrixXd::Zero(like.rows(), like.cols());
  };
  advance(v.by_q, MatrixXd::Identity(nv, nv), &q.by_q);
  advance(v.by_v, stay(v.by_v), &q.by_v);
  advance(v.by_force, stay(v.by_force), &q.by_force);
  advance(v.by_control, stay(v.by_control), &q.by_control);
  advance(v.by_parameter, stay(v.by_parameter), &q.by_parameter);
}

void DojoStep::CalcGradient(const VectorXd& q_bar, const VectorXd& v_bar,
                            StepGradient* gradient) {
  Require(linear_.is_wanted, "Dojo: no step has been linearized");
  const auto nv = linear_.difference.size();
  VectorXd v1_bar;
  CalcRetractionGradient(*linear_.model, linear_.difference, q_bar,
                         &gradient->by_q, &v1_bar);
  v1_bar = v_bar + linear_.h * v1_bar;
  gradient->by_v.setZero(nv);
  gradient->by_force.setZero(nv);
  gradient->by_control.setZero(linear_.model->num_actuators());
  gradient->by_parameter.setZero(std::ssize(linear_.parameters));
  VectorXd x_bar;
  for (int i = 0; i < linear_.num_islands; ++i) {
    LinearIsland& island = linear_.islands[i];
    const DojoColumns& columns = island.columns;
    x_bar.setZero(island.E.rows());
    const auto n = std::ssize(island.velocities);
    for (Eigen::Index k = 0; k < n; ++k)
      x_bar[k] = v1_bar[island.velocities[k]];
    // -E' K^-T x_bar
    const VectorXd by_column = -solvers::MultiplySolutionTransposed(
        island.K, island.K.reconstructedMatrix(), island.E, x_bar);
    for (Eigen::Index k = 0; k < n; ++k) {
      const int at = island.velocities[k];
      gradient->by_q[at] += by_column[columns.q() + k];
      gradient->by_v[at] = by_column[columns.v() + k];
      gradient->by_force[at] = by_column[columns.force() + k];
    }
    for (std::size_t k = 0; k < columns.others.size(); ++k)
      gradient->by_q[columns.others[k]] +=
          by_column[columns.other() + static_cast<Eigen::Index>(k)];
    gradient->by_control +=
        by_column.segment(columns.control(), gradient->by_control.size());
    gradient->by_parameter +=
        by_column.segment(columns.parameter(), gradient->by_parameter.size());
  }
}

}  // namespace tactus::integrators
