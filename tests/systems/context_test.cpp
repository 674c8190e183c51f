#include "tactus/systems/context.h"

#include <limits>
#include <map>
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// Has an output per kind of source, and counts how often each is computed.
class Counting final : public LeafSystem {
 public:
  explicit Counting(std::string name) : LeafSystem(std::move(name)) {
    u_ = DeclareVectorInputPort("u", 1);
    w_ = DeclareVectorInputPort("w", 1);
    DeclareContinuousState(1);
    DeclareDiscreteState(Scalar(0));
    DeclareAbstractState(0.0);
    DeclareParameter(0.0);
    AddOutput("nothing", Reads::kNothing);
    AddOutput("time", Reads::kTime);
    AddOutput("continuous", Reads::kContinuous);
    AddOutput("discrete", Reads::kDiscrete);
    AddOutput("abstract", Reads::kAbstract);
    AddOutput("parameters", Reads::kParameters);
    AddOutput("u", {Reads::kNothing, {u_}});
    AddOutput("w", {Reads::kNothing, {w_}});
    AddOutput("inputs", Reads::kInputs);
    AddOutput("everything", Reads::kEverything);
  }

  void CalcTimeDerivatives(const LeafContext&, VectorXd* xdot) const override {
    ++counts_["derivatives"];
    xdot->setZero();
  }

  // Evaluates all outputs and the derivatives; which were computed anew?
  std::string Recomputed(const Context& context) const {
    counts_.clear();
    for (int i = 0; i < num_output_ports(); ++i) {
      get_output_port(i).Eval(context);
    }
    context.diagram().EvalTimeDerivatives(*this, context);
    std::string names;
    for (const auto& [name, count] : counts_) {
      REQUIRE(count == 1);
      names += name + " ";
    }
    return names;
  }

 private:
  void AddOutput(const std::string& name, const ReadSet& reads) {
    DeclareVectorOutputPort(
        name, 1,
        [this, name](const LeafContext&, VectorXd*) { ++counts_[name]; },
        reads);
  }

  InputPort u_, w_;
  mutable std::map<std::string, int> counts_;
};

// upstream.time -> block.u;  block.w is free.
struct Fixture {
  Fixture() {
    DiagramBuilder builder;
    upstream = &builder.AddSystem<Counting>("upstream");
    block = &builder.AddSystem<Counting>("block");
    builder.Connect(upstream->GetOutputPort("time"), block->GetInputPort("u"));
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }

  const Counting* upstream{};
  const Counting* block{};
  std::unique_ptr<Diagram> diagram;
  Context context;
};

TEST_CASE("Context: a result -> computed once, and again after changes only") {
  Fixture f;
  const auto recomputed = [&f] {
    return f.block->Recomputed(f.context);
  };
  CHECK(recomputed() ==
        "abstract continuous derivatives discrete everything inputs nothing "
        "parameters time u w ");
  CHECK(recomputed() == "");

  f.context.SetTime(1);
  CHECK(recomputed() == "derivatives everything inputs time u ");
  f.context.SetContinuousState(Eigen::Vector2d(1, 2));
  CHECK(recomputed() == "continuous derivatives everything ");
  f.context.of(*f.block).set_discrete_state(Scalar(1));
  CHECK(recomputed() == "derivatives discrete everything ");
  f.context.of(*f.block).set_abstract_state(1.0);
  CHECK(recomputed() == "abstract derivatives everything ");
  f.context.of(*f.block).mutable_abstract_state<double>() = 2;
  CHECK(recomputed() == "abstract derivatives everything ");
  f.context.of(*f.block).set_parameter(1.0);
  CHECK(recomputed() == "derivatives everything parameters ");
  f.context.FixInput(f.block->GetInputPort("w"), Scalar(1));
  CHECK(recomputed() == "derivatives everything inputs w ");
  f.context.of(*f.block).set_continuous_state(Scalar(3));
  CHECK(recomputed() == "continuous derivatives everything ");
  f.context.SetTimeAndContinuousState(2, Eigen::Vector2d(1, 2));
  CHECK(recomputed() == "continuous derivatives everything inputs time u ");
  CHECK(recomputed() == "");
}

TEST_CASE("Context: set to the time that it is -> nothing computed anew") {
  Fixture f;
  f.block->Recomputed(f.context);
  f.context.SetTime(0);
  CHECK(f.block->Recomputed(f.context) == "");
}

TEST_CASE("Context: another block's state is set -> results are kept") {
  Fixture f;
  f.block->Recomputed(f.context);
  f.upstream->Recomputed(f.context);
  f.context.of(*f.upstream).set_discrete_state(Scalar(1));
  f.context.of(*f.upstream).set_abstract_state(1.0);
  f.context.of(*f.upstream).set_parameter(1.0);
  f.context.FixInput(f.upstream->GetInputPort("u"), Scalar(1));
  CHECK(f.block->Recomputed(f.context) == "");
  CHECK(f.upstream->Recomputed(f.context) ==
        "abstract derivatives discrete everything inputs parameters u ");
}

TEST_CASE("Context: copied -> results are kept, and go their own way") {
  Fixture f;
  f.block->Recomputed(f.context);
  Context copy = f.context;
  CHECK(f.block->Recomputed(copy) == "");
  copy.SetTime(1);
  CHECK(f.block->Recomputed(f.context) == "");
  CHECK(f.block->Recomputed(copy) == "derivatives everything inputs time u ");
  f.context.of(*f.block).set_discrete_state(Scalar(1));
  CHECK(f.block->Recomputed(copy) == "");
}

TEST_CASE("Context: restored -> results are restored, too") {
  Fixture f;
  const OutputPort y = f.block->GetOutputPort("time");
  f.block->Recomputed(f.context);
  const Context saved = f.context;
  f.context.SetTime(1);
  y.Eval(f.context);
  f.context = saved;
  CHECK(f.context.time() == 0);
  CHECK(f.block->Recomputed(f.context) == "");
  // As many changes as before the restoring, but others.
  f.context.of(*f.block).set_discrete_state(Scalar(1));
  CHECK(f.block->Recomputed(f.context) == "derivatives discrete everything ");
}

TEST_CASE("Context: its continuous state -> each block's own share") {
  Fixture f;
  f.context.SetContinuousState(Eigen::Vector2d(5, 7));
  const Context& context = f.context;
  CHECK(context.of(*f.upstream).continuous_state() == Scalar(5));
  CHECK(context.of(*f.block).continuous_state() == Scalar(7));
  f.context.of(*f.block).set_continuous_state(Scalar(8));
  CHECK(context.continuous_state() == Eigen::Vector2d(5, 8));
  CHECK(&context.of(*f.block).leaf() == f.block);
  CHECK(&context.of(*f.block).root() == &context);
}

TEST_CASE("Context: a state of the wrong size or type -> refused") {
  Fixture f;
  CHECK_THROWS_WITH(f.context.SetContinuousState(Scalar(1)),
                    "the continuous state has 2 elements, not 1");
  CHECK_THROWS_WITH(
      f.context.of(*f.block).set_continuous_state(Eigen::Vector2d(1, 2)),
      "the continuous state of block has 1 elements, not 2");
  CHECK_THROWS_WITH(
      f.context.of(*f.block).set_discrete_state(Eigen::Vector2d(1, 2)),
      "this discrete state of block has 1 elements, not 2");
  CHECK_THROWS_WITH(f.context.of(*f.block).abstract_state<int>(),
                    Contains("type int was expected"));
}

TEST_CASE("LeafContext: what the block does not have -> refused") {
  Fixture f;
  // Those of the block behind would be next.
  auto upstream = f.context.of(*f.upstream);
  CHECK_THROWS_WITH(
      upstream.set_discrete_state(Scalar(1), 1),
      Contains("group of the discrete state 1 is asked for, of 1"));
  CHECK_THROWS_AS(upstream.discrete_state(-1), BlockError);
  CHECK_THROWS_WITH(upstream.mutable_abstract_state<double>(1),
                    Contains("abstract state 1 is asked for, of 1"));
  CHECK_THROWS_AS(upstream.abstract_state<double>(1), BlockError);
  CHECK_THROWS_WITH(upstream.set_parameter(1.0, 1),
                    Contains("parameter 1 is asked for, of 1"));
  CHECK_THROWS_AS(upstream.parameter<double>(1), BlockError);
  CHECK(f.context.of(*f.block).discrete_state()[0] == 0);
}

TEST_CASE("Context: a time or state that is no number -> refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Fixture f;
  CHECK_THROWS_WITH(f.context.SetTime(nan), Contains("the time is nan"));
  CHECK_THROWS_WITH(
      f.context.of(*f.block).set_continuous_state(Scalar(nan)),
      "element 0 of the continuous state of block is nan; it must be a finite "
      "number");
  CHECK(f.context.time() == 0);
}

TEST_CASE("Context: a block of another diagram -> no share") {
  Fixture f, other;
  CHECK_THROWS_WITH(f.context.of(*other.block),
                    "block 'block' is not part of this diagram");
  CHECK(f.context.BelongsTo(*f.diagram));
  CHECK(!f.context.BelongsTo(*other.diagram));
  Context nobody;
  CHECK(!nobody.BelongsTo(*f.diagram));
  CHECK_THROWS_WITH(nobody.of(*f.block), "this Context belongs to no Diagram");
}

TEST_CASE("Context: copied -> the integrator's memory comes along") {
  Fixture f;
  f.context.integrator_memory() = Value(0.25);
  const Context copy = f.context;
  f.context.integrator_memory().get<double>() = 0.5;
  CHECK(copy.integrator_memory().get<double>() == 0.25);
}

// Reads what it may not.
class Liar final : public LeafSystem {
 public:
  using Read = std::function<void(const Liar&, const LeafContext&)>;
  Liar(ReadSet reads, Read read) : LeafSystem("liar"), read_(std::move(read)) {
    DeclareVectorInputPort("u", 1);
    DeclareVectorInputPort("w", 1);
    DeclareDiscreteState(Scalar(0));
    DeclareContinuousState(1);
    DeclareAbstractState(1);
    DeclareParameter(1);
    auto nothing = [](const LeafContext&, VectorXd*) {
    };
    DeclareVectorOutputPort("timely", 1, nothing, Reads::kTime);
    DeclareVectorOutputPort(
        "y", 1,
        [this](const LeafContext& context, VectorXd*) {
          read_(*this, context);
        },
        std::move(reads));
  }

 private:
  Read read_;
};

std::string ErrorOf(const ReadSet& reads, const Liar::Read& read) {
  DiagramBuilder builder;
  const Liar& liar = builder.AddSystem<Liar>(reads, read);
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  context.FixInput(liar.get_input_port(0), Scalar(0));
  context.FixInput(liar.get_input_port(1), Scalar(0));
  try {
    liar.GetOutputPort("y").Eval(context);
  } catch (const BlockError& error) {
    CHECK(error.block() == "liar");
    return error.what();
  }
  return "";
}

TEST_CASE("LeafContext: reads not declared -> an error, declared ones none") {
  const std::string start = "block 'liar': an output reads ";
  const std::string end = ", which it did not declare";
  const std::tuple<Reads, std::string, Liar::Read> cases[] = {
      {Reads::kTime, "the time",
       [](const Liar&, const LeafContext& c) {
         c.time();
       }},
      {Reads::kContinuous, "the continuous state",
       [](const Liar&, const LeafContext& c) {
         c.continuous_state();
       }},
      {Reads::kDiscrete, "the discrete state",
       [](const Liar&, const LeafContext& c) {
         c.discrete_state();
       }},
      {Reads::kAbstract, "the abstract state",
       [](const Liar&, const LeafContext& c) {
         c.abstract_state<int>();
       }},
      {Reads::kParameters, "the parameters",
       [](const Liar&, const LeafContext& c) {
         c.parameter<int>();
       }},
      {Reads::kInputs, "input 'liar.w'",
       [](const Liar& liar, const LeafContext& c) {
         liar.get_input_port(1).Eval(c);
       }},
  };
  for (const auto& [needed, name, read] : cases) {
    CHECK(ErrorOf(needed, read) == "");
    for (const auto& [declared, other_name, other_read] : cases) {
      if (declared == needed) continue;
      CHECK(ErrorOf(declared, read) == start + name + end);
    }
  }
  const InputPort first{nullptr, 0}, second{nullptr, 1};
  const auto& read_second = std::get<Liar::Read>(cases[5]);
  CHECK(ErrorOf({Reads::kNothing, {second}}, read_second) == "");
  CHECK(ErrorOf({Reads::kNothing, {first}}, read_second) != "");
}

TEST_CASE("OutputPort: evaluates one that reads more than itself -> refused") {
  const auto read = [](const Liar& liar, const LeafContext& context) {
    liar.GetOutputPort("timely").Eval(context);
  };
  CHECK(ErrorOf(Reads::kTime, read) == "");
  CHECK(ErrorOf(Reads::kEverything, read) == "");
  CHECK(ErrorOf(Reads::kDiscrete, read) ==
        "block 'liar': an output evaluates 'liar.timely', which reads more "
        "than it declared itself");
}

}  // namespace
}  // namespace tactus::systems
