#include "tactus/integrators/dojo/feature_slopes.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::Shape;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::test::Random;
using test::Case;
using test::Stepping;
using test::Tight;
using Kind = Parameter::Kind;

constexpr double kGap = 1e-3;  // [m]
const contact::Material kRough{.static_friction = 0.5, .dynamic_friction = 0.5};

multibody::SpatialInertia MakeInertia(Random* random) {
  return {.mass = 1,
          .p_BoBcm = random->Vector3(0.02),
          .I_Bcm = Matrix3d(Vector3d(3e-3, 4e-3, 5e-3).asDiagonal())};
}

Shape MakeHull(Random* random) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 12; ++i)
    points.emplace_back(0.1 * random->Vector3(1).normalized());
  return contact::ConvexMesh{
      std::make_shared<contact::ConvexHull>(std::span<const Vector3d>(points))};
}

// Radii and half extents that a shape has, and where it is on its body.
std::vector<Parameter> ParametersOf(int geometry, const Shape& shape) {
  std::vector<Parameter> all;
  for (int k = 0; k < 3; ++k)
    all.push_back({Kind::kGeometryPosition, geometry, k});
  for (const Kind kind : {Kind::kRadius, Kind::kHalfExtent}) {
    for (int k = 0; k < (kind == Kind::kRadius ? 1 : 3); ++k) {
      const Parameter parameter{kind, geometry, k};
      Shape copy = shape;
      if (multibody::FindShapeNumber(parameter, &copy) != nullptr)
        all.push_back(parameter);
    }
  }
  return all;
}

// Of a floating joint.
VectorXd CoordinatesOf(const RigidTransform& X) {
  const Quaterniond R(X.linear());
  VectorXd q(7);
  q << X.translation(), R.w(), R.x(), R.y(), R.z();
  return q;
}

// Two free bodies, or one over the ground, turned at random and nearer to each
// other than kGap, in the air.
Case MakePair(const Shape& a, const Shape& b, Random* random) {
  const bool on_ground = std::holds_alternative<contact::HalfSpace>(a);
  Case c;
  c.options = Tight(1e-4);
  ModelBuilder builder;
  int body_a = 0;
  RigidTransform X_AG = RigidTransform::Identity(), X_WA = X_AG;
  if (!on_ground) {
    body_a = builder.AddBody("a", MakeInertia(random));
    X_AG.linear() = random->Pose().linear();
    X_WA.linear() = random->Pose().linear();
  }
  const int body_b = builder.AddBody("b", MakeInertia(random));
  RigidTransform X_BG = random->Pose(), X_WB = random->Pose();
  X_BG.translation() = random->Vector3(0.03);
  const auto add = [&](const std::string& name, int body,
                       const RigidTransform& X, const Shape& shape) {
    builder.AddGeometry({.name = name,
                         .body = body,
                         .X_BG = X,
                         .shape = shape,
                         .material = kRough});
  };
  add("a", body_a, X_AG, a);
  add("b", body_b, X_BG, b);
  const Vector3d way =
      on_ground ? Vector3d::UnitZ() : Vector3d(random->Vector3(1).normalized());
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    X_WB.translation() = (low + high) / 2 * way;
    std::vector<contact::ManifoldPoint> points;
    contact::AppendManifold(a, X_WA * X_AG, b, X_WB * X_BG, kGap, &points);
    (points.empty() ? high : low) = (low + high) / 2;
  }
  X_WB.translation() = low * way;
  c.model = std::move(builder).Build();
  c.q.resize(c.model->num_positions());
  if (on_ground) {
    c.q << CoordinatesOf(X_WB);
  } else {
    c.q << CoordinatesOf(X_WA), CoordinatesOf(X_WB);
  }
  c.v = random->Vector(c.model->num_velocities(), 0.5);
  c.v.tail<3>() -= 0.3 * way;
  for (const int g : {0, 1}) {
    for (const Parameter& parameter : ParametersOf(g, g == 0 ? a : b))
      c.parameters.push_back(parameter);
  }
  c.parameters.push_back({Kind::kCenterOfMass, body_b, random->Index(3)});
  return c;
}

TEST_CASE("FeatureSlopes: nearest points that slide -> differences of steps") {
  const contact::Box box{Vector3d(0.09, 0.07, 0.06)};
  const contact::Capsule capsule{0.04, 0.15};
  const contact::Cylinder cylinder{0.07, 0.06};
  const contact::Ellipsoid ellipsoid{Vector3d(0.1, 0.07, 0.05)};
  const int seed = GENERATE(0, 1, 2);
  Random random(40 + seed);
  const std::vector<std::pair<Shape, Shape>> pairs = {
      {capsule, capsule},
      {box, capsule},
      {box, box},
      {capsule, box},
      {box, contact::Sphere{0.06}},
      {contact::HalfSpace{}, cylinder},
      {contact::HalfSpace{}, ellipsoid},
      {ellipsoid, capsule},
      {box, cylinder},
      {MakeHull(&random), MakeHull(&random)}};
  const auto index = GENERATE_COPY(range(std::size_t{0}, pairs.size()));
  CAPTURE(seed, index);
  test::CheckAll(MakePair(pairs[index].first, pairs[index].second, &random),
                 1e-6, 1e-6);
}

// What a step of `h` finds, and its slopes.
struct Found {
  std::vector<ContactFeatures> features;
  std::vector<FeatureSlopes> slopes;
};

Found Find(const Case& c) {
  Stepping stepping(c.model);
  stepping.q = c.q;
  stepping.v = c.v;
  DojoStep dojo(c.options);
  const StepProblem step = stepping.Prepare(&dojo, c.h);
  const FoundContacts contacts{.model = step.model,
                               .position = step.position,
                               .contacts = *step.contacts,
                               .velocity = step.velocity};
  Found found;
  std::vector<bool> is_flipped;
  FindContactFeatures(contacts, &found.features, &is_flipped);
  CalcFeatureSlopes(contacts, *dojo.contact_margin(*c.model, c.q, c.v, c.h),
                    c.parameters, &found.slopes);
  return found;
}

// Of axes along u and w at the distance d from c_A to c_B, moving A by e and
// solving u . d = w . d = 0 again,
//
//     ds = ((u.w) (w.e) - u.e) / (1 - (u.w)^2).
TEST_CASE("FeatureSlopes: capsules that cross -> nearest points of two lines") {
  Random random(7);
  const contact::Capsule capsule{0.04, 0.5};
  Case c = MakePair(capsule, capsule, &random);
  c.parameters.clear();
  const Found found = Find(c);
  REQUIRE(found.slopes.size() == 1);
  const FeatureSlopes& slopes = found.slopes[0];
  REQUIRE(slopes.slides);
  const auto axis = [&](int body) -> Vector3d {
    const Quaterniond R(c.q[7 * body + 3], c.q[7 * body + 4], c.q[7 * body + 5],
                        c.q[7 * body + 6]);
    return R * c.model->geometries()[body].X_BG.linear().col(2);
  };
  const Quaterniond R_WA(c.q[3], c.q[4], c.q[5], c.q[6]);
  const Vector3d u = axis(0), w = axis(1);
  const double uw = u.dot(w);
  for (int k = 0; k < 3; ++k) {
    const Vector3d e = Vector3d::Unit(k);
    const Vector3d expected = (uw * w.dot(e) - u.dot(e)) / (1 - uw * uw) * u;
    CHECK((R_WA * slopes.by_pose.c_a.col(3 + k) - expected).norm() < 1e-8);
  }
  CHECK(slopes.by_pose.r_a.norm() + slopes.by_pose.r_b.norm() < 1e-8);
}

// Two capsules with axes u of A and w of B at 60 degrees, a gap apart, where B
// ends: what A moves by along w the nearest point of B follows on one side of
// where it is and not on the other, where that of A slides by -(u . w) instead.
TEST_CASE("FeatureSlopes: where a capsule ends -> mean of both sides") {
  const contact::Capsule capsule{0.04, 0.3};
  const Vector3d u(std::sqrt(0.75), 0, 0.5), w = Vector3d::UnitZ();
  ModelBuilder builder;
  Random random(1);
  const RigidTransform X_AG(Quaterniond::FromTwoVectors(w, u));
  for (const bool is_b : {false, true}) {
    const std::string name = is_b ? "b" : "a";
    const int body = builder.AddBody(name, MakeInertia(&random));
    builder.AddGeometry({.name = name,
                         .body = body,
                         .X_BG = is_b ? RigidTransform::Identity() : X_AG,
                         .shape = capsule,
                         .material = kRough});
  }
  Case c;
  c.model = std::move(builder).Build();
  c.options = Tight(1e-4);
  RigidTransform X_WA = RigidTransform::Identity();
  X_WA.translation() = Vector3d(0, 0.08 + kGap, capsule.half_length);
  c.q.resize(14);
  c.q << CoordinatesOf(X_WA), CoordinatesOf(RigidTransform::Identity());
  c.v = VectorXd::Zero(12);
  const Found found = Find(c);
  const FeatureRates& by_pose = found.slopes.back().by_pose;  // Nearest.
  CHECK((by_pose.c_b.rightCols<3>() * w - 0.5 * w).norm() < 1e-8);
  CHECK((by_pose.c_a.rightCols<3>() * w + 0.5 * u.dot(w) * u).norm() < 1e-8);
}

// Points of parallel faces jump in two turns of three, which a slide and a turn
// about their normal do not meet.
TEST_CASE("FeatureSlopes: drawers whose faces stay parallel -> differences") {
  ModelBuilder builder;
  Random random(4);
  const auto add = [&](const std::string& name, int parent, JointType type,
                       const Vector3d& axis, const Vector3d& p) {
    const int body = builder.AddBody(name, MakeInertia(&random));
    RigidTransform X_PF = RigidTransform::Identity();
    X_PF.translation() = p;
    builder.AddJoint({.name = name,
                      .type = type,
                      .parent = parent,
                      .child = body,
                      .X_PF = X_PF,
                      .axis_F = axis});
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Box{Vector3d(0.1, 0.08, 0.02)},
                         .material = kRough});
    return body;
  };
  add("tray", 0, JointType::kPrismatic, Vector3d(0.6, 0.8, 0),
      Vector3d::Zero());
  add("lid", 0, JointType::kRevolute, Vector3d::UnitZ(),
      Vector3d(0.03, 0.02, 0.041));
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.q = Vector2d(0.01, 0.3);
  c.v = Vector2d(0.2, -0.4);
  const std::vector<FeatureSlopes> along_joints = Find(c).slopes;
  Case moved = c;
  moved.parameters.push_back({Kind::kGeometryPosition, 0, 2});
  const std::vector<FeatureSlopes> all = Find(moved).slopes;
  const Vector6d slide = (Vector6d() << 0, 0, 0, 0.6, 0.8, 0).finished();
  const Vector6d lift = Vector6d::Unit(5);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const FeatureRates &some = along_joints[i].by_pose, &more = all[i].by_pose;
    CHECK(some.c_a.norm() + some.c_b.norm() < 10);
    CHECK((some.c_a * slide - more.c_a * slide).norm() < 1e-8);
    CHECK((some.c_b * slide - more.c_b * slide).norm() < 1e-8);
    CHECK((some.c_a * slide).norm() + (some.c_b * slide).norm() > 0.1);
    CHECK((some.c_a * lift).norm() + (some.c_b * lift).norm() < 1e-8);
  }
  test::Differences differences(c);
  CHECK(differences.num_contacts() > 3);
  CHECK(differences.ByPosition(1e-6) < 1e-6);
  CHECK(differences.ByVelocity(1e-5) < 1e-6);
}

const contact::Ellipsoid kFoot{Vector3d(0.1, 0.3, 0.2)};

// A foot on an arm of three joints, over the ground at a height, which is the
// first or the second of the two.
test::ModelPtr MakeArm(double ground, bool is_first, Random random) {
  ModelBuilder builder;
  const auto add_ground = [&] {
    RigidTransform X_WG = RigidTransform::Identity();
    X_WG.translation().z() = ground;
    builder.AddGeometry({.name = "ground",
                         .body = 0,
                         .X_BG = X_WG,
                         .shape = contact::HalfSpace{},
                         .material = kRough});
  };
  if (is_first) add_ground();
  int parent = 0;
  for (const JointType type :
       {JointType::kRevolute, JointType::kBall, JointType::kRevolute}) {
    const std::string name = "link" + std::to_string(parent);
    const int body = builder.AddBody(name, MakeInertia(&random));
    builder.AddJoint({.name = name,
                      .type = type,
                      .parent = parent,
                      .child = body,
                      .X_PF = random.Pose(),
                      .axis_F = random.Vector3(1).normalized()});
    parent = body;
  }
  builder.AddGeometry(
      {.name = "foot", .body = parent, .shape = kFoot, .material = kRough});
  if (!is_first) add_ground();
  return std::move(builder).Build();
}

// The ball that an ellipsoid rolls on depends on how it turns, and that on the
// joints before.
TEST_CASE("FeatureSlopes: an ellipsoid on an arm rolls -> differences") {
  const int seed = GENERATE(range(0, 3));
  const bool is_first = GENERATE(true, false);
  CAPTURE(seed, is_first);
  Random random(90 + seed);
  const test::ModelPtr arm = MakeArm(0, is_first, random);
  Case c;
  c.options = Tight(1e-4);
  c.q = multibody::test::MakeRandomPositions(*arm, &random);
  c.v = random.Vector(arm->num_velocities(), 2);
  multibody::PositionKinematics position;
  CalcPositionKinematics(*arm, c.q, &position);
  const RigidTransform& X_WF = position.X_WB[arm->num_bodies() - 1];
  const Vector3d up_F = X_WF.linear().row(2);
  const double lowest =
      X_WF.translation().z() - kFoot.radii.cwiseProduct(up_F).norm();
  c.model = MakeArm(lowest - kGap, is_first, Random(90 + seed));
  test::Differences differences(c);
  CHECK(differences.num_contacts() == 1);
  CHECK(differences.ByPosition(1e-6) < 1e-6);
  CHECK(differences.ByVelocity(1e-5) < 1e-6);
}

}  // namespace
}  // namespace tactus::integrators
