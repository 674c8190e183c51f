#include "tactus/integrators/cenic/energy_weight.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using test::PlantDiagram;

// A can of 2 kg that is 0.08 degrees off upright, and is pushed to rock.
struct Can {
  double radius = 0.05, half_length = 0.1225, mass = 2;
  double rate = 0.3;     // About y, and about the vertical [rad/s].
  double height = 1e-4;  // Of its base [m].
};

PlantDiagram MakeCan(const Can& can, const contact::Material& material) {
  multibody::ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const contact::Cylinder shape{can.radius, can.half_length};
  const double volume = 2 * M_PI * can.radius * can.radius * can.half_length;
  const int body = builder.AddBody(
      "can", multibody::MakeSolidInertia(shape, can.mass / volume,
                                         RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "can", .body = body, .shape = shape, .material = material});
  RigidTransform X = RigidTransform::Identity();
  X.translation().z() = can.half_length + can.height;
  X.rotate(Eigen::AngleAxisd(1.4e-3, Vector3d(1, 0.3, 0).normalized()));
  builder.SetDefaultPose(body, X);
  PlantDiagram subject = test::MakeAlone(std::move(builder).Build());
  VectorXd v = VectorXd::Zero(6);
  v[1] = v[2] = can.rate;
  subject.plant->SetVelocities(&subject.context, v);
  return subject;
}

// By which its axis is off upright [rad].
double CalcTilt(const PlantDiagram& subject, const systems::Context& context) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(subject.plant->model(),
                         subject.plant->positions(context), &position);
  return std::acos(std::min(1.0, position.X_WB[1].linear()(2, 2)));
}

// Without it the can rocks for ever, 2.2 degrees off, and gains 0.05 J.
TEST_CASE("EnergyWeight: a can that rocks on its rim -> comes to rest") {
  for (const double rate : {0.1, 0.3}) {
    INFO(rate);
    const PlantDiagram subject = MakeCan({.rate = rate}, {});
    systems::Simulator simulator(*subject.diagram, subject.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
    simulator.AdvanceTo(3);
    CHECK(CalcTilt(subject, simulator.context()) < 1e-4);
  }
}

// Starts, and half steps, of a can that falls onto its rim.
struct Prepared {
  explicit Prepared(const PlantDiagram& subject)
      : stepping(*subject.diagram, &statistics, ExternalScheme::kImplicit),
        start(stepping.plant(), &first),
        half(stepping.plant(), &second) {
    systems::Context context = subject.context;
    for (StepOrigin* origin : {&start, &half}) {
      stepping.Split(context.continuous_state(), &origin->x);
      REQUIRE_FALSE(stepping.Prepare(context, 1e-3, origin));
    }
  }

  // theta of the only body, from 1.
  double Weigh(const VectorXd& v_two, const VectorXd& v_hat,
               double h_half = 1e-9) {
    std::vector<double> theta{1};
    EnergyWeight().Lower({.start = &start,
                          .half = &half,
                          .h_half = h_half,
                          .v_two = &v_two,
                          .v_hat = &v_hat},
                         {0}, {true}, &theta);
    return theta[0];
  }

  Statistics statistics;
  IcfStep first{IcfStepOptions{}}, second{IcfStepOptions{}};
  DiagramStepping stepping;
  StepOrigin start, half;
};

// In a step of no length neither weight nor springs work: X = T(v1) - T(v0)
// is 1e-3 (T(v0) + T(v_two - v0)) at theta.
TEST_CASE("EnergyWeight: what gains -> as far as it gains nothing") {
  Prepared can(MakeCan({.rate = 0}, {}));
  can.start.x.v = can.half.x.v = Vector6d::Unit(5);
  const auto up = [](double speed) {
    return VectorXd(speed * Vector6d::Unit(5));
  };
  CHECK(can.Weigh(up(0.9), up(0.8)) == Approx(1));  // 1.0 of 1.0
  CHECK(can.Weigh(up(0.5), up(0.3)) == 1);
  CHECK(can.Weigh(up(1.2), up(1.0)) == 0);  // v_two itself gains.
  // X is -0.19 m / 2 at zero, 0.21 m / 2 at one, and 1.01e-3 m / 2 allowed.
  CHECK(can.Weigh(up(0.9), up(0.7)) ==
        Approx((0.19 + 1.01e-3) / 0.40).epsilon(1e-4));
}

// From 1 m/s to 1.3 m/s is 0.345 J/kg; gravity does 0.422 J/kg in 40 ms of
// fall, and takes as much on the way up.
TEST_CASE("EnergyWeight: work of gravity -> is no gain, nor is it forgotten") {
  for (const double way : {-1.0, 1.0}) {
    Prepared can(MakeCan({.rate = 0, .height = 1}, {}));
    REQUIRE(can.start.problem.points.empty());
    can.start.x.v = can.half.x.v = way * Vector6d::Unit(5);
    const VectorXd two = 1.2 * can.start.x.v, hat = 1.1 * can.start.x.v;
    CHECK(can.Weigh(two, hat, 0.02) == (way < 0 ? 1 : 0));
  }
}

// Of M in the middle 1.1 times that of the start, as where a body has turned,
// v1 has 1.2 times: X is -0.133 m / 2 at zero and 0.2 m / 2 at one.
TEST_CASE("EnergyWeight: M that changes -> the end's counts for v1") {
  Prepared can(MakeCan({.rate = 0}, {}));
  can.start.x.v = can.half.x.v = Vector6d::Unit(5);
  can.half.problem.cliques[0].M = 1.1 * can.start.problem.cliques[0].M;
  const VectorXd two = 0.85 * Vector6d::Unit(5), hat = 0.7 * Vector6d::Unit(5);
  CHECK(can.Weigh(two, hat) ==
        Approx((0.133 + 1.0225e-3) / 0.333).epsilon(1e-3));
}

// 1 kg / 2 (0.9 m/s)^2 less than at first may be stored in a contact that was
// not there, and what was stored may come out.
TEST_CASE("EnergyWeight: energy of contacts -> counts") {
  const auto weigh = [](double before, double after) {
    Prepared can(MakeCan({.rate = 0, .height = -2e-4}, {}));
    can.start.x.v = can.half.x.v = Vector6d::Unit(5);
    for (auto [origin, phi] :
         {std::pair(&can.start, before), std::pair(&can.half, after)}) {
      for (contact::ContactPoint& point : origin->problem.points) {
        point.phi0 = phi;
        point.stiffness = 1e4;
        point.v_C0.setZero();
      }
    }
    REQUIRE(can.start.problem.points.size() == 8);
    return can.Weigh(0.9 * Vector6d::Unit(5), 0.7 * Vector6d::Unit(5));
  };
  // 8 points of 1e4 N/m at 1 mm have 0.04 J; 2 kg at 1.1 m/s 1.21 J.
  const double without = weigh(0, 0);
  CHECK(weigh(-1e-3, 0) == Approx(without + 0.04 / 0.40).epsilon(1e-4));
  CHECK(weigh(0, -1e-3) == Approx(without - 0.04 / 0.40).epsilon(1e-4));
  CHECK(weigh(1e-3, 1e-3) == without);
}

TEST_CASE("EnergyWeight: lone bodies, contact that takes energy -> holds") {
  const auto holds = [](const contact::Material& material,
                        const Vector3d& surface = Vector3d::Zero()) {
    Prepared can(MakeCan({.height = -2e-4}, material));
    can.start.problem.cliques[0].turns_alone = true;
    for (contact::ContactPoint& point : can.start.problem.points)
      point.bias_C = surface;
    std::vector<contact::Island> islands;
    contact::IslandFinder finder;
    REQUIRE(finder.Find(can.start.problem, &islands) == 1);
    REQUIRE_FALSE(islands[0].patches.empty());
    return EnergyWeight::HoldsFor(can.start, islands[0]);
  };
  CHECK(holds({}));
  CHECK(holds({.dissipation = 1}));
  CHECK_FALSE(holds({.dissipation = 0.9}));
  CHECK_FALSE(holds({}, {0.1, 0, 0}));  // a belt
}

TEST_CASE("EnergyWeight: anything besides -> does not hold") {
  using contact::VelocityProblem;
  const auto holds = [](const auto& change) {
    Prepared can(MakeCan({.height = -2e-4}, {}));
    VelocityProblem& problem = can.start.problem;
    problem.cliques[0].turns_alone = true;
    std::vector<contact::Island> islands;
    contact::IslandFinder finder;
    finder.Find(problem, &islands);
    change(&problem, &islands[0]);
    return EnergyWeight::HoldsFor(can.start, islands[0]);
  };
  using contact::Island;
  CHECK(holds([](VelocityProblem*, Island*) {}));
  CHECK_FALSE(holds([](VelocityProblem*, Island* island) {
    island->actuators.push_back(0);
  }));
  CHECK_FALSE(holds([](VelocityProblem*, Island* island) {
    island->joint_rows.push_back(0);
  }));
  CHECK_FALSE(holds([](VelocityProblem*, Island* island) {
    island->constraints.push_back(0);
  }));
  CHECK_FALSE(holds([](VelocityProblem* problem, Island*) {
    problem->cliques[0].turns_alone = false;
  }));
  CHECK_FALSE(holds(
      [](VelocityProblem* problem, Island*) { problem->cliques[0].nv = 7; }));
  CHECK_FALSE(holds([](VelocityProblem* problem, Island*) {
    problem->cliques[0].drag = MatrixXd::Identity(6, 6);
  }));
  CHECK_FALSE(holds([](VelocityProblem* problem, Island*) {
    problem->patches[0].is_surface = true;
  }));
}

}  // namespace
}  // namespace tactus::integrators
