#include "tactus/apps/run/energy_watch.h"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using multibody::ModelBuilder;
using multibody::MultibodyPlant;

struct Outcome {
  double drift{}, share{}, moved{}, depth_ratio{};
  double initial{}, final{};  // Energies, contact springs apart [J].

  bool gains() const { return drift > share; }
};

Outcome Watch(const examples::SceneInstance& scene, double duration,
              IntegratorChoice choice) {
  EnergyWatch watch(*scene.plant, choice);
  std::optional<ContactTally> tally;
  if (!choice.counts_contacts) tally.emplace(*scene.plant);
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.set_integrator(std::move(choice.integrator));
  simulator.set_monitor(
      [&](const systems::Context& context) -> std::optional<std::string> {
        if (tally) {
          tally->Add(context);
          watch.Add(context, *tally);
        } else {
          watch.Add(context);
        }
        return std::nullopt;
      });
  Outcome outcome{.initial = scene.plant->CalcEnergy(scene.context)};
  simulator.AdvanceTo(duration);
  if (!tally) watch.Finish(simulator.context());
  outcome.drift = watch.drift();
  outcome.share = watch.share();
  outcome.moved = watch.moved();
  outcome.depth_ratio = watch.depth_ratio();
  outcome.final = scene.plant->CalcEnergy(simulator.context());
  return outcome;
}

Outcome Watch(const examples::SceneInstance& scene, double duration,
              const IntegratorOptions& options) {
  return Watch(scene, duration, MakeIntegrator(options));
}

IntegratorOptions Named(const std::string& name) {
  IntegratorOptions options;
  options.name = name;
  return options;
}

IntegratorOptions Fixed(const std::string& name, double step) {
  IntegratorOptions options = Named(name);
  options.step = step;
  return options;
}

IntegratorOptions Controlled(const std::string& name, double accuracy) {
  IntegratorOptions options = Named(name);
  options.accuracy = accuracy;
  return options;
}

/// A brick without gravity, turning about its middle axis.
examples::SceneInstance MakeTumble() {
  ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  model.AddBody("brick",
                {.mass = 1, .I_Bcm = Vector3d(1, 2, 3).asDiagonal() * 1e-2});
  examples::SceneInstance scene =
      examples::MakePlantScene(std::move(model).Build());
  VectorXd v = VectorXd::Zero(6);
  v.head<3>() << 0.3, 15, 0.1;
  scene.plant->SetVelocities(&scene.context, v);
  return scene;
}

// Nothing acts: all that T rises by is the method's.
TEST_CASE("Energy watch: a tumbling brick -> what its energy rises by") {
  for (const double step : {5e-3, 2e-2}) {
    const Outcome icf = Watch(MakeTumble(), 5, Fixed("icf", step));
    INFO(step << " s: " << icf.initial << " J to " << icf.final << " J");
    CHECK(icf.drift >= 0.999 * (icf.final - icf.initial));
    CHECK(icf.gains() == (icf.drift > 0.01 * icf.moved));
  }
  CHECK_FALSE(Watch(MakeTumble(), 5, Controlled("rk3", 1e-6)).gains());
}

// A spring that a ball is put into by 1 cm without work, as a step over its
// surface does, hands out what it was not given.
TEST_CASE("Energy watch: a spring that nothing compressed -> a gain") {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  const MultibodyPlant& plant = *scene.plant;
  IntegratorChoice choice = MakeIntegrator(Controlled("rk3", 1e-3));
  EnergyWatch watch(plant, choice);
  ContactTally tally(plant);
  systems::Context context = scene.context;
  const auto see = [&](double t, double z, double vz) {
    VectorXd q = plant.positions(scene.context), v = VectorXd::Zero(6);
    q[2] = z;
    v[5] = vz;
    plant.SetPositions(&context, q);
    plant.SetVelocities(&context, v);
    context.SetTimeAndContinuousState(t, context.continuous_state());
    tally.Add(context);
    watch.Add(context, tally);
  };
  const double m = 0.1, k = 1e3, g = 9.81;
  see(0, 0.101, -1);
  see(0.01, 0.09, -1);  // too deep: 0.05 J in the spring
  CHECK(watch.drift() < 1e-12);
  see(0.02, 0.101, 3);
  const double stored = m * g * 0.011;  // from the fall
  CHECK(watch.drift() == Approx(m * (9 - 1) / 2).epsilon(1e-9));
  CHECK(watch.moved() == Approx(m * 9 / 2));
  CHECK(watch.depth_ratio() == Approx(std::sqrt(k * 1e-4 / 2 / stored)));
}

TEST_CASE("Energy watch: dishes at a loose accuracy -> too deep, and told") {
  const double loose = Watch(examples::FindScene("dish_rack").make(), 2,
                             Controlled("cenic", 3e-1))
                           .depth_ratio;
  CHECK(loose > 2);  // From where it is told.
  CHECK(DescribeDepth(loose).find("times as deep") != std::string::npos);
  CHECK(Watch(examples::FindScene("hard_clutter").make(), 2,
              Controlled("cenic", 1e-3))
            .depth_ratio < 2);
  CHECK(DescribeDepth(1.9).empty());
}

TEST_CASE("Energy watch: a ball that bounces without loss -> no alarm") {
  for (const double accuracy : {1e-3, 1e-5}) {
    const Outcome rk3 = Watch(examples::FindScene("ball_drop").make(), 3,
                              Controlled("rk3", accuracy));
    INFO(rk3.drift << " of " << rk3.moved);
    CHECK_FALSE(rk3.gains());
    CHECK(rk3.depth_ratio == 1);
    const double sag = 0.1 * 9.81 / 1e3;
    const double fall = 1 + sag + std::sqrt(sag * sag + 2 * sag);
    CHECK(rk3.moved == Approx(0.1 * 9.81 * fall).epsilon(0.01));
  }
}

/// A hinged rod under gravity with a motor of constant torque.
examples::SceneInstance MakeDrivenPendulum(double torque) {
  ModelBuilder model;
  const int rod = model.AddBody("rod", {.mass = 1,
                                        .p_BoBcm = {0, 0, -0.5},
                                        .I_Bcm = 0.1 * Matrix3d::Identity()});
  const int hinge = model.AddJoint({.name = "hinge",
                                    .type = multibody::JointType::kRevolute,
                                    .parent = 0,
                                    .child = rod,
                                    .axis_F = Vector3d::UnitY(),
                                    .damping = 0.05});
  model.AddActuator({.name = "motor", .joint = hinge});
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  const auto& source = builder.AddSystem<systems::ConstantVectorSource>(
      "torque", VectorXd::Constant(1, torque));
  builder.Connect(source.get_output_port(), plant.actuation_input());
  return examples::MakeScene(std::move(builder), plant);
}

// 8 N m take it over the top: hundreds of joules, all of them the motor's.
TEST_CASE("Energy watch: a driven pendulum -> no alarm, and the work counted") {
  for (const IntegratorOptions& options :
       {Controlled("cenic", 1e-3), Controlled("rk3", 1e-3), Fixed("icf", 2e-3),
        Fixed("comfree", 2e-3), Controlled("ros2", 1e-3)}) {
    const Outcome driven = Watch(MakeDrivenPendulum(8), 3, options);
    INFO(options.name << ": " << driven.drift << " of " << driven.moved);
    CHECK(driven.final - driven.initial > 50);
    CHECK(driven.moved > driven.final - driven.initial);
    CHECK_FALSE(driven.gains());
  }
}

// Belts and stacks: the first gives energy, the others lose what they fall.
TEST_CASE("Energy watch: a conveyor and a resting pile -> no alarm") {
  for (const char* name : {"conveyor", "box_slide"}) {
    for (const IntegratorOptions& options :
         {Controlled("cenic", 1e-3), Fixed("icf", 5e-3)}) {
      const Outcome outcome =
          Watch(examples::FindScene(name).make(), 2, options);
      INFO(name << " by " << options.name << ": " << outcome.drift << " of "
                << outcome.moved);
      CHECK_FALSE(outcome.gains());
    }
  }
}

/// Steps of a method that make upwards motion of a body, once, out of nothing,
/// after it has come to rest.
template <typename Method>
class Kicking final : public integrators::StepFunction {
 public:
  /// @param held  what contact is said to hold [J], but for the first steps;
  ///   nothing: what the method says.
  explicit Kicking(std::optional<double> held = {}) : held_(held) {}

  std::string_view name() const override { return method_.name(); }
  bool takes_corners() const override { return method_.takes_corners(); }
  bool looks_ahead() const override { return method_.looks_ahead(); }
  bool allows_shorter_steps() const override {
    return method_.allows_shorter_steps();
  }
  std::optional<double> contact_margin(const multibody::Model& model,
                                       const VectorXd& q, const VectorXd& v,
                                       double h) override {
    return method_.contact_margin(model, q, v, h);
  }
  systems::Value MakeMemory() const override { return method_.MakeMemory(); }
  void Step(const integrators::StepProblem& problem, systems::Value* memory,
            integrators::StepResult* result) override {
    method_.Step(problem, memory, result);
    if (held_) result->contact_energy = time_ < 0.1 ? 0 : *held_;
    time_ += problem.h;
    if (time_ < 2.5 || has_kicked_) return;
    has_kicked_ = true;
    result->v[5] += 2.5;
  }

 private:
  Method method_;
  std::optional<double> held_;
  double time_ = 0;
  bool has_kicked_ = false;
};

template <typename Method>
Outcome WatchKicked(const std::string& name, std::optional<double> held = {}) {
  IntegratorChoice choice = MakeIntegrator(Fixed(name, 2e-3));
  choice.integrator = std::make_unique<integrators::FixedStep>(
      std::make_unique<Kicking<Method>>(held), 2e-3);
  return Watch(examples::FindScene("ball_drop").make(), 3, std::move(choice));
}

// 100 g that fell one metre lost 0.98 J, and gain 0.31 J of that.
TEST_CASE("Energy watch: a ball at rest that is thrown -> a gain") {
  for (const Outcome& kicked :
       {WatchKicked<integrators::CondStep>("cond"),
        WatchKicked<integrators::ComFreeStep>("comfree"),
        WatchKicked<integrators::DojoStep>("dojo")}) {
    CHECK(kicked.gains());
    CHECK(kicked.drift == Approx(0.1 * 2.5 * 2.5 / 2).epsilon(0.05));
  }
}

// Dojo's impact has taken 0.98 J, which its contacts may not give back however
// much they hold since; COND's virtual nodes may.
TEST_CASE("Energy watch: a store that filled after the start -> only COND's") {
  constexpr double kHeld = 10;
  const Outcome dojo = WatchKicked<integrators::DojoStep>("dojo", kHeld);
  CHECK(dojo.gains());
  CHECK(dojo.drift == Approx(0.1 * 2.5 * 2.5 / 2).epsilon(0.05));
  CHECK_FALSE(WatchKicked<integrators::CondStep>("cond", kHeld).gains());
}

// The ball falls 1 m under contact that gives nothing back, and under springs
// that ComFree tells of.
TEST_CASE("Energy watch: contact by the method's own law -> no alarm") {
  for (const char* scene : {"ball_drop", "stack", "incline", "box_slide"}) {
    for (const char* name : {"dojo", "cond", "pgs", "apgd", "comfree"}) {
      const Outcome outcome =
          Watch(examples::FindScene(scene).make(), 1, Fixed(name, 2e-3));
      INFO(scene << " by " << name << ": " << outcome.drift << " of "
                 << outcome.moved << ", share " << outcome.share);
      CHECK_FALSE(outcome.gains());
    }
  }
}

// Bellows of 5 g that suction presses on a box chatter at 2 ms, as long as they
// hold it, and do not at 1 ms.
TEST_CASE("Energy watch: ComFree's contact at long steps -> a gain") {
  CHECK(Watch(examples::FindScene("suction").make(), 1, Fixed("comfree", 2e-3))
            .gains());
  CHECK_FALSE(
      Watch(examples::FindScene("suction").make(), 1, Fixed("comfree", 1e-3))
          .gains());
}

TEST_CASE("Energy watch: a state beyond all bounds -> nothing more to tell") {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  const IntegratorChoice choice = MakeIntegrator(Fixed("comfree", 2e-3));
  EnergyWatch watch(*scene.plant, choice);
  systems::Context context = scene.context;
  VectorXd x = context.continuous_state();
  x[2] = std::numeric_limits<double>::infinity();
  context.SetTimeAndContinuousState(1, x);
  watch.Finish(context);
  CHECK(watch.drift() == 0);
}

TEST_CASE("Energy watch: a gain above the accuracy's share -> one line") {
  CHECK(DescribeDrift(0.5, 1, 10).empty());
  const std::string text = DescribeDrift(5, 0.01, 10);
  CHECK_THAT(text, Catch::Contains("gained 5 J") && Catch::Contains("0.5 of"));
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("Energy watch: a gain above what moved -> no ratio") {
  const std::string text = DescribeDrift(5, 0.01, 1e-12);
  CHECK_THAT(text, Catch::Contains("more than the 1e-12 J that moved"));
}

}  // namespace
}  // namespace tactus::apps
