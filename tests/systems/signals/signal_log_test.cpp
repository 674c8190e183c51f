#include "tactus/systems/signals/signal_log.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/zero_order_hold.h"

namespace tactus::systems {
namespace {

/// sin 2t, and 3 sin t twice.
struct Subject {
  Subject() {
    DiagramBuilder builder;
    sine = &builder.AddSystem<Sine>("wave", 1.0, 2.0, 0.0, 1);
    other = &builder.AddSystem<Sine>("pair", 3.0, 1.0, 0.0, 2);
    // Something that makes time advance in steps.
    const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.25, 1);
    builder.Connect(sine->GetOutputPort("y"), hold.get_input_port());
    diagram = std::move(builder).Build();
  }
  const Sine* sine{};
  const Sine* other{};
  std::unique_ptr<Diagram> diagram;
};

TEST_CASE(
    "Signal log: a rate of 10 Hz -> samples at multiples of 0.1 s, exactly") {
  const Subject s;
  SignalLog log;
  log.Log(s.sine->GetOutputPort("y"));
  log.Log(s.other->GetOutputPort("y"));
  Simulator simulator(*s.diagram);
  log.Watch(&simulator, 10);
  simulator.AdvanceTo(1.05);
  REQUIRE(log.num_samples() == 11);
  for (int k = 0; k <= 10; ++k) CHECK(log.times()[k] == k / 10.0);
  const auto y = log.data("wave/y");
  REQUIRE(y.rows() == 11);
  REQUIRE(y.cols() == 1);
  for (int k = 0; k <= 10; ++k) {
    CHECK(y(k, 0) == Approx(std::sin(2 * log.times()[k])).margin(1e-14));
  }
  CHECK(log.data(1).cols() == 2);
  CHECK(log.data("pair/y")(10, 1) == Approx(3 * std::sin(1.0)));
}

TEST_CASE("Signal log: no rate -> samples at the start and every step") {
  const Subject s;
  SignalLog log;
  log.Log(s.sine->GetOutputPort("y"));
  Simulator simulator(*s.diagram);
  log.Watch(&simulator);
  simulator.AdvanceTo(0.6);
  CHECK(log.times() == std::vector<double>{0, 0.25, 0.5, 0.6});
}

TEST_CASE("Signal log: two samples -> CSV and NPZ files of them") {
  const Subject s;
  SignalLog log;
  log.Log(s.other->GetOutputPort("y"));
  Context context = s.diagram->CreateDefaultContext();
  log.Sample(context);
  context.SetTime(0.5);
  log.Sample(context);
  const tactus::test::TemporaryDirectory folder;
  log.WriteCsv(folder.path() / "a.csv");
  log.WriteNpz(folder.path() / "a.npz");
  const auto read = [](const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::ostringstream csv, npz;
  log.WriteCsv(&csv);
  log.WriteNpz(&npz);
  CHECK(read(folder.path() / "a.csv") == csv.str());
  CHECK(read(folder.path() / "a.npz") == npz.str());
  std::istringstream rows(csv.str());
  std::string header, first, second;
  std::getline(rows, header);
  std::getline(rows, first);
  std::getline(rows, second);
  CHECK(header == "time,pair/y.0,pair/y.1");
  CHECK(first == "0,0,0");
  CHECK_THAT(second, Catch::StartsWith("0.5,1.438"));
  CHECK_THAT(npz.str(), Catch::Contains("pair/y.npy"));
  CHECK_THAT(npz.str(), Catch::Contains("'shape': (2, 2, )"));
  CHECK_THAT(npz.str(), Catch::Contains("'shape': (2, )"));
  CHECK_THROWS_WITH(log.WriteCsv(folder.path() / "no/a.csv"),
                    Catch::Contains("cannot write") &&
                        Catch::Contains("No such file or directory"));
}

TEST_CASE("Signal log: names twice, bad rates, signals too late -> refused") {
  const Subject s;
  const OutputPort y = s.sine->GetOutputPort("y");
  SignalLog log;
  log.Log(y);
  CHECK_THROWS_WITH(log.Log(y), "there are two signals 'wave/y'");
  Signal time = MakeSignal(s.other->GetOutputPort("y"));
  time.name = "time";
  CHECK_THROWS_WITH(log.Log(time), Catch::Contains("'time'"));
  Simulator simulator(*s.diagram);
  CHECK_THROWS_WITH(log.Watch(&simulator, -1), Catch::Contains("rate"));
  CHECK_THROWS_AS(
      log.Watch(&simulator, std::numeric_limits<double>::quiet_NaN()),
      std::invalid_argument);
  CHECK_THROWS_WITH(log.data("none"), Catch::Contains("'none'"));
  log.Sample(s.diagram->CreateDefaultContext());
  CHECK_THROWS_WITH(log.Log(s.other->GetOutputPort("y")),
                    Catch::Contains("has samples"));
}

}  // namespace
}  // namespace tactus::systems
