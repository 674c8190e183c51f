#include "tactus/multibody/importers/mjcf/orientation.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;

// Columns: the axes of B in P.
Matrix3d Rotation(const std::string& attributes,
                  const CompilerSettings& compiler = {}) {
  const auto R = FindOrientation(
      ParseXml("<body " + attributes + "/>", "m.xml"), compiler);
  REQUIRE(R.has_value());
  CHECK(R->norm() == Approx(1).epsilon(1e-15));
  return R->toRotationMatrix();
}

std::string Failure(const std::string& attributes) {
  try {
    FindOrientation(ParseXml("<body " + attributes + "/>", "m.xml"), {});
  } catch (const ModelFileError& error) {
    return error.what();
  }
  return "";
}

bool Same(const Matrix3d& a, const Matrix3d& b) {
  return (a - b).cwiseAbs().maxCoeff() < 1e-15;
}

Matrix3d TurnX(double degrees) {
  const double c = std::cos(degrees * M_PI / 180);
  const double s = std::sin(degrees * M_PI / 180);
  return (Matrix3d() << 1, 0, 0, 0, c, -s, 0, s, c).finished();
}

Matrix3d TurnZ(double degrees) {
  const double c = std::cos(degrees * M_PI / 180);
  const double s = std::sin(degrees * M_PI / 180);
  return (Matrix3d() << c, -s, 0, s, c, 0, 0, 0, 1).finished();
}

TEST_CASE("MJCF orientation: no attribute of it -> none") {
  CHECK_FALSE(FindOrientation(ParseXml("<body pos='1 2 3'/>", "m.xml"), {})
                  .has_value());
}

TEST_CASE(
    "MJCF orientation: a quarter turn about z in every form -> the same") {
  const Matrix3d expected = TurnZ(90);
  CHECK(Same(Rotation("quat='1 0 0 1'"), expected));
  CHECK(Same(Rotation("quat='-3 0 0 -3'"), expected));
  CHECK(Same(Rotation("quat='1e300 0 0 1e300'"), expected));
  CHECK(Same(Rotation("axisangle='0 0 2 90'"), expected));
  CHECK(Same(Rotation("euler='0 0 90'"), expected));
  CHECK(Same(Rotation("xyaxes='0 3 0 -2 5 0'"), expected));
  CompilerSettings radian;
  radian.degrees = false;
  CHECK(Same(Rotation("axisangle='0 0 -1 -1.5707963267948966'", radian),
             expected));
  CHECK(Same(Rotation("euler='0 0 1.5707963267948966'", radian), expected));
}

TEST_CASE("MJCF orientation: eulerseq -> its axes, fixed or turning along") {
  CompilerSettings compiler;
  CHECK(Same(Rotation("euler='30 0 50'", compiler), TurnX(30) * TurnZ(50)));
  compiler.euler_sequence = "zxz";
  CHECK(Same(Rotation("euler='10 20 30'", compiler),
             TurnZ(10) * TurnX(20) * TurnZ(30)));
  compiler.euler_sequence = "XYZ";
  CHECK(Same(Rotation("euler='30 0 50'", compiler), TurnZ(50) * TurnX(30)));
  compiler.euler_sequence = "zXx";
  CHECK(Same(Rotation("euler='10 20 30'", compiler),
             TurnX(20) * TurnZ(10) * TurnX(30)));
}

TEST_CASE("MJCF orientation: zaxis -> the least turn to it") {
  const Matrix3d to_x = Rotation("zaxis='2 0 0'");
  CHECK(Same(to_x, (Matrix3d() << 0, 0, 1, 0, 1, 0, -1, 0, 0).finished()));
  CHECK(Same(Rotation("zaxis='0 0 5'"), Matrix3d::Identity()));
  CHECK(Same(Rotation("zaxis='0 0 -5'"), TurnX(180)));
  CHECK(Same(Rotation("zaxis='0 1 0'"), TurnX(-90)));
  CHECK(Same(TurnZAxisTo({0, 3, 0}).toRotationMatrix(), TurnX(-90)));
}

TEST_CASE(
    "MJCF orientation: forms without a direction, or two forms -> refused") {
  CHECK_THAT(Failure("quat='0 0 0 0'"), Contains("'quat' is zero"));
  CHECK_THAT(Failure("quat='1 0 0'"), Contains("needs 4 numbers"));
  CHECK_THAT(Failure("axisangle='0 0 0 1'"), Contains("has no direction"));
  CHECK_THAT(Failure("zaxis='0 0 0'"), Contains("has no direction"));
  CHECK_THAT(Failure("xyaxes='1 0 0 2 0 0'"), Contains("has no direction"));
  CHECK_THAT(Failure("xyaxes='0 0 0 1 0 0'"), Contains("has no direction"));
  CHECK_THAT(Failure("xyaxes='1 0 0'"), Contains("needs 6 numbers"));
  CHECK_THAT(Failure("euler='1 0'"), Contains("needs 3 numbers"));
  CHECK_THAT(Failure("quat='1 0 0 0' euler='0 0 0'"),
             Contains("both 'quat' and 'euler'"));
}

TEST_CASE("ReadPose: quat or pos alone -> the other is kept") {
  RigidTransform X(Eigen::Translation3d(1, 2, 3));
  ReadPose(ParseXml("<body quat='1 0 0 1'/>", "m"), {}, &X);
  CHECK(X.translation() == Vector3d(1, 2, 3));
  CHECK(Same(X.linear(), TurnZ(90)));
  ReadPose(ParseXml("<body pos='4 5 6'/>", "m"), {}, &X);
  CHECK(X.translation() == Vector3d(4, 5, 6));
  CHECK(Same(X.linear(), TurnZ(90)));
}

// As MuJoCo 2.2.2 orders them.
TEST_CASE("ReadPose: forms in two layers -> the strongest form, not the last") {
  const auto turn = [](const std::string& standard, const std::string& own) {
    const XmlElement layers[] = {ParseXml("<geom " + standard + "/>", "m.xml"),
                                 ParseXml("<geom " + own + "/>", "m.xml")};
    RigidTransform X = RigidTransform::Identity();
    ReadPose({&layers[0], &layers[1]}, {}, &X);
    return Matrix3d(X.linear());
  };
  const std::string forms[] = {"quat='0 1 0 0'", "axisangle='0 0 1 90'",
                               "xyaxes='0 1 0 0 0 1'", "zaxis='0 1 0'",
                               "euler='180 0 0'"};
  for (int weak = 0; weak < 5; ++weak) {
    for (int strong = weak + 1; strong < 5; ++strong) {
      CHECK(turn(forms[weak], forms[strong]) == Rotation(forms[strong]));
      CHECK(turn(forms[strong], forms[weak]) == Rotation(forms[strong]));
    }
  }
  CHECK(turn("euler='0 0 90'", "euler='90 0 0'") == Rotation("euler='90 0 0'"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
