#include "tactus/multibody/plant/quantities/contact_wrench.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

/// Two bodies with shapes and one without, an anchored one, and the ground;
/// names that contain slashes.
std::shared_ptr<const Model> MakeScene() {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const auto add_shape = [&](int body, const char* name) {
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.1},
                         .material = {}});
  };
  const int a = builder.AddBody("a", inertia);
  const int ab = builder.AddBody("a/b", inertia);
  const int c = builder.AddBody("b/c", inertia);
  const int table = builder.AddBody("table", inertia);
  builder.AddBody("ghost", inertia);
  builder.AddJoint({.name = "t", .type = JointType::kWeld, .child = table});
  builder.ExcludePair(a, ab);
  add_shape(a, "a1");
  add_shape(0, "ground");
  add_shape(ab, "ab1");
  add_shape(a, "a2");
  add_shape(c, "c1");
  add_shape(table, "t1");
  return std::move(builder).Build();
}

TEST_CASE(
    "CalcContactWrench: two bodies, either way round -> about the second's "
    "origin") {
  const auto model = MakeScene();
  const int a = model->BodyIndex("a"), ab = model->BodyIndex("a/b");
  StepRecord record;
  record.p_WBo.assign(model->num_bodies(), Vector3d::Zero());
  record.p_WBo[a] = Vector3d(1, 0, 0);
  record.p_WBo[ab] = Vector3d(0, 2, 0);
  const auto add = [&](int geometry_a, int geometry_b, const Vector3d& p,
                       const Vector3d& f, const Vector3d& t) {
    record.contacts.points.push_back({.geometry_a = geometry_a,
                                      .geometry_b = geometry_b,
                                      .p_WC = p,
                                      .normal_W = Vector3d::UnitZ(),
                                      .force_B_W = f,
                                      .torque_B_W = t,
                                      .depth = 0.1,
                                      .v_AB_W = Vector3d::Zero()});
  };
  // a1 on ab1, ab1 on a2 (so a feels it), and the ground on a1.
  add(0, 2, {0, 0, 1}, {1, 2, 3}, {0.1, 0, 0});
  add(2, 3, {1, 1, 0}, {0, 0, 5}, {0, 0.2, 0});
  add(0, 1, {9, 9, 9}, {100, 100, 100}, Vector3d::Zero());
  Vector6d on_ab;
  on_ab.tail<3>() = Vector3d(1, 2, 3) - Vector3d(0, 0, 5);
  on_ab.head<3>() = Vector3d(0, -2, 1).cross(Vector3d(1, 2, 3)) -
                    Vector3d(1, -1, 0).cross(Vector3d(0, 0, 5)) +
                    Vector3d(0.1, -0.2, 0);
  CHECK((CalcContactWrench(*model, record, a, ab) - on_ab).norm() < 1e-14);
  // The opposite wrench, at another point.
  const Vector6d on_a = CalcContactWrench(*model, record, ab, a);
  CHECK(on_a.tail<3>() == -on_ab.tail<3>());
  CHECK((on_a.head<3>() + on_ab.head<3>() +
         (record.p_WBo[ab] - record.p_WBo[a]).cross(Vector3d(on_ab.tail<3>())))
            .norm() < 1e-14);
  CHECK(CalcContactWrench(*model, record, 0, a).tail<3>() ==
        Vector3d::Constant(-100));
  CHECK(CalcContactWrench(*model, record, 0, ab).norm() == 0);
}

TEST_CASE(
    "FindContactPairs: a model -> pairs with shapes, not both anchored or "
    "excluded") {
  const auto model = MakeScene();
  std::vector<std::string> pairs;
  for (const auto& [a, b] : FindContactPairs(*model)) {
    CHECK(a < b);
    pairs.push_back(model->bodies()[a].name + " " + model->bodies()[b].name);
  }
  std::ranges::sort(pairs);
  CHECK(pairs == std::vector<std::string>{"a b/c", "a/b b/c", "table a",
                                          "table a/b", "table b/c", "world a",
                                          "world a/b", "world b/c"});
}

TEST_CASE(
    "ParseContactName: names of bodies with slashes -> the pair, or none") {
  const auto model = MakeScene();
  const auto parse = [&](std::string_view name) {
    const auto pair = ParseContactName(*model, name);
    return pair ? model->bodies()[pair->first].name + " " +
                      model->bodies()[pair->second].name
                : "";
  };
  CHECK(parse("contact/world/a/wrench") == "world a");
  CHECK(parse("contact/a/world/wrench") == "a world");
  CHECK(parse("contact/a/b/b/c/wrench") == "a/b b/c");
  CHECK(parse("contact/a/b/c/wrench") == "a b/c");
  CHECK(parse("contact/a/a/wrench").empty());
  CHECK(parse("contact/a/nobody/wrench").empty());
  CHECK(parse("contact/wrench").empty());
  CHECK(parse("contact/a/wrench").empty());
  CHECK(parse("body/a/wrench").empty());
}

}  // namespace
}  // namespace tactus::multibody
