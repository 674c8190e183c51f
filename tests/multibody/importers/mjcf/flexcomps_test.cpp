#include "tactus/multibody/importers/mjcf/flexcomps.h"

#include <cmath>
#include <string>
#include <utility>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parsed;
using test::ParseWorld;

const std::string kSolid =
    "<elasticity young='1e5' poisson='.2' damping='.01'/>";

std::string Flex(const std::string& attributes,
                 const std::string& inside = kSolid) {
  return "<flexcomp name='f' " + attributes + ">" + inside + "</flexcomp>";
}

const std::string kGrid =
    "type='grid' dim='3' count='3 2 4' spacing='.1 .2 .3' ";

// The only one of a file that leaves nothing out.
const ElasticBody& OnlyOf(const Parsed& p) {
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->elastic_bodies().size() == 1);
  return p.model->elastic_bodies()[0];
}

std::string ObstacleOf(const std::string& attributes,
                       const std::string& inside = kSolid) {
  const Parsed p = ParseWorld(Flex(attributes, inside));
  CHECK(p.model->elastic_bodies().empty());
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK(p.report.notices()[0].severity == Notice::Severity::kDropped);
  return p.report.notices()[0].message;
}

TEST_CASE("MJCF flexcomp: a grid of dim 3 -> an elastic body of its mass") {
  const Parsed p = ParseWorld(
      Flex(kGrid + "mass='3' radius='.004' pos='1 2 3' euler='0 0 90'"));
  const ElasticBody& body = OnlyOf(p);
  CHECK(body.name == "f");
  CHECK(body.skin == 0.004);
  CHECK(body.base == 0);
  CHECK(body.self_contact);
  CHECK(body.attachments.empty());
  const ElasticMaterial& material = body.solid->material();
  CHECK(material.youngs_modulus == 1e5);
  CHECK(material.poissons_ratio == 0.2);
  CHECK(material.damping == 0.01);
  CHECK(body.solid->masses().sum() == Approx(3));
  REQUIRE(body.solid->num_nodes() == 24);
  // The first, (-.1, -.1, -.45), turned by a right angle about z.
  const VectorXd q = p.model->default_positions();
  CHECK((q.segment<3>(body.q_start) - Vector3d(1.1, 1.9, 2.55)).norm() < 1e-12);
}

TEST_CASE("MJCF flexcomp: pins -> nodes held by the body around it") {
  const Parsed p = ParseWorld(
      "<body name='b' pos='0 0 1'><freejoint/><geom size='.1' mass='2'/>" +
      Flex(kGrid + "pos='.5 0 0'", kSolid +
                                       "<pin id='3' range='20 21' grid='1 0 2' "
                                       "gridrange='2 0 0 2 1 1'/>") +
      "</body>");
  const ElasticBody& body = OnlyOf(p);
  const int b = p.model->BodyIndex("b");
  CHECK(body.base == b);
  std::vector<int> nodes;
  for (const NodeAttachment& attachment : body.attachments) {
    nodes.push_back(attachment.node);
    CHECK(attachment.body == b);
    const Vector3d p_BN =
        body.solid->mesh().nodes[attachment.node] + Vector3d(0.5, 0, 0);
    CHECK(attachment.p_BN.isApprox(p_BN));
  }
  CHECK(nodes == std::vector<int>{3, 10, 16, 17, 20, 21});
}

TEST_CASE(
    "MJCF flexcomp: box, cylinder, ellipsoid, direct -> their tetrahedra") {
  for (const char* type : {"box", "cylinder", "ellipsoid"}) {
    const Parsed p = ParseWorld(Flex("type='" + std::string(type) +
                                     "' count='4 4 4' spacing='.1 .1 .1'"));
    CHECK(OnlyOf(p).solid->num_nodes() == 1 + 64 - 8);
    CHECK(OnlyOf(p).solid->masses().sum() == Approx(1));
  }
  // The second is inside out.
  const Parsed p = ParseWorld(
      Flex("type='direct' dim='3' point='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1' "
           "element='0 1 2 3 1 2 3 4' scale='2 1 1'"));
  const ElasticSolid& solid = *OnlyOf(p).solid;
  CHECK(solid.num_tetrahedra() == 2);
  CHECK(solid.mesh().nodes[1] == Vector3d(2, 0, 0));
  CHECK(CalcVolume(solid.mesh()) == Approx(2.0 / 6 + 2.0 / 3));
}

TEST_CASE("MJCF flexcomp: its contact -> material and self-contact") {
  const Parsed p = ParseWorld(
      Flex(kGrid + "mass='3'",
           kSolid + "<contact friction='.7' condim='4' selfcollide='none'/>"));
  REQUIRE(p.model->elastic_bodies().size() == 1);
  CHECK(p.report.CountPhysics() == 1);  // Of condim, as of geoms.
  const ElasticBody& body = p.model->elastic_bodies()[0];
  CHECK_FALSE(body.self_contact);
  CHECK(body.material.static_friction == 0.7);
  CHECK(body.material.condim == 4);
  // As stiff as a geom of its mass.
  const Parsed geom = ParseWorld(
      "<body name='b'><freejoint/><geom size='.1' mass='3'/></body>");
  CHECK(body.material.stiffness == Approx(geom.geometry(0).material.stiffness));
  const Parsed chosen = ParseWorld(
      Flex(kGrid, kSolid + "<contact contype='0' conaffinity='2'/>"));
  CHECK(chosen.report.CountPhysics() == 1);
}

TEST_CASE("MJCF flexcomp: one that may touch nothing -> no skin") {
  const Parsed ghost = ParseWorld(
      Flex(kGrid, kSolid + "<contact contype='0' conaffinity='0'/>"));
  CHECK(OnlyOf(ghost).skin == 0);
  CHECK(ghost.model->geometries().empty());
}

TEST_CASE("MJCF flexcomp: without a radius -> its contact is left out") {
  const Parsed p = ParseWorld(Flex(kGrid + "radius='0'"));
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK(p.report.notices()[0].severity == Notice::Severity::kDropped);
  CHECK_THAT(p.report.notices()[0].message, Contains("its radius is 0"));
  CHECK(p.model->elastic_bodies()[0].skin == 0);
}

TEST_CASE(
    "MJCF flexcomp: kinds that are not supported -> left out, and reported") {
  CHECK_THAT(ObstacleOf("count='3 3 1'"), Contains("cloth that no edges hold"));
  CHECK_THAT(ObstacleOf("type='box' dim='2'"),
             Contains("cloth that no edges hold"));
  CHECK_THAT(ObstacleOf("type='circle' dim='3'"),
             Contains("type 'circle' and dim 3 are left out"));
  CHECK_THAT(ObstacleOf("dim='1' count='3 1 1'"),
             Contains("a chain whose points nothing holds together"));
  CHECK_THAT(ObstacleOf("type='mesh' dim='1'"),
             Contains("type 'mesh' and dim 1 are left out"));
  CHECK_THAT(ObstacleOf("type='circle' rigid='true'"),
             Contains("rigid ones of type 'circle' and dim 2 are left out"));
  CHECK_THAT(ObstacleOf(kGrid + "dof='radial'"), Contains("by themselves"));
  CHECK_THAT(ObstacleOf(kGrid, ""), Contains("Young's modulus"));
  CHECK_THAT(ObstacleOf(kGrid, "<plugin/>" + kSolid), Contains("plugins"));
  const Parsed p =
      ParseWorld(Flex(kGrid, kSolid + "<edge damping='1'/><edge width='1'/>"));
  REQUIRE(p.report.CountPhysics() == 2);
  CHECK(p.report.notices()[0].message == "unknown attribute 'width'");
  CHECK_THAT(p.report.notices()[1].message, Contains("of edges, stiffness"));
}

TEST_CASE("MJCF flexcomp: mistakes -> refused at their lines") {
  const auto failure = [](const std::string& attributes,
                          const std::string& inside = kSolid) {
    return FailureOfWorld("\n" + Flex(attributes, inside));
  };
  CHECK_THAT(failure("dim='3' count='3 1 3'"), Contains("m.xml:2"));
  CHECK_THAT(failure("dim='3' count='3 2.5 3'"), Contains("all whole"));
  CHECK_THAT(failure("dim='3' count='10000 10000 10000'"),
             Contains("m.xml:2") && Contains("'count' makes 1000000000000 "
                                             "points, more than 1000000"));
  CHECK_THAT(failure("type='box' count='2000 2000 2'"),
             Contains("makes 8000001 points"));
  CHECK_THAT(failure("dim='3' spacing='1 0 1'"), Contains("positive"));
  CHECK_THAT(failure(kGrid + "mass='0'"), Contains("too small"));
  CHECK_THAT(failure(kGrid + "radius='-1'"), Contains("too small"));
  CHECK_THAT(failure(kGrid, "<elasticity young='1' poisson='.5'/>"),
             Contains("m.xml:2"));
  CHECK_THAT(failure(kGrid, kSolid + "<pin id='24'/>"), Contains("not there"));
  CHECK_THAT(failure(kGrid, kSolid + "<pin grid='0 2 0'/>"),
             Contains("not there"));
  CHECK_THAT(failure("type='box'", kSolid + "<pin grid='0 0 0'/>"),
             Contains("grid alone"));
  CHECK_THAT(failure("type='gmsh' file='nowhere.msh'"),
             Contains("nowhere.msh"));
  CHECK_THAT(failure("type='direct' dim='3' point='0 0 0' element='0 1 2 3'"),
             Contains("not there"));
}

}  // namespace
}  // namespace tactus::multibody
