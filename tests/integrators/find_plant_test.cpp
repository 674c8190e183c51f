#include "tactus/integrators/find_plant.h"

#include <limits>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using multibody::PlantInputs;
using systems::DiagramBuilder;
using test::MultibodyPlant;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("Finding the plant: exactly one") {
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

TEST_CASE("Blame: the input that is not finite, and where it comes from") {
  const test::PlantDiagram arm = test::MakeDriven([](double) { return 1.0; });
  const MultibodyPlant& plant = *arm.plant;
  const auto blame = [&](const PlantInputs& inputs) {
    return FindNonFiniteInput(plant, arm.context, inputs);
  };
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
    CHECK_THAT(*blame(inputs),
               Contains("arm.actuation") && Contains("drive.y"));
    inputs = fine;
    inputs.generalized_force[0] = bad;
    REQUIRE(blame(inputs));
    CHECK_THAT(*blame(inputs),
               Contains("arm.generalized_force") && !Contains("comes from"));
    inputs = fine;
    inputs.spatial_forces[1].F_Q_W[4] = bad;
    REQUIRE(blame(inputs));
    CHECK_THAT(*blame(inputs), Contains("arm.spatial_forces"));
    inputs = fine;
    inputs.spatial_forces[1].p_BoQ_B[2] = bad;
    CHECK(blame(inputs));
    inputs = fine;
    inputs.surface_velocities[1].v_G[0] = bad;
    REQUIRE(blame(inputs));
    CHECK_THAT(*blame(inputs), Contains("arm.surface_velocities"));
  }
}

TEST_CASE("Blame: the block whose derivative is not finite") {
  DiagramBuilder builder;
  builder.AddSystem<test::Decay>("healthy", -1.0, 1.0);
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(test::MakeCubeModel(), "plant");
  builder.AddSystem<test::Decay>("sick", kNaN, 1.0);
  const test::PlantDiagram subject = test::Finish(std::move(builder), plant);
  CHECK_THAT(NameNonFiniteDerivative(*subject.diagram, plant, subject.context),
             Contains("sick") && !Contains("healthy"));
}

}  // namespace
}  // namespace tactus::integrators
