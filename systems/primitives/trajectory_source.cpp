#include "tactus/systems/primitives/trajectory_source.h"

#include <string>
#include <utility>
#include <vector>

#include "tactus/systems/primitives/check_block.h"
#include "tactus/systems/trajectories/kinks.h"

namespace tactus::systems {
namespace {

constexpr int kMostDerivatives = 10;

}  // namespace

TrajectorySource::TrajectorySource(std::string name, PiecewisePolynomial q,
                                   int num_derivatives)
    : LeafSystem(std::move(name)),
      q_(std::move(q)),
      num_derivatives_(num_derivatives) {
  CheckBlock(*this, num_derivatives >= 0 && num_derivatives <= kMostDerivatives,
             "the number of derivatives must be from 0 to " +
                 std::to_string(kMostDerivatives));
  DeclareVectorOutputPort("y", q_.size() * (num_derivatives + 1),
                          &TrajectorySource::CalcY, Reads::kTime);
  const std::vector<double> kinks =
      FindKinks({.breaks = q_.breaks(),
                 .value = [&](double t) { return q_.value(t); },
                 .rate =
                     [&](double t) {
                       return q_.derivative(t);
                     }});
  for (const double t : kinks) {
    if (t > 0) DeclarePeriodicUpdate(kNoSecondTime, MakeNoUpdate(), t);
  }
}

void TrajectorySource::CalcY(const LeafContext& context, VectorXd* y) const {
  for (int order = 0; order <= num_derivatives_; ++order) {
    q_.CalcDerivative(context.time(), order,
                      y->segment(order * q_.size(), q_.size()));
  }
}

}  // namespace tactus::systems
