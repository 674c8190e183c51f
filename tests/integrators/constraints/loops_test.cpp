// Closed kinematic loops.
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "integrators/constraints/mechanisms.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"

namespace tactus::integrators {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using systems::Simulator;
using test::AddRod;
using test::Apart;
using test::At;
using test::kGravity;
using test::MakeFourBar;
using test::Method;
using test::Model;
using test::ModelBuilder;
using test::NameOf;
using test::PlantDiagram;
using test::Run;
using test::RunEvery;
using test::SetIntegrator;

// A parallelogram swings as one pendulum: its bar does not turn.
TEST_CASE("Constraints: a parallelogram -> closed, swings as one pendulum") {
  const double l = 0.5, m_crank = 1, m_bar = 2, start = 1.0;
  const auto model = MakeFourBar(l, m_crank, m_bar);
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd q(3);
  q[model->joints()[model->JointIndex("a hinge")].q_start] = start;
  q[model->joints()[model->JointIndex("b hinge")].q_start] = start;
  q[model->joints()[model->JointIndex("bar hinge")].q_start] = -start;
  scene.plant->SetPositions(&scene.context, q);

  const double I = 2 * m_crank * l * l / 3 + m_bar * l * l;
  const double moment = m_crank * l + m_bar * l;
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double open = 0, turned = 0, energy_error = 0;
    Run(scene, method, 5, [&](const VectorXd& at, const VectorXd& v) {
      open = std::max(open, Apart(*model, at, model->constraints()[0]).first);
      const int a = model->joints()[model->JointIndex("a hinge")].q_start;
      const int bar = model->joints()[model->JointIndex("bar hinge")].q_start;
      turned = std::max(turned, std::abs(at[a] + at[bar]));
      const double energy =
          I * v[a] * v[a] / 2 -
          moment * kGravity * (std::cos(at[a]) - std::cos(start));
      energy_error = std::max(energy_error, std::abs(energy));
    });
    CHECK(open < 1e-5);
    CHECK(turned < 1e-4);
    CHECK(energy_error < 0.05 * moment * kGravity);
  }
}

// No motor: drivers that start half closed, with loops torn open, which the
// projection closes; then springs open the fingers.
TEST_CASE("Constraints: the Robotiq 2F-85 from torn loops -> stays closed") {
  const std::string file = "models/menagerie/robotiq_2f85/2f85.xml";
  if (!tactus::test::HasShared(file)) return;
  ModelBuilder builder;
  LoadMjcf(tactus::test::SharedDirectory() / file, {}, &builder);
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  REQUIRE(model->constraints().size() == 2);
  REQUIRE(model->couplers().size() == 1);
  const auto driver = [&](const VectorXd& q) {
    return q[model->joints()[model->JointIndex("right_driver_joint")].q_start];
  };
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd start = model->default_positions();
  for (const char* name : {"right_driver_joint", "left_driver_joint"})
    start[model->joints()[model->JointIndex(name)].q_start] = 0.4;
  CHECK(Apart(*model, start, model->constraints()[0]).first > 0.01);
  scene.plant->SetPositions(&scene.context, start);
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double open = 0, apart = 0;
    std::vector<double> angles;
    Run(scene, method, 1, [&](const VectorXd& q, const VectorXd&) {
      for (const Constraint& constraint : model->constraints())
        open = std::max(open, Apart(*model, q, constraint).first);
      const auto at = CalcCouplerError(*model, model->couplers()[0], q);
      apart = std::max(apart, std::abs(at.error));
      angles.push_back(driver(q));
    });
    CHECK(open < 1e-5);
    CHECK(apart < 1e-6);
    CHECK(angles.front() > 0.1);
    CHECK(std::abs(angles.back() - angles.front()) > 0.05);
  }
}

/// A crank, a coupler and a rocker of unequal lengths, in space: the pin holds
/// one direction more than there is to hold.
std::shared_ptr<const Model> MakeCrankRocker() {
  ModelBuilder builder;
  const int crank = AddRod("crank", 0, {0, 0, 0}, {0.3, 0, 0}, 0.5, &builder);
  const int link = AddRod("link", crank, {0.3, 0, 0}, {0.9, 0, 0}, 1, &builder);
  const int rocker = AddRod("rocker", 0, {1, 0, 0}, {0, 0, 0.6}, 0.8, &builder);
  builder.AddConstraint({.name = "pin",
                         .type = ConstraintType::kBall,
                         .body_a = link,
                         .body_b = rocker,
                         .X_AP = At({0.9, 0, 0}),
                         .X_BQ = At({0, 0, 0.6})});
  return std::move(builder).Build();
}

// Half a metre open at the start. Whatever the step, up to 0.1 s and a radian.
TEST_CASE(
    "Constraints: a crank-rocker, any step and accuracy -> stays closed") {
  const auto model = MakeCrankRocker();
  PlantDiagram scene = test::MakeAlone(model);
  VectorXd q(3);
  for (const auto& [name, angle] :
       {std::pair("crank hinge", 0.5), std::pair("link hinge", -0.8),
        std::pair("rocker hinge", 0.1)}) {
    q[model->joints()[model->JointIndex(name)].q_start] = angle;
  }
  CHECK(Apart(*model, q, model->constraints()[0]).first > 0.4);
  scene.plant->SetPositions(&scene.context, q);
  for (const double accuracy : {1e-1, 1e-3, 1e-4}) {
    for (const double step : {0.0, 5e-3, 1e-2}) {
      if (step > 0 && accuracy < 1e-1) continue;
      INFO("accuracy " << accuracy << ", step " << step);
      double open = 0;
      RunEvery(scene, accuracy, step, 5, [&](const systems::Context& context) {
        open = std::max(open, Apart(*model, scene.plant->positions(context),
                                    model->constraints()[0])
                                  .first);
      });
      CHECK(open < 1e-6);
    }
  }
}

TEST_CASE("Constraints: a four-bar inside of steps -> stays closed") {
  const auto model = MakeFourBar(0.5, 1, 2);
  PlantDiagram scene = test::MakeAlone(model);
  scene.plant->SetPositions(&scene.context, Vector3d(1, -1, 1));
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-2});
  double open = 0;
  simulator.Observe(1e-3, [&](const systems::Context& context) {
    open = std::max(open, Apart(*model, scene.plant->positions(context),
                                model->constraints()[0])
                              .first);
  });
  simulator.Initialize();
  simulator.AdvanceTo(2);
  CHECK(open < 1e-6);
}

/// A chain at rest between two pins of the world that are a `slack` of its
/// length nearer to each other than it is long.
struct Chain {
  std::shared_ptr<const Model> model;
  VectorXd q, v;
  double size{};  ///< Its weight times its length [J].

  Chain(int links, double slope, double slack, std::mt19937* generator)
      : v(VectorXd::Zero(links)) {
    std::uniform_real_distribution<double> between(0.1, 1);
    ModelBuilder builder;
    Vector3d hinge = Vector3d::Zero(), tip = Vector3d::Zero();
    double mass = 0;
    int parent = 0;
    for (int i = 0; i < links; ++i) {
      const Vector3d end =
          between(*generator) * Vector3d(std::cos(slope), 0, std::sin(slope));
      const double m = between(*generator);
      parent =
          AddRod("link" + std::to_string(i), parent, hinge, end, m, &builder);
      hinge = end;
      tip += end;
      mass += m;
    }
    size = mass * kGravity * tip.norm();
    builder.AddConstraint({.name = "pin",
                           .type = ConstraintType::kBall,
                           .body_a = 0,
                           .body_b = parent,
                           .X_AP = At((1 - slack) * tip),
                           .X_BQ = At(hinge)});
    model = std::move(builder).Build();
    q = model->default_positions();
    if (slack == 0) return;
    for (int i = 0; i < links; ++i) q[i] += 1e-3 * (between(*generator) - 0.5);
    multibody::ProjectToConstraints(*model, &q, &v);
  }

  // In half a second, by CENIC at 1e-3 or ICF at a step [J].
  double CalcMostGain(double step) const {
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, q);
    scene.plant->SetVelocities(&scene.context, v);
    const double start = test::CalcEnergy(*model, q, v);
    double most = 0;
    RunEvery(scene, 1e-3, step, 0.5, [&](const systems::Context& context) {
      const double now =
          test::CalcEnergy(*model, scene.plant->positions(context),
                           scene.plant->velocities(context));
      most = std::max(most, now - start);
    });
    return most;
  }
};

// It can go nowhere, and G has no row along it. What it misses of its place
// within a step is undone by speeds of as much over h, if steps let it.
TEST_CASE("Constraints: chains pinned straight -> no energy gained") {
  std::mt19937 generator(7);
  for (int links = 2; links <= 6; ++links) {
    for (const double slope : {0.0, 0.9}) {
      const Chain chain(links, slope, 0, &generator);
      for (const double step : {0.0, 2e-3}) {
        INFO(links << " links, slope " << slope << ", step " << step);
        CHECK(chain.CalcMostGain(step) < 1e-3 * chain.size);
      }
    }
  }
}

// It rattles between bends of a hundredth of a radian.
TEST_CASE("Constraints: chains pinned nearly straight -> no energy gained") {
  std::mt19937 generator(8);
  for (int links = 3; links <= 6; ++links) {
    for (const double slack : {1e-6, 1e-5, 1e-4}) {
      const Chain chain(links, 0.4, slack, &generator);
      INFO(links << " links, slack " << slack);
      CHECK(chain.CalcMostGain(0) < 2e-3 * chain.size);
    }
  }
}

TEST_CASE("Constraints: a start out of reach -> refused, with its violation") {
  ModelBuilder builder;
  const int body = AddRod("rod", 0, {0, 0, 0}, {0.5, 0, 0}, 1, &builder);
  builder.AddConstraint({.name = "hook",
                         .type = ConstraintType::kBall,
                         .body_a = 0,
                         .body_b = body,
                         .X_AP = At({0, 0, -0.75}),
                         .X_BQ = At({0.5, 0, 0})});
  const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    CHECK_THROWS_WITH(
        simulator.Initialize(),
        Catch::StartsWith("the start violates the position of ball 'hook' by "
                          "0.9014 m") &&
            Catch::EndsWith("still off by 0.25 m"));
  }
}

}  // namespace
}  // namespace tactus::integrators
