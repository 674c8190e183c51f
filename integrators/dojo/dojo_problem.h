#pragma once

#include <span>
#include <vector>

#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/dojo/contact_gap.h"
#include "tactus/integrators/dojo/contact_rates.h"
#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::integrators {

enum class FrictionCone {
  kExact,   ///< Coulomb's, a second-order cone.
  kLinear,  ///< A pyramid of four facets along t1 and t2.
  kNone,    ///< No friction.
};

/// How fast a joint turns its body [rad/s].
double CalcTurningRate(const multibody::Joint& joint, const VectorXd& v);
/// The joint, of those given, that turns its body by about half a revolution or
/// more in a step of h, or null.
const multibody::Joint* FindHalfTurn(std::span<const multibody::Joint> joints,
                                     const VectorXd& v, double h);

/// Directions of the pyramid's facets, a column each, along (t1, t2).
Eigen::Matrix<double, 2, 4> PyramidFacets();

/// What a step knows beside contacts.
struct DojoStepData {
  const contact::VelocityProblem& velocity;
  /// Impulse of gravity, applied forces and springs over the step [N s, N m s].
  const VectorXd& impulse;
  double h{};     ///< [s]
  double mean{};  ///< Of the steps that meet at q2: forces act as long [s].
  FrictionCone cone = FrictionCone::kExact;
};

/// What E and g of a step are differentiated by, a column each: first the
/// island's velocities three times, for q2 along them, v1, and generalized
/// forces; then controls of all actuators, and parameters.
struct DojoColumns {
  std::span<const multibody::Parameter> parameters;
  const multibody::PlantInputs* inputs{};  ///< Null: none.
  int num_velocities{}, num_controls{};    ///< Set by CalcRates().
  int q() const { return 0; }
  int v() const { return num_velocities; }
  int force() const { return 2 * num_velocities; }
  int control() const { return 3 * num_velocities; }
  int parameter() const { return control() + num_controls; }
  int size() const { return parameter() + static_cast<int>(parameters.size()); }
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
///   dry friction      (h f0, b)              (psi, x)
///   limit of effort   impulse taken off      h / c times what is left of it
///
/// with f = R_WC (b1, b2, gamma) on B at the contact's place at q3, in the
/// axes there.
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
  /// Without half a turn in a step: what is left of it to a whole one is the
  /// same to DiscreteDynamics.
  double CalcLargestStep(const VectorXd& x, const VectorXd& dx) const override;
  void Calc(const VectorXd& x, const VectorXd& z, bool derivatives,
            Point* point) override;

  /// How E and g change with `columns`, where the last Calc() was, with
  /// derivatives; z was its.
  /// @throws std::invalid_argument for what the island has no rates of: loops
  /// of joints, couplers that are not linear.
  void CalcRates(const VectorXd& z, DojoColumns* columns, MatrixXd* E,
                 MatrixXd* g);

  /// Of the last Calc(), on body b of each contact, by point [N s].
  void GetImpulses(const VectorXd& z, std::vector<Vector3d>* impulses_W) const;
  /// By actuator: its effort [N or N m]; by constraint row: lambda / mean.
  void GetForces(const VectorXd& x, const VectorXd& z,
                 std::vector<double>* efforts,
                 std::vector<double>* row_forces) const;

 private:
  struct Contact {
    int point{}, psi = -1, normal{}, friction = -1;
    ContactGap gap;
  };
  /// A linear function of v, over the island's velocities.
  struct Row {
    VectorXd coefficients;
    double error{}, compliance{};
    int lambda{};             ///< Its unknown.
    int constraint_row = -1;  ///< Into VelocityProblem::constraint_rows.
  };
  struct Bound {
    VectorXd coefficients;
    double distance{};  ///< Now; at q3, distance + h coefficients v.
    int z{};
  };
  struct DryFriction {
    VectorXd coefficients;
    double impulse{};  ///< h f0.
    int psi{}, z{};
  };
  struct Effort {
    VectorXd coefficients;  ///< x = coefficients v, gear included.
    const contact::LinearActuator* law{};
    double x0{};
    int index = -1;               ///< Into VelocityProblem::actuators.
    double slope{};               ///< Of force0 by the position at q2.
    int lower = -1, upper = -1;   ///< z of what limits it.
    contact::LinearActuator own;  ///< Of a spring's row.
  };

  void AddRow(const contact::RowLaw& law, VectorXd coefficients,
              int constraint_row);
  void AddBound(VectorXd coefficients, double distance);
  void AddConstraint(const contact::BodyConstraint& constraint);
  void AddContact(int point);
  VectorXd TermsOf(std::span<const contact::JointTerm> terms,
                   double gear) const;
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

  void CalcMomentum(const VectorXd& x, bool derivatives, Point* point);
  void CalcEfforts(const VectorXd& x, const VectorXd& z, bool derivatives,
                   Point* point) const;
  void CalcRows(const VectorXd& x, const VectorXd& z, bool derivatives,
                Point* point) const;
  void CalcContact(const VectorXd& x, const VectorXd& z, bool derivatives,
                   Contact* contact, Point* point);
  /// In the contact's axes.
  Vector3d ImpulseOf(const Contact& contact, const VectorXd& z) const;
  void AddWrenches(const Contact& contact, const Vector3d& impulse_C,
                   bool derivatives, Point* point);
  void AddBodyColumns(int body, const Eigen::Ref<const MatrixXd>& by_pose,
                      Eigen::Ref<MatrixXd> rows) const;
  void AddEffort(Effort effort);

  // Terms of CalcRates().
  struct Rates {
    MatrixXd& E;
    MatrixXd& g;
  };
  void RequireRates() const;
  void CalcWrenches(const VectorXd& z, const multibody::PlantInputs* inputs);
  void AddApplied(const multibody::PlantInputs& inputs);
  static double CalcThrust(const multibody::Actuator& actuator,
                           const multibody::PlantInputs& inputs, int i);
  Vector6d CalcThrustDirection(const multibody::Actuator& actuator) const;
  bool IsClamped(const Effort& effort) const;
  bool FollowsControl(const multibody::PlantInputs* inputs, int i) const;
  void AddStateRates(const VectorXd& z, const DojoColumns& columns, Rates* to);
  void AddBodyRates(int body, const Matrix6Xd& y1, const BodyRates& of,
                    int column, const VectorXd& z, Rates* to);
  void AddContactRates(const Contact& contact, const ContactRates& of,
                       int column, const VectorXd& z, Rates* to) const;
  void AddEffortRates(const DojoColumns& columns, Rates* to) const;
  void AddForceRate(const Effort& effort, double slope, int column,
                    const VectorXd& row, Rates* to) const;
  void AddControlRates(const DojoColumns& columns, Rates* to) const;
  void AddParameterRates(const multibody::Parameter& parameter, int column,
                         const VectorXd& z, Rates* to);
  void AddMassShift(int body, const Vector3d& e, int column, const VectorXd& z,
                    Rates* to);
  void AddSubtreeShift(int joint, const Vector3d& e, int column,
                       const VectorXd& z, Rates* to);
  void ShiftBody(int body, int frame, const Vector3d& e, int column,
                 const VectorXd& z, Rates* to);
  void AddFeatures(const Contact& contact, const FeatureRates& of, int column,
                   const VectorXd& z, Rates* to) const;
  void AddFeatureRates(const multibody::Parameter& parameter, int column,
                       const VectorXd& z, Rates* to) const;
  void AddForce(int body, const Vector6d& F, int column, Rates* to) const;
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
  std::vector<Row> rows_;
  std::vector<Bound> bounds_;
  std::vector<DryFriction> dry_;
  std::vector<Effort> efforts_;
  Point guess_;  ///< Where a guess is taken.
  VectorXd v_;   ///< Of all the model's velocities.
  ContactWrench wrench_;
  std::vector<Vector6d> wrenches_;  ///< On bodies in E, at their centres.
  std::vector<Vector3d> applied_;   ///< Part of wrenches_: forces on bodies.
  /// Of wrenches_ by the angle at q2, from what is applied to bodies.
  std::vector<Eigen::Matrix<double, 6, 3>> applied_turns_;
};

}  // namespace tactus::integrators
