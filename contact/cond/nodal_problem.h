#pragma once

#include <span>
#include <vector>

#include "tactus/contact/cond/coupled_trees.h"
#include "tactus/contact/cond/elastic_operator.h"
#include "tactus/contact/cond/friction_cone.h"
#include "tactus/contact/cond/nodal_tree.h"
#include "tactus/contact/cond/options.h"
#include "tactus/contact/islands.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// A velocity problem, nodalized and diagonalized [Lee22]. Contacts act on
/// massless virtual nodes alone, one for each contact and tree, which a damper
/// beta ties to the contact's point on the tree:
///
///     [A + J' beta J, -J' beta; -beta J, beta] [v; w] = [b; 0] + [0; l]  (15)
///
///     A, b   of the trees alone, th h in place of h: SmoothPrediction
///     v      their velocities in the middle of the step, v0 + th (v1 - v0)
///     w      the nodes' velocities, by island, tree and contact
///     beta   th h b_v [N s/m], one for all linear coordinates of a node, times
///            the weight of its contact point: a tenth at least, 1 across a
///            gap; against spin and rolling by the angular mobility [N m s]
///     l      the impulses on them during th h [N s]
///
/// No node has two contacts: each contact's law stands alone, given w.
///
/// Nodes of elastic bodies are trees of three velocities whose A is coupled by
/// elements (elastic_operator.h). They are coordinates of w themselves: the
/// first contact point on a node acts on it in the contact's frame, further
/// ones and attachments on virtual nodes. A face's side of a contact has a
/// virtual node at each of its corners, w = weight R' v.
///
/// Springs without slack between bodies of other trees belong to A, too
/// (coupled_trees.h).

/// Coordinates of a virtual node of one tree.
struct VirtualNode {
  int tree{};
  int first{};  ///< Into w.
};

/// A contact's own nodes; none: it is between what is anchored.
struct NodeRange {
  int first{}, size{};  ///< Into NodalProblem::nodes.
};

/// Signorini's condition and Coulomb's law in the contact frame on
/// u = sum of w + phi: normal velocity and impulse complement each other. With
/// torsional or rolling friction nodes have six coordinates, (linear, angular).
struct PointContact {
  NodeRange nodes;
  int point{};                      ///< Into VelocityProblem::points.
  int num_rows = 3;                 ///< Or 6.
  Vector3d phi = Vector3d::Zero();  ///< What gap and bias add [m/s].
  double friction{}, torsional_friction{}, rolling_friction{};
  /// Along which `friction` holds, and what holds across; zero: all around.
  Vector2d grain_C = Vector2d::Zero();
  double cross_friction{};
  /// Sums of 1 / beta, the first one with NodalProblem::regularization.
  double compliance{}, angular_compliance{};
  Vector3d impulse = Vector3d::Zero();
  Vector3d angular_impulse = Vector3d::Zero();
};

/// The impulse of the contact's cone for `l`; a grain is for the strict one.
inline Vector3d ProjectOnCone(ConeProjection projection,
                              const PointContact& contact, const Vector3d& l) {
  if (contact.grain_C.isZero(0))
    return ProjectOnCone(projection, contact.friction, l);
  return ProjectOnEllipticCone(contact.friction, contact.cross_friction,
                               contact.grain_C, l);
}

/// What acts along a limit, a row or a tendon, on x = sum of w:
///
///     l = clamp([x to within x_lower, x_upper] - x) / sum of 1 / beta,
///               l_lower, l_upper)
///
///     rigid          x is given, l is not bounded
///     limit          x_lower <= x <= x_upper, what reaches the bounds
///     dry friction   x = 0, |l| <= th h f
///     spring, servo  x = f0 / c, with its own th h c = 1 / sum of 1 / beta
struct RowContact {
  enum class Source { kNone, kJoint, kConstraint, kActuator };
  NodeRange nodes;
  double x_lower{}, x_upper{}, l_lower{}, l_upper{}, compliance{};
  double impulse{};
  Source source = Source::kNone;
  int index{};  ///< Into the problem's rows of that kind, or actuators.
  bool holds_node = false;  ///< Of an elastic body.
};

/// Trees that contacts tie together, those contacts, and its part of w.
struct NodalIsland {
  /// Those that are nodes of elastic bodies stand apart.
  std::vector<int> trees, elastic_nodes;
  std::vector<int> points, rows, ties;
  int first{}, size{};

  int front() const {
    return trees.empty() ? elastic_nodes.front() : trees.front();
  }
};

struct NodalProblem {
  std::vector<NodalTree> trees;  ///< By clique.
  std::vector<VirtualNode> nodes;
  std::vector<PointContact> points;
  std::vector<RowContact> rows;
  std::vector<SpringTie> ties;
  std::vector<NodalIsland> islands;
  int num_islands{};  ///< In use.
  /// The beta of all coordinates of w: an impulse on one changes it by the
  /// inverse.
  std::vector<double> beta;
  double regularization{};  ///< r of all contact points, (37).
  ElasticOperator elastic;

  std::span<const VirtualNode> NodesOf(const NodeRange& range) const {
    return std::span(nodes).subspan(range.first, range.size);
  }
  /// Whether it is a node of an elastic body itself, which nothing ties.
  bool IsElasticNode(const VirtualNode& node) const {
    const NodalTree& tree = trees[node.tree];
    return tree.is_elastic && node.first == tree.first;
  }
  /// The sum of 1 / beta of those that dampers tie, along their k-th
  /// coordinate.
  double CalcVirtualCompliance(const NodeRange& range, int k) const {
    double sum = 0;
    for (const VirtualNode& node : NodesOf(range)) {
      if (!IsElasticNode(node)) sum += 1 / beta[node.first + k];
    }
    return sum;
  }
};

/// How many times as strong as they come the dampers of contact points and
/// constraint rows are, by those of the problem; empty: once.
struct Tightening {
  std::vector<double> points, rows;
  bool is_empty() const { return points.empty() && rows.empty(); }
};

/// Translates a velocity problem; keeps its storage from step to step.
class NodalProblemBuilder {
 public:
  /// `h_theta` is theta h. Gaps close within the step h; of overlaps and errors
  /// the share options.push_out does.
  void Build(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const CondOptions& options, double h, NodalProblem* nodal,
             const Tightening& tightening = {});

 private:
  /// Rows on a spatial velocity: no heap.
  using Rows6 = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, 6, 6>;

  /// At which overlaps are pushed out at the most [m/s or rad/s].
  static constexpr double kFastestPushOut = 1;

  void Reset();
  void AddPoints();
  void AddPoint(const ContactPatch& patch, int index);
  bool IsWithinReach(const JointRow& row) const;
  void AddJointRows();
  void AddConstraint(const BodyConstraint& constraint);
  void ClampNode(const RowLaw& law, RowContact* row);
  double FindHold(const NodeRange& nodes) const;
  bool IsTie(const BodyConstraint& constraint) const;
  void AddTie(const BodyConstraint& constraint);
  void AddTendonActuators();
  void AddPairNodes(int body_a, int body_b, const Vector3d& p_AoBo_W,
                    const Rows6& G, double beta, NodeRange* nodes);
  Eigen::Map<NodalTree::RowMajor> AddNode(int tree, int num_rows, double beta,
                                          NodeRange* nodes);
  Eigen::Map<NodalTree::RowMajor> AddVirtualNode(int tree, int num_rows,
                                                 double beta, NodeRange* nodes);
  RowContact& AddRow(std::span<const JointTerm> terms, double factor,
                     double inverse_mass);
  void SetLaw(const RowLaw& law, RowContact* row);
  void SetSmooth(double force0, double c, RowContact* row);
  static double CalcBeta(double inverse_mass);
  static double CalcShare(const ContactPoint& point);
  void SetAngularBeta(const PointContact& contact);
  void SetBetaByOwnMass(const NodeRange& nodes, int num_rows);
  void SetBetaByHold(const NodeRange& nodes);
  void Tighten(double factor, const NodeRange& nodes, int num_rows);
  double CalcApproach(double gap) const;
  double CalcNormalBias(const ContactPoint& point) const;
  Vector2d CalcSlidingBias(const ContactPoint& point) const;
  void FindIslands();
  void NumberCoordinates();
  void OrderPoints();
  void FindElasticNodes();
  bool IsElastic(int body_a, int body_b) const;
  void CalcCompliances();

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  const CondOptions* options_{};
  const Tightening* tightening_{};
  NodalProblem* nodal_{};
  double h_{}, h_theta_{};
  IslandFinder finder_;
  std::vector<Island> found_;
  std::vector<int> clique_of_dof_, island_of_tree_;
  MatrixXd rows_;
  SmoothPrediction::Mobility mobility_;
};

}  // namespace tactus::contact
