#include "tactus/multibody/kinematic_forest.h"

#include <algorithm>
#include <string>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

// Writes down the vertices in the order of their discovery.
class Recorder : public boost::default_dfs_visitor {
 public:
  explicit Recorder(std::vector<int>* order) : order_(order) {}
  void discover_vertex(Graph::vertex_descriptor vertex, const Graph&) {
    order_->push_back(static_cast<int>(vertex));
  }

 private:
  std::vector<int>* order_;
};

// The joint that moves each body; -1 for the world.
std::vector<int> FindInboardJoints(std::span<const Body> bodies,
                                   std::span<const Joint> joints) {
  std::vector<int> inboard(bodies.size(), -1);
  for (int j = 0; j < std::ssize(joints); ++j) {
    const Joint& joint = joints[j];
    Require(joint.child != 0,
            fmt::format("joint '{}' has the world as its child; the world can "
                        "only be a parent",
                        joint.name));
    int& known = inboard[joint.child];
    if (known >= 0) {
      throw std::invalid_argument(fmt::format(
          "body '{}' is moved by two joints, '{}' and '{}'; a body has one "
          "inboard joint",
          bodies[joint.child].name, joints[known].name, joint.name));
    }
    known = j;
  }
  return inboard;
}

// The loop that hangs together with `body`, which the world does not reach:
// going from child to parent must come back to where it was.
std::string DescribeLoop(int body, std::span<const int> inboard,
                         std::span<const Joint> joints) {
  std::vector<bool> seen(inboard.size(), false);
  while (!seen[body]) {
    seen[body] = true;
    body = joints[inboard[body]].parent;
  }
  const int start = body;
  std::string names;
  do {
    const Joint& joint = joints[inboard[body]];
    names = "'" + joint.name + "'" + (names.empty() ? "" : ", ") + names;
    body = joint.parent;
  } while (body != start);
  return names;
}

// Depth first from the world.
std::vector<int> FindDepthFirstOrder(std::span<const int> inboard,
                                     std::span<const Joint> joints) {
  Graph graph(inboard.size());
  for (std::size_t body = 1; body < inboard.size(); ++body) {
    boost::add_edge(joints[inboard[body]].parent, body, graph);
  }
  std::vector<int> order;
  std::vector<boost::default_color_type> colors(inboard.size());
  boost::depth_first_visit(
      graph, 0, Recorder(&order),
      boost::make_iterator_property_map(
          colors.begin(), boost::get(boost::vertex_index, graph)));
  for (std::size_t body = 1; body < inboard.size(); ++body) {
    if (colors[body] == boost::white_color) {
      throw std::invalid_argument(fmt::format(
          "the joints {} form a loop; a model must be a forest on the world",
          DescribeLoop(static_cast<int>(body), inboard, joints)));
    }
  }
  return order;
}

}  // namespace

KinematicForest MakeKinematicForest(std::span<const Body> bodies,
                                    std::span<const Joint> joints) {
  const std::vector<int> inboard = FindInboardJoints(bodies, joints);
  for (std::size_t body = 1; body < bodies.size(); ++body) {
    Require(inboard[body] >= 0,
            fmt::format("body '{}' has no inboard joint", bodies[body].name));
  }
  KinematicForest forest;
  forest.body_order = FindDepthFirstOrder(inboard, joints);

  std::vector<bool> anchored(bodies.size(), false);
  anchored[0] = true;
  for (const int body : forest.body_order) {
    if (body == 0) continue;
    const Joint& joint = joints[inboard[body]];
    anchored[body] = joint.type == JointType::kWeld && anchored[joint.parent];
  }
  const auto moving =
      std::stable_partition(forest.body_order.begin(), forest.body_order.end(),
                            [&](int body) { return anchored[body]; });
  forest.num_anchored = static_cast<int>(moving - forest.body_order.begin());

  for (const int body : forest.body_order) {
    if (body != 0) forest.joint_order.push_back(inboard[body]);
  }
  return forest;
}

}  // namespace tactus::multibody
