#include "tactus/multibody/importers/urdf/elements.h"

#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::urdf {
namespace {

XmlElement Parse(const std::string& xml) {
  return ParseXml(xml, "e.urdf");
}

TEST_CASE(
    "URDF elements: with and without Drake's prefix -> found by their name") {
  const XmlElement element =
      Parse("<a><drake:capsule/><mu value='2'/><drake:k value='3'/></a>");
  CHECK(Is(element.children[0], "capsule"));
  CHECK_FALSE(Is(element.children[0], "caps"));
  CHECK(FindChild(element, "capsule") == &element.children[0]);
  CHECK(FindChild(element, "box") == nullptr);
  double value = 7;
  CHECK_FALSE(ReadChildValue(element, "none", &value));
  CHECK(value == 7);
  CHECK((ReadChildValue(element, "mu", &value) && value == 2));
  CHECK((ReadChildValue(element, "k", &value) && value == 3));
  CHECK_THROWS_AS(ReadChildValue(element, "capsule", &value), ModelFileError);
}

// rpy = (90, 0, 90) degrees: first about fixed x, then about fixed z.
TEST_CASE("URDF elements: rpy -> rotations about fixed axes, roll first") {
  const XmlElement element = Parse(
      "<a><origin xyz='1 2 3' rpy='1.5707963267948966 0 1.5707963267948966'/>"
      "</a>");
  const RigidTransform X = ReadOrigin(element);
  CHECK(X.translation() == Vector3d(1, 2, 3));
  CHECK((X.linear() * Vector3d::UnitX() - Vector3d::UnitY()).norm() < 1e-15);
  CHECK((X.linear() * Vector3d::UnitY() - Vector3d::UnitZ()).norm() < 1e-15);
  const RigidTransform pitched = ReadPose(Parse("<a rpy='0 0.3 0'/>"));
  CHECK((pitched.linear() * Vector3d::UnitZ() -
         Vector3d(std::sin(0.3), 0, std::cos(0.3)))
            .norm() < 1e-15);
  CHECK(ReadOrigin(Parse("<a/>")).matrix() ==
        RigidTransform::Identity().matrix());
}

TEST_CASE("ReadBound: inf in several spellings, and numbers -> their values") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const XmlElement element =
      Parse("<a up='inf' down='-Infinity' plus='+INF' one='-1' bad='x'/>");
  double value = 5;
  CHECK_FALSE(ReadBound(element, "none", &value));
  CHECK(value == 5);
  CHECK((ReadBound(element, "up", &value) && value == kInfinity));
  CHECK((ReadBound(element, "down", &value) && value == -kInfinity));
  CHECK((ReadBound(element, "plus", &value) && value == kInfinity));
  CHECK((ReadBound(element, "one", &value) && value == -1));
  CHECK_THROWS_AS(ReadBound(element, "bad", &value), ModelFileError);
}

TEST_CASE("IsIgnored: drake_ignore true, false or absent -> for true alone") {
  CHECK(IsIgnored(Parse("<a drake_ignore='true'/>")));
  CHECK_FALSE(IsIgnored(Parse("<a drake_ignore='false'/>")));
  CHECK_FALSE(IsIgnored(Parse("<a/>")));
}

}  // namespace
}  // namespace tactus::multibody::urdf
