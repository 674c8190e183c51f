#pragma once

#include <string>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/model_builder.h"

/// Kitchenware with thin walls, made of boxes, capsules and cylinders. A wall
/// of thickness t is a box whose least half extent is t / 2.
namespace tactus::examples {

/// A solid in the frame B of the body that it is a part of.
struct Part {
  contact::Shape shape;
  RigidTransform X_BG = RigidTransform::Identity();
};

/// Parts that make one body.
struct Ware {
  std::string name = {};
  double mass{};  ///< [kg]; all parts are of one density.
  std::vector<Part> parts = {};
  Color color = {};
};

/// A capsule from `p` to `q` [m].
Part MakeRod(const Vector3d& p, const Vector3d& q, double radius);

/// Upright on z = 0, 94 mm high and 80 mm wide, with walls of 4 mm and a handle
/// towards x.
Ware MakeMug();
/// Face up on z = 0, 188 mm wide, 4 mm thick, with a raised rim.
Ware MakePlate();
/// Along x, from the end of its handle to that of its blade, 280 mm long; the
/// blade is 3 mm thick.
Ware MakeSpatula();

/// An open box of five walls of 3 mm on z = 0, and a grip that stands out of it
/// towards -x.
struct Bin {
  Vector3d inner{0.34, 0.26, 0.13};  ///< Length, width and depth [m].
  double wall = 0.003;               ///< [m]
  double grip_height = 0.10;         ///< Over the floor [m].
  double grip_length = 0.022;        ///< [m]
};
Ware MakeBin(const Bin& bin);

/// Wires over z = 0: a grate to lie on, a fence around it, and two rows of
/// upright prongs for plates.
struct Rack {
  Eigen::Vector2d size{0.5, 0.46};  ///< Along x and y [m].
  double wire_radius = 0.0025;      ///< [m]
  double spacing = 0.03;            ///< Of the grate's wires, along y [m].
  double floor = 0.03, top = 0.15;  ///< Heights of grate and fence [m].
};
std::vector<Part> MakeRack(const Rack& rack);

/// Adds the ware as one body and returns it.
int AddWare(multibody::ModelBuilder* builder, const Ware& ware,
            const contact::Material& material);

}  // namespace tactus::examples
