// Rigid bodies on elastic ones whose nodes are farther apart than they are
// large: they touch faces and edges (contact/geometry/shapes_on_faces.h).
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>

#include "integrators/elastic_blocks.h"
#include "integrators/gravity.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ElasticSolid;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kSkin = 2e-3, kMass = 0.05, kRadius = 0.03;
constexpr double kTop = 0.05;  // Of the slab, without its skin [m].

contact::Material MakeMaterial(double friction) {
  contact::Material material;
  material.static_friction = material.dynamic_friction = friction;
  return material;
}

// 40 cm wide, of nodes 10 cm apart, its lower side held by the world; or free.
ElasticBody MakeSlab(double friction, bool is_held = true) {
  ElasticBody slab{
      .name = "slab",
      .solid = std::make_shared<ElasticSolid>(
          multibody::MakeBoxMesh({0.2, 0.2, kTop}, {4, 4, 1}),
          multibody::ElasticMaterial{
              .youngs_modulus = 1e6, .density = 1000, .damping = 0.01}),
      .skin = kSkin,
      .material = MakeMaterial(friction)};
  const auto& nodes = slab.solid->mesh().nodes;
  for (std::size_t i = 0; i < nodes.size() && is_held; ++i) {
    if (nodes[i].z() < 0)
      slab.attachments.push_back(
          {.node = static_cast<int>(i), .body = 0, .p_BN = nodes[i]});
  }
  return slab;
}

// Of 50 g, free.
void AddRigid(const contact::Shape& shape, double friction,
              ModelBuilder* builder) {
  const int body = builder->AddBody(
      "rigid",
      {.mass = kMass,
       .I_Bcm = Matrix3d::Identity() * (0.4 * kMass * kRadius * kRadius)});
  builder->AddJoint({.name = "rigid",
                     .type = multibody::JointType::kFloating,
                     .child = body});
  builder->AddGeometry({.name = "rigid",
                        .body = body,
                        .shape = shape,
                        .material = MakeMaterial(friction)});
}

/// The rigid body behind the slab's nodes, or before them.
struct OnSlab {
  explicit OnSlab(const contact::Shape& shape, double friction = 0.5,
                  bool is_held = true)
      : stepping([&] {
          ModelBuilder builder;
          if (!is_held) builder.set_gravity(Vector3d::Zero());
          AddRigid(shape, friction, &builder);
          builder.AddElasticBody(MakeSlab(friction, is_held));
          return std::move(builder).Build();
        }()) {
    const multibody::Joint& joint = stepping.model().joints()[0];
    q_start = joint.q_start;
    v_start = joint.v_start;
  }

  Eigen::Ref<Vector3d> place() { return stepping.q.segment<3>(q_start); }
  Eigen::Ref<Vector3d> spin() { return stepping.v.segment<3>(v_start); }
  Eigen::Ref<Vector3d> speed() { return stepping.v.segment<3>(v_start + 3); }
  const ElasticBody& slab() const {
    return stepping.model().elastic_bodies()[0];
  }
  // How deep, at most.
  double Run(StepFunction* function, double h, double duration) {
    double deepest = 0;
    const int count = static_cast<int>(std::lround(duration / h));
    for (int i = 0; i < count; ++i) {
      REQUIRE_FALSE(stepping.Step(function, h).report.failure);
      for (const contact::ContactPoint& point : stepping.problem().points)
        deepest = std::max(deepest, -point.phi0);
    }
    return deepest;
  }

  Stepping stepping;
  int q_start{}, v_start{};
};

std::unique_ptr<StepFunction> MakeCond() {
  return std::make_unique<CondStep>(CondOptions{.residual = 1e-8});
}

TEST_CASE("Rigid on elastic: a ball between nodes -> it rests on the face") {
  for (const double h : {1e-3, 5e-3}) {
    OnSlab on(contact::Sphere{kRadius});
    on.place() = Vector3d(0.05, 0.03, kTop + 0.1);
    const auto cond = MakeCond();
    CHECK(on.Run(cond.get(), h, 1) < 2e-4);
    CHECK(on.place().z() == Approx(kTop + kSkin + kRadius).margin(5e-4));
    CHECK(on.speed().z() == Approx(0).margin(1e-4));
  }
}

TEST_CASE("Rigid on elastic: small shapes at random -> none falls through") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const contact::Shape& shape : std::initializer_list<contact::Shape>{
           contact::Box{{0.03, 0.025, 0.02}}, contact::Capsule{0.015, 0.02},
           contact::Cylinder{0.02, 0.015},
           contact::Ellipsoid{{0.03, 0.02, 0.02}},
           contact::Box{{0.005, 0.005, 0.005}}}) {
    OnSlab on(shape);
    on.place() =
        Vector3d(0.08 * uniform(random), 0.08 * uniform(random), kTop + 0.08);
    on.stepping.q.segment<4>(on.q_start + 3) =
        Eigen::Vector4d(uniform(random), uniform(random), uniform(random),
                        uniform(random))
            .normalized();
    const auto cond = MakeCond();
    INFO(shape.index());
    CHECK(on.Run(cond.get(), 2e-3, 0.5) < 5e-4);
    CHECK(on.place().z() > kTop);
  }
}

// On nodes 1 cm apart: in a step they go sideways from above one face to
// beneath another.
TEST_CASE("Rigid on elastic: small balls at a slant -> none falls through") {
  constexpr double kBall = 0.0015, kHalf = 0.01;
  for (int i = 0; i < 12; ++i) {
    ModelBuilder builder;
    AddRigid(contact::Sphere{kBall}, 0.5, &builder);
    ElasticBody slab{
        .name = "slab",
        .solid = std::make_shared<ElasticSolid>(
            multibody::MakeBoxMesh({0.05, 0.02, kHalf}, {10, 4, 2}),
            multibody::ElasticMaterial{
                .youngs_modulus = 1e6, .density = 1000, .damping = 0.01}),
        .skin = 5e-4,
        .material = MakeMaterial(0.5)};
    const auto& nodes = slab.solid->mesh().nodes;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (nodes[k].z() < -0.9 * kHalf)
        slab.attachments.push_back(
            {.node = static_cast<int>(k), .body = 0, .p_BN = nodes[k]});
    }
    builder.AddElasticBody(std::move(slab));
    Stepping stepping(std::move(builder).Build());
    const multibody::Joint& joint = stepping.model().joints()[0];
    stepping.q.segment<3>(joint.q_start) =
        Vector3d(-0.03 + 0.0017 * i, 0.0023, kHalf + 0.01 + 0.0009 * i);
    stepping.v.segment<3>(joint.v_start + 3) = Vector3d(1 + i % 3, 0, -2);
    const auto cond = MakeCond();
    test::RunSteps(&stepping, cond.get(), 5e-3, 4);
    INFO(i);
    CHECK(stepping.q[joint.q_start + 2] > kHalf);
  }
}

TEST_CASE("Rigid on elastic: a ball that rolls over edges -> it rolls on") {
  OnSlab on(contact::Sphere{kRadius});
  on.place() = Vector3d(-0.1, 0.013, kTop + kSkin + kRadius);
  on.speed().x() = 0.5;
  on.spin().y() = 0.5 / kRadius;
  const auto cond = MakeCond();
  on.Run(cond.get(), 2e-3, 0.4);
  CHECK(on.place().x() == Approx(0.1).margin(1e-3));
  CHECK(on.speed().x() == Approx(0.5).margin(5e-3));
}

TEST_CASE("Rigid on elastic: a box that slides over edges -> mu g brakes it") {
  for (const double half : {0.01, 0.03}) {
    OnSlab on(contact::Box{Vector3d::Constant(half)}, 0.2);
    on.place() = Vector3d(-0.15, 0.013, kTop + kSkin + half);
    on.speed().x() = 1;
    const auto cond = MakeCond();
    on.Run(cond.get(), 2e-3, 0.2);
    INFO(half);
    CHECK(on.speed().x() ==
          Approx(1 - 0.2 * test::kGravity * 0.2).margin(5e-3));
    CHECK(on.speed().tail<2>().norm() < 5e-3);
  }
}

TEST_CASE("Rigid on elastic: a ball at a free slab's face -> momentum holds") {
  OnSlab on(contact::Sphere{kRadius}, 0.5, false);
  on.place() = Vector3d(0.05, 0.03, kTop + kSkin + kRadius + 0.01);
  on.speed() = Vector3d(0.5, 0.2, -2);
  const Vector3d before = kMass * on.speed();
  CondStep cond(CondOptions{.residual = 1e-12});
  on.Run(&cond, 1e-3, 0.02);
  const Vector3d of_slab = test::CalcMomentum(on.slab(), on.stepping.v);
  CHECK(of_slab.z() < -0.05);
  CHECK((of_slab + kMass * on.speed()).isApprox(before, 1e-9));
}

TEST_CASE("Rigid on elastic: PGS and APGD -> they agree with COND") {
  const auto run = [](std::unique_ptr<StepFunction> function) -> Vector3d {
    OnSlab on(contact::Box{Vector3d::Constant(0.02)});
    on.place() = Vector3d(0.05, 0.03, kTop + kSkin + 0.025);
    on.speed() = Vector3d(0.3, 0, -0.5);
    on.Run(function.get(), 2e-3, 0.1);
    return on.place();
  };
  const Vector3d cond = run(MakeCond());
  const CondOptions options{.residual = 1e-10};
  CHECK((run(std::make_unique<PgsStep>(options)) - cond).norm() < 1e-5);
  CHECK((run(std::make_unique<ApgdStep>(options)) - cond).norm() < 1e-5);
}

TEST_CASE("Rigid on elastic: a slab on a fixed ball between nodes -> held up") {
  ModelBuilder builder;
  ElasticBody slab = MakeSlab(0.5, false);
  for (const Vector3d& p : {Vector3d(0.12, 0.05, 0), Vector3d(-0.12, 0.05, 0),
                            Vector3d(0.03, -0.12, 0)}) {
    builder.AddGeometry({.name = "ball",
                         .body = 0,
                         .X_BG = RigidTransform(Eigen::Translation3d(p)),
                         .shape = contact::Sphere{kRadius},
                         .material = MakeMaterial(0.5)});
  }
  slab.X_BS.translation().z() = kTop + kSkin + kRadius + 1e-3;
  builder.AddElasticBody(std::move(slab));
  Stepping stepping(std::move(builder).Build());
  const auto cond = MakeCond();
  test::RunSteps(&stepping, cond.get(), 2e-3, 250);
  const ElasticBody& body = stepping.model().elastic_bodies()[0];
  double mean = 0;
  for (int i = 0; i < body.solid->num_nodes(); ++i)
    mean += stepping.q[body.q_start + 3 * i + 2] / body.solid->num_nodes();
  CHECK(mean == Approx(kTop + kSkin + kRadius).margin(0.01));
  CHECK(std::abs(test::CalcMeanVelocity(body, stepping.v).z()) < 1e-2);
}

}  // namespace
}  // namespace tactus::integrators
