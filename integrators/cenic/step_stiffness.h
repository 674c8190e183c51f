#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// How stiff applied forces and controllers are for a step, by what resists
/// velocities in steps of two lengths: their C (29) of [Kurtz25] has h K in it,
/// which a step of length h and one of its half tell from what damps,
///
///     C(h) - C(h/2) = h/2 K.
///
///   symbol   meaning                                     unit
///   C        diagonal of what resists velocities         N s/m or N m s
///   K        diagonal of the stiffness                   N/m or N m

/// C of a step, of actuators on joints, drag and dampers. Springs do not count,
/// neither soft ones nor what an actuator makes of its own length: where they
/// are stiff, their place in the step damps them (spring_share.h). An actuator
/// that ends the step at a limit of its effort does not resist.
class Resistance {
 public:
  /// Of a step of length h from `problem` that ends with v.
  void Calc(const contact::VelocityProblem& problem, double h,
            const VectorXd& v);

  /// Of C, by velocity.
  const VectorXd& diagonal() const { return diagonal_; }

  /// S_t of a tree: what a motion, which may be several trees' together, makes
  /// of the first six of its velocities, those of a floating joint.
  struct Part {
    const contact::Clique* clique{};
    Matrix6d S;
  };
  /// The diagonal of S' C S, for `motion` of trees.
  Vector6d CalcAlong(std::span<const Part> motion) const;

 private:
  VectorXd diagonal_, of_actuators_;
  std::vector<std::pair<int, Matrix6d>> drags_;  ///< Of roots, by v_start.
  std::vector<contact::JointRow> dampers_;
  std::vector<contact::JointTerm> terms_;  ///< Of dampers_.
};

/// The largest h^2 K_i / M_ii of a clique, from C of a step of length h and of
/// its half.
double CalcStiffness(const contact::Clique& clique, const Resistance& hat,
                     const Resistance& half, double h);

/// The same along six motions of trees, each as one rigid body, from S' K S and
/// S' M S.
double CalcStiffness(std::span<const Resistance::Part> motion,
                     const Resistance& hat, const Resistance& half, double h);

}  // namespace tactus::integrators
