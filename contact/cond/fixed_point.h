#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Cholesky>

#include "tactus/contact/cond/acceleration.h"
#include "tactus/contact/cond/island_parts.h"
#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

/// The velocity fixed-point iteration, V-FPI [Lee22], on a nodal problem:
///
///     v  = (A + J' beta J)^-1 (b + J' beta y)      tree by tree
///     w~ = J v                                     (20)
///     l  = Project(-(w~ + phi) / sum of 1 / beta)  contact by contact (23)
///     w  = w~ + l / beta                           (24)
///     y  = accelerate(w)
///
/// It descends a function whose Hessian is beta (1 - J (A + J' beta J)^-1 J'
/// beta) < beta: 1 / beta needs no guard, which the step by Frobenius' norm
/// of the paper does. The contacts' laws hold at w in every iterate; what is
/// missing is the momentum
///
///     r = |J' beta (y - w)| / max(|b|, |A v|),  in the norm of A^-1.
///
/// Nodes of elastic bodies take steps 1 / D instead of a solution of their own
/// (elastic_operator.h), without a factorization,
///
///     w~ = y - (A y - b) / D                       (21), (22)
///
/// with D for beta, and the norm of M^-1.
///
/// Elastic bodies that nothing touches or holds are a linear problem, A v = b:
/// conjugate gradients with 1 / D, in the same residual, take tens of
/// iterations where the above takes thousands for the motion of a stiff body as
/// a whole.
///
/// Trees that springs couple are moved together, with A_c and b_c for A and b
/// (coupled_trees.h).
///
/// On several threads each moves a part of the island, acceleration, contacts
/// of its own and sums included, without waiting for others (island_parts.h):
/// it takes its neighbours' w and finds their y itself. Contacts of several
/// parts, and sums over what they move, wait for all parts.
class VelocityFixedPoint {
 public:
  struct Report {
    int iterations{};
    double residual{};
    bool converged = true;
  };

  explicit VelocityFixedPoint(const CondOptions& options) : options_(options) {}

  /// For islands of `nodal`, which gets the impulses.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             NodalProblem* nodal);

  /// v^ of the island's trees into `v`, of all velocities: A^-1 (b + J' l), so
  /// that impulses and momentum agree to round-off, and r shows in the dampers.
  /// Iterations start where the impulses that contacts and rows have lead
  /// trees, and at nodes' velocities at the start, or, with `starts_at_v`, at
  /// v; y of what dampers tie is J v + l / beta, which holds these impulses.
  /// Different islands may be solved at the same time; one that is solved alone
  /// takes `options.num_threads` for its nodes and contacts, with the same
  /// bits.
  Report Solve(const NodalIsland& island, VectorXd* v,
               bool starts_at_v = false);

  /// The nodes' velocities where their contacts' laws hold with the impulses;
  /// NodalProblem::beta says how many.
  const VectorXd& w() const { return iterates_[0]; }

 private:
  /// What a block adds to an iteration's sums.
  struct BlockSums {
    Accelerator::Sums acceleration = Accelerator::Sums::Zero();
    double all{}, missing{};  ///< |A v|^2 of trees, and |J' beta (y - w)|^2.
    double change{}, velocity{};  ///< |w - y|^2 and |w|^2, with options.change.
    BlockSums& operator+=(const BlockSums& other);
  };
  /// What is kept of an island.
  struct IslandRoom {
    CoupledTrees coupled;
    IslandParts parts;
    std::vector<BlockSums> sums;
  };
  /// Contacts and sums of shared blocks have rounds of their own.
  enum class Round { kMove, kResolve, kSum };
  /// An iteration, as its rounds see it.
  struct Iteration {
    const NodalIsland& island;
    IslandRoom& room;
    Accelerator accelerator;
    /// The one that is made, and those before.
    VectorXd *w, *w_before, *w_earlier;
    bool is_first = true;
    Round round = Round::kMove;
  };

  /// False: a matrix is not positive definite.
  bool Factorize(const NodalIsland& island);
  bool Couple(const NodalIsland& island);
  IslandRoom& RoomOf(const NodalIsland& island) {
    return rooms_[&island - nodal_->islands.data()];
  }
  CoupledTrees& CoupledOf(const NodalIsland& island) {
    return RoomOf(island).coupled;
  }
  double Start(const NodalIsland& island, const VectorXd* v_start);
  void StartImpulses(const NodalIsland& island);
  void CalcVelocities(const NodalIsland& island, VectorXd* v);
  double MoveTrees(const NodalIsland& island, std::span<const int> trees,
                   const VectorXd& y, VectorXd* w);
  double CalcMissingMomentum(const NodalIsland& island,
                             std::span<const int> trees, const VectorXd& y,
                             const VectorXd& w);
  void ResolvePoint(PointContact* contact, VectorXd* w) const;
  void ResolveRow(RowContact* row, VectorXd* w) const;

  // fixed_point_rounds.cpp
  Report Iterate(const NodalIsland& island, const VectorXd* v_start);
  bool EndRound(double start, Iteration* iteration, Report* report);
  bool EndIteration(double start, Iteration* iteration, Report* report);
  void RunPart(int index, Iteration* iteration);
  void MovePart(int index, Iteration* iteration);
  void Advance(int index, const Iteration& iteration);
  void ResolveShared(int index, const Iteration& iteration);
  void CalcSums(int index, bool of_shared, Iteration* iteration);
  void CalcSumsOf(const IslandBlock& block, int part,
                  const Iteration& iteration, BlockSums* sums);

  // The same for nodes of elastic bodies (fixed_point_of_nodes.cpp), which
  // stand one after the other, in w too.
  bool IsLinear(const NodalIsland& island) const;
  Report FlyNodes(const NodalIsland& island, const VectorXd* v_start);
  void ApplyToAllNodes(const NodalIsland& island, const VectorXd& x);
  void ApplyToNodes(std::span<const int> nodes, const VectorXd& x);
  double StartNodes(const NodalIsland& island, const VectorXd* v_start);
  void CalcNodeVelocities(const NodalIsland& island, VectorXd* v);
  void MoveNodes(std::span<const int> nodes, const VectorXd& y, VectorXd* w);
  double CalcMissingMomentumOfNodes(std::span<const int> nodes,
                                    const VectorXd& y, const VectorXd& w) const;
  double CalcMissingMomentumOf(int tree, const VectorXd& y,
                               const VectorXd& w) const;

  CondOptions options_;
  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  NodalProblem* nodal_{};
  std::vector<MatrixXd> matrices_;              ///< A + J' beta J, by tree.
  std::vector<Eigen::LLT<MatrixXd>> factors_;   ///< Of these.
  std::vector<IslandRoom> rooms_;               ///< By island.
  VectorXd b_, v_free_, v_, momentum_, start_;  ///< By velocity.
  /// w by coordinate of nodes, the last one in the first of these.
  std::array<VectorXd, 3> iterates_;
  /// By part, for a part goes on from its neighbours' w, too, without waiting
  /// for their y.
  std::vector<VectorXd> y_, y_before_;
  VectorXd load_;           ///< By coordinate.
  VectorXd node_momentum_;  ///< b of elastic nodes, by coordinate.
};

}  // namespace tactus::contact
