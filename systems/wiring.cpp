#include "tactus/systems/wiring.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/graph/topological_sort.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Vertex = Graph::vertex_descriptor;

// The ports of all blocks as vertices; an edge points where a value goes.
class PortGraph {
 public:
  PortGraph(std::span<const LeafSystem* const> leaves,
            std::span<const Wire> wires)
      : graph_(CountPorts(leaves)) {
    for (const LeafSystem* leaf : leaves) AddPorts(*leaf);
    for (const LeafSystem* leaf : leaves) AddFeedthrough(*leaf);
    for (const Wire& wire : wires) {
      boost::add_edge(vertex(wire.from), vertex(wire.to), graph_);
    }
  }

  const Graph& graph() const { return graph_; }
  bool is_output(Vertex v) const { return v < outputs_.size(); }
  OutputPort output(Vertex v) const { return outputs_[v]; }

  std::string name(Vertex v) const {
    return is_output(v) ? outputs_[v].full_name()
                        : inputs_[v - outputs_.size()].full_name();
  }

 private:
  struct Start {
    Vertex output, input;
  };

  static int CountPorts(std::span<const LeafSystem* const> leaves) {
    int count = 0;
    for (const LeafSystem* leaf : leaves) {
      count += leaf->num_output_ports() + leaf->num_input_ports();
    }
    return count;
  }

  void AddPorts(const LeafSystem& leaf) {
    start_[&leaf] = {outputs_.size(), inputs_.size()};
    for (int i = 0; i < leaf.num_output_ports(); ++i) {
      outputs_.push_back(leaf.get_output_port(i));
    }
    for (int i = 0; i < leaf.num_input_ports(); ++i) {
      inputs_.push_back(leaf.get_input_port(i));
    }
  }

  void AddFeedthrough(const LeafSystem& leaf) {
    for (int o = 0; o < leaf.num_output_ports(); ++o) {
      for (int i = 0; i < leaf.num_input_ports(); ++i) {
        if (leaf.declaration().outputs[o].reads.IncludesInput(i)) {
          boost::add_edge(vertex(leaf.get_input_port(i)),
                          vertex(leaf.get_output_port(o)), graph_);
        }
      }
    }
  }

  Vertex vertex(OutputPort port) const {
    return start_.at(port.leaf).output + port.index;
  }
  Vertex vertex(InputPort port) const {
    return outputs_.size() + start_.at(port.leaf).input + port.index;
  }

  std::map<const LeafSystem*, Start> start_;
  std::vector<OutputPort> outputs_;  // vertices 0, 1, ...
  std::vector<InputPort> inputs_;    // and onwards
  Graph graph_;
};

// Some vertex on a cycle: one that shares its strong component.
Vertex FindVertexOnCycle(const Graph& graph) {
  std::vector<int> component(num_vertices(graph));
  const int count = boost::strong_components(
      graph, boost::make_iterator_property_map(
                 component.begin(), get(boost::vertex_index, graph)));
  std::vector<int> size(count);
  for (int c : component) ++size[c];
  Vertex v = 0;
  while (size[component[v]] == 1) ++v;
  return v;
}

// The vertices of a shortest cycle through `start`, which begins and ends it.
std::vector<Vertex> FindCycle(const Graph& graph, Vertex start) {
  std::vector<Vertex> parent(num_vertices(graph));
  std::vector<int> distance(num_vertices(graph), 0);  // 0: not reached
  boost::breadth_first_search(
      graph, start,
      boost::visitor(boost::make_bfs_visitor(std::make_pair(
          boost::record_predecessors(parent.data(), boost::on_tree_edge()),
          boost::record_distances(distance.data(), boost::on_tree_edge())))));
  Vertex last = start;
  for (Vertex v = 0; v < num_vertices(graph); ++v) {
    const bool closes = distance[v] > 0 && edge(v, start, graph).second;
    if (closes && (last == start || distance[v] < distance[last])) last = v;
  }
  std::vector<Vertex> cycle{start};
  for (Vertex v = last; v != start; v = parent[v]) cycle.push_back(v);
  cycle.push_back(start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

[[noreturn]] void ThrowAlgebraicLoop(const PortGraph& ports) {
  std::string loop;
  const Vertex start = FindVertexOnCycle(ports.graph());
  for (Vertex v : FindCycle(ports.graph(), start)) {
    loop += (loop.empty() ? "" : " -> ") + ports.name(v);
  }
  throw std::invalid_argument(
      "algebraic loop: " + loop +
      "; put a block with state into it, or declare more finely what the "
      "outputs read");
}

template <class Map>
auto& Find(const Map& map, std::string_view name, const char* kind) {
  const auto found = map.find(name);
  if (found != map.end()) return found->second;
  throw std::invalid_argument(
      fmt::format("no {} was exported as '{}'", kind, name));
}

}  // namespace

const ExportedInput& Exports::GetInputPort(std::string_view name) const {
  return Find(inputs, name, "input");
}

OutputPort Exports::GetOutputPort(std::string_view name) const {
  return Find(outputs, name, "output");
}

std::vector<OutputPort> SortOutputs(std::span<const LeafSystem* const> leaves,
                                    std::span<const Wire> wires) {
  const PortGraph ports(leaves, wires);
  std::vector<Vertex> reverse_order;
  try {
    boost::topological_sort(ports.graph(), std::back_inserter(reverse_order));
  } catch (const boost::not_a_dag&) {
    ThrowAlgebraicLoop(ports);
  }
  std::vector<OutputPort> order;
  for (auto v = reverse_order.rbegin(); v != reverse_order.rend(); ++v) {
    if (ports.is_output(*v)) order.push_back(ports.output(*v));
  }
  return order;
}

}  // namespace tactus::systems
