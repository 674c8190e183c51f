#include "tactus/integrators/cenic/doubled_step.h"

#include <memory>
#include <utility>

#include "integrators/cenic/attempted_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/spring_damper.h"

namespace tactus::integrators {
namespace {

using test::Attempted;
using test::PlantDiagram;

TEST_CASE(
    "Step doubling: a step -> two half steps, and a full one to compare") {
  const PlantDiagram swing = test::MakeSwing();
  const double h = 0.02;
  Attempted doubled(swing, h, false);
  CHECK(doubled.statistics.geometry_queries == 2);

  Attempted whole(swing, 2 * h, false);  // its x_hat is a step of 2 h
  PlantDiagram later = test::MakeSwing();
  Attempted half(swing, h / 2, false);
  later.plant->SetPositions(&later.context, half.x_hat().q);
  later.plant->SetVelocities(&later.context, half.x_hat().v);
  Attempted again(later, h / 2, false);
  CHECK((doubled.x1().q - again.x_hat().q).norm() < 1e-12);
  CHECK((doubled.x1().v - again.x_hat().v).norm() < 1e-12);
  CHECK((doubled.x_hat().q - whole.x_hat().q).norm() > 1e-3);
}

// y = (0.1 - t, 0, 0)
class VectorRamp final : public systems::LeafSystem {
 public:
  VectorRamp() : LeafSystem("ramp") {
    y_ = DeclareVectorOutputPort("y", 3, &VectorRamp::CalcY,
                                 systems::Reads::kTime);
  }
  systems::OutputPort y() const { return y_; }

 private:
  void CalcY(const systems::LeafContext& context, VectorXd* y) const {
    *y = (0.1 - context.time()) * Vector3d::UnitX();
  }
  systems::OutputPort y_;
};

// A box that spins about where a damper holds it: no force acts on it yet, and
// it flies. What an attempt makes of the damper's
// slope is no reason that the next one does not.
TEST_CASE(
    "Step doubling: an attempt after another -> as if it were the first") {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int box = builder.AddBody(
      "box", {.mass = 1, .I_Bcm = Vector3d(2, 3, 4).asDiagonal()});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const multibody::ForceElement& damper =
      diagram.AddSystem<multibody::SpringDamper>(
          "damper", model, multibody::BodyPoint{.body = box},
          multibody::BodyPoint{.body = 0, .p_BoP_B = {0, 0, 1}},
          multibody::SpringDamperParameters{.free_length = 1, .damping = 1e4});
  ConnectForces(plant, {&damper}, &diagram);
  PlantDiagram subject = test::Finish(std::move(diagram), plant);
  VectorXd v = VectorXd::Zero(6);
  v.head<3>() << 1, 3, -2;
  plant.SetVelocities(&subject.context, v);
  const Attempted once(subject, 0.05);
  Attempted twice(subject, 0.1);
  systems::Context context = subject.context;
  SchemeMemory memory = {twice.first.MakeMemory(), twice.second.MakeMemory()};
  REQUIRE_FALSE(twice.step.Attempt(0.05, &twice.start, &memory, &context));
  CHECK(once.start.problem.cliques[0].flies);
  CHECK(twice.start.problem.cliques[0].flies);
  CHECK(twice.x1().q == once.x1().q);
  CHECK(twice.x1().v == once.x1().v);
}

// F = 1 N/s (h - t) on 1 kg gives v_hat = 0, v_two = h^2 / 4 and h^2 / 2. It
// does more than by its values at the ends of both halves, of which
// energy_weight.h would blame contact.
TEST_CASE("Step doubling: a force falls on what touches nothing -> theta 1") {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int box =
      builder.AddBody("box", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const std::shared_ptr<const test::Model> model = std::move(builder).Build();
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<test::MultibodyPlant>(model);
  const auto& push = diagram.AddSystem<multibody::AppliedForce>(
      "push", model, multibody::BodyPoint{.body = box});
  const auto& ramp = diagram.AddSystem<VectorRamp>();
  diagram.Connect(ramp.y(), push.force_input());
  ConnectForces(plant, {&push}, &diagram);
  const PlantDiagram subject = test::Finish(std::move(diagram), plant);
  const double h = 0.1;
  const Attempted pushed(subject, h);
  CHECK(pushed.x_hat().v[3] == Approx(0).margin(1e-12));
  CHECK(pushed.x1().v[3] == Approx(h * h / 2));
}

}  // namespace
}  // namespace tactus::integrators
