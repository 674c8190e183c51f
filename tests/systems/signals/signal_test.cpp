#include "tactus/systems/signals/signal.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::systems {
namespace {

/// A block with an output that is no vector, and one of a single number.
class Mixed final : public LeafSystem {
 public:
  Mixed() : LeafSystem("mixed") {
    DeclareAbstractOutputPort("text", std::string("?"), &Mixed::CalcText,
                              Reads::kNothing);
    DeclareVectorOutputPort("now", 1, &Mixed::CalcNow, Reads::kTime);
  }

 private:
  void CalcText(const LeafContext&, std::string* text) const { *text = "!"; }
  void CalcNow(const LeafContext& context, VectorXd* now) const {
    (*now)[0] = context.time();
  }
};

struct Subject {
  Subject() {
    DiagramBuilder builder;
    source = &builder.AddSystem<ConstantVectorSource>("source",
                                                      Eigen::Vector3d(1, 2, 3));
    mixed = &builder.AddSystem<Mixed>();
    diagram = std::move(builder).Build();
  }
  const ConstantVectorSource* source{};
  const Mixed* mixed{};
  std::unique_ptr<Diagram> diagram;
};

TEST_CASE("Signal: an output port -> its name, columns and values") {
  const Subject s;
  const Signal signal = MakeSignal(s.source->get_output_port());
  CHECK(signal.name == SignalName(s.source->get_output_port()));
  CHECK(signal.name.substr(0, 7) == "source/");
  REQUIRE(signal.size() == 3);
  CHECK(ColumnNames(signal)[2] == signal.name + ".2");
  VectorXd value(5);
  value.setZero();
  signal.calc(s.diagram->CreateDefaultContext(), value.segment(1, 3));
  CHECK(value == (VectorXd(5) << 0, 1, 2, 3, 0).finished());
}

TEST_CASE("Signal: a scalar -> one column of the signal's name") {
  const Subject s;
  const Signal signal = MakeSignal(s.mixed->GetOutputPort("now"));
  CHECK(ColumnNames(signal) == std::vector<std::string>{"mixed/now"});
  Context context = s.diagram->CreateDefaultContext();
  context.SetTime(0.75);
  VectorXd value(1);
  signal.calc(context, value);
  CHECK(value[0] == 0.75);
}

TEST_CASE("Signal: a port that is no vector -> refused, and left out of all") {
  const Subject s;
  CHECK_THROWS_WITH(MakeSignal(s.mixed->GetOutputPort("text")),
                    Catch::Contains("'mixed/text' is no vector but a std::"));
  std::vector<std::string> names;
  for (const Signal& signal : MakePortSignals(*s.diagram)) {
    names.push_back(signal.name);
  }
  REQUIRE(names.size() == 2);
  CHECK(names[1] == "mixed/now");
}

}  // namespace
}  // namespace tactus::systems
