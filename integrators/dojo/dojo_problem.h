#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/LU>

#include "tactus/contact/islands.h"
#include "tactus/integrators/dojo/articulated_factor.h"
#include "tactus/integrators/dojo/contact_rates.h"
#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/integrators/dojo/feature_slopes.h"
#include "tactus/integrators/dojo/island_laws.h"
#include "tactus/multibody/fluid_rates.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::integrators {

/// How fast a joint turns its body [rad/s].
double CalcTurningRate(const multibody::Joint& joint, const VectorXd& v);
/// The joint, of those given, that turns its body by about half a revolution or
/// more in a step of h, or null.
const multibody::Joint* FindHalfTurn(std::span<const multibody::Joint> joints,
                                     const VectorXd& v, double h);

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

/// What a step is differentiated by, a column each: first the
/// island's velocities three times, for q2 along them, v1, and generalized
/// forces; then controls of all actuators, and parameters; last q2 along
/// velocities of other islands, which turn paths that pull here.
struct DojoColumns {
  std::span<const multibody::Parameter> parameters;
  const multibody::PlantInputs* inputs{};
  /// By point of the velocity problem; empty: features stay.
  std::span<const FeatureSlopes> slopes = {};
  // Set by Linearize().
  int num_velocities{}, num_controls{};
  std::vector<int> others = {};  ///< Of the model's velocities.
  int q() const { return 0; }
  int v() const { return num_velocities; }
  int force() const { return 2 * num_velocities; }
  int control() const { return 3 * num_velocities; }
  int parameter() const { return control() + num_controls; }
  int other() const {
    return parameter() + static_cast<int>(parameters.size());
  }
  int size() const { return other() + static_cast<int>(others.size()); }
};

/// One island's step as a complementarity problem, [Howell22] (26): unknowns
///
///     x = (v, lambda of rows, psi of cones),    z, s by contact, limit and dry
///                                               friction
///
///     d(v) - impulse + mean D v - efforts - rows' lambda - J' f = 0
///     g + h row v = 0       rigid rows: couplers, locks, loops
///     mu gamma - z_0 = 0    size of a friction cone
///
///   pair              z                      s
///   contact           gamma, normal impulse  phi, the gap at q3
///   its exact cone    (z_0, b1, b2)          (psi, v_t)
///   its linear cone   b1 ... b4              psi + d_i v_t
///                     psi                    mu gamma - b1 - ... - b4
///   limit             impulse                distance at q3
///   dry friction      (1, b / (h f0))        h f0 (psi, x)
///   limit of effort   impulse taken off      h / c times what is left of it
///
/// with f = R_WC (b1, b2, gamma) on B at the contact's place at q3, in the
/// axes there.
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
  /// @param contacts  by point of the velocity problem.
  void Build(const DojoStepData& step, const contact::Island& island,
             std::span<const ContactFeatures> contacts,
             DiscreteDynamics* dynamics);

  /// Where an iteration starts: v of all the model's velocities.
  void SetStart(const VectorXd& v, VectorXd* x) const;
  /// The island's share of v.
  void GetVelocity(const VectorXd& x, VectorXd* v) const;

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

  /// How E of velocities and of rows, less what local unknowns take of it,
  /// changes with `columns`, where the last Calc() was; x and z were its, and s
  /// is in the scaling. With K the core,
  ///
  ///     K (dv, dlambda) = -E.
  ///
  /// @throws std::invalid_argument for what the island has no rates of: springs
  /// whose ends coincide, ways around shapes that have no second derivatives.
  void Linearize(const solvers::NesterovToddScaling& scaling, const VectorXd& x,
                 const VectorXd& z, DojoColumns* columns, MatrixXd* E,
                 Eigen::PartialPivLU<MatrixXd>* K);

  /// The impulses of the last Calc(), on body b of each contact, by point
  /// [N s].
  void GetImpulses(const VectorXd& z, std::vector<Vector3d>* impulses_W) const;
  /// The mean forces of the step: actuators' efforts, by actuator, and those
  /// along constraint rows and joint rows, which are zero before [N or N m].
  void GetForces(const VectorXd& x, const VectorXd& z,
                 std::vector<double>* efforts, std::vector<double>* row_forces,
                 std::vector<double>* joint_row_forces) const;

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
  using EffortRates = dojo::EffortRates;
  using TiedBodies = dojo::TiedBodies;
  using Path = dojo::Path;
  using Coupler = dojo::Coupler;

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
  std::span<const Term> TermsOf(const Along& along) const {
    return std::span(terms_).subspan(along.first_term, along.num_terms);
  }
  /// along' v, and v += scale along.
  double Dot(const Along& along, const VectorXd& v) const;
  void AddTo(const Along& along, double scale, VectorXd* v) const;
  int AddUnknown() { return num_unknowns_++; }
  int OffsetOf(int body) const;
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
  /// In the contact's axes.
  Vector3d ImpulseOf(const Contact& contact, const VectorXd& z) const;

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

  // Terms of Linearize().
  using Wrenches = Eigen::Matrix<double, 12, Eigen::Dynamic>;
  void CalcBodyMatrices();
  bool HasContact(int body) const;
  void CalcConstraintImpulses(const VectorXd& x, const VectorXd& z);
  void AddConstraintStateRates(const DojoColumns& columns, MatrixXd* E);
  void AddConstraintShift(int joint, const Vector3d& e, int column,
                          MatrixXd* E);
  void AddConstraintChange(const TiedBodies& tied,
                           const ConstraintRates::Change& change, int column,
                           MatrixXd* E);
  void FindTurningBodies();
  void AddTurningStateRates(const DojoColumns& columns, MatrixXd* E) const;
  void AddTurningChange(const TiedBodies& tied,
                        const ConstraintRates::Change& change, int column,
                        MatrixXd* E) const;
  void FindCouplers();
  void AddCouplerStateRates(const VectorXd& x, const DojoColumns& columns,
                            MatrixXd* E);
  void AddCouplerShift(int joint, const Vector3d& e, const VectorXd& x,
                       int column, MatrixXd* E) const;
  void AddCouplerChange(const Coupler& coupler,
                        const multibody::CouplerRates::Change& change,
                        const VectorXd& x, int column, MatrixXd* E) const;
  void AddFluidStateRates(const VectorXd& x, const DojoColumns& columns,
                          MatrixXd* E);
  void AddFluidParameterRates(const multibody::Parameter& parameter,
                              const VectorXd& x, int column, MatrixXd* E) const;
  /// dI_Bcm of a parameter kInertia.
  static Matrix3d InertiaAlong(int component);
  void AddFluidChange(const multibody::FluidRates::Change& change,
                      const VectorXd& x, int column, MatrixXd* E) const;
  void AddBallLimitRates(const VectorXd& x, const VectorXd& z,
                         const DojoColumns& columns, MatrixXd* E) const;
  /// The column of a velocity of the model, or -1.
  int ColumnOf(int velocity) const;
  /// Whether it is a row of a tendon's own laws.
  bool IsOf(int tendon, const Source& source) const;
  /// Whether an actuator is among efforts_.
  bool IsLaw(int actuator) const;
  void FindPaths(const VectorXd& x, const VectorXd& z, DojoColumns* columns);
  void AddOthers(const multibody::Tendon& tendon, DojoColumns* columns) const;
  void AddLaws(int tendon, const VectorXd& x, const VectorXd& z,
               Path* path) const;
  void AddMotors(int tendon, const multibody::PlantInputs& inputs,
                 Path* path) const;
  void AddPathStateRates(const VectorXd& x, const DojoColumns& columns,
                         MatrixXd* E);
  void AddPathShift(int joint, const Vector3d& e, const VectorXd& x, int column,
                    MatrixXd* E);
  void AddPathChange(const Path& path,
                     const multibody::TendonPathRates::Change& change,
                     const VectorXd& x, int column, MatrixXd* E) const;
  void CalcWrenches(const VectorXd& z, const multibody::PlantInputs& inputs);
  void AddApplied(const multibody::PlantInputs& inputs);
  Vector6d CalcThrustDirection(const multibody::Actuator& actuator) const;
  bool IsClamped(const Effort& effort) const;
  bool FollowsControl(const multibody::PlantInputs& inputs, int i) const;
  void AddStateRates(const VectorXd& z, const DojoColumns& columns,
                     MatrixXd* E);
  void AddGainRates(const multibody::Tree& tree, const DojoColumns& columns,
                    MatrixXd* E);
  void AddBlockRate(const Block& block, LocalBlock::Vector row, int column,
                    MatrixXd* E) const;
  void AddBodyRates(int body, const Vector6d& y1, const BodyRates& of,
                    int column, const VectorXd& z, MatrixXd* E);
  void AddBodyContactRates(int body, const BodyRates& of, int column,
                           const VectorXd& z, MatrixXd* E) const;
  /// Null: its features stay.
  const FeatureSlopes* SlopesOf(const Contact& contact) const;
  FeatureRates CalcSlideOf(const Contact& contact, bool is_b,
                           const Matrix6Xd& y2) const;
  void AddRelativeTurnRates(const DojoColumns& columns, const VectorXd& z,
                            MatrixXd* E) const;
  Eigen::Matrix3Xd CalcTurnRates(const multibody::Tree& tree, int body) const;
  void AddContactRates(const Contact& contact, const ContactRates& of,
                       int column, const VectorXd& z, MatrixXd* E) const;
  void AddContactWrenches(const Contact& contact, const Wrenches& wrenches,
                          int column, MatrixXd* E) const;
  void CalcEffortRates(const VectorXd& x, const VectorXd& z,
                       const multibody::PlantInputs& inputs);
  void SetControlRate(const Effort& effort, double rate,
                      EffortRates* rates) const;
  EffortRates CalcMuscleRates(const Effort& effort, double x,
                              const multibody::PlantInputs& inputs) const;
  double CalcLength(const multibody::Actuator& actuator) const;
  void AddEffortRates(const DojoColumns& columns, MatrixXd* E) const;
  void AddForceRate(const Effort& effort, double slope, int column,
                    MatrixXd* E) const {
    AddForceRate(effort, slope, 0, 0, column, E);
  }
  void AddForceRate(const Effort& effort, double slope, double c_slope,
                    double force, int column, MatrixXd* E) const;
  void AddControlRates(const DojoColumns& columns, MatrixXd* E) const;
  std::vector<contact::JointTerm> TermsOf(
      const multibody::Actuator& actuator) const;
  void AddParameterRates(const DojoColumns& columns, int parameter,
                         const VectorXd& x, const VectorXd& z, MatrixXd* E);
  void AddMassShareRates(int body, int column, const VectorXd& z,
                         MatrixXd* E) const;
  void AddMassShift(int body, const Vector3d& e, int column, const VectorXd& z,
                    MatrixXd* E);
  void AddSubtreeShift(int joint, const Vector3d& e, int column,
                       const VectorXd& z, MatrixXd* E);
  void ShiftBody(int body, int frame, const Vector3d& e, int column,
                 const VectorXd& z, MatrixXd* E);
  void AddFeatures(const Contact& contact, const FeatureRates& of, int column,
                   const VectorXd& z, MatrixXd* E) const;
  void AddFeatureRates(const DojoColumns& columns, int parameter,
                       const VectorXd& z, MatrixXd* E) const;
  FeatureRates CalcShapeRates(const Contact& contact, bool is_b,
                              const DojoColumns& columns, int parameter) const;
  void AddForce(int body, const Vector6d& F, int column, MatrixXd* E) const;
  double CalcStiffness(const Effort& effort) const;
  double CalcEffort(const Effort& effort, double x, const VectorXd& z) const;

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
  ContactWrench wrench_;
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

  // Of Linearize().
  std::span<const FeatureSlopes> slopes_;
  std::vector<EffortRates> effort_rates_;   ///< By effort.
  std::vector<double> forces_;              ///< By effort.
  std::vector<TiedBodies> constraints_;     ///< The island's.
  std::vector<dojo::TurningBody> turning_;  ///< Bodies that rods end at.
  std::vector<Path> paths_;                 ///< The island's tendons.
  std::vector<Coupler> couplers_;           ///< The island's.
  std::optional<multibody::FluidRates> fluid_;
  multibody::PositionKinematics position_;  ///< At q2.
  std::vector<Matrix6Xd> J2_;               ///< By body.
  std::vector<DiscreteDynamics::GainRates> gain_rates_;
  std::vector<Vector6d> wrenches_;  ///< On bodies in E, at their centres.
  std::vector<Vector3d> applied_;   ///< Part of wrenches_: forces on bodies.
  /// Of wrenches_ by the angle at q2, from what is applied to bodies.
  std::vector<Eigen::Matrix<double, 6, 3>> applied_turns_;
};

}  // namespace tactus::integrators
