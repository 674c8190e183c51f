#include "tactus/systems/port.h"

#include <memory>

#include <catch2/catch.hpp>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::systems {
namespace {

using Catch::Contains;

// y = a + b, where b is optional; and words, passed on with a mark.
class Sum final : public LeafSystem {
 public:
  explicit Sum(std::string name) : LeafSystem(std::move(name)) {
    a_ = DeclareVectorInputPort("a", 1);
    b_ = DeclareVectorInputPort("b", 1);
    words_ = DeclareAbstractInputPort<std::string>("words");
    DeclareVectorOutputPort("y", 1, &Sum::CalcY, {Reads::kNothing, {a_, b_}});
    DeclareAbstractOutputPort("marked", std::string(), &Sum::CalcMarked,
                              {Reads::kNothing, {words_}});
  }

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const {
    *y = a_.Eval(context);
    if (b_.HasValue(context)) *y += b_.Eval(context);
  }
  void CalcMarked(const LeafContext& context, std::string* marked) const {
    *marked = words_.Eval<std::string>(context) + "*";
  }

  InputPort a_, b_, words_;
};

struct Chain {
  Chain() {
    DiagramBuilder builder;
    first = &builder.AddSystem<Sum>("first");
    second = &builder.AddSystem<Sum>("second");
    builder.Connect(first->GetOutputPort("y"), second->GetInputPort("a"));
    builder.Connect(first->GetOutputPort("marked"),
                    second->GetInputPort("words"));
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }

  const Sum* first{};
  const Sum* second{};
  std::unique_ptr<Diagram> diagram;
  Context context;
};

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("Port: wired values, vectors and others -> reach the next block") {
  Chain chain;
  chain.context.FixInput(chain.first->GetInputPort("a"), Scalar(2));
  chain.context.FixInput(chain.first->GetInputPort("words"),
                         std::string("touch"));
  CHECK(chain.second->GetOutputPort("y").Eval(chain.context) == Scalar(2));
  CHECK(chain.second->GetOutputPort("marked").Eval<std::string>(
            chain.context) == "touch**");
}

TEST_CASE("InputPort: optional -> a value once it is fixed") {
  Chain chain;
  const InputPort b = chain.second->GetInputPort("b");
  chain.context.FixInput(chain.first->GetInputPort("a"), Scalar(2));
  CHECK(!b.HasValue(chain.context.of(*chain.second)));
  CHECK(chain.second->GetInputPort("a").HasValue(
      chain.context.of(*chain.second)));
  CHECK(chain.second->GetOutputPort("y").Eval(chain.context) == Scalar(2));

  chain.context.FixInput(b, Scalar(10));
  CHECK(b.HasValue(chain.context.of(*chain.second)));
  CHECK(chain.second->GetOutputPort("y").Eval(chain.context) == Scalar(12));
}

TEST_CASE("InputPort: required, without a value -> named") {
  Chain chain;
  CHECK_THROWS_WITH(chain.second->GetOutputPort("y").Eval(chain.context),
                    "block 'first': input 'first.a' has no value: connect it, "
                    "or fix it in the Context");
  // The failure is not remembered.
  chain.context.FixInput(chain.first->GetInputPort("a"), Scalar(2));
  CHECK(chain.second->GetOutputPort("y").Eval(chain.context) == Scalar(2));
}

TEST_CASE("FixInput: a connected input -> refused") {
  Chain chain;
  CHECK_THROWS_WITH(
      chain.context.FixInput(chain.second->GetInputPort("a"), Scalar(2)),
      "input 'second.a' is connected and cannot be fixed");
}

TEST_CASE("FixInput: a value of another size or type -> refused") {
  Chain chain;
  CHECK_THROWS_WITH(
      chain.context.FixInput(chain.first->GetInputPort("a"),
                             Eigen::Vector2d(1, 2)),
      "input 'first.a' (vector of 1) cannot be fixed to a vector of "
      "2");
  CHECK_THROWS_WITH(
      chain.context.FixInput(chain.first->GetInputPort("a"), 3),
      "input 'first.a' (vector of 1) cannot be fixed to a value of "
      "type int");
  CHECK_THROWS_WITH(
      chain.context.FixInput(chain.first->GetInputPort("words"), 3),
      Contains("input 'first.words' (std::") && Contains("of type int"));
  CHECK_THROWS_WITH(
      chain.context.FixInput(chain.first->GetInputPort("words"), Scalar(1)),
      Contains("input 'first.words' (std::") && Contains("of type Eigen"));
}

TEST_CASE("InputPort: evaluated by another block -> refused") {
  Chain chain;
  CHECK_THROWS_WITH(
      chain.first->GetInputPort("a").Eval(chain.context.of(*chain.second)),
      "block 'second': evaluates 'first.a', which is not its own port");
}

TEST_CASE("OutputPort: asked for another type -> both types named") {
  Chain chain;
  chain.context.FixInput(chain.first->GetInputPort("a"), Scalar(2));
  CHECK_THROWS_WITH(
      chain.first->GetOutputPort("y").Eval<int>(chain.context),
      Contains("type int was expected") && Contains("Eigen::Matrix"));
}

}  // namespace
}  // namespace tactus::systems
