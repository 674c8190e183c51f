// To which accuracy Newton's equations are solved.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {
namespace {

// Of positions of the size one, in what differences of them say.
constexpr double kRoundOff = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

// What the tolerances of a tree need and no iterate changes: A_ii, and
//
//     S0^2 = sum A_ii v0_i^2,    u = round-off l / h,
//
// with l the way from the origin to the farthest end of a body, or 1, if that
// is more: turns are of the size one.
void DojoProblem::CalcTreeSizes() {
  diagonal_.setZero(num_velocities_);
  tree_sizes_.resize(model_->trees().size());
  for (const Block& block : blocks_) {
    for (const Term& term : TermsOf(block.along))
      diagonal_[term.v] += block.own * term.coefficient * term.coefficient;
  }
  for (const int t : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[t];
    const contact::Clique& clique = step_->velocity.cliques[t];
    const int at = offset_of_tree_[t];
    auto A = diagonal_.segment(at, clique.nv);
    A += clique.M.diagonal() +
         step_->mean * step_->velocity.damping.segment(tree.v_start, tree.nv);
    TreeSizes& sizes = tree_sizes_[t];
    sizes = {};
    double length = 1;
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const multibody::SpatialInertia& inertia = model_->bodies()[b].inertia;
      sizes.mass += inertia.mass;
      if (inertia.mass == 0) continue;
      const double radius = std::sqrt(inertia.I_Bcm.trace() / inertia.mass);
      length = std::max(length, dynamics_->p2()[b].norm() + radius);
    }
    const VectorXd& v0 = step_->velocity.v0;
    sizes.motion =
        std::sqrt(A.dot(v0.segment(tree.v_start, tree.nv).cwiseAbs2().eval()));
    sizes.round_off =
        kRoundOff * length / step_->h * std::sqrt(A.sum() + sizes.mass);
  }
}

// The sum over all that acts along each velocity but contacts, of magnitudes
// [N s, N m s].
void DojoProblem::CalcImpulseSizes(const VectorXd& x, const VectorXd& z) {
  impulse_sizes_.resize(num_velocities_);
  for (const int t : island_->cliques) {
    const multibody::Tree& tree = model_->trees()[t];
    impulse_sizes_.segment(offset_of_tree_[t], tree.nv) =
        step_->impulse.segment(tree.v_start, tree.nv).cwiseAbs();
  }
  const auto add = [&](const Along& along, double impulse) {
    for (const Term& term : TermsOf(along))
      impulse_sizes_[term.v] += std::abs(term.coefficient * impulse);
  };
  for (const Effort& effort : efforts_)
    add(effort.along,
        step_->mean * CalcEffort(effort, Dot(effort.along, x), z));
  for (const Row& row : rows_) add(row.along, x[row.lambda]);
  for (const Bound& bound : bounds_) add(bound.along, z[bound.z]);
  for (const DryFriction& dry : dry_)
    add(dry.along, dry.impulse * z[dry.z + 1]);
}

// In the norm of the energy of each tree, which momentum p has as p' A^-1 p,
// with A the diagonal of Newton's matrix without contacts, f the impulses along
// its joints, y those of its contacts, and m its mass:
//
//     |E_i| <= sqrt(A_ii) (tolerance S + U),
//     S = S0 + sqrt(sum f_i^2 / A_ii) + sum |y| / sqrt(m),
//     U = u sqrt(sum A_ii + m),
//
// and the cone of a contact to what the lighter of its trees gains so,
// sqrt(m) (tolerance S + U).
void DojoProblem::CalcTolerances(double tolerance, const VectorXd& x,
                                 const VectorXd& z, VectorXd* most) {
  CalcImpulseSizes(x, z);
  most->setConstant(num_unknowns_, tolerance);
  for (const int t : island_->cliques) tree_sizes_[t].contacts = 0;
  const auto add = [&](int body, double impulse) {
    if (OffsetOf(body) >= 0)
      tree_sizes_[model_->bodies()[body].tree].contacts += impulse;
  };
  for (const Contact& contact : contacts_) {
    const double impulse = contact.impulse_C.norm();
    add(features_[contact.point].body_a, impulse);
    add(features_[contact.point].body_b, impulse);
  }
  for (const int t : island_->cliques) {
    TreeSizes& sizes = tree_sizes_[t];
    const int at = offset_of_tree_[t], nv = model_->trees()[t].nv;
    const auto A = diagonal_.segment(at, nv).array();
    const auto f = impulse_sizes_.segment(at, nv).array();
    double S = sizes.motion + std::sqrt((f.square() / A).sum());
    if (sizes.mass > 0) S += sizes.contacts / std::sqrt(sizes.mass);
    sizes.tolerance = tolerance * S + sizes.round_off;
    most->segment(at, nv) = A.sqrt() * sizes.tolerance;
  }
  for (const Contact& contact : contacts_) {
    if (contact.psi < 0) continue;
    double least = kInfinity;
    const auto take = [&](int body) {
      if (OffsetOf(body) < 0) return;
      const TreeSizes& sizes = tree_sizes_[model_->bodies()[body].tree];
      if (sizes.mass > 0)
        least = std::min(least, std::sqrt(sizes.mass) * sizes.tolerance);
    };
    take(features_[contact.point].body_a);
    take(features_[contact.point].body_b);
    if (least < kInfinity) (*most)[contact.psi] = least;
  }
}

}  // namespace tactus::integrators
