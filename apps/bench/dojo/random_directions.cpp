#include "tactus/apps/bench/dojo/random_directions.h"

namespace tactus::apps::dojo {

double RandomDirections::CalcGradient(const VectorXd& policy,
                                      VectorXd* gradient, long* num_steps) {
  const double sum = problem_->CalcGradient(policy, gradient, num_steps);
  const double length = gradient->norm();
  *gradient = length * normal_.Draw(policy.size(), 1).normalized();
  return sum;
}

}  // namespace tactus::apps::dojo
