#include "tactus/apps/models/contact_overrides.h"

#include <limits>
#include <memory>
#include <sstream>

#include <catch2/catch.hpp>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"

namespace tactus::apps {
namespace {

using contact::Material;
using multibody::Model;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr const char* kFile = R"(
<mujoco>
  <option gravity="0 0 -5"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="shoulder" axis="0 1 0" range="-90 90" damping="0.5"/>
      <joint name="slide" type="slide" axis="1 0 0"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.4"/>
      <body name="hand" pos="0 0 -0.4">
        <joint name="wrist" axis="0 1 0"/>
        <geom type="box" size="0.05 0.05 0.05"/>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="ball" body2="hand"/></contact>
  <actuator><motor name="m" joint="shoulder"/></actuator>
  <equality><joint name="e" joint1="slide" joint2="wrist"/></equality>
  <keyframe>
    <key name="up" qpos="0 0 3 1 0 0 0 1 0.1 0.2"
         qvel="1 2 3 4 5 6 7 8 9" ctrl="0.5"/>
  </keyframe>
</mujoco>)";

std::shared_ptr<const Model> MakeModel() {
  multibody::ModelBuilder builder;
  ParseMjcf(kFile, "test.xml", {}, &builder);
  return std::move(builder).Build();
}

TEST_CASE("Override: a rigid and a soft surface -> the contact asked for") {
  ContactOverrides overrides;
  overrides.stiffness = 1e4;
  overrides.dissipation = 20;
  overrides.static_friction = 0.7;
  overrides.dynamic_friction = 0.6;
  overrides.stiction_velocity = 1e-2;
  overrides.restitution = 0.3;
  Material rigid, soft;
  rigid.stiffness = kInfinity;
  soft.stiffness = 10;
  soft.dissipation = 3;
  soft.friction_rule = Material::FrictionRule::kMaximum;
  const contact::PairMaterial pair =
      Combine(Override(overrides, rigid), Override(overrides, soft));
  CHECK(pair.stiffness == Approx(1e4));
  CHECK(pair.dissipation == Approx(20));
  CHECK(pair.static_friction == Approx(0.7));
  CHECK(pair.dynamic_friction == Approx(0.6));
  CHECK(pair.stiction_velocity == 1e-2);
  CHECK(pair.restitution == 0.3);
}

TEST_CASE("Override: dissipation alone -> the rest of the material stays") {
  Material material;
  material.stiffness = 123;
  material.static_friction = 0.9;
  ContactOverrides overrides;
  CHECK(overrides.empty());
  overrides.dissipation = 7;
  CHECK_FALSE(overrides.empty());
  const Material changed = Override(overrides, material);
  CHECK(changed.stiffness == 123);
  CHECK(changed.static_friction == 0.9);
  CHECK(changed.dissipation == 7);
}

TEST_CASE("Override: friction of surfaces with condim 1 -> acts between them") {
  Material ice;
  ice.condim = 1;
  CHECK(Combine(ice, ice).static_friction == 0);
  ContactOverrides overrides;
  overrides.static_friction = overrides.dynamic_friction = 0.4;
  const Material sanded = Override(overrides, ice);
  CHECK(Combine(sanded, sanded).static_friction == Approx(0.4));
}

TEST_CASE("WarnOfIdleOverrides: methods without springs -> a line each") {
  const auto warn = [](const ContactOverrides& overrides, const char* method) {
    std::ostringstream out;
    WarnOfIdleOverrides(overrides, method, out);
    return out.str();
  };
  ContactOverrides overrides;
  overrides.static_friction = overrides.restitution = 0.5;
  CHECK(warn(overrides, "cond").empty());
  overrides.stiffness = 1e5;
  overrides.stiction_velocity = 1e-3;
  for (const char* method : {"apgd", "comfree", "cond", "dojo", "pgs"}) {
    const std::string said = warn(overrides, method);
    CHECK_THAT(said, Catch::Contains("--contact-stiffness has no effect"));
    CHECK_THAT(said, Catch::Contains("--stiction-velocity has no effect"));
    CHECK_THAT(said, !Catch::Contains("--contact-dissipation"));
  }
  for (const char* method : {"cenic", "icf", "rk3"})
    CHECK(warn(overrides, method).empty());
}

TEST_CASE("WithOverrides: a pair with its own friction -> overridden, too") {
  multibody::ModelBuilder builder;
  ParseMjcf(R"(<mujoco><worldbody><geom name="floor" type="plane"
      size="1 1 1"/><body><freejoint/><geom name="box" size=".1"/></body>
      </worldbody><contact><pair geom1="box" geom2="floor" friction="1 1"/>
      </contact></mujoco>)",
            "test.xml", {}, &builder);
  const auto model = std::move(builder).Build();
  ContactOverrides overrides;
  overrides.static_friction = overrides.dynamic_friction = 0.25;
  const auto changed = WithOverrides(*model, overrides);
  REQUIRE(changed->geometry_pairs().size() == 1);
  const contact::GeometryPair& pair = changed->geometry_pairs()[0];
  const contact::PairMaterial both = Combine(pair.material_a, pair.material_b);
  CHECK(both.static_friction == 0.25);
  CHECK(both.dynamic_friction == 0.25);
  CHECK(model->geometry_pairs()[0].material_a.static_friction == 1);
}

TEST_CASE("WithOverrides: an elastic body -> its surface overridden, too") {
  multibody::ModelBuilder builder;
  ParseMjcf(R"(<mujoco><worldbody><flexcomp name="soft" type="grid" dim="3"
      count="2 2 2" spacing=".1 .1 .1" mass="1"><elasticity young="1e5"/>
      </flexcomp></worldbody></mujoco>)",
            "test.xml", {}, &builder);
  ContactOverrides overrides;
  overrides.static_friction = overrides.dynamic_friction = 0.25;
  const auto changed = WithOverrides(*std::move(builder).Build(), overrides);
  REQUIRE(changed->elastic_bodies().size() == 1);
  CHECK(changed->elastic_bodies()[0].material.static_friction == 0.25);
}

TEST_CASE("WithOverrides: friction -> the same model but for its friction") {
  const auto model = MakeModel();
  ContactOverrides overrides;
  overrides.static_friction = overrides.dynamic_friction = 0.25;
  const auto changed = WithOverrides(*model, overrides);

  REQUIRE(changed->num_bodies() == model->num_bodies());
  for (int i = 0; i < model->num_bodies(); ++i) {
    const multibody::Body &a = model->bodies()[i], &b = changed->bodies()[i];
    CHECK(a.name == b.name);
    CHECK(a.inertia.mass == b.inertia.mass);
    CHECK(a.is_virtual == b.is_virtual);
    CHECK(a.tree == b.tree);
  }
  REQUIRE(changed->joints().size() == model->joints().size());
  for (std::size_t i = 0; i < model->joints().size(); ++i) {
    const multibody::Joint &a = model->joints()[i], &b = changed->joints()[i];
    CHECK(a.name == b.name);
    CHECK(a.type == b.type);
    CHECK(a.upper == b.upper);
    CHECK(a.damping == b.damping);
    CHECK(a.v_start == b.v_start);
  }
  CHECK(changed->default_positions().isApprox(model->default_positions()));
  CHECK(changed->gravity_W() == model->gravity_W());
  CHECK(changed->num_actuators() == 1);
  REQUIRE(changed->couplers().size() == 1);
  CHECK(changed->couplers()[0].joint_a == model->couplers()[0].joint_a);
  CHECK(changed->couplers()[0].joint_b == model->couplers()[0].joint_b);
  REQUIRE(changed->keyframes().size() == 1);
  CHECK(changed->keyframes()[0].q == model->keyframes()[0].q);
  CHECK(changed->keyframes()[0].v == model->keyframes()[0].v);
  CHECK(changed->keyframes()[0].u == model->keyframes()[0].u);
  CHECK(std::ranges::equal(changed->excluded_pairs(), model->excluded_pairs()));
  REQUIRE(changed->geometries().size() == model->geometries().size());
  for (std::size_t i = 0; i < model->geometries().size(); ++i) {
    const contact::Geometry& a = model->geometries()[i];
    const contact::Geometry& b = changed->geometries()[i];
    CHECK(a.name == b.name);
    CHECK(a.body == b.body);
    CHECK(b.material.static_friction == 0.25);
    CHECK(a.material.stiffness == b.material.stiffness);
  }
}

TEST_CASE("Overrides: a modulus -> fields for all but what is rigid") {
  using enum contact::Compliance::Kind;
  const auto touch = [](const contact::Shape& shape,
                        const contact::Material& material) {
    contact::Geometry geometry{
        .name = "g", .shape = shape, .material = material};
    Override({.modulus = 1e7}, &geometry);
    return geometry.material.compliance;
  };
  const contact::Shape ball = contact::Sphere{1}, ground = contact::HalfSpace{};
  CHECK(touch(ball, {}).kind == kCompliant);
  CHECK(touch(ball, {}).modulus == 1e7);
  CHECK(touch(ball, {.stiffness = kInfinity}).kind == kRigid);
  CHECK(touch(ball, {.compliance = {.kind = kRigid}}).kind == kRigid);
  CHECK(touch(ground, {}).kind == kRigid);
  const contact::Compliance mat =
      touch(ground, {.compliance = {.kind = kCompliant,
                                    .modulus = 1,
                                    .resolution_hint = 0.5,
                                    .slab_thickness = 0.1}});
  CHECK(mat.kind == kCompliant);
  CHECK(mat.modulus == 1e7);
  CHECK(mat.resolution_hint == 0.5);
  CHECK(mat.slab_thickness == 0.1);
}

TEST_CASE("Overrides: a modulus for a mesh that is open -> its hull's field") {
  // An octant with a dent in its slope, then without a part of that.
  contact::TriangleMesh mesh{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.3, 0.3, 0.3}},
      {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}}};
  const auto solid_of = [](const contact::TriangleMesh& surface) {
    contact::Geometry geometry{
        .name = "g",
        .shape = contact::ConvexMesh{std::make_shared<contact::ConvexHull>(
            std::make_shared<const contact::TriangleMesh>(surface))},
        .material = {}};
    Override({.modulus = 1e7}, &geometry);
    return std::get<contact::ConvexMesh>(geometry.shape).hull->solid();
  };
  std::ostringstream text;
  const auto before = spdlog::default_logger();
  spdlog::set_default_logger(std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text)));
  CHECK(solid_of(mesh) != nullptr);
  CHECK(text.str().empty());
  mesh.triangles.pop_back();
  CHECK(solid_of(mesh) == nullptr);
  spdlog::set_default_logger(before);
  CHECK_THAT(text.str(),
             Catch::Contains("'g' gets the pressure field of its hull: the "
                             "mesh is open at 3 edges"));
}

TEST_CASE("Overrides: a quadrature -> of what is soft, and of what is rigid") {
  using enum contact::Compliance::Quadrature;
  for (const auto kind : {contact::Compliance::Kind::kCompliant,
                          contact::Compliance::Kind::kRigid}) {
    contact::Geometry geometry{
        .name = "g",
        .shape = contact::Sphere{1},
        .material = {.compliance = {.kind = kind, .modulus = 1e5}}};
    Override({.stiffness = 1e5}, &geometry);
    CHECK(geometry.material.compliance.quadrature == kThreePoints);
    Override({.quadrature = kCentroid}, &geometry);
    CHECK(geometry.material.compliance.quadrature == kCentroid);
    Override({.stiffness = 1e5}, &geometry);
    CHECK(geometry.material.compliance.quadrature == kCentroid);
  }
}

TEST_CASE("Overrides: the contact model point -> no fields") {
  contact::Geometry geometry{
      .name = "g", .shape = contact::Sphere{1}, .material = {}};
  geometry.material.compliance = {.kind = contact::Compliance::Kind::kCompliant,
                                  .modulus = 1e5};
  for (const auto model :
       {ContactModel::kHydroelastic, ContactModel::kHydroelasticWithFallback}) {
    Override({.model = model}, &geometry);
    CHECK(geometry.material.compliance.modulus == 1e5);
  }
  Override({.model = ContactModel::kPoint}, &geometry);
  CHECK(geometry.material.compliance.kind == contact::Compliance::Kind::kPoint);
}

TEST_CASE(
    "RequireValid: overrides out of range -> refused by the option's name") {
  const auto check = [](ContactOverrides overrides, const char* option) {
    CHECK_THROWS_WITH(RequireValid(overrides), Catch::Contains(option));
  };
  CHECK_NOTHROW(RequireValid({}));
  CHECK_NOTHROW(RequireValid({.stiffness = 1,
                              .dissipation = 0,
                              .static_friction = 0,
                              .dynamic_friction = 0,
                              .stiction_velocity = 1e-9}));
  check({.modulus = 0}, "--hydroelastic");
  check({.modulus = kInfinity}, "--hydroelastic");
  check({.modulus = 1, .model = ContactModel::kPoint}, "--contact-model point");
  check({.stiffness = 0}, "--contact-stiffness");
  check({.stiffness = kInfinity}, "--contact-stiffness");
  check({.dissipation = -1}, "--contact-dissipation");
  check({.static_friction = -0.1}, "--friction");
  check({.static_friction = 0.5, .dynamic_friction = 0.6}, "--friction");
  check({.stiction_velocity = 0}, "--stiction-velocity");
  check({.restitution = -0.1}, "--restitution");
  check({.restitution = 1.1}, "--restitution");
}

}  // namespace
}  // namespace tactus::apps
