// Elastic bodies that others hold: a load bends them, and not the clamp.
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

/// A bar along x whose end a body holds: the world, or a ton that floats.
Stepping MakeBar(double youngs_modulus, bool floats) {
  multibody::ModelBuilder builder;
  int holder = 0;
  if (floats) {
    holder = builder.AddBody(
        "ton", {.mass = 1000, .I_Bcm = 100 * Matrix3d::Identity()});
    builder.SetGravityScale(holder, 0);
  }
  ElasticBody bar{.name = "bar",
                  .solid = std::make_shared<ElasticSolid>(
                      multibody::MakeBoxMesh({0.05, 0.01, 0.01}, {10, 2, 2}),
                      multibody::ElasticMaterial{
                          .youngs_modulus = youngs_modulus, .damping = 0.01}),
                  .base = holder};
  for (int i = 0; i < bar.solid->num_nodes(); ++i) {
    const Vector3d& node = bar.solid->mesh().nodes[i];
    if (IsHeld(node))
      bar.attachments.push_back({.node = i, .body = holder, .p_BN = node});
  }
  REQUIRE(bar.attachments.size() == 9);
  builder.AddElasticBody(bar);
  return Stepping(std::move(builder).Build());
}

/// How far the tip sags in the end, by linear elasticity.
double CalcSag(const Stepping& bar) {
  const double tip = CalcTip(*bar.model().elastic_bodies()[0].solid);
  REQUIRE(tip < -1e-5);
  return tip;
}

// By two hundred masses of its nodes the clamp gave: the first one's tip sagged
// by 12 times as much, and the second one took 11 times as many iterations.
TEST_CASE("Elastic clamp: a bar out of a wall -> sags as linear elasticity") {
  for (const double E : {1e7, 1e8}) {
    Stepping bar = MakeBar(E, false);
    const double start = bar.q[bar.q.size() - 1];
    CondStep function;
    test::RunSteps(&bar, &function, 2e-3, 150);
    CHECK(bar.q[bar.q.size() - 1] - start ==
          Approx(CalcSag(bar)).epsilon(5e-3));
    CHECK(bar.result().report.slowest.iterations < 300);
  }
}

// Both ends give by what the node's elements do. By as many masses this one
// sagged by 14 times as much, at 5 ms by 80 times.
TEST_CASE(
    "Elastic clamp: a bar on a body that moves -> sags by a quarter more") {
  for (const double h : {2e-3, 5e-3}) {
    INFO(h);
    Stepping bar = MakeBar(1e7, true);
    const double start = bar.q[bar.q.size() - 1];
    CondStep function;
    test::RunSteps(&bar, &function, h, static_cast<int>(0.3 / h));
    const double sag = CalcSag(bar);
    CHECK(bar.q[bar.q.size() - 1] - start > 1.26 * sag);
    CHECK(bar.q[bar.q.size() - 1] - start < sag);
    CHECK(bar.result().report.slowest.iterations < 1000);
  }
}

}  // namespace
}  // namespace tactus::integrators
