#include "tactus/apps/bench/dojo/robots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <variant>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::apps::dojo {
namespace {

// Of a sphere or capsule below its centre, where G has the axes of R_WG.
double CalcDrop(const contact::Shape& shape, const Matrix3d& R_WG) {
  if (const auto* sphere = std::get_if<contact::Sphere>(&shape))
    return sphere->radius;
  const auto& capsule = std::get<contact::Capsule>(shape);
  return capsule.radius + capsule.half_length * std::abs(R_WG(2, 2));
}

// Of all but the ground, geometry 0, over it.
double CalcLeastHeight(const multibody::Model& model) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, model.default_positions(), &position);
  double least = std::numeric_limits<double>::infinity();
  for (const contact::Geometry& geometry : model.geometries().subspan(1)) {
    const RigidTransform X_WG = position.X_WB[geometry.body] * geometry.X_BG;
    least = std::min(least, X_WG.translation().z() -
                                CalcDrop(geometry.shape, X_WG.linear()));
  }
  return least;
}

TEST_CASE(
    "Dropped robots: Dojo's folder -> each made, in the air, not far up") {
  std::set<std::string> names;
  for (const DroppedRobot& robot : kDroppedRobots) {
    CAPTURE(robot.name);
    CHECK(names.insert(robot.name).second);
    if (!tactus::test::HasShared(std::string("models/dojo/") + robot.file))
      continue;
    const auto model = robot.make(tactus::test::SharedDirectory() /
                                  "models/dojo" / robot.file);
    REQUIRE(model->geometries().size() > 1);
    const double height = CalcLeastHeight(*model);
    CHECK(height > 0);
    CHECK(height < 1);
  }
}

}  // namespace
}  // namespace tactus::apps::dojo
