#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/contact/icf_solver.h"
#include "tactus/integrators/statistics.h"
#include "tactus/multibody/multibody_plant.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// The whole diagram's continuous state, taken apart: the plant's positions and
/// velocities, and z, everything else's.
struct HybridState {
  VectorXd q, v, z;
};

/// The first-order step (11)-(12) of [Kurtz25] on a diagram with one plant:
///
///     v1 = argmin l(v; x0, h)          ICF, contact/icf_solver.h
///     q1 = q0 + h N(q0) v1, quaternions normalised
///     z1 = z0 + h zdot(t0, x0, z0)     the rest of the diagram, explicit Euler
///
/// where the plant's inputs are held at their values at the start of the step,
/// surface velocities apart: they are velocities, and taken at its end.
/// The common part of CENIC and of the fixed-step ICF integrator.
class IcfStepping {
 public:
  /// @throws std::invalid_argument unless `diagram` has exactly one plant.
  explicit IcfStepping(const systems::Diagram& diagram, Statistics* statistics);

  const multibody::MultibodyPlant& plant() const { return *plant_; }
  const multibody::Model& model() const { return plant_->model(); }

  /// Makes the start of a simulation consistent: joints outside their limits
  /// are moved onto them, and the log says by how much.
  void ProjectStart(systems::Context* context) const;

  void Split(const VectorXd& x, HybridState* state) const;
  void Join(const HybridState& state, VectorXd* x) const;

  /// A state to step from: the problem there, which serves any h.
  struct Origin {
    explicit Origin(const multibody::MultibodyPlant& plant)
        : builder(plant.MakeProblemBuilder()) {}
    double t0{};
    VectorXd x_all;  ///< The diagram's state.
    HybridState x;   ///< The same, taken apart.
    VectorXd zdot;
    multibody::PlantInputs inputs;
    multibody::VelocityProblemBuilder builder;
    contact::VelocityProblem problem;
    contact::IcfSolver solver;
  };

  /// Evaluates inputs and derivatives at `context`, which holds `origin->x`,
  /// and builds the problem. False, with `what` saying which block is at fault,
  /// when something is not finite.
  [[nodiscard]] bool Prepare(const systems::Context& context, Origin* origin,
                             std::string* what);

  /// Steps by `h` from `origin` with the guess `v_guess`. May leave `context`
  /// at another time.
  [[nodiscard]] bool Step(const solvers::ConvexNewtonOptions& options, double h,
                          const VectorXd& v_guess, Origin* origin,
                          contact::IcfMemory* memory, systems::Context* context,
                          HybridState* next, std::string* what);

  /// Contact forces of the last Step() from `origin`.
  void MakeContactResults(const Origin& origin, double h, double time,
                          multibody::ContactResults* results);

 private:
  const systems::Diagram& diagram_;
  const multibody::MultibodyPlant* plant_{};
  Statistics* statistics_;
  int plant_start_{}, plant_size_{};
  std::vector<Vector3d> forces_W_;
};

}  // namespace tactus::integrators
