#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tactus/common/profile.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/contact_reach.h"
#include "tactus/multibody/plant/input_feedback.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::contact {
class PressureSolids;
}  // namespace tactus::contact

namespace tactus::multibody {

struct ElasticContact;

/// Translates a model at a state into the velocity problem that step functions
/// solve: the one place where joints and shapes become cliques, patches and
/// numbers. Does not depend on the step.
///
/// Without `solids` and `elastic_contact` it makes them of the model, if it
/// needs them.
///
/// Keeps only work space (each thread needs its own) and the results of the
/// last Build(), which stay readable until the next. Each part of the
/// translation is a class of its own, in velocity_problem_<part>.h.
class VelocityProblemBuilder {
 public:
  VelocityProblemBuilder(
      std::shared_ptr<const Model> model,
      std::shared_ptr<const contact::CollisionEngine> engine,
      std::shared_ptr<const contact::PressureSolids> solids = nullptr,
      std::shared_ptr<const ElasticContact> elastic_contact = nullptr);
  ~VelocityProblemBuilder();
  VelocityProblemBuilder(VelocityProblemBuilder&&) noexcept;
  VelocityProblemBuilder& operator=(VelocityProblemBuilder&&) noexcept;

  /// Sets `problem` to that of the model at (q, v) under `inputs`, with the
  /// contacts within `reach`.
  void Build(const VectorRef& q, const VectorRef& v, const PlantInputs& inputs,
             contact::VelocityProblem* problem, const ContactReach& reach = {});

  /// Marks the cliques that fly in a step of length h (free_motion.h).
  void FindFlying(double h, contact::VelocityProblem* problem) const;

  /// Lets those that more than gravity drives fly no longer.
  void GroundDriven(contact::VelocityProblem* problem) const;

  /// Takes k(q, v) of what moves freely as it is during a step of length h
  /// (FreeMotion), as the last Build() and its inputs lead there.
  void TakeFreeMotionAtMidpoint(double h, contact::VelocityProblem* problem);

  /// Counts turns of elastic elements as no strain (ElasticSolid::CalcTurning)
  /// in a step of length h at whose end forces act, until free motion is taken
  /// again.
  void TakeElasticTurns(double h, contact::VelocityProblem* problem);

  /// Replaces applied forces and controls by others, in a problem that Build()
  /// has made; with `feedback` they follow the velocity.
  void SetInputs(const PlantInputs& inputs, const InputFeedback* feedback,
                 contact::VelocityProblem* problem);

  /// The efforts of all actuators in the problem as it stands: gear times force
  /// at joints [N m or N], f of thrusters. `forces` are those of the problem's
  /// own actuators, in its order and after gears.
  void CollectEfforts(std::span<const double> forces, VectorXd* efforts) const;

  /// What acts along the model's tendons, positive where it lengthens them, of
  /// `forces` along the joint rows of the last Build() [N or N m]:
  ///
  ///     f_i = sum of its limit, spring and damper, dry friction
  ///           + lambda of couplers of L_i - f'(L_i) lambda of those to L_i.
  ///
  /// Their actuators' efforts are apart.
  void CollectTendonForces(std::span<const double> forces,
                           VectorXd* along) const;

  /// Where the model's tendons are in the last Build().
  std::span<const TendonKinematics> tendons() const;

  /// What the inputs of the problem as it stands give at velocity `v`, its own
  /// actuators apart: k(q, v0) - k0 less what follows the velocity.
  void CalcInputForce(const contact::VelocityProblem& problem,
                      const VectorXd& v, VectorXd* force) const;

  /// Replaces the surface velocities that act during the step, so that a belt
  /// is taken at the end of the step, like every other velocity. Those at the
  /// start, which friction lags, stay as Build() found them.
  void SetSurfaceVelocities(
      const std::vector<SurfaceVelocity>& surface_velocities,
      contact::VelocityProblem* problem) const;

  /// What the fluid does to bodies at the last Build()'s state.
  const std::vector<SpatialForce>& fluid_forces() const;

  const Model& model() const { return *model_; }
  /// The collision query behind the problem's points, which are in its order.
  /// A face of an elastic body goes by the geometry of its nearest corner.
  const contact::ContactSet& contacts() const;
  const PositionKinematics& position() const;
  const VelocityKinematics& velocity() const;
  /// The positions of the last Build().
  const VectorXd& q() const;

  void set_profile(Profile* profile) { profile_ = profile; }
  /// The results are the same for any. @pre at least 1, the default.
  void set_num_threads(int num_threads);

 private:
  struct Parts;

  void SetForces(const PlantInputs& inputs, const InputFeedback* feedback,
                 contact::VelocityProblem* problem);

  std::shared_ptr<const Model> model_;
  std::unique_ptr<Parts> parts_;
  Profile* profile_{};
};

/// The engine for a model's geometries and filters.
std::shared_ptr<const contact::CollisionEngine> MakeCollisionEngine(
    const Model& model);

}  // namespace tactus::multibody
