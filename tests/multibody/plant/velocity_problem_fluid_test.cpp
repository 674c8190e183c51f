#include "tactus/multibody/plant/velocity_problem_fluid.h"

#include <memory>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody {
namespace {

/// A free brick in air, or in nothing.
std::shared_ptr<const Model> MakeBrick(const Fluid& fluid) {
  ModelBuilder builder;
  builder.AddBody("brick", MakeSolidInertia(contact::Box{{0.1, 0.2, 0.3}}, 10,
                                            RigidTransform::Identity()));
  builder.set_fluid(fluid);
  return std::move(builder).Build();
}

struct Flying {
  explicit Flying(const Fluid& air) : model(MakeBrick(air)) {
    q << 0.3, -0.1, 2, 0.5, 0.5, -0.5, 0.5;
    v << 1, -2, 3, -4, 5, 0.6;
    AddTrees(q, v, &start, &problem);
    problem.k0 = start.bias;
    fluid.Calc(start);
  }
  std::shared_ptr<const Model> model;
  VectorXd q = VectorXd(7), v = VectorXd(6);
  ModelAtStart start{model.get()};
  VelocityProblemFluid fluid{*model};
  contact::VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem fluid: a brick in air -> f0 of its parts, and C about "
    "v0") {
  Flying brick({.density = 1.2, .viscosity = 1e-3});
  VectorXd sum = VectorXd::Zero(6);  // Of a free body, at its origin.
  for (const SpatialForce& force : brick.fluid.spatial_forces()) {
    const Vector3d p_BoQ_W =
        brick.start.position.X_WB[force.body].linear() * force.p_BoQ_B;
    const Vector3d f = force.F_Q_W.tail<3>();
    sum.head<3>() += force.F_Q_W.head<3>() + p_BoQ_W.cross(f);
    sum.tail<3>() += f;
  }
  CHECK(sum.dot(brick.v) < 0);
  CHECK((brick.fluid.force() - sum).norm() < 1e-12 * sum.norm());

  const VectorXd k0 = brick.problem.k0;
  brick.fluid.SetDrag(&brick.problem);
  const MatrixXd C = brick.problem.cliques[0].drag;
  CHECK((C - C.transpose()).norm() < 1e-12 * C.norm());
  CHECK(C.diagonal().minCoeff() > 0);
  CHECK((brick.problem.k0 - (k0 - C * brick.v)).norm() < 1e-12 * k0.norm());
  brick.fluid.SetDrag(&brick.problem);  // In place of what is there.
  CHECK(brick.problem.cliques[0].drag == C);
}

TEST_CASE("Velocity problem fluid: a vacuum -> nothing, and no drag is left") {
  Flying brick({});
  CHECK(brick.fluid.force() == VectorXd::Zero(6));
  CHECK(brick.fluid.spatial_forces().empty());
  brick.problem.cliques[0].drag = MatrixXd::Identity(6, 6);
  const VectorXd k0 = brick.problem.k0;
  brick.fluid.SetDrag(&brick.problem);
  CHECK_FALSE(brick.problem.cliques[0].has_drag());
  CHECK(brick.problem.k0 == k0);
}

}  // namespace
}  // namespace tactus::multibody
