#include "tactus/integrators/diagram/find_plant.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using multibody::PlantInputs;
using systems::DiagramBuilder;
using test::MultibodyPlant;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("FindPlant: one plant -> that one, none or two -> refused") {
  const test::PlantDiagram arm = test::MakePidArm(true);
  CHECK(&FindPlant(*arm.diagram) == arm.plant);

  DiagramBuilder none;
  none.AddSystem<test::Decay>("decay", -1.0, 1.0);
  const auto without = std::move(none).Build();
  CHECK_THROWS_AS(FindPlant(*without), std::invalid_argument);
  CHECK_THROWS_WITH(FindPlant(*without), Contains("no MultibodyPlant"));

  DiagramBuilder two;
  two.AddSystem<MultibodyPlant>(test::MakeCubeModel(), "left");
  two.AddSystem<MultibodyPlant>(test::MakeCubeModel(), "right");
  const auto twice = std::move(two).Build();
  CHECK_THROWS_AS(FindPlant(*twice), std::invalid_argument);
  CHECK_THROWS_WITH(FindPlant(*twice), Contains("left") && Contains("right"));
}

TEST_CASE("Taken models: a grain -> refused by methods without one") {
  multibody::ModelBuilder builder;
  builder.AddGeometry({.name = "planks",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {.cross_friction_ratio = 0.5}});
  builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const auto model = std::move(builder).Build();
  const auto refused = [&](const StepFunction& method) {
    CHECK_THROWS_WITH(RequireTaken(*model, method),
                      std::string(method.name()) +
                          " takes friction that is the same in all "
                          "directions, not that of 'planks'; cond, pgs and "
                          "apgd take both");
  };
  refused(IcfStep());
  refused(ComFreeStep());
  refused(DojoStep());
  refused(CondStep({.projection = contact::ConeProjection::kProximal}));
  CHECK_NOTHROW(RequireTaken(*model, CondStep()));
  CHECK_NOTHROW(RequireTaken(*model, PgsStep()));
  CHECK_NOTHROW(RequireTaken(*model, ApgdStep()));
  const auto run = [&](std::unique_ptr<systems::Integrator> integrator) {
    DiagramBuilder diagram;
    diagram.AddSystem<MultibodyPlant>(model);
    const auto built = std::move(diagram).Build();
    systems::Simulator simulator(*built);
    simulator.set_integrator(std::move(integrator));
    simulator.AdvanceTo(0.01);
  };
  CHECK_THROWS_WITH(run(std::make_unique<Cenic>(CenicOptions{})),
                    Contains("cenic takes friction"));
  CHECK_THROWS_WITH(run(std::make_unique<RungeKutta3>()),
                    Contains("rk3 takes friction"));
}

TEST_CASE("Taken models: a pair with a grain -> refused, by its geometry") {
  multibody::ModelBuilder builder;
  const int body =
      builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const int planks = builder.AddGeometry({.name = "planks",
                                          .body = 0,
                                          .shape = contact::HalfSpace{},
                                          .material = {}});
  const int ball = builder.AddGeometry({.name = "ball",
                                        .body = body,
                                        .shape = contact::Sphere{0.1},
                                        .material = {}});
  contact::GeometryPair pair{.geometry_a = planks,
                             .geometry_b = ball,
                             .material_a = {},
                             .material_b = {}};
  pair.material_b.cross_friction_ratio = 2;
  builder.AddGeometryPair(pair);
  const auto model = std::move(builder).Build();
  CHECK_THROWS_WITH(RequireTaken(*model, IcfStep()), Contains("of 'ball'"));
}

TEST_CASE("Taken models: restitution -> refused by methods without a law") {
  multibody::ModelBuilder builder;
  contact::Material rubber;
  rubber.restitution = 0.8;
  builder.AddGeometry({.name = "floor",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = rubber});
  builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const auto model = std::move(builder).Build();
  CHECK_THROWS_WITH(
      RequireTaken(*model, IcfStep()),
      Contains("icf has no law for a coefficient of restitution, such as that "
               "of 'floor'"));
  CHECK_THROWS(RequireTaken(*model, ComFreeStep()));
  CHECK_THROWS(RequireTaken(*model, DojoStep()));
  CHECK_THROWS(RequireNoRestitution(*model, "rk3"));
  CHECK_NOTHROW(RequireTaken(*model, CondStep()));
  CHECK_NOTHROW(RequireTaken(*model, PgsStep()));
  CHECK_NOTHROW(RequireTaken(*model, ApgdStep()));
}

TEST_CASE(
    "FindNonFiniteInput: NaN or infinite inputs -> the port, its source") {
  const test::PlantDiagram arm = test::MakeDriven([](double) { return 1.0; });
  const MultibodyPlant& plant = *arm.plant;
  const auto blame = [&](const PlantInputs& inputs) {
    return FindNonFiniteInput(plant, arm.context, inputs);
  };
  using Kind = StepFailure::Kind;
  PlantInputs fine;
  fine.actuation = VectorXd::Ones(1);
  fine.generalized_force = VectorXd::Ones(1);
  fine.spatial_forces.resize(2);
  fine.surface_velocities.resize(2);
  CHECK_FALSE(blame(fine));
  CHECK_FALSE(blame({}));

  for (double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
    PlantInputs inputs = fine;
    inputs.actuation[0] = bad;
    REQUIRE(blame(inputs));
    CHECK(blame(inputs)->kind == Kind::kInputNotFinite);
    CHECK(blame(inputs)->culprit == "arm.actuation");
    CHECK(blame(inputs)->details == "drive.y");
    inputs = fine;
    inputs.generalized_force[0] = bad;
    REQUIRE(blame(inputs));
    CHECK(blame(inputs)->culprit == "arm.generalized_force");
    CHECK(blame(inputs)->details.empty());
    inputs = fine;
    inputs.spatial_forces[1].F_Q_W[4] = bad;
    REQUIRE(blame(inputs));
    CHECK(blame(inputs)->culprit == "arm.spatial_forces");
    inputs = fine;
    inputs.spatial_forces[1].p_BoQ_B[2] = bad;
    CHECK(blame(inputs));
    inputs = fine;
    inputs.surface_velocities[1].v_G[0] = bad;
    REQUIRE(blame(inputs));
    CHECK(blame(inputs)->culprit == "arm.surface_velocities");
  }
}

TEST_CASE("BlameNonFiniteDerivative: a block's NaN rate -> that block named") {
  DiagramBuilder builder;
  builder.AddSystem<test::Decay>("healthy", -1.0, 1.0);
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(test::MakeCubeModel(), "plant");
  builder.AddSystem<test::Decay>("sick", kNaN, 1.0);
  const test::PlantDiagram subject = test::Finish(std::move(builder), plant);
  const StepFailure failure =
      BlameNonFiniteDerivative(*subject.diagram, plant, subject.context);
  CHECK(failure.kind == StepFailure::Kind::kDerivativeNotFinite);
  CHECK_THAT(failure.details, Contains("sick") && !Contains("healthy"));
}

}  // namespace
}  // namespace tactus::integrators
