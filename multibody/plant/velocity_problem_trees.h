#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// A model in the state that its velocity problem starts from: what the parts
/// of VelocityProblemBuilder share.
struct ModelAtStart {
  explicit ModelAtStart(const Model* its_model) : model(its_model) {}
  const Model* model;
  int num_threads = 1;  ///< That may be used; results are the same for any.
  VectorXd q, v;
  PositionKinematics position;
  VelocityKinematics velocity;
  /// k(q, v): gyroscopic terms, gravity, elastic bodies [N or N m], as the
  /// problem has them; of what moves freely, later those of its middle.
  VectorXd bias;
  VectorXd joint_damping;  ///< By velocity [N s/m or N m s].
};

/// Sets what follows from a model at (q, v) without its elastic bodies, inputs
/// and contacts:
///
///     cliques          one per tree, with its mass matrix
///     v0               v
///     K, K (q0 - qref) the springs of joints
///     start            the state, kinematics, k(q, v), damping of joints
///
/// k0 and D of the problem wait for the inputs. `start` has the model.
void AddTrees(const VectorRef& q, const VectorRef& v, ModelAtStart* start,
              contact::VelocityProblem* problem);

}  // namespace tactus::multibody
