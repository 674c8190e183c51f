#include "tactus/contact/cond/solver.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tactus/common/parallel_for.h"
#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

// Whether surfaces meet in a step of length h: u0 brings them together, phi0 +
// h u0 < 0, and not from an overlap of its own making. What rests on virtual
// nodes sinks at u0, and overlaps by h |u0| / 2 after its first step.
bool Meet(const ContactPoint& point, double h) {
  const double way = -h * point.v_C0.z();
  return -0.4 * way < point.phi0 && point.phi0 < way;
}

/// How often a step's dampers are tightened, and how much more than by the
/// excess: what held a load too little had less of it to bear.
constexpr int kMostTightenings = 4;
constexpr double kTightening = 8;
/// The same for creep, from step to step: what is tight takes more iterations,
/// and a step of creep does no harm. So dampers are tightened and loosened
/// slowly, and an impact is over before they are tight.
constexpr double kTighteningOfCreep = 2.5;
constexpr double kFastestTightening = 1.5, kFastestLoosening = 0.9;

// The factor for the next step of a damper that needs to be `need` times as
// strong. One without a load loosens by a tenth in each step: what comes back
// after a few finds it nearly as it was.
double FollowNeed(double factor, double need, double fastest_tightening) {
  return std::max(
      1.0, factor * std::clamp(need, kFastestLoosening, fastest_tightening));
}

void Multiply(std::size_t size, int index, double factor,
              std::vector<double>* factors) {
  if (factors->empty()) factors->assign(size, 1);
  (*factors)[index] *= factor;
}

// Keeps its storage.
void Clear(CondStart* start) {
  start->impulses_C.clear();
  start->row_impulses.clear();
  start->tightening.points.clear();
  start->tightening.rows.clear();
}

double FactorOf(const std::vector<double>& factors, int index) {
  return factors.empty() ? 1 : factors[index];
}

}  // namespace

CondSolver::CondSolver(const CondOptions& options)
    : options_(options), iteration_(options), impulses_(options) {
  RequireValid(options);
}

double CondSolver::ChooseTheta(const VelocityProblem& problem, double h) const {
  const bool meet =
      options_.theta < 1 &&
      std::ranges::any_of(problem.points, [h](const ContactPoint& point) {
        return Meet(point, h);
      });
  return meet ? 1 : options_.theta;
}

CondReport CondSolver::Solve(const VelocityProblem& problem, double h,
                             VectorXd* v, const CondStart* start,
                             bool starts_at_v) {
  starts_at_v_ = starts_at_v;
  step_options_ = options_;
  step_options_.theta = ChooseTheta(problem, h);
  const double h_theta = theta() * h;
  prediction_.Reset(problem, h_theta);
  v->resize(problem.num_velocities());
  if (start != nullptr) {
    start_ = *start;
  } else {
    Clear(&start_);
  }
  CondReport report, before;
  int num_tightenings = 0;
  bool may_tighten = MayTighten();
  for (;;) {
    report.failed_clique = prediction_.failed_clique();
    if (report.failed_clique >= 0) return report;
    builder_.Build(problem, prediction_, step_options_, h, &nodal_,
                   start_.tightening);
    Reset(problem, h_theta);
    report = AddIterations(before, SolveIslands(v));
    if (!report.converged) {
      if (num_tightenings > 0 && may_tighten) {
        // What was solved before holds.
        start_.tightening = looser_tightening_;
        *v = looser_v_;
        may_tighten = false;
      } else if (num_tightenings > 0 || !Loosen()) {
        break;
      }
      before = report;
    } else if (!prediction_.ClampActuators(*v)) {
      // Else what contact stops pushes harder than it can.
      looser_tightening_ = start_.tightening;
      looser_v_ = *v;
      if (!may_tighten || num_tightenings == kMostTightenings ||
          !Tighten(problem, h))
        break;
      ++num_tightenings;
      starts_at_v_ = true;
      KeepImpulses(problem);
      before = report;
    }
  }
  KeepImpulses(problem);
  TightenNext(problem, h, *v);
  CalcForces(problem, h_theta, *v);
  return report;
}

void CondSolver::Reset(const VelocityProblem& problem, double h_theta) {
  if (!start_.impulses_C.empty()) {
    for (PointContact& contact : nodal_.points)
      contact.impulse = start_.impulses_C[contact.point];
  }
  if (!start_.row_impulses.empty()) {
    for (RowContact& row : nodal_.rows) {
      if (row.source == RowContact::Source::kConstraint)
        row.impulse = start_.row_impulses[row.index];
    }
  }
  if (options_.method == NodalMethod::kVelocityFixedPoint)
    return iteration_.Reset(problem, prediction_, &nodal_);
  impulses_.Reset(problem, prediction_, h_theta, &nodal_);
}

void CondSolver::KeepImpulses(const VelocityProblem& problem) {
  start_.impulses_C.assign(problem.points.size(), Vector3d::Zero());
  for (const PointContact& contact : nodal_.points)
    start_.impulses_C[contact.point] = contact.impulse;
  start_.row_impulses.assign(problem.constraint_rows.size(), 0);
  for (const RowContact& row : nodal_.rows) {
    if (row.source == RowContact::Source::kConstraint)
      start_.row_impulses[row.index] = row.impulse;
  }
}

// What the step before needed may be too much for this one, and its impulses
// may be far off. False: the solve began with nothing of these.
bool CondSolver::Loosen() {
  const auto is_one = [](double factor) {
    return factor == 1;
  };
  const bool was_cold =
      !starts_at_v_ && std::ranges::all_of(start_.tightening.points, is_one) &&
      std::ranges::all_of(start_.tightening.rows, is_one) &&
      std::ranges::all_of(start_.impulses_C,
                          [](const Vector3d& l) { return l.isZero(0); }) &&
      std::ranges::all_of(start_.row_impulses, [](double l) { return l == 0; });
  Clear(&start_);
  starts_at_v_ = false;
  return !was_cold;
}

bool CondSolver::MayTighten() const {
  return !options_.virtual_damping && options_.push_out > 0 &&
         options_.method != NodalMethod::kGaussSeidel;
}

// Whether a load leaves more of overlap, or of a constraint's error, than it
// may.
bool CondSolver::Tighten(const VelocityProblem& problem, double h) {
  bool tightens = false;
  for (const PointContact& contact : nodal_.points) {
    const double excess = CalcOverlapExcess(contact, h);
    if (!(excess > 1)) continue;
    tightens = true;
    Multiply(problem.points.size(), contact.point, kTightening * excess,
             &start_.tightening.points);
  }
  for (const RowContact& row : nodal_.rows) {
    const double excess = CalcErrorExcess(problem, row, h);
    if (!(excess > 1)) continue;
    tightens = true;
    Multiply(problem.constraint_rows.size(), row.index, kTightening * excess,
             &start_.tightening.rows);
  }
  return tightens;
}

// With v^ and the dampers of the step.
void CondSolver::TightenNext(const VelocityProblem& problem, double h,
                             const VectorXd& v) {
  next_ = start_;
  if (!MayTighten()) return;
  const Tightening& now = start_.tightening;
  for (const PointContact& contact : nodal_.points) {
    const double factor = FactorOf(now.points, contact.point);
    const double creep = CalcCreepExcess(contact, h, v);
    const double next =
        FollowNeed(factor,
                   std::max(kTightening * CalcOverlapExcess(contact, h),
                            kTighteningOfCreep * creep),
                   creep > 1 ? kFastestTightening : 1);
    if (next == factor) continue;
    // As Multiply() would, without the round-off that keeps a factor from 1.
    if (next_.tightening.points.empty())
      next_.tightening.points.assign(problem.points.size(), 1);
    next_.tightening.points[contact.point] = next;
  }
  for (const RowContact& row : nodal_.rows) {
    if (now.rows.empty() || row.source != RowContact::Source::kConstraint)
      continue;
    next_.tightening.rows[row.index] = FollowNeed(
        now.rows[row.index], kTightening * CalcErrorExcess(problem, row, h), 1);
  }
}

// By what may be left of it.
double CondSolver::CalcOverlapExcess(const PointContact& contact,
                                     double h) const {
  if (largest_overlaps_.empty()) return 0;
  const double overlap = h * contact.impulse.z() *
                         nodal_.CalcVirtualCompliance(contact.nodes, 2) /
                         options_.push_out;
  return overlap / largest_overlaps_[contact.point];
}

// What sticks goes on at |l_t| sum of 1 / beta. What slides has its nodes'
// speed beside that, along l_t.
double CondSolver::CalcCreepExcess(const PointContact& contact, double h,
                                   const VectorXd& v) const {
  const double creep = contact.impulse.head<2>().norm() *
                       nodal_.CalcVirtualCompliance(contact.nodes, 0);
  Vector2d u = contact.phi.head<2>();
  for (const VirtualNode& node : nodal_.NodesOf(contact.nodes)) {
    const NodalTree& tree = nodal_.trees[node.tree];
    u += tree.J().middleRows<2>(node.first - tree.first) *
         v.segment(tree.v_start, tree.nv);
  }
  const double slip = u.norm() - creep;
  return slip < creep ? creep / (h * largest_creep_) : 0;
}

// Of rigid constraints, but for those that hold nodes.
double CondSolver::CalcErrorExcess(const VelocityProblem& problem,
                                   const RowContact& row, double h) const {
  if (row.source != RowContact::Source::kConstraint || row.holds_node ||
      problem.constraint_rows[row.index].law != RowLaw::Law::kRigid)
    return 0;
  const double error = h * std::abs(row.impulse) *
                       nodal_.CalcVirtualCompliance(row.nodes, 0) /
                       options_.push_out;
  return error / largest_error_;
}

// Islands at the same time; unless one has more coordinates than all others,
// which is left with all threads. Sums in the order of islands: the same for
// any number of threads.
CondReport CondSolver::SolveIslands(VectorXd* v) {
  reports_.resize(nodal_.num_islands);
  int most = 0, all = 0;
  for (const NodalIsland& island :
       std::span(nodal_.islands).first(nodal_.num_islands)) {
    most = std::max(most, island.size);
    all += island.size;
  }
  const int num_threads = 2 * most > all ? 1 : options_.num_threads;
  ParallelFor(nodal_.num_islands, num_threads, [&](int i, int) {
    const NodalIsland& island = nodal_.islands[i];
    reports_[i] = options_.method == NodalMethod::kVelocityFixedPoint
                      ? iteration_.Solve(island, v, starts_at_v_)
                      : impulses_.Solve(island, v);
  });
  CondReport report;
  for (int i = 0; i < nodal_.num_islands; ++i) {
    const VelocityFixedPoint::Report& own = reports_[i];
    report.iterations = std::max(report.iterations, own.iterations);
    report.total_iterations += own.iterations;
    report.converged = report.converged && own.converged;
    if (own.residual <= report.residual) continue;
    report.residual = own.residual;
    report.worst_clique = nodal_.islands[i].front();
  }
  // Of any number of iterations, but for an island that has no factors.
  if (options_.iterations && !std::isinf(report.residual))
    report.converged = true;
  return report;
}

void CondSolver::CalcForces(const VelocityProblem& problem, double h_theta,
                            const VectorXd& v) {
  CalcContactForces(problem, h_theta);
  prediction_.CalcActuatorForces(v, &actuator_forces_);
  row_forces_.assign(problem.constraint_rows.size(), 0);
  joint_row_forces_.assign(problem.joint_rows.size(), 0);
  for (const SpringTie& tie : nodal_.ties) SetTieForces(tie, h_theta, v);
  for (const RowContact& row : nodal_.rows) {
    const double force = row.impulse / h_theta;
    if (row.source == RowContact::Source::kConstraint)
      row_forces_[row.index] = force;
    if (row.source == RowContact::Source::kJoint)
      joint_row_forces_[row.index] = force;
    if (row.source == RowContact::Source::kActuator)
      actuator_forces_[row.index] = problem.actuators[row.index].gear * force;
  }
}

// impulse0 - c G v
void CondSolver::SetTieForces(const SpringTie& tie, double h_theta,
                              const VectorXd& v) {
  Vector6d x = Vector6d::Zero();
  for (int i = 0; i < tie.num_sides(); ++i) {
    const NodalTree& tree = nodal_.trees[tie.sides[i].tree];
    x.head(tie.num_rows) += tie.G(i) * v.segment(tree.v_start, tree.nv);
  }
  for (int i = 0; i < tie.num_rows; ++i)
    row_forces_[tie.first_row + i] =
        (tie.impulse0[i] - tie.c[i] * x[i]) / h_theta;
}

// u = sum of w + phi, at the fixed point that of l = Project(-u / r): with
// r + sum of 1 / beta in (23) in place of the latter, u has what l made of it.
std::vector<Vector3d> CondSolver::CalcInverseForces(
    const VelocityProblem& problem, double h) const {
  Require(options_.method == NodalMethod::kVelocityFixedPoint &&
              options_.regularization > 0,
          "contact forces follow from velocities under COND alone, with a "
          "regularization");
  std::vector<Vector3d> forces_W(problem.points.size(), Vector3d::Zero());
  for (const PointContact& contact : nodal_.points) {
    Vector3d u = contact.phi;
    for (const VirtualNode& node : nodal_.NodesOf(contact.nodes))
      u += iteration_.w().segment<3>(node.first);
    const Vector3d l = ProjectOnCone(options_.projection, contact,
                                     -u / options_.regularization);
    forces_W[contact.point] =
        problem.points[contact.point].R_WC * l / (theta() * h);
  }
  return forces_W;
}

void CondSolver::CalcContactForces(const VelocityProblem& problem,
                                   double h_theta) {
  const auto turns = [](const PointContact& each) {
    return each.num_rows == 6;
  };
  forces_W_.assign(problem.points.size(), Vector3d::Zero());
  torques_W_.assign(
      std::ranges::any_of(nodal_.points, turns) ? problem.points.size() : 0,
      Vector3d::Zero());
  for (const PointContact& contact : nodal_.points) {
    const Matrix3d& R_WC = problem.points[contact.point].R_WC;
    forces_W_[contact.point] = R_WC * contact.impulse / h_theta;
    if (turns(contact))
      torques_W_[contact.point] = R_WC * contact.angular_impulse / h_theta;
  }
}

}  // namespace tactus::contact
