#include "tactus/multibody/importers/sdf/terrain.h"

#include "multibody/importers/parsing/png_samples.h"
#include "multibody/importers/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {
namespace {

using Catch::Contains;
using tactus::test::Says;

class Fixture {
 public:
  Fixture() {
    folder_.Write("slope.png", test::FromHex(test::kSlope));
    folder_.Write("north.png", test::FromHex(test::kNorthHigh));
    folder_.Write("bad.png", "P5 1 1 255 x");
  }

  std::shared_ptr<const Model> Load(const std::string& heightmap,
                                    bool skip_missing = false) {
    const std::string geometry =
        "<geometry><heightmap>" + heightmap + "</heightmap></geometry>";
    const auto file = folder_.Write(
        "m.sdf",
        "<sdf version='1.9'><model name='m'><static>true</static>"
        "<link name='a'><collision name='c'><pose>1 0 0 0 0 0</pose>" +
            geometry + "</collision><visual name='v'>" + geometry +
            "</visual></link></model></sdf>");
    ModelBuilder builder;
    report = LoadSdf(file, {.skip_missing_meshes = skip_missing}, &builder);
    return std::move(builder).Build();
  }

  ImportReport report;

 private:
  tactus::test::TemporaryDirectory folder_;
};

const contact::HeightGrid& GridOf(const contact::Shape& shape) {
  const auto* field = std::get<contact::ConvexMesh>(shape).hull->field();
  REQUIRE(field != nullptr);
  return *field;
}

TEST_CASE("SDF heightmap: a PNG file -> as high as its brightest pixel says") {
  Fixture f;
  const auto model =
      f.Load("<uri>slope.png</uri><size>6 4 3</size><pos>0.5 0 -2</pos>");
  CHECK(f.report.CountPhysics() == 0);
  REQUIRE(model->geometries().size() == 1);
  const contact::Geometry& ground = model->geometries()[0];
  CHECK(ground.name == "a::c");
  CHECK(ground.X_BG.translation() == Vector3d(1.5, 0, -2));
  CHECK_FALSE(ground.is_drawn);
  const contact::HeightGrid& grid = GridOf(ground.shape);
  CHECK(grid.half_extents() == Vector2d(3, 2));
  CHECK(grid.base() == 3);
  for (const double y : {-1.0, 0.5})
    CHECK(grid.HeightAt({1.5, y}) == Approx(3 * 0.75));
  REQUIRE(model->visuals().size() == 1);
  CHECK(model->visuals()[0].X_BG.translation() == Vector3d(0.5, 0, -2));
  CHECK(GridOf(std::get<contact::Shape>(model->visuals()[0].form))
            .most_height() == Approx(3));
}

TEST_CASE("SDF heightmap: the top row of the image -> the largest y") {
  Fixture f;
  const auto model = f.Load("<uri>north.png</uri>");
  const contact::HeightGrid& grid = GridOf(model->geometries()[0].shape);
  CHECK(grid.half_extents() == Vector2d(0.5, 0.5));
  CHECK(grid.HeightAt({0, 0.5}) == Approx(1));
  CHECK(grid.HeightAt({0, 0.25}) == Approx(0.5));
  CHECK(grid.HeightAt({0, -0.5}) == 0);
}

TEST_CASE("SDF heightmap: files that cannot be read -> errors or notices") {
  Fixture f;
  CHECK_THROWS_WITH(f.Load("<uri>bad.png</uri>"),
                    Contains("bad.png: it is no PNG file"));
  CHECK_THROWS_WITH(f.Load("<uri>none.png</uri>"),
                    Contains("cannot find 'none.png'"));
  CHECK_THROWS_WITH(f.Load("<uri>slope.png</uri><size>1 -1 1</size>"),
                    Contains("must be positive"));
  CHECK(f.Load("<uri>none.png</uri>", true)->geometries().empty());
  CHECK(Says(f.report, Notice::Severity::kDropped,
             "the image file 'none.png' is missing"));
  CHECK(f.Load("<uri>earth.tif</uri>")->geometries().empty());
  CHECK(Says(f.report, Notice::Severity::kDropped,
             "height maps of other files than PNG do not collide here"));
}

}  // namespace
}  // namespace tactus::multibody::sdformat
