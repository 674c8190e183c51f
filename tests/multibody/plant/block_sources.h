#pragma once

#include <cmath>
#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/diagram_builder.h"

/// Values for the inputs of any block, as functions of time.
namespace tactus::multibody::test {

using systems::DiagramBuilder;
using systems::LeafContext;
using systems::LeafSystem;

/// An arm on two hinges beside a ball that lies in a plane.
inline std::shared_ptr<const Model> MakeArmAndBall() {
  ModelBuilder builder;
  ParseMjcf(R"(
    <mujoco>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body name="upper" pos="0 0 1">
          <joint name="shoulder" axis="0 1 0" damping="0.3" stiffness="2"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
          <body name="lower" pos=".3 0 0">
            <joint name="elbow" axis="0 1 0" damping="0.2" armature="0.01"/>
            <geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
          </body>
        </body>
        <body name="ball" pos="1 0 0.099">
          <freejoint/>
          <geom type="sphere" size=".1"/>
        </body>
      </worldbody>
      <actuator>
        <motor joint="shoulder" gear="3"/>
        <position joint="elbow" kp="20"/>
      </actuator>
    </mujoco>)",
            "law.xml", {}, &builder);
  return std::move(builder).Build();
}

/// One for all.
inline const std::shared_ptr<const Model>& TheModel() {
  static const std::shared_ptr<const Model> model = MakeArmAndBall();
  return model;
}

/// Numbers without a pattern, by time.
inline VectorXd MakeNumbers(int size, double t) {
  VectorXd y(size);
  for (int i = 0; i < size; ++i) y[i] = std::sin(3 * t + 1.7 * i + 0.4);
  return y;
}

/// [q; v] of the model.
inline VectorXd MakeState(double t) {
  const Model& model = *TheModel();
  const VectorXd v = 0.2 * MakeNumbers(model.num_velocities(), t);
  VectorXd q;
  IntegratePositions(model, model.default_positions(), v, 0.1 + t, &q);
  VectorXd x(q.size() + v.size());
  x << q, v;
  return x;
}

/// A vector input of the size of a plant's state gets one.
inline VectorXd MakeVector(int size, double t) {
  const VectorXd x = MakeState(t);
  return size == x.size() ? x : MakeNumbers(size, t);
}

/// Of that state.
inline PlantKinematics MakeKinematics(double t) {
  const Model& model = *TheModel();
  const VectorXd x = MakeState(t);
  PlantKinematics kinematics;
  CalcPositionKinematics(model, x.head(model.num_positions()),
                         &kinematics.position);
  CalcVelocityKinematics(model, kinematics.position,
                         x.tail(model.num_velocities()), &kinematics.velocity);
  return kinematics;
}

/// A function of time. Before it is computed, all that another block computes
/// is: a block that keeps something of its own where that one does, too, finds
/// it changed behind its back.
template <class T>
class Source final : public LeafSystem {
 public:
  Source(std::string name, std::function<T(double t)> calc, T model,
         const LeafSystem* between)
      : LeafSystem(std::move(name)), calc_(std::move(calc)), between_(between) {
    if constexpr (std::same_as<T, VectorXd>) {
      DeclareVectorOutputPort("y", static_cast<int>(model.size()),
                              &Source::Calc);
    } else {
      DeclareAbstractOutputPort("y", std::move(model), &Source::Calc);
    }
  }

 private:
  void Calc(const LeafContext& context, T* y) const {
    if (between_ != nullptr) {
      for (int i = 0; i < between_->num_output_ports(); ++i)
        between_->get_output_port(i).EvalValue(context.root());
      if (between_->num_continuous_states() > 0)
        context.root().diagram().EvalTimeDerivatives(*between_, context.root());
    }
    *y = calc_(context.time());
  }

  const std::function<T(double t)> calc_;
  const LeafSystem* const between_;
};

/// At one moment.
inline StepRecord MakeRecord(double t) {
  const Model& model = *TheModel();
  const VectorXd x = MakeState(t);
  StepRecord record;
  record.start = record.end = t;
  record.q = x.head(model.num_positions());
  record.v = x.tail(model.num_velocities());
  for (const RigidTransform& X_WB : MakeKinematics(t).position.X_WB)
    record.p_WBo.push_back(X_WB.translation());
  return record;
}

/// Connects all inputs of `block`; `phase` [s] tells two blocks' inputs apart.
inline void ConnectSources(const LeafSystem& block, double phase,
                           const LeafSystem* between, DiagramBuilder* builder) {
  const auto& inputs = block.declaration().inputs;
  for (int i = 0; i < std::ssize(inputs); ++i) {
    const auto connect = [&]<class T>(std::function<T(double)> calc) {
      const auto shifted = [calc, phase](double t) {
        return calc(t + phase);
      };
      const auto& source = builder->AddSystem<Source<T>>(
          block.name() + " " + inputs[i].name, shifted, calc(0), between);
      builder->Connect(source.get_output_port(), block.get_input_port(i));
    };
    if (inputs[i].is_vector()) {
      const int size = inputs[i].size;
      connect(std::function([size](double t) { return MakeVector(size, t); }));
    } else if (*inputs[i].type == typeid(RigidTransform)) {
      connect(std::function(
          [](double t) { return MakeKinematics(t).position.X_WB[1]; }));
    } else if (*inputs[i].type == typeid(std::vector<RigidTransform>)) {
      connect(std::function(
          [](double t) { return MakeKinematics(t).position.X_WB; }));
    } else if (*inputs[i].type == typeid(std::vector<Vector6d>)) {
      connect(std::function(
          [](double t) { return MakeKinematics(t).velocity.V_WB; }));
    } else if (*inputs[i].type == typeid(std::vector<SpatialForce>)) {
      connect(std::function([](double t) {
        return std::vector<SpatialForce>{
            {.body = 2, .F_Q_W = MakeNumbers(6, t)}};
      }));
    } else if (*inputs[i].type == typeid(std::vector<SurfaceVelocity>)) {
      connect(std::function([](double t) {
        return std::vector<SurfaceVelocity>{
            {.geometry = 0, .v_G = Vector3d(std::cos(t), 0, 0)}};
      }));
    } else if (*inputs[i].type == typeid(StepRecord)) {
      connect(std::function(MakeRecord));
    } else {
      FAIL(block.name() << ": no source for input '" << inputs[i].name << "'");
    }
  }
}

}  // namespace tactus::multibody::test
