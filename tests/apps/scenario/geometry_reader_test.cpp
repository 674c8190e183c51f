#include "tactus/apps/scenario/geometry_reader.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

Matrix3d Rotation(const std::string& text) {
  return ReadTransform(ParseYaml("{rotation: " + text + "}")).linear();
}

TEST_CASE(
    "ReadTransform: roll, pitch, yaw -> about fixed axes, in this order") {
  CHECK((Rotation("!Rpy {deg: [90, 0, 0]}") * Vector3d::UnitY())
            .isApprox(Vector3d::UnitZ()));
  CHECK((Rotation("!Rpy {deg: [0, 90, 0]}") * Vector3d::UnitZ())
            .isApprox(Vector3d::UnitX()));
  CHECK((Rotation("!Rpy {deg: [0, 0, 90]}") * Vector3d::UnitX())
            .isApprox(Vector3d::UnitY()));
  // y to z by roll, then z to x by pitch, then x to y by yaw.
  CHECK((Rotation("!Rpy {deg: [90, 90, 90]}") * Vector3d::UnitY())
            .isApprox(Vector3d::UnitY()));
}

TEST_CASE("ReadTransform: !AngleAxis with an axis of length 3 -> normalised") {
  CHECK((Rotation("!AngleAxis {angle_deg: 90, axis: [0, 0, 3]}") *
         Vector3d::UnitX())
            .isApprox(Vector3d::UnitY()));
}

TEST_CASE("ReadFramePose: base_frame, or none -> that frame, or the world") {
  const FramePose pose = ReadFramePose(
      ParseYaml("{base_frame: arm::hand, translation: [1, 2, 3]}"));
  CHECK(pose.base_frame == "arm::hand");
  CHECK(pose.X_EF.translation() == Vector3d(1, 2, 3));
  CHECK(pose.X_EF.linear() == Matrix3d::Identity());
  CHECK(ReadFramePose(ParseYaml("{}")).base_frame == "world");
}

TEST_CASE("ReadTransform: wrong sizes, tags, keys, a zero axis -> refused") {
  const auto refused = [](const std::string& text) {
    return RefusalOf([&] { ReadTransform(ParseYaml(text)); });
  };
  CHECK(refused("{translation: [1, 2]}") == "1:15: expected 3 numbers, not 2");
  CHECK_THAT(refused("{rotation: [1, 2, 3]}"),
             Catch::StartsWith("1:12: expected a rotation, !Rpy"));
  CHECK_THAT(refused("{rotation: !Uniform {}}"),
             Catch::StartsWith("1:12: expected a rotation, !Rpy"));
  CHECK(refused("{rotation: !AngleAxis {angle_deg: 9, axis: [0, 0, 0]}}") ==
        "1:44: the axis is zero");
  CHECK(refused("{rotation: !Rpy {degrees: [1, 2, 3]}}") ==
        "1:12: key 'deg' is missing");
  CHECK(refused("{base_frame: world}") ==
        "1:2: unknown key 'base_frame'; there are: 'rotation', 'translation'");
}

TEST_CASE("ReadShape: whole lengths -> half lengths, wrong ones refused") {
  const auto read = [](const std::string& text) {
    return ReadShape(ParseYaml(text));
  };
  CHECK(std::get<contact::Sphere>(read("{sphere: {radius: 2}}")).radius == 2);
  CHECK(std::get<contact::Box>(read("{box: {size: [2, 4, 6]}}")).half_extents ==
        Vector3d(1, 2, 3));
  const auto capsule =
      std::get<contact::Capsule>(read("{capsule: {radius: 1, length: 6}}"));
  CHECK(capsule.radius == 1);
  CHECK(capsule.half_length == 3);
  CHECK(std::get<contact::Cylinder>(read("{cylinder: {radius: 1, length: 4}}"))
            .half_length == 2);
  CHECK(std::get<contact::Ellipsoid>(read("{ellipsoid: {radii: [1, 2, 3]}}"))
            .radii == Vector3d(1, 2, 3));
  CHECK(std::holds_alternative<contact::HalfSpace>(read("{half_space: {}}")));

  const auto refused = [&](const std::string& text) {
    return RefusalOf([&] { read(text); });
  };
  CHECK(refused("{cube: {}}") ==
        "1:2: unknown key 'cube'; there are: 'box', 'capsule', 'cylinder', "
        "'ellipsoid', 'half_space', 'sphere'");
  CHECK(refused("{sphere: {radius: 0}}") ==
        "1:19: expected a positive number, not '0'");
  CHECK(refused("{box: {size: [1, -1, 1]}}") == "1:14: sizes must be positive");
  CHECK_THAT(refused("{sphere: {radius: 1}, box: {size: [1, 1, 1]}}"),
             Catch::Contains("exclude each other"));
}

TEST_CASE("ReadSurface: a grain -> its direction and ratio, or what is wrong") {
  const auto apply = [](const std::string& text) {
    YamlMap map(ParseYaml(text));
    contact::Material material;
    Apply(ReadSurface(&map), &material);
    map.Finish();
    return material;
  };
  const contact::Material wood =
      apply("{grain: {direction: [0, 2, 1], cross_friction_ratio: 0.5}}");
  CHECK(wood.cross_friction_ratio == 0.5);
  CHECK(wood.grain_G == Vector3d(0, 2, 1));
  CHECK(wood.dynamic_friction == contact::Material().dynamic_friction);
  CHECK(apply("{friction: 0.7}").cross_friction_ratio == 1);

  const auto refused = [&](const std::string& text) {
    return RefusalOf([&] { apply(text); });
  };
  CHECK(refused("{grain: {direction: [1, 0, 0]}}") ==
        "1:9: key 'cross_friction_ratio' is missing");
  CHECK(refused("{grain: {cross_friction_ratio: 2}}") ==
        "1:9: key 'direction' is missing");
  CHECK(refused("{grain: {direction: [0, 0, 0], cross_friction_ratio: 2}}") ==
        "1:21: the grain has no direction");
  CHECK(refused("{grain: {direction: [1, 0, 0], cross_friction_ratio: 0}}") ==
        "1:54: expected a positive number, not '0'");
  CHECK_THAT(refused("{grain: {direction: [1, 0, 0], cross_friction_ratio: 2, "
                     "angle: 1}}"),
             Catch::StartsWith("1:57: unknown key 'angle'"));
}

TEST_CASE("ReadSurface: some properties -> those alone, wrong ones refused") {
  const auto apply = [](const std::string& text) {
    YamlMap map(ParseYaml(text));
    contact::Material material;
    material.condim = 1;
    Apply(ReadSurface(&map), &material);
    map.Finish();
    return material;
  };
  const contact::Material all = apply(
      "{stiffness: .inf, dissipation: 3, friction: [0.8, 0.6], "
      "stiction_velocity: 1e-3, restitution: 0.4}");
  CHECK(all.restitution == 0.4);
  CHECK(all.stiffness > 1e300);
  CHECK(all.dissipation == 3);
  CHECK(all.static_friction == 0.8);
  CHECK(all.dynamic_friction == 0.6);
  CHECK(all.stiction_velocity == 1e-3);
  CHECK(all.condim == 3);
  const contact::Material one = apply("{friction: 0.7}");
  CHECK(one.static_friction == 0.7);
  CHECK(one.dynamic_friction == 0.7);
  CHECK(one.stiffness == contact::Material().stiffness);
  CHECK(apply("{dissipation: 1}").condim == 1);

  const auto refused = [&](const std::string& text) {
    return RefusalOf([&] { apply(text); });
  };
  CHECK(refused("{friction: [0.5, 0.6]}") ==
        "1:12: dynamic friction must not exceed static friction");
  CHECK(refused("{friction: -1}") == "1:12: friction must not be negative");
  CHECK(refused("{stiffness: 0}") == "1:13: a stiffness must be positive");
  CHECK(refused("{restitution: 1.5}") ==
        "1:15: a coefficient of restitution must be from 0 to 1");
  CHECK(refused("{modulus: 0}") == "1:11: a modulus must be positive");

  using Kind = contact::Compliance::Kind;
  const contact::Compliance soft =
      apply("{modulus: 1e6, resolution_hint: 0.01, slab_thickness: 0.02}")
          .compliance;
  CHECK(soft.kind == Kind::kCompliant);
  CHECK(soft.modulus == 1e6);
  CHECK(soft.resolution_hint == 0.01);
  CHECK(soft.slab_thickness == 0.02);
  CHECK(apply("{modulus: .inf}").compliance.kind == Kind::kRigid);
  CHECK(one.compliance.kind == Kind::kPoint);
}

}  // namespace
}  // namespace tactus::apps
