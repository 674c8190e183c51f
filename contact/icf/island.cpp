#include "tactus/contact/icf/island.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/icf/island_pieces.h"

namespace tactus::contact {

void IcfIsland::Reset(const VelocityProblem& problem, const Island& island,
                      double h, double friction_tolerance,
                      IslandFactorization* factorization, Profile* profile) {
  problem_ = &problem;
  island_ = &island;
  h_ = h;
  friction_tolerance_ = friction_tolerance;
  num_lag_updates_ = 0;
  omega_ = 1;
  factorization_ = factorization;
  profile_ = profile;
  ResetCliques();
  // Of what a file brings, the matrix may be of other cliques than it says.
  if (factorization->cliques != island.cliques ||
      factorization->hessian.sizes() != sizes_) {
    factorization->cliques = island.cliques;
    factorization->analyzed = false;
    factorization->valid = false;
  }
  ResetBodies();
  ResetPatches();
  ResetConstraints();
  joints_.Reset(problem, island, cliques_, h, row_errors_);
}

// r = M v0 - h (k0 + K (q0 - qref)),  D = diag(A)^-1/2. The paper's is
// diag(M)^-1/2; where feedback makes A much larger than M, that D lets |D r|,
// and with it Newton's tolerance, grow until light bodies are left unsolved.
void IcfIsland::ResetCliques() {
  cliques_.clear();
  sizes_.clear();
  int n = 0;
  for (int c : island_->cliques) {
    const Clique& clique = problem_->cliques[c];
    cliques_.push_back({.clique = c, .start = n, .nv = clique.nv});
    sizes_.push_back(clique.nv);
    n += clique.nv;
  }
  const int most = *std::max_element(sizes_.begin(), sizes_.end());
  if (H_.rows() < most) {
    J_a_.resize(6, most);
    J_b_.resize(6, most);
    GJ_b_.resize(6, most);
    H_.resize(most, most);
  }
  r_.resize(n);
  scale_.resize(n);
  diagonal_.resize(n);
  for (const LocalClique& local : cliques_) {
    const Clique& clique = problem_->cliques[local.clique];
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    auto r = r_.segment(local.start, local.nv);
    r.noalias() = clique.M * of(problem_->v0);
    r -= h_ * (of(problem_->k0) + of(problem_->spring_force0));
    auto diagonal = diagonal_.segment(local.start, local.nv);
    diagonal = h_ * h_ * of(problem_->stiffness);
    if (problem_->spring_shares.size() > 0)
      diagonal.array() *= of(problem_->spring_shares).array();
    diagonal += h_ * of(problem_->damping);
    auto scale = scale_.segment(local.start, local.nv);
    scale = clique.M.diagonal() + diagonal;
    if (clique.has_drag()) scale += h_ * clique.drag.diagonal();
    if (clique.has_soft_gravity()) {
      scale +=
          clique.gravity_share * h_ * h_ * clique.gravity_stiffness.diagonal();
    }
    scale = scale.cwiseSqrt().cwiseInverse();
  }
  scaled_linear_term_ = scale_.cwiseProduct(r_).norm();
  ResetWeights();
}

// Beside a lorry of 1e6 kg at 30 m/s Newton's tolerance is 3e4 eps, by which
// the velocity of what weighs 100 g may be off by 1e5 eps; and the 1 in
// max(1, |D r|) is as much for what weighs 0.1 ug and rests.
void IcfIsland::ResetWeights() {
  constexpr double kMostOff = 100;  // [m/s]
  const double size = std::max(1.0, scaled_linear_term_);
  is_weighted_ = false;
  weights_.resize(scale_.size());
  for (const LocalClique& local : cliques_) {
    const double heaviest =
        1 / scale_.segment(local.start, local.nv).minCoeff();
    const double weight = std::max(1.0, size / (kMostOff * heaviest));
    weights_.segment(local.start, local.nv).setConstant(weight);
    if (weight > 1) is_weighted_ = true;
  }
}

void IcfIsland::ResetBodies() {
  bodies_.resize(island_->bodies.size() + 1);
  for (std::size_t i = 0; i < island_->bodies.size(); ++i) {
    bodies_[i].body = &problem_->bodies[island_->bodies[i]];
    bodies_[i].clique = island_->clique_of_body[i];
  }
  bodies_.back() = {};
}

IcfIsland::Pair IcfIsland::MakePair(const Island::BodyPair& bodies,
                                    const Vector3d& p_AoBo_W) const {
  const int world = static_cast<int>(bodies_.size()) - 1;
  return {.body_a = bodies.a < 0 ? world : bodies.a,
          .body_b = bodies.b,
          .p_AoBo_W = p_AoBo_W};
}

void IcfIsland::ResetPatches() {
  patches_.clear();
  pieces_.clear();
  points_.clear();
  is_split_ = false;
  for (std::size_t k = 0; k < island_->patches.size(); ++k) {
    const ContactPatch& patch = problem_->patches[island_->patches[k]];
    patches_.push_back(
        {.pair = MakePair(island_->patch_bodies[k], patch.p_AoBo_W),
         .first_piece = static_cast<int>(pieces_.size())});
    AddPieces(static_cast<int>(points_.size()), patch.num_points);
    for (int i = 0; i < patch.num_points; ++i) {
      points_.push_back({.law = {},
                         .point = &problem_->points[patch.first_point + i],
                         .v_C = Vector3d::Zero(),
                         .dv_C = Vector3d::Zero(),
                         .w = FrictionDual::Zero()});
    }
  }
  ForEachPiece([this](Piece& piece) {
    for (LocalPoint& at : PointsOf(piece)) at.law = MakeIcfPoint(*at.point, h_);
  });
}

// Of the last patch.
void IcfIsland::AddPieces(int first_point, int num_points) {
  const int end = first_point + num_points;
  const int patch = static_cast<int>(patches_.size()) - 1;
  for (int i = first_point; i < end; i += kPointsPerPiece) {
    Piece& piece = pieces_.emplace_back();
    piece.patch = patch;
    piece.first_point = i;
    piece.num_points = std::min(kPointsPerPiece, end - i);
    ++patches_.back().num_pieces;
  }
  if (patches_.back().num_pieces > 1) is_split_ = true;
}

std::span<IcfIsland::LocalPoint> IcfIsland::PointsOf(const Piece& piece) {
  return std::span(points_).subspan(static_cast<std::size_t>(piece.first_point),
                                    static_cast<std::size_t>(piece.num_points));
}

void IcfIsland::ResetConstraints() {
  pairs_.clear();
  constraints_.Clear();
  for (std::size_t k = 0; k < island_->constraints.size(); ++k) {
    const BodyConstraint& constraint =
        problem_->constraints[island_->constraints[k]];
    pairs_.push_back(
        {.pair = MakePair(island_->constraint_bodies[k], constraint.p_AoBo_W),
         .run = constraints_.Add(*problem_, constraint, h_, row_errors_)});
  }
}

void IcfIsland::Gather(const VectorXd& v_all, VectorXd* v) const {
  v->resize(size());
  for (const LocalClique& local : cliques_) {
    v->segment(local.start, local.nv) =
        v_all.segment(problem_->cliques[local.clique].v_start, local.nv);
  }
}

void IcfIsland::Scatter(const VectorXd& v, VectorXd* v_all) const {
  for (const LocalClique& local : cliques_) {
    v_all->segment(problem_->cliques[local.clique].v_start, local.nv) =
        v.segment(local.start, local.nv);
  }
}

void IcfIsland::CalcContactImpulses(ContactImpulses* impulses) {
  ForEachPiece([this, impulses](Piece& piece) {
    for (const LocalPoint& at : PointsOf(piece)) {
      (*impulses)[at.point - problem_->points.data()] =
          at.point->R_WC * CalcImpulse(at.law, at.v_C);
    }
  });
}

void IcfIsland::MultiplyByA(const VectorXd& x, VectorXd* Ax) const {
  Ax->resize(x.size());
  for (const LocalClique& local : cliques_) {
    const Clique& clique = problem_->cliques[local.clique];
    const MatrixXd& M = clique.M;
    if (local.nv == 6) {  // mostly free bodies: let the compiler unroll
      Ax->segment<6>(local.start).noalias() =
          M.topLeftCorner<6, 6>() * x.segment<6>(local.start);
    } else {
      Ax->segment(local.start, local.nv).noalias() =
          M * x.segment(local.start, local.nv);
    }
    if (clique.has_drag()) {
      Ax->segment(local.start, local.nv).noalias() +=
          h_ * clique.drag * x.segment(local.start, local.nv);
    }
    if (clique.has_soft_gravity()) {
      Ax->segment(local.start, local.nv).noalias() +=
          clique.gravity_share * h_ * h_ * clique.gravity_stiffness *
          x.segment(local.start, local.nv);
    }
  }
  *Ax += diagonal_.cwiseProduct(x);
}

// V_WB = J v for the bodies in contact and in constraints.
void IcfIsland::CalcBodyVelocities(const VectorXd& v) {
  for (LocalBody& local : bodies_) {
    if (local.clique < 0) continue;
    const LocalClique& clique = cliques_[local.clique];
    if (local.body->is_free) {
      local.V = v.segment<6>(clique.start);
    } else {
      local.V.noalias() = local.body->J * v.segment(clique.start, clique.nv);
    }
  }
}

Vector6d IcfIsland::RelativeVelocity(const Pair& pair) const {
  return CalcRelativeVelocity(bodies_[pair.body_a].V, bodies_[pair.body_b].V,
                              pair.p_AoBo_W);
}

void IcfIsland::CalcPatchVelocities() {
  for (LocalPatch& local : patches_) local.V = RelativeVelocity(local.pair);
}

void IcfIsland::MoveTo(const VectorXd& v, VectorXd* gradient) {
  v_ = v;
  MultiplyByA(v_, &Av_);
  CalcBodyVelocities(v_);
  CalcPatchVelocities();
  ForEachPiece([this](Piece& piece) {
    const Vector6d& V = patches_[piece.patch].V;
    for (LocalPoint& at : PointsOf(piece)) {
      at.v_C.noalias() =
          at.point->R_WC.transpose() * CalcPointVelocity(V, at.point->p_BoC_W);
      at.v_C += at.point->bias_C;
      at.w = CalcFirstDual(at.law, at.v_C, at.point->inverse_mass);
    }
  });
  for (const LocalConstraint& local : pairs_)
    constraints_.SetPoint(local.run, RelativeVelocity(local.pair));
  CalcGradient(gradient);
}

void IcfIsland::MoveAlong(double alpha, VectorXd* gradient) {
  v_ += alpha * p_;
  Av_ += alpha * Ap_;
  ForEachPiece([this, alpha](Piece& piece) {
    for (LocalPoint& at : PointsOf(piece)) {
      at.w = CalcNextDual(at.law, at.v_C, at.dv_C, at.w);
      at.v_C += alpha * at.dv_C;
    }
  });
  constraints_.MoveAlong(alpha);
  CalcGradient(gradient);
}

// g = A v - r - J' gamma - impulses of the joints.
void IcfIsland::CalcGradient(VectorXd* gradient) {
  *gradient = Av_ - r_;
  ForEachPiece([this](Piece& piece) {
    piece.F_Bo.setZero();  // on B at Bo, world axes
    for (const LocalPoint& at : PointsOf(piece)) {
      const Vector3d gamma_W = at.point->R_WC * CalcImpulse(at.law, at.v_C);
      piece.F_Bo.head<3>() += at.point->p_BoC_W.cross(gamma_W);
      piece.F_Bo.tail<3>() += gamma_W;
    }
  });
  for (const LocalPatch& local : patches_) {
    Vector6d F_Bo = Vector6d::Zero();
    for (int i = 0; i < local.num_pieces; ++i)
      F_Bo += pieces_[local.first_piece + i].F_Bo;
    SubtractImpulse(local.pair, F_Bo, gradient);
  }
  for (const LocalConstraint& local : pairs_) {
    SubtractImpulse(local.pair, constraints_.CalcImpulse(local.run), gradient);
  }
  joints_.AddGradient(v_, gradient);
}

void IcfIsland::SubtractImpulse(const Pair& pair, const Vector6d& F_Bo,
                                VectorXd* gradient) const {
  AddWrench(bodies_[pair.body_b], -F_Bo, gradient);
  const LocalBody& A = bodies_[pair.body_a];
  if (A.clique >= 0) AddWrench(A, -CarryToA(F_Bo, pair.p_AoBo_W), gradient);
}

void IcfIsland::AddWrench(const LocalBody& local, const Vector6d& F,
                          VectorXd* gradient) const {
  const LocalClique& clique = cliques_[local.clique];
  if (local.body->is_free) {
    gradient->segment<6>(clique.start) += F;
  } else {
    gradient->segment(clique.start, clique.nv).noalias() +=
        local.body->J.transpose() * F;
  }
}

void IcfIsland::SetDirection(const VectorXd& p) {
  p_ = p;
  MultiplyByA(p_, &Ap_);
  pAp_ = p_.dot(Ap_);
  p_gradient_ = p_.dot(Av_ - r_);
  CalcBodyVelocities(p_);
  CalcPatchVelocities();
  ForEachPiece([this](Piece& piece) {
    const Vector6d& V = patches_[piece.patch].V;
    for (LocalPoint& at : PointsOf(piece)) {
      at.dv_C.noalias() =
          at.point->R_WC.transpose() * CalcPointVelocity(V, at.point->p_BoC_W);
    }
  });
  for (const LocalConstraint& local : pairs_)
    constraints_.SetDirection(local.run, RelativeVelocity(local.pair));
  potentials_ = CalcPotentials();
}

void IcfIsland::SolveHessian(const VectorXd& b, VectorXd* x) {
  factorization_->hessian.Solve(b, x);
}

}  // namespace tactus::contact
