#include "tactus/multibody/importers/mjcf/height_fields.h"

#include <cstring>

#include "multibody/importers/mjcf/parse_tools.h"
#include "multibody/importers/parsing/png_samples.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

std::string Field(const std::string& attributes) {
  return "<asset><hfield name='h' " + attributes +
         "/></asset><worldbody><geom name='g' type='hfield' hfield='h' "
         "pos='0 0 1'/></worldbody>";
}

// The height at which a sphere of radius r touches, by bisection.
double CalcTouchingHeight(const Parsed& p, double x, double y, double r) {
  std::vector geometries(p.model->geometries().begin(),
                         p.model->geometries().end());
  geometries.push_back({.name = "probe",
                        .body = 1,
                        .X_BG = RigidTransform::Identity(),
                        .shape = contact::Sphere{r},
                        .material = {}});
  const contact::CollisionEngine engine(geometries, {true, false}, {});
  contact::ContactSet contacts;
  double low = 0.5, high = 5;
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    std::vector X_WB(2, RigidTransform::Identity());
    X_WB[1].translation() = Vector3d(x, y, z);
    engine.FindContacts(X_WB, &contacts);
    (contacts.manifolds.empty() ? high : low) = z;
  }
  return low;
}

// Elevations 0 ... 2 (normalised) over a rectangle of 6 x 2 m: a plane that
// rises with x, z = (x + 3) / 3 above the geom's frame at z = 1.
TEST_CASE("MJCF hfield: a slope -> the heights of its elevations") {
  const Parsed p =
      Parse(Field("nrow='2' ncol='3' size='3 1 2 .5' "
                  "elevation='10 15 20  10 15 20'"));
  REQUIRE(p.model->geometries().size() == 1);
  CHECK(p.geometry(0).name == "g");
  CHECK(p.report.CountPhysics() == 0);
  const double r = 0.01;
  const double normal_z = 3 / std::sqrt(10.0);
  for (const double x : {-2.1, -0.4, 0.9, 2.2}) {
    CHECK(CalcTouchingHeight(p, x, 0.3, r) ==
          Approx(1 + (x + 3) / 3 + r / normal_z).epsilon(1e-9));
  }
}

// Only the last row, of the smallest y, is high.
TEST_CASE(
    "MJCF hfield: rows of elevation -> from the largest y to the smallest") {
  const Parsed p =
      Parse(Field("nrow='3' ncol='2' size='1 1 1 .5' elevation='0 0 0 0 1 1'"));
  CHECK(CalcTouchingHeight(p, 0.2, 0.5, 0.01) == Approx(1.01));
  CHECK(CalcTouchingHeight(p, 0.2, -0.9, 0.001) > 1.85);
}

TEST_CASE("MJCF hfield: a flat one -> a box") {
  for (const char* data : {"", "elevation='7 7 7 7'"}) {
    const Parsed p =
        Parse(Field("nrow='2' ncol='2' size='3 1 2 .5' " + std::string(data)));
    CHECK(p.report.CountPhysics() == 0);
    REQUIRE(p.model->geometries().size() == 1);
    CHECK(p.geometry(0).name == "g");
    const auto& hull = *std::get<contact::ConvexMesh>(p.geometry(0).shape).hull;
    CHECK(hull.center().isApprox(Vector3d(0, 0, -0.25)));
    CHECK(hull.half_extents().isApprox(Vector3d(3, 1, 0.25)));
  }
}

// Grey values 0, 50, 100 along x: they rise from 0 to 2 over 6 m.
// MuJoCo's box, of half sizes rx, ry, e_z / 4 + b / 2 = 0.1, about the origin.
TEST_CASE("MJCF hfield: on a body that moves -> it weighs as a box") {
  const auto body_with = [](const std::string& mass) {
    return test::Parse(
               "<asset><hfield name='h' nrow='3' ncol='3' size='1 2 .2 .1' "
               "elevation='0 0 0 0 1 0 0 0 0'/></asset><worldbody>"
               "<body name='b' pos='0 0 3'><freejoint/>"
               "<geom type='hfield' hfield='h' pos='0 0 .5' " +
               mass + "/></body></worldbody>")
        .body("b")
        .inertia;
  };
  const SpatialInertia given = body_with("mass='3'");
  CHECK(given.mass == Approx(3));
  CHECK(given.p_BoBcm.isApprox(Vector3d(0, 0, 0.5)));
  CHECK(given.I_Bcm(0, 0) == Approx(2 * 2 + 0.1 * 0.1));  // m / 3 (b^2 + c^2)
  CHECK(given.I_Bcm(1, 1) == Approx(1 * 1 + 0.1 * 0.1));
  CHECK(given.I_Bcm(2, 2) == Approx(1 * 1 + 2 * 2));
  CHECK(body_with("density='10'").mass == Approx(10 * 2 * 4 * 0.2));
}

TEST_CASE("MJCF hfield: a PNG file -> a slope of its grey values") {
  const test::TemporaryDirectory directory;
  directory.Write("slope.png", test::FromHex(test::kSlope));
  directory.Write("north.png", test::FromHex(test::kNorthHigh));
  const auto load = [&](const std::string& attributes) {
    ModelBuilder builder;
    Parsed parsed;
    parsed.report = LoadMjcf(
        directory.Write("m.xml", "<mujoco>" + Field(attributes) + "</mujoco>"),
        {}, &builder);
    parsed.model = std::move(builder).Build();
    return parsed;
  };
  const Parsed slope = load("file='slope.png' size='3 1 2 .5'");
  CHECK(slope.report.CountPhysics() == 0);
  const double r = 0.01;
  for (const double x : {-2.1, 0.9}) {
    CHECK(CalcTouchingHeight(slope, x, 0.3, r) ==
          Approx(1 + (x + 3) / 3 + r * std::sqrt(10.0) / 3).epsilon(1e-9));
  }
  // The top row has the largest y.
  const Parsed north =
      load("file='north.png' content_type='image/png' size='1 1 1 .5'");
  CHECK(CalcTouchingHeight(north, 0.2, -0.5, 0.01) == Approx(1.01));
  CHECK(CalcTouchingHeight(north, 0.2, 0.9, 0.001) > 1.85);

  directory.Write("bad.png", "P5 1 1 255 x");
  CHECK_THROWS_WITH(load("file='bad.png' size='1 1 1 1'"),
                    Contains("bad.png: it is no PNG file"));
  CHECK_THROWS_WITH(load("file='none.png' size='1 1 1 1'"),
                    Contains("cannot read the height field's file"));
}

TEST_CASE("MJCF hfield: of 200 x 200 and used twice -> one grid") {
  std::string data, geoms;
  for (int i = 0; i < 200 * 200; ++i) data += i % 2 == 0 ? "0 " : "1 ";
  for (int i = 0; i < 2; ++i) geoms += "<geom type='hfield' hfield='h'/>";
  const Parsed p = Parse(
      "<asset><hfield name='h' nrow='200' ncol='200' size='1 2 .5 1' "
      "elevation='" +
      data + "'/></asset><worldbody>" + geoms + "</worldbody>");
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->geometries().size() == 2);
  const auto hull_of = [&](int i) {
    return std::get<contact::ConvexMesh>(p.geometry(i).shape).hull;
  };
  CHECK(hull_of(0) == hull_of(1));
  REQUIRE(hull_of(0)->field() != nullptr);
  CHECK(hull_of(0)->field()->num_rows() == 200);
  CHECK(hull_of(0)->half_extents().isApprox(Vector3d(1, 2, 0.75)));
  CHECK(hull_of(0)->center().isApprox(Vector3d(0, 0, -0.25)));
}

TEST_CASE("MJCF hfield: a binary file -> its first row at the smallest y") {
  const tactus::test::TemporaryDirectory directory;
  const std::int32_t sizes[] = {3, 2};
  const float data[] = {1, 1, 0, 0, 0, 0};
  std::string bytes(sizeof(sizes) + sizeof(data), '\0');
  std::memcpy(bytes.data(), sizes, sizeof(sizes));
  std::memcpy(bytes.data() + sizeof(sizes), data, sizeof(data));
  directory.Write("m/h.bin", bytes);
  const auto file = directory.Write(
      "m.xml", "<mujoco><compiler meshdir='m'/>" +
                   Field("file='h.bin' size='1 1 1 .5'") + "</mujoco>");
  ModelBuilder builder;
  LoadMjcf(file, {}, &builder);
  const Parsed p{.report = ImportReport(), .model = std::move(builder).Build()};
  CHECK(CalcTouchingHeight(p, 0.2, 0.5, 0.01) == Approx(1.01));
  CHECK(CalcTouchingHeight(p, 0.2, -0.9, 0.001) > 1.85);

  directory.Write("m/h.bin", bytes.substr(1));
  ModelBuilder other;
  CHECK_THROWS_WITH(LoadMjcf(file, {}, &other), Contains("is no height field"));
}

TEST_CASE(
    "MJCF hfield: sizes, elevations or files that make no sense -> refused") {
  CHECK_THAT(FailureOf(Field("nrow='2' ncol='2' size='1 1 0 1'")),
             Contains("needs 4 positive numbers"));
  CHECK_THAT(FailureOf(Field("nrow='1' ncol='2' size='1 1 1 1'")),
             Contains("at least 2 rows"));
  CHECK_THAT(FailureOf(Field("nrow='2' ncol='2' size='1 1 1 1' "
                             "elevation='1 2 3'")),
             Contains("needs nrow x ncol numbers"));
  CHECK_THAT(FailureOf(Field("file='.' size='1 1 1 1'")),
             Contains("cannot read the height field's file"));
  CHECK_THAT(test::FailureOfWorld("<geom type='hfield' hfield='x'/>"),
             Contains("unknown height field 'x'"));
}

}  // namespace
}  // namespace tactus::multibody
