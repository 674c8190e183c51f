#include "tactus/contact/comfree/approach_limit.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/comfree/gains.h"

namespace tactus::contact {
namespace {

constexpr int kMaxPasses = 100;
// How far beyond its limit an approach may stay, as a share of that.
constexpr double kTolerance = 0.01;

// From C to the centre of mass of B, and of A, along the normal.
double CalcExtent(const ContactBody& a, const ContactBody& b,
                  const ContactPatch& patch, const ContactPoint& point) {
  const Vector3d n = point.R_WC.col(2);
  const double on_b = n.dot(b.p_BoBcm_W - point.p_BoC_W);
  if (a.clique < 0) return on_b;
  return std::min(on_b, n.dot(patch.p_AoBo_W + point.p_BoC_W - a.p_BoBcm_W));
}

// The largest eigenvalue of the tangential block.
double CalcTangentialMobility(const Matrix3d& K) {
  const double mean = (K(0, 0) + K(1, 1)) / 2;
  return mean + std::hypot((K(0, 0) - K(1, 1)) / 2, K(0, 1));
}

// Of point C at p from the body's origin, in frame C: R' (J_v - [p]x J_w),
// transposed.
void CalcTransposedJacobian(const ContactBody& body, const Vector3d& p_BoC_W,
                            const Matrix3d& R_WC, MatrixXd* columns) {
  const Matrix3d PR = CrossMatrix(p_BoC_W) * R_WC;
  if (body.is_free) {
    columns->resize(6, 3);
    *columns << PR, R_WC;
    return;
  }
  columns->noalias() = body.J.bottomRows<3>().transpose() * R_WC;
  columns->noalias() += body.J.topRows<3>().transpose() * PR;
}

}  // namespace

void ComFreeApproachLimit::Project(const VelocityProblem& problem,
                                   const SmoothPrediction& prediction,
                                   const ComFreeOptions& options, double h,
                                   VectorXd* v, std::vector<Vector6d>* V) {
  problem_ = &problem;
  prediction_ = &prediction;
  options_ = options;
  h_ = h;
  rows_.clear();
  row_of_point_.assign(problem.points.size(), -1);
  rows_of_clique_.assign(problem.cliques.size(), 0);
  for (int pass = 0; pass < kMaxPasses && FindRows(*V); ++pass) {
    for (Row& row : rows_) UpdateRow(*V, &row);
    ApplyIncrements(v, V);
  }
}

// u = R' (V_B at C - V_A at C) + bias.
Vector3d ComFreeApproachLimit::CalcVelocity(
    const Row& row, const std::vector<Vector6d>& V) const {
  const ContactPatch& patch = problem_->patches[row.patch];
  const ContactPoint& point = problem_->points[row.point];
  const Vector6d& A = V[patch.body_a];
  const Vector6d& B = V[patch.body_b];
  const Vector3d p_AoC_W = patch.p_AoBo_W + point.p_BoC_W;
  return point.R_WC.transpose() * (CalcPointVelocity(B, point.p_BoC_W) -
                                   CalcPointVelocity(A, p_AoC_W)) +
         point.bias_C;
}

// c D + (phi)+ / (2h)
double ComFreeApproachLimit::CalcLimit(const ContactPatch& patch,
                                       const ContactPoint& point,
                                       double stopping_rate) const {
  const double extent =
      CalcExtent(problem_->bodies[patch.body_a], problem_->bodies[patch.body_b],
                 patch, point);
  const double D = std::max(options_.impedance.width, extent / 2);
  return stopping_rate * D + std::max(point.phi0, 0.0) / (2 * h_);
}

// Adds rows that exceed their limits; whether any does.
bool ComFreeApproachLimit::FindRows(const std::vector<Vector6d>& V) {
  // c = N rho G / h
  const double per_facet = CalcRho(options_.impedance, 0) *
                           (options_.stiffness * h_ + options_.damping) / h_;
  bool any = false;
  for (std::size_t k = 0; k < problem_->patches.size(); ++k) {
    const ContactPatch& patch = problem_->patches[k];
    double stopping_rate = 0;
    for (int i = 0; i < patch.num_points; ++i) {
      const ContactPoint& point = problem_->points[patch.first_point + i];
      stopping_rate +=
          ComFreeGains::NumFacets(point.condim) * point.weight * per_facet;
    }
    for (int i = 0; i < patch.num_points; ++i) {
      const int index = patch.first_point + i;
      Row row{.patch = static_cast<int>(k), .point = index};
      row.limit = CalcLimit(patch, problem_->points[index], stopping_rate);
      if (CalcVelocity(row, V).z() >= -(1 + kTolerance) * row.limit) continue;
      any = true;
      if (row_of_point_[index] < 0) AddRow(row);
    }
  }
  return any;
}

// K = J_C A^-1 J_C' of both bodies; of bodies of one tree, that of their
// relative motion.
void ComFreeApproachLimit::AddRow(Row row) {
  const ContactPatch& patch = problem_->patches[row.patch];
  const ContactPoint& point = problem_->points[row.point];
  const ContactBody& a = problem_->bodies[patch.body_a];
  const ContactBody& b = problem_->bodies[patch.body_b];
  row.K = {Matrix3d::Zero(), Matrix3d::Zero()};
  if (a.clique >= 0) {
    CalcTransposedJacobian(a, patch.p_AoBo_W + point.p_BoC_W, point.R_WC,
                           &on_a_);
    if (a.clique != b.clique) row.K[0] = CalcMobility(a.clique, on_a_);
  }
  CalcTransposedJacobian(b, point.p_BoC_W, point.R_WC, &on_b_);
  if (a.clique == b.clique) on_b_ -= on_a_;
  row.K[1] = CalcMobility(b.clique, on_b_);

  if (a.clique >= 0 && a.clique != b.clique) ++rows_of_clique_[a.clique];
  ++rows_of_clique_[b.clique];
  row_of_point_[row.point] = static_cast<int>(rows_.size());
  rows_.push_back(row);
}

Matrix3d ComFreeApproachLimit::CalcMobility(int clique,
                                            const MatrixXd& columns) {
  prediction_->CalcMobility(clique, columns, &mobility_);
  return mobility_.value;
}

// P_n <- (P_n - (u_n + limit) / K_nn)+, and with the u_t that this leaves
// P_t <- P_t - u_t / K_tt, cut off at mu P_n.
void ComFreeApproachLimit::UpdateRow(const std::vector<Vector6d>& V,
                                     Row* row) const {
  const ContactPatch& patch = problem_->patches[row->patch];
  const int a = problem_->bodies[patch.body_a].clique;
  const int b = problem_->bodies[patch.body_b].clique;
  const Matrix3d K = (a < 0 ? 0 : rows_of_clique_[a]) * row->K[0] +
                     rows_of_clique_[b] * row->K[1];
  row->increment.setZero();
  if (!(K(2, 2) > 0)) return;  // Held by its joints.
  const Vector3d u = CalcVelocity(*row, V);
  Vector3d P = row->impulse;
  P.z() = std::max(0.0, P.z() - (u.z() + row->limit) / K(2, 2));
  const Vector2d u_t =
      u.head<2>() + K.topRightCorner<2, 1>() * (P.z() - row->impulse.z());
  const double K_tt = CalcTangentialMobility(K);
  if (K_tt > 0) P.head<2>() -= u_t / K_tt;
  const double most = problem_->points[row->point].sliding_friction * P.z();
  const double size = P.head<2>().norm();
  if (size > most) P.head<2>() *= most / size;
  row->increment = P - row->impulse;
  row->impulse = P;
}

// v += A^-1 J' dP
void ComFreeApproachLimit::ApplyIncrements(VectorXd* v,
                                           std::vector<Vector6d>* V) {
  F_.assign(problem_->bodies.size(), Vector6d::Zero());
  for (const Row& row : rows_) {
    const ContactPatch& patch = problem_->patches[row.patch];
    const ContactPoint& point = problem_->points[row.point];
    const Vector3d f = point.R_WC * row.increment;
    const Vector3d p_AoC_W = patch.p_AoBo_W + point.p_BoC_W;
    F_[patch.body_b].head<3>() += point.p_BoC_W.cross(f);
    F_[patch.body_b].tail<3>() += f;
    F_[patch.body_a].head<3>() -= p_AoC_W.cross(f);
    F_[patch.body_a].tail<3>() -= f;
  }
  p_.setZero(v->size());
  AddBodyWrenches(*problem_, F_, &p_);
  prediction_->Solve(&p_);
  *v += p_;
  CalcBodyVelocities(*problem_, *v, V);
}

void ComFreeApproachLimit::AddForces(std::vector<Vector3d>* forces_W) const {
  for (const Row& row : rows_) {
    (*forces_W)[row.point] +=
        problem_->points[row.point].R_WC * row.impulse / h_;
  }
}

}  // namespace tactus::contact
