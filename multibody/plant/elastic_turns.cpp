#include "tactus/multibody/plant/elastic_turns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/LU>

#include "tactus/common/parallel_for.h"

namespace tactus::multibody {

using contact::ElasticElement;
using contact::VelocityProblem;
using Vector12d = ElasticSolid::Vector12d;

namespace {

constexpr int kElementsPerChunk = 64;

// From the first of four nodes to the others; `at` gives the k-th.
template <class At>
Matrix3d CalcEdges(const At& at) {
  Matrix3d edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = at(k + 1) - at(0);
  return edges;
}

// K u, with u = 0 of the first node: where all are together does not matter.
Vector12d Multiply(const ElasticElement& element, const Matrix3d& u) {
  return element.stiffness.rightCols<9>() * u.reshaped();
}

// T on each of four triples.
Vector12d TurnForces(const Matrix3d& T, const Vector12d& f) {
  return (T * f.reshaped<Eigen::ColMajor>(3, 4)).reshaped();
}

// T K T'
void TurnStiffness(const Matrix3d& T, const ElasticElement& from,
                   ElasticElement* to) {
  for (int k = 0; k < 12; k += 3) {
    for (int l = 0; l < 12; l += 3) {
      const Matrix3d TK = T * from.stiffness.block<3, 3>(k, l);
      to->stiffness.block<3, 3>(k, l).noalias() = TK * T.transpose();
    }
  }
}

}  // namespace

void ElasticTurns::Reset(const Model& model, const VectorXd& q,
                         const VelocityProblem& problem, double h,
                         int num_threads) {
  model_ = &model;
  q_ = &q;
  start_ = &problem;
  h_ = h;
  num_threads_ = num_threads;
  problem_ = problem;
  elements_.resize(problem.elastic_elements.size());
  changes_.resize(12, static_cast<Eigen::Index>(elements_.size()));
  ForEachElement([&](const ElasticBody& body, int tetrahedron, int i) {
    const TetrahedralMesh& mesh = body.solid->mesh();
    const std::array<int, 4>& nodes = mesh.tetrahedra[tetrahedron];
    Element& element = elements_[i];
    element.body = &body;
    element.rest = CalcEdges(
        [&](int k) -> const Vector3d& { return mesh.nodes[nodes[k]]; });
    element.start = CalcEdges(
        [&](int k) { return q.segment<3>(body.q_start + 3 * nodes[k]); });
    element.R0 = CalcRotation(element.start * element.rest.inverse());
    element.Rm = element.R0;
  });
}

const VelocityProblem& ElasticTurns::MakeEnd() {
  ForEachElement([&](const ElasticBody& body, int tetrahedron, int i) {
    Vector12d change;
    body.solid->CalcTurning(q_->segment(body.q_start, body.size()),
                            start_->v0.segment(body.v_start, body.size()), h_,
                            tetrahedron, &change);
    changes_.col(i) = change;
  });
  problem_.elastic_elements = start_->elastic_elements;
  AddChanges();
  return problem_;
}

// |Rm - last one| = 2 sqrt(2) sin(angle / 2), by Frobenius' norm.
double ElasticTurns::Turn(const VectorXd& v_hat) {
  ForEachElement([&](const ElasticBody&, int, int i) {
    const std::array<int, 4>& dofs = start_->elastic_elements[i].dofs;
    Element& element = elements_[i];
    const Matrix3d rates =
        CalcEdges([&](int k) { return v_hat.segment<3>(dofs[k]); });
    const Matrix3d middle = element.start + h_ / 2 * rates;
    const Matrix3d last = element.Rm;
    element.Rm = CalcRotation(middle * element.rest.inverse());
    element.change =
        2 * std::asin(std::min(1.0, (element.Rm - last).norm() / std::sqrt(8)));
  });
  const auto worst = std::ranges::max_element(elements_, {}, &Element::change);
  worst_body_ = worst->body;
  return worst->change;
}

// At v^ = 0, f is T K T' (x0 - (R0 + R1)/2 X) in place of K (x0 - R0 X).
const VelocityProblem& ElasticTurns::MakeMiddle() {
  ForEachElement([&](const ElasticBody&, int, int i) {
    const ElasticElement& at_start = start_->elastic_elements[i];
    const Element& element = elements_[i];
    const Matrix3d T = element.Rm * element.R0.transpose();
    TurnStiffness(T, at_start, &problem_.elastic_elements[i]);
    const Matrix3d mean = (element.R0 + T * element.Rm) / 2;
    const Matrix3d u = element.start - mean * element.rest;
    changes_.col(i) =
        TurnForces(T, Multiply(at_start, T.transpose() * u)) -
        Multiply(at_start, element.start - element.R0 * element.rest);
  });
  AddChanges();
  return problem_;
}

// In order, whatever the number of threads.
void ElasticTurns::AddChanges() {
  problem_.k0 = start_->k0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const std::array<int, 4>& dofs = start_->elastic_elements[i].dofs;
    for (int k = 0; k < 4; ++k)
      problem_.k0.segment<3>(dofs[k]) +=
          changes_.col(static_cast<Eigen::Index>(i))
              .segment<3>(Eigen::Index{3} * k);
  }
}

void ElasticTurns::ForEachElement(const Visit& visit) const {
  int first = 0;
  for (const ElasticBody& body : model_->elastic_bodies()) {
    const int count = body.solid->num_tetrahedra();
    const int num_chunks = (count + kElementsPerChunk - 1) / kElementsPerChunk;
    ParallelFor(num_chunks, num_threads_, [&](int chunk, int) {
      const int end = std::min(count, (chunk + 1) * kElementsPerChunk);
      for (int i = chunk * kElementsPerChunk; i < end; ++i)
        visit(body, i, first + i);
    });
    first += count;
  }
}

}  // namespace tactus::multibody
