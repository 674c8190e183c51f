#include "tactus/multibody/plant/forces/conveyor_belt.h"

#include <limits>

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Surfaces = std::vector<SurfaceVelocity>;

TEST_CASE("ConveyorBelt: speed and direction -> velocity of its surface") {
  const auto model = test::MakeBoxModel({});
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const auto& belt =
      builder.AddSystem<ConveyorBelt>("belt", model, 1, Vector3d(0, 3, 4), 2);
  const auto& other =
      builder.AddSystem<ConveyorBelt>("other", model, 0, Vector3d(-1, 0, 0));
  ConnectBelts(plant, {&belt, &other}, &builder);
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  const auto surfaces = [&] {
    PlantInputs inputs;
    plant.EvalInputs(context.of(plant), &inputs);
    return inputs.surface_velocities;
  };
  REQUIRE(surfaces().size() == 2);
  CHECK(surfaces()[0].geometry == 1);
  CHECK(surfaces()[0].v_G.isApprox(2 * Vector3d(0, 0.6, 0.8)));
  CHECK(surfaces()[1].geometry == 0);
  CHECK(surfaces()[1].v_G.norm() == 0);

  context.FixInput(belt.speed_input(), VectorXd::Constant(1, -5.0));
  context.FixInput(other.speed_input(), VectorXd::Constant(1, 7.0));
  CHECK(surfaces()[0].v_G.isApprox(-5 * Vector3d(0, 0.6, 0.8)));
  CHECK(surfaces()[1].v_G == Vector3d(-7, 0, 0));
}

TEST_CASE(
    "ConnectBelts: one belt -> the plant itself, the same twice -> none") {
  const auto model = test::MakeBoxModel({});
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(model);
  const auto& belt =
      builder.AddSystem<ConveyorBelt>("belt", model, 0, Vector3d::UnitX());
  const auto& twin =
      builder.AddSystem<ConveyorBelt>("twin", model, 0, Vector3d::UnitY());
  CHECK_THROWS_WITH(ConnectBelts(plant, {}, &builder), Contains("no belts"));
  CHECK_THROWS_WITH(
      ConnectBelts(plant, {&belt, &twin}, &builder),
      Contains("blocks 'belt' and 'twin' run the same geometry, '" +
               model->geometries()[0].name + "'"));
  ConnectBelts(plant, {&belt}, &builder);
  const auto diagram = std::move(builder).Build();
  CHECK(diagram->ConnectedOutput(plant.surface_velocities_input()) ==
        belt.surface_velocities_output());
}

TEST_CASE("ConveyorBelt: numbers that make no sense -> refused by its name") {
  const auto model = test::MakeBoxModel({});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto make = [&](int geometry, const Vector3d& direction, double speed) {
    ConveyorBelt("belt", model, geometry, direction, speed);
  };
  CHECK_THROWS_WITH(make(2, {1, 0, 0}, 1),
                    "block 'belt': there is no geometry 2");
  CHECK_THROWS_WITH(make(-1, {1, 0, 0}, 1), Contains("no geometry -1"));
  CHECK_THROWS_WITH(make(0, {0, 0, 0}, 1), Contains("not all zero"));
  CHECK_THROWS_WITH(make(0, {nan, 0, 1}, 1), Contains("finite numbers"));
  CHECK_THROWS_WITH(make(0, {1, 0, 0}, nan), Contains("speed must be"));
  CHECK_THROWS_WITH(ConveyorBelt("belt", nullptr, 0, Vector3d::UnitX()),
                    Contains("there is no model"));
}

}  // namespace
}  // namespace tactus::multibody
