// Contact in velocity_problem_builder.h: points, frames, what is lagged, and
// which of the two bodies is B.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "multibody/box_scene.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/contact/continuous_forces.h"
#include "tactus/contact/icf/law.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::ContactPatch;
using contact::ContactPoint;
using contact::VelocityProblem;
using test::BoxPositions;
using test::BoxScene;
using test::kHalf;

VelocityProblem BuildProblem(const std::shared_ptr<const Model>& model,
                             const VectorXd& q, const VectorXd& v,
                             const PlantInputs& inputs = {}) {
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(q, v, inputs, &problem);
  return problem;
}

VectorXd MovingBox() {
  return (VectorXd(6) << 0.3, -0.2, 0.5, 0.7, 0.1, -0.03).finished();
}

TEST_CASE("Contact problem: a box on the ground -> four points, the box as B") {
  const double depth = 1e-3;
  const VectorXd v = MovingBox();
  for (bool box_first : {false, true}) {
    BoxScene scene;
    scene.box_first = box_first;
    const VelocityProblem problem =
        BuildProblem(test::MakeBoxModel(scene), BoxPositions(depth), v);
    REQUIRE(problem.patches.size() == 1);
    REQUIRE(problem.points.size() == 4);
    const ContactPatch& patch = problem.patches[0];
    CHECK(patch.first_point == 0);
    CHECK(patch.num_points == 4);
    // The box moves: it is B, whatever the order of the geometries.
    CHECK(problem.bodies[patch.body_a].clique == -1);
    CHECK(problem.bodies[patch.body_b].clique == 0);
    CHECK(problem.bodies[patch.body_b].is_free);
    const Vector3d p_WBo(0.2, -0.1, kHalf - depth);
    CHECK(patch.p_AoBo_W.isApprox(p_WBo));

    // Springs in series: 3e4 and 1e4 N/m make 7500; the softer box yields 3/4.
    const double k = 7500, d = (1e4 * 20 + 3e4 * 4) / 4e4;
    Vector3d sum = Vector3d::Zero();
    for (const ContactPoint& point : problem.points) {
      CHECK(point.phi0 == Approx(-depth));
      CHECK(point.stiffness == Approx(k));
      CHECK(point.dissipation == Approx(d));
      CHECK(point.elastic_force0 == Approx(k * depth));
      CHECK(point.stiction_velocity == 1e-3);
      CHECK(point.bias_C == Vector3d::Zero());
      CHECK(point.R_WC.isUnitary(1e-14));
      CHECK(point.R_WC.determinant() == Approx(1));
      CHECK(point.R_WC.col(2).isApprox(Vector3d::UnitZ()));
      CHECK(std::abs(point.p_BoC_W.x()) == Approx(kHalf));
      CHECK(std::abs(point.p_BoC_W.y()) == Approx(kHalf));
      CHECK(p_WBo.z() + point.p_BoC_W.z() == Approx(-depth / 4));
      sum += point.p_BoC_W;

      const Vector3d v_W =
          Vector3d(v.tail(3)) + Vector3d(v.head(3)).cross(point.p_BoC_W);
      CHECK((point.R_WC * point.v_C0).isApprox(v_W, 1e-13));
      CHECK(point.v_C0.z() == Approx(v_W.z()));
      CHECK(point.normal_force0 ==
            Approx(k * depth * std::max(1 - d * v_W.z(), 0.0)));
    }
    CHECK(sum.head<2>().norm() <= 1e-14);
  }
}

TEST_CASE(
    "Contact problem: a box that parts -> a lagged normal force never below "
    "zero") {
  const auto model = test::MakeBoxModel({});
  for (double vn : {-1.0, 0.0, 0.1, 1.0}) {  // d = 8 s/m: ends at 0.125 m/s
    VectorXd v = VectorXd::Zero(6);
    v[5] = vn;
    for (const ContactPoint& point :
         BuildProblem(model, BoxPositions(1e-3), v).points) {
      CHECK(point.normal_force0 ==
            Approx(7.5 * std::max(1 - 8 * vn, 0.0)).margin(1e-12));
    }
  }
}

TEST_CASE(
    "Contact problem: slip at the state -> the friction coefficient at that "
    "slip") {
  BoxScene scene;
  for (contact::Material* material : {&scene.ground, &scene.box}) {
    material->static_friction = 1;
    material->dynamic_friction = 0.5;
  }
  const auto model = test::MakeBoxModel(scene);
  for (double slip : {0.0, 3e-3, 1e-2, 2e-2, 5.0}) {
    VectorXd v = VectorXd::Zero(6);
    v[3] = slip;
    const double mu = contact::CalcFrictionCoefficient(1, 0.5, slip / 1e-3);
    for (const ContactPoint& point :
         BuildProblem(model, BoxPositions(1e-3), v).points) {
      CHECK(point.friction == Approx(mu));
    }
  }
}

// A belt under the box, its surface tilted: v_G turns with the geometry.
TEST_CASE("Contact problem: a moving surface -> carries what lies on it") {
  const Vector3d v_G(2, 0.5, 0);
  for (bool box_first : {false, true}) {
    BoxScene scene;
    scene.box_first = box_first;
    scene.X_WG.rotate(Eigen::AngleAxisd(0.3, Vector3d::UnitZ()));
    const auto model = test::MakeBoxModel(scene);
    const Vector3d v_belt_W = scene.X_WG.linear() * v_G;
    const int ground = box_first ? 1 : 0;
    const auto build = [&](const VectorXd& v, int geometry) {
      PlantInputs inputs;
      inputs.surface_velocities = {{.geometry = geometry, .v_G = v_G}};
      return BuildProblem(model, BoxPositions(1e-3), v, inputs);
    };
    // On the ground, A: of B relative to A, the belt's velocity is minus.
    for (const ContactPoint& point : build(VectorXd::Zero(6), ground).points) {
      CHECK((point.R_WC * point.bias_C).isApprox(-v_belt_W));
      CHECK((point.R_WC * point.v_C0).isApprox(-v_belt_W));
    }
    // The box that moves with it does not slip.
    VectorXd with_belt = VectorXd::Zero(6);
    with_belt.tail(3) = v_belt_W;
    for (const ContactPoint& point : build(with_belt, ground).points)
      CHECK(point.v_C0.norm() <= 1e-15);
    // On the box, B: plus, in the box's own axes.
    for (const ContactPoint& point :
         build(VectorXd::Zero(6), 1 - ground).points) {
      CHECK((point.R_WC * point.bias_C).isApprox(v_G));
    }
    // Friction pulls the resting box along with the belt.
    VectorXd vdot;
    contact::CalcAccelerations(build(VectorXd::Zero(6), ground), &vdot);
    CHECK(vdot.tail(3).head(2).normalized().isApprox(
        v_belt_W.head<2>().normalized(), 1e-12));
  }
}

// Two spheres that touch along any direction.
TEST_CASE(
    "Contact problem: two spheres in every direction -> frames on the normal") {
  ModelBuilder builder;
  const double r_a = 0.1, r_b = 0.2;
  for (const auto& [name, r] : {std::pair("a", r_a), std::pair("b", r_b)}) {
    const contact::Sphere sphere{r};
    const int body = builder.AddBody(
        name, MakeSolidInertia(sphere, 1000, RigidTransform::Identity()));
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = sphere,
                         .material = test::MakeMaterial(1e4, 10, 0.5)});
  }
  const auto model = std::move(builder).Build();
  test::Random random(3);
  std::vector<Vector3d> normals = {Vector3d::UnitX(),  Vector3d::UnitY(),
                                   Vector3d::UnitZ(),  -Vector3d::UnitX(),
                                   -Vector3d::UnitY(), -Vector3d::UnitZ()};
  for (int i = 0; i < 20; ++i) normals.push_back(random.Vector3().normalized());
  for (const Vector3d& n : normals) {
    INFO("n = " << n.transpose());
    const double depth = 2e-3;
    const Vector3d p_WA(0.3, 0.1, -0.4), p_WB = p_WA + (r_a + r_b - depth) * n;
    VectorXd q(14);
    q << p_WA, 1, 0, 0, 0, p_WB, 1, 0, 0, 0;
    const VectorXd v = random.Vector(12);
    const VelocityProblem problem = BuildProblem(model, q, v);
    REQUIRE(problem.points.size() == 1);
    const ContactPatch& patch = problem.patches[0];
    CHECK(problem.bodies[patch.body_a].clique == 0);
    CHECK(problem.bodies[patch.body_b].clique == 1);
    CHECK(patch.p_AoBo_W.isApprox(p_WB - p_WA));
    const ContactPoint& point = problem.points[0];
    CHECK(point.R_WC.col(2).isApprox(n, 1e-12));
    CHECK(point.R_WC.isUnitary(1e-13));
    CHECK(point.R_WC.determinant() == Approx(1));
    // Equal stiffness: half way through the overlap.
    const Vector3d p_WC = p_WB + point.p_BoC_W;
    CHECK(p_WC.isApprox(p_WA + (r_a - depth / 2) * n, 1e-12));
    const auto velocity_at = [&](int body, const Vector3d& p_OC) {
      return Vector3d(Vector3d(v.segment(6 * body + 3, 3)) +
                      Vector3d(v.segment(6 * body, 3)).cross(p_OC));
    };
    const Vector3d v_W =
        velocity_at(1, p_WC - p_WB) - velocity_at(0, p_WC - p_WA);
    CHECK((point.R_WC * point.v_C0).isApprox(v_W, 1e-12));
  }
}

// w = trace(J_C M^-1 J_C') / 3: of a sphere of mass m, 1/m + 2 r^2 / (3 I).
TEST_CASE(
    "Contact problem: a ball on the ground -> 1/m + 2 r² / (3 I) as inverse "
    "mass") {
  ModelBuilder builder;
  const double m = 2, r = 0.1, I = 0.4 * m * r * r;
  const int body = builder.AddBody("ball", {.mass = m,
                                            .p_BoBcm = Vector3d::Zero(),
                                            .I_Bcm = I * Matrix3d::Identity()});
  contact::Material rigid = test::MakeMaterial(INFINITY, 10, 0.5);
  const contact::Material soft = test::MakeMaterial(1e4, 10, 0.5);
  builder.AddGeometry({.name = "ball",
                       .body = body,
                       .shape = contact::Sphere{r},
                       .material = rigid});  // C is on the ball's surface
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = soft});
  const auto model = std::move(builder).Build();
  VectorXd q(7);
  q << 0, 0, r - 1e-3, 1, 0, 0, 0;
  const VelocityProblem problem = BuildProblem(model, q, VectorXd::Zero(6));
  REQUIRE(problem.points.size() == 1);
  CHECK(problem.points[0].stiffness == Approx(1e4));
  CHECK(problem.points[0].p_BoC_W.isApprox(Vector3d(0, 0, -r)));
  CHECK(problem.points[0].inverse_mass == Approx(1 / m + 2 * r * r / (3 * I)));
}

// A foot at the end of two hinges: J, and V = J v.
TEST_CASE(
    "Contact problem: a foot behind two hinges -> its Jacobian and velocity") {
  ModelBuilder builder;
  const SpatialInertia inertia{
      .mass = 1, .p_BoBcm = {0, 0, -0.2}, .I_Bcm = 0.01 * Matrix3d::Identity()};
  int parent = 0;
  RigidTransform X_PF(Eigen::Translation3d(0, 0, 0.85));
  for (const char* name : {"thigh", "shank"}) {
    const int link = builder.AddBody(name, inertia);
    builder.AddJoint({.name = name,
                      .type = JointType::kRevolute,
                      .parent = parent,
                      .child = link,
                      .X_PF = X_PF,
                      .axis_F = Vector3d::UnitY()});
    parent = link;
    X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.4));
  }
  const contact::Material material = test::MakeMaterial(1e4, 10, 0.5);
  builder.AddGeometry({.name = "foot",
                       .body = parent,
                       .X_BG = X_PF,
                       .shape = contact::Sphere{0.1},
                       .material = material});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const auto model = std::move(builder).Build();
  const double a = 0.3, b = -0.5;
  const VectorXd q = Vector2d(a, b), v = Vector2d(1.1, -0.4);
  const VelocityProblem problem = BuildProblem(model, q, v);
  REQUIRE(problem.points.size() == 1);
  const ContactPoint& point = problem.points[0];
  const contact::ContactBody& shank = problem.bodies[problem.patches[0].body_b];
  CHECK_FALSE(shank.is_free);
  CHECK(shank.clique == 0);
  REQUIRE(shank.J.cols() == 2);

  // The plane's geometry: x forwards, angles about y, links hanging down.
  const Vector3d p_WKnee(-0.4 * std::sin(a), 0, 0.85 - 0.4 * std::cos(a));
  const Vector3d p_WFoot =
      p_WKnee - 0.4 * Vector3d(std::sin(a + b), 0, std::cos(a + b));
  const double depth = 0.1 - p_WFoot.z();
  REQUIRE(depth > 0);
  CHECK(point.phi0 == Approx(-depth));
  const Vector3d p_WC(p_WFoot.x(), 0, -depth / 2);
  CHECK((p_WKnee + point.p_BoC_W).isApprox(p_WC, 1e-12));
  const Vector3d y = Vector3d::UnitY();
  const Vector3d v_W = v[0] * y.cross(p_WC - Vector3d(0, 0, 0.85)) +
                       v[1] * y.cross(p_WC - p_WKnee);
  CHECK((point.R_WC * point.v_C0).isApprox(v_W, 1e-12));
  const Vector6d V = shank.J * v;
  CHECK((V.tail<3>() + V.head<3>().cross(point.p_BoC_W)).isApprox(v_W, 1e-12));
}

// Two boxes of one body on the ground: one pair of bodies, one patch.
TEST_CASE(
    "Contact problem: two shapes of one body on the ground -> one patch") {
  ModelBuilder builder;
  const contact::Box foot{{0.05, 0.05, 0.02}};
  const int body = builder.AddBody(
      "table", MakeSolidInertia(foot, 1000, RigidTransform::Identity()));
  const contact::Material material = test::MakeMaterial(1e4, 10, 0.5);
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  for (double x : {-0.3, 0.3}) {
    builder.AddGeometry({.name = x < 0 ? "left" : "right",
                         .body = body,
                         .X_BG = RigidTransform(Eigen::Translation3d(x, 0, 0)),
                         .shape = foot,
                         .material = material});
  }
  VectorXd q(7);
  q << 0, 0, 0.019, 1, 0, 0, 0;
  const VelocityProblem problem =
      BuildProblem(std::move(builder).Build(), q, VectorXd::Zero(6));
  CHECK(problem.points.size() == 8);
  REQUIRE(problem.patches.size() == 1);
  CHECK(problem.patches[0].num_points == 8);
  CHECK(problem.bodies.size() == 2);
}

TEST_CASE(
    "Contact problem: a problem reused -> contacts that are gone forgotten") {
  const auto model = test::MakeBoxModel({});
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(BoxPositions(1e-3), VectorXd::Zero(6), {}, &problem);
  CHECK(problem.points.size() == 4);
  builder.Build(BoxPositions(-1), VectorXd::Zero(6), {}, &problem);
  CHECK(problem.points.empty());
  CHECK(problem.patches.empty());
  CHECK(problem.bodies.empty());
}

}  // namespace
}  // namespace tactus::multibody
