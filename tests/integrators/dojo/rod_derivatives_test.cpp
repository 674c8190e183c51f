// Derivatives of Dojo's steps through elastic rods.
#include <string>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/cable.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::ModelBuilder;
using multibody::test::Random;
using test::Case;
using test::CheckAll;
using test::Tight;
using Kind = multibody::Parameter::Kind;

// Trees of three bodies on random joints, with pieces of rod between two of
// them, within one, from the world and to it, all strained.
Case MakeTied(unsigned seed) {
  Random random(seed);
  ModelBuilder builder;
  test::AddRandomTrees(&random, &builder);
  const int ends[][2] = {{2, 6}, {1, 3}, {0, 5}, {3, 0}};
  for (const auto& [a, b] : ends) {
    Constraint tie{
        .name = "piece" + std::to_string(a),
        .type = ConstraintType::kCosserat,
        .body_a = a,
        .body_b = b,
        .X_AP = random.Pose(),
        .X_BQ = random.Pose(),
        .cosserat = {
            .offset = 0.3, .turn = random.Vector3(0.4), .damping = 0.01}};
    for (double& k : tie.cosserat.stiffness) k = random.Uniform(50, 300);
    builder.AddConstraint(tie);
  }
  return test::MakeRandomCase(std::move(builder).Build(), &random);
}

TEST_CASE("Dojo's derivatives: random trees tied by rods -> differences") {
  const unsigned seed = GENERATE(range(0, 8));
  CAPTURE(seed);
  CheckAll(MakeTied(seed), 1e-6, 5e-6, false);
}

// A cable of four links, bent, that hangs from its start and touches the
// ground.
TEST_CASE("Dojo's derivatives: a cable on the ground -> differences") {
  ModelBuilder builder;
  const contact::Material material{.static_friction = 0.5,
                                   .dynamic_friction = 0.5};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  multibody::Cable cable{.name = "cable",
                         .path = {{0, 0, 0.2}, {0.3, 0, 0.0515}},
                         .num_links = 4,
                         .radius = 0.05,
                         .density = 1000,
                         .youngs_modulus = 1e5,
                         .damping = 0.01,
                         .material = material};
  cable.start.hold = multibody::CableEnd::Hold::kFixed;
  AddCable(cable, &builder);
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  Random random(3);
  multibody::RetractPositions(*c.model, c.model->default_positions(),
                              random.Vector(c.model->num_velocities(), 1e-3),
                              &c.q);
  c.v = random.Vector(c.model->num_velocities(), 0.3);
  c.parameters = {
      {Kind::kMass, 2, 0}, {Kind::kCenterOfMass, 3, 1}, {Kind::kInertia, 4, 0}};
  CheckAll(c, 1e-6, 2e-6);
}

}  // namespace
}  // namespace tactus::integrators
