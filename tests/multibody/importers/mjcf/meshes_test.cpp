#include "tactus/multibody/importers/mjcf/meshes.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::FailureOf;
using test::Parse;
using test::Parsed;

// The tetrahedron with corners 0, x, y, z: volume 1/6, centroid 1/4 each.
const std::string kObj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

// A model whose body has one mesh geom of density 6.
std::string ModelWith(const std::string& asset,
                      const std::string& mesh = "tetra") {
  return asset +
         "<worldbody><body name='b'><geom type='mesh' density='6' mesh='" +
         mesh + "'/></body></worldbody>";
}

const SpatialInertia& InertiaOf(const Parsed& p) {
  return p.body("b").inertia;
}

// Loads main.xml of a directory.
Parsed Load(const tactus::test::TemporaryDirectory& directory) {
  ModelBuilder builder;
  Parsed p;
  p.report = LoadMjcf(directory.path() / "main.xml", {}, &builder);
  p.model = std::move(builder).Build();
  return p;
}

std::string FailureOf(const tactus::test::TemporaryDirectory& directory) {
  try {
    Load(directory);
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("MJCF mesh: vertex and face -> mass and centre of the solid") {
  const Parsed p = Parse(
      ModelWith("<asset><mesh name='tetra' vertex='0 0 0 1 0 0 0 1 0 0 0 1' "
                "face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset>"));
  CHECK(InertiaOf(p).mass == Approx(1));
  CHECK((InertiaOf(p).p_BoBcm - Vector3d::Constant(0.25)).norm() < 1e-14);
  CHECK(p.report.CountPhysics() == 0);
}

TEST_CASE("MJCF mesh: vertex alone -> the mass of the hull") {
  const Parsed p = Parse(ModelWith(
      "<asset><mesh name='tetra' vertex='0 0 0 1 0 0 0 1 0 0 0 1 .1 .1 .1'/>"
      "</asset>"));
  CHECK(InertiaOf(p).mass == Approx(1));
  CHECK(p.report.CountPhysics() == 0);
}

// A pyramid of height 2 over a square of side 2, with a dent of height 1 in its
// base: 4/3 (2 - 1), and 4/3 * 2 without the dent.
TEST_CASE(
    "MJCF mesh: inertia exact, legacy, convex -> mass of volume or hull") {
  const auto mass_of = [](const std::string& attributes,
                          const std::string& compiler = "") {
    return InertiaOf(
               Parse(compiler +
                     ModelWith(
                         "<asset><mesh name='tetra' vertex='-1 -1 0  1 -1 0  "
                         "1 1 0  -1 1 0  0 0 2  0 0 1' face='0 1 4  1 2 4  "
                         "2 3 4  3 0 4  1 0 5  2 1 5  3 2 5  0 3 5' " +
                         attributes + "/></asset>")))
        .mass;
  };
  CHECK(mass_of("inertia='exact'") == Approx(8));
  // The dent, too, counts as full; the truth of Allegro has the numbers.
  CHECK(mass_of("inertia='legacy'") > 9);
  CHECK(mass_of("") == mass_of("inertia='legacy'"));
  const std::string exact = "<compiler exactmeshinertia='true'/>";
  CHECK(mass_of("", exact) == mass_of("inertia='exact'"));
  CHECK(mass_of("inertia='legacy'", exact) == mass_of(""));
  CHECK(mass_of("inertia='convex'") == Approx(16));
}

TEST_CASE("MJCF mesh: exact inertia, open or inside out -> refused") {
  const auto model = [](const std::string& faces, const std::string& more) {
    return ModelWith(
        "<asset>\n<mesh name='tetra' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='" +
        faces + "' inertia='exact' " + more + "/></asset>");
  };
  CHECK_THAT(FailureOf(model("0 2 1 0 1 3 0 3 2", "")),
             StartsWith("m.xml:2: <mesh name=\"tetra\">: ") &&
                 Contains("not closed") && Contains("inertia=\"convex\""));
  const std::string inverted = "0 1 2 0 3 1 0 2 3 1 3 2";
  CHECK_THAT(FailureOf(model(inverted, "")), Contains("inside out"));
  // Mirrored, its triangles run the right way.
  const SpatialInertia mirrored =
      InertiaOf(Parse(model("0 2 1 0 1 3 0 3 2 1 2 3", "scale='1 1 -1'")));
  CHECK(mirrored.mass == Approx(1));
  CHECK((mirrored.p_BoBcm - Vector3d(0.25, 0.25, -0.25)).norm() < 1e-14);
}

// The surface of a cube of side 2 and 6 kg/m^2: each face of 24 kg turns with
// 24 (2^2 + 2^2) / 12 about its normal, and with 24 (2^2 / 12 + 1) about the
// axes through the cube's middle along it.
TEST_CASE("MJCF mesh: inertia shell -> the inertia of its surface") {
  const std::string corners =
      "<asset><mesh name='tetra' vertex='-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 "
      "-1 -1 1 1 -1 1 1 1 1 -1 1 1' inertia='shell' ";
  const double moment = 2 * 24 * 8 / 12.0 + 4 * 24 * (4 / 12.0 + 1);
  for (const std::string faces :
       {"",
        "face='0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 "
        "3 0 4 3 4 7'"}) {
    const Parsed p = Parse(ModelWith(corners + faces + "/></asset>"));
    CHECK(InertiaOf(p).mass == Approx(6 * 24).epsilon(1e-13));
    CHECK(InertiaOf(p).p_BoBcm.norm() < 1e-14);
    CHECK((InertiaOf(p).I_Bcm - moment * Matrix3d::Identity()).norm() <
          1e-12 * moment);
    CHECK(p.report.CountPhysics() == 0);
  }
}

TEST_CASE("MJCF mesh: scale, refpos, refquat -> its mass and centre") {
  const auto parse = [](const std::string& attributes) {
    return Parse(
        ModelWith("<default><mesh scale='2 1 1'/></default><asset><mesh "
                  "name='tetra' vertex='0 0 0 1 0 0 0 1 0 0 0 1' " +
                  attributes + "/></asset>"));
  };
  CHECK(InertiaOf(parse("")).mass == Approx(2));
  CHECK((InertiaOf(parse("")).p_BoBcm - Vector3d(0.5, 0.25, 0.25)).norm() <
        1e-14);
  // Mirrored, it is as heavy.
  const Parsed mirrored = parse("scale='1 1 -1'");
  CHECK(InertiaOf(mirrored).mass == Approx(1));
  CHECK(InertiaOf(mirrored).p_BoBcm.z() == Approx(-0.25));
  const Parsed moved = parse("refpos='1 0 0' scale='1 1 1'");
  CHECK(InertiaOf(moved).p_BoBcm.x() == Approx(-0.75));
  // Seen from a frame that is turned by 90 degrees about z, x points to -y; the
  // scale is along the axes of that frame.
  const Parsed turned = parse("refquat='1 0 0 1' scale='3 1 1'");
  CHECK((InertiaOf(turned).p_BoBcm - Vector3d(0.75, -0.25, 0.25)).norm() <
        1e-14);
}

TEST_CASE("MJCF mesh: a file below meshdir -> found, or refused by its path") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("main.xml",
                  "<mujoco><compiler meshdir='assets'/>" +
                      ModelWith("<asset><mesh file='sub/tetra.obj'/></asset>") +
                      "</mujoco>");
  const std::string file = (directory.path() / "assets/sub/tetra.obj").string();
  CHECK_THAT(
      FailureOf(directory),
      Contains("main.xml:1: <mesh>: cannot find the mesh file: tried " + file));
  directory.Write("assets/sub/tetra.obj", kObj);
  CHECK(InertiaOf(Load(directory)).mass == Approx(1));
}

TEST_CASE(
    "MJCF mesh: strippath, or beside an included file -> the file is found") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("main.xml",
                  "<mujoco><compiler strippath='true'/>" +
                      ModelWith("<asset><mesh file='far/away/tetra.obj'/>"
                                "</asset>") +
                      "</mujoco>");
  directory.Write("tetra.obj", kObj);
  CHECK(InertiaOf(Load(directory)).mass == Approx(1));

  const tactus::test::TemporaryDirectory other;
  other.Write("main.xml", "<mujoco><include file='sub/robot.xml'/></mujoco>");
  other.Write("sub/robot.xml",
              "<mujoco>" +
                  ModelWith("<asset><mesh file='tetra.obj'/></asset>") +
                  "</mujoco>");
  CHECK_THAT(FailureOf(other),
             Contains((other.path() / "tetra.obj").string()) &&
                 Contains((other.path() / "sub/tetra.obj").string()));
  other.Write("sub/tetra.obj", kObj);
  CHECK(InertiaOf(Load(other)).mass == Approx(1));
}

TEST_CASE("MJCF mesh: a missing file -> refused, unless only looks need it") {
  const std::string asset = "<asset><mesh name='look' file='no.obj'/></asset>";
  const std::string geom =
      "<geom type='mesh' mesh='look' contype='0' conaffinity='0' ";
  CHECK(FailureOf(asset + "<worldbody>" + geom + "/></worldbody>").empty());
  CHECK(FailureOf(asset + "<worldbody><body>" + geom +
                  "mass='0'/></body></worldbody>")
            .empty());
  // But not when it has mass.
  CHECK_THAT(
      FailureOf(asset + "<worldbody><body>" + geom + "/></body></worldbody>"),
      Contains("cannot find the mesh file"));
}

TEST_CASE("MJCF mesh: mistakes in its attributes -> refused") {
  CHECK_THAT(FailureOf("<asset><mesh vertex='0 0 0'/></asset>"),
             Contains("'file' is missing"));
  CHECK_THAT(FailureOf("<asset><mesh name='m' vertex='0 0 0'/>"
                       "<mesh file='m.obj'/></asset>"),
             Contains("the mesh name 'm' is used twice"));
  const auto failure = [](const std::string& attributes) {
    return FailureOf(
        ModelWith("<asset>\n<mesh name='tetra' " + attributes + "/></asset>"));
  };
  CHECK_THAT(failure("vertex='0 0 0 1'"),
             Contains("m.xml:2: <mesh name=\"tetra\">: attribute 'vertex' "
                      "needs three"));
  CHECK_THAT(failure("vertex=''"), Contains("needs three"));
  CHECK_THAT(failure("vertex='0 0 0 1 0 0 0 1 0' face='0 1'"),
             Contains("'face' needs three"));
  CHECK_THAT(failure("vertex='0 0 0 1 0 0 0 1 0' face='0 1 3'"),
             Contains("3 is no vertex"));
  CHECK_THAT(failure("vertex='0 0 0 1 0 0 0 1 0'"), Contains("m.xml:2: <mesh"));
  CHECK_THAT(failure("vertex='0 0 0 1 0 0' refquat='0 0 0 0'"),
             Contains("'refquat' is zero"));
  CHECK_THAT(failure("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 1e300'"),
             Contains("'face' names a vertex that is not there"));
  CHECK_THAT(failure("inertia='heavy' vertex='0 0 0'"),
             Contains("'inertia' is 'heavy'"));
}

TEST_CASE(
    "MJCF mesh: an error in its file -> a message that names both files") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("main.xml", "<mujoco>" +
                                  ModelWith("<asset><mesh file='tetra.obj'/>"
                                            "</asset>") +
                                  "</mujoco>");
  directory.Write("tetra.obj", "v 0 0 0\nv 1 0\n");
  CHECK_THAT(FailureOf(directory),
             Contains("main.xml:1: <mesh>: ") &&
                 Contains("tetra.obj:2: a vertex needs three numbers"));
}

}  // namespace
}  // namespace tactus::multibody
