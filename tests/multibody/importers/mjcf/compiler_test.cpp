#include "tactus/multibody/importers/mjcf/compiler.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr double kPi = 3.14159265358979323846;

CompilerSettings Read(const std::string& xml) {
  return ReadCompiler(ParseXml("<mujoco>" + xml + "</mujoco>", "m.xml"));
}

Option ReadOptions(const std::string& xml) {
  return ReadOption(ParseXml("<mujoco>" + xml + "</mujoco>", "m.xml"));
}

TEST_CASE("MJCF compiler: angle -> degrees unless it says radian") {
  CHECK(Read("").ToRadians(180) == Approx(kPi).epsilon(1e-15));
  CHECK(Read("<compiler angle='degree'/>").ToRadians(90) == Approx(kPi / 2));
  CHECK(Read("<compiler angle='radian'/>").ToRadians(2) == 2);
}

TEST_CASE(
    "MJCF compiler: two elements -> the later one's attributes overrule") {
  const CompilerSettings s = Read(
      "<compiler angle='radian' autolimits='false' meshdir='a'/>"
      "<compiler angle='degree' boundmass='1'/>");
  CHECK(s.degrees);
  CHECK_FALSE(s.autolimits);
  CHECK(s.mesh_directory == "a");
  CHECK(s.min_mass == 1);
}

TEST_CASE("MJCF compiler: meshdir beside assetdir -> meshdir") {
  CHECK(Read("<compiler assetdir='a'/>").mesh_directory == "a");
  CHECK(Read("<compiler meshdir='m' assetdir='a'/>").mesh_directory == "m");
}

TEST_CASE("MJCF compiler: attributes on inertia and others -> its settings") {
  using enum CompilerSettings::InertiaFromGeom;
  CHECK(Read("").inertia_from_geom == kWithoutInertial);
  CHECK(Read("<compiler inertiafromgeom='true'/>").inertia_from_geom ==
        kAlways);
  CHECK(Read("<compiler inertiafromgeom='false'/>").inertia_from_geom ==
        kNever);
  const CompilerSettings s = Read(
      "<compiler inertiafromgeom='auto' inertiagrouprange='2 4' boundmass='.1' "
      "boundinertia='.2' balanceinertia='true' settotalmass='14' "
      "strippath='true' eulerseq='XYz'/>");
  CHECK(s.inertia_from_geom == kWithoutInertial);
  CHECK(s.first_inertia_group == 2);
  CHECK(s.last_inertia_group == 4);
  CHECK(s.min_mass == 0.1);
  CHECK(s.min_inertia == 0.2);
  CHECK(s.balance_inertia);
  CHECK(s.total_mass == 14);
  CHECK(s.strip_path);
  CHECK(s.euler_sequence == "XYz");
}

TEST_CASE("MJCF compiler: values that are not understood -> refused") {
  CHECK_THROWS_WITH(
      Read("<compiler angle='turns'/>"),
      Catch::Contains("<compiler>: attribute 'angle' is 'turns'"));
  CHECK_THROWS_WITH(Read("<compiler eulerseq='xy'/>"),
                    Catch::Contains("three letters"));
  CHECK_THROWS_WITH(Read("<compiler eulerseq='xyw'/>"),
                    Catch::Contains("three letters"));
  CHECK_NOTHROW(Read("<compiler coordinate='local'/>"));
  CHECK_THROWS_WITH(Read("<compiler coordinate='global'/>"),
                    Catch::Contains("only local is supported"));
}

TEST_CASE("MJCF option: frictionloss and equality disabled -> both off") {
  CHECK(ReadOptions("").dry_friction);
  CHECK(ReadOptions("").equality);
  const Option option = ReadOptions(
      "<option><flag frictionloss='disable' equality='disable'/></option>");
  CHECK_FALSE(option.dry_friction);
  CHECK_FALSE(option.equality);
}

TEST_CASE(
    "MJCF option: density, viscosity, wind -> a fluid, refused below zero") {
  CHECK_FALSE(ReadOptions("").fluid.resists());
  const Fluid fluid =
      ReadOptions("<option density='1.2' viscosity='0.1' wind='1 2 3'/>").fluid;
  CHECK(fluid == Fluid{1.2, 0.1, {1, 2, 3}});
  CHECK_THROWS_WITH(ReadOptions("<option density='-1'/>"),
                    Catch::Contains("'density' is negative"));
  CHECK_THROWS_WITH(ReadOptions("<option viscosity='-1'/>"),
                    Catch::Contains("'viscosity' is negative"));
}

TEST_CASE(
    "MJCF option: collision -> all, predefined or dynamic, others refused") {
  using enum Option::Collision;
  CHECK(ReadOptions("").collision == kAll);
  CHECK(ReadOptions("<option collision='predefined'/>").collision ==
        kPredefined);
  CHECK(ReadOptions("<option collision='dynamic'/>").collision == kDynamic);
  CHECK_THROWS_WITH(ReadOptions("<option collision='none'/>"),
                    Catch::Contains("'collision' is 'none'"));
}

TEST_CASE(
    "MJCF option: gravity, timestep, refsafe -> their values or defaults") {
  CHECK(ReadOptions("").gravity_W == Vector3d(0, 0, -9.81));
  CHECK(ReadOptions("<option gravity='1 2 3'/>").gravity_W ==
        Vector3d(1, 2, 3));
  CHECK(ReadOptions("<option><flag gravity='disable'/></option>").gravity_W ==
        Vector3d::Zero());
  CHECK(ReadOptions("<option><flag gravity='enable'/></option>").gravity_W ==
        Vector3d(0, 0, -9.81));
  CHECK(ReadOptions("").timestep == 0.002);
  CHECK(ReadOptions("").bound_stiffness);
  const Option option = ReadOptions(
      "<option timestep='.01'/><option><flag refsafe='disable'/></option>");
  CHECK(option.timestep == 0.01);
  CHECK_FALSE(option.bound_stiffness);
}

}  // namespace
}  // namespace tactus::multibody::mjcf
