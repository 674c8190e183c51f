#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// A point P fixed in a body.
struct BodyPoint {
  int body{};
  Vector3d p_BoP_B = Vector3d::Zero();  ///< [m]
};

/// A frame F fixed in a body.
struct BodyFrame {
  int body{};
  RigidTransform X_BF = RigidTransform::Identity();
};

/// The centre of mass of a body.
/// @throws std::invalid_argument if there is no such body.
BodyPoint CenterOfMass(const Model& model, int body);

/// What forces that follow the motion of a plant's bodies have in common.
///
///   input             type                     from the plant
///   body_poses        vector<RigidTransform>   body_poses
///   body_velocities   vector<Vector6d>         body_velocities
///
///   output            type                     to the plant
///   spatial_forces    vector<SpatialForce>     spatial_forces
///
/// The forces are a function of the inputs alone, so that an integrator may
/// difference them: CENIC takes them implicitly (external_system.h in
/// integrators). Body numbers are those of the Model, after
/// ModelBuilder::Build(). ConnectForces() does the wiring:
///
///     auto& plant = builder.AddSystem<MultibodyPlant>(model);
///     auto& spring = builder.AddSystem<SpringDamper>("spring", model, ...);
///     ConnectForces(plant, {&spring}, &builder);
class ForceElement : public systems::LeafSystem {
 public:
  const Model& model() const { return *model_; }

  const systems::InputPort& body_poses_input() const { return body_poses_; }
  /// Needs no connection where a force does not depend on velocities.
  const systems::InputPort& body_velocities_input() const {
    return body_velocities_;
  }
  const systems::OutputPort& spatial_forces_output() const {
    return spatial_forces_;
  }

  /// What it stores, as springs do: minus its gradient by the bodies' poses are
  /// the forces, dampers apart [J]. 0 of what stores nothing.
  virtual double CalcEnergy(const systems::Context& context) const;

 protected:
  /// @throws std::invalid_argument without a model.
  ForceElement(std::string name, std::shared_ptr<const Model> model);

  /// To be called once, when all inputs have been declared; `reads` are what
  /// CalcForces() reads.
  void DeclareForces(const systems::ReadSet& reads);

  /// Finds `forces` as it left them.
  virtual void CalcForces(const systems::LeafContext& context,
                          std::vector<SpatialForce>* forces) const = 0;

  // For constructors: they throw std::invalid_argument, naming this block.
  void Check(bool good, const std::string& complaint) const;
  /// Besides, the number must be finite.
  void CheckNotNegative(double number, const std::string& what) const;
  void CheckPoint(const BodyPoint& point) const;

  /// X_WB of a body.
  const RigidTransform& PoseOf(const systems::LeafContext& context,
                               int body) const;
  /// V_WB of a body (angular, linear at Bo).
  const Vector6d& VelocityOf(const systems::LeafContext& context,
                             int body) const;
  /// Position and velocity of a point, in the world.
  Vector3d PositionOf(const systems::LeafContext& context,
                      const BodyPoint& point) const;
  Vector3d VelocityOf(const systems::LeafContext& context,
                      const BodyPoint& point) const;

 private:
  std::shared_ptr<const Model> model_;
  systems::InputPort body_poses_, body_velocities_;
  systems::OutputPort spatial_forces_;
};

/// Connects all of `elements`, blocks of `builder`, to the plant: poses and
/// velocities to them, their forces to the plant, by way of a
/// SpatialForceConcatenation called "<plant>_forces" where there are several.
/// @throws std::invalid_argument where there are none, or a port is taken.
void ConnectForces(const MultibodyPlant& plant,
                   const std::vector<const ForceElement*>& elements,
                   systems::DiagramBuilder* builder);

}  // namespace tactus::multibody
