#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "integrators/test_diagrams.h"

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/systems/simulator.h"

/// Two blocks on a tendon, and the methods that step them.
namespace tactus::integrators::test::tendons {

using multibody::Tendon;
using systems::Simulator;

enum class Method { kIcf, kCenic, kRungeKutta, kComFree, kCond };
constexpr Method kImplicit[] = {Method::kIcf, Method::kCenic};
constexpr Method kAll[] = {Method::kIcf, Method::kCenic, Method::kRungeKutta,
                           Method::kComFree, Method::kCond};

inline std::string NameOf(Method method) {
  constexpr const char* kNames[] = {"icf", "cenic", "rk3", "comfree", "cond"};
  return kNames[static_cast<int>(method)];
}

inline void SetIntegrator(Method method, Simulator* simulator) {
  switch (method) {
    case Method::kIcf:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
      return;
    case Method::kCenic:
      simulator->reset_integrator<Cenic>(
          CenicOptions{.accuracy = 1e-6, .h_max = 0.01});
      return;
    case Method::kRungeKutta:
      simulator->reset_integrator<RungeKutta3>(
          RungeKutta3Options{.accuracy = 1e-7, .h_max = 1e-3});
      return;
    case Method::kComFree:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<ComFreeStep>(contact::ComFreeOptions{}), 1e-3);
      return;
    case Method::kCond:
      simulator->reset_integrator<FixedStep>(
          std::make_unique<CondStep>(contact::CondOptions{.residual = 1e-9}),
          1e-3);
  }
}

using Observer = std::function<void(const VectorXd& q, const VectorXd& v)>;

/// Calls observe(q, v) at the start and after each hundredth of a second.
inline void Run(const PlantDiagram& scene, Method method, double duration,
                const Observer& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  SetIntegrator(method, &simulator);
  simulator.Initialize();
  const int n = static_cast<int>(std::lround(duration / 0.01));
  for (int i = 0; i <= n; ++i) {
    simulator.AdvanceTo(0.01 * i);
    observe(scene.plant->positions(simulator.context()),
            scene.plant->velocities(simulator.context()));
  }
}

constexpr double kMassA = 2, kMassB = 3;

/// Blocks of kMassA and kMassB on slides along `axis`, in one tree or in two.
/// The second one's position is its own, q_b = z_b or z_b - z_a.
struct Blocks {
  explicit Blocks(bool one_tree, const Vector3d& axis, double damping = 0) {
    const Matrix3d I = 0.01 * Matrix3d::Identity();
    const int a = builder.AddBody("a", {.mass = kMassA, .I_Bcm = I});
    const int b = builder.AddBody("b", {.mass = kMassB, .I_Bcm = I});
    const auto slide = [&](const char* name, int parent, int child) {
      return builder.AddJoint({.name = name,
                               .type = JointType::kPrismatic,
                               .parent = parent,
                               .child = child,
                               .axis_F = axis,
                               .damping = damping});
    };
    joint_a = slide("a", 0, a);
    joint_b = slide("b", one_tree ? a : 0, b);
  }
  PlantDiagram Place(double q_a, double q_b) {
    model = std::move(builder).Build();
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, Vector2d(q_a, q_b));
    return scene;
  }
  double Length(const VectorXd& q) const {
    return CalcTendonLength(*model, model->tendons()[0], q);
  }

  ModelBuilder builder;
  int joint_a{}, joint_b{};
  std::shared_ptr<const Model> model;
};

}  // namespace tactus::integrators::test::tendons
