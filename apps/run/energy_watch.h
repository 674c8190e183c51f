#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/methods/contact_tally.h"
#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::apps {

/// What a run gains in energy beyond the work done on it. With E = T + U + U_c
/// the energy of the plant, and W what inputs and belts have given since the
/// start (multibody/plant/step_energy.h), by states k:
///
///     B_k   = T_k + U_k - W_k
///     R_k   = min(U_c,k, max(0, R_k-1 + B_k-1 - B_k)),   R_0 = U_c,0
///     drift = max over k of (B_k + R_k) - min over j <= k of (B_j + R_j)
///
/// Dampers, friction and impacts make B + R fall, springs of contacts leave it
/// as it is; what rises is the method's error. R is what the springs of
/// contacts may give back: no more than they hold, and no more than was given
/// to them. So a step that ends deep in a wall has gained nothing yet, and the
/// spring that throws out what never compressed it has.
///
/// Other methods tell in their records what contact holds at t0. Of ComFree it
/// is what springs of facets, limits and rigid rows do
/// (contact/comfree/gains.h, joint_rows.h),
///
///     U_c = sum of 1/2 (k m / h) phi^2,
///
/// and of hard contact, by COND, PGS and APGD, the way out of what overlaps
/// times the force along it; of refined ComFree the sum of both,
///
///     U_c = sum of f_n max(0, -phi),
///
/// since virtual nodes give way under a load and come back; restitution is over
/// within its step. Dojo's contacts, which are not to overlap, may give back
/// what the start was off by, as long as that lasts,
///
///     R_k = min(U_c,k, R_k-1 - max(0, B_k - B_k-1)),
///     U_c = sum of f_n max(0, -phi) + 2 n kappa / h .
///
/// The second part lifts n contacts and limits to where kappa lets them hover
/// under f_n, f_n phi = kappa / h, and is as much for their cones of friction.
/// What one step has pressed into each other gains as the next pushes it out.
///
/// Springs of the continuous law that hold more than R were found too deep, by
/// a step that ended in a body. Depths are to those that R explains as
///
///     ratio = sqrt(U_c / max(R, 1e-3 S))    where U_c - R is largest,
///
/// if that is more than 1e-3 S.
///
/// The accuracy's share is
///
///     share = c S + |dW_err| + 1e-8 max |E|
///     S     = max of (T + R) + sum of |dW|
///     c     = min(10 a, 0.1),   0.01 of methods of fixed step
///
/// a part of the energy that moved: the accuracy is of a step, and ten times as
/// much is what `tactus verify` tolerates of a run.
///
///   symbol   meaning                                          unit
///   T, U     energy of motion; of gravity, joints, tendons    J
///   U_c      in the springs of contacts                       J
///   a        accuracy
///   dW       work in a step                                   J
///   dW_err   what W may be off by, of methods without records J
///
/// CENIC and step functions record E and dW as they step. Of the others, W is
/// the integral of the parabola through the power at both ends of a step and
/// at the end before, dW_err its distance from the trapezoid, and U_c includes
/// the near-rigid springs that they hold limits with.
class EnergyWatch {
 public:
  /// @param plant  must outlive this.
  EnergyWatch(const multibody::MultibodyPlant& plant,
              const IntegratorChoice& choice);

  /// At the start and after each step of a method that leaves records.
  void Add(const systems::Context& context);
  /// Adds a state of a method that leaves none, when `tally` has seen
  /// `context`.
  void Add(const systems::Context& context, const ContactTally& tally);
  /// At the end, of a method that leaves records: the last state's energy.
  void Finish(const systems::Context& context);

  double drift() const { return drift_; }  ///< [J]
  double share() const;                    ///< [J]
  /// S [J]
  double moved() const { return max_kinetic_plus_recoverable_ + work_moved_; }
  /// How many times as deep as explained bodies were in contact; 1: no deeper.
  double depth_ratio() const;

 private:
  /// The power of the inputs at a state.
  struct Power {
    double time{}, value{};  // [s], [W]
  };

  void AddBalance(const multibody::StepEnergy& energy, double held);
  void UpdateRecoverable(double balance, double held);
  void AddWork(double work);
  void AddPower(const Power& power);

  const multibody::MultibodyPlant& plant_;
  double share_of_moved_;  // c
  ContactStore store_;
  double work_ = 0, work_moved_ = 0, work_error_ = 0;  // [J]
  double max_kinetic_plus_recoverable_ = 0;            // T + R [J].
  double max_energy_ = 0;  // |E|, whose share is not known [J].
  double drift_ = 0;       // [J]
  double recoverable_ = 0, last_balance_ = 0;  // R, B of the last state [J].
  // U_c, and R, where U_c - R is largest [J].
  double contact_energy_ = 0, explained_energy_ = 0;
  std::optional<double> min_balance_;  // B + R [J].
  std::vector<Power> last_powers_;     // At most two.

  VectorXd powers_;
  std::vector<double> efforts_;
  std::vector<Vector3d> forces_W_;
};

/// A line for the terminal, or nothing where the drift is within the share.
std::string DescribeDrift(double drift, double share, double moved);

/// A line for the terminal, or nothing below a ratio of 2.
std::string DescribeDepth(double depth_ratio);

}  // namespace tactus::apps
