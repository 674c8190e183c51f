#include "tactus/contact/icf/island_pieces.h"

// The Hessian of an island's cost, and its factorization.
namespace tactus::contact {
namespace {

// Phi of V_rel = V_B - Phi V_A: A's velocity carried to Bo.
Matrix6d MakeShift(const Vector3d& p_AoBo_W) {
  Matrix6d Phi = Matrix6d::Identity();
  Phi.bottomLeftCorner<3, 3>() = -CrossMatrix(p_AoBo_W);
  return Phi;
}

// A = M + h D + beta h^2 K + gamma h^2 G of a clique.
template <class Matrix>
void CalcA(const Clique& clique, double h,
           const Eigen::Ref<const VectorXd>& diagonal, Matrix* A) {
  *A = clique.M;
  if (clique.has_drag()) *A += h * clique.drag;
  if (clique.has_soft_gravity())
    *A += clique.gravity_share * h * h * clique.gravity_stiffness;
  A->diagonal() += diagonal;
}

}  // namespace

bool IcfIsland::FactorizeHessian() {
  solvers::HessianFactor& hessian = factorization_->hessian;
  {
    ScopedTimer timer(profile_, Phase::kHessian);
    if (!factorization_->analyzed || hessian.edges() != island_->edges) {
      hessian.Analyze(factorization_->method, sizes_, island_->edges);
      factorization_->analyzed = true;
    }
    hessian.SetZero();
    for (std::size_t i = 0; i < cliques_.size(); ++i) {
      const LocalClique& local = cliques_[i];
      const Clique& clique = problem_->cliques[local.clique];
      const int row = static_cast<int>(i);
      const auto block = hessian.FindBlock(row, row);
      const auto diagonal = diagonal_.segment(local.start, local.nv);
      if (local.nv == 6) {  // mostly free bodies: let the compiler unroll
        Matrix6d A;
        CalcA(clique, h_, diagonal, &A);
        hessian.Add(block, A);
      } else {
        auto A = H_.topLeftCorner(local.nv, local.nv);
        CalcA(clique, h_, diagonal, &A);
        hessian.Add(block, A);
      }
    }
    ForEachPiece([this](Piece& piece) { CalcPieceHessian(&piece); });
    for (const LocalPatch& local : patches_) {
      Matrix6d G = Matrix6d::Zero();
      for (int i = 0; i < local.num_pieces; ++i)
        G += pieces_[local.first_piece + i].G;
      AddPairHessian(local.pair, G);
    }
    for (const LocalConstraint& local : pairs_) {
      AddPairHessian(local.pair, constraints_.CalcHessian(local.run));
    }
    joints_.AddHessian(v_, &H_, &hessian);
  }
  ScopedTimer timer(profile_, Phase::kFactorization);
  factorization_->valid = hessian.Factorize();
  return factorization_->valid;
}

// G = sum of Psi' (R G_C R') Psi over the points, with the velocity of C being
// Psi V, Psi = (-[p]x, 1).
void IcfIsland::CalcPieceHessian(Piece* piece) {
  Matrix6d& G = piece->G;
  G.setZero();
  for (const LocalPoint& at : PointsOf(*piece)) {
    const Matrix3d& R_WC = at.point->R_WC;
    const Matrix3d G_W =
        R_WC * CalcHessian(at.law, at.v_C, at.w) * R_WC.transpose();
    const Matrix3d P = CrossMatrix(at.point->p_BoC_W);
    const Matrix3d PG = P * G_W;
    G.topLeftCorner<3, 3>() -= PG * P;
    G.topRightCorner<3, 3>() += PG;
    G.bottomLeftCorner<3, 3>() += PG.transpose();
    G.bottomRightCorner<3, 3>() += G_W;
  }
}

void IcfIsland::AddPairHessian(const Pair& pair, const Matrix6d& G) {
  const LocalBody& A = bodies_[pair.body_a];
  const LocalBody& B = bodies_[pair.body_b];
  const Matrix6d Phi = MakeShift(pair.p_AoBo_W);
  if (!A.is_free() || !B.is_free()) return AddTreePairHessian(pair, G, Phi);

  solvers::HessianFactor& H = factorization_->hessian;
  const int a = A.clique, b = B.clique;
  H.Add(H.FindBlock(b, b), G);
  if (a < 0) return;
  const Matrix6d GPhi = G * Phi;
  H.Add(H.FindBlock(b, a), -GPhi);
  H.Add(H.FindBlock(a, a), Phi.transpose() * GPhi);
}

// The same behind joints: H_bb += J_b' G J_b and so on, with A's Jacobian
// carried to Bo; within one tree the relative Jacobian does it all.
void IcfIsland::AddTreePairHessian(const Pair& pair, const Matrix6d& G,
                                   const Matrix6d& Phi) {
  solvers::HessianFactor& H = factorization_->hessian;
  const int a = bodies_[pair.body_a].clique, b = bodies_[pair.body_b].clique;
  const ContactBody* A = bodies_[pair.body_a].body;  // null: the world
  const ContactBody& B = *bodies_[pair.body_b].body;
  const int nv_b = cliques_[b].nv;
  auto J_b = J_b_.leftCols(nv_b);
  auto GJ_b = GJ_b_.leftCols(nv_b);
  if (B.is_free) {
    J_b.setIdentity();
  } else {
    J_b = B.J;
  }
  if (a == b) J_b.noalias() -= Phi * A->J;
  GJ_b.noalias() = G * J_b;
  auto H_bb = H_.topLeftCorner(nv_b, nv_b);
  H_bb.noalias() = J_b.transpose() * GJ_b;
  H.Add(H.FindBlock(b, b), H_bb);
  if (a < 0 || a == b) return;

  const int nv_a = cliques_[a].nv;
  auto J_a = J_a_.leftCols(nv_a);
  if (A->is_free) {
    J_a = Phi;
  } else {
    J_a.noalias() = Phi * A->J;
  }
  auto H_ba = H_.topLeftCorner(nv_b, nv_a);
  H_ba.noalias() = -GJ_b.transpose() * J_a;
  H.Add(H.FindBlock(b, a), H_ba);
  auto GJ_a = GJ_b_.leftCols(nv_a);
  GJ_a.noalias() = G * J_a;
  auto H_aa = H_.topLeftCorner(nv_a, nv_a);
  H_aa.noalias() = J_a.transpose() * GJ_a;
  H.Add(H.FindBlock(a, a), H_aa);
}

}  // namespace tactus::contact
