#include "tactus/contact/comfree/body_motion.h"

namespace tactus::contact {

void CalcBodyVelocities(const VelocityProblem& problem, const VectorXd& v,
                        std::vector<Vector6d>* V) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    const ContactBody& body = problem.bodies[b];
    if (body.clique < 0) {
      (*V)[b].setZero();
      continue;
    }
    const Clique& clique = problem.cliques[body.clique];
    if (body.is_free) {
      (*V)[b] = v.segment<6>(clique.v_start);
    } else {
      (*V)[b].noalias() = body.J * v.segment(clique.v_start, clique.nv);
    }
  }
}

void AddBodyWrenches(const VelocityProblem& problem,
                     const std::vector<Vector6d>& F, VectorXd* p) {
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    const ContactBody& body = problem.bodies[b];
    if (body.clique < 0) continue;
    const Clique& clique = problem.cliques[body.clique];
    if (body.is_free) {
      p->segment<6>(clique.v_start) += F[b];
    } else {
      p->segment(clique.v_start, clique.nv).noalias() +=
          body.J.transpose() * F[b];
    }
  }
}

}  // namespace tactus::contact
