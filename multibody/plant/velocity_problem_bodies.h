#pragma once

#include <vector>

#include "tactus/contact/geometry/elastic_surfaces.h"
#include "tactus/multibody/plant/velocity_problem_trees.h"

namespace tactus::multibody {

/// The part of VelocityProblemBuilder that translates bodies which take part in
/// contact or constraints into VelocityProblem::bodies, in the order in which
/// they are asked for, each once.
class VelocityProblemBodies {
 public:
  /// `start` must outlive this.
  explicit VelocityProblemBodies(const ModelAtStart* start) : start_(start) {}

  /// Begins the bodies of a new problem.
  void Begin();

  /// Where one of the model's bodies is in the problem, with its Jacobian.
  int FindOrAdd(int body, contact::VelocityProblem* problem);

  /// Adds a point of an elastic body's face, which goes by the body of its
  /// nearest corner.
  int AddFace(const contact::FacePoint& on_face,
              contact::VelocityProblem* problem);

  /// Takes out of the problem what an earlier one has left behind. (Between
  /// Begin() and this, bodies are written over, for the sake of their storage.)
  void Finish(contact::VelocityProblem* problem) const {
    problem->bodies.resize(size_);
  }

 private:
  contact::ContactBody& Append(contact::VelocityProblem* problem);

  const ModelAtStart* start_;
  std::vector<int> index_of_;  ///< Model body -> problem body, or -1.
  int size_{};
};

}  // namespace tactus::multibody
