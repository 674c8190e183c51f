#pragma once

#include <memory>
#include <vector>

#include "tactus/contact/comfree/gains.h"
#include "tactus/contact/comfree/options.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The contacts of a velocity problem, laid out for the ComFree core
/// (solvers/comfree) in fp64 or fp32 on the backend of the options.
class ComFreeContactRows {
 public:
  /// @throws std::runtime_error for a backend that is not there.
  static std::unique_ptr<ComFreeContactRows> Make(
      const ComFreeOptions& options);
  virtual ~ComFreeContactRows() = default;

  /// Takes the contacts of `problem` for sweeps at step h.
  virtual void Bind(const VelocityProblem& problem, const ComFreeGains& gains,
                    double h) = 0;

  /// One sweep over all facets: the velocities of the problem's bodies in,
  /// their wrenches at body origins out, extrapolated by `momentum`. The first
  /// starts from lambda = 0.
  virtual void Sweep(const std::vector<Vector6d>& V, bool is_first,
                     double momentum, std::vector<Vector6d>* F) = 0;

  /// What the last sweep's contacts do to body B, by point, world axes [N, N
  /// m]. `torques_W` is left empty when no contact has torsional or rolling
  /// friction.
  virtual void GetForces(std::vector<Vector3d>* forces_W,
                         std::vector<Vector3d>* torques_W) = 0;
};

}  // namespace tactus::contact
