// Balancing: a pole on a cart, held upright by a linear-quadratic regulator.
//
// Near an equilibrium the model is linear, x' = A x + B u. LQR finds the
// feedback u = -K x of the least cost
//
//     J = ∫ x'Q x + u'R u dt,     and says what it is:  J = x0'S x0.
//
// So there is a number to hold the simulation to. The cost is integrated along
// with it, by two blocks more.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <Eigen/Eigenvalues>

#include "tactus/examples/models/models.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/control/lqr.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

// The running cost x'Q x + u'R u, of the plant's state [q; v].
class Cost final : public systems::LeafSystem {
 public:
  Cost(const VectorXd& q0, const MatrixXd& Q, const MatrixXd& R)
      : LeafSystem("cost"), q0_(q0), Q_(Q), R_(R) {
    state_ = DeclareVectorInputPort("state", static_cast<int>(Q.rows()));
    control_ = DeclareVectorInputPort("control", static_cast<int>(R.rows()));
    DeclareVectorOutputPort("rate", 1, &Cost::CalcRate,
                            systems::Reads::kInputs);
  }
  const systems::InputPort& state_input() const { return state_; }
  const systems::InputPort& control_input() const { return control_; }

 private:
  void CalcRate(const systems::LeafContext& context, VectorXd* rate) const {
    VectorXd x = state_.Eval(context);
    x.head(q0_.size()) -= q0_;
    const VectorXd& u = control_.Eval(context);
    (*rate)[0] = x.dot(Q_ * x) + u.dot(R_ * u);
  }

  VectorXd q0_;
  MatrixXd Q_, R_;
  systems::InputPort state_, control_;
};

int main() {
  multibody::ModelBuilder file;
  examples::AddModel("cart_pole.xml", &file);
  const std::shared_ptr<const multibody::Model> model = std::move(file).Build();

  // Rail [m] and pin [rad]: at zero the pole hangs.
  const multibody::Equilibrium upright{Vector2d(0, std::numbers::pi),
                                       VectorXd::Zero(1)};
  const MatrixXd Q = Eigen::Vector4d(10, 10, 1, 1).asDiagonal();
  const MatrixXd R = MatrixXd::Constant(1, 1, 0.01);
  const multibody::LinearizedModel linear = Linearize(model, upright);
  const systems::LqrResult lqr =
      systems::ContinuousLqr({.A = linear.A, .B = linear.B, .Q = Q, .R = R});
  const double growth = linear.A.eigenvalues().real().maxCoeff();
  const double decay =
      (linear.A - linear.B * lqr.K).eigenvalues().real().maxCoeff();
  std::printf(
      "left alone, falls as exp(%.2f t); held, returns as exp(%.2f t)\n",
      growth, decay);

  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto& regulator = builder.AddSystem<multibody::EquilibriumRegulator>(
      "regulator", model, upright, lqr.K);
  const auto& cost = builder.AddSystem<Cost>(upright.q, Q, R);
  auto& total = builder.AddSystem<systems::VectorIntegrator>("total", 1);
  total.SetErrorScales(Eigen::VectorXd::Constant(1, 1e3));
  builder.Connect(plant.state_output(), regulator.estimated_state_input());
  builder.Connect(regulator.actuation_output(), plant.actuation_input());
  builder.Connect(plant.state_output(), cost.state_input());
  builder.Connect(regulator.actuation_output(), cost.control_input());
  builder.Connect(cost, total);
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-7});
  const Eigen::Vector4d x0(0.1, 0.02, 0, 0);
  plant.SetPositions(&simulator.mutable_context(), upright.q + x0.head(2));
  simulator.AdvanceTo(15);

  const systems::Context& context = simulator.context();
  const double promised = x0.dot(lqr.S * x0);
  const double paid = total.get_output_port().Eval(context)[0];
  const double left = (plant.positions(context) - upright.q).norm();
  std::printf("promised %.5f, paid %.5f, left %.1e\n", promised, paid, left);
  return growth > 1 && decay < 0 && left < 1e-3 &&
                 std::abs(paid / promised - 1) < 0.01
             ? 0
             : 1;
}
