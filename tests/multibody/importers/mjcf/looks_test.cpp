#include "tactus/multibody/importers/mjcf/looks.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

using test::Parse;
using test::ParseWorld;

constexpr const char* kCube =
    "o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_CASE("MJCF looks: rgba of a geom or of its class -> its colour") {
  const auto parsed = Parse(
      "<default><geom rgba='0 0 1 1'/></default><worldbody>"
      "<geom size='1' rgba='1 0 0 0.5'/><geom size='1'/></worldbody>");
  CHECK(parsed.geometry(0).color == Color{1, 0, 0, 0.5});
  CHECK(parsed.geometry(1).color == Color{0, 0, 1, 1});
  CHECK(parsed.model->visuals().empty());
}

TEST_CASE("MJCF looks: neither rgba nor material -> no colour") {
  const auto parsed = ParseWorld("<geom size='1'/>");
  CHECK_FALSE(parsed.geometry(0).color.has_value());
  CHECK(parsed.geometry(0).is_drawn);
}

TEST_CASE("MJCF looks: materials -> their colours, means of made textures") {
  const auto parsed = Parse(
      "<asset><material name='plain' rgba='0.2 0.4 0.6 1'/>"
      "<texture name='checks' builtin='checker' rgb1='1 0 0' rgb2='0 0 1'/>"
      "<texture name='photo' file='wood.png'/>"
      "<material name='tiles' texture='checks'/>"
      "<material name='wood' texture='photo'/></asset><worldbody>"
      "<geom size='1' material='plain'/><geom size='1' material='tiles'/>"
      "<geom size='1' material='wood'/>"
      "<geom size='1' material='plain' rgba='1 1 0 1'/></worldbody>");
  CHECK(parsed.geometry(0).color == Color{0.2, 0.4, 0.6, 1});
  CHECK(parsed.geometry(1).color == Color{0.5, 0, 0.5, 1});
  CHECK_FALSE(parsed.geometry(2).color.has_value());
  CHECK(parsed.geometry(3).color == Color{1, 1, 0, 1});
}

TEST_CASE("MJCF looks: geoms of group 3 -> drawn where nothing else is seen") {
  const auto parsed = ParseWorld(
      "<body name='a'><freejoint/><geom size='1' group='3'/>"
      "<geom size='0.5'/></body>"
      "<body name='b' pos='9 0 0'><freejoint/><geom size='1' group='3'/>"
      "</body>");
  CHECK_FALSE(parsed.geometry(0).is_drawn);
  CHECK(parsed.geometry(1).is_drawn);
  CHECK(parsed.geometry(2).is_drawn);
}

TEST_CASE("MJCF looks: alpha 0 -> invisible, and solid") {
  const auto parsed = ParseWorld("<geom size='1' rgba='1 1 1 0'/>");
  CHECK_FALSE(parsed.geometry(0).is_drawn);
}

TEST_CASE("MJCF looks: a mesh -> drawn from its file, which is not opened") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("looks.obj", "no mesh");
  folder.Write("hull.obj", kCube);
  const auto file = folder.Write(
      "m.xml",
      "<mujoco><asset><mesh name='looks' file='looks.obj' scale='2 2 -2' "
      "refpos='1 0 0'/><mesh name='hull' file='hull.obj'/></asset>"
      "<worldbody><body name='a'><freejoint/>"
      "<geom type='mesh' mesh='looks' contype='0' conaffinity='0' mass='0' "
      "pos='0 0 3' rgba='1 0 0 1'/>"
      "<geom type='mesh' mesh='hull' group='3'/></body></worldbody></mujoco>");
  ModelBuilder builder;
  LoadMjcf(file, {}, &builder);
  const auto model = std::move(builder).Build();
  REQUIRE(model->visuals().size() == 1);
  const Visual& visual = model->visuals()[0];
  CHECK(visual.body == model->BodyIndex("a"));
  CHECK(visual.X_BG.translation() == Vector3d(0, 0, 3));
  CHECK(visual.color == Color{1, 0, 0, 1});
  const auto& mesh = std::get<VisualMesh>(visual.form);
  CHECK(mesh.file == folder.path() / "looks.obj");
  CHECK(mesh.scale == Vector3d(2, 2, -2));
  CHECK(mesh.X_RS.translation() == Vector3d(-1, 0, 0));
  REQUIRE(model->geometries().size() == 1);
  CHECK_FALSE(model->geometries()[0].is_drawn);
}

TEST_CASE("MJCF looks: a mesh that collides -> drawn itself, not its hull") {
  const tactus::test::TemporaryDirectory folder;
  folder.Write("m.obj", kCube);
  const auto file =
      folder.Write("m.xml",
                   "<mujoco><asset><mesh file='m.obj'/></asset><worldbody>"
                   "<geom type='mesh' mesh='m'/></worldbody></mujoco>");
  ModelBuilder builder;
  LoadMjcf(file, {}, &builder);
  const auto model = std::move(builder).Build();
  CHECK(model->visuals().size() == 1);
  CHECK_FALSE(model->geometries()[0].is_drawn);
}

TEST_CASE("MJCF looks: a missing mesh file -> told, what collides is drawn") {
  const auto parsed = Parse(
      "<asset><mesh name='m' file='none.stl'/></asset><worldbody>"
      "<body name='a'><freejoint/><geom size='1' group='3'/>"
      "<geom type='mesh' mesh='m' contype='0' conaffinity='0' mass='0'/>"
      "</body></worldbody>");
  CHECK(parsed.model->visuals().empty());
  CHECK(parsed.geometry(0).is_drawn);
  REQUIRE(parsed.report.notices().size() == 1);
  CHECK(parsed.report.notices()[0].severity == Notice::Severity::kCosmetic);
  CHECK(parsed.report.CountPhysics() == 0);
}

}  // namespace
}  // namespace tactus::multibody::mjcf
