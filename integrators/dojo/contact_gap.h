#pragma once

#include "tactus/integrators/dojo/discrete_dynamics.h"

namespace tactus::integrators {

/// What a gap that a step of `h` [s] starts with is held above at its end: 0,
/// but where it is less, as of bodies deep in each other, no more than it rises
/// to at the speed sqrt(g |gap| / 2), which takes them apart with a quarter of
/// the energy of a fall by their depth. To push them out at once would throw
/// them apart with the speed |gap| / h.
struct LeastGap {
  double value{};  ///< [m]
  double rate{};   ///< By the gap.
};
/// @param gravity  g [m/s^2]; less than 1 counts as 1.
LeastGap CalcLeastGap(double gap, double gravity, double h);

/// A contact by features that are fixed to its bodies, so that its gap and
/// velocity are known at any poses: on either side a point c with a ball of
/// radius r about it (of a sphere, a capsule, of what rolls on something flat
/// (rolling_radius.h); 0 for a corner or a face), and the body that the normal
/// is fixed to. Exact for corners, spheres, ends of capsules and sides of
/// cylinders on planes and faces, and the round ones on each other; to second
/// order for what else rolls on planes; else to first. How the features that a
/// step finds change with where it starts: FeatureSlopes.
struct ContactFeatures {
  enum class Normal {
    kOfA,      ///< Fixed to A: a face of A.
    kOfB,      ///< Fixed to B.
    kCenters,  ///< From c_A to c_B.
  };
  int body_a{}, body_b{};          ///< Into Model::bodies().
  int geometry_a{}, geometry_b{};  ///< Into Model::geometries().
  /// From the body's centre of mass, body axes [m].
  Vector3d c_a = Vector3d::Zero(), c_b = Vector3d::Zero();
  double r_a{}, r_b{};  ///< [m]
  Normal normal = Normal::kOfA;
  /// Columns t1, t2, n, from A into B: in the axes of the normal's body; in W
  /// at the start of the step for kCenters.
  Matrix3d frame = Matrix3d::Identity();
  double friction{};  ///< mu, sliding.
  /// Surface velocity of B minus that of A, in W [m/s].
  Vector3d bias_W = Vector3d::Zero();
  /// What the gap is held above at the end of the step, by what it is at its
  /// start.
  LeastGap least_gap = {};
  /// A's share of the velocity u that the contact moves with; B has the rest.
  double share_a = 0;
};

/// What a contact is at the end of a step, and how that changes with the
/// bodies' poses y = (angle of A, centre of A, angle of B, centre of B), in W.
struct ContactGap {
  using Row = Eigen::Matrix<double, 1, 12>;
  using Rows = Eigen::Matrix<double, 3, 12>;

  double gap{};                          ///< phi [m].
  Matrix3d R_WC = Matrix3d::Identity();  ///< Columns t1, t2, n.
  Vector3d p_WC = Vector3d::Zero();
  /// From the centres of mass at q2 to P, where C then was [m].
  Vector3d arm_a = Vector3d::Zero(), arm_b = Vector3d::Zero();
  /// The velocity of B relative to A at C, by the mean velocities of the step,
  /// in W [m/s].
  Vector3d v = Vector3d::Zero();

  Row dgap = Row::Zero();
  Rows dv = Rows::Zero();
  Rows dC = Rows::Zero();
  Rows dP = Rows::Zero();
  Rows turn = Rows::Zero();  ///< Of R_WC.
};

/// Whose rates are wanted: what is anchored does not move.
struct MovingSides {
  bool a = true, b = true;
};

/// All but its rates, and, after that, these; of other sides they stay.
/// `h` of the rates is the step [s].
void CalcContactGap(const ContactFeatures& contact,
                    const DiscreteDynamics::BodyState& a,
                    const DiscreteDynamics::BodyState& b, ContactGap* gap);
void CalcContactGapRates(const ContactFeatures& contact,
                         const DiscreteDynamics::BodyState& a,
                         const DiscreteDynamics::BodyState& b, double h,
                         MovingSides moving, ContactGap* gap);

/// How a frame between centres, R_WC, turns with its normal: turn = this dn,
/// for dn across n and more of it along n that does not count.
Matrix3d CalcFrameTurn(const Matrix3d& R_WC, const Matrix3d& frame);

/// What an impulse `f` [N s] on B at C, in W, gives to both bodies: wrenches
/// (torque, force), F_B and -F_A, and how F changes with y where the impulse
/// turns with the contact's frame. Torques are about the centres of mass at q2,
/// where momentum changes, of an impulse that acts on both bodies at one point
/// P: so both together keep the discrete angular momentum, R p + x x m v. P is
/// C less what the contact has moved by with the velocity u,
///
///     P = C - h u,    u = share_a v_A + share_b v_B,
///
/// the mean of the centres' velocities, each by the mass of the other: over
/// ground u = v_B, arms are those at q3, as in [Howell22], and the power of an
/// impulse is f . v. With P = C an impulse along the normal would turn a ball
/// that slides, by h v_B x f. About the centres at q3, two free bodies would
/// gain h (v_A - v_B) x f.
struct ContactWrench {
  Vector6d F_a, F_b;
  Eigen::Matrix<double, 6, 12> dF_a, dF_b;
};
void CalcContactWrench(const ContactGap& gap, const Vector3d& f,
                       ContactWrench* wrench);

}  // namespace tactus::integrators
