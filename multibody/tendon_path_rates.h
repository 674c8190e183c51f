#pragma once

#include <array>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/tendon_branch.h"

namespace tactus::multibody {

/// How the length L of a tendon and the coefficients c of Ldot = c' v
/// (tendon_path.h) change. With
/// v_j(p) what velocity j, of axis w_j, moves a point of a body by, with
/// u_j = v_j(b) - v_j(a) of a segment from a to b, n = (b - a) / |b - a|, and
/// its divisor d,
///
///     c_j       = sum n' u_j / d,
///     dc_j/dq_k = sum ( u_j' (1 - n n') u_k / |b - a|
///                       + n' (t_jk(b) - t_jk(a)) ) / d,
///     t_jk(p)   = w_k x v_j(p)  where k stands before j (body_chain.h),
///                 w_j x v_k(p)  elsewhere,
///
/// q_k along velocity k; t_jk is zero unless both carry the point. The second
/// derivative of a point p is a motion of what comes first on the way from the
/// world. A way l around a shape S (tendon_wrap_rates.h) is a function of where
/// its ends p_i are in S, with gradients g_i and Hessians H_im in W:
///
///     c_j       = sum_i g_i' (v_j(p_i) - v_j,S(p_i)) / d,
///     dc_j/dq_k = sum_i ( dg_i' (v_j(p_i) - v_j,S(p_i))
///                         + g_i' (t_jk(p_i) - t_jk,S(p_i) - w_j,S x y_i) ) /
///                         d,
///     y_i       = v_k(p_i) - v_k,S(p_i),
///     dg_i      = w_k,S x g_i + sum_m H_im y_m,
///
/// where v_j,S and w_j,S are of the body that the shape is fixed to.
class TendonPathRates {
 public:
  /// Keeps pointers to all of them.
  /// @throws std::invalid_argument for a way around a shape that has no second
  ///   derivatives (CalcWrapRates()).
  TendonPathRates(const Model* model, const PositionKinematics* position,
                  const Tendon& tendon);

  struct Change {
    double length{};        ///< dL.
    VectorXd coefficients;  ///< dc, by velocity of the model.
  };
  /// By q_k; of the path's part of L alone.
  Change ByPosition(int velocity) const;
  /// Where the frame of a joint, and what it carries, moves by e in W [m].
  Change ByJointPosition(int joint, const Vector3d& e_W) const;

 private:
  /// What moves a point: `v` by one of its velocities, or by a shift.
  struct Carrier {
    int velocity{}, joint{}, rank{};
    Vector3d w = Vector3d::Zero(), v = Vector3d::Zero();
    bool IsBefore(const Carrier& other) const {
      return joint < other.joint || (joint == other.joint && rank < other.rank);
    }
  };
  struct End {
    std::vector<Carrier> carriers;
    std::vector<int> joints;  ///< That carry it, welds included.
  };
  struct Segment {
    End a, b;
    Vector3d n;
    double length{}, divisor{};
  };
  /// A way around a shape: its ends on their bodies, and on the shape's.
  struct Around {
    std::array<End, 2> on_body, on_shape;
    std::array<Vector3d, 2> g;
    Matrix6d H;
    double divisor{};
  };
  End MakeEnd(const TendonCorner& corner) const;
  void AddStraight(const TendonSpan& span);
  void AddAround(const Tendon& tendon, const TendonSpan& span);
  /// By a motion that is among the carriers of neither, one, or both ends.
  Change CalcChange(const Segment& segment, const Carrier* at_a,
                    const Carrier* at_b) const;
  /// Adds to `change`, by motions of the ends on their bodies, and on the
  /// shape's, null where there are none.
  void AddChange(const Around& around,
                 const std::array<const Carrier*, 2>& on_body,
                 const std::array<const Carrier*, 2>& on_shape,
                 Change* change) const;
  static Vector3d CalcSecond(const Carrier& j, const Carrier* k);
  template <class Finder>
  Change Sum(const Finder& find) const;

  const Model* model_;
  const PositionKinematics* position_;
  std::vector<Segment> segments_;
  std::vector<Around> arounds_;
};

}  // namespace tactus::multibody
