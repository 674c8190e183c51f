#include "tactus/contact/cond/node_order.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <boost/graph/properties.hpp>

namespace tactus::contact {

std::vector<int> NumberByPlace(int num_nodes,
                               std::span<const std::array<int, 4>> elements) {
  // No edge twice, and none to itself.
  using Graph = boost::adjacency_list<
      boost::setS, boost::vecS, boost::undirectedS,
      boost::property<boost::vertex_color_t, boost::default_color_type>>;
  Graph graph(num_nodes);
  for (const std::array<int, 4>& element : elements) {
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < k; ++l)
        boost::add_edge(element[k], element[l], graph);
    }
  }
  std::vector<Graph::vertex_descriptor> order(num_nodes);
  boost::cuthill_mckee_ordering(graph, order.rbegin(),
                                get(boost::vertex_color, graph),
                                boost::make_degree_map(graph));
  std::vector<int> number(num_nodes);
  for (int i = 0; i < num_nodes; ++i) number[order[i]] = i;
  return number;
}

}  // namespace tactus::contact
