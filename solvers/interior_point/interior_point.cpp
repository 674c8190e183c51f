#include "tactus/solvers/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "tactus/solvers/interior_point/conditioning.h"

namespace tactus::solvers {
namespace {

// That z and s start with, one after the other, of what the problem says.
constexpr double kSizes[] = {1, 10, 0.1, 100, 0.01};
// As many of them, at most, after a guess: what they do not cure has no
// solution, as a rule.
constexpr int kMostAfterGuess = 2;
// A step below this is not worth its factorization.
constexpr double kShortStep = 0.2;
// How much of the way to the boundary a step may go, at most: 1 - violation^2
// is one, to the last digit, of violations below 1e-8, and on the boundary
// itself Newton's matrix has no inverse. At least, whatever the violation; and
// in directions without the second-order term.
constexpr double kMostOfWay = 0.99, kLeastOfWay = 0.95, kWayOfOthers = 0.9;
// How near to the boundary of a second-order cone a step may come.
constexpr double kNearest = 0.95;
constexpr int kMostHalvings = 12;
// Of a product of vectors in cones, in its largest terms.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
// Correctors of centrality: how many, for steps below which share, what they
// lengthen steps to and the least part of that which is worth another, and
// which products of s and z they accept, over their target.
constexpr int kMostCorrectors = 3;
constexpr double kLongStep = 0.9;
constexpr double kLengthening = 0.2, kLeastGain = 0.1;
constexpr double kLeastProduct = 0.03, kMostProduct = 30;
// As many steps in a row, each below kStandstill, lead nowhere.
constexpr double kStandstill = 0.01;
constexpr int kMostStill = 5;

double LargestEntry(const VectorXd& x) {
  return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>();
}

}  // namespace

InteriorPointReport InteriorPoint::Solve(const InteriorPointOptions& options,
                                         ComplementarityProblem* problem,
                                         VectorXd* x) {
  start_ = *x;
  InteriorPointReport report;
  int most = std::size(kSizes);
  const bool has_guess = problem->SetGuess(options.kappa, x, &z_, &s_);
  if (has_guess) {
    if (Iterate(options, problem, x, &report)) return report;
    most = kMostAfterGuess;
  }
  for (int i = 0; i < most; ++i) {
    if (has_guess || i > 0) ++report.restarts;
    *x = start_;
    problem->SetStart(&z_, &s_);
    z_ *= kSizes[i];
    s_ *= kSizes[i];
    if (Iterate(options, problem, x, &report)) return report;
  }
  return report;
}

InteriorPointReport InteriorPoint::Continue(const InteriorPointOptions& options,
                                            ComplementarityProblem* problem,
                                            VectorXd* x) {
  InteriorPointReport report;
  continued_from_ = *x;
  if (Iterate(options, problem, x, &report)) return report;
  *x = continued_from_;
  const int iterations = report.iterations;
  report = Solve(options, problem, x);
  report.iterations += iterations;
  ++report.restarts;
  return report;
}

InteriorPointReport InteriorPoint::Polish(const InteriorPointOptions& options,
                                          ComplementarityProblem* problem,
                                          VectorXd* x) {
  InteriorPointReport report;
  continued_from_ = *x;
  polished_z_ = z_;
  polished_s_ = s_;
  if (Iterate(options, problem, x, &report)) return report;
  *x = continued_from_;
  z_ = polished_z_;
  s_ = polished_s_;
  problem->Calc(*x, z_, &point_);
  return report;
}

// From x, z and s to where it ends; false: without a solution.
bool InteriorPoint::Iterate(const InteriorPointOptions& options,
                            ComplementarityProblem* problem, VectorXd* x,
                            InteriorPointReport* report) {
  const ConeProduct& cones = problem->cones();
  problem->Calc(*x, z_, &point_);
  now_ = CalcViolation(cones, options.kappa, point_, z_, s_);
  int num_still = 0;
  for (int i = 0;; ++i) {
    report->residual = now_.equations;
    report->complementarity = now_.complementarity;
    if (std::isfinite(now_.equations + now_.complementarity) &&
        options.log != nullptr)
      Log(now_, problem, options.log);
    const bool is_last = i == options.max_iterations || num_still == kMostStill;
    if (const auto end = FindEnd(options, i, is_last, *x, problem)) {
      report->status = *end;
      return report->converged();
    }
    ++report->iterations;
    scaling_.Set(cones, s_, z_);
    if (!problem->Factorize(scaling_)) {
      report->status = Status::kNumericalFailure;
      return false;
    }
    double step = 0;
    const Direction& direction =
        ChooseDirection(options.kappa, *x, problem, &step);
    step = StepBack(options.kappa, direction, step, *x, problem);
    num_still = step < kStandstill ? num_still + 1 : 0;
    AcceptStep(x);
  }
}

// Nothing: iterations go on. Where forces are too small to show at the start,
// the first one still takes them.
std::optional<Status> InteriorPoint::FindEnd(
    const InteriorPointOptions& options, int iteration, bool is_last,
    const VectorXd& x, ComplementarityProblem* problem) {
  if (!std::isfinite(now_.equations + now_.complementarity))
    return Status::kNumericalFailure;
  if (iteration > 0 && IsSolved(options, x, problem)) return Status::kConverged;
  if (is_last) return Status::kIterationLimit;
  return std::nullopt;
}

// The corrected direction, or a longer one. The second-order term of an affine
// step that is short says little.
const InteriorPoint::Direction& InteriorPoint::ChooseDirection(
    double kappa, const VectorXd& x, ComplementarityProblem* problem,
    double* step) {
  const ConeProduct& cones = problem->cones();
  const double mu = s_.dot(z_) / std::max(cones.num_cones(), 1);
  CalcProducts(cones, kappa, nullptr);
  CalcDirection(problem, &affine_);
  const double target = std::max(CalcCentering(mu, cones) * mu, kappa);
  CalcProducts(cones, target, &affine_);
  CalcDirection(problem, &corrected_);
  // tau = 1 - violation^2, within [0.95, 0.99]
  const double violation = std::max(now_.equations, now_.complementarity);
  const double tau =
      std::min(kMostOfWay, std::max(kLeastOfWay, 1 - violation * violation));
  *step = Center(target, tau, CalcStep(cones, corrected_, tau), problem);
  const Direction* direction = &corrected_;
  const auto try_without = [&](double aim, Direction* other) {
    if (*step >= kShortStep) return;
    CalcProducts(cones, aim, nullptr);
    CalcDirection(problem, other);
    const double longer = CalcStep(cones, *other, kWayOfOthers);
    if (longer <= *step) return;
    *step = longer;
    direction = other;
  };
  try_without(target, &affine_);
  try_without(mu, &centering_);
  *step = std::min(*step, problem->CalcLargestStep(x, direction->x));
  return *direction;
}

// sigma = (mu_aff / mu)^3, after the longest affine step alpha:
//
//     mu_aff = (s + alpha ds)'(z + alpha dz) / the number of cones
double InteriorPoint::CalcCentering(double mu, const ConeProduct& cones) const {
  const double alpha = CalcStep(cones, affine_, 1);
  const double mu_affine =
      (s_.dot(z_) + alpha * (s_.dot(affine_.z) + affine_.s.dot(z_)) +
       alpha * alpha * affine_.s.dot(affine_.z)) /
      std::max(cones.num_cones(), 1);
  const double ratio = std::clamp(mu_affine / mu, 0.0, 1.0);
  return ratio * ratio * ratio;
}

// Shorter, while both violations would grow; what is left of the step, whose
// end is `next_`.
double InteriorPoint::StepBack(double kappa, const Direction& direction,
                               double step, const VectorXd& x,
                               ComplementarityProblem* problem) {
  for (int halving = 0;; ++halving, step /= 2) {
    next_x_ = x + step * direction.x;
    next_z_ = z_ + step * direction.z;
    next_s_ = s_ + step * direction.s;
    problem->Calc(next_x_, next_z_, &next_point_);
    next_ =
        CalcViolation(problem->cones(), kappa, next_point_, next_z_, next_s_);
    const bool is_worse = !(next_.equations <= now_.equations) &&
                          !(next_.complementarity <= now_.complementarity);
    if (!is_worse || halving == kMostHalvings) return step;
  }
}

void InteriorPoint::AcceptStep(VectorXd* x) {
  x->swap(next_x_);
  z_.swap(next_z_);
  s_.swap(next_s_);
  std::swap(point_, next_point_);
  now_ = next_;
}

// r = target e - lambda o lambda - (W^-1 ds) o (W dz), without its last term
// where there is no affine direction.
void InteriorPoint::CalcProducts(const ConeProduct& cones, double target,
                                 const Direction* affine) {
  cones.SetNeutral(target, &r_);
  cones.Multiply(scaling_.lambda(), scaling_.lambda(), &term_);
  r_ -= term_;
  if (affine == nullptr) return;
  CalcScaledProduct(cones, affine->s, affine->z, &term_);
  r_ -= term_;
}

// (W^-1 s) o (W z)
void InteriorPoint::CalcScaledProduct(const ConeProduct& cones,
                                      const VectorXd& s, const VectorXd& z,
                                      VectorXd* product) {
  scaling_.Divide(s, &scaled_s_);
  scaling_.Multiply(z, &scaled_z_);
  cones.Multiply(scaled_s_, scaled_z_, product);
}

void InteriorPoint::CalcDirection(ComplementarityProblem* problem,
                                  Direction* direction) {
  problem->cones().Divide(r_, scaling_.lambda(), &term_);
  scaling_.Multiply(term_, &product_);
  minus_E_ = -point_.E;
  rhs_ = product_ - (point_.g - s_);
  problem->Solve(minus_E_, rhs_, &direction->x, &direction->z);
  problem->MultiplyG(direction->x, direction->z, &direction->s);
  direction->s += point_.g - s_;
}

// Products v = (W^-1 s) o (W z) of a step longer than the cones allow, alpha +
// 0.2, go back to what is near to the target, by their eigenvalues:
//
//     r += t,   t = clamp(v, 0.03 target, 30 target) - v, but
//               t >= -30 target,
//
// as long as that makes the step longer ([Gondzio96] (13)-(17)). Changes
// `corrected_`, and returns its step.
double InteriorPoint::Center(double target, double tau, double step,
                             ComplementarityProblem* problem) {
  const ConeProduct& cones = problem->cones();
  for (int i = 0; i < kMostCorrectors && step < kLongStep; ++i) {
    const double aim = std::min(1.0, step + kLengthening);
    next_s_ = s_ + aim * corrected_.s;
    next_z_ = z_ + aim * corrected_.z;
    CalcScaledProduct(cones, next_s_, next_z_, &product_);
    term_ = product_;
    cones.ClampEigenvalues(kLeastProduct * target, kMostProduct * target,
                           &term_);
    term_ -= product_;
    cones.ClampEigenvalues(-kMostProduct * target, INFINITY, &term_);
    r_ += term_;
    CalcDirection(problem, &centered_);
    const double longer = CalcStep(cones, centered_, tau);
    if (longer < step + kLeastGain * kLengthening) break;
    std::swap(corrected_, centered_);
    step = longer;
  }
  return step;
}

double InteriorPoint::CalcStep(const ConeProduct& cones,
                               const Direction& direction, double tau) const {
  const double tau_second_order = tau < 1 ? std::min(kNearest, tau) : tau;
  return std::min(cones.CalcStep(z_, direction.z, tau, tau_second_order),
                  cones.CalcStep(s_, direction.s, tau, tau_second_order));
}

// The condition numbers of a matrix without an inverse are infinite.
void InteriorPoint::Log(const Violation& now, ComplementarityProblem* problem,
                        std::vector<InteriorPointIterate>* log) {
  InteriorPointIterate iterate{.residual = now.equations,
                               .complementarity = now.complementarity,
                               .full_condition = INFINITY,
                               .condition = INFINITY,
                               .primal_condition = INFINITY};
  scaling_.Set(problem->cones(), s_, z_);
  if (problem->Factorize(scaling_)) {
    const Conditioning conditioning = CalcConditioning(
        static_cast<int>(point_.E.size()), scaling_, z_, s_, problem);
    iterate.full_condition = conditioning.full;
    iterate.condition = conditioning.primal_dual;
    iterate.primal_condition = conditioning.primal;
  }
  log->push_back(iterate);
}

bool InteriorPoint::IsSolved(const InteriorPointOptions& options,
                             const VectorXd& x,
                             ComplementarityProblem* problem) {
  if (now_.gaps > options.tolerance ||
      now_.complementarity >
          std::max(options.complementarity * options.kappa, now_.rounding))
    return false;
  problem->CalcTolerances(options.tolerance, x, z_, &most_);
  return (point_.E.cwiseAbs().array() <= most_.array()).all();
}

InteriorPoint::Violation InteriorPoint::CalcViolation(
    const ConeProduct& cones, double kappa,
    const ComplementarityProblem::Point& point, const VectorXd& z,
    const VectorXd& s) {
  Violation violation;
  residual_ = point.g - s;
  violation.gaps = LargestEntry(residual_);
  violation.equations = std::max(LargestEntry(point.E), violation.gaps);
  // kappa e - s o z
  cones.Multiply(s, z, &product_);
  cones.SetNeutral(kappa, &term_);
  term_ -= product_;
  violation.complementarity = LargestEntry(term_);
  // s'z cancels from products of at most s_0 z_0.
  for (int c = 0; c < cones.num_cones(); ++c) {
    const int at = cones.start(c);
    violation.rounding =
        std::max(violation.rounding, kRounding * s[at] * z[at]);
  }
  return violation;
}

}  // namespace tactus::solvers
