#include "tactus/examples/scenes/dishes.h"

#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

namespace tactus::examples {
namespace {

RigidTransform At(const Vector3d& p) {
  return RigidTransform(Eigen::Translation3d(p));
}

Eigen::AngleAxisd AboutZ(double angle) {
  return {angle, Vector3d::UnitZ()};
}

// A regular ring of `count` boxes about z. Each is `half` = (across the wall,
// along the ring, along the wall's height), leans outwards by `lean` and has
// its centre at `radius` and `height`.
void AddRing(int count, double radius, double height, double lean,
             const Vector3d& half, std::vector<Part>* parts) {
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / count;
    RigidTransform X_BG(AboutZ(angle));
    X_BG.translate(Vector3d(radius, 0, height));
    X_BG.rotate(Eigen::AngleAxisd(lean, Vector3d::UnitY()));
    parts->push_back({contact::Box{half}, X_BG});
  }
}

// Half the side of a regular polygon with this inner radius.
double HalfSide(double radius, int count) {
  return radius * std::tan(std::numbers::pi / count);
}

}  // namespace

Part MakeRod(const Vector3d& p, const Vector3d& q, double radius) {
  RigidTransform X_BG = At((p + q) / 2);
  X_BG.rotate(Quaterniond::FromTwoVectors(Vector3d::UnitZ(), q - p));
  return {contact::Capsule{radius, (q - p).norm() / 2}, X_BG};
}

Ware MakeMug() {
  constexpr int kSides = 10;
  constexpr double kRadius = 0.038, kHalfWall = 0.002, kHeight = 0.094;
  constexpr double kReach = 0.068, kRod = 0.004;  // Of the handle [m].
  Ware mug{.name = "mug", .mass = 0.3, .color = {0.80, 0.30, 0.25}};
  mug.parts.push_back(
      {contact::Cylinder{kRadius, kHalfWall}, At({0, 0, kHalfWall})});
  AddRing(kSides, kRadius, kHeight / 2, 0,
          {kHalfWall, HalfSide(kRadius + kHalfWall, kSides), kHeight / 2},
          &mug.parts);
  const Vector3d low(kRadius, 0, 0.022), high(kRadius, 0, 0.072);
  const Vector3d low_end(kReach, 0, 0.03), high_end(kReach, 0, 0.064);
  mug.parts.push_back(MakeRod(low, low_end, kRod));
  mug.parts.push_back(MakeRod(low_end, high_end, kRod));
  mug.parts.push_back(MakeRod(high_end, high, kRod));
  return mug;
}

Ware MakePlate() {
  constexpr int kSides = 12;
  constexpr double kFloor = 0.06, kHalfWall = 0.002;
  constexpr double kRim = 0.037, kLean = 1.1;  // Its length [m]; of 1.57: flat.
  Ware plate{.name = "plate", .mass = 0.35, .color = {0.90, 0.90, 0.85}};
  plate.parts.push_back(
      {contact::Cylinder{kFloor, kHalfWall}, At({0, 0, kHalfWall})});
  const double radius = kFloor + kRim / 2 * std::sin(kLean);
  AddRing(kSides, radius - kHalfWall, kHalfWall + kRim / 2 * std::cos(kLean),
          kLean, {kHalfWall, HalfSide(radius, kSides), kRim / 2}, &plate.parts);
  return plate;
}

Ware MakeSpatula() {
  constexpr double kRod = 0.006, kHalfBlade = 0.0015;
  Ware spatula{.name = "spatula", .mass = 0.1, .color = {0.25, 0.25, 0.30}};
  const Vector3d end(-0.14, 0, 0.02), neck(0.04, 0, 0.02),
      root(0.065, 0, kHalfBlade);
  spatula.parts = {
      MakeRod(end, neck, kRod),
      MakeRod(neck, root, kRod / 2),
      {contact::Box{{0.04, 0.03, kHalfBlade}}, At({0.1, 0, kHalfBlade})}};
  return spatula;
}

Ware MakeBin(const Bin& bin) {
  const Vector3d half = bin.inner / 2;
  const double w = bin.wall / 2, z = bin.wall + half.z();
  Ware ware{.name = "bin", .mass = 0.6, .color = {0.35, 0.55, 0.75, 0.45}};
  ware.parts = {{contact::Box{{half.x() + bin.wall, half.y() + bin.wall, w}},
                 At({0, 0, w})}};
  for (const int side : {-1, 1}) {
    ware.parts.push_back({contact::Box{{w, half.y() + bin.wall, half.z()}},
                          At({side * (half.x() + w), 0, z})});
    ware.parts.push_back({contact::Box{{half.x(), w, half.z()}},
                          At({0, side * (half.y() + w), z})});
  }
  ware.parts.push_back(
      {contact::Box{{bin.grip_length / 2, 0.005, 0.012}},
       At({-(half.x() + bin.wall + bin.grip_length / 2), 0, bin.grip_height})});
  return ware;
}

std::vector<Part> MakeRack(const Rack& rack) {
  const double x = rack.size.x() / 2, y = rack.size.y() / 2;
  const double r = rack.wire_radius;
  std::vector<Part> wires;
  const auto add = [&](const Vector3d& p, const Vector3d& q) {
    wires.push_back(MakeRod(p, q, r));
  };
  // The grate: along x, on three wires along y.
  const int count = static_cast<int>(std::lround(2 * y / rack.spacing));
  for (int i = 0; i <= count; ++i) {
    const double at = -y + 2 * y * i / count;
    add({-x, at, rack.floor}, {x, at, rack.floor});
  }
  for (const double at : {-x, 0.0, x})
    add({at, -y, rack.floor - 2 * r}, {at, y, rack.floor - 2 * r});
  // The fence: two rings of wire on posts.
  for (const double z : {(rack.floor + rack.top) / 2, rack.top}) {
    for (const int side : {-1, 1}) {
      add({side * x, -y, z}, {side * x, y, z});
      add({-x, side * y, z}, {x, side * y, z});
    }
  }
  constexpr int kPosts = 6;  // Of a side.
  for (int i = 0; i < kPosts; ++i) {
    const double s = -1 + 2.0 * i / kPosts;
    for (const int side : {-1, 1}) {
      add({side * s * x, side * y, r}, {side * s * x, side * y, rack.top});
      add({-side * x, side * s * y, r}, {-side * x, side * s * y, rack.top});
    }
  }
  // Prongs for plates.
  for (const double at : {-0.35 * x, 0.35 * x}) {
    for (int i = 1; i < count; i += 2) {
      const double prong_y = -y + 2 * y * i / count;
      add({at, prong_y, rack.floor}, {at, prong_y, rack.floor + 0.05});
    }
  }
  return wires;
}

int AddWare(multibody::ModelBuilder* builder, const Ware& ware,
            const contact::Material& material) {
  multibody::SpatialInertia unit;  // Of a density of one.
  for (const Part& part : ware.parts)
    unit = unit + multibody::MakeSolidInertia(part.shape, 1, part.X_BG);
  const double density = ware.mass / unit.mass;
  multibody::SpatialInertia inertia;
  for (const Part& part : ware.parts) {
    inertia =
        inertia + multibody::MakeSolidInertia(part.shape, density, part.X_BG);
  }
  const int body = builder->AddBody(ware.name, inertia);
  for (std::size_t i = 0; i < ware.parts.size(); ++i) {
    builder->AddGeometry({.name = fmt::format("{}_{}", ware.name, i),
                          .body = body,
                          .X_BG = ware.parts[i].X_BG,
                          .shape = ware.parts[i].shape,
                          .material = material,
                          .color = ware.color});
  }
  return body;
}

}  // namespace tactus::examples
