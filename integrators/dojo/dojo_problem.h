#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/LU>

#include "tactus/contact/islands.h"
#include "tactus/integrators/dojo/articulated_factor.h"
#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/integrators/dojo/island_laws.h"
#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::integrators {

/// How fast a joint turns its body [rad/s].
double CalcTurningRate(const multibody::Joint& joint, const VectorXd& v);
/// The joint, of those given, that turns its body by about half a revolution or
/// more in a step of h, or null.
const multibody::Joint* FindHalfTurn(std::span<const multibody::Joint> joints,
                                     const VectorXd& v, double h);

/// The joint that turns its body by more than `angle` [rad] in a step of h, and
/// the farthest of those, or null.
const multibody::Joint* FindFarthestTurn(
    std::span<const multibody::Joint> joints, const VectorXd& v, double h,
    double angle);

/// What a step knows beside contacts.
struct DojoStepData {
  const contact::VelocityProblem& velocity;
  /// Impulse of gravity, applied forces and springs over the step [N s, N m s].
  const VectorXd& impulse;
  const VectorXd& damping;  ///< By velocity [N s/m or N m s].
  double h{};               ///< [s]
  double mean{};  ///< The mean length of the two steps that meet at q2, for
                  ///< which forces act [s].
  FrictionCone cone = FrictionCone::kExact;
};

/// One island's step as a complementarity problem, [Howell22] (26): unknowns
///
///     x = (v, lambda of rows, psi of cones),    z, s by contact, limit and dry
///                                               friction
///
///     d(v) - impulse + mean D v - efforts - rows' lambda - J' f = 0
///     g + h row v = 0       rigid rows: couplers, locks, loops
///     mu gamma + bound - z_0 = 0    size of a friction cone
///
///   pair              z                      s
///   contact           gamma, normal impulse  phi - least, the gap at q3
///   its exact cone    (z_0, b1, b2)          (psi, v_t)
///   its linear cone   b1 ... b4              psi + d_i v_t
///                     psi                    mu gamma + bound - b1 - ... - b4
///   limit             impulse                distance at q3
///   dry friction      (1, b / (h f0))        h f0 (psi, x)
///   limit of effort   impulse taken off      h / c times what is left of it
///
/// with f = R_WC (b1, b2, gamma) on B at the contact's place at q3, in the
/// axes there; least is 0 but for what starts in overlap (CalcLeastGap), and
/// bound 0 but where friction is lagged, which has mu 0 then (LagFriction).
///
/// Newton's equations: unknowns that meet the velocities at one contact, one
/// limit, are eliminated one by one (LocalBlock), z from s, since W^2 -> 0
/// where contacts bear; that loses in v some kappa^-1 round-off, which Newton's
/// next step mends. What is left couples the poses of bodies. In an island of
/// one tree that touches only what is anchored, by joints that nothing else
/// couples, it is solved by the recursion of articulated bodies
/// (ArticulatedFactor), in time linear in bodies and contacts; else, and where
/// that finds no pivot, by one dense matrix over velocities and lambda of rows,
/// the core.
class DojoProblem final : public solvers::ComplementarityProblem {
 public:
  /// The problem of an island. What it refers to must outlive the solve.
  /// @param contacts  by point of the velocity problem, and more.
  /// @param by_patch  those that are held, of each patch; none: its points.
  void Build(const DojoStepData& step, const contact::Island& island,
             std::span<const ContactFeatures> contacts,
             DiscreteDynamics* dynamics,
             std::span<const std::vector<int>> by_patch = {});

  /// Where an iteration starts: v of all the model's velocities.
  void SetStart(const VectorXd& v, VectorXd* x) const;
  /// The island's share of v.
  void GetVelocity(const VectorXd& x, VectorXd* v) const;

  /// Bounds friction by the normal impulses in `z` in place of those that are
  /// sought; none: by a guess. Returns by how much that changes a bound, of the
  /// largest.
  double LagFriction(const VectorXd& z);
  /// Bounds it by those that are sought again.
  void FollowFriction();
  bool has_friction() const;

  const solvers::ConeProduct& cones() const override { return cones_; }
  /// Neutral elements, of contacts' impulses so small that all together do not
  /// outweigh the inertia of what they turn.
  void SetStart(VectorXd* z, VectorXd* s) const override;
  /// Impulses and gaps of the size that the speeds of `x` make, on the central
  /// path, so that a contact at rest starts where it will end.
  bool SetGuess(double kappa, VectorXd* x, VectorXd* z, VectorXd* s) override;
  /// Within a quarter turn in a step, beyond which momentum falls with speed;
  /// from beyond that, within half a turn: what is left of it to a whole one
  /// is the same to DiscreteDynamics.
  double CalcLargestStep(const VectorXd& x, const VectorXd& dx) override;
  void Calc(const VectorXd& x, const VectorXd& z, Point* point) override;
  /// Momentum relative to what moves and pushes its tree, and to its round-off;
  /// errors of rigid rows by `tolerance` itself [m, rad].
  void CalcTolerances(double tolerance, const VectorXd& x, const VectorXd& z,
                      VectorXd* most) override;

  bool Factorize(const solvers::NesterovToddScaling& scaling) override;
  void Solve(const VectorXd& E, const VectorXd& g, VectorXd* dx,
             VectorXd* dz) override;
  void MultiplyG(const VectorXd& dx, const VectorXd& dz, VectorXd* dg) override;
  void MultiplyE(const VectorXd& dx, const VectorXd& dz, VectorXd* dE) override;
  /// Whether the last Factorize() was the recursion.
  bool is_articulated() const { return is_articulated_; }
  /// Whether Newton's equations are always solved by the core.
  void set_dense(bool dense) { is_dense_ = dense; }

  /// Newton's equations of velocities and lambda of rows, where the last Calc()
  /// was, always by the core; s and z are in the scaling.
  /// @throws std::invalid_argument if those of a contact are singular.
  const Eigen::PartialPivLU<MatrixXd>& FactorizeDense(
      const solvers::NesterovToddScaling& scaling);

  /// The impulses of the last Calc(), on body b of each contact, by point
  /// [N s].
  void GetImpulses(const VectorXd& z, std::vector<Vector3d>* impulses_W) const;
  /// The mean forces of the step: actuators' efforts, by actuator, and those
  /// along constraint rows and joint rows, which are zero before [N or N m].
  void GetForces(const VectorXd& x, const VectorXd& z,
                 std::vector<double>* efforts, std::vector<double>* row_forces,
                 std::vector<double>* joint_row_forces) const;

  /// What the problem is of.
  const DojoStepData& step() const { return *step_; }
  const contact::Island& island() const { return *island_; }
  /// The velocities of the model where the last Calc() was.
  const VectorXd& velocities() const { return v_; }

  /// The island's laws. Those of several unknowns have blocks.
  std::span<const dojo::Contact> contacts() const { return contacts_; }
  std::span<const dojo::Row> rows() const { return rows_; }
  std::span<const dojo::Bound> bounds() const { return bounds_; }
  std::span<const dojo::DryFriction> dry_friction() const { return dry_; }
  std::span<const dojo::Effort> efforts() const { return efforts_; }
  std::span<const dojo::Block> blocks() const { return blocks_; }
  const ContactFeatures& FeaturesOf(const dojo::Contact& contact) const {
    return features_[contact.point];
  }
  /// A contact's impulse on its body b, in its axes [N s].
  Vector3d ImpulseOf(const dojo::Contact& contact, const VectorXd& z) const;
  /// An effort's mean force, at the rate x that it follows [N or N m].
  double CalcEffort(const dojo::Effort& effort, double x,
                    const VectorXd& z) const;

  /// How many of x are the island's velocities, tree by tree.
  int num_velocities() const { return num_velocities_; }
  /// Where those of a tree, or of a body's tree, start; -1: it is not here.
  int OffsetOfTree(int tree) const { return offset_of_tree_[tree]; }
  int OffsetOf(int body) const;
  /// The body whose joint has one of them.
  int BodyOf(int velocity) const { return body_of_velocity_[velocity]; }
  std::span<const dojo::Term> TermsOf(const dojo::Along& along) const {
    return std::span(terms_).subspan(along.first_term, along.num_terms);
  }
  /// along' v.
  double Dot(const dojo::Along& along, const VectorXd& v) const;

 private:
  using Contact = dojo::Contact;
  using Along = dojo::Along;
  using Term = dojo::Term;
  using Block = dojo::Block;
  using Source = dojo::Source;
  using Row = dojo::Row;
  using Bound = dojo::Bound;
  using DryFriction = dojo::DryFriction;
  using Effort = dojo::Effort;

  void AddRow(const contact::RowLaw& law, const Along& along, Source source);
  void AddBound(const Along& along, double distance, Source source,
                double sign);
  void AddConstraint(const contact::BodyConstraint& constraint);
  void AddContact(int point);
  void AddActuator(int index);
  void AddEffort(Effort effort);
  void AddDry(const Along& along, double impulse, Source source);
  void FindWhetherArticulated();
  Along AddTerms(std::span<const contact::JointTerm> terms, double gear);
  Along Negate(const Along& along);
  int AddBlock(const Along& along, int x, int z, int num_z, int first_cone,
               int num_cones);
  /// v += scale along.
  void AddTo(const Along& along, double scale, VectorXd* v) const;
  int AddUnknown() { return num_unknowns_++; }
  double CalcStartImpulse() const;
  struct Scales {
    double mass{};      ///< [kg]
    double mu{};        ///< Gap times impulse [J s].
    double distance{};  ///< [m]
  };
  Scales CalcScales(double kappa) const;
  static double GuessCone(const Eigen::Ref<const VectorXd>& slip, double b,
                          double mu, Eigen::Ref<VectorXd> z,
                          Eigen::Ref<VectorXd> s);
  void GuessFriction(const Contact& contact, double mu, VectorXd* x,
                     VectorXd* z, VectorXd* s) const;
  /// What a tree's momentum is measured by, in the norm of its energy: J^1/2.
  struct TreeSizes {
    double mass{};       ///< [kg]
    double motion{};     ///< Of the velocities at the start.
    double round_off{};  ///< Of its momentum.
    double contacts{};   ///< Of their impulses, summed [N s].
    double tolerance{};  ///< Of its momentum.
  };
  void CalcTreeSizes();
  void CalcImpulseSizes(const VectorXd& x, const VectorXd& z);

  void CalcMomentum(const VectorXd& x, Point* point);
  void CalcEfforts(const VectorXd& x, const VectorXd& z, Point* point) const;
  void CalcRows(const VectorXd& x, const VectorXd& z, Point* point) const;
  void CalcContact(const VectorXd& x, const VectorXd& z, Contact* contact,
                   Point* point);

  // Newton's equations.
  bool FactorizeLocals(const solvers::NesterovToddScaling& scaling);
  bool FactorizeArticulated();
  void FactorizeCore();
  void AddContactsToBodies();
  void AddCoupledContact(const Contact& contact);
  void SolveArticulated();
  void SolveCore();
  void ClearLoads();
  void AddLoads(VectorXd* E);
  void CalcIslandPoses(const VectorXd& x);
  ContactBlock::Poses PosesOf(const Contact& contact) const;
  void AddWrench(const Contact& contact, const ContactBlock::Poses& wrench,
                 double sign);

  const DojoStepData* step_{};
  const contact::Island* island_{};
  std::span<const ContactFeatures> features_;
  DiscreteDynamics* dynamics_{};
  const multibody::Model* model_{};
  solvers::ConeProduct cones_;
  std::vector<int> offset_of_tree_;  ///< -1: of another island.
  int num_velocities_{}, num_unknowns_{};
  std::vector<Contact> contacts_;
  std::vector<Term> terms_;
  std::vector<Row> rows_;
  std::vector<Block> blocks_;  ///< Of bounds, dry friction, efforts.
  std::vector<Bound> bounds_;
  std::vector<DryFriction> dry_;
  std::vector<Effort> efforts_;
  std::vector<TreeSizes> tree_sizes_;  ///< By tree; the island's are set.
  VectorXd diagonal_;  ///< A, of Newton's matrix without contacts.
  VectorXd impulse_sizes_;
  Point guess_;  ///< Where a guess is taken.
  VectorXd v_;   ///< Of all the model's velocities.
  VectorXd turned_x_, turned_v_;
  LocalBlock::Vector local_;

  // Newton's equations.
  bool may_be_articulated_{}, is_articulated_{}, is_dense_ = false;
  std::vector<Matrix6d> by_pose_;   ///< D by body.
  std::vector<Matrix6d> by_joint_;  ///< d by body.
  std::vector<Vector6d> loads_, poses_;
  ArticulatedFactor articulated_;
  MatrixXd core_;
  Eigen::PartialPivLU<MatrixXd> core_factor_;
  VectorXd core_rhs_, core_solution_;
  bool has_solved_poses_ = false;  ///< poses_ are those of core_rhs_.
  VectorXd joint_rhs_;             ///< Over the model's velocities.
  VectorXd row_;                   ///< Of a constraint.
  Matrix6Xd J_, K_, J_other_, K_other_, product_;
  std::vector<int> body_of_velocity_;  ///< By the island's velocities.
};

}  // namespace tactus::integrators
