#include "tactus/multibody/plant/elastic_turns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/LU>

#include "tactus/multibody/elastic/apparent_strain.h"
#include "tactus/multibody/plant/parallel_chunks.h"

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

}  // namespace

void ElasticTurns::Reset(const Model& model, const VectorXd& q,
                         const VelocityProblem& problem, double h,
                         bool takes_turns, int num_threads) {
  model_ = &model;
  q_ = &q;
  start_ = &problem;
  h_ = h;
  takes_turns_ = takes_turns;
  num_threads_ = num_threads;
  is_taken_up_ = false;
  v_last_ = problem.v0;
  elements_.resize(problem.elastic_elements.size());
  ForEachElement([&](const ElasticBody& body, int tetrahedron, int i) {
    const TetrahedralMesh& mesh = body.solid->mesh();
    const std::array<int, 4>& nodes = mesh.tetrahedra[tetrahedron];
    Element& element = elements_[i];
    element.body = &body;
    element.rest = CalcEdges(
        [&](int k) -> const Vector3d& { return mesh.nodes[nodes[k]]; });
    element.start = CalcEdges(
        [&](int k) { return q.segment<3>(body.q_start + 3 * nodes[k]); });
    element.inverse = element.rest.inverse();
  });
}

// What is not needed where turns are small.
void ElasticTurns::TakeUp() {
  if (is_taken_up_) return;
  is_taken_up_ = true;
  problem_ = *start_;
  changes_.resize(12, static_cast<Eigen::Index>(elements_.size()));
  ForEachElement([&](const ElasticBody&, int, int i) {
    Element& element = elements_[i];
    element.R0 = CalcRotation(element.start * element.inverse);
    element.Rm = element.R0;
  });
}

// h Fdot
Matrix3d ElasticTurns::CalcChange(int i, const VectorXd& v) const {
  const std::array<int, 4>& dofs = start_->elastic_elements[i].dofs;
  const Matrix3d rates =
      CalcEdges([&](int k) { return v.segment<3>(dofs[k]); });
  return h_ * rates * elements_[i].inverse;
}

// q
Matrix3d ElasticTurns::CalcStrain(int i, const VectorXd& v) const {
  const Matrix3d F = elements_[i].start * elements_[i].inverse;
  return CalcApparentStrain(F, CalcRotation(F), CalcChange(i, v));
}

// A turn by theta makes theta^2 / 2 of strain, and changes F by sqrt(2) theta.
double ElasticTurns::CalcMissedStrain(const VectorXd& v_hat) {
  constexpr double kSmall = 1e-4;
  const auto is_small = [&](int i, const VectorXd& v) {
    return CalcChange(i, v).squaredNorm() < kSmall;
  };
  ForEachElement([&](const ElasticBody&, int, int i) {
    elements_[i].change =
        is_small(i, v_hat) && is_small(i, v_last_)
            ? 0
            : (CalcStrain(i, v_hat) - CalcStrain(i, v_last_)).norm();
  });
  return FindWorst();
}

// f changes by -(1 + damping / h) K R0 (q - q of what is taken) X.
const VelocityProblem& ElasticTurns::MakeEnd(const VectorXd& v_hat) {
  TakeUp();
  v_last_ = v_hat;
  problem_.elastic_elements = start_->elastic_elements;
  ForEachElement([&](const ElasticBody&, int, int i) {
    const Element& element = elements_[i];
    Matrix3d q = CalcStrain(i, v_hat);
    if (takes_turns_) q -= CalcStrain(i, start_->v0);
    const ElasticElement& at_start = start_->elastic_elements[i];
    changes_.col(i) = -(1 + at_start.damping / h_) *
                      Multiply(at_start, element.R0 * q * element.rest);
  });
  AddChanges();
  return problem_;
}

double ElasticTurns::FindWorst() {
  const auto worst = std::ranges::max_element(elements_, {}, &Element::change);
  worst_body_ = worst->body;
  return worst->change;
}

// |Rm - last one| = 2 sqrt(2) sin(angle / 2), by Frobenius' norm.
double ElasticTurns::Turn(const VectorXd& v_hat) {
  TakeUp();
  v_turn_ = v_hat;
  ForEachElement([&](const ElasticBody&, int, int i) {
    Element& element = elements_[i];
    const Matrix3d F = element.start * element.inverse;
    const Matrix3d last = element.Rm;
    element.Rm = CalcRotation(F + CalcChange(i, v_hat) / 2);
    element.change =
        2 * std::asin(std::min(1.0, (element.Rm - last).norm() / std::sqrt(8)));
  });
  return FindWorst();
}

// At v^ = 0, f is Km (x0 - (R0 + R1)/2 X) in place of K (x0 - R0 X).
const VelocityProblem& ElasticTurns::MakeMiddle() {
  middle_ = *q_;
  for (const ElasticBody& body : model_->elastic_bodies())
    middle_.segment(body.q_start, body.size()) +=
        h_ / 2 * v_turn_.segment(body.v_start, body.size());
  ForEachElement([&](const ElasticBody& body, int tetrahedron, int i) {
    const ElasticElement& at_start = start_->elastic_elements[i];
    const Element& element = elements_[i];
    ElasticElement& turned = problem_.elastic_elements[i];
    Vector12d gradient;
    body.solid->CalcElement(middle_.segment(body.q_start, body.size()),
                            tetrahedron, &gradient, &turned.stiffness,
                            &turned.stiffness_bound);
    const Matrix3d R1 = element.Rm * element.R0.transpose() * element.Rm;
    const Matrix3d mean = (element.R0 + R1) / 2;
    changes_.col(i) =
        Multiply(turned, element.start - mean * element.rest) -
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
    ForEachInChunks(count, kElementsPerChunk, num_threads_,
                    [&](int i) { visit(body, i, first + i); });
    first += count;
  }
}

}  // namespace tactus::multibody
