#include "tactus/multibody/importers/mjcf/net_shapes.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;
using Edges = std::vector<std::pair<int, int>>;

XmlElement Flex(const std::string& attributes, const std::string& inside = "") {
  return ParseXml(
      "<flexcomp name='f' " + attributes + ">" + inside + "</flexcomp>",
      "m.xml");
}

std::optional<Net> NetOf(const XmlElement& element,
                         const std::filesystem::path& directory = {}) {
  ImportReport report;
  return ReadNet(element, {}, directory, &report);
}

std::string FailureOf(const std::string& attributes) {
  try {
    NetOf(Flex(attributes));
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("MJCF net: a sheet -> its cells cut from first to last corner") {
  const Net net = NetOf(Flex("count='3 2 1' spacing='.2 .1 1'")).value();
  REQUIRE(net.points.size() == 6);
  CHECK(net.points[0].isApprox(Vector3d(-0.2, -0.05, 0)));
  CHECK(net.points[1].isApprox(Vector3d(-0.2, 0.05, 0)));
  CHECK(net.points[4].isApprox(Vector3d(0.2, -0.05, 0)));
  CHECK(net.triangles == std::vector<std::array<int, 3>>{
                             {0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}});
  CHECK(net.edges == Edges{{0, 2},
                           {2, 3},
                           {0, 3},
                           {1, 3},
                           {0, 1},
                           {2, 4},
                           {4, 5},
                           {2, 5},
                           {3, 5}});
}

TEST_CASE("MJCF net: a square -> a grid of dim 2, whatever it says") {
  const char* const sizes = "count='3 2 1' spacing='.2 .1 1'";
  const Net grid = NetOf(Flex(sizes)).value();
  const Net square =
      NetOf(Flex(std::string("type='square' dim='3' ") + sizes)).value();
  CHECK(square.points == grid.points);
  CHECK(square.edges == grid.edges);
  CHECK(square.triangles == grid.triangles);
}

TEST_CASE("MJCF net: a disc -> squares as circles, cut outward") {
  // Of half side 1 m: MuJoCo's circles are then as wide as the squares.
  const Net disc =
      NetOf(Flex("type='disc' count='5 5 1' spacing='.5 .5 .5'")).value();
  const Net grid = NetOf(Flex("count='5 5 1' spacing='.5 .5 .5'")).value();
  REQUIRE(disc.points.size() == 25);
  for (int i = 0; i < 25; ++i) {
    const Vector3d& p = grid.points[i];
    CHECK(disc.points[i].norm() == Approx(p.cwiseAbs().maxCoeff()));
    CHECK(disc.points[i].cross(p).norm() < 1e-12);
    CHECK(disc.points[i].dot(p) >= 0);
  }
  // 16 cells, each cut through the corner that is nearest to the middle.
  REQUIRE(disc.triangles.size() == 32);
  for (const auto& triangle : disc.triangles) {
    const auto radius = [&](int k) {
      return disc.points[triangle[k]].norm();
    };
    const double least = std::min({radius(0), radius(1), radius(2)});
    const double most = std::max({radius(0), radius(1), radius(2)});
    CHECK(most - least == Approx(0.5));
    const Vector3d normal =
        (disc.points[triangle[1]] - disc.points[triangle[0]])
            .cross(disc.points[triangle[2]] - disc.points[triangle[0]]);
    CHECK(normal.z() > 0);
  }
  // As MuJoCo, of half side h circles of radius h^2.
  const Net wide =
      NetOf(Flex("type='disc' count='3 3 1' spacing='2 2 2'")).value();
  CHECK(wide.points[0].norm() == Approx(4));
  CHECK_THROWS_WITH(
      ReadPins(Flex("type='disc' count='3 3 1'", "<pin grid='0 0'/>"), wide),
      Contains("of the type grid alone"));
}

TEST_CASE("MJCF net: pins of a sheet -> by number, place and range") {
  const XmlElement flex = Flex("count='3 4 1' spacing='.1 .1 .1'",
                               "<pin id='1' grid='2 3'/>"
                               "<pin gridrange='0 2 1 3' range='8 9'/>");
  CHECK(ReadPins(flex, NetOf(flex).value()) ==
        std::set<int>{1, 2, 3, 6, 7, 8, 9, 11});
}

TEST_CASE("MJCF net: triangles of the file and of another -> edges once") {
  const Net direct =
      NetOf(Flex("type='direct' scale='2 2 2' point='0 0 0 1 0 0 "
                 "1 1 0 0 1 0' element='0 1 2 0 2 3'"))
          .value();
  CHECK(direct.points[2] == Vector3d(2, 2, 0));
  CHECK(direct.edges == Edges{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}});
  const test::TemporaryDirectory directory;
  std::ofstream(directory.path() / "s.obj")
      << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
  const Net file =
      NetOf(Flex("type='mesh' file='s.obj'"), directory.path()).value();
  CHECK(file.edges == direct.edges);
  CHECK(file.points[3] == Vector3d(0, 1, 0));
}

TEST_CASE("MJCF net: points in no element -> dropped, pins go by the file's") {
  const XmlElement flex = Flex(
      "type='direct' point='9 9 9 0 0 0 1 0 0 8 8 8 1 1 0' element='1 2 4'",
      "<pin id='0 4'/>");
  const Net net = NetOf(flex).value();
  REQUIRE(net.points.size() == 3);
  CHECK(net.points[2] == Vector3d(1, 1, 0));
  CHECK(net.edges == Edges{{0, 1}, {1, 2}, {0, 2}});
  CHECK(net.triangles == std::vector<std::array<int, 3>>{{0, 1, 2}});
  CHECK(ReadPins(flex, net) == std::set<int>{2});
}

TEST_CASE("MJCF net: other types and dims -> none") {
  for (const char* attributes :
       {"dim='3'", "type='circle'", "type='mesh' dim='1'"})
    CHECK_FALSE(NetOf(Flex(attributes)).has_value());
}

TEST_CASE("MJCF net: what cannot be -> refused with the reason") {
  CHECK_THAT(FailureOf("count='1 3 1'"),
             Contains("begins with two whole numbers above 1"));
  CHECK_THAT(FailureOf("count='200 200 1'"),
             Contains("makes more than 10000 points"));
  CHECK_THAT(FailureOf("count='2 2 1' spacing='1 0 1'"),
             Contains("'spacing' must be positive"));
  CHECK_THAT(FailureOf("type='direct' point='0 0 0 1 0 0 1 1 0' "
                       "element='0 1 1'"),
             Contains("joins a point to itself"));
  CHECK_THAT(FailureOf("type='direct' point='0 0 0 1 0 0 1 1 0' "
                       "element='0 1'"),
             Contains("needs a multiple of 3"));
  CHECK_THAT(FailureOf("type='direct' point='0 0 0 1 0 0 1 1 0' "
                       "element='0 1.5 2'"),
             Contains("names a point that is not there"));
  for (const char* dim : {"1", "2"})
    CHECK_THAT(FailureOf("type='direct' point='0 0 0' element='' dim='" +
                         std::string(dim) + "'"),
               Contains("has no elements"));
  CHECK_THAT(FailureOf("type='direct' scale='0 1 1' point='0 0 0 1 0 0' "
                       "element='0 1' dim='1'"),
             Contains("'scale' must be positive"));
  CHECK_THAT(FailureOf("type='mesh' file='none.obj'"), Contains("none.obj"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
