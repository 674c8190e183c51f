#include "tactus/multibody/importers/mjcf/cable_path.h"

#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

TEST_CASE("MJCF cable path: a helix -> lengths, frames that chain and turn") {
  const XmlElement element = ParseXml(
      "<composite type='cable' curve='cos(s) sin(s) s' size='.3 .2 3' "
      "count='20' offset='1 2 3'/>",
      "m.xml");
  const CablePath path = ReadCablePath(ReadComposite(element));
  REQUIRE(path.edges.size() == 19);
  CHECK(path.start.isApprox(Vector3d(1.2, 2, 3), 1e-15));
  Vector3d end = path.start;
  Quaterniond R = path.edges[0].R;
  for (std::size_t i = 0; i < path.edges.size(); ++i) {
    const CableEdge& edge = path.edges[i];
    R = R * edge.R_previous_edge;
    CHECK(R.angularDistance(edge.R) < 1e-14);
    end += edge.length * (edge.R * Vector3d::UnitX());
    // The least turn from x to x: about an axis across both.
    const Eigen::AngleAxisd turn(edge.R_previous_edge);
    if (i > 0) CHECK(std::abs(turn.axis().x()) < 1e-12);
  }
  // Three half turns later, 0.3 m above.
  CHECK(end.isApprox(Vector3d(0.8, 2, 3.3), 1e-14));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
