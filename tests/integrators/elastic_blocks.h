#pragma once

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

/// What tests of elastic bodies share.
namespace tactus::integrators::test {

inline void AddGround(double friction, multibody::ModelBuilder* builder) {
  builder->AddGeometry({.name = "ground",
                        .body = 0,
                        .shape = contact::HalfSpace{},
                        .material = {.static_friction = friction,
                                     .dynamic_friction = friction}});
}

inline void RunSteps(Stepping* stepping, StepFunction* function, double h,
                     int count) {
  for (int i = 0; i < count; ++i)
    REQUIRE_FALSE(stepping->Step(function, h).report.failure);
}

/// Of the body's nodes [kg m/s].
inline Vector3d CalcMomentum(const multibody::ElasticBody& body,
                             const VectorXd& v) {
  Vector3d momentum = Vector3d::Zero();
  for (int i = 0; i < body.solid->num_nodes(); ++i)
    momentum += body.solid->masses()[i] * v.segment<3>(body.v_start + 3 * i);
  return momentum;
}

/// Of the body's nodes about the world's origin [kg m^2/s].
inline Vector3d CalcAngularMomentum(const multibody::ElasticBody& body,
                                    const VectorXd& q, const VectorXd& v) {
  Vector3d momentum = Vector3d::Zero();
  for (int i = 0; i < body.solid->num_nodes(); ++i)
    momentum += body.solid->masses()[i] *
                q.segment<3>(body.q_start + 3 * i)
                    .cross(v.segment<3>(body.v_start + 3 * i));
  return momentum;
}

}  // namespace tactus::integrators::test
