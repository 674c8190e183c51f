#pragma once

#include <limits>
#include <vector>

#include "tactus/contact/row_errors.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The rows of a velocity problem that hold the model's rigid constraints and
/// couplers, aimed at the end of a step that bends them.
///
/// A row takes g along the step as g0 + h x + h^2/2 b (contact/icf/law.h). Its
/// true end g(q1) is off by a third-order remainder, and by the give of the
/// row's spring under load. So the step is solved again with
///
///     g0 <- g0 + g(q1),
///
/// Uzawa's method for g(q1) = 0. The velocity is then that of the chord which
/// leads from one configuration on the constraints to the next, so that little
/// is lost when the next step makes it tangent, and the forces are those that
/// hold the constraints at the step's end.
///
/// Where a step turns parts through much of a radian that does not converge,
/// and b says little about its end. Then the row goes straight, without b, and
/// what it is off is left to the projection of positions: that takes energy
/// out, where curves that are taken wrongly would put it in. So do constraints
/// whose aim is seen to put energy in (GoStraight()): as links that lie on one
/// line, where G is singular, and what is off by g as little as
/// kPositionTolerance is to be undone at g / (h |G|).
///
/// A tendon that starts a step far beyond its limit, as where its path has
/// changed sides of what it goes around, comes back at 1 m/s (rad/s) at most:
/// all at once it would be thrown at the length over h.
///
///     rows.Remember(model, problem);   // as built
///     rows.Begin(h);                   // each step from there
///     do { solve with rows.errors() for v1; q1 from v1 }
///     while (rows.UpdateErrors(q1, h, problem));
///
/// The problem itself stays as it is.
class RigidRows {
 public:
  /// Takes a problem that a VelocityProblemBuilder has just built for `model`,
  /// which must outlive this.
  void Remember(const Model& model, const contact::VelocityProblem& problem);
  /// Whether all rows aim where the problem has them.
  bool is_empty() const {
    return !has_constraints_ && beyond_.empty() && model_->couplers().empty();
  }
  /// Where the next solve is to aim, for all of the problem's rows.
  const contact::RowErrors& errors() const { return errors_; }
  /// Puts back the errors at the start of the step, of length h.
  void Begin(double h);
  /// Lets one of the problem's constraints end the step, of length h, at rest
  /// along its rows, x = 0, whatever it is off; false if it does already.
  bool GoStraight(int constraint, double h,
                  const contact::VelocityProblem& problem);
  /// After a solve of a step of length h that leads to q1: true if the errors
  /// are others now, and the problem is to be solved again.
  bool UpdateErrors(const VectorXd& q1, double h,
                    const contact::VelocityProblem& problem);

 private:
  /// g of one of the problem's rows.
  struct Row {
    const contact::RowLaw* law{};
    double* error{};  ///< In errors_.
    double g{};
  };
  /// A joint row of a tendon far beyond its limit.
  struct Beyond {
    int row{};
    double limit{};
  };
  void Restart(double h);
  void Rest(int constraint, double h, const contact::VelocityProblem& problem);
  void FindRows(const VectorXd& q1, const contact::VelocityProblem& problem);
  void FindConstraints(const VectorXd& q1,
                       const contact::VelocityProblem& problem);

  const Model* model_{};
  bool has_constraints_ = false;
  std::vector<Beyond> beyond_;
  contact::RowErrors start_, errors_;
  std::vector<Row> rows_;
  int num_solves_{};
  bool is_straight_ = false;
  std::vector<bool> rests_;  ///< By constraint of the problem: GoStraight().
  double largest_ = std::numeric_limits<double>::infinity();
};

}  // namespace tactus::multibody
