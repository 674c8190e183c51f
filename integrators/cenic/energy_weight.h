#pragma once

#include <vector>

#include "tactus/contact/islands.h"
#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// How far extrapolation may go so that contact makes no energy. What it takes
/// of a contact's place it takes at the start of each step, and where the place
/// runs round a body by y per step, as round the rim of a can that rocks,
/// extrapolation multiplies the energy by 1 + y^4 / 4: cans would rock for
/// ever, and ever higher. With
///
///     X = T(v1) - T(v0) - W + U1 - U0,   v1 = v_two + theta (v_two - v_hat),
///
///   symbol  meaning                                                     unit
///   X       what contact would make                                     J
///   T       kinetic energy, v1's with M1 = 2 M_half - M_0               J
///   W       work of bias and applied forces, -k0, on the mean           J
///           velocities of both halves
///   U       sum of k (-phi)+^2 / 2 over contact points; phi at the end  J
///           as the mean of the middle's and v1's velocity leads there
///   theta   weight of extrapolation (extrapolation.h)                   1
///   d       dissipation of a contact                                    s/m
///
/// theta is the largest up to which X <= 1e-3 (T(v0) + T(v_two - v0)), by
/// linear interpolation from X at zero. It holds for groups of lone bodies,
/// without drag, that touch at points, where each contact dissipates (d >= 1
/// s/m) and moves with its bodies: elsewhere energy comes from more than this,
/// or what is cut off would be lost to bounces that keep it. What contact
/// surfaces store, pressure over a volume, is not told by their points.
class EnergyWeight {
 public:
  /// Whether `island` is of lone bodies and contact that takes energy.
  static bool HoldsFor(const StepOrigin& origin, const contact::Island& island);

  /// A step from `start` by way of `half` to v_two, and to v_hat at once.
  struct Step {
    const StepOrigin* start{};
    const StepOrigin* half{};
    double h_half{};
    const VectorXd* v_two{};
    const VectorXd* v_hat{};
  };
  /// Lowers theta, by root, of the groups that `root_of` puts cliques into,
  /// where `holds` says so, by root.
  void Lower(const Step& step, const std::vector<int>& root_of,
             const std::vector<bool>& holds, std::vector<double>* theta);

 private:
  void AddBodies(const std::vector<double>& theta);
  void AddContacts(const std::vector<double>& theta);
  int RootOf(const contact::VelocityProblem& problem,
             const contact::ContactPatch& patch) const;

  Step step_;
  const std::vector<int>* root_of_{};  ///< By clique.
  const std::vector<bool>* holds_{};   ///< By root, as what follows.
  std::vector<double> at_zero_, at_theta_, scale_;
  VectorXd dv_;
};

}  // namespace tactus::integrators
