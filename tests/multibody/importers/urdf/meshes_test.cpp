#include "tactus/multibody/importers/urdf/meshes.h"

#include "multibody/importers/urdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using tactus::test::TemporaryDirectory;
using test::ParsedUrdf;

// A cube [0, 1]^3, and an L: a cube of edge 2 without one quarter along z.
constexpr const char* kCube = R"(
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";
constexpr const char* kAngle = R"(
v 0 0 0
v 2 0 0
v 2 1 0
v 1 1 0
v 1 2 0
v 0 2 0
v 0 0 2
v 2 0 2
v 2 1 2
v 1 1 2
v 1 2 2
v 0 2 2
f 1 4 3 2
f 1 6 5 4
f 7 8 9 10
f 7 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
)";

ParsedUrdf Load(const TemporaryDirectory& folder, const std::string& mesh,
                const UrdfOptions& options = {}) {
  const auto file = folder.Write(
      "robot.urdf", "<robot name='r'><link name='a'><collision><geometry>" +
                        mesh + "</geometry></collision></link></robot>");
  ModelBuilder builder;
  ParsedUrdf parsed;
  parsed.report = LoadUrdf(file, options, &builder);
  parsed.model = std::move(builder).Build();
  return parsed;
}

// One scale or three; a negative one mirrors, which leaves the volume.
TEST_CASE(
    "URDF mesh: a scale of one or three numbers -> scaled hull and mass") {
  const TemporaryDirectory folder;
  folder.Write("cube.obj", kCube);
  for (const auto& [scale, size] : {std::pair("", Vector3d(1, 1, 1)),
                                    std::pair("0.5", Vector3d(.5, .5, .5)),
                                    std::pair("1 2 3", Vector3d(1, 2, 3)),
                                    std::pair("-1 2 3", Vector3d(1, 2, 3))}) {
    const std::string attribute =
        *scale == '\0' ? "" : " scale='" + std::string(scale) + "'";
    const auto robot =
        Load(folder, "<mesh filename='cube.obj'" + attribute + "/>",
             {.density = 10});
    const auto& mesh = std::get<contact::ConvexMesh>(robot.geometry(0).shape);
    CHECK((mesh.hull->half_extents() - size / 2).norm() < 1e-12);
    CHECK(robot.body("a").inertia.mass == Approx(10 * size.prod()));
    CHECK(robot.report.CountPhysics() == 0);
  }
  CHECK_THROWS_WITH(Load(folder, "<mesh filename='cube.obj' scale='1 2'/>"),
                    Catch::Contains("needs 1 or 3 numbers"));
}

// The hull of the angle has 7/8 of the cube's volume, the angle 6/8.
TEST_CASE("URDF mesh: not convex -> collides as its hull, and is reported") {
  const TemporaryDirectory folder;
  folder.Write("angle.obj", kAngle);
  const auto robot =
      Load(folder, "<mesh filename='angle.obj'/>", {.density = 10});
  CHECK(robot.body("a").inertia.mass == Approx(60));
  CHECK(robot.Says("collides as its convex hull, of which it fills 86 %"));
  const auto asked =
      Load(folder, "<mesh filename='angle.obj'><drake:declare_convex/></mesh>");
  CHECK_FALSE(asked.Says("convex hull"));
}

TEST_CASE("URDF: a compliant mesh that is not convex -> its own surface") {
  const TemporaryDirectory folder;
  folder.Write("angle.obj", kAngle);
  const std::string soft =
      "</geometry><drake:proximity_properties><drake:compliant_hydroelastic/>"
      "</drake:proximity_properties><geometry>";
  const auto solid_of = [](const ParsedUrdf& robot) {
    return std::get<contact::ConvexMesh>(robot.geometry(0).shape).hull->solid();
  };
  const auto robot = Load(folder, "<mesh filename='angle.obj'/>" + soft);
  REQUIRE(solid_of(robot) != nullptr);
  CHECK(contact::IsClosed(*solid_of(robot)));
  CHECK(robot.Says("collides at points as its convex hull"));
  const auto hull =
      Load(folder,
           "<mesh filename='angle.obj'><drake:declare_convex/></mesh>" + soft);
  CHECK(solid_of(hull) == nullptr);
}

// The tetrahedron of the axes' unit points, without a face or inside out.
TEST_CASE("URDF mesh: a density, and no solid's surface -> refused") {
  const TemporaryDirectory folder;
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  folder.Write("open.obj", corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\n");
  folder.Write("turned.obj", corners + "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  for (const auto& [name, flaw] :
       {std::pair("open", "not closed"), std::pair("turned", "inside out")}) {
    const std::string mesh = "<mesh filename='" + std::string(name) + ".obj'";
    CHECK_THROWS_WITH(Load(folder, mesh + "/>", {.density = 6}),
                      Catch::Contains("robot.urdf:1: <mesh>: link 'a'") &&
                          Catch::Contains(flaw) &&
                          Catch::Contains("drake:declare_convex"));
    const auto hull =
        Load(folder, mesh + "><drake:declare_convex/></mesh>", {.density = 6});
    CHECK(hull.body("a").inertia.mass == Approx(1));
    CHECK_NOTHROW(Load(folder, mesh + "/>"));
  }
}

TEST_CASE("URDF mesh: a file of two convex parts -> two geometries") {
  const TemporaryDirectory folder;
  std::string two = std::string("o one\n") + kCube + "o two\n";
  for (const char* v : {"v 3 0 0", "v 4 0 0", "v 4 1 0", "v 3 1 0", "v 3 0 1",
                        "v 4 0 1", "v 4 1 1", "v 3 1 1"}) {
    two += std::string(v) + "\n";
  }
  two +=
      "f 12 11 10 9\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\n"
      "f 11 12 16 15\nf 12 9 13 16\n";
  folder.Write("two.obj", two);
  const auto robot = Load(folder, "<mesh filename='two.obj'/>");
  REQUIRE(robot.model->geometries().size() == 2);
  CHECK(robot.geometry(0).name == "a/collision0");
  CHECK(robot.geometry(1).name == "a/collision0/1");
  CHECK(robot.report.CountPhysics() == 1);  // Only: it has no mass.
}

TEST_CASE("URDF mesh: a missing file -> refused, or reported on request") {
  const TemporaryDirectory folder;
  const std::string mesh = "<mesh filename='none.obj'/>";
  CHECK_THROWS_WITH(Load(folder, mesh),
                    Catch::Contains("cannot find 'none.obj'") &&
                        Catch::Contains((folder.path() / "none.obj").string()));
  const auto robot = Load(folder, mesh, {.skip_missing_meshes = true});
  CHECK(robot.model->geometries().empty());
  CHECK(robot.Says("the mesh file 'none.obj' is missing"));
}

TEST_CASE("URDF mesh: a flat or damaged one -> refused at its element") {
  const TemporaryDirectory folder;
  folder.Write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.Write("bad.obj", "v 0 0\n");
  for (const char* name : {"flat.obj", "bad.obj"}) {
    CHECK_THROWS_WITH(
        Load(folder, std::string("<mesh filename='") + name + "'/>"),
        Catch::Contains("robot.urdf:1: <mesh>") && Catch::Contains(name));
  }
}

}  // namespace
}  // namespace tactus::multibody::urdf
