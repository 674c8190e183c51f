#include "tactus/multibody/plant/tendon_tension.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

// Two slides with a cord each; motors on the second one, and on its joint.
TEST_CASE(
    "CalcTendonTension: a record -> what draws a tendon's ends together") {
  ModelBuilder builder;
  for (const char* name : {"a", "b"}) {
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    const int joint = builder.AddJoint(
        {.name = name, .type = JointType::kPrismatic, .child = body});
    builder.AddTendon({.name = name, .terms = {{joint, 1}}});
  }
  builder.AddActuator({.name = "pull", .tendon = 1});
  builder.AddActuator({.name = "push", .joint = 1});
  builder.AddActuator({.name = "more", .tendon = 1});
  const auto model = std::move(builder).Build();
  StepRecord record;
  record.tendon_forces = Vector2d(-5, 3);
  record.actuator_efforts = Vector3d(-10, 100, -4);
  CHECK(CalcTendonTension(*model, record, 0) == 5);
  CHECK(CalcTendonTension(*model, record, 1) == -3 + 10 + 4);
}

}  // namespace
}  // namespace tactus::multibody
