#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/cable.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

/// Cables: links tied by Cosserat elements, under the methods that take them.
namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::Cable;
using multibody::CableEnd;
using multibody::Model;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kGravity = 9.81;

/// That of the paper's scene: 0.4 m of 2 mm radius, along x, with one end
/// fixed.
Cable MakeCable(int num_links) {
  Cable cable{.name = "cable",
              .path = {{0, 0, 0}, {0.4, 0, 0}},
              .num_links = num_links,
              .radius = 2e-3,
              .density = 1259,
              .youngs_modulus = 2.954e6,
              .poissons_ratio = 0.49};
  cable.start.hold = CableEnd::Hold::kFixed;
  return cable;
}

std::shared_ptr<const Model> MakeModel(const Cable& cable) {
  ModelBuilder builder;
  AddCable(cable, &builder);
  return std::move(builder).Build();
}

double CalcEnergy(const Stepping& stepping) {
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  multibody::CalcPositionKinematics(stepping.model(), stepping.q, &position);
  multibody::CalcVelocityKinematics(stepping.model(), position, stepping.v,
                                    &velocity);
  return multibody::CalcKineticEnergy(stepping.model(), position, velocity,
                                      stepping.v) +
         multibody::CalcPotentialEnergy(stepping.model(), position, stepping.q);
}

void Run(Stepping* stepping, StepFunction* function, double h, int count) {
  for (int i = 0; i < count; ++i) {
    const StepResult& result = stepping->Step(function, h);
    INFO(stepping->failure());
    REQUIRE_FALSE(result.report.failure);
  }
}

/// A cantilever of a stiff rod, 0.4 m long, at rest under its weight.
Cable MakeCantilever(int num_links) {
  Cable cable = MakeCable(num_links);
  cable.radius = 5e-3;
  cable.youngs_modulus = 1e9;
  cable.damping = 1;  // Over-critical: it creeps to rest in long steps.
  return cable;
}

/// Deflection of the centre of the last link, relative to Timoshenko's beam at
/// x, w = q x^2 (6 l^2 - 4 l x + x^2) / (24 E I) + q (l x - x^2/2) / (k G A).
double CompareToBeam(const Cable& cable, StepFunction* function) {
  Stepping stepping(MakeModel(cable));
  Run(&stepping, function, 0.2, 200);
  CHECK(stepping.v.lpNorm<Eigen::Infinity>() < 1e-6);
  const double pi = std::numbers::pi, l = 0.4, r = cable.radius;
  const double A = pi * r * r, I = A * r * r / 4;
  const double q = cable.density * A * kGravity;
  const double G = cable.youngs_modulus / (2 * (1 + cable.poissons_ratio));
  const double x = l - l / (2 * cable.num_links);
  const double beam = q * x * x * (6 * l * l - 4 * l * x + x * x) /
                          (24 * cable.youngs_modulus * I) +
                      q * (l * x - x * x / 2) / (0.9 * G * A);
  const int last = stepping.model().BodyIndex(
      "cable/link" + std::to_string(cable.num_links - 1));
  const double z = stepping.q[stepping.model().joints()[last - 1].q_start + 2];
  REQUIRE(beam < 0.02 * l);  // Small enough for the theory.
  return -z / beam;
}

TEST_CASE("Cables: a cantilever under its weight -> beam theory") {
  CondStep cond;
  IcfStep icf;
  DojoStep dojo;
  CHECK(std::abs(CompareToBeam(MakeCantilever(20), &cond) - 1) < 0.01);
  CHECK(std::abs(CompareToBeam(MakeCantilever(20), &dojo) - 1) < 0.01);
  CHECK(std::abs(CompareToBeam(MakeCantilever(20), &icf) - 1) < 0.01);
}

/// A step of COND without what the pull of elements makes of turns: the
/// constraints behind those of the model.
class WithoutTurningStiffness final : public StepFunction {
 public:
  explicit WithoutTurningStiffness(const CondOptions& options)
      : cond_(options) {}
  std::string_view name() const override { return "without"; }
  bool looks_ahead() const override { return true; }
  systems::Value MakeMemory() const override { return cond_.MakeMemory(); }
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override {
    contact::VelocityProblem velocity = problem.velocity;
    velocity.constraints.resize(problem.model.constraints().size());
    cond_.Step({.model = problem.model,
                .position = problem.position,
                .q0 = problem.q0,
                .velocity = velocity,
                .h = problem.h,
                .contacts = problem.contacts,
                .inputs = problem.inputs},
               memory, result);
  }

 private:
  CondStep cond_;
};

/// The most energy above the start's, in a swing of `duration` from level, in
/// terms of the weight times the length.
double CalcMostGain(StepFunction* function, double h, double duration) {
  ModelBuilder builder;
  const std::vector<int> links = AddCable(MakeCable(40), &builder);
  for (const int a : links) {  // Pushing overlaps out would add energy.
    for (const int b : links)
      if (a < b) builder.ExcludePair(a, b);
  }
  Stepping stepping(std::move(builder).Build());
  const double mass = 1259 * std::numbers::pi * 4e-6 * 0.4;
  const double start = CalcEnergy(stepping);
  double most = 0;
  for (int i = 0; i < duration / h; ++i) {
    stepping.Step(function, h);
    most = std::max(most, CalcEnergy(stepping) - start);
    if (!(most < 1e3)) break;
  }
  return most / (mass * kGravity * 0.4);
}

// At mid-point and implicit Euler. What is left are the errors of third order
// of the mid-point rule in its first steps, from rest.
TEST_CASE("Cables: a swinging chain -> never more energy than at the start") {
  CondStep middle(CondOptions{.theta = 0.5}), end;
  CHECK(CalcMostGain(&middle, 2e-3, 2) < 2e-6);
  CHECK(CalcMostGain(&end, 2e-3, 2) < 1e-12);
  CHECK(CalcMostGain(&end, 5e-3, 2) < 1e-12);
  IcfStep icf;
  CHECK(CalcMostGain(&icf, 5e-3, 2) < 1e-12);
  DojoStep dojo;
  CHECK(CalcMostGain(&dojo, 5e-3, 0.4) < 1e-12);
}

TEST_CASE("Cables: without the stiffness of turns -> a swing blows up") {
  WithoutTurningStiffness middle(CondOptions{.theta = 0.5}), end({});
  CHECK(CalcMostGain(&middle, 2e-3, 2) > 10);
  CHECK(CalcMostGain(&end, 5e-3, 2) > 0.01);
}

// The error against rk3 at tight accuracy halves with the step.
TEST_CASE("Cables: a short swing -> first order to rk3") {
  Cable cable = MakeCable(6);
  cable.damping = 1e-3;
  const auto model = MakeModel(cable);
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta3>(RungeKutta3Options{.accuracy = 1e-8});
  simulator.AdvanceTo(0.1);
  const VectorXd truth = plant.positions(simulator.context());
  const auto errors = [&](StepFunction* function, int count) {
    Stepping stepping(model);
    Run(&stepping, function, 0.1 / count, count);
    return (stepping.q - truth).norm();
  };
  CondStep cond;
  IcfStep icf;
  DojoStep dojo;
  for (StepFunction* function :
       std::initializer_list<StepFunction*>{&cond, &icf, &dojo}) {
    const double coarse = errors(function, 200), fine = errors(function, 400);
    INFO(function->name() << " " << coarse << " " << fine);
    CHECK(coarse / fine == Approx(2).epsilon(0.15));
    CHECK(fine < 0.05 * (truth - model->default_positions()).norm());
  }
}

TEST_CASE("Cables: a swing under cenic -> within its accuracy of rk3") {
  const auto model = MakeModel(MakeCable(6));
  const auto swing = [&](std::unique_ptr<systems::Integrator> integrator) {
    systems::DiagramBuilder builder;
    const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
    const auto diagram = std::move(builder).Build();
    systems::Simulator simulator(*diagram);
    simulator.set_integrator(std::move(integrator));
    simulator.AdvanceTo(0.3);
    return plant.positions(simulator.context());
  };
  const VectorXd truth = swing(
      std::make_unique<RungeKutta3>(RungeKutta3Options{.accuracy = 1e-7}));
  const VectorXd cenic =
      swing(std::make_unique<Cenic>(CenicOptions{.accuracy = 1e-4}));
  CHECK((cenic - truth).lpNorm<Eigen::Infinity>() < 1e-2);
}

// In free flight, bent and spinning: what elements do stays inside.
TEST_CASE("Cables: a free bent cable -> keeps its momentum") {
  Cable cable = MakeCable(12);
  cable.start.hold = CableEnd::Hold::kFree;
  cable.path = {{0, 0, 0}, {0.2, 0, 0}, {0.3, 0.2, 0}};
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  AddCable(cable, &builder);
  Stepping stepping(std::move(builder).Build());
  for (int i = 0; i < 12; ++i) stepping.v[6 * i + 3] = 0.3;
  const auto momentum = [&] {
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    multibody::CalcPositionKinematics(stepping.model(), stepping.q, &position);
    multibody::CalcVelocityKinematics(stepping.model(), position, stepping.v,
                                      &velocity);
    return multibody::CalcMomentum(stepping.model(), position, velocity,
                                   Vector3d::Zero());
  };
  const Vector6d before = momentum();
  CondStep function;
  Run(&stepping, &function, 1e-3, 200);
  const Vector6d after = momentum();
  CHECK((after - before).tail<3>().norm() < 1e-10 * before.tail<3>().norm());
  CHECK(stepping.v.norm() > 0.1);
}

/// A cable that lies on the ground, on all of its links.
std::shared_ptr<const Model> MakeCableOnGround(int num_links) {
  Cable cable = MakeCable(num_links);
  cable.start.hold = CableEnd::Hold::kFree;
  cable.path = {{0, 0, 2e-3}, {0.4, 0, 2e-3}};
  cable.material.static_friction = cable.material.dynamic_friction = 0.5;
  ModelBuilder builder;
  contact::Geometry ground;
  ground.name = "ground";
  ground.shape = contact::HalfSpace{};
  ground.material.static_friction = ground.material.dynamic_friction = 0.5;
  builder.AddGeometry(std::move(ground));
  AddCable(cable, &builder);
  return std::move(builder).Build();
}

TEST_CASE("Cables: on the ground -> it carries the weight, slides brake") {
  Stepping stepping(MakeCableOnGround(20));
  CondStep function(CondOptions{.residual = 1e-9});
  Run(&stepping, &function, 2e-3, 200);
  const double weight = 1259 * std::numbers::pi * 4e-6 * 0.4 * kGravity;
  double force = 0;
  for (const Vector3d& f : stepping.result().forces_W) force += f.z();
  CHECK(force == Approx(weight).epsilon(1e-6));
  for (int i = 0; i < 20; ++i) stepping.v[6 * i + 3] += 1;
  Run(&stepping, &function, 1e-3, 100);
  double mean = 0;
  for (int i = 0; i < 20; ++i) mean += stepping.v[6 * i + 3] / 20;
  CHECK(mean == Approx(1 - 0.5 * kGravity * 0.1).epsilon(0.02));
}

// Pulled, and pushed: what the pull makes of turns is positive or left out.
TEST_CASE("Cables: stretched or shortened -> stiffness of turns, or none") {
  for (const double stretch : {0.01, -0.01}) {
    Cable cable = MakeCable(4);
    Stepping stepping(MakeModel(cable));
    for (int i = 0; i < 4; ++i) stepping.q[7 * i] *= 1 + stretch;
    CondStep function;
    stepping.Prepare(&function, 1e-3);
    const contact::VelocityProblem& problem = stepping.problem();
    INFO("stretch " << stretch);
    const std::size_t num_ties = stepping.model().constraints().size();
    int count = 0;
    for (std::size_t i = num_ties; i < problem.constraints.size(); ++i) {
      const contact::BodyConstraint& each = problem.constraints[i];
      for (int k = 0; k < each.num_rows; ++k, ++count)
        CHECK(problem.constraint_rows[each.first_row + k].stiffness > 0);
    }
    // Across the cable, of each link.
    CHECK((stretch > 0 ? count >= 8 : count < 8));
  }
}

TEST_CASE("Cables: any number of threads -> the same bits") {
  const auto run = [](int num_threads) {
    ModelBuilder builder;
    for (int i = 0; i < 3; ++i) {
      Cable cable = MakeCable(8 + i);
      cable.name += std::to_string(i);
      for (Vector3d& point : cable.path) point.y() = 0.1 * i;
      AddCable(cable, &builder);
    }
    Stepping stepping(std::move(builder).Build());
    CondStep function(CondOptions{.num_threads = num_threads});
    Run(&stepping, &function, 2e-3, 20);
    return stepping.q;
  };
  CHECK(run(1) == run(2));
}

TEST_CASE("Cables: methods without them -> refused in one sentence") {
  const auto model = MakeModel(MakeCable(3));
  const auto refused = [&](std::unique_ptr<StepFunction> function) {
    const std::string name(function->name());
    systems::DiagramBuilder builder;
    builder.AddSystem<multibody::MultibodyPlant>(model);
    const auto diagram = std::move(builder).Build();
    systems::Simulator simulator(*diagram);
    simulator.set_integrator(
        std::make_unique<FixedStep>(std::move(function), 1e-3));
    CHECK_THROWS_WITH(
        simulator.AdvanceTo(0.01),
        name +
            " does not take cables and other Cosserat elements, such as "
            "'cable/tie1'; cond, dojo, icf and cenic do, and classic "
            "integrators");
  };
  refused(std::make_unique<ComFreeStep>());
}

}  // namespace
}  // namespace tactus::integrators
