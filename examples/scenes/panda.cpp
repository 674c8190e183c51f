#include "tactus/examples/scenes/panda.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "tactus/common/require.h"
#include "tactus/examples/models/models.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/multiplexer.h"

namespace tactus::examples {

std::shared_ptr<const multibody::Model> MakePandaModel() {
  multibody::ModelBuilder builder;
  AddModel("panda.xml", &builder);
  return std::move(builder).Build();
}

VectorXd CalcPandaJoints(const PandaReach& reach) {
  // From panda.xml [m]: the shoulder's height, both links with the elbow's
  // offset, and from the wrist to the finger tips, forwards and down.
  constexpr double kShoulder = 0.333, kUpper = 0.316, kFore = 0.384;
  constexpr double kElbow = 0.0825, kForward = 0.088;
  constexpr double kDown = 0.107 + 0.0584 + 0.0445;
  const double b = std::hypot(kUpper, kElbow), c = std::hypot(kFore, kElbow);
  // The wrist; with a tilt, what is forwards of it and down turns with it.
  const double cos = std::cos(reach.tilt), sin = std::sin(reach.tilt);
  const double x = reach.radius - kForward * cos - kDown * sin;
  const double z = reach.height + kDown * cos - kForward * sin - kShoulder;
  const double d = std::hypot(x, z);
  Require(d < b + c && d > c - b, "the Panda cannot reach there");
  // Tilts from the vertical, forwards, of SE and EW.
  const double at_s = std::acos((b * b + d * d - c * c) / (2 * b * d));
  const double at_e = std::acos((b * b + c * c - d * d) / (2 * b * c));
  const double upper = std::atan2(x, z) - at_s;
  const double fore = upper + std::numbers::pi - at_e;
  const double q2 = upper - std::atan2(kElbow, kUpper);
  const double q4 = q2 - std::atan2(kElbow, kFore) - fore;
  VectorXd q(kPandaJoints);
  q << reach.angle, q2, 0, q4, 0, q2 - q4 + reach.tilt, std::numbers::pi / 4;
  return q;
}

void ConnectPandaState(const multibody::MultibodyPlant& plant,
                       systems::InputPort input,
                       systems::DiagramBuilder* builder) {
  using Sizes = std::vector<int>;
  const multibody::Model& model = plant.model();
  const auto& parts = builder->AddSystem<systems::Demultiplexer>(
      "parts", Sizes{kPandaDofs, model.num_positions() - kPandaDofs, kPandaDofs,
                     model.num_velocities() - kPandaDofs});
  const auto& robot = builder->AddSystem<systems::Multiplexer>(
      "robot", Sizes{kPandaDofs, kPandaDofs});
  builder->Connect(plant.state_output(), parts.get_input_port());
  builder->Connect(parts.get_output_port(0), robot.get_input_port(0));
  builder->Connect(parts.get_output_port(2), robot.get_input_port(1));
  builder->Connect(robot.get_output_port(), input);
}

}  // namespace tactus::examples
