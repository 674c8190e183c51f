#pragma once

#include "contact/random_problem.h"

/// A long elastic body in contacts of every kind.
namespace tactus::contact::test {

/// Nodes along a chain of elements, each of which touches its neighbours; every
/// second one touches the ground, some touch those that are as far from the
/// other end, some a free body, and the ends are coupled. The free body's is
/// the last clique, and the last body.
inline VelocityProblem MakeElasticBar(int num_nodes, unsigned seed) {
  Random random(seed);
  VelocityProblem problem;
  const int n = 3 * num_nodes + 6;
  problem.v0 = random.Vector(n);
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(n);
  Matrix6Xd of_node = Matrix6Xd::Zero(6, 3);
  of_node.bottomRows<3>().setIdentity();
  problem.bodies = {{}};
  for (int i = 0; i < num_nodes; ++i) {
    problem.cliques.push_back(
        {.v_start = 3 * i,
         .nv = 3,
         .M = random.Uniform(1e-3, 2e-3) * Matrix3d::Identity()});
    problem.bodies.push_back({.clique = i, .J = of_node});
    for (int k = 0; k < 3; ++k) problem.k0[3 * i + k] = k == 2 ? 0.015 : 0;
  }
  problem.cliques.push_back(
      {.v_start = 3 * num_nodes, .nv = 6, .M = Matrix6d::Identity()});
  problem.bodies.push_back({.clique = num_nodes, .is_free = true, .J = {}});
  for (int e = 0; e + 3 < num_nodes; ++e) {
    ElasticElement& element = problem.elastic_elements.emplace_back();
    for (int k = 0; k < 4; ++k) element.dofs[k] = 3 * (e + k);
    const MatrixXd B = 3 * random.Matrix(6, 12);
    element.stiffness = B.transpose() * B;
    element.stiffness_bound.setConstant(element.stiffness.trace());
  }
  const auto touch = [&](int body_a, int body_b) {
    problem.patches.push_back(
        {.body_a = body_a,
         .body_b = body_b,
         .first_point = static_cast<int>(problem.points.size()),
         .num_points = 1});
    ContactPoint& point = problem.points.emplace_back();
    point.R_WC = random.Rotation();
    point.sliding_friction = 0.4;
    point.inverse_mass = 1e3;
  };
  for (int i = 0; i < num_nodes; ++i) {
    if (i % 2 == 0) touch(0, 1 + i);
    if (i % 5 == 0 && 2 * i < num_nodes - 10) touch(1 + i, num_nodes - i);
    if (i % 20 == 1) touch(1 + num_nodes, 1 + i);
  }
  AddCoupling(2, 3 * num_nodes - 1, 0.5, {.inverse_mass = 1e3}, &problem);
  return problem;
}

}  // namespace tactus::contact::test
