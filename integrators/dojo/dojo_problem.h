#pragma once

#include <span>
#include <vector>

#include "tactus/contact/islands.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/dojo/contact_gap.h"
#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::integrators {

enum class FrictionCone {
  kExact,   ///< Coulomb's, a second-order cone.
  kLinear,  ///< A pyramid of four facets along t1 and t2.
  kNone,    ///< No friction.
};

/// What a step knows beside contacts.
struct DojoStepData {
  const contact::VelocityProblem& velocity;
  /// Impulse of gravity, applied forces and springs over the step [N s, N m s].
  const VectorXd& impulse;
  double h{};     ///< [s]
  double mean{};  ///< Of the steps that meet at q2: forces act as long [s].
  FrictionCone cone = FrictionCone::kExact;
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
  void Calc(const VectorXd& x, const VectorXd& z, bool derivatives,
            Point* point) override;

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
    int lower = -1, upper = -1;   ///< z of what limits it.
    contact::LinearActuator own;  ///< Of a spring's row.
  };

  void AddLimit(const contact::Limit& limit);
  void AddRow(const contact::RowLaw& law, VectorXd coefficients,
              int constraint_row);
  void AddBound(VectorXd coefficients, double distance);
  void AddConstraint(const contact::BodyConstraint& constraint);
  void AddContact(int point);
  VectorXd TermsOf(std::span<const contact::JointTerm> terms,
                   double gear) const;
  int AddUnknown() { return num_unknowns_++; }
  int OffsetOf(int body) const;

  void CalcMomentum(const VectorXd& x, bool derivatives, Point* point);
  void CalcEfforts(const VectorXd& x, const VectorXd& z, bool derivatives,
                   Point* point) const;
  void CalcRows(const VectorXd& x, const VectorXd& z, bool derivatives,
                Point* point) const;
  void CalcContact(const VectorXd& x, const VectorXd& z, bool derivatives,
                   Contact* contact, Point* point);
  void AddWrenches(const Contact& contact, const Vector3d& impulse_C,
                   bool derivatives, Point* point);
  void AddBodyColumns(int body, const Eigen::Ref<const MatrixXd>& by_pose,
                      Eigen::Ref<MatrixXd> rows) const;
  void AddEffort(Effort effort);
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
  VectorXd v_;  ///< Of all the model's velocities.
  ContactWrench wrench_;
};

}  // namespace tactus::integrators
