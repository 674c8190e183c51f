#include "tactus/systems/simulator.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using test::RungeKutta4;
using Times = std::vector<double>;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// Counts updates in its discrete state, and keeps their times.
class Diary final : public LeafSystem {
 public:
  explicit Diary(double update_period) : LeafSystem("diary") {
    DeclareDiscreteState(Scalar(0));
    DeclareAbstractState(Times());
    DeclarePeriodicUpdate(update_period, &Diary::Update);
    DeclareVectorOutputPort("count", 1, &Diary::CalcCount, Reads::kDiscrete);
  }

  const Times& update_times(const Context& context) const {
    return context.of(*this).abstract_state<Times>();
  }

 private:
  void Update(const LeafContext& context, NextState* next) const {
    next->discrete_state()[0] += 1;
    next->abstract_state<Times>().push_back(context.time());
  }
  void CalcCount(const LeafContext& context, VectorXd* count) const {
    *count = context.discrete_state();
  }
};

struct DiaryDiagram {
  explicit DiaryDiagram(double update_period = 1) {
    DiagramBuilder builder;
    diary = &builder.AddSystem<Diary>(update_period);
    diagram = std::move(builder).Build();
  }
  const Diary* diary{};
  std::unique_ptr<Diagram> diagram;
};

// Has the simulator's times k period put at the end of `times`.
void Observe(double period, Simulator* simulator, Times* times) {
  simulator->Observe(period, [times](const Context& context) {
    times->push_back(context.time());
  });
}

TEST_CASE("Simulator: observers and updates of one time -> observers first") {
  const DiaryDiagram d;
  Simulator simulator(*d.diagram);
  std::string text;
  const auto write = [&](const std::string& what) {
    return [&, what](const Context& context) {
      const VectorXd count = d.diary->get_output_port().Eval(context);
      text += what + "(" + std::to_string(static_cast<int>(count[0])) + ") ";
    };
  };
  simulator.Observe(1, write("second"));
  simulator.Observe(Simulator::kEveryStep, write("step"));
  CHECK(simulator.Initialize().reached_time());
  CHECK(text == "second(0) step(0) ");
  CHECK(d.diary->update_times(simulator.context()).empty());

  simulator.AdvanceTo(0.5);
  CHECK(text == "second(0) step(0) step(1) ");
  simulator.AdvanceTo(2);
  CHECK(text ==
        "second(0) step(0) step(1) second(1) step(1) second(2) step(2) ");
  CHECK(d.diary->update_times(simulator.context()) == Times{0, 1});
}

TEST_CASE("Simulator: begun in several ways -> the start is observed once") {
  const DiaryDiagram d;
  Simulator simulator(*d.diagram);
  Times observed;
  Observe(Simulator::kEveryStep, &simulator, &observed);
  simulator.Initialize();
  simulator.Initialize();
  simulator.AdvanceTo(0);
  simulator.AdvanceTo(0.125);
  CHECK(observed == Times{0, 0.125});
}

TEST_CASE("Simulator: updates due at the end -> wait for the next advance") {
  const DiaryDiagram d;
  const OutputPort count = d.diary->get_output_port();
  Simulator simulator(*d.diagram);
  simulator.AdvanceTo(3);
  CHECK(count.Eval(simulator.context()) == Scalar(3));
  simulator.AdvanceTo(3);
  CHECK(count.Eval(simulator.context()) == Scalar(3));
  simulator.AdvancePendingEvents();
  CHECK(count.Eval(simulator.context()) == Scalar(4));
  simulator.AdvancePendingEvents();
  CHECK(count.Eval(simulator.context()) == Scalar(4));
  simulator.AdvanceTo(3.5);
  CHECK(count.Eval(simulator.context()) == Scalar(4));
  CHECK(d.diary->update_times(simulator.context()) == Times{0, 1, 2, 3});
}

TEST_CASE("Simulator: a thousand events -> at exact times") {
  const DiaryDiagram d(0.1);
  Simulator simulator(*d.diagram);
  Times observed;
  Observe(0.1, &simulator, &observed);
  const SimulatorStatus status = simulator.AdvanceTo(1000 * 0.1);
  CHECK(status.reached_time());
  CHECK(status.time == 1000 * 0.1);
  const Times& updates = d.diary->update_times(simulator.context());
  REQUIRE(updates.size() == 1000);
  REQUIRE(observed.size() == 1001);
  for (int k = 0; k < 1000; ++k) {
    REQUIRE(updates[k] == k * 0.1);
    REQUIRE(observed[k] == k * 0.1);
  }
}

TEST_CASE("Simulator: rates that coincide in decimals -> no split steps") {
  const DiaryDiagram d(0.1);
  Simulator simulator(*d.diagram);
  Times observed;
  Observe(0.3, &simulator, &observed);
  double shortest = 1;
  double last = -1;
  simulator.set_monitor([&](const Context& context) {
    if (last >= 0) shortest = std::min(shortest, context.time() - last);
    last = context.time();
    return std::nullopt;
  });
  simulator.AdvanceTo(90);
  CHECK(shortest > 0.0999);
  CHECK(observed.size() == 301);
  CHECK(d.diary->update_times(simulator.context()).size() == 900);
}

TEST_CASE("Simulator: an end that is an event but for rounding -> that event") {
  const DiaryDiagram d(0.1);
  for (const double end : {0.3, 3 * 0.1}) {
    Simulator simulator(*d.diagram);
    Times observed;
    Observe(0.1, &simulator, &observed);
    simulator.AdvanceTo(end);
    // To the last bit, whatever one calls it.
    CHECK(simulator.context().time() == 3 * 0.1);
    CHECK(observed.size() == 4);
    simulator.AdvancePendingEvents();
    for (const double again : {0.3, 3 * 0.1, 0.1 * 3}) {
      simulator.AdvanceTo(again);
      simulator.AdvancePendingEvents();
    }
    CHECK(observed.size() == 4);
    CHECK(d.diary->update_times(simulator.context()).size() == 4);
    simulator.AdvanceTo(0.35);
    CHECK(observed.size() == 4);
    CHECK(d.diary->update_times(simulator.context()).size() == 4);
  }
}

TEST_CASE(
    "Simulator: a monitor that stops -> its reason, and can be continued") {
  const DiaryDiagram d;
  Simulator simulator(*d.diagram);
  simulator.set_monitor(
      [](const Context& context) -> std::optional<std::string> {
        if (context.time() == 3) return "three is enough";
        return std::nullopt;
      });
  const SimulatorStatus stopped = simulator.AdvanceTo(10);
  CHECK(!stopped.reached_time());
  CHECK(stopped.reason == SimulatorStatus::Reason::kStoppedByMonitor);
  CHECK(stopped.time == 3);
  CHECK(stopped.message == "three is enough");
  CHECK(simulator.context().time() == 3);

  const SimulatorStatus reached = simulator.AdvanceTo(10);
  CHECK(reached.reached_time());
  CHECK(reached.time == 10);
  CHECK(reached.message.empty());
  CHECK(d.diary->update_times(simulator.context()) ==
        Times{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("Simulator: a monitor that stops at the start -> time stays zero") {
  const DiaryDiagram d;
  Simulator simulator(*d.diagram);
  simulator.set_monitor(
      [](const Context&) -> std::optional<std::string> { return "never"; });
  CHECK(simulator.AdvanceTo(10).message == "never");
  CHECK(simulator.context().time() == 0);
  CHECK(!simulator.Initialize().reached_time());
}

// x' = cos t, sampled by a hold: continuous and discrete state together.
struct Sampled {
  explicit Sampled(double period = 0.1) {
    DiagramBuilder builder;
    const auto& sine = builder.AddSystem<Sine>("sine", 1.0, 1.0, 0.0, 1);
    integrator = &builder.AddSystem<VectorIntegrator>("integrator", 1);
    hold = &builder.AddSystem<ZeroOrderHold>("hold", period, 1);
    builder.Connect(sine.GetOutputPort("ydot"), integrator->get_input_port());
    builder.Connect(*integrator, *hold);
    diagram = std::move(builder).Build();
  }
  const VectorIntegrator* integrator{};
  const ZeroOrderHold* hold{};
  std::unique_ptr<Diagram> diagram;
};

TEST_CASE(
    "Simulator: integration between events -> meets them at their times") {
  const Sampled s;
  Simulator simulator(*s.diagram);
  simulator.reset_integrator<RungeKutta4>(0.07);
  int events = 0;
  simulator.set_monitor([&](const Context& context) {
    const double k = std::round(context.time() / 0.1);
    if (context.time() == k * 0.1) ++events;
    return std::nullopt;
  });
  for (int k = 1; k <= 20; ++k) {
    simulator.AdvanceTo(k * 0.1);
    const Context& context = simulator.context();
    CHECK(context.time() == k * 0.1);
    CHECK(context.continuous_state()[0] ==
          Approx(std::sin(k * 0.1)).margin(1e-7));
    // The hold still shows the sample before.
    CHECK(s.hold->get_output_port().Eval(context)[0] ==
          Approx(std::sin((k - 1) * 0.1)).margin(1e-7));
  }
  CHECK(events == 21);
  CHECK(simulator.context().integrator_memory().get<int>() == 40);
}

TEST_CASE("Simulator: continuous state without an integrator -> refused") {
  const Sampled s;
  Simulator simulator(*s.diagram);
  CHECK_THROWS_WITH(simulator.Initialize(),
                    "the diagram has continuous state, but the Simulator has "
                    "no integrator");
  CHECK_THROWS_AS(simulator.AdvanceTo(1), std::invalid_argument);
  simulator.reset_integrator<RungeKutta4>(0.1);
  CHECK_NOTHROW(simulator.AdvanceTo(1));
}

TEST_CASE("Simulator: an integrator new or without memory -> prepared") {
  const Sampled s;
  Simulator simulator(*s.diagram);
  const auto& integrator = simulator.reset_integrator<RungeKutta4>(0.2);
  simulator.AdvanceTo(1);
  simulator.AdvanceTo(2);
  CHECK(integrator.num_initializations == 1);
  simulator.mutable_context() = s.diagram->CreateDefaultContext();
  simulator.AdvanceTo(1);
  CHECK(integrator.num_initializations == 2);
  CHECK(simulator.context().integrator_memory().get<int>() == 10);
}

TEST_CASE("Simulator: advanced to the past, NaN or infinity -> refused") {
  const DiaryDiagram d;
  Simulator simulator(*d.diagram);
  simulator.AdvanceTo(1);
  CHECK_THROWS_WITH(simulator.AdvanceTo(0.5),
                    "cannot advance from t = 1 s to 0.5 s");
  CHECK_THROWS_AS(simulator.AdvanceTo(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(simulator.AdvanceTo(std::numeric_limits<double>::infinity()),
                  std::invalid_argument);
}

TEST_CASE("Simulator: a Context of another diagram -> refused") {
  const DiaryDiagram d, other;
  const std::string message = "the Context belongs to another Diagram";
  CHECK_THROWS_WITH(
      Simulator(*d.diagram, other.diagram->CreateDefaultContext()), message);
  Simulator simulator(*d.diagram);
  simulator.mutable_context() = other.diagram->CreateDefaultContext();
  CHECK_THROWS_WITH(simulator.AdvanceTo(1), message);
}

TEST_CASE("Simulator: a Context at 7.5 s -> goes on from there") {
  const DiaryDiagram d;
  Context context = d.diagram->CreateDefaultContext();
  context.SetTime(7.5);
  context.of(*d.diary).set_discrete_state(Scalar(100));
  Simulator simulator(*d.diagram, context);
  Times observed;
  Observe(1, &simulator, &observed);
  simulator.AdvanceTo(9);
  CHECK(d.diary->update_times(simulator.context()) == Times{8});
  CHECK(observed == Times{8, 9});
  CHECK(d.diary->get_output_port().Eval(simulator.context()) == Scalar(101));
}

// x' = 1, until it throws when x exceeds one.
class Fuse final : public LeafSystem {
 public:
  Fuse() : LeafSystem("fuse") { DeclareContinuousState(1); }
  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    if (context.continuous_state()[0] > 1) throw std::runtime_error("blown");
    (*xdot)[0] = 1;
  }
};

TEST_CASE(
    "Simulator: a block that throws -> the Context stays at the last step") {
  DiagramBuilder builder;
  builder.AddSystem<Fuse>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta4>(0.375);
  CHECK_THROWS_WITH(simulator.AdvanceTo(2),
                    "block 'fuse': computing its time derivatives: blown");
  CHECK(simulator.context().time() == 0.75);
  CHECK(simulator.context().continuous_state() == Scalar(0.75));
}

// Steps by a fixed h whatever the limit.
class Overshooting final : public Integrator {
 public:
  explicit Overshooting(double h) : h_(h) {}
  std::string_view name() const override { return "overshooting"; }
  void Initialize(const Diagram&, Context*) override {}
  void Step(const Diagram&, double, Context* context) override {
    context->SetTime(context->time() + h_);
  }

 private:
  double h_;
};

TEST_CASE(
    "Simulator: an integrator that overshoots or stands still -> refused") {
  const Sampled s;
  for (const double h : {0.0, 0.25}) {
    Simulator simulator(*s.diagram);
    simulator.reset_integrator<Overshooting>(h);
    CHECK_THROWS_WITH(simulator.AdvanceTo(1),
                      Contains("integrator 'overshooting' stepped from"));
  }
}

TEST_CASE("IntegrationError: a time and a reason -> a message of both") {
  const IntegrationError error(0.25, "no step succeeds");
  CHECK(error.time() == 0.25);
  CHECK(std::string(error.what()) == "at t = 0.25 s: no step succeeds");
}

}  // namespace
}  // namespace tactus::systems
