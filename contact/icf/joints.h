#pragma once

#include <span>
#include <vector>

#include "tactus/contact/icf/law.h"
#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/convex_newton.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::contact {

/// A clique's place in an island's vector of velocities.
struct LocalClique {
  int clique{}, start{}, nv{};
};

/// The potentials of an island that are functions of joint velocities
/// (law.h): rows, along sums of them, x = sum_i c_i v_i, whose Hessian is
/// l'' c c', and actuators of one velocity, x = v_i.
class IcfJoints {
 public:
  /// Keeps a reference to `cliques`, whose storage must stay.
  void Reset(const VelocityProblem& problem, const Island& island,
             std::span<const LocalClique> cliques, double h,
             const RowErrors* errors = nullptr);

  /// Whether all potentials are quadratic (IsQuadratic()).
  bool is_quadratic() const {
    return actuators_.empty() && rows_are_quadratic_;
  }

  void AddCost(const VectorXd& v, double* cost) const;
  void AddGradient(const VectorXd& v, VectorXd* gradient) const;
  /// Cost, slope and curvature along the line v + alpha p.
  void AddLine(const VectorXd& v, const VectorXd& p, double alpha,
               solvers::ConvexFunction::LineSample* sample) const;
  /// @param scratch  at least as large as the largest clique.
  void AddHessian(const VectorXd& v, MatrixXd* scratch,
                  solvers::HessianFactor* hessian) const;

 private:
  /// A velocity of the island, also by its clique and its place there.
  struct Dof {
    int index = -1, clique{}, offset{};
  };
  struct OfOne {
    IcfActuator law;
    Dof dof;
  };
  struct Term {
    Dof dof;
    double coefficient{};
  };
  struct OfSum {
    IcfRow law;
    int first{}, size{};  ///< Into terms_.
  };

  Dof FindDof(const VelocityProblem& problem, int dof) const;
  void ResetRows(const VelocityProblem& problem, const Island& island, double h,
                 const RowErrors* errors);
  void AddRow(const VelocityProblem& problem, const IcfRow& law,
              std::span<const JointTerm> terms);
  std::span<const Term> TermsOf(const OfSum& row) const {
    return std::span(terms_).subspan(row.first, row.size);
  }
  double CalcRate(const OfSum& row, const VectorXd& v) const;
  void AddRowHessian(std::span<const Term> terms, double curvature,
                     MatrixXd* scratch, solvers::HessianFactor* hessian) const;

  std::span<const LocalClique> cliques_;
  std::vector<OfOne> actuators_;
  std::vector<OfSum> rows_;
  std::vector<Term> terms_;
  bool rows_are_quadratic_ = true;
};

}  // namespace tactus::contact
