#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Whether a tree is a body on a ball joint of the world, without armature and
/// with an inertia about each axis: Euler's equations hold about its pivot, and
/// TurnFreely() knows them by the inertia I about it (free_turn.h).
bool TurnsAboutPivot(const Model& model, const Tree& tree);

/// In a step of length h from q0 and w0 where nothing but gravity's moment m
/// acts, drift between two half kicks [ToumaWisdom94]:
///
///     w_a = w0 + h/2 I(R0)^-1 m(R0)
///     R1, w_b  of Euler's equations from R0, w_a for h
///     w1 = w_b + h/2 I(R1)^-1 m(R1)
///
/// It is of second order and symplectic, and a spin costs it nothing: a top
/// keeps its energy as long as h resolves how its axis falls.
///
/// The bias -M (w1 - w0) / h of a clique that flies; of one that does not, -m:
/// it is driven at its pose of the start and turns afterwards (free_motion.h).
Vector3d CalcPivotBias(const Model& model, const Tree& tree,
                       const contact::Clique& clique, const VectorRef& q0,
                       const VectorXd& v0, double h);

/// The end of the step whose laws end with `v1`, into `q1` and `v1`: from `v0`
/// of what flies, else from `v`; IntegrateStep() for such a tree.
void TurnAboutPivot(const Model& model, const Tree& tree,
                    const contact::Clique& clique, const VectorRef& q0,
                    const VectorXd& v0, const VectorXd& v, double h,
                    VectorXd* q1, VectorXd* v1);

}  // namespace tactus::multibody
