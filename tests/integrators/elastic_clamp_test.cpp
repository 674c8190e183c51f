// Elastic bodies that the world holds: a load bends them, and not the clamp.
#include <memory>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/step_once.h"
#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::ElasticBody;
using multibody::ElasticSolid;
using test::Stepping;

bool IsHeld(const Vector3d& node) {
  return node.x() < -0.05 + 1e-9;
}

/// Where the node of the highest x, y, z goes under gravity, by linear
/// elasticity [m].
double CalcTip(const ElasticSolid& solid) {
  const VectorXd x = solid.MakeRestPositions();
  Eigen::SparseMatrix<double> K = solid.MakeStiffness(x);
  VectorXd load = VectorXd::Zero(x.size());
  for (int i = 0; i < solid.num_nodes(); ++i) {
    load[3 * i + 2] = -test::kGravity * solid.masses()[i];
    if (!IsHeld(solid.mesh().nodes[i])) continue;
    for (int k = 0; k < 3; ++k) K.coeffRef(3 * i + k, 3 * i + k) += 1e12;
  }
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(K);
  const VectorXd u = factor.solve(load);
  return u[u.size() - 1];
}

// By two hundred masses of its nodes the clamp gave: the first one's tip sagged
// by 12 times as much, and the second one took 11 times as many iterations.
TEST_CASE("Elastic clamp: a bar out of a wall -> sags as linear elasticity") {
  for (const double E : {1e7, 1e8}) {
    multibody::ModelBuilder builder;
    ElasticBody bar{
        .name = "bar",
        .solid = std::make_shared<ElasticSolid>(
            multibody::MakeBoxMesh({0.05, 0.01, 0.01}, {10, 2, 2}),
            multibody::ElasticMaterial{.youngs_modulus = E, .damping = 0.01})};
    for (int i = 0; i < bar.solid->num_nodes(); ++i) {
      const Vector3d& node = bar.solid->mesh().nodes[i];
      if (IsHeld(node))
        bar.attachments.push_back({.node = i, .body = 0, .p_BN = node});
    }
    REQUIRE(bar.attachments.size() == 9);
    const double tip = CalcTip(*bar.solid);
    REQUIRE(tip < -1e-5);
    builder.AddElasticBody(bar);
    Stepping stepping(std::move(builder).Build());
    const double start = stepping.q[stepping.q.size() - 1];
    CondStep function;
    test::RunSteps(&stepping, &function, 2e-3, 150);
    CHECK(stepping.q[stepping.q.size() - 1] - start ==
          Approx(tip).epsilon(5e-3));
    CHECK(stepping.result().report.slowest.iterations < 300);
  }
}

}  // namespace
}  // namespace tactus::integrators
