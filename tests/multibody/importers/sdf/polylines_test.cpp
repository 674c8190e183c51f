#include "tactus/multibody/importers/sdf/polylines.h"

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {
namespace {

using Catch::Contains;
using tactus::test::BuildModel;

std::string Loop(const std::string& points, const std::string& height = "2") {
  std::string loop = "<polyline>";
  for (std::size_t i = 0; i < points.size(); i += 4)
    loop += "<point>" + points.substr(i, 3) + "</point>";
  return loop + "<height>" + height + "</height></polyline>";
}

std::string Link(const std::string& geometry,
                 const std::string& more = "<visual name='v'><geometry>") {
  return "<link name='a'><collision name='c'><pose>1 0 0 0 0 0</pose>"
         "<geometry>" +
         geometry + "</geometry></collision>" + more + geometry +
         "</geometry></visual></link>";
}

const contact::ConvexHull& HullOf(const contact::Shape& shape) {
  return *std::get<contact::ConvexMesh>(shape).hull;
}

// The frame of a window: 6 x 6 around 2 x 2, 2 high.
TEST_CASE("SDF polylines: a loop in a loop -> convex parts around a hole") {
  const std::string window =
      Loop("0 0,6 0,6 6,0 6,") + Loop("2 2,2 4,4 4,4 2,", "9");
  ImportReport report;
  const auto model = BuildModel(Link(window), &report);
  CHECK(report.CountPhysics() == 0);
  REQUIRE(model->geometries().size() == 4);
  const auto volume_of = [](const contact::Shape& shape) {
    const contact::ConvexHull& hull = HullOf(shape);
    CHECK(hull.center().z() == 1);
    return contact::CalcSolidIntegrals({hull.vertices(), hull.triangles()})
        .volume;
  };
  double volume = 0;
  for (int i = 0; i < 4; ++i) {
    const contact::Geometry& part = model->geometries()[i];
    CHECK(part.name == "a::c." + std::to_string(i));
    CHECK(part.X_BG.translation() == Vector3d(1, 0, 0));
    CHECK_FALSE(part.is_drawn);
    volume += volume_of(part.shape);
  }
  CHECK(volume == Approx(2 * (36 - 4)));

  // What is drawn has the hole, too.
  double drawn = 0;
  for (const Visual& visual : model->visuals()) {
    CHECK(visual.X_BG.translation().norm() == 0);
    drawn += volume_of(std::get<contact::Shape>(visual.form));
  }
  CHECK(drawn == Approx(2 * (36 - 4)));
}

TEST_CASE("SDF polylines: contact by pressure fields -> one solid") {
  const auto model = BuildModel(
      "<link name='a'><collision name='c'><geometry>" +
      Loop("0 0,3 0,3 1,1 1,1 2,0 2,") +
      "</geometry><drake:proximity_properties>"
      "<drake:compliant_hydroelastic/><drake:hydroelastic_modulus>1e6"
      "</drake:hydroelastic_modulus></drake:proximity_properties>"
      "</collision></link>");
  REQUIRE(model->geometries().size() == 1);
  CHECK(model->geometries()[0].name == "a::c");
  const auto& hull = HullOf(model->geometries()[0].shape);
  REQUIRE(hull.solid() != nullptr);
  CHECK(contact::CalcSolidIntegrals(*hull.solid()).volume == Approx(2 * 4));
}

TEST_CASE("SDF polylines: what is no solid -> refused at its place") {
  const auto build = [](const std::string& geometry) {
    BuildModel("<link name='a'><collision name='c'><geometry>" + geometry +
               "</geometry></collision></link>");
  };
  CHECK_THROWS_WITH(build(Loop("0 0,1 0,")), Contains("at least three"));
  CHECK_THROWS_WITH(build(Loop("0 0,2 2,2 0,0 2,")), Contains("cross"));
  CHECK_THROWS_WITH(build(Loop("0 0,1 0,1 1,", "-1")), Contains("height"));
  CHECK_THROWS_AS(build(Loop("0 0,1 x,1 1,")), ModelFileError);
}

}  // namespace
}  // namespace tactus::multibody::sdformat
