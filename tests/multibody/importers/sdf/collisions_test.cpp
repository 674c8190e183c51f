#include "tactus/multibody/importers/sdf/collisions.h"

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::sdformat {
namespace {

using Catch::Contains;

// Two tetrahedra in two groups, side by side.
constexpr std::string_view kTwoParts = R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 5 0 0
v 6 0 0
v 5 1 0
v 5 0 1
g left
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
g right
f 5 7 6
f 5 6 8
f 5 8 7
f 6 7 8
)";

class Fixture {
 public:
  Fixture() { directory_.Write("parts.obj", kTwoParts); }

  std::vector<contact::Geometry> Make(const std::string& inside) {
    const ResourceLocator locator(directory_.path() / "a.sdf", {});
    Collisions collisions(&locator, skip_missing, &report);
    return collisions.Make(
        {.source = ParseXml("<collision name='c'>" + inside + "</collision>",
                            "a.sdf"),
         .name = "link::c"});
  }

  template <typename Shape>
  Shape MakeOne(const std::string& shape) {
    const auto made = Make("<geometry>" + shape + "</geometry>");
    REQUIRE(made.size() == 1);
    CHECK(made[0].name == "link::c");
    REQUIRE(std::holds_alternative<Shape>(made[0].shape));
    return std::get<Shape>(made[0].shape);
  }

  contact::Material MakeMaterial(const std::string& words) {
    return Make("<geometry><sphere><radius>1</radius></sphere></geometry>" +
                words)[0]
        .material;
  }

  ImportReport report;
  bool skip_missing = false;

 private:
  tactus::test::TemporaryDirectory directory_;
};

TEST_CASE("SDF collisions: shapes -> their sizes") {
  Fixture f;
  CHECK(f.MakeOne<contact::Box>("<box><size>1 2 3</size></box>").half_extents ==
        Vector3d(0.5, 1, 1.5));
  CHECK(f.MakeOne<contact::Sphere>("<sphere><radius>2</radius></sphere>")
            .radius == 2);
  const auto cylinder = f.MakeOne<contact::Cylinder>(
      "<cylinder><radius>2</radius><length>3</length></cylinder>");
  CHECK(cylinder.radius == 2);
  CHECK(cylinder.half_length == 1.5);
  const auto capsule = f.MakeOne<contact::Capsule>(
      "<drake:capsule><radius>2</radius><length>3</length></drake:capsule>");
  CHECK(capsule.half_length == 1.5);
  CHECK(f.MakeOne<contact::Ellipsoid>(
             "<ellipsoid><radii>1 2 3</radii></ellipsoid>")
            .radii == Vector3d(1, 2, 3));
  CHECK(f.MakeOne<contact::Ellipsoid>(
             "<drake:ellipsoid><a>1</a><b>2</b><c>3</c></drake:ellipsoid>")
            .radii == Vector3d(1, 2, 3));
  CHECK(f.Make("<geometry><empty/></geometry>").empty());
  // A point of Drake's.
  CHECK(
      f.MakeOne<contact::Sphere>("<sphere><radius>0</radius></sphere>").radius <
      1e-5);
}

TEST_CASE("SDF collisions: shapes that make no sense -> refused") {
  Fixture f;
  const auto make = [&f](const std::string& shape) {
    return f.Make("<geometry>" + shape + "</geometry>");
  };
  CHECK_THROWS_WITH(f.Make(""), Contains("needs <geometry>"));
  CHECK_THROWS_WITH(make("<box/>"), Contains("needs <size>"));
  CHECK_THROWS_WITH(make("<box><size>1 2</size></box>"),
                    Contains("needs 3 number(s), not '1 2'"));
  CHECK_THROWS_WITH(make("<box><size>1 2 -3</size></box>"),
                    Contains("must be positive"));
  CHECK_THROWS_WITH(make("<sphere><radius>nan</radius></sphere>"),
                    Contains("not a finite number"));
  CHECK_THROWS_WITH(make("<plane><normal>0 0 0</normal></plane>"),
                    Contains("must not be zero"));
  CHECK_THROWS_WITH(make("<image><uri>a.png</uri></image>"),
                    Contains("<image>: this shape is not supported"));
  CHECK_THROWS_WITH(make("<mesh><uri>nowhere.obj</uri></mesh>"),
                    Contains("cannot find 'nowhere.obj': tried"));
}

TEST_CASE(
    "SDF collisions: a missing mesh, if allowed -> left out, and reported") {
  Fixture f;
  f.skip_missing = true;
  CHECK(f.Make("<geometry><mesh><uri>nowhere.obj</uri></mesh></geometry>")
            .empty());
  CHECK(f.report.CountPhysics() == 1);
}

TEST_CASE(
    "SDF collisions: a mesh of two parts, scaled -> a scaled hull for each") {
  Fixture f;
  const auto made = f.Make(
      "<geometry><mesh><uri>parts.obj</uri><scale>2 2 -2</scale></mesh>"
      "</geometry>");
  REQUIRE(made.size() == 2);
  CHECK(made[0].name == "link::c.0");
  const auto& left = *std::get<contact::ConvexMesh>(made[0].shape).hull;
  const auto& right = *std::get<contact::ConvexMesh>(made[1].shape).hull;
  CHECK(left.center() == Vector3d(1, 1, -1));
  CHECK(right.center() == Vector3d(11, 1, -1));
  CHECK(f.report.notices().empty());
}

TEST_CASE("SDF collisions: a submesh -> that part, centred if asked for") {
  Fixture f;
  const auto pick = [&f](const std::string& words) {
    return f.MakeOne<contact::ConvexMesh>(
        "<mesh><uri>parts.obj</uri><submesh>" + words + "</submesh></mesh>");
  };
  CHECK(pick("<name>right</name>").hull->center() == Vector3d(5.5, 0.5, 0.5));
  CHECK(pick("<name>right</name><center>true</center>").hull->center().norm() <
        1e-15);
  CHECK_THROWS_WITH(pick("<name>up</name>"),
                    Contains("no part 'up'; it has 'left', 'right'"));
}

TEST_CASE("SDF collisions: surface or Drake's properties -> the material") {
  Fixture f;
  const contact::Material plain = f.MakeMaterial("");
  CHECK(plain.static_friction == contact::Material{}.static_friction);
  const contact::Material ode = f.MakeMaterial(
      "<surface><friction><ode><mu>0.7</mu><mu2>0.7</mu2></ode></friction>"
      "<contact><ode><kp>2e5</kp></ode></contact></surface>");
  CHECK(ode.static_friction == 0.7);
  CHECK(ode.dynamic_friction == 0.7);
  CHECK(ode.stiffness == 2e5);
  CHECK(f.report.notices().empty());
  const contact::Material drake = f.MakeMaterial(
      "<drake:proximity_properties><drake:mu_static>0.9</drake:mu_static>"
      "<drake:mu_dynamic>0.8</drake:mu_dynamic>"
      "<drake:point_contact_stiffness>3e4</drake:point_contact_stiffness>"
      "<drake:hunt_crossley_dissipation>2</drake:hunt_crossley_dissipation>"
      "</drake:proximity_properties>");
  CHECK(drake.static_friction == 0.9);
  CHECK(drake.dynamic_friction == 0.8);
  CHECK(drake.stiffness == 3e4);
  CHECK(drake.dissipation == 2);
  CHECK(f.report.notices().empty());
  CHECK_THROWS_WITH(
      f.MakeMaterial("<surface><friction><ode><mu>-1</mu></ode></friction>"
                     "</surface>"),
      Contains("must not be negative"));
}

TEST_CASE("SDF collisions: uneven friction, damping and bounce -> reported") {
  Fixture f;
  f.MakeMaterial(
      "<surface><friction><ode><mu>1</mu><mu2>0.5</mu2></ode></friction>"
      "<contact><ode><kd>3</kd></ode></contact>"
      "<bounce><restitution_coefficient>0.5</restitution_coefficient></bounce>"
      "</surface><drake:proximity_properties><drake:rigid_hydroelastic/>"
      "</drake:proximity_properties>");
  CHECK(f.report.CountPhysics() == 3);
}

TEST_CASE("SDF collisions: collide_without_contact -> left out, with a note") {
  Fixture f;
  const std::string ball =
      "<geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<contact><collide_without_contact>";
  const std::string end = "</collide_without_contact></contact></surface>";
  CHECK(f.Make(ball + "false" + end).size() == 1);
  CHECK(f.report.notices().empty());
  CHECK(f.Make(ball + "true" + end).empty());
  REQUIRE(f.report.notices().size() == 1);
  CHECK(f.report.CountPhysics() == 0);
  CHECK_THAT(f.report.notices()[0].message, Contains("it touches nothing"));
}

TEST_CASE("SDF collisions: collide_bitmask -> contype and conaffinity") {
  Fixture f;
  const auto made = f.Make(
      "<geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<contact><collide_bitmask>6</collide_bitmask></contact></surface>");
  CHECK(made[0].contype == 6);
  CHECK(made[0].conaffinity == 6);
}

TEST_CASE("SDF collisions: a bitmask in hexadecimal -> its bits") {
  Fixture f;
  const auto made = f.Make(
      "<geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<contact><collide_bitmask>0x1F</collide_bitmask></contact></surface>");
  CHECK(made[0].contype == 31);
  CHECK_THROWS_WITH(
      f.Make("<geometry><sphere><radius>1</radius></sphere></geometry><surface>"
             "<contact><collide_bitmask>0x1G</collide_bitmask></contact>"
             "</surface>"),
      Contains("must be 32 bits"));
}

TEST_CASE("SDF collisions: a bitmask of more than 32 bits -> refused") {
  Fixture f;
  for (const char* bits : {"-1", "4294967296", "1e300"}) {
    CHECK_THROWS_WITH(
        f.Make("<geometry><sphere><radius>1</radius></sphere></geometry>"
               "<surface><contact><collide_bitmask>" +
               std::string(bits) + "</collide_bitmask></contact></surface>"),
        Catch::Contains("must be 32 bits"));
  }
}

}  // namespace
}  // namespace tactus::multibody::sdformat
