// Energy and momentum of bodies that nothing drives but gravity and springs.
#include <cmath>

#include "multibody/evaluated.h"
#include "multibody/random_model.h"
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

using test::Evaluate;
using test::Evaluated;
using test::MakeRandomModel;
using test::Random;
using test::RandomModelOptions;

// vdot of the unforced motion, with joint springs.
VectorXd CalcFreeAcceleration(const Model& model, const VectorXd& q,
                              const VectorXd& v) {
  const Evaluated e = Evaluate(model, q, v);
  VectorXd force;
  CalcBias(model, e.position, e.velocity, &force);
  force = -force;
  AddJointSpringForces(model, q, &force);
  return CalcMassMatrix(model, e.position).llt().solve(force);
}

// The classic Runge-Kutta method on (q, v).
void StepRungeKutta(const Model& model, double h, VectorXd* q, VectorXd* v) {
  VectorXd q_sum = *q, v_sum = *v, q_i = *q, v_i = *v, qdot;
  const double weights[] = {h / 6, h / 3, h / 3, h / 6};
  const double next[] = {h / 2, h / 2, h, 0};
  for (int i = 0; i < 4; ++i) {
    const VectorXd vdot = CalcFreeAcceleration(model, q_i, v_i);
    MapVelocityToQDot(model, q_i, v_i, &qdot);
    q_sum += weights[i] * qdot;
    v_sum += weights[i] * vdot;
    q_i = *q + next[i] * qdot;
    v_i = *v + next[i] * vdot;
  }
  *q = q_sum;
  *v = v_sum;
  NormalizeQuaternions(model, q);
}

TEST_CASE(
    "Dynamics: free motion -> energy conserved, gravity's impulse where "
    "floating") {
  for (unsigned seed = 0; seed < 4; ++seed) {
    auto options = RandomModelOptions{.num_bodies = 8, .per_tree = 4};
    options.floating_base = seed < 2;
    // Armature is inertia without momentum of its own.
    options.armature = !options.floating_base;
    const auto model = MakeRandomModel(seed, options);
    Random random(seed);
    VectorXd q = test::MakeRandomPositions(*model, &random);
    VectorXd v = random.Vector(model->num_velocities(), 0.5);
    const auto energy = [&] {
      const Evaluated e = Evaluate(*model, q, v);
      return CalcKineticEnergy(*model, e.position, e.velocity, v) +
             CalcPotentialEnergy(*model, e.position, q);
    };
    const auto momentum = [&] {
      const Evaluated e = Evaluate(*model, q, v);
      return CalcMomentum(*model, e.position, e.velocity, Vector3d::Zero());
    };
    const auto weight_torque =
        [&] {  // About the origin, and the weight itself.
          const Evaluated e = Evaluate(*model, q, v);
          double mass = 0;
          for (const Body& body : model->bodies()) mass += body.inertia.mass;
          const Vector3d weight = mass * model->gravity_W();
          Vector6d wrench;
          wrench << CalcCenterOfMass(*model, e.position).cross(weight), weight;
          return wrench;
        };
    const double energy_before = energy();
    const Vector6d momentum_before = momentum();
    const double h = 1e-3;
    const int steps = 40;
    Vector6d impulse = Vector6d::Zero();  // Of gravity, by Simpson's rule.
    for (int i = 0; i < steps; ++i) {
      const double weight = i == 0 ? 1 : i % 2 == 1 ? 4 : 2;
      impulse += h / 3 * weight * weight_torque();
      StepRungeKutta(*model, h, &q, &v);
    }
    impulse += h / 3 * weight_torque();
    const Evaluated e = Evaluate(*model, q, v);
    const double scale =
        1 + CalcKineticEnergy(*model, e.position, e.velocity, v);
    INFO("seed " << seed);
    CHECK(std::abs(energy() - energy_before) < 1e-9 * scale);
    const double momentum_error =
        (momentum() - momentum_before - impulse).norm();
    if (options.floating_base) {
      CHECK(momentum_error < 1e-8);
    } else {
      CHECK(momentum_error > 1e-3);  // The ground pushes.
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
