#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The question that a velocity-level step function answers: from the state at
/// t0, which velocity v holds at t0 + h?
///
///     (M + h D + beta h^2 K + gamma h^2 G) v = M v0 - h k0 - h K (q0 - qref)
///                           + impulses of contacts, limits and actuators at v
///
/// Nothing here knows of joints or models. Unknowns fall into *cliques* (one
/// kinematic tree each, one dense block of M); contacts and constraints couple
/// cliques through the spatial velocities of bodies, V_b = J_b v_clique.
/// Everything is stored as forces, not impulses, and without h: steps of every
/// length from one state share one problem. World axes throughout; spatial
/// vectors are (angular, linear). beta is 1 but where a method asks for less
/// (VelocityProblem::spring_shares), and gamma is 0 but where one asks for more
/// (Clique::gravity_share).

/// A kinematic tree: velocities [v_start, v_start + nv) and its mass matrix.
struct Clique {
  int v_start{}, nv{};
  MatrixXd M;  ///< nv x nv, armature included.
  /// What D has beside its diagonal, nv x nv: symmetric, and positive
  /// semidefinite together with that diagonal and h K.
  /// Empty where there is nothing, as outside of fluids.
  MatrixXd drag = {};
  bool has_drag() const { return drag.size() > 0; }
  /// Whether it moves freely, so that its rotations in space may turn at the
  /// mean of the velocities before and after a step.
  bool flies = false;
  /// Whether it is a lone body, free or on a ball joint of the world: one that
  /// does not fly is driven at its pose at the start, and turns freely
  /// afterwards (IntegrateStep()).
  bool turns_alone = false;
  /// G, how gravity's part of k grows with the way from q0, nv x nv, symmetric
  /// [N/m or N m]; empty: not asked for.
  MatrixXd gravity_stiffness = {};
  /// gamma: a step of length h to v feels gravity at q0 + gamma h v.
  double gravity_share = 0;
  bool has_soft_gravity() const { return gravity_share > 0; }
};

/// A body that takes part in contact or in a constraint, at its origin Bo.
struct ContactBody {
  int id = -1;           ///< The same for a body in all of its problems.
  int clique = -1;       ///< -1: anchored, its velocity is zero.
  bool is_free = false;  ///< J is the 6x6 identity, and not stored.
  Matrix6Xd J;           ///< V_WB = J v_clique.
  /// A corner of a face, a node of an elastic body, and its weight.
  struct Corner {
    int clique = -1;
    double weight{};
  };
  /// A point of such a face has no clique of its own, and one side of a patch
  /// at most is one: V_WB = (0, sum of weight_k v_k), none with clique -1.
  std::array<Corner, 3> corners{};
  bool is_on_face() const {
    return std::ranges::any_of(
        corners, [](const Corner& corner) { return corner.clique >= 0; });
  }
  /// A clique that moves with it; -1: anchored.
  int FindClique() const {
    if (clique >= 0) return clique;
    const auto found = std::ranges::find_if(
        corners, [](const Corner& corner) { return corner.clique >= 0; });
    return found == corners.end() ? -1 : found->clique;
  }
  Vector3d p_BoBcm_W = Vector3d::Zero();  ///< To the centre of mass [m].
};

/// A contact point C between surfaces of bodies A and B.
struct ContactPoint {
  Vector3d p_BoC_W = Vector3d::Zero();  ///< From B's origin to C [m].
  /// z is the normal, from A into B.
  Matrix3d R_WC = Matrix3d::Identity();
  /// Surface velocity of B minus that of A [m/s].
  Vector3d bias_C = Vector3d::Zero();
  /// The velocity of B relative to A at C at t0, bias_C included [m/s].
  Vector3d v_C0 = Vector3d::Zero();
  double phi0{};         ///< Signed distance, < 0 in overlap [m].
  double stiffness{};    ///< k [N/m]
  double dissipation{};  ///< d [s/m]
  double friction{};     ///< mu(|vt0| / vs), lagged: eq. (8) of [Kurtz25].
  double stiction_velocity{};  ///< vs [m/s]
  double elastic_force0{};     ///< fe0 = -k phi0 [N]; (fe0)+ acts at t0.
  double normal_force0{};  ///< fn0 = (fe0)+ (1 - d vn0)+ [N], lags friction.
  double inverse_mass{};   ///< w, a mean diagonal Delassus entry [1/kg].

  double weight = 1;  ///< Share of a whole contact, ManifoldPoint::weight.
  /// Coulomb's coefficients as they are: sliding, mu_d; torsional and rolling
  /// [m]. Those that `condim` leaves out are zero.
  double sliding_friction{}, torsional_friction{}, rolling_friction{};
  int condim = 3;
  /// The tangent direction of unit length along which sliding_friction holds,
  /// and what holds across it; zero: sliding_friction holds all around.
  Vector2d grain_C = Vector2d::Zero();
  double cross_friction{};
  double restitution{};  ///< Newton's e: an impact makes -e u- of u-.
};

/// The contacts between one pair of bodies: one 6x6 Hessian serves them all.
struct ContactPatch {
  /// Into VelocityProblem::bodies; B is never anchored.
  int body_a{}, body_b{};
  Vector3d p_AoBo_W = Vector3d::Zero();
  int first_point{}, num_points{};
  /// Whether its points are of one contact surface, each with a part of its
  /// stiffness, rather than contacts of their own.
  bool is_surface = false;
};

/// What acts along a scalar function g of the configuration, on x = gdot:
///
///   law           what acts
///   kRigid        g = 0, near-rigidly and two-sided
///   kLimit        lower <= g <= upper, near-rigidly
///   kSpring       the force -stiffness (g - g*) - damping x, with g* the point
///                 of [lower, upper] nearest to g: slack in between
///   kDamper       the force -damping x
///   kDryFriction  Coulomb's, of size dry_friction
struct RowLaw {
  enum class Law { kRigid, kLimit, kSpring, kDamper, kDryFriction };
  Law law = Law::kRigid;
  double error{};  ///< g at t0.
  /// kRigid: the second derivative of g at t0 along v = v0, where vdot = 0.
  double bias_acceleration{};
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double stiffness{}, damping{}, dry_friction{};
  double inverse_mass{};  ///< w, the diagonal of G M^-1 G'.
  /// beta of kSpring in methods that have a choice: a step of length h to x
  /// feels the spring at g0 + beta h x. In (0, 1].
  double spring_share = 1;

  bool is_rigid() const { return law == Law::kRigid; }
};

/// A function g of the relative pose of bodies A and B. With V the velocity of
/// B relative to A at Bo,
///
///     V = V_B - Phi V_A,   x = gdot = row' V.
struct ConstraintRow : RowLaw {
  Vector6d row = Vector6d::Zero();  ///< On (angular, linear), world axes.
};

/// coefficient v[dof], one of a sum.
struct JointTerm {
  int dof{};
  double coefficient = 1;
};

/// sum_i coefficient_i v[dof_i].
inline double CalcRate(std::span<const JointTerm> terms, const VectorXd& v) {
  double rate = 0;
  for (const JointTerm& term : terms) rate += term.coefficient * v[term.dof];
  return rate;
}

/// A function g of joint coordinates, of one tree or of several: a coordinate
/// within its limits or with dry friction, a coupler q_a - f(q_b), the
/// difference of a locked joint from its place, the length of a tendon, what an
/// applied force that ties trees resists,
///
///     x = gdot = sum_i coefficient_i v[dof_i].
struct JointRow : RowLaw {
  int first_term{}, num_terms{};  ///< Into VelocityProblem::joint_terms.
  int tendon = -1;  ///< Which of the caller's tendons has the law; -1: none.
  /// Of kDamper: what a soft spring does within the step, not what damps.
  bool is_soft_spring = false;
};

/// A constraint between two bodies: a run of rows on their relative velocity.
struct BodyConstraint {
  /// Into VelocityProblem::bodies; B is never anchored.
  int body_a{}, body_b{};
  Vector3d p_AoBo_W = Vector3d::Zero();
  int first_row{}, num_rows{};
};

/// An effort-limited linear law on one velocity, x = gear v[dof], after eq.
/// (19) of [Kurtz25]: the dof feels gear * clamp(f, lower, upper), where
///
///     f = force0 - (damping + h stiffness) x.
///
/// With damping + h stiffness < 0 the law does not stabilise and is taken
/// explicitly, at x0 = gear v0[dof]. On a tendon a sum of velocities takes the
/// place of v[dof], and each dof feels its coefficient times as much.
struct LinearActuator {
  int dof{};  ///< Where there are no terms.
  double gear = 1;
  double force0{};  ///< Force at q0 and zero velocity [N or N m].
  double damping{}, stiffness{};
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  int first_term{}, num_terms = 0;  ///< Into VelocityProblem::joint_terms.
  int id = -1;                      ///< Which of the caller's actuators it is.

  /// How fast f falls with x in a step that feels its length after h.
  double CalcSlope(double h) const { return damping + h * stiffness; }
};

/// The law of an actuator in a step that feels its length after h, without its
/// limits:
///
///     f = b - c x,   c >= 0,
///
/// as it is or, where that does not stabilise, the constant force at x0.
struct StableLaw {
  double b{}, c{};
};
inline StableLaw MakeStableLaw(const LinearActuator& actuator, double x0,
                               double h) {
  const double c = actuator.CalcSlope(h);
  if (c >= 0) return {.b = actuator.force0, .c = c};
  return {.b = actuator.force0 - c * x0};
}

/// A part of an elastic body between four nodes, whose velocities are triples
/// of v. Its force at t0 is in k0; what changes it is
///
///     force = -stiffness (h + damping) v,
///
/// which methods that take elastic bodies have in A. Others refuse the model.
struct ElasticElement {
  using Matrix12d = Eigen::Matrix<double, 12, 12>;
  std::array<int, 4> dofs{};  ///< Where each triple starts.
  Matrix12d stiffness;        ///< Symmetric, positive semidefinite [N/m].
  double damping{};           ///< Of the stiffness [s].
  /// By node, with stiffness - diag(bound_k 1) negative semidefinite [N/m].
  Eigen::Vector4d stiffness_bound;
};

struct VelocityProblem {
  VectorXd v0;
  VectorXd k0;             ///< Coriolis and gravity terms minus applied forces.
  VectorXd damping;        ///< D, diagonal [N s/m or N m s].
  VectorXd stiffness;      ///< K, diagonal [N/m or N m].
  VectorXd spring_force0;  ///< K (q0 - qref).
  /// beta of joints' springs, as RowLaw::spring_share, and of what actuators
  /// make of their lengths, by velocity; empty: 1.
  VectorXd spring_shares;
  std::vector<Clique> cliques;
  std::vector<ContactBody> bodies;
  std::vector<ContactPatch> patches;
  std::vector<ContactPoint> points;    ///< Those of one patch are contiguous.
  std::vector<JointTerm> joint_terms;  ///< Of rows and actuators.
  std::vector<JointRow> joint_rows;
  std::vector<LinearActuator> actuators;
  std::vector<BodyConstraint> constraints;
  std::vector<ConstraintRow> constraint_rows;  ///< By constraint, contiguous.
  std::vector<ElasticElement> elastic_elements;

  int num_velocities() const { return static_cast<int>(v0.size()); }

  /// A row on a sum of velocities, behind all others.
  JointRow& AddRow(const RowLaw& law, std::initializer_list<JointTerm> terms) {
    JointRow row{law, static_cast<int>(joint_terms.size()),
                 static_cast<int>(terms.size())};
    joint_terms.insert(joint_terms.end(), terms);
    return joint_rows.emplace_back(row);
  }

  /// The terms of a row, or of an actuator that has some.
  template <class Row>
  std::span<const JointTerm> TermsOf(const Row& row) const {
    return std::span(joint_terms).subspan(row.first_term, row.num_terms);
  }
  std::span<const ConstraintRow> RowsOf(
      const BodyConstraint& constraint) const {
    return std::span(constraint_rows)
        .subspan(constraint.first_row, constraint.num_rows);
  }
  std::span<const ContactPoint> PointsOf(const ContactPatch& patch) const {
    return std::span(points).subspan(patch.first_point, patch.num_points);
  }
  /// The clique that velocity `dof` is of, by bisection.
  int CliqueOf(int dof) const {
    const auto after =
        std::ranges::upper_bound(cliques, dof, {}, &Clique::v_start);
    return static_cast<int>(after - cliques.begin()) - 1;
  }
  /// An actuator's x / gear.
  double CalcActuatorRate(const LinearActuator& actuator,
                          const VectorXd& v) const {
    return actuator.num_terms == 0 ? v[actuator.dof]
                                   : CalcRate(TermsOf(actuator), v);
  }
  /// The greatest of spring_shares that an actuator moves.
  double CalcSpringShare(const LinearActuator& actuator) const {
    if (spring_shares.size() == 0) return 1;
    if (actuator.num_terms == 0) return spring_shares[actuator.dof];
    double most = 0;
    for (const JointTerm& term : TermsOf(actuator))
      most = std::max(most, spring_shares[term.dof]);
    return most;
  }
  /// Adds `effort`, an actuator's gear times force, to generalized forces.
  void AddEffort(const LinearActuator& actuator, double effort,
                 VectorXd* tau) const {
    if (actuator.num_terms == 0) (*tau)[actuator.dof] += effort;
    for (const JointTerm& term : TermsOf(actuator))
      (*tau)[term.dof] += term.coefficient * effort;
  }
};

/// Impulse on body B at C and the mirrored one on A [N s], world axes.
using ContactImpulses = std::vector<Vector3d>;

}  // namespace tactus::contact
