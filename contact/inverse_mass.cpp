#include "tactus/contact/inverse_mass.h"

namespace tactus::contact {
namespace {

double CalcOnFace(const VelocityProblem& problem, const ContactBody& face) {
  double sum = 0;
  for (const ContactBody::Corner& corner : face.corners) {
    if (corner.clique < 0) continue;
    sum +=
        corner.weight * corner.weight / problem.cliques[corner.clique].M(0, 0);
  }
  return sum;
}

// J_C = (-[p]x, 1): column i of [p]x has the square |p|^2 - p_i^2.
double CalcOnFreeBody(const MatrixXd& M, const Vector3d& p_BoC_W) {
  double trace = 0;
  for (int i = 0; i < 3; ++i) {
    trace += (p_BoC_W.squaredNorm() - p_BoC_W[i] * p_BoC_W[i]) / M(i, i) +
             1 / M(i + 3, i + 3);
  }
  return trace / 3;
}

}  // namespace

double CalcInverseMass(const VelocityProblem& problem, int dof) {
  const Clique& clique = problem.cliques[problem.CliqueOf(dof)];
  const int i = dof - clique.v_start;
  return 1 / clique.M(i, i);
}

double CalcInverseMass(const VelocityProblem& problem,
                       std::span<const JointTerm> terms) {
  double w = 0;
  for (const JointTerm& term : terms) {
    const Clique& clique = problem.cliques[problem.CliqueOf(term.dof)];
    const int i = term.dof - clique.v_start;
    w += term.coefficient * term.coefficient / clique.M(i, i);
  }
  return w;
}

double CalcInverseMass(const VelocityProblem& problem, const ContactBody& body,
                       const Vector3d& p_BoC_W) {
  if (body.is_on_face()) return CalcOnFace(problem, body);
  if (body.clique < 0) return 0;
  const MatrixXd& M = problem.cliques[body.clique].M;
  if (body.is_free) return CalcOnFreeBody(M, p_BoC_W);
  double trace = 0;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    trace += CalcPointVelocity(body.J.col(i), p_BoC_W).squaredNorm() / M(i, i);
  return trace / 3;
}

}  // namespace tactus::contact
