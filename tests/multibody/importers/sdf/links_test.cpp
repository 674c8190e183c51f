// Links of SDFormat and their inertias.
#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::BuildModel;
using test::Says;

TEST_CASE(
    "SDF link: an inertial in a turned pose -> inertia in the link's frame") {
  const auto model = BuildModel(R"(
    <link name='a'>
      <inertial>
        <pose>1 2 3 0 0 1.5707963267948966</pose>
        <mass>2</mass>
        <inertia><ixx>2</ixx><iyy>3</iyy><izz>4</izz><ixy>0.5</ixy></inertia>
      </inertial>
    </link>
    <link name='b'/>)");
  const SpatialInertia& a = model->bodies()[model->BodyIndex("a")].inertia;
  CHECK(a.mass == 2);
  CHECK((a.p_BoBcm - Vector3d(1, 2, 3)).norm() < 1e-15);
  // A quarter turn about z swaps Ixx and Iyy and negates Ixy.
  Matrix3d I;
  I << 3, -0.5, 0, -0.5, 2, 0, 0, 0, 4;
  CHECK((a.I_Bcm - I).cwiseAbs().maxCoeff() < 1e-14);
  const SpatialInertia& b = model->bodies()[model->BodyIndex("b")].inertia;
  CHECK(b.mass == 1);
  CHECK(b.I_Bcm == Matrix3d::Identity());
}

TEST_CASE(
    "SDF link: unphysical inertia, fix_inertia off -> refused by its values") {
  ModelBuilder builder;
  CHECK_THROWS_WITH(
      ParseSdf("<sdf version='1.9'><model name='m'><link name='a'>\n<inertial>"
               "<inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz></inertia>"
               "</inertial></link></model></sdf>",
               "a.sdf", {.fix_inertia = false}, &builder),
      StartsWith("a.sdf:2: <inertia>: link 'a'") &&
          Contains("violate the triangle inequality: 1 + 1 < 3"));
  CHECK_THROWS_WITH(
      BuildModel("<link name='a'><inertial><mass>-1</mass></inertial></link>"),
      Contains("-1 kg"));
}

TEST_CASE(
    "SDF link: moments without mass -> zero, or refused if not to be fixed") {
  // The inertia that is not given is SDFormat's identity.
  const std::string massless =
      "<model name='m'><link name='a'>\n<inertial><mass>0</mass></inertial>"
      "</link><joint name='j' type='fixed'><parent>world</parent>"
      "<child>a</child></joint></model>";
  ModelBuilder builder;
  const std::string file = "<sdf version='1.9'>" + massless + "</sdf>";
  CHECK_THROWS_WITH(ParseSdf(file, "a.sdf", {.fix_inertia = false}, &builder),
                    StartsWith("a.sdf:2: <inertia>: link 'a': its mass is 0") &&
                        Contains("1, 1, 1 kg m^2"));
  ParseSdf(file, "a.sdf", {}, &builder);
  CHECK(builder.body(1).inertia.I_Bcm.isZero(0));
}

TEST_CASE("SDF joint: a child without mass -> refused at its line") {
  CHECK_THROWS_WITH(
      BuildModel("<link name='a'/><link name='b'><inertial><mass>0</mass>"
                 "<inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia>"
                 "</inertial></link>\n<joint name='j' type='revolute'>"
                 "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>"
                 "</axis></joint>"),
      StartsWith("a.sdf:2: <joint name=\"j\">: joint 'j' moves nothing"));
}

TEST_CASE(
    "SDF link: unphysical inertia -> the nearest physical one, reported") {
  ModelBuilder builder;
  const ImportReport report = ParseSdf(
      "<sdf version='1.9'><model name='m'><link name='a'><inertial><inertia>"
      "<izz>3</izz></inertia></inertial></link></model></sdf>",
      "a.sdf", {}, &builder);
  CHECK(report.CountPhysics() == 1);
  CHECK(Says(report, Notice::Severity::kApproximated,
             "the nearest that one has"));
  CHECK_NOTHROW(RequirePhysical(builder.body(1).inertia, "a"));
}

}  // namespace
}  // namespace tactus::multibody
