#pragma once

#include <functional>

#include "tactus/multibody/plant/velocity_problem_trees.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates elastic bodies: a
/// contact::ElasticElement for each tetrahedron, body by body, and the gradient
/// of their strain energy, which belongs to k(q, v).
class VelocityProblemElements {
 public:
  /// `start` must outlive this.
  explicit VelocityProblemElements(ModelAtStart* start) : start_(start) {}

  /// Sets the problem's elements, and adds their gradient to the start's bias.
  void Add(contact::VelocityProblem* problem);

  /// Adds to k0 and to the start's bias what a step of length h would otherwise
  /// take for strain where elements only turn (ElasticSolid::CalcTurning).
  void AddTurns(double h, contact::VelocityProblem* problem);

 private:
  void ForEachTetrahedron(
      const std::function<void(const ElasticBody& body, int tetrahedron,
                               int element)>& visit) const;
  void AddGradients(const contact::VelocityProblem& problem,
                    VectorXd* force) const;

  ModelAtStart* start_;
  Eigen::Matrix<double, 12, Eigen::Dynamic> gradients_;  ///< By tetrahedron.
};

}  // namespace tactus::multibody
