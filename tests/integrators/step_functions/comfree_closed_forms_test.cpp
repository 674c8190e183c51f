// What ComFree's formulas say of simple motions, and what its steps do. With
// r_min = r_max the scale rho does not depend on the overlap.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::ComFreeOptions;
using multibody::JointType;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kGravity = 9.81, kStep = 0.002, kRho = 9;
const contact::ComFreeImpedance kConstant{.r_min = 0.9, .r_max = 0.9};

double CalcG(const ComFreeOptions& options) {
  return options.stiffness * kStep + options.damping;
}

contact::Material Rubbing(double mu, int condim = 3, double mu_tor = 0,
                          double mu_rol = 0) {
  return {.static_friction = mu,
          .dynamic_friction = mu,
          .torsional_friction = mu_tor,
          .rolling_friction = mu_rol,
          .condim = condim};
}

void AddGround(const contact::Material& material, ModelBuilder* builder) {
  builder->AddGeometry({.name = "ground",
                        .body = 0,
                        .shape = contact::HalfSpace{},
                        .material = material});
}

int AddSolid(const contact::Shape& shape, const contact::Material& material,
             ModelBuilder* builder) {
  const int body = builder->AddBody(
      "solid",
      multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder->AddGeometry(
      {.name = "solid", .body = body, .shape = shape, .material = material});
  return body;
}

/// A free solid on the ground z = 0, its centre at `height`.
Stepping MakeFree(const contact::Shape& shape, double height,
                  const contact::Material& material,
                  const Vector3d& gravity = {0, 0, -kGravity}) {
  ModelBuilder builder;
  builder.set_gravity(gravity);
  AddSolid(shape, material, &builder);
  AddGround(material, &builder);
  Stepping stepping(std::move(builder).Build());
  stepping.q[2] = height;
  return stepping;
}

void Advance(int steps, StepFunction* method, Stepping* stepping) {
  for (int i = 0; i < steps; ++i) stepping->Step(method, kStep);
}

// (g h / k) [1 / (N rho) - G]
TEST_CASE("ComFree: a body at rest -> its depth's closed form") {
  struct Case {
    contact::Shape shape;
    double half;
    int condim, num_facets;
  };
  for (const Case& c :
       {Case{contact::Sphere{0.1}, 0.1, 1, 1},
        Case{contact::Sphere{0.1}, 0.1, 3, 4},
        Case{contact::Sphere{0.05}, 0.05, 4, 6},
        Case{contact::Sphere{0.1}, 0.1, 6, 10},
        Case{contact::Box{Vector3d::Constant(0.05)}, 0.05, 3, 16}}) {
    for (double k : {0.1, 0.3}) {
      const ComFreeOptions options{.stiffness = k, .impedance = kConstant};
      ComFreeStep method(options);
      Stepping solid =
          MakeFree(c.shape, c.half, Rubbing(0.5, c.condim, 0.01, 0.01));
      Advance(4000, &method, &solid);
      const double expected =
          kGravity * kStep / k * (1 / (c.num_facets * kRho) - CalcG(options));
      CHECK(c.half - solid.q[2] == Approx(expected).epsilon(1e-6));
      CHECK(solid.v.norm() < 1e-9);
    }
  }
}

// With the default impedance rho follows the overlap: an implicit equation.
TEST_CASE("ComFree: a cube at rest, MuJoCo's impedance -> its implicit depth") {
  const ComFreeOptions options{.stiffness = 0.5};
  ComFreeStep method(options);
  Stepping cube =
      MakeFree(contact::Box{Vector3d::Constant(0.05)}, 0.05, Rubbing(0.5));
  Advance(4000, &method, &cube);
  const double depth = 0.05 - cube.q[2];
  const double rho = CalcRho(options.impedance, -depth);
  CHECK(rho > 9.05);
  CHECK(rho < 18.95);
  CHECK(depth ==
        Approx(kGravity * kStep / 0.5 * (1 / (16 * rho) - CalcG(options)))
            .epsilon(1e-6));
}

// u = (T / m) h [1 / (2 n_c rho mu^2 G) - 1]
TEST_CASE("ComFree: a box on a slope -> the creep speed's closed form") {
  for (double degrees : {5.0, 10.0, 20.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const ComFreeOptions options{.stiffness = 0.2, .impedance = kConstant};
    ComFreeStep method(options);
    // Flat, so that friction's moment does not make it lean.
    Stepping cube =
        MakeFree(contact::Box{Vector3d(0.05, 0.05, 0.01)}, 0.01, Rubbing(1),
                 kGravity * Vector3d(std::sin(angle), 0, -std::cos(angle)));
    Advance(4000, &method, &cube);
    const double expected = kGravity * std::sin(angle) * kStep *
                            (1 / (2 * 4 * kRho * CalcG(options)) - 1);
    CHECK(cube.v[3] == Approx(expected).epsilon(0.01));
    if (degrees == 10) CHECK(cube.v[3] == Approx(0.030).margin(0.001));
  }
}

TEST_CASE("ComFree: more refinement on a slope -> less creep") {
  const double angle = 10 * std::numbers::pi / 180;
  const auto creep = [&](int sweeps) {
    ComFreeStep method(
        {.stiffness = 0.2, .margin = 1e-3, .refinement_iterations = sweeps});
    Stepping cube =
        MakeFree(contact::Box{Vector3d::Constant(0.05)}, 0.05, Rubbing(1),
                 kGravity * Vector3d(std::sin(angle), 0, -std::cos(angle)));
    Advance(4000, &method, &cube);
    return cube.v[3];
  };
  const double paper = creep(0);
  CHECK(creep(1) < 0.6 * paper);
  CHECK(creep(4) < 0.16 * paper);
  CHECK(std::abs(creep(16)) < 0.01 * paper);
}

/// A ball on a vertical slide over a belt: the slip is what the belt says.
struct Belt {
  explicit Belt(double mu, double margin) {
    ModelBuilder builder;
    const int ball = AddSolid(contact::Sphere{0.1}, Rubbing(mu), &builder);
    builder.AddJoint({.name = "slide",
                      .type = JointType::kPrismatic,
                      .parent = 0,
                      .child = ball,
                      .axis_F = Vector3d::UnitZ()});
    AddGround(Rubbing(mu), &builder);
    options = {.impedance = kConstant, .margin = margin};
    stepping = std::make_unique<Stepping>(std::move(builder).Build());
    stepping->q[0] = 0.1;
    mass = stepping->model().bodies()[1].inertia.mass;
  }

  // To the steady state at slip u.
  void Slide(double u) {
    stepping->inputs.surface_velocities = {
        {.geometry = 1, .v_G = Vector3d(u, 0, 0)}};
    ComFreeStep method(options);
    Advance(4000, &method, stepping.get());
    const contact::ContactPoint& point = stepping->problem().points.at(0);
    phi = point.phi0;
    const Vector3d f =
        point.R_WC.transpose() * stepping->result().forces_W.at(0);
    normal = f.z();
    friction = f.head<2>().norm();
  }

  ComFreeOptions options;
  std::unique_ptr<Stepping> stepping;
  double mass{}, phi{}, normal{}, friction{};
};

// The slide moves along z alone: w = (1 / M) / 3, so that m = 3 rho M. With x =
// (m / h) G mu u / (M g), the four facets give
//
//     F_t / F_n = 2 mu x             all push,            x <= 1/4
//                 mu (1 + 2 x) / 3   one has let go,      x <= 1
//                 mu                 one alone pushes
TEST_CASE("ComFree: a belt at seven speeds -> the friction of each") {
  Belt belt(0.8, 0.1);
  const double per_speed =
      3 * kRho * CalcG(belt.options) * 0.8 / (kStep * kGravity);
  for (double x : {0.05, 0.2, 0.3, 0.6, 0.9, 1.2, 3.0}) {
    belt.Slide(x / per_speed);
    const double expected = 0.8 * (x <= 0.25 ? 2 * x
                                   : x <= 1  ? (1 + 2 * x) / 3
                                             : 1);
    CHECK(belt.normal == Approx(belt.mass * kGravity).epsilon(1e-6));
    CHECK(belt.friction / belt.normal == Approx(expected).epsilon(1e-3));
  }
}

// The same law of four points, x = 4 rho G mu u / (h g_n), integrated.
TEST_CASE(
    "ComFree: a flat box slides down a slope -> the friction of its speed") {
  const double mu = 0.5, sine = 0.8 / std::sqrt(1.64), cosine = sine / 0.8;
  ComFreeOptions options{.impedance = kConstant, .margin = 0.05};
  ComFreeStep method(options);
  Stepping box = MakeFree(contact::Box{Vector3d(0.05, 0.05, 0.005)}, 0.005,
                          Rubbing(mu), kGravity * Vector3d(sine, 0, -cosine));
  Advance(1000, &method, &box);
  double u = 0, distance = 0;
  constexpr double kSpan = 1e-4;
  for (double t = 0; t < 2 - kSpan / 2; t += kSpan) {
    const double x =
        4 * kRho * CalcG(options) * mu * u / (kStep * kGravity * cosine);
    const double share = std::min({2 * x, (1 + 2 * x) / 3, 1.0});
    const double a = kGravity * (sine - share * mu * cosine);
    distance += u * kSpan + a * kSpan * kSpan / 2;
    u += a * kSpan;
  }
  CHECK(box.q[0] == Approx(distance).epsilon(0.01));
  // Coulomb's would be a tenth less.
  const double coulomb = 2 * kGravity * (sine - mu * cosine);
  CHECK(distance > 1.09 * coulomb);
}

// (h + d / k) mu u
TEST_CASE("ComFree: faster sliding -> the body rises by the closed form") {
  Belt belt(0.8, 0.1);
  belt.Slide(4);
  const double slow = belt.phi;
  belt.Slide(7);
  const double lift = kStep + belt.options.damping / belt.options.stiffness;
  CHECK(belt.phi - slow == Approx(lift * 0.8 * 3).epsilon(1e-6));
}

// 2 N rho G + N rho k h < 4
TEST_CASE("ComFree: damping 1 % below, above the bound -> stable, unstable") {
  const double k = 0.1, d = (4 / (16 * kRho) - 3 * k * kStep) / 2;
  const auto amplitude = [&](double damping) {
    // The cube starts a micrometre above its equilibrium.
    const ComFreeOptions options{
        .stiffness = k, .damping = damping, .impedance = kConstant};
    const double rest =
        -kGravity * kStep / k * (1 / (16 * kRho) - CalcG(options));
    ComFreeOptions with_margin = options;
    with_margin.margin = 0.1;
    ComFreeStep method(with_margin);
    Stepping cube = MakeFree(contact::Box{Vector3d::Constant(0.05)},
                             0.05 + rest + 1e-6, Rubbing(0.5));
    Advance(1500, &method, &cube);
    return std::abs(cube.q[2] - 0.05 - rest);
  };
  CHECK(amplitude(0.99 * d) < 1e-8);
  CHECK(amplitude(1.01 * d) > 1e-5);
}

// w_{n+1} = w_n [1 - 2 (m / I) G mu_tor^2] while both facets push.
TEST_CASE("ComFree: a ball that spins -> slows by its torsional friction") {
  const ComFreeOptions options{.impedance = kConstant};
  ComFreeStep method(options);
  const double mu_tor = 0.05;
  SECTION("a ball that spins where it lies, m = rho M") {
    Stepping ball =
        MakeFree(contact::Sphere{0.1}, 0.1, Rubbing(0.5, 4, mu_tor));
    Advance(3000, &method, &ball);
    const auto& inertia = ball.model().bodies()[1].inertia;
    ball.v[2] = 0.1;
    ball.Step(&method, kStep);
    const double factor = 1 - 2 * kRho * inertia.mass / inertia.I_Bcm(2, 2) *
                                  CalcG(options) * mu_tor * mu_tor;
    CHECK(ball.v[2] == Approx(0.1 * factor).epsilon(1e-9));
  }
  // Its centre cannot move, w = 0: the spin's own m = rho I.
  SECTION("a ball on a vertical hinge, m = rho I") {
    ModelBuilder builder;
    const int solid =
        AddSolid(contact::Sphere{0.1}, Rubbing(0.5, 4, mu_tor), &builder);
    builder.AddJoint({.name = "hinge",
                      .type = JointType::kRevolute,
                      .parent = 0,
                      .child = solid,
                      .X_PF = RigidTransform(Eigen::Translation3d(0, 0, 0.099)),
                      .axis_F = Vector3d::UnitZ()});
    AddGround(Rubbing(0.5, 4, mu_tor), &builder);
    Stepping ball(std::move(builder).Build());
    ball.v[0] = 0.5;
    ball.Step(&method, kStep);
    CHECK(ball.v[0] ==
          Approx(0.5 * (1 - 2 * kRho * CalcG(options) * mu_tor * mu_tor))
              .epsilon(1e-12));
  }
}

// |F_t|_1 / mu_t + |m_tor| / mu_tor + |m_rol|_1 / mu_rol <= F_n
TEST_CASE("ComFree: sliding, spinning, rolling -> forces in one cone") {
  ComFreeStep method;
  Stepping ball =
      MakeFree(contact::Sphere{0.1}, 0.098, Rubbing(0.7, 6, 0.02, 0.01));
  for (int i = 0; i < 50; ++i) {
    ball.v << std::sin(i), std::cos(3 * i), 5 * std::sin(5 * i),
        2 * std::cos(7 * i), std::sin(11 * i), 0.3 * std::cos(i);
    ball.q[2] = 0.098;
    const StepResult& result = ball.Step(&method, kStep);
    const Matrix3d& R = ball.problem().points.at(0).R_WC;
    const Vector3d f = R.transpose() * result.forces_W.at(0);
    const Vector3d m = R.transpose() * result.torques_W.at(0);
    const double use = (std::abs(f.x()) + std::abs(f.y())) / 0.7 +
                       std::abs(m.z()) / 0.02 +
                       (std::abs(m.x()) + std::abs(m.y())) / 0.01;
    CHECK(use <= f.z() * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace tactus::integrators
