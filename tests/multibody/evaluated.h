#pragma once

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody::test {

/// The kinematics of a model at a state.
struct Evaluated {
  PositionKinematics position;
  VelocityKinematics velocity;
};

inline Evaluated Evaluate(const Model& model, const VectorXd& q,
                          const VectorXd& v) {
  Evaluated e;
  CalcPositionKinematics(model, q, &e.position);
  CalcVelocityKinematics(model, e.position, v, &e.velocity);
  return e;
}

}  // namespace tactus::multibody::test
