#pragma once

#include <span>
#include <vector>

#include "tactus/contact/icf/constraints.h"
#include "tactus/contact/icf/joints.h"
#include "tactus/contact/icf/law.h"
#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/convex_newton.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::contact {

/// What a solve leaves behind for the next one: an island's factorized Hessian,
/// valid for another island of the same cliques whatever their contacts. A
/// value; part of the simulation's state, since reuse shows in the last digits.
struct IslandFactorization {
  std::vector<int> cliques;
  solvers::HessianFactor hessian;
  bool analyzed = false;  ///< `hessian` has a pattern, found by `method`.
  bool valid = false;     ///< `hessian` is factorized.
  solvers::FactorMethod method = solvers::FactorMethod::kAuto;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&cliques, &hessian, &analyzed, &valid, &method);
    solvers::RequireKnown(method);
  }
};

/// The ICF step of one island as a convex function of its velocities,
///
///     l(v) = 1/2 v'Av - r'v + sum of potentials,       (16) of [Kurtz25]
///     A = M + h D + h^2 K,   r = M v0 - h (k0 + K (q0 - qref)),
///
/// with the potentials of law.h for contacts, joints (joints.h) and
/// constraints between bodies (constraints.h).
/// Joint springs are implicit (the paper's are explicit); both are first order.
///
/// A patch of contacts between bodies A and B works on the velocity of B
/// relative to A at Bo, V = V_B - Phi V_A, and hands one wrench and one 6x6
/// Hessian to the trees: its cost does not grow with the joints behind the
/// bodies. So does a constraint. A patch of many points, as a contact surface
/// has, is looked at in pieces, whose sums are added in their order: on one
/// thread or several, with the same bits.
///
/// Friction holds its normal impulse h n0 fixed while l is minimised, and n0 is
/// at first what acts at t0, (fn0). Where that is not what the step makes, as
/// in an impact, Coulomb's cone would be that of another moment. So n0 follows
/// Newton's iterates,
///
///     h n0 <- h n0 + omega (gamma_n(v) - h n0)   at all points, once at any
///     |gamma_n - h n0| > 0.002 max(gamma_n, h n0)  and
///     mu w |gamma_n - h n0| > friction tolerance [m/s],
///
/// until it is within that, with omega after Aitken [IronsTuck69]
/// (island_line.cpp): the impulse of friction is then mu times the normal
/// impulse of the same step. What rests keeps its n0, and pays nothing.
class IcfIsland final : public solvers::ConvexFunction {
 public:
  /// Binds the island to a problem and a step; keeps references to all three.
  /// @param friction_tolerance  what of a velocity friction may miss [m/s].
  void Reset(const VelocityProblem& problem, const Island& island, double h,
             double friction_tolerance, IslandFactorization* factorization,
             Profile* profile);

  /// What rows are off at t0, from the next Reset() on; null, the default: what
  /// the problem says.
  void set_row_errors(const RowErrors* errors) { row_errors_ = errors; }
  /// How many threads look at the points of large patches. The results are the
  /// same for any. @pre at least 1, the default.
  void set_num_threads(int num_threads) { num_threads_ = num_threads; }

  int size() const { return static_cast<int>(r_.size()); }
  /// The island's part of a vector over all velocities, and back.
  void Gather(const VectorXd& v_all, VectorXd* v) const;
  void Scatter(const VectorXd& v, VectorXd* v_all) const;
  /// Impulses at the point, world axes, into the problem's order of points.
  void CalcContactImpulses(ContactImpulses* impulses);

  const VectorXd& scale() const override { return scale_; }
  double scaled_linear_term() const override { return scaled_linear_term_; }
  /// One tree may be off by as much as the whole island, but none by more than
  /// 100 eps metres (or radians) per second of its heaviest velocity:
  ///
  ///     w = max(1, max(1, |D r|) / (100 sqrt(a))),
  ///
  /// with a the largest of the tree's diagonal of A.
  const VectorXd* weights() const override {
    return is_weighted_ ? &weights_ : nullptr;
  }
  bool is_quadratic() const override {
    return points_.empty() && joints_.is_quadratic() &&
           constraints_.is_quadratic();
  }
  void MoveTo(const VectorXd& v, VectorXd* gradient) override;
  bool FactorizeHessian() override;
  bool has_factorization() const override { return factorization_->valid; }
  void SolveHessian(const VectorXd& b, VectorXd* x) override;
  void SetDirection(const VectorXd& p) override;
  LineSample EvalLine(double alpha) override;
  void MoveAlong(double alpha, VectorXd* gradient) override;
  bool UpdateLag(VectorXd* gradient) override;

 private:
  struct LocalBody {
    const ContactBody* body{};
    int clique = -1;                ///< Position in cliques_; -1: anchored.
    Vector6d V = Vector6d::Zero();  ///< V_WB, of the point or of the line.
    bool is_free() const { return clique < 0 || body->is_free; }
  };
  /// Two bodies that act on each other, by position in bodies_.
  struct Pair {
    int body_a{}, body_b{};
    Vector3d p_AoBo_W = Vector3d::Zero();
  };
  struct LocalPatch {
    Pair pair;
    int first_piece{}, num_pieces{};  ///< Into pieces_.
    Vector6d V = Vector6d::Zero();    ///< Of B relative to A at Bo.
  };
  /// r_{k-1}.(r_{k-1} - r_k) and |r_{k-1} - r_k|^2 of UpdateLag().
  struct LagChange {
    double along{}, squared{};
  };
  /// Points of one patch that one thread looks at in one go, and their sums.
  struct Piece {
    int patch{}, first_point{}, num_points{};  ///< Into points_.
    Vector6d F_Bo = Vector6d::Zero();
    Matrix6d G = Matrix6d::Zero();
    double cost{};
    LineSample line;
    bool lags{};
    LagChange change;
  };
  struct LocalConstraint {
    Pair pair;
    IcfConstraints::Run run;
  };
  struct LocalPoint {
    IcfPoint law;
    const ContactPoint* point{};
    Vector3d v_C, dv_C;
    FrictionDual w;
    double last_lag = 0;  ///< gamma_n - h n0 at the last update [N s].
  };

  void ResetCliques();
  void ResetWeights();
  void ResetBodies();
  void ResetPatches();
  void MultiplyByA(const VectorXd& x, VectorXd* Ax) const;
  void CalcBodyVelocities(const VectorXd& v);
  Pair MakePair(const Island::BodyPair& bodies, const Vector3d& p_AoBo_W) const;
  void ResetConstraints();
  Vector6d RelativeVelocity(const Pair& pair) const;
  void AddPieces(int first_point, int num_points);
  std::span<LocalPoint> PointsOf(const Piece& piece);
  template <class Body>
  void ForEachPiece(const Body& body);
  void CalcPatchVelocities();
  void CalcGradient(VectorXd* gradient);
  double CalcPotentials();
  bool Lags(const LocalPoint& at) const;
  static void AddLagChange(std::span<LocalPoint> points, LagChange* change);
  void AddAlong(double alpha, std::span<const LocalPoint> points,
                LineSample* sample) const;
  void AddWrench(const LocalBody& local, const Vector6d& F,
                 VectorXd* gradient) const;
  void SubtractImpulse(const Pair& pair, const Vector6d& F_Bo,
                       VectorXd* gradient) const;
  void CalcPieceHessian(Piece* piece);
  void AddPairHessian(const Pair& pair, const Matrix6d& G);
  void AddTreePairHessian(const Pair& pair, const Matrix6d& G,
                          const Matrix6d& Phi);

  const VelocityProblem* problem_{};
  const RowErrors* row_errors_ = nullptr;
  const Island* island_{};
  double h_{}, friction_tolerance_{};
  int num_threads_ = 1;
  int num_lag_updates_ = 0;
  double omega_ = 1;  ///< Relaxation of the lag.
  IslandFactorization* factorization_{};
  Profile* profile_{};

  std::vector<LocalClique> cliques_;
  std::vector<int> sizes_;
  /// In the order of Island::bodies, and one that stands for the world.
  std::vector<LocalBody> bodies_;
  std::vector<LocalPatch> patches_;
  std::vector<Piece> pieces_;
  bool is_split_ = false;  ///< A patch has several.
  std::vector<LocalPoint> points_;
  IcfJoints joints_;
  std::vector<LocalConstraint> pairs_;
  IcfConstraints constraints_;
  VectorXd r_, scale_, diagonal_;  // diagonal_ = h D + h^2 K
  double scaled_linear_term_{};
  bool is_weighted_{};  // Some weight is not 1.
  VectorXd weights_;

  // At the point, and along the line.
  VectorXd v_, Av_, p_, Ap_;
  double pAp_{}, p_gradient_{}, potentials_{};

  // Scratch of the Hessian, as large as the largest clique seen.
  Matrix6Xd J_a_, J_b_, GJ_b_;
  MatrixXd H_;
};

}  // namespace tactus::contact
