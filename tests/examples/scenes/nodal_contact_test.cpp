#include "tactus/examples/scenes/nodal_contact.h"

#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/elastic/elastic_body.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using contact::CondOptions;
using integrators::CondStep;
using integrators::FixedStep;

struct Run {
  VectorXd q, v;
  integrators::Statistics statistics;
};

Run Simulate(const SceneInstance& scene, const CondOptions& options, double h,
             double duration) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& cond = simulator.reset_integrator<FixedStep>(
      std::make_unique<CondStep>(options), h);
  REQUIRE(simulator.AdvanceTo(duration).reached_time());
  return {.q = scene.plant->positions(simulator.context()),
          .v = scene.plant->velocities(simulator.context()),
          .statistics = cond.statistics()};
}

// In millimetres, those of the paper.
TEST_CASE("Virtual nodes: as the paper steps it -> Table I of [Lee22]") {
  const double way = (3 - 0.2 * 9.81) * 2.5 * 2.5 / 2;
  for (const Vector3d& row :
       {Vector3d(1e4, 0.1226, 0.6131), Vector3d(1e5, 0.0122, 0.0612),
        Vector3d(1e6, 0.0012, 0.0061)}) {
    const Run run = Simulate(MakeVirtualNodes(),
                             {.theta = 0.5,
                              .virtual_damping = row[0],
                              .push_out = 0,
                              .residual = 1e-9},
                             0.01, 2.5);
    INFO("b_v " << row[0]);
    CHECK(std::abs(run.q[0]) < 1e-9);
    // They are rounded to a tenth of a micrometre.
    const double rounding = 5e-5;
    CHECK(1e3 * (run.q[1] - way) ==
          Approx(row[1]).epsilon(0.02).margin(rounding));
    CHECK(1e3 * (0.1 - run.q[2]) ==
          Approx(row[2]).epsilon(0.02).margin(rounding));
  }
}

// Maximum dissipation by its equation of motion, in small steps.
TEST_CASE("Anisotropic slide: to rest -> the bend of maximum dissipation") {
  const AnisotropicSlideOptions options{.cross_ratio = 0.5};
  const Eigen::Array2d mu(options.friction, 0.5 * options.friction);
  Vector2d p = Vector2d::Zero(),
           v = options.speed *
               Vector2d(std::cos(options.heading), std::sin(options.heading));
  const double dt = 1e-5;
  while (v.norm() > 1e-4) {
    const Eigen::Array2d pull = mu * v.array();
    v -= dt * 9.81 * (mu * pull / pull.matrix().norm()).matrix();
    p += dt * v;
  }
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const Run run = Simulate(MakeAnisotropicSlide(options), {.residual = 1e-10},
                             k == 0 ? 2e-3 : 1e-3, 2);
    CHECK(run.v.norm() < 1e-5);
    errors[k] = (run.q.head<2>() - p).norm();
  }
  INFO(errors[0] << " " << errors[1]);
  CHECK(errors[1] < 0.002);
  CHECK(errors[0] / errors[1] == Approx(2).epsilon(0.2));
  // A round cone would keep it on its line.
  CHECK(std::abs(p.x() * std::sin(options.heading) -
                 p.y() * std::cos(options.heading)) > 0.05);
}

Vector3d CalcMean(const multibody::ElasticBody& body, const VectorXd& x,
                  int start) {
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < body.solid->num_nodes(); ++i)
    sum += body.solid->masses()[i] * x.segment<3>(start + 3 * i);
  return sum / body.solid->masses().sum();
}

TEST_CASE("Soft ball grip: rough -> the ball goes up with the fingers") {
  for (const double friction : {0.8, 0.02}) {
    const SceneInstance scene = MakeSoftBallGrip(
        {.youngs_modulus = 1e5, .friction = friction, .cells = 4});
    const multibody::ElasticBody& ball =
        scene.plant->model().elastic_bodies()[0];
    const Run run = Simulate(scene, {.residual = 1e-4}, 2e-3, 1.8);
    const double height = CalcMean(ball, run.q, ball.q_start).z();
    INFO("friction " << friction << ", height " << height);
    CHECK((height > 0.075) == (friction > 0.1));
    if (friction < 0.1) continue;
    CHECK(height < 0.1);
    CHECK(run.statistics.penetration_max < 1e-4);
  }
}

TEST_CASE("Soft gripper: rough -> the peg goes up with the fingers") {
  for (const double friction : {0.8, 0.02}) {
    const SceneInstance scene =
        MakeSoftGripper({.friction = friction, .cells = 4});
    const multibody::Model& model = scene.plant->model();
    const Run run = Simulate(scene, {.residual = 1e-4}, 5e-3, 1.8);
    multibody::PositionKinematics position;
    CalcPositionKinematics(model, run.q, &position);
    const RigidTransform& X_WP = position.X_WB[model.BodyIndex("peg")];
    INFO("friction " << friction << ", height " << X_WP.translation().z());
    // Its centre starts 30 mm above the ground, and is lifted by 50 mm.
    CHECK((X_WP.translation().z() > 0.075) == (friction > 0.1));
    if (friction < 0.1) continue;
    CHECK(X_WP.translation().z() < 0.081);
    // Upright, and turned by half a radian.
    CHECK(X_WP.linear()(2, 2) > 0.999);
    CHECK(std::atan2(X_WP.linear()(1, 0), X_WP.linear()(0, 0)) ==
          Approx(0.5).margin(0.05));
    // Of edges and faces, whose virtual nodes go by nodes of grams.
    CHECK(run.statistics.penetration_max < 1.5e-4);
  }
}

TEST_CASE("Soft gripper: its fingers -> of the paper's size") {
  const SceneInstance scene = MakeSoftGripper();
  int num_nodes = 0, num_tetrahedra = 0;
  for (const multibody::ElasticBody& finger :
       scene.plant->model().elastic_bodies()) {
    num_nodes += finger.solid->num_nodes();
    num_tetrahedra += finger.solid->num_tetrahedra();
  }
  CHECK(std::abs(num_nodes - 4889) < 50);
  CHECK(std::abs(num_tetrahedra - 18122) < 180);
}

TEST_CASE("Soft ball grip: its ball -> of the paper's size") {
  const SceneInstance scene = MakeSoftBallGrip();
  const multibody::Model& model = scene.plant->model();
  const multibody::ElasticSolid& ball = *model.elastic_bodies()[0].solid;
  CHECK(model.num_velocities() == 3 * ball.num_nodes() + 8);
  CHECK(std::abs(ball.num_nodes() - 1460) < 15);
  CHECK(std::abs(ball.num_tetrahedra() - 6900) < 350);
}

}  // namespace
}  // namespace tactus::examples
