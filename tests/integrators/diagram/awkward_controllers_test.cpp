// Controllers that are not smooth, and those that fail.
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/block_error.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::LeafContext;
using systems::Simulator;
using test::PlantDiagram;

using Law = std::function<double(double t, double q, double v)>;

class Controller final : public systems::LeafSystem {
 public:
  explicit Controller(Law law)
      : LeafSystem("controller"), law_(std::move(law)) {
    state_ = DeclareVectorInputPort("state", 2);
    DeclareVectorOutputPort("u", 1, &Controller::CalcU,
                            systems::Reads::kTime | systems::Reads::kInputs);
  }

 private:
  void CalcU(const LeafContext& context, VectorXd* u) const {
    const VectorXd& x = state_.Eval(context);
    (*u)[0] = law_(context.time(), x[0], x[1]);
  }
  Law law_;
  systems::InputPort state_;
};

// Two kilograms on a slide, from q = 1 at rest.
PlantDiagram MakeLoop(Law law) {
  multibody::ModelBuilder model;
  const int body =
      model.AddBody("mass", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
  const int slide = model.AddJoint({.name = "slide",
                                    .type = multibody::JointType::kPrismatic,
                                    .parent = 0,
                                    .child = body,
                                    .axis_F = Vector3d::UnitX()});
  model.AddActuator({.name = "motor", .joint = slide});
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(std::move(model).Build());
  const auto& controller = builder.AddSystem<Controller>(std::move(law));
  builder.Connect(plant.state_output(), controller.get_input_port());
  builder.Connect(controller.get_output_port(), plant.actuation_input());
  PlantDiagram loop = test::Finish(std::move(builder), plant);
  plant.SetPositions(&loop.context, VectorXd::Ones(1));
  return loop;
}

double Sign(double x) {
  return x > 0 ? 1 : (x < 0 ? -1 : 0);
}

struct Run {
  double q{}, v{};
  long steps{};
};

Run Advance(Law law, double accuracy, double t) {
  const PlantDiagram loop = MakeLoop(std::move(law));
  Simulator simulator(*loop.diagram, loop.context);
  auto& cenic =
      simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  simulator.AdvanceTo(t);
  return {loop.plant->positions(simulator.context())[0],
          loop.plant->velocities(simulator.context())[0],
          cenic.statistics().steps};
}

// u = -F sign(q): arcs of parabolas, of quarter period sqrt(2 q0 m / F).
TEST_CASE(
    "CENIC: a bang-bang oscillation -> its period, to the accuracy's root") {
  const Law law = [](double, double q, double) {
    return -10 * Sign(q);
  };
  const double period = 4 * std::sqrt(2 * 1 * 2 / 10.0);
  const Run coarse = Advance(law, 1e-3, period);
  const Run fine = Advance(law, 1e-5, period);
  // First order: a step is as the root of the accuracy, and so is the error.
  CHECK(std::abs(coarse.q - 1) < 0.2);
  CHECK(std::abs(fine.q - 1) < 0.15 * std::abs(coarse.q - 1));
  CHECK(fine.steps < 3000);
}

// u = -F sign(v) is dry friction: it stops the mass, and holds it there.
TEST_CASE("CENIC: bang-bang braking -> rest, where dry friction stops") {
  const auto brake = [](double t, double, double v) {
    return t < 0.5 ? 10.0 : -10 * Sign(v);
  };
  const Run run = Advance(brake, 1e-5, 3);
  // v = 2.5 m/s at 0.5 s, then as long again.
  CHECK(std::abs(run.v) < 1e-2);
  CHECK(run.q == Approx(1 + 2 * 0.5 * 5 * 0.25).epsilon(1e-2));
  CHECK(run.steps < 20000);
}

// u = -F sign(q + v): once on the line q + v = 0, q falls as exp(-t).
TEST_CASE("CENIC: a sliding mode -> converges, in fewer than 20000 steps") {
  const Law law = [](double, double q, double v) {
    return -20 * Sign(q + v);
  };
  const double accuracy = 1e-4;
  const Run run = Advance(law, accuracy, 4);
  CHECK(std::abs(run.q) < 0.05);
  CHECK(run.steps < 20000);
}

// Nothing tells the integrator of the jump: its error control finds it.
TEST_CASE("CENIC: an input that jumps -> the closed form, better if tighter") {
  const double jump = 1.0 / 3;
  const Law law = [=](double t, double, double) {
    return t < jump ? 0.0 : 8.0;
  };
  const double exact = 1 + 0.5 * 4 * (1 - jump) * (1 - jump);
  const double coarse = std::abs(Advance(law, 1e-3, 1).q - exact);
  const double fine = std::abs(Advance(law, 1e-5, 1).q - exact);
  CHECK(coarse < 0.1);
  CHECK(fine < 0.2 * coarse);
}

TEST_CASE(
    "CENIC: a controller that throws -> named, the last good step stays") {
  const PlantDiagram loop = MakeLoop([](double t, double, double) {
    if (t > 0.4) throw std::runtime_error("the cable is broken");
    return 1.0;
  });
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>();
  std::string message;
  try {
    simulator.AdvanceTo(1);
  } catch (const systems::BlockError& error) {
    message = error.what();
    CHECK(error.block() == "controller");
  }
  CHECK(message ==
        "block 'controller': computing output 'u': the cable is broken");
  // As it was after the last good step, from which one may go on.
  CHECK(simulator.context().time() > 0.2);
  CHECK(simulator.context().time() <= 0.4);
  const double t = simulator.context().time();
  const double q = loop.plant->positions(simulator.context())[0];
  CHECK(q == Approx(1 + 0.25 * t * t).epsilon(1e-2));
  CHECK_THROWS_AS(simulator.AdvanceTo(1), systems::BlockError);
  CHECK(simulator.context().time() == t);
}

TEST_CASE("CENIC: a controller that returns NaN -> its output named") {
  const PlantDiagram loop = MakeLoop(
      [](double t, double, double) { return t > 0.4 ? std::nan("") : 1.0; });
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>();
  std::string message;
  try {
    simulator.AdvanceTo(1);
  } catch (const systems::IntegrationError& error) {
    message = error.what();
  }
  CHECK_THAT(message, Contains("controller.u"));
  CHECK(simulator.context().time() <= 0.4);
}

}  // namespace
}  // namespace tactus::integrators
