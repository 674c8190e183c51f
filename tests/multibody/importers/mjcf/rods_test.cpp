#include "tactus/multibody/importers/mjcf/rods.h"

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

TEST_CASE(
    "MJCF rods: two cables and a tie named like a rod -> distinct names") {
  const std::string cable =
      " type='cable' curve='s' count='3' size='.2'><geom type='capsule' "
      "size='.01'/><plugin plugin='mujoco.elasticity.cable'>"
      "<config key='bend' value='1e6'/></plugin></composite>";
  const test::Parsed p =
      test::Parse("<worldbody><composite prefix='a'" + cable +
                  "<composite prefix='b'" + cable +
                  "</worldbody><equality><connect name='arod1' body1='aB_last' "
                  "body2='bB_last' anchor='0 0 0'/></equality>");
  REQUIRE(p.model->constraints().size() == 3);
  const Constraint& rod = p.model->constraints()[1];
  CHECK(rod.name == "arod1_");
  CHECK(p.model->constraints()[2].name == "brod1");
  CHECK(rod.type == ConstraintType::kCosserat);
  CHECK(p.model->bodies()[rod.body_a].name == "aB_first");
  CHECK(p.model->bodies()[rod.body_b].name == "aB_last");
  CHECK(rod.X_AP.translation().isApprox(Vector3d(0.1, 0, 0), 1e-15));
  CHECK(rod.cosserat.stiffness[3] == 0);  // No twist.
  CHECK(rod.cosserat.stiffness[4] > 0);
}

}  // namespace
}  // namespace tactus::multibody::mjcf
