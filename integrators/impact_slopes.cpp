#include "tactus/integrators/impact_slopes.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/islands.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

double CalcMassNorm(const contact::Clique& clique, const VectorXd& u) {
  const auto part = u.segment(clique.v_start, clique.nv);
  return std::sqrt(part.dot(clique.M * part));
}

// h |M^-1 k0|: by how much the velocity would change without contacts.
double CalcFreeChange(const contact::Clique& clique, const VectorXd& k0,
                      double h) {
  const VectorXd k = k0.segment(clique.v_start, clique.nv);
  return h * std::sqrt(k.dot(clique.M.llt().solve(k)));
}

}  // namespace

void CalcCurvatureWeights(const multibody::Model& model,
                          const contact::VelocityProblem& problem,
                          const HybridState& start, const HybridState& end,
                          double h, std::vector<double>* weights) {
  weights->assign(model.trees().size(), 1.0);
  VectorXd moved;
  multibody::CalcPositionDifference(model, start.q, end.q, &moved);
  const VectorXd p = h / 2 * (start.v - end.v);
  const VectorXd c = h / 2 * (start.v + end.v) - moved;
  contact::IslandFinder finder;
  std::vector<contact::Island> islands;
  const int num_islands = finder.Find(problem, &islands);
  for (int k = 0; k < num_islands; ++k) {
    if (islands[k].patches.empty()) continue;
    for (const int tree : islands[k].cliques) {
      const contact::Clique& clique = problem.cliques[tree];
      const double change = CalcMassNorm(clique, p);
      // phi = 3/2 (1 - r),  r = |c| / |p|
      const double rest = 1.5 * (change - CalcMassNorm(clique, c));
      if (rest >= change) continue;
      const double phi = std::max(rest / change, 0.0);
      // w = |v1 - v0| / (h |a|) - 1,  |v1 - v0| = 2 |p| / h
      const double free_change = CalcFreeChange(clique, problem.k0, h);
      const double excess = 2 * change / h - free_change;
      if (excess <= 0) continue;
      const double w = excess < free_change ? excess / free_change : 1.0;
      (*weights)[tree] = 1 - w * (1 - phi);
    }
  }
}

}  // namespace tactus::integrators
