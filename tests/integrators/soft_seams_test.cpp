// Soft bodies that slide from face to face of other soft ones, and from one
// rigid box to the next: friction alone brakes them. Skins are round about
// edges (contact/geometry/elastic_surfaces.h, sweep.h), and walls to what takes
// the normals of the step's start.
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "integrators/elastic_blocks.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::ElasticBody;
using multibody::ElasticSolid;
using multibody::ModelBuilder;
using multibody::TetrahedralMesh;
using test::Stepping;

constexpr double kHalfLength = 0.3, kHalfWidth = 0.08, kHalfHeight = 0.02;
constexpr double kHalf = 0.03, kStart = -0.2;  // Of what slides [m].

struct Case {
  double friction = 0, youngs_modulus = 1e6, skin = 1e-3;
  double speed = 1, h = 2e-3;
  double wave = 0;  ///< Height of the slab's waves of 0.2 m [m].
  double yaw = 0, y = 0.003;
  std::array<int, 3> cells{12, 3, 1};
  int cells_of_block = 2;
  bool is_ball = false;
};

double HeightAt(const Case& of, double x) {
  return of.wave * std::cos(2 * std::numbers::pi * x / 0.2);
}

ElasticBody MakeElastic(const Case& of, const std::string& name,
                        TetrahedralMesh mesh) {
  ElasticBody body{
      .name = name,
      .solid = std::make_shared<ElasticSolid>(
          std::move(mesh),
          multibody::ElasticMaterial{.youngs_modulus = of.youngs_modulus,
                                     .damping = 5e-3}),
      .skin = of.skin};
  body.material.static_friction = of.friction;
  body.material.dynamic_friction = of.friction;
  return body;
}

// Held by its lower side.
void AddSlab(const Case& of, ModelBuilder* builder) {
  TetrahedralMesh mesh =
      multibody::MakeBoxMesh({kHalfLength, kHalfWidth, kHalfHeight}, of.cells);
  std::vector<int> held;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    Vector3d& p = mesh.nodes[i];
    if (p.z() < 0) held.push_back(static_cast<int>(i));
    p.z() += HeightAt(of, p.x());
  }
  ElasticBody slab = MakeElastic(of, "slab", std::move(mesh));
  for (const int node : held)
    slab.attachments.push_back(
        {.node = node, .body = 0, .p_BN = slab.solid->mesh().nodes[node]});
  builder->AddElasticBody(std::move(slab));
}

// As high as the slab with its skin.
void AddTiles(const Case& of, ModelBuilder* builder) {
  const double half = kHalfLength / of.cells[0];
  for (int i = 0; i < of.cells[0]; ++i) {
    builder->AddGeometry(
        {.name = "tile" + std::to_string(i),
         .body = 0,
         .X_BG = RigidTransform(Eigen::Translation3d(
             half * (2 * i + 1) - kHalfLength, 0, of.skin)),
         .shape = contact::Box{{half, kHalfWidth, kHalfHeight}},
         .material = {.static_friction = of.friction,
                      .dynamic_friction = of.friction}});
  }
}

// At rest on what is there, then set in motion.
class Slide {
 public:
  Slide(const Case& of, ModelBuilder builder)
      : h_(of.h), stepping_(Add(of, std::move(builder))) {
    Run(0.1);
    for (int i = 0; i < body().size(); i += 3)
      stepping_.v[body().v_start + i] += of.speed;
  }

  void Run(double duration) {
    const double energy = test::CalcEnergy(stepping_);
    const int count = static_cast<int>(std::lround(duration / h_));
    for (int i = 0; i < count; ++i) {
      REQUIRE_FALSE(stepping_.Step(&function_, h_).report.failure);
      gain_ = std::max(gain_, test::CalcEnergy(stepping_) - energy);
    }
  }
  Vector3d velocity() const {
    return test::CalcMeanVelocity(body(), stepping_.v);
  }
  double CalcLowest() const {
    double lowest = 1;
    for (int i = 2; i < body().size(); i += 3)
      lowest = std::min(lowest, stepping_.q[body().q_start + i]);
    return lowest;
  }
  double gain() const { return gain_; }  ///< [J]
  double mass() const { return test::CalcMass(body()); }

 private:
  static std::shared_ptr<const multibody::Model> Add(const Case& of,
                                                     ModelBuilder builder) {
    const int n = of.cells_of_block;
    ElasticBody block = MakeElastic(
        of, "block",
        of.is_ball
            ? multibody::MakeBallMesh(kHalf, n)
            : multibody::MakeBoxMesh(Vector3d::Constant(kHalf), {n, n, n}));
    // Over the crest of a wave, where there are some.
    block.X_BS.translation() << kStart, of.y,
        kHalfHeight + of.wave + 2 * of.skin + kHalf;
    block.X_BS.linear() =
        Eigen::AngleAxisd(of.yaw, Vector3d::UnitZ()).toRotationMatrix();
    builder.AddElasticBody(std::move(block));
    return std::move(builder).Build();
  }
  const ElasticBody& body() const {
    return stepping_.model().elastic_bodies().back();
  }

  double h_;
  Stepping stepping_;
  CondStep function_{CondOptions{.residual = 1e-8}};
  double gain_ = 0;
};

Slide SlideOnSlab(const Case& of) {
  ModelBuilder builder;
  AddSlab(of, &builder);
  return {of, std::move(builder)};
}

Slide SlideOnTiles(const Case& of) {
  ModelBuilder builder;
  AddTiles(of, &builder);
  return {of, std::move(builder)};
}

Case MakeRandomCase(std::mt19937* random) {
  const auto in = [&](double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(*random);
  };
  Case of;
  of.friction = 0.3 * std::floor(in(0, 2));
  of.youngs_modulus = std::pow(10, in(5, 6.5));
  of.skin = std::pow(10, in(-3.3, -2.5));
  of.speed = std::pow(10, in(-0.3, 0.7));
  of.h = std::pow(10, in(-3, -2.3));
  of.yaw = in(-1, 1);
  of.y = in(-0.02, 0.02);
  of.cells = {static_cast<int>(in(6, 16)), static_cast<int>(in(2, 5)), 1};
  of.cells_of_block = static_cast<int>(in(1, 4));
  return of;
}

void CheckBraked(const Case& of, Slide slide) {
  INFO("speed " << of.speed << " h " << of.h << " skin " << of.skin
                << " modulus " << of.youngs_modulus << " friction "
                << of.friction << " cells " << of.cells[0] << " of "
                << of.cells_of_block);
  const double t = of.h * std::floor(std::min(0.1, 0.3 / of.speed) / of.h);
  slide.Run(t);
  const double expected = std::max(of.speed - 9.81 * of.friction * t, 0.0);
  CHECK(std::abs(slide.velocity().x() - expected) < 5e-3 * of.speed);
  CHECK(slide.velocity().tail<2>().norm() < 5e-3 * of.speed);
}

// 0.62 of it were left, for a friction of 0.27.
TEST_CASE("Soft seams: a block on a slab at 1.4 m/s -> braked by mu g") {
  const Case of{.friction = 0.1, .youngs_modulus = 1e5, .speed = 1.4};
  CheckBraked(of, SlideOnSlab(of));
}

TEST_CASE("Soft seams: blocks on slabs at random -> braked by mu g") {
  std::mt19937 random(4);
  for (int i = 0; i < 8; ++i) {
    const Case of = MakeRandomCase(&random);
    CheckBraked(of, SlideOnSlab(of));
  }
}

TEST_CASE("Soft seams: blocks on rows of boxes at random -> braked by mu g") {
  std::mt19937 random(5);
  for (int i = 0; i < 8; ++i) {
    const Case of = MakeRandomCase(&random);
    CheckBraked(of, SlideOnTiles(of));
  }
}

// They are blind to what friction would make them roll by.
TEST_CASE("Soft seams: balls without friction at random -> the speed stays") {
  std::mt19937 random(6);
  for (int i = 0; i < 4; ++i) {
    Case of = MakeRandomCase(&random);
    of.friction = 0;
    of.is_ball = true;
    CheckBraked(of, i % 2 == 0 ? SlideOnSlab(of) : SlideOnTiles(of));
  }
}

// Up and down by 4 mm.
TEST_CASE("Soft seams: waves without friction -> hardly any energy is lost") {
  for (const bool is_ball : {false, true}) {
    Case of{.speed = 1.4, .wave = 2e-3, .cells = {24, 3, 1}};
    of.is_ball = is_ball;
    Slide slide = SlideOnSlab(of);
    slide.Run(0.25);
    CAPTURE(is_ball);
    CHECK(slide.velocity().norm() > 0.95 * of.speed);
    CHECK(slide.gain() < 1e-3 * slide.mass() * of.speed * of.speed);
    CHECK(slide.CalcLowest() > kHalfHeight - of.wave);
  }
}

}  // namespace
}  // namespace tactus::integrators
