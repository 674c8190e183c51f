#include "tactus/multibody/importers/parsing/hydroelastic_properties.h"

#include "multibody/importers/sdf/parse_tools.h"
#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Kind = contact::Compliance::Kind;

contact::Compliance FromUrdf(const std::string& properties) {
  return test::ParseRobot(
             test::Link("a",
                        "<collision><geometry><box size='1 1 1'/></geometry>"
                        "<drake:proximity_properties>" +
                            properties +
                            "</drake:proximity_properties></collision>"))
      .geometry(0)
      .material.compliance;
}

contact::Compliance FromSdf(const std::string& properties) {
  return test::BuildModel(
             "<link name='a'><collision name='c'><geometry><box>"
             "<size>1 1 1</size></box></geometry>"
             "<drake:proximity_properties>" +
             properties + "</drake:proximity_properties></collision></link>")
      ->geometries()[0]
      .material.compliance;
}

TEST_CASE("Hydroelastic properties: URDF -> the compliance they describe") {
  const contact::Compliance soft = FromUrdf(
      "<drake:compliant_hydroelastic/>"
      "<drake:hydroelastic_modulus value='2e5'/>"
      "<drake:mesh_resolution_hint value='0.01'/>"
      "<drake:hydroelastic_slab_thickness value='0.1'/>");
  CHECK(soft.kind == Kind::kCompliant);
  CHECK(soft.modulus == 2e5);
  CHECK(soft.resolution_hint == 0.01);
  CHECK(soft.slab_thickness == 0.1);
  CHECK(FromUrdf("<drake:rigid_hydroelastic/>").kind == Kind::kRigid);
  CHECK(FromUrdf("<drake:soft_hydroelastic/>").modulus == 1e7);
  CHECK(FromUrdf("<drake:hydroelastic_modulus value='2e5'/>").kind ==
        Kind::kPoint);
}

TEST_CASE(
    "Hydroelastic properties: a modulus of what is not soft -> a notice") {
  const auto has_notice = [](const std::string& properties) {
    return test::ParseRobot(
               test::Link("a",
                          "<collision><geometry><box size='1 1 1'/></geometry>"
                          "<drake:proximity_properties>"
                          "<drake:hydroelastic_modulus value='2e5'/>" +
                              properties +
                              "</drake:proximity_properties></collision>"))
        .Says("it touches at points");
  };
  CHECK(has_notice(""));
  CHECK_FALSE(has_notice("<drake:compliant_hydroelastic/>"));
  CHECK_FALSE(has_notice("<drake:rigid_hydroelastic/>"));
}

TEST_CASE("Hydroelastic properties: SDF -> the compliance they describe") {
  const contact::Compliance soft = FromSdf(
      "<drake:compliant_hydroelastic/>"
      "<drake:hydroelastic_modulus>2e5</drake:hydroelastic_modulus>"
      "<drake:mesh_resolution_hint>0.01</drake:mesh_resolution_hint>");
  CHECK(soft.kind == Kind::kCompliant);
  CHECK(soft.modulus == 2e5);
  CHECK(soft.resolution_hint == 0.01);
  CHECK(FromSdf("<drake:rigid_hydroelastic/>").kind == Kind::kRigid);
  CHECK(FromSdf("").kind == Kind::kPoint);
}

TEST_CASE("Hydroelastic properties: impossible ones -> refused by name") {
  using Catch::Contains;
  CHECK_THROWS_WITH(FromUrdf("<drake:rigid_hydroelastic/>"
                             "<drake:compliant_hydroelastic/>"),
                    Contains("both rigid and compliant"));
  CHECK_THROWS_WITH(FromUrdf("<drake:compliant_hydroelastic/>"
                             "<drake:hydroelastic_modulus value='0'/>"),
                    Contains("modulus is not positive"));
  CHECK_THROWS_WITH(
      FromSdf("<drake:mesh_resolution_hint>-1</drake:mesh_resolution_hint>"),
      Contains("hint is not positive"));
}

}  // namespace
}  // namespace tactus::multibody
