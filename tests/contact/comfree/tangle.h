#pragma once

#include <random>
#include <utility>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact::test {

/// Two free bodies, and two bodies of a tree of four joints, all in contact
/// with each other and with the ground, at random.
inline VelocityProblem MakeTangle(int num_points) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto random = [&](int rows, int columns) {
    return MatrixXd::NullaryExpr(rows, columns,
                                 [&] { return uniform(generator); });
  };
  VelocityProblem problem;
  problem.v0 = problem.k0 = problem.damping = problem.stiffness =
      problem.spring_force0 = VectorXd::Zero(16);
  for (const auto& [start, nv] : {std::pair{0, 6}, {6, 6}, {12, 4}}) {
    const MatrixXd L = random(nv, nv);
    problem.cliques.push_back(
        {.v_start = start,
         .nv = nv,
         .M = L * L.transpose() + MatrixXd::Identity(nv, nv)});
  }
  problem.bodies.resize(5);  // the first is the ground
  for (int b : {1, 2}) {
    problem.bodies[b].clique = b - 1;
    problem.bodies[b].is_free = true;
  }
  for (int b : {3, 4}) {
    problem.bodies[b].clique = 2;
    problem.bodies[b].J = random(6, 4);
  }
  for (const auto& [a, b] : std::vector<std::pair<int, int>>{
           {0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}) {
    problem.patches.push_back(
        {.body_a = a,
         .body_b = b,
         .p_AoBo_W = random(3, 1),
         .first_point = static_cast<int>(problem.points.size()),
         .num_points = num_points});
    for (int i = 0; i < num_points; ++i) {
      ContactPoint point;
      point.p_BoC_W = random(3, 1);
      point.R_WC = Quaterniond(Eigen::Vector4d(random(4, 1)).normalized())
                       .toRotationMatrix();
      point.sliding_friction = 0.8;
      point.torsional_friction = 0.3;
      point.rolling_friction = 0.2;
      constexpr int kCondims[] = {1, 3, 4, 6};
      point.condim = kCondims[i % 4];
      point.inverse_mass = 0.1;
      problem.points.push_back(point);
    }
  }
  return problem;
}

/// Of all velocities: V = J v.
inline MatrixXd JacobianOf(const VelocityProblem& problem, int body) {
  MatrixXd J = MatrixXd::Zero(6, problem.num_velocities());
  const ContactBody& of = problem.bodies[body];
  if (of.clique < 0) return J;
  const Clique& clique = problem.cliques[of.clique];
  if (of.is_free) {
    J.middleCols(clique.v_start, 6).setIdentity();
  } else {
    J.middleCols(clique.v_start, clique.nv) = of.J;
  }
  return J;
}

}  // namespace tactus::contact::test
