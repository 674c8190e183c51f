#include <algorithm>

#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {
namespace {

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
  const auto add_corners = [&](const ContactBody& on_face,
                               const Rows6& G_face) {
    for (const ContactBody::Corner& corner : on_face.corners) {
      if (corner.clique < 0) continue;
      auto J = AddVirtualNode(corner.clique, num_rows, beta, nodes);
      J += corner.weight * G_face.rightCols<3>();
    }
  };
  add_corners(A, G_A);
  add_corners(B, G);
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

}  // namespace tactus::contact
