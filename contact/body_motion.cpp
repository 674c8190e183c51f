#include "tactus/contact/body_motion.h"

namespace tactus::contact {

Vector6d CalcBodyVelocity(const VelocityProblem& problem, int index,
                          const VectorXd& v) {
  const ContactBody& body = problem.bodies[index];
  Vector6d V = Vector6d::Zero();
  if (body.clique < 0) {
    for (const ContactBody::Corner& corner : body.corners) {
      if (corner.clique < 0) continue;
      const int at = problem.cliques[corner.clique].v_start;
      V.tail<3>() += corner.weight * v.segment<3>(at);
    }
    return V;
  }
  const Clique& clique = problem.cliques[body.clique];
  if (body.is_free) {
    V = v.segment<6>(clique.v_start);
  } else {
    V.noalias() = body.J * v.segment(clique.v_start, clique.nv);
  }
  return V;
}

void CalcBodyVelocities(const VelocityProblem& problem, const VectorXd& v,
                        std::vector<Vector6d>* V) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b)
    (*V)[b] = CalcBodyVelocity(problem, static_cast<int>(b), v);
}

void AddToClique(const ContactBody& body, const Vector6d& F,
                 Eigen::Ref<VectorXd> part) {
  if (body.is_free) {
    part.head<6>() += F;
  } else {
    part.noalias() += body.J.transpose() * F;
  }
}

void AddWrench(const VelocityProblem& problem, const ContactBody& body,
               const Vector6d& F, VectorXd* tau) {
  if (body.clique < 0) {
    for (const ContactBody::Corner& corner : body.corners) {
      if (corner.clique < 0) continue;
      const int at = problem.cliques[corner.clique].v_start;
      tau->segment<3>(at) += corner.weight * F.tail<3>();
    }
    return;
  }
  const Clique& clique = problem.cliques[body.clique];
  AddToClique(body, F, tau->segment(clique.v_start, clique.nv));
}

Vector6d CalcWrench(const VelocityProblem& problem,
                    const BodyConstraint& constraint,
                    std::span<const double> forces) {
  Vector6d F_Bo = Vector6d::Zero();
  for (int i = 0; i < constraint.num_rows; ++i) {
    const int index = constraint.first_row + i;
    F_Bo += problem.constraint_rows[index].row * forces[index];
  }
  return F_Bo;
}

void AddBodyWrenches(const VelocityProblem& problem,
                     const std::vector<Vector6d>& F, VectorXd* tau) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b)
    AddWrench(problem, problem.bodies[b], F[b], tau);
}

}  // namespace tactus::contact
