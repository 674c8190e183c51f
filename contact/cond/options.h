#pragma once

#include <optional>

namespace tactus::contact {

/// How an impulse is brought into the friction cone.
enum class ConeProjection {
  kStrict,    ///< Normal first, then tangential: Signorini-Coulomb, exactly.
  kProximal,  ///< To the nearest point: convex, but lifts what slides.
};

enum class Acceleration { kNone, kChebyshev, kNesterov, kBarzilaiBorwein };

/// What solves the problem of contacts on virtual nodes.
enum class NodalMethod {
  kVelocityFixedPoint,   ///< COND's own, fixed_point.h.
  kGaussSeidel,          ///< PGS on the Delassus matrix, impulse_iteration.h.
  kAcceleratedGradient,  ///< APGD on its factors.
};

struct CondOptions {
  NodalMethod method = NodalMethod::kVelocityFixedPoint;
  ConeProjection projection = ConeProjection::kStrict;
  Acceleration acceleration = Acceleration::kNesterov;  ///< COND alone.
  /// Where in the step forces act: at its end, 1 (implicit Euler), or in its
  /// middle, 1/2. Steps in which surfaces meet act at their end in either case:
  /// in the middle, touch without overlap is an elastic impact.
  double theta = 1;
  /// b_v, of the damper between a contact point and its virtual node [N s/m];
  /// nothing: as much as holds a hundred of the contact's own masses in a step,
  /// or, beside a node of an elastic body, of the other body's. One point of
  /// several that overlap has its share, ContactPoint::weight, a tenth at
  /// least.
  std::optional<double> virtual_damping{};
  /// The share of an overlap that a step takes back.
  double push_out = 0.2;
  /// r of the invertible model (37), by which contact points yield to their
  /// impulse beside what virtual nodes do, so that nodes' velocities tell it:
  /// l = Project(-u / r) [1/kg].
  double regularization = 0;
  /// The residual of momentum, relative, at which iterations end.
  double residual = 1e-6;
  int max_iterations = 20000;
  /// How many iterations there are, whatever the residual.
  std::optional<int> iterations{};
  /// In place of the residual, the rule of [Lee22]: iterations end where they
  /// change nodes' velocities by no more than this, |w - y| / |w|. That falls
  /// with the length of their steps, and says little of what is missing. It is
  /// for the velocity fixed point alone.
  std::optional<double> change{};
  /// How many islands are solved at the same time, and on how many threads one
  /// that outweighs the others; results do not depend on it.
  int num_threads = 1;
  bool operator==(const CondOptions&) const = default;
};

/// @throws std::invalid_argument, naming the option, for values out of range.
void RequireValid(const CondOptions& options);

}  // namespace tactus::contact
