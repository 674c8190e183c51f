#include "tactus/systems/signals/signal_reader.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::systems {
namespace {

std::unique_ptr<Diagram> MakeAnyDiagram() {
  DiagramBuilder builder;
  builder.AddSystem<ConstantVectorSource>("c", VectorXd::Ones(1));
  return std::move(builder).Build();
}

/// The time, and a point on the unit circle at that angle.
Signal MakeTurn(std::string name) {
  return {.name = std::move(name),
          .components = {"t", "x", "y"},
          .calc = [](const Context& context, Eigen::Ref<VectorXd> out) {
            const double t = context.time();
            out << t, std::cos(t), std::sin(t);
          }};
}

TEST_CASE("Signal reader: several signals -> end to end in one row") {
  const auto diagram = MakeAnyDiagram();
  Context context = diagram->CreateDefaultContext();
  std::vector<Signal> signals = MakePortSignals(*diagram);
  signals.push_back(MakeTurn("turn"));
  SignalReader reader(std::move(signals));
  CHECK(reader.start(1) == 1);
  context.SetTime(0.25);
  const VectorXd& row = reader.Read(context);
  REQUIRE(row.size() == 4);
  CHECK(row[0] == 1);
  CHECK(row[1] == 0.25);
  CHECK(row[3] == std::sin(0.25));
  const auto names = reader.MakeColumnNames();
  REQUIRE(names.size() == 4);
  CHECK(names[3] == "turn.y");
}

TEST_CASE("Signal reader: a name twice -> refused") {
  CHECK_THROWS_WITH(SignalReader({MakeTurn("a"), MakeTurn("a")}),
                    "there are two signals 'a'");
}

TEST_CASE("SampleTime: a time off by rounding -> the multiple of 1 / rate") {
  CHECK(3 * 0.1 != 0.3);
  CHECK(SampleTime(3 * 0.1, 10) == 0.3);
  CHECK(SampleTime(0, 10) == 0);
  CHECK(SampleTime(0.25, 10) == 0.25);  // none
  CHECK(SampleTime(3 * 0.1, 0) == 3 * 0.1);
}

}  // namespace
}  // namespace tactus::systems
