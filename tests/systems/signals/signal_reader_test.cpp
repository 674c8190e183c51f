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

/// A turn about z by the angle t, as a rotation matrix would give it: with the
/// sign of w positive. The quaternion is the last four of five components.
Signal MakeTurn(std::string name) {
  return {.name = std::move(name),
          .components = {"t", "qw", "qx", "qy", "qz"},
          .calc =
              [](const Context& context, Eigen::Ref<VectorXd> out) {
                const double t = context.time();
                const double sign = std::cos(t / 2) < 0 ? -1 : 1;
                out << t, sign * std::cos(t / 2), 0, 0, sign * std::sin(t / 2);
              },
          .quaternion = 1};
}

TEST_CASE("Signal reader: signals end to end") {
  const auto diagram = MakeAnyDiagram();
  Context context = diagram->CreateDefaultContext();
  std::vector<Signal> signals = MakePortSignals(*diagram);
  signals.push_back(MakeTurn("turn"));
  SignalReader reader(std::move(signals));
  CHECK(reader.start(1) == 1);
  context.SetTime(0.25);
  const VectorXd& row = reader.Read(context);
  REQUIRE(row.size() == 6);
  CHECK(row[0] == 1);
  CHECK(row[1] == 0.25);
  const auto names = reader.MakeColumnNames();
  REQUIRE(names.size() == 6);
  CHECK(names[5] == "turn.qz");
}

TEST_CASE("Signal reader: quaternions do not jump") {
  const auto diagram = MakeAnyDiagram();
  Context context = diagram->CreateDefaultContext();
  SignalReader reader({MakeTurn("turn")});
  for (int i = 0; i <= 200; ++i) {
    const double t = 0.1 * i;
    context.SetTime(t);
    const VectorXd& row = reader.Read(context);
    CHECK(row[0] == t);
    CHECK(row[1] == Approx(std::cos(t / 2)).margin(1e-14));
    CHECK(row[4] == Approx(std::sin(t / 2)).margin(1e-14));
  }
}

TEST_CASE("Signal reader: names are taken once") {
  CHECK_THROWS_WITH(SignalReader({MakeTurn("a"), MakeTurn("a")}),
                    "there are two signals 'a'");
}

TEST_CASE("Sample time: the multiple of 1 / rate that is meant") {
  CHECK(3 * 0.1 != 0.3);
  CHECK(SampleTime(3 * 0.1, 10) == 0.3);
  CHECK(SampleTime(0, 10) == 0);
  CHECK(SampleTime(0.25, 10) == 0.25);  // none
  CHECK(SampleTime(3 * 0.1, 0) == 3 * 0.1);
}

}  // namespace
}  // namespace tactus::systems
