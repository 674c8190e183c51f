// Table VII of [Lee22]: a mat that is folded, by COND and by splitting.
#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/apps/bench/cond/contact_splitting.h"
#include "tactus/common/spent_time.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/examples/scenes/soft_mat.h"

namespace tactus::apps {
namespace {

using cond::ContactSplitting;
using cond::kResidual;
using cond::kStep;
using contact::VelocityProblem;

/// Sums over steps but for the overlap.
struct Measured {
  double overlap{};      // The deepest one after a step [m].
  double force_error{};  // Of the elastic body [N].
  double seconds{}, iterations{};
};

struct Row {
  std::string name;
  /// Iterations.
  std::function<int(const VelocityProblem&, VectorXd*)> solve;
  // The paper's.
  const char *overlap = "-", *force_error = "-", *time = "-";
};

// What elements' forces change by with the velocities of nodes,
// (h + damping) K dv.
double CalcElasticForce(const VelocityProblem& problem, const VectorXd& dv) {
  VectorXd force = VectorXd::Zero(problem.num_velocities());
  for (const contact::ElasticElement& element : problem.elastic_elements) {
    Eigen::Matrix<double, 12, 1> own;
    for (int k = 0; k < 4; ++k)
      own.segment<3>(3 * k) = dv.segment<3>(element.dofs[k]);
    own = (kStep + element.damping) * (element.stiffness * own);
    for (int k = 0; k < 4; ++k)
      force.segment<3>(element.dofs[k]) += own.segment<3>(3 * k);
  }
  return force.norm();
}

// -(gap + h u_n), with u of the bodies themselves.
double CalcOverlap(const VelocityProblem& problem, const VectorXd& v) {
  contact::SmoothPrediction prediction;
  prediction.Reset(problem, kStep);
  contact::NodalProblem nodal;
  contact::NodalProblemBuilder().Build(problem, prediction, {}, kStep, &nodal);
  double deepest = 0;
  for (const contact::PointContact& point : nodal.points) {
    double gap = problem.points[point.point].phi0;
    for (const contact::VirtualNode& node : nodal.NodesOf(point.nodes)) {
      const contact::NodalTree& tree = nodal.trees[node.tree];
      const int normal = node.first - tree.first + 2;
      gap += kStep * tree.J().row(normal).dot(v.segment(tree.v_start, tree.nv));
    }
    deepest = std::max(deepest, -gap);
  }
  return deepest;
}

template <class Solver, class Options>
auto By(const Options& options) {
  return [options](const VelocityProblem& problem, VectorXd* v) {
    return Solver(options).Solve(problem, kStep, v).iterations;
  };
}

Measured Measure(const Row& row, std::span<const VelocityProblem> problems,
                 std::span<const VectorXd> truths) {
  Measured sum;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    VectorXd v;
    const SpentTime start = SpentTime::Now();
    sum.iterations += row.solve(problems[i], &v);
    sum.seconds += (SpentTime::Now() - start).cpu;
    sum.force_error += CalcElasticForce(problems[i], v - truths[i]);
    sum.overlap = std::max(sum.overlap, CalcOverlap(problems[i], v));
  }
  return sum;
}

std::vector<Row> MakeRows() {
  using contact::CondOptions;
  using contact::CondSolver;
  const auto split = [](int iterations) {
    return By<ContactSplitting>(ContactSplitting::Options{
        .max_iterations = iterations, .is_fixed = true});
  };
  std::vector<Row> rows = {
      {"COND, 50 iterations", By<CondSolver>(CondOptions{.iterations = 50}),
       "0.0049", "0.9662", "1"},
      {"COND, 100 iterations", By<CondSolver>(CondOptions{.iterations = 100}),
       "0.0050", "0.1620", "1.93"},
      {"splitting, 50 iterations", split(50), "0.0051", "13.40", "6.08"},
      {"splitting, 100 iterations", split(100), "0.0053", "6.559", "9.94"},
      {"COND, to 1e-4", By<CondSolver>(CondOptions{.residual = kResidual})}};
  for (const double penalty : {0.1, 1.0, 10.0}) {
    rows.push_back({fmt::format("splitting, to 1e-4, penalty {:g}", penalty),
                    By<ContactSplitting>(ContactSplitting::Options{
                        .penalty = penalty, .residual = kResidual})});
  }
  return rows;
}

}  // namespace

std::string BenchCondTable7(const BenchOptions& options) {
  const int cells = options.quick ? 12 : examples::SoftMatOptions().cells;
  const double start = options.quick ? 0.02 : 3;
  const int count = options.quick ? 1 : 5;
  const std::vector<VelocityProblem> problems = cond::RecordProblems(
      cond::AdvanceScene(examples::MakeSoftMat({.cells = cells}), start),
      count);
  std::vector<VectorXd> truths(problems.size());
  for (std::size_t i = 0; i < problems.size(); ++i)
    contact::CondSolver({.residual = 1e-9})
        .Solve(problems[i], kStep, &truths[i]);
  std::string text = fmt::format(
      "## Table VII: contact splitting\n\n"
      "The scene `soft_mat`, {} cells, E = 0.1 MPa: COND folds the mat for "
      "{:g} s, and each method solves what it meets in the next {} steps of 2 "
      "ms, without a start. Splitting is by alternating directions on COND's "
      "own problem, with one factorization per step. The error is that of the "
      "mat's internal force beside COND's to a residual of 1e-9, in the mean "
      "over the steps; overlaps are those after a step. Ours / the paper's, "
      "whose mat is another one and whose methods go on along their own "
      "motion.\n\n"
      "| method | solver's time, COND with 50 = 1 | iterations per step | "
      "error of internal force, mN | deepest overlap, mm |\n"
      "|---|---|---|---|---|\n",
      cells, start, count);
  double first = 0;
  for (const Row& row : MakeRows()) {
    const Measured sum = Measure(row, problems, truths);
    if (first == 0) first = sum.seconds;
    const auto steps = static_cast<double>(problems.size());
    text += fmt::format(
        "| {} | {:.2f} / {} | {:.1f} | {:.3g} / {} | {:.4f} / {} |\n", row.name,
        sum.seconds / first, row.time, sum.iterations / steps,
        1e3 * sum.force_error / steps, row.force_error, 1e3 * sum.overlap,
        row.overlap);
  }
  return text + "\n";
}

}  // namespace tactus::apps
