#include "tactus/multibody/cable.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Hold = CableEnd::Hold;

Cable MakeCable() {
  return {.name = "rope",
          .path = {{0, 0, 1}, {0.5, 0, 1}},
          .num_links = 10,
          .radius = 0.01,
          .density = 1200,
          .youngs_modulus = 1e6};
}

std::shared_ptr<const Model> Build(const Cable& cable) {
  ModelBuilder builder;
  AddCable(cable, &builder);
  return std::move(builder).Build();
}

double CalcElasticEnergy(const Model& model) {
  double energy = 0;
  PositionKinematics position;
  CalcPositionKinematics(model, model.default_positions(), &position);
  for (const Constraint& tie : model.constraints()) {
    energy += CalcEnergy(
        tie.cosserat,
        CalcCosseratStrain(tie.cosserat, position.X_WB[tie.body_a] * tie.X_AP,
                           position.X_WB[tie.body_b] * tie.X_BQ));
  }
  return energy;
}

bool Excludes(const Model& model, const std::string& a, const std::string& b) {
  const std::pair<int, int> pair =
      std::minmax({model.BodyIndex(a), model.BodyIndex(b)});
  return std::ranges::count(model.excluded_pairs(), pair) > 0;
}

TEST_CASE("Cable: fixed at both ends -> links on the path, at rest") {
  Cable cable = MakeCable();
  cable.start.hold = cable.end.hold = Hold::kFixed;
  cable.damping = 0.02;
  const auto model = Build(cable);
  for (const Constraint& tie : model->constraints())
    CHECK(tie.cosserat.damping == 0.02);
  REQUIRE(model->num_bodies() == 11);
  REQUIRE(model->constraints().size() == 11);
  double mass = 0;
  for (const Body& body : model->bodies()) mass += body.inertia.mass;
  CHECK(mass == Approx(1200 * std::numbers::pi * 1e-4 * 0.5));
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  for (int i = 0; i < 10; ++i) {
    const RigidTransform& X_WL =
        position.X_WB[model->BodyIndex("rope/link" + std::to_string(i))];
    CHECK((X_WL.translation() - Vector3d(0.025 + 0.05 * i, 0, 1)).norm() <
          1e-14);
    CHECK((X_WL.linear().col(2) - Vector3d::UnitX()).norm() < 1e-14);
  }
  CHECK(CalcElasticEnergy(*model) < 1e-25);
  CHECK(model->constraints()[0].name == "rope/tie1");
  CHECK(model->constraints()[9].name == "rope/start");
  CHECK(model->constraints()[10].name == "rope/end");
  // Half a link at the ends.
  CHECK((model->constraints()[9].cosserat.stiffness -
         2 * model->constraints()[0].cosserat.stiffness)
            .norm() < 1e-9 * model->constraints()[9].cosserat.stiffness.norm());
}

// Four radii are 0.04 m, links 0.05 m long: those with one in between touch.
TEST_CASE("Cable: neighbours closer than four radii -> never touch") {
  Cable cable = MakeCable();
  cable.start.hold = Hold::kFixed;
  const auto model = Build(cable);
  CHECK(Excludes(*model, "rope/link3", "rope/link4"));
  CHECK_FALSE(Excludes(*model, "rope/link3", "rope/link5"));
  CHECK(Excludes(*model, "world", "rope/link0"));
  CHECK_FALSE(Excludes(*model, "world", "rope/link1"));
  cable.num_links = 40;
  const auto fine = Build(cable);
  CHECK(Excludes(*fine, "rope/link3", "rope/link7"));
  CHECK_FALSE(Excludes(*fine, "rope/link3", "rope/link8"));
  CHECK(Excludes(*fine, "world", "rope/link3"));
  CHECK_FALSE(Excludes(*fine, "world", "rope/link4"));
}

// A corner of a right angle is bent between two links, and not twisted.
TEST_CASE("Cable: around a corner -> bent there, or so at rest") {
  Cable cable = MakeCable();
  cable.path = {{0, 0, 0}, {0.25, 0, 0}, {0.25, 0.25, 0}};
  const auto model = Build(cable);
  const double I = std::numbers::pi * 1e-8 / 4, turn = std::numbers::pi / 2;
  CHECK(CalcElasticEnergy(*model) ==
        Approx(1e6 * I * turn * turn / (2 * 0.05)).epsilon(1e-9));
  cable.keeps_curves = true;
  CHECK(CalcElasticEnergy(*Build(cable)) < 1e-20);
}

TEST_CASE("Cable: welded to a body -> at rest where the frames meet") {
  for (const bool is_start : {true, false}) {
    Cable cable = MakeCable();
    ModelBuilder builder;
    const int hand =
        builder.AddBody("hand", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    builder.SetDefaultPose(hand, RigidTransform(Eigen::Translation3d(
                                     is_start ? -0.1 : 0.6, 0, 1)));
    CableEnd& end = is_start ? cable.start : cable.end;
    end = {.hold = Hold::kWeld, .body = hand};
    // z along the cable; x as the first link has it, across the world's y.
    Matrix3d R;
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    end.X_BE.linear() = R;
    end.X_BE.translation().x() = is_start ? 0.1 : -0.1;
    AddCable(cable, &builder);
    const auto model = std::move(builder).Build();
    CHECK(CalcElasticEnergy(*model) < 1e-20);
    const VectorXd& q = model->default_positions();
    CHECK_NOTHROW(RequireWithinReach(cable, *model, q));
    CHECK(Excludes(*model, "hand", is_start ? "rope/link0" : "rope/link9"));
    VectorXd moved = q;
    moved[model->joints()[model->BodyIndex("hand") - 1].q_start] += 0.3;
    CHECK_THROWS_WITH(
        RequireWithinReach(cable, *model, moved),
        std::string("constraint 'rope/") + (is_start ? "start" : "end") +
            "': its frames start 0.3 m away from where they are at rest, "
            "beyond its reach of 0.05 m");
    // About the axis that the end of the cable is on.
    VectorXd turned = q;
    turned.segment<4>(model->joints()[model->BodyIndex("hand") - 1].q_start +
                      3) = Eigen::Vector4d(0, 1, 0, 0);
    CHECK_THROWS_WITH(RequireWithinReach(cable, *model, turned),
                      Catch::Contains("turned by 3.14 rad"));
  }
}

// Frames that hold it may be turned about z as they like: 0.9 rad, and beyond
// half a turn. A cable that keeps a curve is bent no other way by it.
TEST_CASE("Cable: welded to frames turned about z -> at rest, not twisted") {
  for (const double angle : {0.9, 3.5}) {
    Cable cable = MakeCable();
    cable.path = {{0, 0, 1}, {0.25, 0, 1}, {0.25, 0.25, 1}};
    cable.keeps_curves = true;
    ModelBuilder builder;
    for (const char* name : {"hand", "foot"})
      builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    // The second one is where the end is, turned in the world, too.
    const Eigen::AngleAxisd about_z(angle, Vector3d::UnitZ());
    const Eigen::AngleAxisd to_y(-1.5707963267948966, Vector3d::UnitX());
    const Eigen::AngleAxisd to_x(1.5707963267948966, Vector3d::UnitY());
    builder.SetDefaultPose(1, RigidTransform(Eigen::Translation3d(0, 0, 1)));
    builder.SetDefaultPose(
        2, Eigen::Translation3d(0.25, 0.25, 1) * RigidTransform(to_y));
    cable.start = {.hold = Hold::kWeld, .body = 1};
    cable.start.X_BE.linear() = (to_x * about_z).toRotationMatrix();
    cable.end = {.hold = Hold::kWeld, .body = 2};
    cable.end.X_BE.linear() = about_z.toRotationMatrix();
    AddCable(cable, &builder);
    const auto model = std::move(builder).Build();
    const VectorXd& q = model->default_positions();
    REQUIRE(CalcElasticEnergy(*model) > 1e-4);
    const auto at_rest = TakeTwistAtEndsAsRest(cable, model, q);
    CHECK(CalcElasticEnergy(*at_rest) < 1e-20);
    CHECK_NOTHROW(RequireWithinReach(cable, *at_rest, q));
    CHECK(TakeTwistAtEndsAsRest(cable, at_rest, q) == at_rest);
  }
}

TEST_CASE("Cable: numbers out of range -> one line with its name") {
  const auto refused = [](auto change, const std::string& why) {
    Cable cable = MakeCable();
    change(&cable);
    CHECK_THROWS_WITH(Build(cable), "cable 'rope': " + why);
  };
  refused([](Cable* c) { c->num_links = 0; }, "it has 0 links; it needs one");
  refused([](Cable* c) { c->radius = 0; },
          "its radius is 0; it must be positive");
  refused([](Cable* c) { c->density = -1; },
          "its density is -1; it must be positive");
  refused([](Cable* c) { c->youngs_modulus = 0; },
          "Young's modulus is 0; it must be positive");
  refused([](Cable* c) { c->poissons_ratio = 0.5; },
          "Poisson's ratio is 0.5; it must lie between -1 and 1/2");
  refused([](Cable* c) { c->damping = -0.1; },
          "its damping is -0.1; it must not be negative");
  refused([](Cable* c) { c->path.pop_back(); }, "its path needs two points");
  refused([](Cable* c) { c->path[1] = c->path[0]; },
          "points 1 and 2 of its path are one");
  refused([](Cable* c) { c->path[1].x() = NAN; },
          "point 2 of its path is not finite");
  refused(
      [](Cable* c) {
        c->path = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
        c->num_links = 1;
      },
      "its path turns back on itself within a link's length, 2 m");
}

TEST_CASE("Cable: a body on a link -> does not touch links within reach") {
  const Cable cable = MakeCable();  // links of 5 cm, a reach of 4
  ModelBuilder builder;
  const std::vector<int> links = AddCableLinks(cable, &builder);
  const int weight = builder.AddBody("weight", {.mass = 1});
  builder.AddJoint({.name = "tied",
                    .type = JointType::kWeld,
                    .parent = links[4],
                    .child = weight});
  TieCable(cable, links, &builder);
  ExcludeAround(cable, links, 4, weight, &builder);
  const auto model = std::move(builder).Build();
  for (int i = 0; i < 10; ++i)
    CHECK(Excludes(*model, "weight", LinkName(cable, i)) == (3 <= i && i <= 5));
}

}  // namespace
}  // namespace tactus::multibody
