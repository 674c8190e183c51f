#include "tactus/apps/models/plausibility.h"

#include <memory>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using Catch::Contains;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::SpatialInertia;

contact::Geometry MakeSphere(const std::string& name, int body, double radius,
                             const Vector3d& p = Vector3d::Zero()) {
  contact::Geometry geometry;
  geometry.name = name;
  geometry.body = body;
  geometry.shape = contact::Sphere{radius};
  geometry.X_BG.translation() = p;
  return geometry;
}

SpatialInertia MakeInertia(double mass, double gyration) {
  return {.mass = mass,
          .I_Bcm = mass * gyration * gyration * Matrix3d::Identity()};
}

// What is said of one free body with a sphere of radius 0.1 m around Bo.
std::vector<Implausibility> DoubtsAbout(const SpatialInertia& inertia) {
  ModelBuilder builder;
  const int body = builder.AddBody("b", inertia);
  builder.AddGeometry(MakeSphere("s", body, 0.1));
  return FindDoubts(*std::move(builder).Build());
}

TEST_CASE("FindDoubts: a solid ball -> none") {
  CHECK(DoubtsAbout(MakeInertia(4, std::sqrt(0.4) * 0.1)).empty());
}

TEST_CASE(
    "FindDoubts: inertia, mass unlike the geometry's -> told with values") {
  const auto large = DoubtsAbout(MakeInertia(4, 1));
  REQUIRE(large.size() == 1);
  CHECK_THAT(large[0].what, Contains("radius of gyration of 1 m"));

  const auto small = DoubtsAbout(MakeInertia(4, 1e-4));
  REQUIRE(small.size() == 1);
  CHECK_THAT(small[0].what, Contains("little for geometry"));

  // 0.008 m^3 at 23000 kg/m^3 are 184 kg.
  CHECK(DoubtsAbout(MakeInertia(183, 0.06)).empty());
  const auto dense = DoubtsAbout(MakeInertia(185, 0.06));
  REQUIRE(dense.size() == 1);
  CHECK_THAT(dense[0].what, Contains("osmium"));

  SpatialInertia far = MakeInertia(4, 0.06);
  far.p_BoBcm = Vector3d(0, 0.5, 0);
  const auto away = DoubtsAbout(far);
  REQUIRE(away.size() == 1);
  CHECK_THAT(away[0].what, Contains("is 0.4 m away from its geometry"));
}

TEST_CASE(
    "FindDoubts: a link that carries 1100 times its mass -> told, 900 not") {
  for (const double load : {900.0, 1100.0}) {
    ModelBuilder builder;
    const int light = builder.AddBody("light", MakeInertia(1, 1));
    const int heavy = builder.AddBody("heavy", MakeInertia(load, 1));
    builder.AddJoint({.name = "i",
                      .type = JointType::kRevolute,
                      .parent = 0,
                      .child = light});
    builder.AddJoint({.name = "j",
                      .type = JointType::kRevolute,
                      .parent = light,
                      .child = heavy});
    const auto doubts = FindDoubts(*std::move(builder).Build());
    REQUIRE(doubts.size() == (load > 1000 ? 1 : 0));
    if (load > 1000) {
      CHECK(doubts[0].what ==
            "body 'light' of 1 kg carries 1.1e+03 kg, 1100 times its mass");
    }
  }
}

TEST_CASE("FindDoubts: a start outside of limits -> told by the joint") {
  ModelBuilder builder;
  const int body = builder.AddBody("b", MakeInertia(1, 1));
  builder.AddJoint({.name = "j",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .lower = 0.5,
                    .upper = 1});
  const auto doubts = FindDoubts(*std::move(builder).Build());
  REQUIRE(doubts.size() == 1);
  CHECK_THAT(doubts[0].what, Contains("joint 'j' starts at 0"));
}

TEST_CASE("FindOverlaps: spheres that overlap -> their depths, deepest first") {
  ModelBuilder builder;
  const int a = builder.AddBody("a", MakeInertia(1, 0.1));
  const int b = builder.AddBody("b", MakeInertia(1, 0.1));
  const int c = builder.AddBody("c", MakeInertia(1, 0.1));
  builder.AddGeometry(MakeSphere("sa", a, 1));
  builder.AddGeometry(MakeSphere("sb", b, 1, Vector3d(1.9, 0, 0)));
  builder.AddGeometry(MakeSphere("sc", c, 1, Vector3d(0, 1.5, 0)));
  const auto model = std::move(builder).Build();
  const auto overlaps = FindOverlaps(*model, model->default_positions());
  REQUIRE(overlaps.size() == 2);
  CHECK(overlaps[0].body_b == "c");
  CHECK(overlaps[0].depth == Approx(0.5));
  CHECK(overlaps[1].geometry_a == "sa");
  CHECK(overlaps[1].geometry_b == "sb");
  CHECK(overlaps[1].depth == Approx(0.1));
}

}  // namespace
}  // namespace tactus::apps
