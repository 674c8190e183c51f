#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "integrators/gravity.h"
#include "integrators/test_diagrams.h"

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/start_projection.h"
#include "tactus/systems/simulator.h"

/// Mechanisms with constraints, and what is measured on them.
namespace tactus::integrators::test {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::PositionKinematics;
using systems::Simulator;

enum class Method { kIcf, kCenic, kRungeKutta };

inline const char* NameOf(Method method) {
  return method == Method::kIcf     ? "icf"
         : method == Method::kCenic ? "cenic"
                                    : "rk3";
}

inline void SetIntegrator(Method method, Simulator* simulator) {
  if (method == Method::kIcf) {
    simulator->reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
  } else if (method == Method::kCenic) {
    simulator->reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-5, .h_max = 0.01});
  } else {
    simulator->reset_integrator<RungeKutta3>(
        RungeKutta3Options{.accuracy = 1e-7, .h_max = 1e-3});
  }
}

using Observer = std::function<void(const VectorXd& q, const VectorXd& v)>;

/// Calls observe(q, v) at the start and after each hundredth of a second.
inline void Run(const PlantDiagram& scene, Simulator* simulator,
                double duration, const Observer& observe) {
  simulator->Initialize();
  const int n = static_cast<int>(std::lround(duration / 0.01));
  for (int i = 0; i <= n; ++i) {
    simulator->AdvanceTo(0.01 * i);
    observe(scene.plant->positions(simulator->context()),
            scene.plant->velocities(simulator->context()));
  }
}

inline void Run(const PlantDiagram& scene, Method method, double duration,
                const Observer& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  SetIntegrator(method, &simulator);
  Run(scene, &simulator, duration, observe);
}

/// Calls observe(context) after every step, accuracies and fixed steps alike.
inline void RunEvery(
    const PlantDiagram& scene, double accuracy, double step, double duration,
    const std::function<void(const systems::Context&)>& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  if (step > 0) {
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), step);
  } else {
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  }
  simulator.Observe(Simulator::kEveryStep, observe);
  simulator.Initialize();
  simulator.AdvanceTo(duration);
}

inline RigidTransform At(const Vector3d& p) {
  return RigidTransform(Eigen::Translation3d(p));
}

inline PositionKinematics PlaceAll(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

/// Kinetic and potential [J].
inline double CalcEnergy(const Model& model, const VectorXd& q,
                         const VectorXd& v) {
  const PositionKinematics position = PlaceAll(model, q);
  multibody::VelocityKinematics velocity;
  CalcVelocityKinematics(model, position, v, &velocity);
  return multibody::CalcKineticEnergy(model, position, velocity, v) +
         multibody::CalcPotentialEnergy(model, position, q);
}

/// Distance from P's origin to Q's, and the angle between the frames.
inline std::pair<double, double> Apart(const Model& model, const VectorXd& q,
                                       const Constraint& constraint) {
  const PositionKinematics at = PlaceAll(model, q);
  const RigidTransform X_PQ =
      (at.X_WB[constraint.body_a] * constraint.X_AP).inverse() *
      at.X_WB[constraint.body_b] * constraint.X_BQ;
  return {X_PQ.translation().norm(),
          Eigen::AngleAxisd(Matrix3d(X_PQ.linear())).angle()};
}

/// A rod of mass m that reaches from its hinge about y to `end`, its centre
/// halfway.
inline int AddRod(const std::string& name, int parent, const Vector3d& hinge,
                  const Vector3d& end, double m, ModelBuilder* builder) {
  const int body = builder->AddBody(
      name, {.mass = m,
             .p_BoBcm = end / 2,
             .I_Bcm = m * end.squaredNorm() / 12 * Matrix3d::Identity()});
  builder->AddJoint({.name = name + " hinge",
                     .type = JointType::kRevolute,
                     .parent = parent,
                     .child = body,
                     .X_PF = At(hinge),
                     .axis_F = Vector3d::UnitY()});
  return body;
}

/// Cranks of length l and m kg that hang from the world 1 m apart, and a bar of
/// the same length between them that a ball closes at its far end.
inline std::shared_ptr<const Model> MakeFourBar(double l, double m_crank,
                                                double m_bar) {
  ModelBuilder builder;
  const Vector3d down(0, 0, -l);
  const int a = AddRod("a", 0, {0, 0, 0}, down, m_crank, &builder);
  const int b = AddRod("b", 0, {1, 0, 0}, down, m_crank, &builder);
  const int bar = AddRod("bar", a, down, {1, 0, 0}, m_bar, &builder);
  builder.AddConstraint({.name = "pin",
                         .type = ConstraintType::kBall,
                         .body_a = bar,
                         .body_b = b,
                         .X_AP = At({1, 0, 0}),
                         .X_BQ = At(down)});
  return std::move(builder).Build();
}

/// Two free bodies that a constraint ties; without gravity they are balls, so
/// that steps of first order conserve momentum to round-off.
inline PlantDiagram MakeFalling(const Constraint& constraint,
                                const Vector3d& gravity,
                                std::shared_ptr<const Model>* model) {
  ModelBuilder builder;
  for (const char* name : {"a", "b"}) {
    const double m = name[0] == 'a' ? 1.0 : 2.5;
    if (gravity.isZero()) {
      builder.AddBody(name, {.mass = m, .I_Bcm = 0.03 * Matrix3d::Identity()});
      continue;
    }
    builder.AddBody(name, {.mass = m,
                           .p_BoBcm = {0.02, -0.01, 0.03},
                           .I_Bcm = Vector3d(0.02, 0.03, 0.04).asDiagonal()});
  }
  builder.AddConstraint(constraint);
  builder.set_gravity(gravity);
  *model = std::move(builder).Build();
  return MakeAlone(*model);
}

inline Vector6d CalcMomentum(const Model& model, const VectorXd& q,
                             const VectorXd& v) {
  const PositionKinematics at = PlaceAll(model, q);
  multibody::VelocityKinematics velocity;
  CalcVelocityKinematics(model, at, v, &velocity);
  Vector6d total = Vector6d::Zero();
  for (int b = 1; b < model.num_bodies(); ++b) {
    const auto& body = model.bodies()[b];
    const Matrix3d R = at.X_WB[b].linear();
    const Vector3d c = R * body.inertia.p_BoBcm;
    const Vector3d w = velocity.V_WB[b].head<3>();
    const Vector3d p =
        body.inertia.mass * (velocity.V_WB[b].tail<3>() + w.cross(c));
    total.tail<3>() += p;
    total.head<3>() += R * body.inertia.I_Bcm * R.transpose() * w +
                       (at.X_WB[b].translation() + c).cross(p);
  }
  return total;
}

/// Two balls in space that a constraint of `type` ties: under way, and
/// projected, so that only the motion is measured. A distance is a spring if k
/// is finite.
inline PlantDiagram MakeTied(ConstraintType type, double k,
                             std::shared_ptr<const Model>* model) {
  PlantDiagram scene =
      MakeFalling({.name = "tie",
                   .type = type,
                   .body_a = 1,
                   .body_b = 2,
                   .X_AP = At({0.1, 0, 0}),
                   .X_BQ = At({-0.1, 0.05, 0}),
                   .distance = type == ConstraintType::kDistance ? 0.3 : 0,
                   .stiffness = k},
                  Vector3d::Zero(), model);
  VectorXd q = (*model)->default_positions(), v = VectorXd::Zero(12);
  q.segment<3>(7) << 0.3, 0.1, 0.1;
  v << 1, 0.2, 2, 0.3, 0, 0.1, 0.4, -1, 0, 0, 0.5, 0;
  ProjectToConstraints(**model, &q, &v);
  scene.plant->SetPositions(&scene.context, q);
  scene.plant->SetVelocities(&scene.context, v);
  return scene;
}

/// Of the start of a scene, about the world's origin.
inline Vector6d CalcMomentum(const PlantDiagram& scene, const Model& model) {
  return CalcMomentum(model, scene.plant->positions(scene.context),
                      scene.plant->velocities(scene.context));
}

/// m kg on a constraint below the world's origin, free to move.
inline PlantDiagram MakeHanging(double m, double length, double k, double d,
                                std::shared_ptr<const Model>* model) {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = m, .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.SetDefaultPose(body, At({0, 0, -length}));
  builder.AddConstraint({.name = "string",
                         .type = ConstraintType::kDistance,
                         .body_a = body,
                         .body_b = 0,
                         .distance = length,
                         .stiffness = k,
                         .damping = d});
  *model = std::move(builder).Build();
  return MakeAlone(*model);
}

}  // namespace tactus::integrators::test
