#include "tactus/multibody/importers/mjcf/lost_parts.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

// What hangs on what MuJoCo makes and Tactus leaves out: deformable bodies and
// meshes of plugins.
namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

const std::string kFlex =
    "<flexcomp name='f' type='grid' count='2 2 1' spacing='.1 .1 .1' dim='2'/>";
const std::string kArm =
    "<body name='a'><joint name='j'/><geom size='.1' pos='.1 0 0'/></body>";

bool Says(const Parsed& p, const std::string& text) {
  for (const Notice& notice : p.report.notices()) {
    if (notice.severity == Notice::Severity::kDropped &&
        to_string(notice).find(text) != std::string::npos)
      return true;
  }
  return false;
}

TEST_CASE("MJCF lost parts: ties to them, and others -> left out, and kept") {
  const Parsed p = Parse(
      "<worldbody>" + kFlex + kArm +
      "</worldbody><equality><connect name='lost' body1='f_1_0' body2='a' "
      "anchor='0 0 0'/><connect name='kept' body1='a' anchor='0 0 0'/>"
      "</equality><contact><exclude body1='a' body2='f_0'/></contact>");
  CHECK(Says(p, "<connect name=\"lost\">: ties what is left out"));
  REQUIRE(p.model->constraints().size() == 1);
  CHECK(p.model->constraints()[0].name == "kept");
}

TEST_CASE("MJCF lost parts: a tie to a name that no part has -> refused") {
  CHECK_THAT(FailureOf("<worldbody>" + kFlex + kArm +
                       "</worldbody><equality><connect body1='g_1' "
                       "anchor='0 0 0'/></equality>"),
             Contains("unknown body 'g_1'"));
}

TEST_CASE("MJCF lost parts: a body that weighs nothing else -> 1 kg, said so") {
  const std::string inside[] = {
      kFlex, "<geom type='sdf' mesh='m'><plugin instance='m'/></geom>"};
  for (const std::string& part : inside) {
    const Parsed p = Parse(
        "<asset><mesh name='m'><plugin instance='m'/></mesh></asset>"
        "<worldbody><body name='b'><freejoint/>" +
        part + "</body></worldbody>");
    CHECK(p.body("b").inertia.mass == 1);
    CHECK(p.body("b").inertia.I_Bcm(0, 0) == Approx(0.4 * 0.0025));
    CHECK(Says(p, "<body name=\"b\">: what it weighs is left out"));
    CHECK(p.model->geometries().empty());
  }
}

TEST_CASE(
    "MJCF lost parts: on a body with a mass of its own -> its mass is kept") {
  const Parsed p = Parse(
      "<worldbody><body name='b'><freejoint/><inertial "
      "pos='0 0 0' mass='3' diaginertia='1 1 1'/>" +
      kFlex + "</body></worldbody>");
  CHECK(p.body("b").inertia.mass == 3);
  CHECK_FALSE(Says(p, "what it weighs"));
  CHECK_THAT(FailureOf("<worldbody><body name='b'><freejoint/></body>"
                       "</worldbody>"),
             Contains("have no mass"));
}

TEST_CASE("MJCF lost parts: a mesh that MuJoCo makes -> its geom is told of") {
  const Parsed p = Parse(
      "<asset><mesh name='m'><plugin plugin='mujoco.sdf.bolt'/></mesh>"
      "</asset><worldbody>"
      "<geom name='g' type='mesh' mesh='m'/>" +
      kArm + "</worldbody>");
  CHECK(
      Says(p, "<geom name=\"g\">: it is left out: MuJoCo makes its mesh 'm'"));
  CHECK(p.model->geometries().size() == 1);
}

TEST_CASE(
    "MJCF lost parts: keyframes with their positions -> left out, reported") {
  const std::string key =
      "<keyframe><key name='k' qpos='1 0 0 0'/><key "
      "name='l' qpos='1'/></keyframe>";
  const Parsed p = Parse("<worldbody>" + kArm + kFlex + "</worldbody>" + key);
  CHECK(Says(p, "<key name=\"k\">: its lists are of what is left out, too"));
  REQUIRE(p.model->keyframes().size() == 1);
  CHECK(p.model->keyframes()[0].name == "l");
  CHECK_THAT(FailureOf("<worldbody>" + kArm + "</worldbody>" + key),
             Contains("'qpos' needs 1 numbers, not 4"));
}

}  // namespace
}  // namespace tactus::multibody
