#include "tactus/multibody/importers/sdf/automatic_inertias.h"

#include <numbers>

#include "multibody/importers/sdf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::Says;

// A cuboid of 0.2 x 0.3 x 0.4, 0.024 m^3.
const std::string kCuboid =
    "<geometry><box><size>.2 .3 .4</size></box></geometry>";

std::shared_ptr<const Model> Read(const std::string& link,
                                  ImportReport* report = nullptr) {
  ModelBuilder builder;
  const ImportReport found =
      ParseSdf("<sdf version='1.11'><model name='m'>" + link + "</model></sdf>",
               "a.sdf", {}, &builder);
  if (report != nullptr) *report = found;
  return std::move(builder).Build();
}

// The inertia of a link with that <inertial auto> and those collisions.
SpatialInertia InertiaOf(const std::string& inertial,
                         const std::string& collisions,
                         ImportReport* report = nullptr) {
  return Read("<link name='a'><inertial auto='true'>" + inertial +
                  "</inertial>" + collisions + "</link>",
              report)
      ->bodies()[1]
      .inertia;
}

std::string Collision(const std::string& name, const std::string& more) {
  return "<collision name='" + name + "'>" + more + "</collision>";
}

std::string FailureOf(const std::string& inertial,
                      const std::string& collisions) {
  try {
    InertiaOf(inertial, collisions);
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE(
    "SDF auto inertia: a box without density, or with -> water's, or its own") {
  ImportReport report;
  const SpatialInertia water = InertiaOf("", Collision("c", kCuboid), &report);
  CHECK(water.mass == Approx(24));
  CHECK(water.I_Bcm(0, 0) == Approx(24 * (0.09 + 0.16) / 12));
  // The version alone is approximated, and the density no unknown element.
  CHECK(report.CountPhysics() == 1);
  const SpatialInertia wood = InertiaOf(
      "", Collision("c", kCuboid + "<density>500</density>"), &report);
  CHECK(wood.mass == Approx(12));
  CHECK(report.CountPhysics() == 1);
}

TEST_CASE(
    "SDF auto inertia: the inertial's density -> of collisions without one") {
  const SpatialInertia sum =
      InertiaOf("<density>100</density>",
                Collision("c", kCuboid) +
                    Collision("d", "<pose>0 0 2 1.5707963267948966 0 0</pose>" +
                                       kCuboid + "<density>300</density>"));
  CHECK(sum.mass == Approx(2.4 + 7.2));
  CHECK((sum.p_BoBcm - Vector3d(0, 0, 1.5)).norm() < 1e-12);
  // About z: 2.4 (x^2 + y^2) / 12 of the one, 7.2 (x^2 + z^2) / 12 of the
  // other, which lies.
  CHECK(sum.I_Bcm(2, 2) == Approx(2.4 * 0.13 / 12 + 7.2 * 0.2 / 12));
}

TEST_CASE(
    "SDF auto inertia: mass, pose, moments given -> scaled by mass alone") {
  const SpatialInertia scaled = InertiaOf(
      "<mass>6</mass><pose>1 2 3 0 0 0</pose><inertia><ixx>9</ixx></inertia>",
      Collision("c", kCuboid));
  CHECK(scaled.mass == Approx(6));
  CHECK(scaled.p_BoBcm.norm() < 1e-12);
  CHECK(scaled.I_Bcm(0, 0) == Approx(6 * (0.09 + 0.16) / 12));
}

// A pyramid of 64 sides is as thick as a cone, but for the arcs' segments.
TEST_CASE(
    "SDF auto inertia: a cone and a plane -> a pyramid's mass, and none") {
  ImportReport report;
  const SpatialInertia cone = InertiaOf(
      "",
      Collision("c",
                "<geometry><cone><radius>.3</radius><length>.8</length></cone>"
                "</geometry>") +
          Collision("p",
                    "<geometry><plane><normal>0 0 1</normal></plane>"
                    "</geometry>"),
      &report);
  const double volume = std::numbers::pi * 0.09 * 0.8 / 3;
  CHECK(cone.mass == Approx(1000 * volume).epsilon(2e-3));
  CHECK(cone.p_BoBcm.z() == Approx(-0.4 + 0.2));
  CHECK(Says(report, Notice::Severity::kApproximated, "pyramid of 64 sides"));
  CHECK_FALSE(Says(report, Notice::Severity::kDropped, "unknown element"));
}

// An L of three cubes of side 1, which its hull, of volume 3.5, is not.
TEST_CASE(
    "SDF auto inertia: a mesh that is not convex -> the mass of its volume") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("l.obj",
                  "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                  "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
                  "f 4 3 2\nf 4 2 1\nf 6 5 4\nf 6 4 1\n"
                  "f 8 9 10\nf 7 8 10\nf 10 11 12\nf 7 10 12\n"
                  "f 1 2 8\nf 1 8 7\nf 2 3 9\nf 2 9 8\nf 3 4 10\nf 3 10 9\n"
                  "f 4 5 11\nf 4 11 10\nf 5 6 12\nf 5 12 11\nf 6 1 7\n"
                  "f 6 7 12\n");
  directory.Write("m.sdf",
                  "<sdf version='1.11'><model name='m'><link name='a'>"
                  "<inertial auto='1'/><collision name='c'><geometry><mesh>"
                  "<uri>l.obj</uri></mesh></geometry></collision></link>"
                  "</model></sdf>");
  ModelBuilder builder;
  LoadSdf(directory.path() / "m.sdf", {}, &builder);
  CHECK(builder.body(1).inertia.mass == Approx(3000));
}

TEST_CASE("SDF auto inertia: a link of an included file -> its mass") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("box/model.config",
                  "<model><sdf version='1.11'>model.sdf</sdf></model>");
  directory.Write("box/model.sdf",
                  "<sdf version='1.9'><model name='box'><link name='a'>"
                  "<inertial auto='true'/>" +
                      Collision("c", kCuboid + "<density>10</density>") +
                      "</link><link name='b'/></model></sdf>");
  directory.Write("main.sdf",
                  "<sdf version='1.9'><world name='w'><include>"
                  "<uri>model://box</uri></include></world></sdf>");
  ModelBuilder builder;
  const ImportReport report =
      LoadSdf(directory.path() / "main.sdf", {}, &builder);
  const auto model = std::move(builder).Build();
  const auto mass_of = [&](const char* name) {
    return model->bodies()[model->BodyIndex(name)].inertia.mass;
  };
  CHECK(mass_of("box::a") == Approx(0.24));
  CHECK(mass_of("box::b") == 1);
  CHECK(report.CountPhysics() == 0);
}

TEST_CASE(
    "SDF auto inertia: two links of one name -> only of the one that asks") {
  const auto model =
      Read("<link name='a'><inertial auto='true'/>" + Collision("c", kCuboid) +
           "</link><model name='n'>\n<link name='a'>" +
           Collision("c", kCuboid) + "</link></model>");
  CHECK(model->bodies()[model->BodyIndex("a")].inertia.mass == Approx(24));
  CHECK(model->bodies()[model->BodyIndex("n::a")].inertia.mass == 1);
}

TEST_CASE("SDF auto inertia: nothing that weighs -> refused, not guessed") {
  CHECK_THAT(FailureOf("", ""),
             Contains("a.sdf:1: <inertial>") && Contains("need a <collision>"));
  CHECK_THAT(FailureOf("", Collision("c",
                                     "<geometry><plane><normal>0 0 1</normal>"
                                     "</plane></geometry>")),
             Contains("state mass and inertia"));
  CHECK_THAT(FailureOf("<density>0</density>", Collision("c", kCuboid)),
             Contains("<density>: must be positive"));
  CHECK_THAT(FailureOf("<mass>-1</mass>", Collision("c", kCuboid)),
             Contains("<mass>: must be positive"));
}

TEST_CASE("SDF auto inertia: false -> the file's own") {
  const auto model =
      Read("<link name='a'><inertial auto='false'><mass>3</mass></inertial>" +
           Collision("c", kCuboid) + "</link>");
  CHECK(model->bodies()[1].inertia.mass == 3);
}

}  // namespace
}  // namespace tactus::multibody
