#pragma once

#include <optional>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/tendon_path_rates.h"

namespace tactus::multibody {

/// The first of a velocity problem's joint rows that hold couplers: they stand
/// in the model's order behind those of tendons, before those of locks.
int FindFirstCouplerRow(const Model& model,
                        const contact::VelocityProblem& problem);

/// How the row of a coupler changes. Of two lengths L_a, L_b, which are joints,
/// or tendons with Ldot = c' v,
///
///     g = L_a - f(L_b),   G = c_a - f' c_b,   b = -f'' (c_b' v1)^2,
///
/// with b, the acceleration of g where vdot = 0, taken of joints alone (as the
/// rows of VelocityProblemBuilder have it), so that, q_k along velocity k,
///
///     dg/dq_k = c_a,k - f' c_b,k,
///     dG/dq_k = dc_a/dq_k - f' dc_b/dq_k - f'' c_b,k c_b,
///     db/dq_k = -f''' c_b,k (c_b' v1)^2,   db/dv1_k = -2 f'' (c_b' v1) c_b,k.
class CouplerRates {
 public:
  /// Keeps pointers to model and position; q are the positions there.
  CouplerRates(const Model* model, const PositionKinematics* position,
               const JointCoupler& coupler, const VectorRef& q,
               const VectorXd& v1);

  struct Change {
    double g{};  ///< dg.
    VectorXd G;  ///< dG, by velocity of the model.
    double b{};  ///< db.
  };
  Change ByPosition(int velocity) const;
  /// Where the frame of a joint, and what it carries, moves by e in W [m].
  Change ByJointPosition(int joint, const Vector3d& e_W) const;
  /// db by v1 along a velocity.
  double BiasByVelocity(int velocity) const;

 private:
  struct Length {
    VectorXd c;
    std::optional<TendonPathRates> path = {};
  };
  Length MakeLength(int joint, int tendon, const VectorRef& q) const;
  Change Combine(const TendonPathRates::Change& a,
                 const TendonPathRates::Change& b) const;

  const Model* model_;
  const PositionKinematics* position_;
  Length a_, b_;
  double slope_{}, curvature_{}, third_{};  ///< f', f'', f'''.
  bool has_bias_{};
  double rate_{};  ///< c_b' v1.
};

}  // namespace tactus::multibody
