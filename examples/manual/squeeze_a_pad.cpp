// Contact by pressure fields: a press squeezes a pad of rubber, and tells the
// patch between them, its area and its pressures.
//
// A solid with a modulus E has a pressure that grows inwards, up to E where it
// is deepest, H below its surface. What presses x deep into it feels about
// E x / H on its area A. So a modulus is chosen by how deep things may go,
//
//     E = F H / (A x),
//
// and nobody asks for the stiffness of a point. The pad is as deep in the end
// as its formula says, rims included:
//
//     F = (E / H) (L^2 x - 2 L x^2 + 4/3 x^3).
#include <cmath>
#include <cstdio>
#include <string_view>

#include "tactus/examples/scenes/solids.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kSize = 0.1, kHalf = 0.02;   // L, H [m]
constexpr double kWanted = 1e-3, kPush = 50;  // x [m] at F [N]
constexpr double kModulus = kPush * kHalf / (kSize * kSize * kWanted);  // [Pa]

// A pad on the world, and a rigid stamp of 1 kg on a slide above it.
std::shared_ptr<const multibody::Model> MakePress() {
  const contact::Material rubber = examples::WithModulus({}, kModulus);
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "pad",
                     contact::Box{{kSize / 2, kSize / 2, kHalf}},
                     RigidTransform::Identity(), rubber);
  RigidTransform X_WF = RigidTransform::Identity();
  X_WF.translation().z() = kHalf + 0.01;
  const contact::Box stamp{{kSize, kSize, 0.01}};
  examples::AddServoSlide(&builder, "stamp", stamp, 1250,  // 1 kg
                          {.name = "press",
                           .X_WF = X_WF,
                           .axis_F = -Vector3d::UnitZ(),
                           .stiffness = 1},  // The motor's force is u - q.
                          examples::AsRigid({}));
  return std::move(builder).Build();
}

double CalcForce(double x) {
  return kModulus / kHalf *
         (kSize * kSize * x - 2 * kSize * x * x + 4 * x * x * x / 3);
}

VectorXd Read(const systems::Diagram& diagram, const systems::Context& context,
              std::string_view name) {
  const auto signal = multibody::FindSignals(diagram, name).at(0);
  VectorXd value(signal.size());
  signal.calc(context, value);
  return value;
}

int main() {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(MakePress());
  const auto diagram = std::move(builder).Build();
  std::printf("modulus %.3g Pa\n", kModulus);
  bool right = true;
  for (const double push : {10.0, kPush, 100.0}) {
    systems::Simulator simulator(*diagram);
    simulator.reset_integrator<integrators::Cenic>();
    simulator.mutable_context().FixInput(plant.actuation_input(),
                                         VectorXd::Constant(1, push - 9.81));
    simulator.AdvanceTo(2);
    const systems::Context& context = simulator.context();
    const double depth = plant.positions(context)[0];
    const VectorXd pressure =
        Read(*diagram, context, "contact/world/stamp/pressure");
    const double area = Read(*diagram, context, "contact/world/stamp/area")[0];
    std::printf(
        "%5.0f N: %.3f mm deep, %.1f cm^2, %.2f kPa on average, %.2f at most\n",
        push, 1e3 * depth, 1e4 * area, 1e-3 * pressure[0], 1e-3 * pressure[1]);
    // The force on its area, and at most E x / H.
    right = right && std::abs(CalcForce(depth) / push - 1) < 1e-3 &&
            std::abs(pressure[0] * area / push - 1) < 1e-3 &&
            std::abs(pressure[1] / (kModulus * depth / kHalf) - 1) < 1e-6;
  }
  return right ? 0 : 1;
}
