#pragma once

#include "tactus/examples/optimization/normal_numbers.h"
#include "tactus/examples/optimization/policy_search.h"

namespace tactus::apps::dojo {

/// A control for gradient search: another problem, whose gradients keep their
/// length and point in random directions, all equally likely.
class RandomDirections final : public examples::PolicyProblem {
 public:
  RandomDirections(PolicyProblem* problem, unsigned seed)
      : problem_(problem), normal_(seed) {}

  int num_parameters() const override { return problem_->num_parameters(); }
  VectorXd CalcReturns(const MatrixXd& policies, long* num_steps) override {
    return problem_->CalcReturns(policies, num_steps);
  }
  double CalcGradient(const VectorXd& policy, VectorXd* gradient,
                      long* num_steps) override;

 private:
  PolicyProblem* problem_;
  examples::NormalNumbers normal_;
};

}  // namespace tactus::apps::dojo
