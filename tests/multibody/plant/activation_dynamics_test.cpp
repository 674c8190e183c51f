#include "tactus/multibody/plant/activation_dynamics.h"

#include <array>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/model_ports.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/primitives/constant_vector_source.h"

namespace tactus::multibody {
namespace {

using Dynamics = Activation::Dynamics;
using systems::Context;
using systems::Diagram;
using systems::DiagramBuilder;

// A slide per actuator.
std::shared_ptr<const Model> MakeSlides(std::vector<Actuator> actuators) {
  ModelBuilder builder;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const std::string name = "arm::slide" + std::to_string(i);
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    actuators[i].name = "arm::motor" + std::to_string(i);
    actuators[i].joint = builder.AddJoint(
        {.name = name, .type = JointType::kPrismatic, .child = body});
    builder.AddActuator(actuators[i]);
  }
  return std::move(builder).Build();
}

// A filter, a plain motor, and an integrator that is held within [-1, 2]; the
// filter takes controls up to 5.
std::shared_ptr<const Model> MakeThree() {
  return MakeSlides({{.name = "",
                      .activation = {.dynamics = Dynamics::kFilter,
                                     .time_constant = 0.5,
                                     .control_upper = 5}},
                     {},
                     {.name = "",
                      .control_lower = -1,
                      .control_upper = 2,
                      .activation = {.dynamics = Dynamics::kIntegrator}}});
}

struct Rig {
  explicit Rig(const std::shared_ptr<const Model>& model) {
    DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(model);
    input = AddActivationDynamics(*plant, &builder);
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
    dynamics = FindActivationDynamics(*diagram, *plant);
  }
  VectorXd CalcRates(const VectorXd& control) {
    context.FixInput(input, control);
    return diagram->EvalTimeDerivatives(*dynamics, context);
  }
  VectorXd CalcActuation() {
    PlantInputs inputs;
    plant->EvalInputs(context.of(*plant), &inputs);
    return inputs.actuation;
  }

  const MultibodyPlant* plant{};
  systems::InputPort input;
  std::unique_ptr<Diagram> diagram;
  Context context;
  const ActivationDynamics* dynamics{};
};

std::shared_ptr<const Model> MakeMuscle(double smoothing) {
  return MakeSlides({{.name = "",
                      .activation = {.dynamics = Dynamics::kMuscle,
                                     .time_constant = 0.1,
                                     .deactivation_time = 0.4,
                                     .smoothing = smoothing}}});
}

// w = 1/2 + 3/2 u is 1.25 at u = 1/2.
TEST_CASE("Activation: a muscle -> rises in tau_a w, falls in tau_d / w") {
  Rig rig(MakeMuscle(0));
  const auto rate = [&](double u, double control) {
    rig.dynamics->SetActivations(&rig.context, VectorXd::Constant(1, u));
    return rig.CalcRates(VectorXd::Constant(1, control))[0];
  };
  CHECK(rate(0.5, 1) == Approx(0.5 / (0.1 * 1.25)));
  CHECK(rate(0.5, 0) == Approx(-0.5 / (0.4 / 1.25)));
  CHECK(rate(0.5, 7) == rate(0.5, 1));
  CHECK(rate(0.5, -7) == rate(0.5, 0));
  CHECK(rate(0.5, 0.5) == 0);

  Rig smooth(MakeMuscle(0.2));
  const auto smoothed = [&](double u, double control) {
    smooth.dynamics->SetActivations(&smooth.context, VectorXd::Constant(1, u));
    return smooth.CalcRates(VectorXd::Constant(1, control))[0];
  };
  CHECK(smoothed(0.5, 0.601) == Approx(rate(0.5, 0.601)));
  CHECK(smoothed(0.5, 0.399) == Approx(rate(0.5, 0.399)));
  // s(3/4) = (3/4)^3 (10 - 15 (3/4) + 6 (3/4)^2) = 0.896484375.
  const double rise = 0.1 * 1.25, fall = 0.4 / 1.25;
  CHECK(smoothed(0.5, 0.55) ==
        Approx(0.05 / (fall + (rise - fall) * 0.896484375)));
}

TEST_CASE("Activation: a muscle's rate -> the slopes that differences have") {
  Rig rig(MakeMuscle(0.2));
  const auto rate = [&](double u, double control) {
    rig.dynamics->SetActivations(&rig.context, VectorXd::Constant(1, u));
    return rig.CalcRates(VectorXd::Constant(1, control))[0];
  };
  const double h = 1e-6;
  for (const double u : {0.1, 0.4, 0.9}) {
    for (const double control : {0.05, 0.42, 0.36, 0.97}) {
      rate(u, control);
      systems::LeafJacobians jacobians;
      REQUIRE(rig.dynamics->CalcTimeDerivativesJacobians(
          rig.context.of(*rig.dynamics), &jacobians));
      const double by_u = (rate(u + h, control) - rate(u - h, control)) / 2 / h;
      const double by_control =
          (rate(u, control + h) - rate(u, control - h)) / 2 / h;
      CHECK(jacobians.by_state(0, 0) == Approx(by_u).epsilon(1e-6));
      CHECK(jacobians.by_input[0](0, 0) ==
            Approx(by_control).epsilon(1e-6).margin(1e-8));
    }
  }
}

TEST_CASE(
    "Activation: a filter and an integrator -> rates (u - a) / tau and u") {
  Rig rig(MakeThree());
  rig.dynamics->SetActivations(&rig.context, Vector3d(1, 99, 0.5));
  CHECK(rig.CalcRates(Vector3d(4, 7, 0.25)) == Vector2d(6, 0.25));
  CHECK(rig.CalcActuation() == Vector3d(1, 7, 0.5));
}

TEST_CASE("Activation: nothing connected -> controls of zero") {
  Rig rig(MakeThree());
  rig.dynamics->SetActivations(&rig.context, Vector3d(1, 0, 0.5));
  CHECK(rig.diagram->EvalTimeDerivatives(*rig.dynamics, rig.context) ==
        Vector2d(-2, 0));
  CHECK(rig.CalcActuation() == Vector3d(1, 0, 0.5));
}

TEST_CASE(
    "Activation: controls beyond their limits -> the rates at the limits") {
  Rig rig(MakeThree());
  CHECK(rig.CalcRates(Vector3d(50, 0, 0))[0] == 10);
  CHECK(rig.CalcRates(Vector3d(-50, 0, 0))[0] == -100);
}

TEST_CASE("Activation: at a bound -> it stays, and comes back") {
  Rig rig(MakeThree());
  rig.dynamics->SetActivations(&rig.context, Vector3d(0, 0, 7));
  CHECK(rig.CalcActuation()[2] == 2);
  CHECK(rig.CalcRates(Vector3d(0, 0, 3))[1] == 0);
  CHECK(rig.CalcRates(Vector3d(0, 0, -3))[1] == -3);
  VectorXd u = Vector2d(8, -8);
  rig.dynamics->ProjectContinuousState(u);
  CHECK(u == Vector2d(8, -1));
}

TEST_CASE("Activation: beyond a limit -> the control has no slope") {
  Rig rig(MakeThree());
  rig.dynamics->SetActivations(&rig.context, Vector3d(0, 0, 2));
  const auto slopes_at = [&](const Vector3d& control) {
    rig.context.FixInput(rig.input, control);
    systems::LeafJacobians jacobians;
    rig.dynamics->CalcTimeDerivativesJacobians(rig.context.of(*rig.dynamics),
                                               &jacobians);
    return jacobians;
  };
  CHECK(slopes_at(Vector3d(4, 0, 1)).by_input[0](0, 0) == 2);
  CHECK(slopes_at(Vector3d(4, 0, 1)).by_state(0, 0) == -2);
  CHECK(slopes_at(Vector3d(50, 0, 1)).by_input[0](0, 0) == 0);
  CHECK(slopes_at(Vector3d(4, 0, -1)).by_input[0](1, 2) == 1);
  CHECK(slopes_at(Vector3d(4, 0, 1)).by_input[0](1, 2) == 0);
}

TEST_CASE("Activation: zero beyond a bound -> starts at that bound") {
  Rig rig(MakeSlides({{.name = "",
                       .control_lower = 3,
                       .activation = {.dynamics = Dynamics::kIntegrator}}}));
  CHECK(rig.CalcActuation()[0] == 3);
}

TEST_CASE("Activation: actuators without -> no block before the plant") {
  Rig rig(MakeSlides({{}, {}}));
  CHECK(rig.dynamics == nullptr);
  CHECK(rig.input == rig.plant->actuation_input());
  CHECK(FindControlInput(*rig.diagram, *rig.plant) == rig.input);
  Rig with(MakeThree());
  CHECK(with.input == with.dynamics->control_input());
  CHECK(FindControlInput(*with.diagram, *with.plant) == with.input);
}

TEST_CASE("Activation: controls at a model's own port -> reach its dynamics") {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeThree());
  const ModelPorts ports(plant, {"arm"}, &builder);
  const auto& control = builder.AddSystem<systems::ConstantVectorSource>(
      "control", Vector3d(4, 7, 1));
  builder.Connect(control.get_output_port(), ports.actuation_input("arm"));
  const auto diagram = std::move(builder).Build();
  const Context context = diagram->CreateDefaultContext();
  const auto* dynamics = FindActivationDynamics(*diagram, plant);
  REQUIRE(dynamics != nullptr);
  CHECK(diagram->EvalTimeDerivatives(*dynamics, context) == Vector2d(8, 1));
}

TEST_CASE("Activation: no model, wrong sizes or parameters -> refused") {
  CHECK_THROWS_WITH(ActivationDynamics("a", nullptr),
                    Catch::Contains("no model"));
  Rig rig(MakeThree());
  CHECK_THROWS_WITH(rig.dynamics->SetActivations(&rig.context, Vector2d(0, 0)),
                    Catch::Contains("one activation per actuator"));
  CHECK_THROWS_WITH(
      MakeSlides({{.name = "", .activation = {.dynamics = Dynamics::kFilter}}}),
      Catch::Contains("'arm::motor0': the time constant is 0"));
  CHECK_THROWS_WITH(
      MakeSlides({{.name = "",
                   .activation = {.dynamics = Dynamics::kIntegrator,
                                  .control_lower = 1,
                                  .control_upper = 0}}}),
      Catch::Contains("'arm::motor0', control of its activation"));
}

}  // namespace
}  // namespace tactus::multibody
