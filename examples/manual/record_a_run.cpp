// Pictures of a run: a Recorder watches the simulator, and writes glTF, which
// Blender opens, and a page with a viewer in it, for any browser. An argument
// names the folder of both.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/recording/recorder.h"
#include "tactus/recording/viewer_page.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr char kModel[] = R"(<mujoco><worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="box" pos="0 0 1">
      <freejoint name="free"/><geom type="box" size="0.15 0.1 0.05"/></body>
  </worldbody></mujoco>)";

int main(int argc, char** argv) {
  multibody::ModelBuilder model;
  multibody::ParseMjcf(kModel, "throw.xml", {.strict = true}, &model);
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(std::move(model).Build());
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  const auto& cenic = simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4});
  Eigen::Vector<double, 6> V_WB;
  V_WB << 7, 2, 0, 1, 0, 3;  // It turns [rad/s], and flies up and away [m/s].
  plant.SetJointVelocities(&simulator.mutable_context(), "free", V_WB);

  recording::Recorder recorder(plant);
  recorder.Watch(&simulator, &cenic.statistics());
  simulator.AdvanceTo(2);

  const std::filesystem::path folder =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
  recorder.WriteGltf(folder / "throw.glb");
  if (!recording::EmbeddedViewerPage().empty())  // Made with node.
    recorder.WriteHtml(folder / "throw.html");

  // The recording is data, too: it reaches the top of the throw's parabola,
  // z + v^2 / (2 g), but for what is between two frames, g/2 (h/2)^2.
  const recording::Recording& recording = recorder.recording();
  double top = 0;
  for (const recording::Frame& frame : recording.frames)
    top = std::max(top, frame.poses.back().p_WB.z());
  const double expected = 1 + 9 / (2 * 9.81), h = 1 / 60.0;
  std::printf("%zu frames, up to %.4f m of %.4f m, in %s\n",
              recording.frames.size(), top, expected, folder.c_str());
  return std::abs(top - expected) < 9.81 / 8 * h * h + 1e-4 ? 0 : 1;
}
