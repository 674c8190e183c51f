#include "tactus/multibody/plant/velocity_problem_elements.h"

#include "tactus/multibody/plant/parallel_chunks.h"

namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

// Enough work to be worth handing to a thread.
constexpr int kTetrahedraPerChunk = 64;

}  // namespace

void VelocityProblemElements::Add(VelocityProblem* problem) {
  int count = 0;
  for (const ElasticBody& body : start_->model->elastic_bodies())
    count += body.solid->num_tetrahedra();
  problem->elastic_elements.resize(count);
  gradients_.resize(12, count);
  ForEachTetrahedron([&](const ElasticBody& body, int tetrahedron, int i) {
    const ElasticSolid& solid = *body.solid;
    contact::ElasticElement& element = problem->elastic_elements[i];
    ElasticSolid::Vector12d gradient;
    solid.CalcElement(start_->q.segment(body.q_start, body.size()), tetrahedron,
                      &gradient, &element.stiffness, &element.stiffness_bound);
    gradients_.col(i) = gradient;
    element.damping = solid.material().damping;
    for (int k = 0; k < 4; ++k)
      element.dofs[k] =
          body.v_start + 3 * solid.mesh().tetrahedra[tetrahedron][k];
  });
  AddGradients(*problem, &start_->bias);
}

void VelocityProblemElements::AddTurns(double h, VelocityProblem* problem) {
  ForEachTetrahedron([&](const ElasticBody& body, int tetrahedron, int i) {
    ElasticSolid::Vector12d gradient;
    body.solid->CalcTurning(start_->q.segment(body.q_start, body.size()),
                            problem->v0.segment(body.v_start, body.size()), h,
                            tetrahedron, &gradient);
    gradients_.col(i) = gradient;
  });
  AddGradients(*problem, &problem->k0);
  AddGradients(*problem, &start_->bias);
}

// In order, whatever the number of threads.
void VelocityProblemElements::AddGradients(const VelocityProblem& problem,
                                           VectorXd* force) const {
  for (std::size_t i = 0; i < problem.elastic_elements.size(); ++i) {
    for (int k = 0; k < 4; ++k)
      force->segment<3>(problem.elastic_elements[i].dofs[k]) +=
          gradients_.col(static_cast<Eigen::Index>(i)).segment<3>(3 * k);
  }
}

void VelocityProblemElements::ForEachTetrahedron(
    const std::function<void(const ElasticBody& body, int tetrahedron,
                             int element)>& visit) const {
  int first = 0;
  for (const ElasticBody& body : start_->model->elastic_bodies()) {
    const int count = body.solid->num_tetrahedra();
    ForEachInChunks(count, kTetrahedraPerChunk, start_->num_threads,
                    [&](int i) { visit(body, i, first + i); });
    first += count;
  }
}

}  // namespace tactus::multibody
