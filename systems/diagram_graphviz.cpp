#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/diagram.h"

namespace tactus::systems {
namespace {

/// The blocks of one diagram, and the diagrams nested in it, by name.
struct Nest {
  std::vector<const LeafSystem*> blocks;
  std::map<std::string, Nest, std::less<>> inner;
};

// A block "arm/motor/filter" is in the diagram "motor" of the diagram "arm".
Nest MakeNest(std::span<const LeafSystem* const> leaves) {
  Nest outermost;
  for (const LeafSystem* leaf : leaves) {
    Nest* nest = &outermost;
    std::string_view rest = leaf->name();
    for (auto slash = rest.find('/'); slash != std::string_view::npos;
         slash = rest.find('/')) {
      nest = &nest->inner[std::string(rest.substr(0, slash))];
      rest.remove_prefix(slash + 1);
    }
    nest->blocks.push_back(leaf);
  }
  return outermost;
}

// Graphviz takes braces, bars and angle brackets for the parts of a record.
std::string Escape(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (std::string_view(R"(\"{}|<>)").find(c) != std::string_view::npos) {
      text += '\\';
    }
    text += c;
  }
  return text;
}

std::string Fields(const std::vector<std::string>& names, char side) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text +=
        fmt::format("{}<{}{}> {}", i > 0 ? "|" : "", side, i, Escape(names[i]));
  }
  return "{" + text + "}";
}

// A record of three columns: inputs, name, outputs. Braces turn rows into
// columns, and columns into rows.
std::string MakeBlock(const LeafSystem& leaf, int index) {
  const std::string_view full = leaf.name();
  std::vector<std::string> inputs, outputs;
  for (const PortType& port : leaf.declaration().inputs) {
    inputs.push_back(port.name);
  }
  for (const auto& output : leaf.declaration().outputs) {
    outputs.push_back(output.port.name);
  }
  std::string label = Escape(full.substr(full.rfind('/') + 1));
  if (!inputs.empty()) label = Fields(inputs, 'u') + "|" + label;
  if (!outputs.empty()) label += "|" + Fields(outputs, 'y');
  return fmt::format("block{} [label=\"{{{}}}\"]\n", index, label);
}

std::string MakeBlocks(const Diagram& diagram, const Nest& nest,
                       const std::string& path) {
  std::string text;
  for (const LeafSystem* leaf : nest.blocks) {
    text += MakeBlock(*leaf, diagram.leaf_index(*leaf));
  }
  for (const auto& [name, inner] : nest.inner) {
    const std::string inner_path = path + "/" + Escape(name);
    text += fmt::format("subgraph \"cluster{}\" {{\nlabel=\"{}\"\n{}}}\n",
                        inner_path, Escape(name),
                        MakeBlocks(diagram, inner, inner_path));
  }
  return text;
}

// Ports on the left and right sides of their blocks' records.
std::string Place(const Diagram& diagram, InputPort port) {
  return fmt::format("block{}:u{}:w", diagram.leaf_index(*port.leaf),
                     port.index);
}

std::string Place(const Diagram& diagram, OutputPort port) {
  return fmt::format("block{}:y{}:e", diagram.leaf_index(*port.leaf),
                     port.index);
}

std::string MakeWires(const Diagram& diagram) {
  std::string text;
  for (const LeafSystem* leaf : diagram.leaves()) {
    for (int i = 0; i < leaf->num_input_ports(); ++i) {
      const InputPort input = leaf->get_input_port(i);
      if (const auto output = diagram.ConnectedOutput(input)) {
        text += fmt::format("{} -> {}\n", Place(diagram, *output),
                            Place(diagram, input));
      }
    }
  }
  return text;
}

std::string MakeExports(const Diagram& diagram) {
  constexpr const char* kNode = "\"{0} {1}\" [shape=plaintext label=\"{1}\"]\n";
  std::string text;
  for (const auto& [name, input] : diagram.exports().inputs) {
    text += fmt::format(kNode, "input", Escape(name));
    for (const InputPort& port : input.ports) {
      text += fmt::format("\"input {}\" -> {}\n", Escape(name),
                          Place(diagram, port));
    }
  }
  for (const auto& [name, port] : diagram.exports().outputs) {
    text += fmt::format(kNode, "output", Escape(name));
    text += fmt::format("{} -> \"output {}\"\n", Place(diagram, port),
                        Escape(name));
  }
  return text;
}

}  // namespace

std::string Diagram::GetGraphvizString() const {
  return "digraph {\nrankdir=LR\nnode [shape=record]\n" +
         MakeBlocks(*this, MakeNest(leaves_), "") + MakeExports(*this) +
         MakeWires(*this) + "}\n";
}

}  // namespace tactus::systems
