#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// How far off a path between the ends of a step is, in logs and in the search
/// for contacts, of bodies, free or on ball joints of the world, that turn as
/// Euler's equations say and so without an error that steps of different
/// lengths would show (multibody/plant/free_motion.h). What chords, q0 + h N w,
/// would differ by between a full step and two halves:
///
///     x^3 / 16,   x = h max(|w_s|, |w| / 4)  [rad],
///
/// with w_s the part of w that moves the body's shape: none of a ball about its
/// centre C, of mass or of the joint, of a solid of revolution what is across
/// its axis, else all.
class TurnError {
 public:
  explicit TurnError(const multibody::Model& model);

  /// The worst of `problem`'s, from (q, v) [rad].
  double Calc(const contact::VelocityProblem& problem, const VectorXd& q,
              const VectorXd& v, double h) const;

 private:
  /// The turns of a body that leave its shape as it is.
  struct Symmetry {
    enum class Of { kBall, kAxis, kNone } of = Of::kBall;
    Vector3d axis = Vector3d::Zero();  ///< In the axes of C.
    int q_start{};                     ///< Of its quaternion.
    void Add(const contact::Shape& shape, const RigidTransform& X_CG);
    void AddAxis(const Vector3d& axis_C);
  };
  std::vector<Symmetry> by_tree_;
};

}  // namespace tactus::integrators
