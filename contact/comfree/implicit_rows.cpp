#include "tactus/contact/comfree/implicit_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tactus::contact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rows of the other laws are ComFreeJointRows'.
bool IsImplicit(const RowLaw& law) {
  return law.law == RowLaw::Law::kSpring || law.law == RowLaw::Law::kDamper ||
         law.law == RowLaw::Law::kDryFriction;
}

}  // namespace

double ComFreeImplicitRows::Row::CalcForce(double rate) const {
  return std::clamp(b - c * rate, lower, upper);
}

double ComFreeImplicitRows::Row::CalcForceOnPiece() const {
  if (piece != 0) return piece > 0 ? upper : lower;
  return b - c * s;
}

int ComFreeImplicitRows::Row::PieceAt(double rate) const {
  const double force = b - c * rate;
  if (force >= upper) return 1;
  return force <= lower ? -1 : 0;
}

void ComFreeImplicitRows::Reset(const VelocityProblem& problem,
                                const SmoothPrediction& prediction, double h) {
  problem_ = &problem;
  prediction_ = &prediction;
  h_ = h;
  has_minimum_ = true;
  tree_rows_.Reset(problem);
  rows_.clear();
  joint_sources_.clear();
  constraint_sources_.clear();
  actuator_sources_.clear();
  AddJointRows();
  for (const BodyConstraint& each : problem.constraints) AddConstraint(each);
  AddTendonActuators();
  FindGroups();
}

void ComFreeImplicitRows::AddJointRows() {
  for (std::size_t i = 0; i < problem_->joint_rows.size(); ++i) {
    const JointRow& law = problem_->joint_rows[i];
    if (!IsImplicit(law)) continue;
    const int row = tree_rows_.Add(problem_->TermsOf(law));
    joint_sources_.push_back({.index = static_cast<int>(i), .row = row});
    AddLaw(law);
  }
}

void ComFreeImplicitRows::AddConstraint(const BodyConstraint& constraint) {
  for (int i = 0; i < constraint.num_rows; ++i) {
    const int index = constraint.first_row + i;
    const ConstraintRow& law = problem_->constraint_rows[index];
    if (!IsImplicit(law)) continue;
    const int row = tree_rows_.Add(constraint, law.row);
    constraint_sources_.push_back({.index = index, .row = row});
    AddLaw(law);
  }
}

// Of x = gear v.
void ComFreeImplicitRows::AddTendonActuators() {
  for (std::size_t i = 0; i < problem_->actuators.size(); ++i) {
    const LinearActuator& actuator = problem_->actuators[i];
    if (actuator.num_terms == 0) continue;
    const int row = tree_rows_.Add(problem_->TermsOf(actuator), actuator.gear);
    actuator_sources_.push_back({.index = static_cast<int>(i), .row = row});
    const double x0 =
        actuator.gear * problem_->CalcActuatorRate(actuator, problem_->v0);
    const auto [b, c] = MakeStableLaw(actuator, x0, h_);
    AddSmooth(b, c);
    rows_.back().lower = actuator.lower;
    rows_.back().upper = actuator.upper;
  }
}

void ComFreeImplicitRows::AddLaw(const RowLaw& law) {
  if (law.law == RowLaw::Law::kDamper) return AddSmooth(0, law.damping);
  if (law.law == RowLaw::Law::kSpring) {
    // Slack at t0: slack for the step.
    const double rest = std::clamp(law.error, law.lower, law.upper);
    const double k =
        law.error == rest && law.lower != law.upper ? 0 : law.stiffness;
    return AddSmooth(-k * (law.error - rest), law.damping + h_ * k);
  }
  constexpr double kStop = 1e6;
  const double w = law.inverse_mass;
  AddSmooth(0, w > 0 ? kStop / (h_ * w) : 0);
  rows_.back().lower = -law.dry_friction;
  rows_.back().upper = law.dry_friction;
}

void ComFreeImplicitRows::AddSmooth(double b, double c) {
  rows_.push_back({.b = b,
                   .c = c,
                   .lower = -kInfinity,
                   .upper = kInfinity,
                   .s = 0,
                   .ds = 0,
                   .piece = 0});
}

void ComFreeImplicitRows::FindGroups() {
  const int num_cliques = static_cast<int>(problem_->cliques.size());
  num_groups_ = 0;
  if (rows_.empty()) return;
  sets_.Reset(num_cliques);
  for (int i = 0; i < tree_rows_.size(); ++i) {
    const auto sides = tree_rows_.SidesOf(i);
    for (const TreeRows::Side& side : sides)
      sets_.Unite(sides.front().clique, side.clique);
  }
  group_of_root_.assign(num_cliques, -1);
  position_of_clique_.assign(num_cliques, -1);
  for (int i = 0; i < tree_rows_.size(); ++i) {
    const auto sides = tree_rows_.SidesOf(i);
    if (sides.empty()) continue;
    int& index = group_of_root_[sets_.Find(sides.front().clique)];
    if (index < 0) {
      index = num_groups_++;
      if (std::ssize(groups_) < num_groups_) groups_.emplace_back();
      groups_[index].num_parts = 0;
      groups_[index].rows.clear();
    }
    Group& group = groups_[index];
    group.rows.push_back(i);
    for (const TreeRows::Side& side : sides) AddPart(side.clique, &group);
  }
  for (int i = 0; i < num_groups_; ++i) Analyze(&groups_[i]);
}

void ComFreeImplicitRows::AddPart(int clique, Group* group) {
  if (position_of_clique_[clique] >= 0) return;
  const Clique& of = problem_->cliques[clique];
  int start = 0;
  if (group->num_parts > 0) {
    const Part& last = group->parts[group->num_parts - 1];
    start = last.start + last.nv;
  }
  position_of_clique_[clique] = group->num_parts++;
  if (std::ssize(group->parts) < group->num_parts) group->parts.emplace_back();
  Part& part = group->parts[group->num_parts - 1];
  part.clique = clique;
  part.v_start = of.v_start;
  part.nv = of.nv;
  part.start = start;
  prediction_->CalcMatrix(of, &part.A);
}

void ComFreeImplicitRows::Analyze(Group* group) {
  group->sizes.clear();
  for (int i = 0; i < group->num_parts; ++i)
    group->sizes.push_back(group->parts[i].nv);
  group->edges.clear();
  for (const int row : group->rows) {
    const auto sides = tree_rows_.SidesOf(row);
    for (const TreeRows::Side& a : sides) {
      for (const TreeRows::Side& b : sides) {
        const int i = PositionOf(a.clique), j = PositionOf(b.clique);
        if (i > j) group->edges.emplace_back(i, j);
      }
    }
  }
  std::ranges::sort(group->edges);
  group->edges.erase(std::unique(group->edges.begin(), group->edges.end()),
                     group->edges.end());
  if (group->H.sizes() != group->sizes || group->H.edges() != group->edges)
    group->H.Analyze(solvers::FactorMethod::kAuto, group->sizes, group->edges);
  group->is_factorized = false;
  const int most = std::ranges::max(group->sizes);
  if (block_.rows() < most) block_.resize(most, most);
  for (VectorXd* x : {&group->v_star, &group->moved, &group->A_moved,
                      &group->step, &group->A_step, &group->gradient})
    x->resize(group->H.size());
}

// A + h sum of c G'G over rows between their limits
bool ComFreeImplicitRows::FactorizeHessian(Group* group) {
  solvers::HessianFactor& H = group->H;
  H.SetZero();
  for (int i = 0; i < group->num_parts; ++i)
    group->parts[i].diagonal = group->parts[i].A;
  for (const int index : group->rows) {
    const Row& row = rows_[index];
    if (row.piece != 0 || row.c == 0) continue;
    const auto sides = tree_rows_.SidesOf(index);
    for (const TreeRows::Side& a : sides) {
      Part& of_a = group->parts[PositionOf(a.clique)];
      AddProduct(h_ * row.c, a, a, *group, of_a.diagonal);
      for (const TreeRows::Side& b : sides) {
        const int i = PositionOf(a.clique), j = PositionOf(b.clique);
        if (i <= j) continue;
        auto block = block_.topLeftCorner(of_a.nv, group->parts[j].nv);
        block.setZero();
        AddProduct(h_ * row.c, a, b, *group, block);
        H.Add(H.FindBlock(i, j), block);
      }
    }
  }
  for (int i = 0; i < group->num_parts; ++i)
    H.Add(H.FindBlock(i, i), group->parts[i].diagonal);
  group->is_factorized = H.Factorize();
  return group->is_factorized;
}

// block += weight G_a' G_b
void ComFreeImplicitRows::AddProduct(double weight, const TreeRows::Side& a,
                                     const TreeRows::Side& b,
                                     const Group& group,
                                     Eigen::Ref<MatrixXd> block) const {
  const int start_a = group.parts[PositionOf(a.clique)].v_start;
  const int start_b = group.parts[PositionOf(b.clique)].v_start;
  for (const JointTerm& x : tree_rows_.TermsOf(a)) {
    for (const JointTerm& y : tree_rows_.TermsOf(b))
      block(x.dof - start_a, y.dof - start_b) +=
          weight * x.coefficient * y.coefficient;
  }
}

void ComFreeImplicitRows::Solve(VectorXd* v) {
  v_step_.resize(v->size());
  for (int i = 0; i < num_groups_; ++i) {
    if (!Minimize(&groups_[i], v))
      has_minimum_ = has_minimum_ && IsBalanced(&groups_[i]);
  }
}

// The first step takes rows to stay on the pieces of the Solve() before it,
// none at a limit in the first, and that one's factorization for its own.
// False: steps ran out.
bool ComFreeImplicitRows::Minimize(Group* group, VectorXd* v) {
  for (int i = 0; i < group->num_parts; ++i) {
    const Part& part = group->parts[i];
    group->v_star.segment(part.start, part.nv) =
        v->segment(part.v_start, part.nv);
  }
  group->moved.setZero();
  for (const int i : group->rows) {
    rows_[i].s = CalcRate(tree_rows_.TermsOf(i), *v);
  }
  bool is_over = false;
  for (int k = 0; k < most_steps_ && !is_over; ++k) {
    // A fails, which the solver tells.
    if (!group->is_factorized && !FactorizeHessian(group)) return true;
    CalcGradient(group);
    CalcStep(group, &v_step_);
    is_over = Advance(k == 0 ? 1 : FindLineMinimum(*group), group, v);
  }
  return is_over;
}

// Whether forces are those of the rates, as at a minimum whose rows round-off
// takes from piece to piece.
bool ComFreeImplicitRows::IsBalanced(Group* group) const {
  constexpr double kMissing = 1e-6;  // Of the largest impulse.
  CalcGradient(group);
  const double largest =
      (group->A_moved - group->gradient).lpNorm<Eigen::Infinity>();
  return group->gradient.lpNorm<Eigen::Infinity>() <= kMissing * largest;
}

// A (v - v*) - h G' lambda; lambda as on their pieces, wherever they are.
void ComFreeImplicitRows::CalcGradient(Group* group) const {
  ApplyA(*group, group->moved, &group->A_moved);
  group->gradient = group->A_moved;
  for (const int index : group->rows) {
    const Row& row = rows_[index];
    const double force = row.CalcForceOnPiece();
    for (const TreeRows::Side& side : tree_rows_.SidesOf(index)) {
      const Part& part = group->parts[PositionOf(side.clique)];
      for (const JointTerm& term : tree_rows_.TermsOf(side))
        group->gradient[part.start + term.dof - part.v_start] -=
            h_ * force * term.coefficient;
    }
  }
}

void ComFreeImplicitRows::ApplyA(const Group& group, const VectorXd& x,
                                 VectorXd* product) const {
  for (int i = 0; i < group.num_parts; ++i) {
    const Part& part = group.parts[i];
    product->segment(part.start, part.nv).noalias() =
        part.A.selfadjointView<Eigen::Lower>() * x.segment(part.start, part.nv);
  }
}

void ComFreeImplicitRows::CalcStep(Group* group, VectorXd* v_step) {
  group->gradient = -group->gradient;
  group->H.Solve(group->gradient, &group->step);
  ApplyA(*group, group->step, &group->A_step);
  for (int i = 0; i < group->num_parts; ++i) {
    const Part& part = group->parts[i];
    v_step->segment(part.v_start, part.nv) =
        group->step.segment(part.start, part.nv);
  }
  for (const int i : group->rows)
    rows_[i].ds = CalcRate(tree_rows_.TermsOf(i), *v_step);
}

// Whether a whole step leaves all rows on their pieces.
bool ComFreeImplicitRows::KeepsPieces(const Group& group) const {
  return std::ranges::all_of(group.rows, [&](int i) {
    const Row& row = rows_[i];
    return row.PieceAt(row.s + row.ds) == row.piece;
  });
}

// dF/dt of v + t step, and how steeply it rises.
double ComFreeImplicitRows::CalcRise(const Group& group, double t,
                                     double* steepness) const {
  *steepness = group.step.dot(group.A_step);
  double rise = group.step.dot(group.A_moved) + t * *steepness;
  for (const int i : group.rows) {
    const Row& row = rows_[i];
    const double rate = row.s + t * row.ds;
    rise -= h_ * row.CalcForce(rate) * row.ds;
    if (row.PieceAt(rate) == 0) *steepness += h_ * row.c * row.ds * row.ds;
  }
  return rise;
}

// t, at most 1, where dF/dt is zero, which rises in straight pieces: the root
// of a piece, or the middle where that leaves the bracket.
double ComFreeImplicitRows::FindLineMinimum(const Group& group) const {
  if (KeepsPieces(group)) return 1;
  constexpr int kMostTries = 100;
  constexpr double kRoundOff = 1e-14;
  double low = 0, high = 1, t = 1, steepness = 0;
  const double start = CalcRise(group, 0, &steepness);
  for (int i = 0; i < kMostTries && high - low > kRoundOff; ++i) {
    const double rise = CalcRise(group, t, &steepness);
    if (std::abs(rise) <= kRoundOff * std::abs(start)) break;
    if (t == 1 && rise < 0) break;
    (rise < 0 ? low : high) = t;
    t -= rise / steepness;
    if (!(low < t && t < high)) t = (low + high) / 2;
  }
  return t;
}

// Whether v is the minimum then: a whole step, all of it on the same pieces.
bool ComFreeImplicitRows::Advance(double t, Group* group, VectorXd* v) {
  group->moved += t * group->step;
  bool is_same = t == 1;
  for (const int i : group->rows) {
    Row& row = rows_[i];
    row.s += t * row.ds;
    const int piece = row.PieceAt(row.s);
    if (piece == row.piece) continue;
    row.piece = piece;
    is_same = group->is_factorized = false;
  }
  for (int i = 0; i < group->num_parts; ++i) {
    const Part& part = group->parts[i];
    v->segment(part.v_start, part.nv) =
        group->v_star.segment(part.start, part.nv) +
        group->moved.segment(part.start, part.nv);
  }
  return is_same;
}

void ComFreeImplicitRows::GetConstraintForces(
    std::vector<double>* forces) const {
  for (const auto& [index, row] : constraint_sources_)
    (*forces)[index] = rows_[row].CalcForce(rows_[row].s);
}

void ComFreeImplicitRows::GetJointForces(std::vector<double>* forces) const {
  for (const auto& [index, row] : joint_sources_)
    (*forces)[index] = rows_[row].CalcForce(rows_[row].s);
}

void ComFreeImplicitRows::GetTendonEfforts(std::vector<double>* efforts) const {
  for (const auto& [index, row] : actuator_sources_)
    (*efforts)[index] =
        problem_->actuators[index].gear * rows_[row].CalcForce(rows_[row].s);
}

}  // namespace tactus::contact
