#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/integrators/dojo/constraint_rates.h"
#include "tactus/integrators/dojo/contact_block.h"
#include "tactus/integrators/dojo/local_block.h"
#include "tactus/multibody/coupler_rates.h"
#include "tactus/multibody/tendon_path.h"
#include "tactus/multibody/tendon_path_rates.h"

/// The laws that act in an island, by where DojoProblem has their unknowns and
/// rows.
namespace tactus::integrators::dojo {

/// A contact of the velocity problem, by its unknowns among x and z.
struct Contact {
  int point{}, psi = -1, normal{}, friction = -1;
  /// Friction is mu times the normal impulse and `bound` [N s] at most.
  double mu{}, bound{};
  Vector3d impulse_C = Vector3d::Zero();  ///< Of the last Calc().
  ContactGap gap;
  ContactBlock block;
  Vector3d motion = Vector3d::Zero();  ///< Of the last Solve().
};

/// A linear function of v, over the island's velocities.
struct Along {
  int first_term{}, num_terms{};
};

/// One term of an Along.
struct Term {
  int v{};
  double coefficient{};
};

/// Unknowns that act along a function of v, and meet it alone:
///
///     E of v -= along (force' l),    B l + motion (along' v).
struct Block {
  Along along;
  LocalBlock local;
  LocalBlock::Vector force, motion;
  double own{};        ///< Of E of v, along' along.
  double condensed{};  ///< own + force' B^-1 motion.
};

/// The velocity problem's row that a law is of.
struct Source {
  bool is_joint{};  ///< Among joint rows, or among constraint rows.
  int index = -1;   ///< -1: of none.
  /// Into VelocityProblem::constraint_rows; -1: none of those.
  int constraint_row() const { return is_joint ? -1 : index; }
};

/// A rigid row, g + h along' v + compliance lambda = 0.
struct Row {
  Along along;
  double error{}, compliance{};
  int lambda{};  ///< Its unknown.
  Source source;
};

/// A limit: distance >= 0 at q3.
struct Bound {
  Along along;
  double distance{};  ///< Now; at q3, distance + h along' v.
  int z{};
  int block{};  ///< Among the island's.
  Source source;
  double sign{};  ///< Of `along` in the row: 1, or -1 of an upper limit.
};

/// In units of its size: impulses h f0 b', slip x' / (h f0).
struct DryFriction {
  Along along;
  double impulse{};  ///< h f0.
  int psi{}, z{};
  int block{};  ///< Among the island's.
  Source source;
};

/// A motor, spring or damper, with what limits it.
struct Effort {
  Along along;  ///< x = along' v, gear included.
  const contact::LinearActuator* law{};
  contact::StableLaw stable = {};  ///< Of the step.
  double x0{};
  int index = -1;               ///< Into VelocityProblem::actuators.
  double slope{};               ///< Of force0 by the position at q2.
  int lower = -1, upper = -1;   ///< z of what limits it.
  int block{};                  ///< Among the island's.
  contact::LinearActuator own;  ///< Of a spring's row.
  Source source = {};           ///< That row.
};

/// How the force of an Effort, and what it takes of x, c = damping + h
/// stiffness, change, in DojoLinearization: by the length at q2 that x is the
/// rate of, by that rate at v1, and by the control.
struct EffortRates {
  double by_length{}, by_rate{}, by_control{};
  double c_by_length{}, c_by_rate{}, c_by_control{};
};

/// A constraint of the model, in DojoLinearization.
struct TiedBodies {
  ConstraintRates rates;
  int body_a{}, body_b{};       ///< Of the model's constraint.
  int first_row{}, num_rows{};  ///< Into VelocityProblem::constraint_rows.
  bool has(int row) const {
    return row >= first_row && row < first_row + num_rows;
  }
};

/// A body that pieces of elastic rod end at, in DojoLinearization.
struct TurningBody {
  int body{};
  multibody::PositivePart S;  ///< What their pull makes of its turns.
  multibody::BodyChain chain = {};
};

/// A coupler, in DojoLinearization.
struct Coupler {
  multibody::CouplerRates rates;
  int row{};  ///< Among the island's.
};

/// A tendon's path, and what acts along it, in DojoLinearization.
struct Path {
  struct PathEffort {
    int index{};  ///< Among the island's.
    double gear{};
  };
  multibody::TendonPathRates rates;
  multibody::TendonKinematics at = {};
  double impulse = 0;  ///< Of all together, positive where it lengthens.
  std::vector<int> bounds = {}, dry = {};  ///< Among the island's.
  std::vector<PathEffort> efforts = {};
};

}  // namespace tactus::integrators::dojo
