#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>

#include "support/skip.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/vector_integrator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Strings = std::multiset<std::string>;

// A position that follows a command: error -> gain -> position, and back.
DiagramBuilder MakeFollower() {
  DiagramBuilder builder;
  const auto& error = builder.AddSystem<Adder>("error", 2, 1);
  const auto& gain = builder.AddSystem<Gain>("gain", 2.0, 1);
  const auto& position = builder.AddSystem<VectorIntegrator>("position", 1);
  builder.Connect(error, gain);
  builder.Connect(gain, position);
  builder.Connect(position.get_output_port(), error.get_input_port(1));
  builder.ExportInput("command", error.get_input_port(0));
  builder.ExportOutput("position", position.get_output_port());
  return builder;
}

// What each match of `pattern` has in its first pair of parentheses.
Strings Find(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Strings found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end;
       ++i) {
    found.insert((*i)[1]);
  }
  return found;
}

TEST_CASE("Diagram: Graphviz -> a node per block and an edge per wire") {
  const auto diagram = MakeFollower().Build();
  const std::string graph = diagram->GetGraphvizString();
  CHECK(Find(graph, R"(\|(\w+)\|)") == Strings{"error", "gain", "position"});
  // By their places: blocks in the order in which they were added.
  CHECK(Find(graph, R"((block\S+ -> block\S+)\n)") ==
        Strings{"block0:y0:e -> block1:u0:w", "block1:y0:e -> block2:u0:w",
                "block2:y0:e -> block0:u1:w"});
  CHECK_THAT(graph, Contains(R"("input command" -> block0:u0:w)"));
  CHECK_THAT(graph, Contains(R"(block2:y0:e -> "output position")"));
  // Each end of a wire is a field of a block's record.
  CHECK_THAT(graph, Contains(R"(block0 [label="{{<u0> u0|<u1> u1}|error|)"));
}

TEST_CASE("Diagram: Graphviz of nested diagrams -> frames inside frames") {
  DiagramBuilder robot, world;
  robot.AddDiagram("left", MakeFollower());
  world.AddDiagram("robot", std::move(robot));
  world.AddSystem<ConstantVectorSource>("source", VectorXd::Ones(1));
  const std::string graph = std::move(world).Build()->GetGraphvizString();
  CHECK(Find(graph, R"re(subgraph "([^"]+)")re") ==
        Strings{"cluster/robot", "cluster/robot/left"});
  const auto outer = graph.find("cluster/robot\""),
             inner = graph.find("cluster/robot/left\""),
             block = graph.find("|error|"), close = graph.find("}\n}\n");
  CHECK(graph.find("|{<y0> y}") < outer);  // The source is in no frame.
  CHECK(outer < inner);
  CHECK(inner < block);
  CHECK(block < close);
}

TEST_CASE("Diagram: Graphviz of names with its own signs -> escaped") {
  DiagramBuilder builder;
  builder.AddSystem<Gain>(R"(a|b "c" {d} <e>)", 1.0, 1);
  CHECK_THAT(std::move(builder).Build()->GetGraphvizString(),
             Contains(R"(|a\|b \"c\" \{d\} \<e\>|)"));
}

TEST_CASE("Diagram: drawn by dot -> it finds the nodes and the edges") {
  if (std::system("dot -V > /dev/null 2>&1") != 0)
    return tactus::test::Skip("there is no dot");
  DiagramBuilder world;
  world.AddDiagram("left", MakeFollower());
  world.AddDiagram("ri\"ght", MakeFollower());
  const tactus::test::TemporaryDirectory folder;
  const auto graph =
      folder.Write("graph.dot", std::move(world).Build()->GetGraphvizString());
  const auto plain = folder.path() / "plain.txt";
  REQUIRE(std::system(("dot -Tplain " + graph.string() + " > " +
                       plain.string() + " 2>&1")
                          .c_str()) == 0);
  std::ifstream in(plain);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  CHECK(Find(text, R"(\nnode (\S+))").size() == 6);
  CHECK(Find(text, R"(\nedge (\S+))").size() == 6);
  CHECK_THAT(text, !Contains("Warning"));
}

}  // namespace
}  // namespace tactus::systems
