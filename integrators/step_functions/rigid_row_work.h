#pragma once

#include <vector>

#include "tactus/common/disjoint_sets.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// The work that rigid constraints between bodies do in a step of a velocity
/// problem, by groups of trees that they tie. With M as at the start,
/// M (v1 - v0) = h tau + G' lambda gives what the rows add to the kinetic
/// energy, to round-off,
///
///     W = sum_i lambda_i (x0_i + x1_i) / 2,   x = G v .
///
/// What holds does no work. A row that aims at the end of a curved path,
/// x1 = -h b / 2 (contact/icf/law.h), starts with what the last step has left,
/// x0 = h b / 2: W is nothing beside T = v1'M v1 / 2 where h resolves the
/// motion. Where it does not, as near a singular G, aiming costs as much of T
/// as there is, or more, and leaves it in v1, unseen by an error in positions:
/// h v1 is small.
///
///   symbol   meaning                                    unit
///   G        rows of the constraints
///   lambda   impulse along a row, h times its force     N s or N m s
///   W, T     of one group                               J
class RigidRowWork {
 public:
  /// Finds the groups; `problem` is also that of Calc().
  void Reset(const contact::VelocityProblem& problem);

  /// Takes the step of length h that ended with `v1` and the mean forces
  /// `row_forces`, by constraint row [N or N m].
  void Calc(const contact::VelocityProblem& problem, double h,
            const VectorXd& v1, const std::vector<double>& row_forces);

  /// W+ / T of the group that the problem's constraint is of, with T as much
  /// larger as velocities of 5e-2 [m/s or rad/s] make it: what rests under a
  /// load has rows that move it by some 1e-4 rad/s to and fro. Zero for
  /// constraints that have no rigid rows.
  double CalcGain(int constraint) const;

  /// Takes from `v`, at the end of a step of length h, what the projection of
  /// positions has taken from the way, which it moved by `moved`
  /// (CalcPositionDifference()): of each group
  ///
  ///     v <- v + alpha moved / h,   0 <= alpha <= 1,
  ///
  /// at the least v'M v. A projection is across what constraints let pass, and
  /// alpha is nothing where the step has kept to them. Where G is singular the
  /// step finds nothing to hold: a chain that is pinned straight falls in each,
  /// and is put back; without this it would do so ever faster.
  ///
  /// Marks the cliques of groups that lose more than a hundredth of T by it.
  void TakeBack(const contact::VelocityProblem& problem, double h,
                const VectorXd& moved, VectorXd* v,
                std::vector<bool>* is_braked);

  /// Marks the cliques of a constraint's group.
  void MarkGroup(int constraint, std::vector<bool>* is_marked) const;

 private:
  struct Group {
    double work{}, kinetic{};
  };
  /// moved'M v and moved'M moved of a group.
  struct Along {
    double with_v{}, squared{};
  };
  void SumAlong(const contact::VelocityProblem& problem, const VectorXd& moved,
                const VectorXd& v);

  DisjointSets sets_;          ///< Of cliques.
  std::vector<int> group_;     ///< By constraint; -1: no rigid rows.
  std::vector<int> root_;      ///< By clique that is tied; -1: of others.
  std::vector<Group> groups_;  ///< By root.
  std::vector<Along> along_;   ///< By root.
  VectorXd momentum_;
};

}  // namespace tactus::integrators
