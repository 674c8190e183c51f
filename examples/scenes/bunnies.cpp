#include "tactus/examples/scenes/bunnies.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/pressure/volume/closed_surface.h"
#include "tactus/examples/scenes/shared_file.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/mesh_inertia.h"

namespace tactus::examples {
namespace {

using contact::ClosedSurface;
using contact::TriangleMesh;
using multibody::ModelBuilder;

constexpr double kModulus = 1e7;    // [Pa]
constexpr double kStiffness = 1e6;  // [N/m], of pairs at points.

struct Bump {
  Vector3d direction;
  double height{}, sharpness{};  // a_i, k_i
};

const Bump kBumps[] = {
    {Vector3d(0.75, 0.55, 0).normalized(), 0.55, 6},    // Head
    {Vector3d(0.45, 1, 0.32).normalized(), 0.75, 40},   // Ears
    {Vector3d(0.45, 1, -0.32).normalized(), 0.75, 40},  //
    {Vector3d(-1, -0.25, 0).normalized(), 0.3, 25},     // Tail
    {Vector3d(0.9, -0.8, 0).normalized(), 0.25, 12},    // Feet
};

double CalcRadius(const Vector3d& u) {
  double radius = 1;
  for (const Bump& bump : kBumps)
    radius +=
        bump.height * std::exp(-bump.sharpness * (1 - u.dot(bump.direction)));
  return radius;
}

/// Upright, z upwards, of the height and about the centroid.
TriangleMesh Place(TriangleMesh mesh) {
  double low = mesh.vertices[0].y(), high = low;
  for (Vector3d& p : mesh.vertices) {
    low = std::min(low, p.y());
    high = std::max(high, p.y());
    p = Vector3d(p.x(), -p.z(), p.y());
  }
  for (Vector3d& p : mesh.vertices) p *= kBunnyHeight / (high - low);
  const Vector3d centroid = contact::CalcSolidIntegrals(mesh).centroid;
  for (Vector3d& p : mesh.vertices) p -= centroid;
  return mesh;
}

/// Where they start: one over the other, turned and out of line.
std::array<RigidTransform, 3> MakeStarts() {
  struct Start {
    Vector3d p_WB, turn;  // [m], [rad]
  };
  constexpr double kQuarter = std::numbers::pi / 2;
  const Start starts[] = {{{0, 0, 0.7}, {0.3, 0.2, 0}},
                          {{0.12, 0.08, 1.9}, {-0.4, 0.5, kQuarter}},
                          {{-0.08, 0.1, 3.1}, {kQuarter, 0.2, 0.4}}};
  std::array<RigidTransform, 3> X_WB;
  for (int i = 0; i < 3; ++i) {
    X_WB[i] = Eigen::Translation3d(starts[i].p_WB);
    X_WB[i].rotate(
        Eigen::AngleAxisd(starts[i].turn.norm(), starts[i].turn.normalized()));
  }
  return X_WB;
}

}  // namespace

std::filesystem::path FindBunnyMesh() {
  return FindSharedFile("models/mujoco/model/replicate/bunny.obj");
}

// A grid of latitudes and longitudes, and a triangle at a pole for each of
// these.
TriangleMesh MakeHare() {
  constexpr int kRings = 49, kSides = 51;
  constexpr double kPi = std::numbers::pi;
  TriangleMesh mesh;
  const auto add = [&](const Vector3d& u) {
    mesh.vertices.push_back(CalcRadius(u) * u);
  };
  for (int i = 1; i <= kRings; ++i) {
    const double latitude = kPi * i / (kRings + 1);
    for (int j = 0; j < kSides; ++j) {
      const double longitude = 2 * kPi * j / kSides;
      add({std::sin(latitude) * std::cos(longitude), std::cos(latitude),
           -std::sin(latitude) * std::sin(longitude)});
    }
  }
  const int top = kRings * kSides, bottom = top + 1;
  add(Vector3d::UnitY());
  add(-Vector3d::UnitY());
  const auto at = [&](int ring, int side) {
    return ring * kSides + side % kSides;
  };
  for (int j = 0; j < kSides; ++j) {
    mesh.triangles.push_back({top, at(0, j), at(0, j + 1)});
    mesh.triangles.push_back(
        {bottom, at(kRings - 1, j + 1), at(kRings - 1, j)});
    for (int i = 0; i + 1 < kRings; ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

SceneInstance MakeBunnies(const BunniesOptions& options) {
  ClosedSurface closed = contact::CloseSurface(
      options.mesh.empty() ? MakeHare() : contact::ReadMeshFile(options.mesh));
  const auto surface =
      std::make_shared<const TriangleMesh>(Place(std::move(closed.mesh)));
  const auto inertia = multibody::MakeMeshInertia(
      *surface, kBunnyMass / contact::CalcSolidIntegrals(*surface).volume);
  const contact::ConvexMesh shape{
      std::make_shared<const contact::ConvexHull>(surface)};

  const contact::Material hard = MakePairMaterial(kStiffness, 20, 0.5, 1e-3);
  const bool has_patch = options.contact == ContactKind::kPatch;
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           has_patch ? AsRigid(hard) : hard);
  int number = 0;
  for (const RigidTransform& X_WB : MakeStarts()) {
    const std::string name = fmt::format("bunny_{}", ++number);
    const int body = builder.AddBody(name, inertia);
    builder.AddGeometry(
        {.name = name,
         .body = body,
         .shape = shape,
         .material = has_patch ? WithModulus(hard, kModulus) : hard,
         .is_drawn = false});
    builder.AddVisual({.body = body, .form = surface});
    builder.SetDefaultPose(body, X_WB);
  }
  SceneInstance scene = MakePlantScene(std::move(builder).Build());
  if (closed.num_open > 0) {
    scene.note =
        fmt::format("{} is open at {} edges: its {} holes are closed",
                    options.mesh.string(), closed.num_open, closed.num_holes);
  }
  return scene;
}

SceneInstance MakeBunniesIfThere(ContactKind contact) {
  const std::filesystem::path mesh = FindBunnyMesh();
  SceneInstance scene = MakeBunnies({.contact = contact, .mesh = mesh});
  if (mesh.empty()) {
    scene.note =
        "the mesh of the bunny is not in the folder that TACTUS_SHARED names, "
        "nor in ../shared: bodies of our own fall instead";
  }
  return scene;
}

}  // namespace tactus::examples
