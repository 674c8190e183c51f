#pragma once

#include <array>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The approach that contacts begin with, beyond the paper. One sweep of
/// solver.h takes the share N rho G of an approach speed, G = k h + d, and so
/// contact stops a speed u within the depth u / c,
///
///     c = N rho G / h                                           [1/s],
///
/// N the facets of the pair, rho at touch: centimetres for 1 m/s, more than
/// thin bodies have. Before the sweep, impulses at contacts C see to
///
///     u_n >= -c D - (phi)+ / (2 h),        D = max(width, extent / 2),
///     |P_t| <= mu P_n,  and no slip where P_t is smaller,
///
/// extent: from C to the centre of mass along the normal, the smaller of the
/// two bodies'; width: the impedance's, eq. (13) of [Borse26]. Gaps are closed
/// by half per step until c D remains, at most 2 c D touches, and the contact
/// law stops that within 2 D. Slower contact, and all rest, is untouched; and
/// c -> infinity as h -> 0.
///
/// Projected Jacobi with mass splitting ([Tonge12]): n_t of a tree's contacts
/// share it as if each had 1/n_t of its mass, K = n_t K_A + n_u K_B, and the
/// mean of what they do to it is no gain of energy.
class ComFreeApproachLimit {
 public:
  /// Takes from `v`, the velocity before the sweep, what exceeds the limit;
  /// `V` is that of the bodies, in and out.
  void Project(const VelocityProblem& problem,
               const SmoothPrediction& prediction,
               const ComFreeOptions& options, double h, VectorXd* v,
               std::vector<Vector6d>* V);

  /// Adds what that took to forces on body B, by point, world axes [N].
  void AddForces(std::vector<Vector3d>* forces_W) const;

 private:
  struct Row {
    int patch{}, point{};
    double limit{};                         ///< Of -u_n [m/s].
    std::array<Matrix3d, 2> K{};            ///< J A^-1 J' of A and B, in C.
    Vector3d impulse = Vector3d::Zero();    ///< On B, in C [N s].
    Vector3d increment = Vector3d::Zero();  ///< The last change.
  };

  double CalcLimit(const ContactPatch& patch, const ContactPoint& point,
                   double stopping_rate) const;
  Vector3d CalcVelocity(const Row& row, const std::vector<Vector6d>& V) const;
  bool FindRows(const std::vector<Vector6d>& V);
  void AddRow(Row row);
  Matrix3d CalcMobility(int clique, const MatrixXd& columns);
  void UpdateRow(const std::vector<Vector6d>& V, Row* row) const;
  void ApplyIncrements(VectorXd* v, std::vector<Vector6d>* V);

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  ComFreeOptions options_;
  double h_{};
  std::vector<Row> rows_;
  std::vector<int> row_of_point_;
  std::vector<int> rows_of_clique_;  ///< Their number.
  std::vector<Vector6d> F_;
  VectorXd p_;
  MatrixXd on_a_, on_b_;
  SmoothPrediction::Mobility mobility_;
};

}  // namespace tactus::contact
