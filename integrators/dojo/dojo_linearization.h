#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tactus/integrators/dojo/contact_rates.h"
#include "tactus/integrators/dojo/dojo_problem.h"
#include "tactus/integrators/dojo/feature_slopes.h"
#include "tactus/multibody/fluid_rates.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/plant/plant_inputs.h"

namespace tactus::integrators {

/// What a step is differentiated by beside where it starts, and what with.
struct DojoVariables {
  std::span<const multibody::Parameter> parameters;
  const multibody::PlantInputs* inputs{};
  /// By contact; empty: features stay.
  std::span<const FeatureSlopes> slopes = {};
};

/// Which column stands for what: first the island's velocities three times, for
/// q2 along them, v1, and generalized forces; then controls of all actuators,
/// and parameters; last q2 along velocities of other islands, which turn paths
/// that pull here.
struct DojoColumns {
  int num_velocities{}, num_controls{}, num_parameters{};
  std::vector<int> others = {};  ///< Of the model's velocities.
  int q() const { return 0; }
  int v() const { return num_velocities; }
  int force() const { return 2 * num_velocities; }
  int control() const { return 3 * num_velocities; }
  int parameter() const { return control() + num_controls; }
  int other() const { return parameter() + num_parameters; }
  int size() const { return other() + static_cast<int>(others.size()); }
};

/// How the equations of an island's step change with where the step starts and
/// what it is differentiated by: E of velocities and of rows, less what local
/// unknowns take of it, a column each (DojoColumns). With K the core,
///
///     K (dv, dlambda) = -E.
///
/// The momentum's rows are J(q2)' W, joint by joint, with the wrenches W on
/// bodies: what they gain, less what acts on them. They change as J(q2) and as
/// W do, W by the poses at q1, q2, q3.
///
/// Local unknowns, with rows r of their own that change, take H B^-1 r of a
/// contact and -force' B^-1 r along a function of v out of the momentum's.
class DojoLinearization {
 public:
  /// @param problem   factorized by FactorizeDense(), where x and z are those
  ///                  of its last Calc().
  /// @param dynamics  the problem's, which takes up its rates by the start.
  /// @param E         is set, for the columns returned, which live until the
  ///                  next call.
  /// @throws std::invalid_argument for what the island has no rates of: springs
  /// whose ends coincide, ways around shapes that have no second derivatives.
  const DojoColumns& Calc(const DojoProblem& problem, const VectorXd& x,
                          const VectorXd& z, const DojoVariables& given,
                          DiscreteDynamics* dynamics, MatrixXd* E);

 private:
  using Contact = dojo::Contact;
  using Term = dojo::Term;
  using Block = dojo::Block;
  using Source = dojo::Source;
  using Row = dojo::Row;
  using Bound = dojo::Bound;
  using Effort = dojo::Effort;
  using EffortRates = dojo::EffortRates;
  using TiedBodies = dojo::TiedBodies;
  using Path = dojo::Path;
  using Coupler = dojo::Coupler;

  void Begin(const DojoProblem& problem, const VectorXd& x, const VectorXd& z,
             const DojoVariables& given, DiscreteDynamics* dynamics);
  using Wrenches = Eigen::Matrix<double, 12, Eigen::Dynamic>;

  // Poses of bodies, and contacts.
  void CalcBodyMatrices();
  bool HasContact(int body) const;
  void CalcWrenches();
  void AddApplied();
  void AddStateRates(MatrixXd* E);
  void AddGainRates(const multibody::Tree& tree, MatrixXd* E);
  void AddBlockRate(const Block& block, LocalBlock::Vector row, int column,
                    MatrixXd* E) const;
  void AddBodyRates(int body, const Vector6d& y1, const BodyRates& of,
                    int column, MatrixXd* E);
  void AddBodyContactRates(int body, const BodyRates& of, int column,
                           MatrixXd* E) const;
  Eigen::RowVectorXd CalcStartGapRates(const Contact& contact, bool is_b) const;
  DiscreteDynamics::BodyState StartOf(int body) const;
  void AddContactRates(const Contact& contact, const ContactRates& of,
                       int column, MatrixXd* E) const;
  void AddContactWrenches(const Contact& contact, const Wrenches& wrenches,
                          int column, MatrixXd* E) const;
  void AddForce(int body, const Vector6d& F, int column, MatrixXd* E) const;

  // Features that slide on their bodies.
  /// Null: its features stay.
  const FeatureSlopes* AllSlopesOf(const Contact& contact) const;
  /// Null: they stay, or slide with the end of a solution before.
  const FeatureSlopes* SlopesOf(const Contact& contact) const;
  void AddEndSlides(MatrixXd* E) const;
  MatrixXd SelectColumns() const;
  FeatureRates CalcSlideOf(const Contact& contact, bool is_b,
                           const Matrix6Xd& y2) const;
  void AddRelativeTurnRates(MatrixXd* E) const;
  Eigen::Matrix3Xd CalcTurnRates(const multibody::Tree& tree, int body) const;

  // Loops, welds, rods and springs between bodies.
  void CalcConstraintImpulses();
  void AddConstraintStateRates(MatrixXd* E);
  void AddConstraintShift(int joint, const Vector3d& e, int column,
                          MatrixXd* E);
  void AddConstraintChange(const TiedBodies& tied,
                           const ConstraintRates::Change& change, int column,
                           MatrixXd* E);
  void AddBallLimitRates(MatrixXd* E) const;

  // The pull of elastic rods.
  void FindTurningBodies();
  void AddTurningStateRates(MatrixXd* E) const;
  void AddTurningChange(const TiedBodies& tied,
                        const ConstraintRates::Change& change, int column,
                        MatrixXd* E) const;

  // Paths of tendons.
  /// The column of a velocity of the model, or -1.
  int ColumnOf(int velocity) const;
  /// Whether it is a row of a tendon's own laws.
  bool IsOf(int tendon, const Source& source) const;
  /// Whether an actuator is among efforts_.
  bool IsLaw(int actuator) const;
  void FindPaths();
  void AddOthers(const multibody::Tendon& tendon);
  void AddLaws(int tendon, Path* path) const;
  void AddMotors(int tendon, Path* path) const;
  void AddPathStateRates(MatrixXd* E);
  void AddPathShift(int joint, const Vector3d& e, int column, MatrixXd* E);
  void AddPathChange(const Path& path,
                     const multibody::TendonPathRates::Change& change,
                     int column, MatrixXd* E) const;

  // Couplers.
  void FindCouplers();
  void AddCouplerStateRates(MatrixXd* E);
  void AddCouplerShift(int joint, const Vector3d& e, int column,
                       MatrixXd* E) const;
  void AddCouplerChange(const Coupler& coupler,
                        const multibody::CouplerRates::Change& change,
                        int column, MatrixXd* E) const;

  // Fluids.
  void AddFluidStateRates(MatrixXd* E);
  void AddFluidParameterRates(const multibody::Parameter& parameter, int column,
                              MatrixXd* E) const;
  void AddFluidChange(const multibody::FluidRates::Change& change, int column,
                      MatrixXd* E) const;

  // Actuators, springs and dampers.
  Vector6d CalcThrustDirection(const multibody::Actuator& actuator) const;
  bool IsClamped(const Effort& effort) const;
  bool FollowsControl(int i) const;
  void CalcEffortRates();
  void SetControlRate(const Effort& effort, double rate,
                      EffortRates* rates) const;
  EffortRates CalcMuscleRates(const Effort& effort, double x) const;
  double CalcLength(const multibody::Actuator& actuator) const;
  void AddEffortRates(MatrixXd* E) const;
  void AddForceRate(const Effort& effort, double slope, int column,
                    MatrixXd* E) const {
    AddForceRate(effort, slope, 0, 0, column, E);
  }
  void AddForceRate(const Effort& effort, double slope, double c_slope,
                    double force, int column, MatrixXd* E) const;
  void AddControlRates(MatrixXd* E) const;
  std::vector<contact::JointTerm> TermsOf(
      const multibody::Actuator& actuator) const;

  // Parameters.
  /// dI_Bcm of a parameter kInertia.
  static Matrix3d InertiaAlong(int component);
  void AddParameterRates(int parameter, MatrixXd* E);
  void AddMassShareRates(int body, int column, MatrixXd* E) const;
  void AddMassShift(int body, const Vector3d& e, int column, MatrixXd* E);
  void AddSubtreeShift(int joint, const Vector3d& e, int column, MatrixXd* E);
  void ShiftBody(int body, int frame, const Vector3d& e, int column,
                 MatrixXd* E);
  void AddFeatures(const Contact& contact, const FeatureRates& of, int column,
                   MatrixXd* E) const;
  void AddFeatureRates(int parameter, MatrixXd* E) const;
  FeatureRates CalcShapeRates(const Contact& contact, bool is_b,
                              int parameter) const;

  const DojoProblem* problem_{};
  const DojoStepData* step_{};
  const contact::Island* island_{};
  DiscreteDynamics* dynamics_{};
  const multibody::Model* model_{};
  DojoVariables given_;
  DojoColumns columns_;
  VectorXd x_, z_;
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
  std::vector<Matrix6d> by_pose_;  ///< By body: one of gain_rates_.
  VectorXd joint_rhs_;             ///< Over the model's velocities.
  ContactWrench wrench_;
  Matrix6Xd K_;
};

}  // namespace tactus::integrators
