// usage: sample_recording FOLDER
//
// Writes FOLDER/recording.glb and, if the viewer page was built,
// FOLDER/recording.html: every kind of shape, two seconds of motion by formula,
// and forces.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/recording/gltf_writer.h"
#include "tactus/recording/html_writer.h"
#include "tactus/recording/recording.h"
#include "tactus/recording/viewer_page.h"

namespace {

using namespace tactus;             // NOLINT(google-build-using-namespace)
using namespace tactus::recording;  // NOLINT(google-build-using-namespace)

constexpr double kGravity = 9.81;

contact::ConvexMesh MakeGem() {
  std::vector<Vector3d> points = {{0, 0, -0.1}};
  for (int i = 0; i < 7; ++i) {
    const double angle = 2 * M_PI * i / 7;
    points.emplace_back(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0);
    points.emplace_back(0.06 * std::cos(angle), 0.06 * std::sin(angle), 0.05);
  }
  return {std::make_shared<contact::ConvexHull>(points)};
}

Recording MakeRecording() {
  const std::vector<contact::Shape> shapes = {
      contact::Sphere{0.1},
      contact::Box{{0.1, 0.08, 0.06}},
      contact::Capsule{0.05, 0.08},
      contact::Cylinder{0.08, 0.06},
      contact::Ellipsoid{{0.12, 0.08, 0.05}},
      MakeGem()};
  const std::vector<Color> colors = {{0.3, 0.5, 0.8, 1}, {0.85, 0.5, 0.3, 1}};
  Recording recording;
  recording.title = "</script> every shape & \"quote\"";
  recording.notes = {{"integrator", "none"}, {"motion", "by formula"}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    recording.bodies.push_back(
        {"body " + std::to_string(i),
         {{.shape = shapes[i], .color = colors[i % colors.size()]}}});
  }
  recording.bodies.push_back(
      {"wall",
       {{.shape = contact::Box{{1, 0.05, 0.3}},
         .X_BG = RigidTransform(Eigen::Translation3d(0, 0.6, 0.3)),
         .color = {0.6, 0.65, 0.7, 0.2}}}});
  recording.bodies.push_back({"ground", {{.shape = contact::HalfSpace{}}}});
  return recording;
}

// Bodies 0 ... n - 3 fall one metre from rest and stay where they land, each
// turning meanwhile; the last two stand still.
Frame MakeFrame(const Recording& recording, double time) {
  Frame frame{.time = time, .poses = {}, .forces = {}};
  const int count = static_cast<int>(recording.bodies.size()) - 2;
  const double fall = std::min(time, std::sqrt(2 / kGravity));
  for (int i = 0; i < count; ++i) {
    const Vector3d p(0.3 * i - 0.75, 0.1 * (i % 2),
                     1.1 - kGravity / 2 * fall * fall);
    const Vector3d axis = Vector3d(1, i, 1).normalized();
    const Vector3d v(0, 0, fall < time ? 0 : -kGravity * time);
    frame.poses.push_back(
        {p, Quaterniond(Eigen::AngleAxisd(9 * fall, axis)), v});
    if (fall < time) {
      frame.forces.push_back({p - Vector3d(0, 0, 0.1), {0, 0.5 * i, 5.0 + i}});
    }
  }
  frame.poses.resize(recording.bodies.size());
  return frame;
}

// Long steps that become short where the bodies land.
StepInterval MakeSteps(double time) {
  const bool lands = std::abs(time - std::sqrt(2 / kGravity)) < 0.1;
  return {.end = time,
          .shortest = lands ? 1e-4 : 1.0 / 60,
          .limited_by = lands ? "accuracy" : "maximum step",
          .rejected = lands ? 2 : 0,
          .energy = 10 * std::exp(-time)};
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc != 2) {
    std::cerr << "usage: sample_recording FOLDER\n";
    return 2;
  }
  Recording recording = MakeRecording();
  for (int i = 0; i <= 120; ++i) {
    recording.frames.push_back(MakeFrame(recording, i / 60.0));
    if (i > 0) recording.steps.push_back(MakeSteps(i / 60.0));
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "recording.glb", std::ios::binary)
      << MakeGlb(recording);
  if (!EmbeddedViewerPage().empty()) {
    std::ofstream(folder / "recording.html", std::ios::binary)
        << MakeHtml(recording, EmbeddedViewerPage());
  }
  return 0;
}
