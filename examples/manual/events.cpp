// Events: a ball that bounces until it has had enough.
//
// A witness is a function whose zeros are events: the step that crosses one is
// bisected until the zero is located to the simulator's tolerance, and then an
// update is made. Here it resets the ball's velocity (a reset map), counts in
// an abstract state (a state machine in the small), and ends the simulation.
#include <cmath>
#include <cstdio>

#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus::systems;

struct Bounces {
  int count = 0;
  double last = 0;  // [s]

  // For checkpoints: every abstract state says what it consists of.
  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&count, &last);
  }
};

class Ball final : public LeafSystem {
 public:
  static constexpr double kGravity = 9.81, kRestitution = 0.7;

  Ball() : LeafSystem("ball") {
    DeclareContinuousState(Eigen::Vector2d(1, 0));  // height, velocity
    DeclareAbstractState(Bounces{});
    DeclareWitness("height", WitnessDirection::kPositiveThenNonPositive,
                   &Ball::CalcHeight, &Ball::Bounce);
  }

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot << context.continuous_state()[1], -kGravity;
  }

 private:
  double CalcHeight(const LeafContext& context) const {
    return context.continuous_state()[0];
  }

  // Reads the state before; writes the state after.
  void Bounce(const LeafContext& context, NextState* next) const {
    next->continuous_state()[1] *= -kRestitution;
    Bounces& bounces = next->abstract_state<Bounces>();
    bounces.last = context.time();
    if (++bounces.count == 5) next->Terminate("five bounces are enough");
  }
};

int main() {
  DiagramBuilder builder;
  const auto& ball = builder.AddSystem<Ball>();
  const auto diagram = std::move(builder).Build();

  Simulator simulator(*diagram);
  simulator.reset_integrator<tactus::integrators::RungeKutta3>();
  simulator.set_witness_tolerance(1e-9);  // [s]
  const SimulatorStatus status = simulator.AdvanceTo(100);
  std::printf("at %.6f s: %s\n", status.time, status.message.c_str());

  // The first fall takes t1, each flight 2 e^k t1.
  const double t1 = std::sqrt(2 / Ball::kGravity);
  double expected = t1;
  for (int k = 1; k < 5; ++k) {
    expected += 2 * std::pow(Ball::kRestitution, k) * t1;
  }
  const auto& bounces = simulator.context().of(ball).abstract_state<Bounces>();
  const bool right = bounces.count == 5 &&
                     std::abs(bounces.last - expected) < 1e-7 &&
                     status.reason == SimulatorStatus::Reason::kTerminated;
  return right ? 0 : 1;
}
