#include "tactus/systems/vector_log_sink.h"

#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

TEST_CASE("VectorLog: samples -> kept in order, until cleared") {
  VectorLog log(2);
  CHECK(log.size() == 2);
  CHECK(log.num_samples() == 0);
  CHECK(log.data().cols() == 0);
  log.Append(0.5, Eigen::Vector2d(1, 2));
  log.Append(0.75, Eigen::Vector2d(3, 4));
  CHECK(log.num_samples() == 2);
  CHECK(log.times() == std::vector<double>{0.5, 0.75});
  CHECK(log.data() == MatrixXd{{1, 3}, {2, 4}});
  CHECK(log.sample(1) == Eigen::Vector2d(3, 4));
  log.Clear();
  CHECK(log.num_samples() == 0);
  CHECK(log.data().size() == 0);
}

TEST_CASE("VectorLog: a sample of another size -> refused") {
  VectorLog log(2);
  CHECK_THROWS_WITH(log.Append(0, Eigen::Vector3d(1, 2, 3)),
                    "a log of vectors of 2 cannot take one of 3");
  CHECK(log.num_samples() == 0);
}

// One wave, logged periodically and at every step.
struct Logged {
  Logged() {
    DiagramBuilder builder;
    const auto& sine = builder.AddSystem<Sine>("sine", 1.0, 2.0, 0.0, 1);
    const OutputPort y = sine.GetOutputPort("y");
    periodic = &LogVectorOutput(y, &builder, 0.25);
    every_step = &builder.AddSystem<VectorLogSink>("every step", 1);
    shifted = &builder.AddSystem<VectorLogSink>("shifted", 1, 0.5, 0.125);
    builder.Connect(y, every_step->get_input_port());
    builder.Connect(y, shifted->get_input_port());
    diagram = std::move(builder).Build();
  }
  const VectorLogSink* periodic{};
  const VectorLogSink* every_step{};
  const VectorLogSink* shifted{};
  std::unique_ptr<Diagram> diagram;
};

TEST_CASE("VectorLogSink: periodic, shifted or every step -> at those times") {
  const Logged l;
  CHECK(l.periodic->name() == "log of sine.y");
  Simulator simulator(*l.diagram);
  simulator.AdvanceTo(1);
  const VectorLog& periodic = l.periodic->FindLog(simulator.context());
  CHECK(periodic.times() == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  for (int i = 0; i < periodic.num_samples(); ++i) {
    CHECK(periodic.sample(i)[0] ==
          Approx(std::sin(2 * periodic.times()[i])).margin(1e-15));
  }
  CHECK(l.shifted->FindLog(simulator.context()).times() ==
        std::vector<double>{0.125, 0.625});
  CHECK(l.every_step->FindLog(simulator.context()).times() ==
        std::vector<double>{0, 1});
}

TEST_CASE("VectorLogSink: a copied Context -> a log of its own") {
  const Logged l;
  Simulator simulator(*l.diagram);
  simulator.AdvanceTo(1);
  const Context copy = simulator.context();
  simulator.AdvanceTo(2);
  CHECK(l.periodic->FindLog(copy).num_samples() == 5);
  CHECK(l.periodic->FindLog(simulator.context()).num_samples() == 9);
  l.periodic->FindMutableLog(&simulator.mutable_context()).Clear();
  CHECK(l.periodic->FindLog(simulator.context()).num_samples() == 0);
  CHECK(l.periodic->FindLog(copy).num_samples() == 5);
}

TEST_CASE("VectorLogSink: begun in several ways -> the start is logged once") {
  const Logged l;
  Simulator simulator(*l.diagram);
  simulator.Initialize();
  simulator.Initialize();
  simulator.AdvanceTo(0);
  simulator.AdvanceTo(0.1);
  CHECK(l.every_step->FindLog(simulator.context()).times() ==
        std::vector<double>{0, 0.1});
}

}  // namespace
}  // namespace tactus::systems
