#pragma once

#include <span>
#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::integrators {

/// Whether the effort of a motor or servo is, within its limits, linear in its
/// control and in its own length and rate. Of those on tendons only motors are
/// taken for such.
bool IsLinear(const multibody::Actuator& actuator);

/// What controls make of velocities, S = -du/dv, a row for each actuator and a
/// column for each velocity that is followed.
struct ControlSlopes {
  const multibody::Model& model;
  std::span<const multibody::TendonKinematics> tendons;  ///< In model order.
  /// This says, by actuator, whether it is linear and keeps clear of its
  /// limits: what its control makes of velocities is then a generalized force
  /// like any other.
  const std::vector<bool>& is_free;
  MatrixXd S;
};

/// The first velocity that is followed along an actuator's joint or tendon; -1:
/// none.
int FindFollowedDof(const ControlSlopes& controls,
                    const multibody::Actuator& actuator);

/// Whether the force on velocity k follows velocity i, too, if that on i
/// follows k. A controller that acts on i alone has all of its slopes in one
/// row of G: the symmetric part of what is not mutual would act on k, where no
/// force does, and so it stays explicit.
bool IsMutual(const MatrixXd& G, Eigen::Index i, Eigen::Index k);

/// Takes what is not mutual out of G.
void KeepMutual(MatrixXd* G);

/// The slope of each actuator's control along its own joint or tendon, which
/// belongs to the actuator's law and is clamped with it by its effort limits,
///
///     u = u0 - slope (x - x0),   x the rate of the joint or tendon.
///
/// Of controllers that couple joints the sum of these holds, in long steps,
/// only while the eigenvalues of diag(G)^-1 G stay below two. So the slopes of
/// a tree's joints are taken max(1, 0.6 lambda) times, with lambda the largest
/// of them.
///
/// Of free actuators that is the opposite of what their own laws have, as
/// servos': their forces have all of it.
/// @param length_times  InputFeedback::length_times
VectorXd CalcOwnSlopes(const ControlSlopes& controls,
                       const VectorXd& length_times);

/// How efforts of free actuators resist velocities, gear gain S with what
/// `own_slopes` has taken out of their laws, as far as that is mutual: a row
/// for each actuator, zero for others [N s/m or N m s].
MatrixXd CalcEffortSlope(const ControlSlopes& controls,
                         const VectorXd& own_slopes);

/// G += sum_i a_i s_i, with s_i the rows of an effort slope and a_i' v the rate
/// of the actuator's joint or tendon.
void AddEffortSlope(const ControlSlopes& controls, const MatrixXd& effort_slope,
                    MatrixXd* G);

/// This is what controllers take out of springs in a step of dt, by velocity:
/// of dt K, between 0 and all.
struct UndoneSprings {
  VectorXd joints;  ///< Of the joints' own.
  VectorXd servos;  ///< And, what pushes more, of free servos on them.
};

/// @param control_q  how controls follow joints' places in a step of dt,
///                   dt du/dq: a row for each actuator, a column for each
///                   velocity, zero for joints without springs.
/// @param force_q    the same of generalized forces on the joints themselves.
UndoneSprings CalcUndoneSprings(const ControlSlopes& controls,
                                const MatrixXd& control_q,
                                const VectorXd& force_q, double dt);

/// The first `count` of shares by velocity, which are 1 where there are none.
VectorXd SharesByVelocity(const VectorXd& shares, Eigen::Index count);

/// SpringShares::actuators by actuator, as the problem's laws have them.
VectorXd CalcLengthShares(const multibody::Model& model,
                          std::span<const multibody::TendonKinematics> tendons,
                          const SpringShares& shares);

/// How joints resist velocities in a step by themselves, whatever the inputs:
/// D + s dt K.
/// @param spring_times  s dt by velocity, of all but elastic bodies' nodes,
/// with
///                      s where the step has joints' springs (SpringShares)
///                      [s].
VectorXd CalcJointResistance(const multibody::Model& model,
                             const VectorXd& spring_times);

}  // namespace tactus::integrators
