// The state that `tactus dynamics --state` takes.
#include <stdexcept>

#include "fuzz/fault.h"
#include "fuzz/importers.h"

#include "tactus/apps/commands/dynamics_json.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::test {
namespace {

// A joint of each number of coordinates: "base" floats, and "ball", "hinge" and
// "cross" hang on it.
std::shared_ptr<const multibody::Model> MakeModel() {
  using multibody::JointType;
  multibody::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  const int base = builder.AddBody("base", inertia);
  const auto add = [&](const char* name, JointType type) {
    builder.AddJoint({.name = name,
                      .type = type,
                      .parent = base,
                      .child = builder.AddBody(name, inertia)});
  };
  add("ball", JointType::kBall);
  add("hinge", JointType::kRevolute);
  add("cross", JointType::kUniversal);
  return std::move(builder).Build();
}

}  // namespace

void ImportState(std::string_view bytes) {
  static const auto model = MakeModel();
  try {
    const auto state =
        apps::ReadJointState(*model, nlohmann::json::parse(bytes));
    Expect(state.q.allFinite() && state.v.allFinite(),
           "a state that is not finite");
    apps::MakeDynamicsJson(*model, state);
  } catch (const nlohmann::json::exception&) {
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace tactus::test
