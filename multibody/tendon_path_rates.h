#pragma once

#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/tendon_branch.h"

namespace tactus::multibody {

/// How the length L of a tendon and the coefficients c of Ldot = c' v
/// (tendon_path.h) change, where the path is straight between its points. With
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
/// world.
class TendonPathRates {
 public:
  /// Keeps pointers to all of them.
  /// @pre no stop of the path is a shape.
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
  End MakeEnd(const TendonCorner& corner) const;
  /// By a motion that is among the carriers of neither, one, or both ends.
  Change CalcChange(const Segment& segment, const Carrier* at_a,
                    const Carrier* at_b) const;
  template <class Finder>
  Change Sum(const Finder& find) const;

  const Model* model_;
  const PositionKinematics* position_;
  std::vector<Segment> segments_;
};

/// Whether the path goes past shapes that it can wrap around.
bool PassesShapes(const Tendon& tendon);

}  // namespace tactus::multibody
