#include "tactus/contact/cond/nodal_problem.h"

#include <algorithm>
#include <limits>
#include <span>

namespace tactus::contact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// At which overlaps are pushed out at the most [m/s or rad/s].
constexpr double kFastestPushOut = 1;

// Without b_v, a hundred of the contact's own masses.
double CalcBeta(double inverse_mass) {
  return 100 / inverse_mass;
}

// On a body's tree: G J.
template <class Rows, class Target>
void AddOnTree(const Rows& G, const ContactBody& body, Target* J) {
  if (body.is_free) {
    *J += G;
  } else {
    J->noalias() += G * body.J;
  }
}

// Of rows on the velocity of B relative to A at Bo, G V_B - G Phi V_A, those on
// A's: -G Phi.
template <class Rows>
Rows CarryToA(const Rows& G, const Vector3d& p_AoBo_W) {
  Rows G_A = -G;
  G_A.template leftCols<3>() +=
      G.template rightCols<3>() * CrossMatrix(p_AoBo_W);
  return G_A;
}

}  // namespace

void NodalProblemBuilder::Build(const VelocityProblem& problem,
                                const SmoothPrediction& prediction,
                                const CondOptions& options, double h,
                                NodalProblem* nodal) {
  problem_ = &problem;
  prediction_ = &prediction;
  options_ = &options;
  nodal_ = nodal;
  h_ = h;
  h_theta_ = options.theta * h;
  Reset();
  AddPoints();
  AddJointRows();
  for (const BodyConstraint& each : problem.constraints)
    IsTie(each) ? AddTie(each) : AddConstraint(each);
  AddTendonActuators();
  FindIslands();
  NumberCoordinates();
  nodal->elastic.Build(problem, prediction, h_theta_, nodal->trees,
                       &nodal->beta);
  CalcCompliances();
}

void NodalProblemBuilder::Reset() {
  nodal_->trees.resize(problem_->cliques.size());
  clique_of_dof_.resize(problem_->num_velocities());
  for (std::size_t c = 0; c < problem_->cliques.size(); ++c) {
    const Clique& clique = problem_->cliques[c];
    std::fill_n(clique_of_dof_.begin() + clique.v_start, clique.nv,
                static_cast<int>(c));
    NodalTree& tree = nodal_->trees[c];
    tree.v_start = clique.v_start;
    tree.nv = clique.nv;
    tree.rows.clear();
    tree.beta.clear();
    tree.is_elastic = tree.is_touched = false;
  }
  FindElasticNodes();
  nodal_->nodes.clear();
  nodal_->points.clear();
  nodal_->rows.clear();
  nodal_->ties.clear();
}

// Their velocities are coordinates as they are, until a contact turns them.
void NodalProblemBuilder::FindElasticNodes() {
  for (const ElasticElement& element : problem_->elastic_elements) {
    for (const int dof : element.dofs) {
      NodalTree& tree = nodal_->trees[clique_of_dof_[dof]];
      if (tree.is_elastic) continue;
      tree.is_elastic = true;
      tree.rows = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      tree.beta.assign(3, 0);
    }
  }
}

template <class Pair>
bool NodalProblemBuilder::IsElastic(const Pair& pair) const {
  const auto is_node = [&](int body) {
    const int clique = problem_->bodies[body].clique;
    return clique >= 0 && nodal_->trees[clique].is_elastic;
  };
  return is_node(pair.body_a) || is_node(pair.body_b);
}

// The velocity that closes a gap within the step; out of overlap, slower.
double NodalProblemBuilder::CalcApproach(double gap) const {
  if (gap > 0) return gap / h_;
  return std::max(options_->push_out * gap / h_, -kFastestPushOut);
}

// At an impact, the end of the step is to have the normal velocity -e u0; with
// u^ = (1 - theta) u0 + theta u1,
//
//     u^ >= -phi,   phi = -(1 - theta - theta e) u0.
//
// Surfaces meet within the step when the velocity at its start brings them
// together: phi0 + h u0 < 0. Without restitution a gap is closed instead.
double NodalProblemBuilder::CalcNormalBias(const ContactPoint& point) const {
  const double approach = CalcApproach(point.phi0), u0 = point.v_C0.z();
  const double theta = options_->theta, e = point.restitution;
  if (e == 0 || u0 >= 0 || point.phi0 + h_ * u0 >= 0) return approach;
  return std::min(approach, -(1 - theta - theta * e) * u0);
}

void NodalProblemBuilder::AddPoints() {
  for (const ContactPatch& patch : problem_->patches) {
    for (int i = 0; i < patch.num_points; ++i)
      AddPoint(patch, patch.first_point + i);
  }
}

// u = R_WC' [-[p]x, 1] V + phi, and, against turning, the angular velocity.
void NodalProblemBuilder::AddPoint(const ContactPatch& patch, int index) {
  const ContactPoint& point = problem_->points[index];
  PointContact contact{.nodes = {},
                       .point = index,
                       .phi = point.bias_C,
                       .friction = point.sliding_friction,
                       .torsional_friction = point.torsional_friction,
                       .rolling_friction = point.rolling_friction,
                       .grain_C = point.grain_C,
                       .cross_friction = point.cross_friction};
  contact.phi.z() += CalcNormalBias(point);
  // A node has no angle.
  if (!IsElastic(patch) &&
      (point.torsional_friction > 0 || point.rolling_friction > 0))
    contact.num_rows = 6;
  Rows6 G(contact.num_rows, 6);
  G.topRows<3>() << -point.R_WC.transpose() * CrossMatrix(point.p_BoC_W),
      point.R_WC.transpose();
  if (contact.num_rows == 6)
    G.bottomRows<3>() << point.R_WC.transpose(), Matrix3d::Zero();
  const double beta = options_->virtual_damping
                          ? h_theta_ * *options_->virtual_damping
                          : CalcBeta(point.inverse_mass);
  AddPairNodes(patch.body_a, patch.body_b, patch.p_AoBo_W, G, beta,
               &contact.nodes);
  if (contact.num_rows == 6) SetAngularBeta(contact);
  if (IsElastic(patch) && !options_->virtual_damping)
    SetBetaByOwnMass(contact.nodes, contact.num_rows);
  nodal_->points.push_back(contact);
}

// By the mean of the three angular mobilities, G A^-1 G', of both trees.
void NodalProblemBuilder::SetAngularBeta(const PointContact& contact) {
  double inverse_inertia = 0;
  for (const VirtualNode& node : nodal_->NodesOf(contact.nodes)) {
    const auto J = nodal_->trees[node.tree].J();
    rows_ = J.middleRows<3>(node.first + 3).transpose();
    prediction_->CalcMobility(node.tree, rows_, &mobility_);
    inverse_inertia += mobility_.value.trace() / 3;
  }
  for (const VirtualNode& node : nodal_->NodesOf(contact.nodes))
    std::fill_n(nodal_->trees[node.tree].beta.begin() + node.first + 3, 3,
                CalcBeta(inverse_inertia));
}

// Nodes of elastic bodies weigh milligrams, and a hundred of their masses would
// hardly hold what they press on: a force N sinks in by h N / (b_v push_out).
// On trees of other kinds the damper goes by the tree's own mobility, the mean
// of G A^-1 G' over the rows.
void NodalProblemBuilder::SetBetaByOwnMass(const NodeRange& nodes,
                                           int num_rows) {
  for (const VirtualNode& node : nodal_->NodesOf(nodes)) {
    NodalTree& tree = nodal_->trees[node.tree];
    if (tree.is_elastic) continue;
    rows_ = tree.J().middleRows(node.first, num_rows).transpose();
    prediction_->CalcMobility(node.tree, rows_, &mobility_);
    const double inverse_mass = mobility_.value.trace() / num_rows;
    if (inverse_mass > 0)
      std::fill_n(tree.beta.begin() + node.first, num_rows,
                  CalcBeta(inverse_mass));
  }
}

// Bounds count that g could reach in the step at twice the speed that it has or
// would have without contact.
bool NodalProblemBuilder::IsWithinReach(const JointRow& row) const {
  if (row.law != RowLaw::Law::kLimit) return true;
  const auto terms = problem_->TermsOf(row);
  const double speed =
      std::max(std::abs(CalcRate(terms, problem_->v0)),
               std::abs(CalcRate(terms, prediction_->v_smooth())));
  const double reach = 2 * h_ * speed;
  return !(row.error - reach > row.lower && row.error + reach < row.upper);
}

void NodalProblemBuilder::AddJointRows() {
  for (std::size_t i = 0; i < problem_->joint_rows.size(); ++i) {
    const JointRow& row = problem_->joint_rows[i];
    if (!IsWithinReach(row)) continue;
    RowContact& added = AddRow(problem_->TermsOf(row), 1, row.inverse_mass);
    added.source = RowContact::Source::kJoint;
    added.index = static_cast<int>(i);
    SetLaw(row, &added);
  }
}

// A row that hardly moves anything, beside the others of its kind, is held with
// as much mass as theirs times 1e8, as by ICF.
void NodalProblemBuilder::AddConstraint(const BodyConstraint& constraint) {
  constexpr double kFloor = 1e-8;
  for (int first = 0; first < constraint.num_rows; first += 3) {
    const auto laws = std::span(problem_->constraint_rows)
                          .subspan(constraint.first_row + first,
                                   std::min(3, constraint.num_rows - first));
    double most = 0;
    for (const ConstraintRow& law : laws)
      most = std::max(most, law.inverse_mass);
    if (most == 0) continue;
    for (std::size_t i = 0; i < laws.size(); ++i) {
      RowContact row{
          .nodes = {},
          .source = RowContact::Source::kConstraint,
          .index = constraint.first_row + first + static_cast<int>(i)};
      AddPairNodes(constraint.body_a, constraint.body_b, constraint.p_AoBo_W,
                   laws[i].row.transpose(),
                   CalcBeta(std::max(laws[i].inverse_mass, kFloor * most)),
                   &row.nodes);
      if (IsElastic(constraint)) SetBetaByOwnMass(row.nodes, 1);
      SetLaw(laws[i], &row);
      nodal_->rows.push_back(row);
    }
  }
}

// Nodes of elastic bodies have an A of their own.
bool NodalProblemBuilder::IsTie(const BodyConstraint& constraint) const {
  const auto laws = std::span(problem_->constraint_rows)
                        .subspan(constraint.first_row, constraint.num_rows);
  const auto has_no_slack = [](const ConstraintRow& law) {
    return law.law == RowLaw::Law::kSpring && law.lower == law.upper;
  };
  return !laws.empty() && std::ranges::all_of(laws, has_no_slack) &&
         !IsElastic(constraint);
}

void NodalProblemBuilder::AddTie(const BodyConstraint& constraint) {
  SpringTie& tie = nodal_->ties.emplace_back();
  tie.first_row = constraint.first_row;
  tie.num_rows = constraint.num_rows;
  Rows6 G_B(tie.num_rows, 6);
  for (int i = 0; i < tie.num_rows; ++i) {
    const ConstraintRow& law = problem_->constraint_rows[tie.first_row + i];
    G_B.row(i) = law.row;
    tie.c[i] = h_theta_ * (law.damping + h_theta_ * law.stiffness);
    tie.impulse0[i] = -h_theta_ * law.stiffness * (law.error - law.lower);
  }
  const ContactBody& A = problem_->bodies[constraint.body_a];
  const ContactBody& B = problem_->bodies[constraint.body_b];
  const Rows6 G_A = CarryToA(G_B, constraint.p_AoBo_W);
  int count = 0;
  const auto add = [&](int clique) -> Eigen::Map<MatrixXd> {
    SpringTie::Side& side = tie.sides[count++];
    side.tree = clique;
    const int nv = nodal_->trees[clique].nv;
    side.G.assign(tie.num_rows * nv, 0.0);
    return {side.G.data(), tie.num_rows, nv};
  };
  if (B.clique >= 0) {
    auto G = add(B.clique);
    AddOnTree(G_B, B, &G);
    if (A.clique == B.clique) AddOnTree(G_A, A, &G);
  }
  if (A.clique >= 0 && A.clique != B.clique) {
    auto G = add(A.clique);
    AddOnTree(G_A, A, &G);
  }
}

// Of x = gear v; a law that does not stabilise is taken at v0.
void NodalProblemBuilder::AddTendonActuators() {
  for (std::size_t i = 0; i < problem_->actuators.size(); ++i) {
    const LinearActuator& actuator = problem_->actuators[i];
    if (actuator.num_terms == 0) continue;
    double inverse_mass = 0;
    for (const JointTerm& term : problem_->TermsOf(actuator)) {
      const Clique& clique = problem_->cliques[clique_of_dof_[term.dof]];
      const int own = term.dof - clique.v_start;
      const double arm = actuator.gear * term.coefficient;
      inverse_mass += arm * arm / clique.M(own, own);
    }
    RowContact& row =
        AddRow(problem_->TermsOf(actuator), actuator.gear, inverse_mass);
    row.source = RowContact::Source::kActuator;
    row.index = static_cast<int>(i);
    const double c = actuator.damping + h_theta_ * actuator.stiffness;
    const double x0 =
        actuator.gear * problem_->CalcActuatorRate(actuator, problem_->v0);
    SetSmooth(actuator.force0 - std::min(c, 0.0) * x0, std::max(c, 0.0), &row);
    // A constant force beyond the limits is held at the nearer one.
    row.l_lower = std::clamp(row.l_lower, h_theta_ * actuator.lower,
                             h_theta_ * actuator.upper);
    row.l_upper = std::clamp(row.l_upper, h_theta_ * actuator.lower,
                             h_theta_ * actuator.upper);
  }
}

// G V, with V = V_B - Phi V_A the velocity of B relative to A at Bo.
void NodalProblemBuilder::AddPairNodes(int index_a, int index_b,
                                       const Vector3d& p_AoBo_W, const Rows6& G,
                                       double beta, NodeRange* nodes) {
  nodes->first = static_cast<int>(nodal_->nodes.size());
  const ContactBody& A = problem_->bodies[index_a];
  const ContactBody& B = problem_->bodies[index_b];
  const Rows6 G_A = CarryToA(G, p_AoBo_W);
  const int num_rows = static_cast<int>(G.rows());
  if (B.clique >= 0) {
    auto J = AddNode(B.clique, num_rows, beta, nodes);
    AddOnTree(G, B, &J);
    if (A.clique == B.clique) AddOnTree(G_A, A, &J);
  }
  if (A.clique >= 0 && A.clique != B.clique) {
    auto J = AddNode(A.clique, num_rows, beta, nodes);
    AddOnTree(G_A, A, &J);
  }
  for (const ContactBody::Corner& corner : A.corners) {
    if (corner.clique < 0) continue;
    auto J = AddVirtualNode(corner.clique, num_rows, beta, nodes);
    J += corner.weight * G_A.rightCols<3>();
  }
}

// Its rows of J, zero yet.
Eigen::Map<NodalTree::RowMajor> NodalProblemBuilder::AddNode(int index,
                                                             int num_rows,
                                                             double beta,
                                                             NodeRange* nodes) {
  NodalTree& tree = nodal_->trees[index];
  if (tree.is_elastic && num_rows == 3 && !tree.is_touched) {
    ++nodes->size;
    tree.is_touched = true;
    nodal_->nodes.push_back({.tree = index, .first = 0});
    std::fill_n(tree.rows.begin(), 9, 0.0);
    return {tree.rows.data(), 3, 3};
  }
  return AddVirtualNode(index, num_rows, beta, nodes);
}

Eigen::Map<NodalTree::RowMajor> NodalProblemBuilder::AddVirtualNode(
    int index, int num_rows, double beta, NodeRange* nodes) {
  NodalTree& tree = nodal_->trees[index];
  ++nodes->size;
  nodal_->nodes.push_back({.tree = index, .first = tree.size()});
  const std::size_t start = tree.rows.size();
  tree.beta.insert(tree.beta.end(), num_rows, beta);
  tree.rows.resize(start + num_rows * tree.nv, 0.0);
  return {tree.rows.data() + start, num_rows, tree.nv};
}

RowContact& NodalProblemBuilder::AddRow(std::span<const JointTerm> terms,
                                        double factor, double inverse_mass) {
  RowContact row;
  row.nodes.first = static_cast<int>(nodal_->nodes.size());
  const auto tree_of = [&](const JointTerm& term) {
    return clique_of_dof_[term.dof];
  };
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    const int tree = tree_of(*term);
    const auto is_same = [&](const JointTerm& each) {
      return tree_of(each) == tree;
    };
    if (std::any_of(terms.begin(), term, is_same)) continue;
    auto J = AddNode(tree, 1, CalcBeta(inverse_mass), &row.nodes);
    for (const JointTerm& each : terms) {
      if (is_same(each))
        J(0, each.dof - nodal_->trees[tree].v_start) +=
            factor * each.coefficient;
    }
  }
  nodal_->rows.push_back(row);
  return nodal_->rows.back();
}

void NodalProblemBuilder::SetLaw(const RowLaw& law, RowContact* row) {
  row->l_lower = -kInfinity;
  row->l_upper = kInfinity;
  switch (law.law) {
    case RowLaw::Law::kRigid:
      row->x_lower = row->x_upper =
          -std::clamp(options_->push_out * law.error / h_, -kFastestPushOut,
                      kFastestPushOut) -
          h_ / 2 * law.bias_acceleration;
      return;
    case RowLaw::Law::kLimit:
      row->x_lower = -CalcApproach(law.error - law.lower);
      row->x_upper = CalcApproach(law.upper - law.error);
      return;
    case RowLaw::Law::kSpring: {
      // Slack at t0: slack for the step.
      const double rest = std::clamp(law.error, law.lower, law.upper);
      const double k =
          law.error == rest && law.lower != law.upper ? 0 : law.stiffness;
      SetSmooth(-k * (law.error - rest), law.damping + h_theta_ * k, row);
      return;
    }
    case RowLaw::Law::kDryFriction:
      row->x_lower = row->x_upper = 0;
      row->l_lower = -h_theta_ * law.dry_friction;
      row->l_upper = h_theta_ * law.dry_friction;
      return;
  }
}

// l = th h (force0 - c x): the dampers of the virtual nodes are the law's own.
void NodalProblemBuilder::SetSmooth(double force0, double c, RowContact* row) {
  row->l_lower = -kInfinity;
  row->l_upper = kInfinity;
  if (c == 0) {
    row->l_lower = row->l_upper = h_theta_ * force0;
    return;
  }
  row->x_lower = row->x_upper = force0 / c;
  for (const VirtualNode& node : nodal_->NodesOf(row->nodes))
    nodal_->trees[node.tree].beta[node.first] = row->nodes.size * h_theta_ * c;
}

void NodalProblemBuilder::CalcCompliances() {
  const auto sum = [&](const NodeRange& nodes, int offset) {
    double compliance = 0;
    for (const VirtualNode& node : nodal_->NodesOf(nodes))
      compliance += 1 / nodal_->beta[node.first + offset];
    return compliance;
  };
  for (PointContact& each : nodal_->points) {
    each.compliance = sum(each.nodes, 0);
    if (each.num_rows == 6) each.angular_compliance = sum(each.nodes, 3);
  }
  for (RowContact& each : nodal_->rows) each.compliance = sum(each.nodes, 0);
}

// Contacts without nodes, between what is anchored, are in none.
void NodalProblemBuilder::FindIslands() {
  std::vector<NodalIsland>& islands = nodal_->islands;
  const int count = finder_.Find(*problem_, &found_);
  nodal_->num_islands = count;
  if (static_cast<int>(islands.size()) < count) islands.resize(count);
  island_of_tree_.resize(nodal_->trees.size());
  for (int i = 0; i < count; ++i) {
    islands[i].trees.clear();
    islands[i].elastic_nodes.clear();
    islands[i].points.clear();
    islands[i].rows.clear();
    islands[i].ties.clear();
    for (const int clique : found_[i].cliques) {
      island_of_tree_[clique] = i;
      (nodal_->trees[clique].is_elastic ? islands[i].elastic_nodes
                                        : islands[i].trees)
          .push_back(clique);
    }
  }
  const auto add = [&](const auto& contacts, auto list) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto nodes = nodal_->NodesOf(contacts[i].nodes);
      if (nodes.empty()) continue;
      NodalIsland& island = islands[island_of_tree_[nodes.front().tree]];
      (island.*list).push_back(static_cast<int>(i));
    }
  };
  add(nodal_->points, &NodalIsland::points);
  add(nodal_->rows, &NodalIsland::rows);
  for (std::size_t i = 0; i < nodal_->ties.size(); ++i) {
    const int tree = nodal_->ties[i].sides[0].tree;
    islands[island_of_tree_[tree]].ties.push_back(static_cast<int>(i));
  }
}

// By island and tree.
void NodalProblemBuilder::NumberCoordinates() {
  std::vector<double>& beta = nodal_->beta;
  beta.clear();
  for (int i = 0; i < nodal_->num_islands; ++i) {
    NodalIsland& island = nodal_->islands[i];
    island.first = static_cast<int>(beta.size());
    for (const std::vector<int>* list :
         {&island.trees, &island.elastic_nodes}) {
      for (const int index : *list) {
        NodalTree& tree = nodal_->trees[index];
        tree.first = static_cast<int>(beta.size());
        beta.insert(beta.end(), tree.beta.begin(), tree.beta.end());
      }
    }
    island.size = static_cast<int>(beta.size()) - island.first;
  }
  for (VirtualNode& node : nodal_->nodes)
    node.first += nodal_->trees[node.tree].first;
}

}  // namespace tactus::contact
