#include "tactus/contact/comfree/approach_limit.h"

#include <random>

#include "contact/comfree/tangle.h"
#include <catch2/catch.hpp>

#include "tactus/contact/body_motion.h"

namespace tactus::contact {
namespace {

constexpr double kStep = 0.002, kRadius = 0.005;
// c = N rho G / h with rho = 9 at touch, of one contact of four facets.
constexpr double kRate = 4 * 9 * (0.1 * kStep + 0.001) / kStep;

struct Outcome {
  VectorXd v;
  std::vector<Vector3d> forces_W;
};

Outcome Project(const VelocityProblem& problem) {
  SmoothPrediction prediction;
  prediction.Reset(problem, kStep);
  Outcome outcome{.v = prediction.v_smooth(),
                  .forces_W = std::vector<Vector3d>(problem.points.size(),
                                                    Vector3d::Zero())};
  std::vector<Vector6d> V(problem.bodies.size()), expected = V;
  CalcBodyVelocities(problem, outcome.v, &V);
  ComFreeApproachLimit limit;
  limit.Project(problem, prediction, {}, kStep, &outcome.v, &V);
  limit.AddForces(&outcome.forces_W);
  CalcBodyVelocities(problem, outcome.v, &expected);
  CHECK(V == expected);
  return outcome;
}

// A solid of unit mass with `num` contacts at its lower side, phi from the
// ground.
VelocityProblem MakeFalling(int num, double phi, const Vector3d& v, double mu) {
  VelocityProblem problem;
  problem.v0 = (VectorXd(6) << 0, 0, 0, v).finished();
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(6);
  Matrix6d M = Matrix6d::Identity();
  M.topLeftCorner<3, 3>() *= 0.4 * kRadius * kRadius;
  problem.cliques = {{.v_start = 0, .nv = 6, .M = M}};
  problem.bodies.resize(2);
  problem.bodies[1].clique = 0;
  problem.bodies[1].is_free = true;
  problem.patches = {
      {.body_a = 0, .body_b = 1, .first_point = 0, .num_points = num}};
  const double side = num == 1 ? 0 : kRadius;
  for (int i = 0; i < num; ++i) {
    ContactPoint point;
    point.p_BoC_W = {i % 2 == 0 ? side : -side, i < 2 ? side : -side, -kRadius};
    point.phi0 = phi;
    point.sliding_friction = mu;
    point.inverse_mass = 1;
    problem.points.push_back(point);
  }
  return problem;
}

// c D + (phi)+ / (2h), D = r / 2
TEST_CASE("Approach limit: a fast ball -> the speed that contact stops") {
  for (const double phi : {-1e-3, 0.0, 2e-3, 8e-3}) {
    const Outcome outcome = Project(MakeFalling(1, phi, {0, 0, -5}, 0.5));
    const double limit = kRate * kRadius / 2 + std::max(phi, 0.0) / (2 * kStep);
    CHECK(-outcome.v[5] == Approx(limit).epsilon(0.011));
    CHECK(outcome.forces_W[0].z() * kStep ==
          Approx(outcome.v[5] + 5).epsilon(1e-12));
  }
}

TEST_CASE("Approach limit: slower contact -> the same bits") {
  const double limit = kRate * kRadius / 2;
  for (const double speed : {-1.0, 0.0, 0.5, 0.999}) {
    const VelocityProblem problem =
        MakeFalling(1, 0, {0.3, 0, -speed * limit}, 0.5);
    const Outcome outcome = Project(problem);
    CHECK(outcome.v == problem.v0);
    CHECK(outcome.forces_W[0] == Vector3d::Zero());
  }
}

TEST_CASE("Approach limit: a box on four points -> lands flat") {
  const Outcome outcome = Project(MakeFalling(4, 1e-3, {0, 0, -5}, 0.5));
  const double limit = 4 * kRate * kRadius / 2 + 1e-3 / (2 * kStep);
  CHECK(-outcome.v[5] == Approx(limit).epsilon(0.011));
  CHECK(outcome.v.head<5>().norm() < 1e-12);
}

// Sliding takes mu P of the momentum along the ground; what sticks rolls on,
// with 2/7 of the slip's impulse.
TEST_CASE("Approach limit: a ball that slides -> friction of what stopped it") {
  const Outcome slides = Project(MakeFalling(1, 0, {9, 0, -5}, 0.2));
  CHECK(9 - slides.v[3] == Approx(0.2 * (5 + slides.v[5])).epsilon(1e-9));
  const Outcome sticks = Project(MakeFalling(1, 0, {1, 0, -5}, 0.8));
  CHECK(sticks.v[3] == Approx(5.0 / 7).epsilon(1e-2));
}

// dv = h A^-1 J' f; a sum over contacts at random, of free bodies and of trees.
TEST_CASE("Approach limit: random tangles -> cones, momentum, no energy") {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int num_pushed = 0;
  for (int trial = 0; trial < 300; ++trial) {
    VelocityProblem problem = test::MakeTangle(1 + trial % 4);
    for (double& x : problem.v0) x = 10 * uniform(generator);
    for (ContactPoint& point : problem.points)
      point.phi0 = 1e-2 * uniform(generator);
    const Outcome outcome = Project(problem);
    double before = 0, after = 0;
    VectorXd momentum = VectorXd::Zero(16);
    for (const Clique& clique : problem.cliques) {
      const VectorXd v0 = problem.v0.segment(clique.v_start, clique.nv);
      const VectorXd v1 = outcome.v.segment(clique.v_start, clique.nv);
      before += v0.dot(clique.M * v0) / 2;
      after += v1.dot(clique.M * v1) / 2;
      momentum.segment(clique.v_start, clique.nv) = clique.M * (v1 - v0);
    }
    CHECK(after <= before * (1 + 1e-12));
    VectorXd pushed = VectorXd::Zero(16);
    for (const ContactPatch& patch : problem.patches) {
      for (int i = 0; i < patch.num_points; ++i) {
        const int index = patch.first_point + i;
        const ContactPoint& point = problem.points[index];
        const Vector3d f_W = outcome.forces_W[index];
        const Vector3d f = point.R_WC.transpose() * f_W;
        CHECK(f.z() >= 0);
        CHECK(f.head<2>().norm() <=
              point.sliding_friction * f.z() * (1 + 1e-12));
        num_pushed += f.z() > 0;
        const Vector3d p_AoC_W = patch.p_AoBo_W + point.p_BoC_W;
        Vector6d on_a, on_b;
        on_b << point.p_BoC_W.cross(f_W), f_W;
        on_a << p_AoC_W.cross(f_W), f_W;
        pushed += kStep *
                  (test::JacobianOf(problem, patch.body_b).transpose() * on_b -
                   test::JacobianOf(problem, patch.body_a).transpose() * on_a);
      }
    }
    CHECK((pushed - momentum).norm() < 1e-10 * (1 + momentum.norm()));
  }
  CHECK(num_pushed > 1000);
}

}  // namespace
}  // namespace tactus::contact
