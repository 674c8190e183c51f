#include "tactus/multibody/plant/quantities/patch_contacts.h"

#include <cmath>
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using contact::Compliance;

constexpr double kHalf = 0.05, kModulus = 1e5, kDepth = 1e-3, kFriction = 0.5;

contact::Material MakeMaterial(const Compliance& compliance) {
  contact::Material material;
  material.dissipation = 0;
  material.static_friction = material.dynamic_friction = kFriction;
  material.stiction_velocity = 1e-8;
  material.compliance = compliance;
  return material;
}

const contact::Material kRigid =
    MakeMaterial({.kind = Compliance::Kind::kRigid});
const contact::Material kSoft =
    MakeMaterial({.kind = Compliance::Kind::kCompliant, .modulus = kModulus});

// A body of soft cubes, each a millimetre deep in a rigid plane, which stand on
// it at `feet`. Its geometries come before or after the plane.
struct Subject {
  explicit Subject(const std::vector<Vector3d>& feet, bool plane_first = true) {
    ModelBuilder builder;
    const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
    ground = builder.AddBody("ground", inertia);
    builder.AddJoint({.name = "g", .type = JointType::kWeld, .child = ground});
    body = builder.AddBody("body", inertia);
    const auto add_plane = [&] {
      builder.AddGeometry({.name = "plane",
                           .body = ground,
                           .shape = contact::HalfSpace{},
                           .material = kRigid});
    };
    if (plane_first) add_plane();
    for (std::size_t i = 0; i < feet.size(); ++i) {
      builder.AddGeometry(
          {.name = "cube" + std::to_string(i),
           .body = body,
           .X_BG = RigidTransform(Eigen::Translation3d(feet[i])),
           .shape = contact::Box{Vector3d::Constant(kHalf)},
           .material = kSoft});
    }
    if (!plane_first) add_plane();
    builder.SetDefaultPose(
        body, RigidTransform(Eigen::Translation3d(0, 0, kHalf - kDepth)));
    systems::DiagramBuilder diagram_builder;
    plant =
        &diagram_builder.AddSystem<MultibodyPlant>(std::move(builder).Build());
    diagram = std::move(diagram_builder).Build();
    ground = plant->model().BodyIndex("ground");
    body = plant->model().BodyIndex("body");
    context = diagram->CreateDefaultContext();
  }

  void SetVelocity(const Vector3d& w, const Vector3d& v) {
    VectorXd V(6);
    V << w, v;
    plant->SetVelocities(&context, V);
  }
  const StepRecord& record() const {
    return plant->step_record_output().Eval<StepRecord>(context);
  }

  const MultibodyPlant* plant{};
  std::unique_ptr<systems::Diagram> diagram;
  systems::Context context;
  int ground{}, body{};
};

// (E/H) (L^2 x - 2 L x^2 + 4 x^3 / 3)
double CalcCubeForce(double x) {
  const double size = 2 * kHalf;
  return kModulus / kHalf *
         (size * size * x - 2 * size * x * x + 4 * x * x * x / 3);
}

TEST_CASE("PatchFinder: a soft cube on a plane -> the closed forms") {
  for (const bool plane_first : {true, false}) {
    const Subject s({{0.3, 0.2, 0}}, plane_first);
    const auto patches = PatchFinder(*s.plant).Find(s.record());
    REQUIRE(patches.size() == 1);
    const PatchContact& patch = patches[0];
    CHECK(patch.body_a == std::min(s.ground, s.body));
    CHECK(patch.body_b == std::max(s.ground, s.body));
    const double up = s.ground < s.body ? 1 : -1;
    const double force = CalcCubeForce(kDepth), area = 4 * kHalf * kHalf;
    CHECK((patch.force_B_W - Vector3d(0, 0, up * force)).norm() < 1e-9 * force);
    CHECK((patch.normal_W - Vector3d(0, 0, up)).norm() < 1e-12);
    CHECK((patch.center - Vector3d(0.3, 0.2, 0)).norm() < 1e-9);
    CHECK(patch.moment_B_W.norm() < 1e-9 * force);
    CHECK(patch.area == Approx(area).epsilon(1e-9));
    CHECK(patch.mean_pressure == Approx(force / area).epsilon(1e-9));
    // E x / H in the middle.
    CHECK(patch.max_pressure ==
          Approx(kModulus * kDepth / kHalf).epsilon(1e-9));
    CHECK(patch.slip_speed == 0);
  }
}

// On two feet, of which the patch is one: its centre is between them.
TEST_CASE("PatchFinder: two geometries of a body -> one patch") {
  const Subject s({{0.5, 0, 0}, {-0.3, 0, 0}});
  const auto patches = PatchFinder(*s.plant).Find(s.record());
  REQUIRE(patches.size() == 1);
  CHECK(patches[0].surfaces.size() == 2);
  CHECK(patches[0].area == Approx(8 * kHalf * kHalf).epsilon(1e-9));
  CHECK(patches[0].force_B_W.z() == Approx(2 * CalcCubeForce(kDepth)));
  CHECK((patches[0].center - Vector3d(0.1, 0, 0)).norm() < 1e-9);
}

TEST_CASE("PatchFinder: sliding and spinning -> the slip at the centre") {
  Subject s({{0.3, 0.2, 0}});
  s.SetVelocity(Vector3d(0, 0, 2), Vector3d(0.5, 0.7, -0.3));
  const PatchContact patch = PatchFinder(*s.plant).Find(s.record()).at(0);
  // v + w x p = (0.5 - 2 * 0.2, 0.7 + 2 * 0.3), and what sinks does not slip.
  CHECK(patch.slip_speed == Approx(std::hypot(0.1, 1.3)));
  CHECK(patch.force_B_W.head<2>().dot(Vector2d(0.1, 1.3)) < 0);
  CHECK(patch.force_B_W.head<2>().norm() <= kFriction * patch.force_B_W.z());
}

// About its own middle it only spins: no force, but a moment about the normal,
// mu int p |x| dA, for which a square of even pressure has
// (sqrt 2 + asinh 1) / 6 L.
TEST_CASE("PatchFinder: a spinning cube -> a moment against it, without slip") {
  Subject s({{0, 0, 0}});
  s.SetVelocity(Vector3d(0, 0, 3), Vector3d::Zero());
  const PatchContact patch = PatchFinder(*s.plant).Find(s.record()).at(0);
  CHECK(patch.slip_speed < 1e-12);
  CHECK(patch.force_B_W.head<2>().norm() < 1e-3 * patch.force_B_W.z());
  const double arm = (std::sqrt(2) + std::asinh(1)) / 6 * 2 * kHalf;
  CHECK(patch.moment_B_W.z() ==
        Approx(-kFriction * patch.force_B_W.z() * arm).epsilon(0.1));
}

TEST_CASE("PatchFinder: the other order -> the opposite, at the same place") {
  Subject s({{0.3, 0.2, 0}});
  s.SetVelocity(Vector3d(0, 0, 2), Vector3d(0.5, 0.7, 0));
  PatchFinder finder(*s.plant);
  const PatchContact ab = finder.FindBetween(s.record(), s.ground, s.body);
  const PatchContact ba = finder.FindBetween(s.record(), s.body, s.ground);
  CHECK(ba.body_a == s.body);
  CHECK(ba.body_b == s.ground);
  CHECK(ba.force_B_W == -ab.force_B_W);
  CHECK(ba.moment_B_W == -ab.moment_B_W);
  CHECK(ba.normal_W == -ab.normal_W);
  CHECK(ba.center == ab.center);
  CHECK(ba.area == ab.area);
  CHECK(ba.slip_speed == ab.slip_speed);
}

TEST_CASE("PatchFinder: apart -> no patch, and zeros between two bodies") {
  Subject s({{0, 0, 0}});
  VectorXd q = s.plant->positions(s.context);
  q[2] = 1;
  s.plant->SetPositions(&s.context, q);
  PatchFinder finder(*s.plant);
  CHECK(finder.Find(s.record()).empty());
  const PatchContact none = finder.FindBetween(s.record(), s.body, s.ground);
  CHECK(none.area == 0);
  CHECK(none.force_B_W.norm() == 0);
}

TEST_CASE(
    "Patch signals: a pair of soft bodies -> found by name, in either order") {
  const Subject s({{0.3, 0.2, 0}});
  std::vector<std::string> names;
  for (const auto& signal :
       FindSignals(*s.diagram, std::string_view("contact/*")))
    names.push_back(signal.name);
  CHECK(names == std::vector<std::string>{
                     "contact/ground/body/wrench", "contact/ground/body/area",
                     "contact/ground/body/pressure",
                     "contact/ground/body/center", "contact/ground/body/moment",
                     "contact/ground/body/slip"});
  const auto eval = [&](const std::string& name) {
    const auto found = FindSignals(*s.diagram, std::string_view(name));
    REQUIRE(found.size() == 1);
    CHECK(found[0].name == name);
    VectorXd value(found[0].size());
    found[0].calc(s.context, value);
    return value;
  };
  for (const std::string pair : {"ground/body", "body/ground"}) {
    const std::string start = "contact/" + pair + "/";
    CHECK(eval(start + "area")[0] == Approx(4 * kHalf * kHalf));
    const VectorXd pressure = eval(start + "pressure");
    CHECK(pressure[0] < pressure[1]);
    CHECK(pressure[1] == Approx(kModulus * kDepth / kHalf));
    CHECK((eval(start + "center") - Vector3d(0.3, 0.2, 0)).norm() < 1e-9);
    CHECK(eval(start + "moment").norm() < 1e-6);
    CHECK(eval(start + "slip")[0] == 0);
  }
  CHECK_THROWS_WITH(
      FindSignals(*s.diagram, std::string_view("contact/ground/body/are")),
      Catch::Contains("'contact/ground/body/area'"));
}

TEST_CASE("CalcPressureAt: in a polygon -> linear") {
  contact::ContactPolygon polygon{};
  polygon.centroid = Vector3d(1, 2, 3);
  polygon.axes.col(0) = Vector3d::UnitY();
  polygon.axes.col(1) = Vector3d::UnitZ();
  polygon.axes.col(2) = Vector3d::UnitX();
  polygon.pressure = 7;
  polygon.pressure_gradient = Vector2d(10, 100);
  CHECK(CalcPressureAt(polygon, {1, 2, 3}) == 7);
  CHECK(CalcPressureAt(polygon, {1, 2.1, 3.2}) == Approx(7 + 1 + 20));
}

}  // namespace
}  // namespace tactus::multibody
