#include "tactus/multibody/plant/forces/stored_energy.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

// A ball of 1 kg, free, on springs to the world's origin, beside another plant
// like it.
struct Fixture {
  Fixture() {
    ModelBuilder model_builder;
    model_builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
    const std::shared_ptr<const Model> model = std::move(model_builder).Build();
    systems::DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(model, "plant");
    other = &builder.AddSystem<MultibodyPlant>(model, "other");
    const auto add_spring = [&](const char* name, double stiffness) {
      return &builder.AddSystem<SpringDamper>(
          name, model, BodyPoint{.body = 0}, BodyPoint{.body = 1},
          SpringDamperParameters{.free_length = 0, .stiffness = stiffness});
    };
    const auto& force =
        builder.AddSystem<AppliedForce>("push", model, BodyPoint{.body = 1});
    ConnectForces(*plant,
                  {add_spring("soft", 3), add_spring("hard", 5), &force},
                  &builder);
    ConnectForces(*other, {add_spring("apart", 100)}, &builder);
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
    for (const MultibodyPlant* each : {plant, other}) {
      VectorXd q(7);
      q << 2, 0, 0, 1, 0, 0, 0;
      each->SetJointPositions(&context, "ball", q);
    }
  }

  double Signal(const std::string& name) const {
    VectorXd value(1);
    FindSignals(*diagram, name).at(0).calc(context, value);
    return value[0];
  }

  const MultibodyPlant *plant{}, *other{};
  std::unique_ptr<systems::Diagram> diagram;
  systems::Context context;
};

TEST_CASE("CalcStoredEnergy: springs on two plants -> of each one's own") {
  const Fixture f;
  CHECK(CalcStoredEnergy(*f.plant, f.context) == Approx((3 + 5) * 2 * 2 / 2));
  CHECK(CalcStoredEnergy(*f.other, f.context) == Approx(100 * 2 * 2 / 2));
  CHECK(CalcTotalEnergy(*f.plant, f.context) ==
        f.plant->CalcEnergy(f.context) + CalcStoredEnergy(*f.plant, f.context));
}

TEST_CASE("Quantities: energy/potential, energy/total -> springs among them") {
  const Fixture f;
  CHECK(f.Signal("plant/energy/potential") ==
        Approx(CalcTotalEnergy(*f.plant, f.context)));
  CHECK(f.Signal("plant/energy/total") ==
        Approx(CalcTotalEnergy(*f.plant, f.context)));
}

}  // namespace
}  // namespace tactus::multibody
