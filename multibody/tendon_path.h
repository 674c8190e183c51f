#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// A tendon's length L, and Ldot = sum_i coefficient_i v[dof_i].
struct TendonKinematics {
  double length{};
  std::vector<contact::JointTerm> terms = {};
};

/// Of a path that is straight from a_k to b_k, at divisor d_k, and curves in
/// between along surfaces that are fixed in bodies (tendon_wrap.h),
///
///     L = sum_k |b_k - a_k| / d_k + arcs,
///     Ldot = sum_k n_k'(v(b_k) - v(a_k)) / d_k,   n_k = (b_k - a_k) / |.|,
///
/// where v(a_k) is the velocity of the body's point that is at a_k: arcs are
/// shortest, so how a_k slides along a surface does not count in the first
/// order. Segments without length have none. Which dofs have terms does not
/// depend on q.
void CalcTendon(const Model& model, const PositionKinematics& position,
                const Tendon& tendon, const VectorRef& q,
                TendonKinematics* result);
/// The same, where only a path needs kinematics.
void CalcTendon(const Model& model, const Tendon& tendon, const VectorRef& q,
                TendonKinematics* result);

}  // namespace tactus::multibody
