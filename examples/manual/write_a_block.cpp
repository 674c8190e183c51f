// A block of your own: a van der Pol oscillator with an input and an output.
//
//     x1' = x2,    x2' = mu (1 - x1^2) x2 - x1 + u,    y = x1
//
// A block derives from LeafSystem, declares what it has in its constructor, and
// computes in const member functions. It keeps parameters only: everything that
// changes lives in the Context, so a simulation is copied by copying that.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus::systems;

class VanDerPol final : public LeafSystem {
 public:
  explicit VanDerPol(double mu) : LeafSystem("oscillator"), mu_(mu) {
    u_ = DeclareVectorInputPort("u", 1);
    // The state starts here unless a Context says otherwise.
    DeclareContinuousState(Eigen::Vector2d(0.1, 0));
    // What an output reads is declared, too. This one reads no input, so a
    // feedback from y to u is no algebraic loop.
    DeclareVectorOutputPort("y", 1, &VanDerPol::CalcY, Reads::kContinuous);
  }

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override {
    const auto x = context.continuous_state();
    // An input that nothing is connected to has no value.
    const double u = u_.HasValue(context) ? u_.Eval(context)[0] : 0;
    *xdot << x[1], mu_ * (1 - x[0] * x[0]) * x[1] - x[0] + u;
  }

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const {
    (*y)[0] = context.continuous_state()[0];
  }

  double mu_;
  InputPort u_;
};

int main() {
  DiagramBuilder builder;
  const auto& oscillator = builder.AddSystem<VanDerPol>(1.0);
  const auto diagram = std::move(builder).Build();

  // Any diagram can be integrated by Runge-Kutta; CENIC wants a plant.
  Simulator simulator(*diagram);
  simulator.reset_integrator<tactus::integrators::RungeKutta3>(
      tactus::integrators::RungeKutta3Options{.accuracy = 1e-6});
  double amplitude = 0;
  simulator.Observe(0.01, [&](const Context& context) {
    if (context.time() < 40) return;  // by then on the limit cycle
    const double y = oscillator.get_output_port().Eval(context)[0];
    amplitude = std::max(amplitude, std::abs(y));
  });
  simulator.AdvanceTo(60);

  // The limit cycle for mu = 1 has the amplitude 2.00862.
  std::printf("amplitude %.5f\n", amplitude);
  return std::abs(amplitude - 2.00862) < 1e-4 ? 0 : 1;
}
