#pragma once

#include <memory>
#include <utility>

#include "integrators/gravity.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
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
  systems::Value memory = function->MakeMemory();
  for (int i = 0; i < count; ++i)
    REQUIRE_FALSE(stepping->Step(function, h, &memory).report.failure);
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

inline constexpr double kBlockHalf = 0.05, kBlockSkin = 1e-3, kFriction = 0.3;

inline multibody::ElasticBody MakeBlock(
    const multibody::ElasticMaterial& material, double height, int cells = 2) {
  multibody::ElasticBody block{
      .name = "block",
      .solid = std::make_shared<multibody::ElasticSolid>(
          multibody::MakeBoxMesh(Vector3d::Constant(kBlockHalf),
                                 {cells, cells, cells}),
          material),
      .skin = kBlockSkin};
  block.X_BS.translation().z() = height;
  block.material.static_friction = kFriction;
  block.material.dynamic_friction = kFriction;
  return block;
}

inline double CalcMass(const multibody::ElasticBody& body) {
  return body.solid->masses().sum();
}

/// Total momentum over the mass: the mean velocity.
inline Vector3d CalcMeanVelocity(const multibody::ElasticBody& body,
                                 const VectorXd& v) {
  return CalcMomentum(body, v) / CalcMass(body);
}

inline double CalcEnergy(const Stepping& stepping) {
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  multibody::CalcPositionKinematics(stepping.model(), stepping.q, &position);
  multibody::CalcVelocityKinematics(stepping.model(), position, stepping.v,
                                    &velocity);
  return multibody::CalcKineticEnergy(stepping.model(), position, velocity,
                                      stepping.v) +
         multibody::CalcPotentialEnergy(stepping.model(), position, stepping.q);
}

/// A stretched block without gravity, in free vibration.
inline std::shared_ptr<const multibody::Model> MakeFreeBlock() {
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(
      MakeBlock({.youngs_modulus = 1e4, .damping = 1e-3}, 0));
  return std::move(builder).Build();
}

inline VectorXd Stretch(VectorXd q) {
  for (Eigen::Index i = 0; i < q.size(); i += 3) q[i] *= 1.1;
  return q;
}

// Stretched, and spinning.
inline Stepping MakeSpinningBlock(
    std::shared_ptr<const multibody::Model> model) {
  Stepping stepping(std::move(model));
  stepping.q = Stretch(stepping.q);
  const Vector3d w(3, -6, 6);
  for (Eigen::Index i = 0; i < stepping.v.size(); i += 3)
    stepping.v.segment<3>(i) = w.cross(stepping.q.segment<3>(i));
  return stepping;
}

}  // namespace tactus::integrators::test
