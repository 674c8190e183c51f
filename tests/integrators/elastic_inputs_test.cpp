#include <memory>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/elastic/tetrahedral_mesh.h"
#include "tactus/systems/simulator.h"

// Controllers of a plant that holds an elastic body: what they make of the
// joints' velocities is taken implicitly, what of the many nodes' at v0.
namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using systems::LeafContext;

constexpr double kMass = 2, kStep = 0.01;             // [kg], [s]
constexpr double kStiffness = 4000, kDamping = 400;   // Of the controller.
constexpr double kTarget = 0.1, kBlockHeight = 10.0;  // [m]

/// u = -k (q - target) - d v of the first joint; counts how often it is asked.
class Regulator final : public systems::LeafSystem {
 public:
  Regulator(int num_positions, int size, std::shared_ptr<long> count)
      : LeafSystem("regulator"),
        num_positions_(num_positions),
        count_(std::move(count)) {
    state_ = DeclareVectorInputPort("state", size);
    DeclareVectorOutputPort("u", 1, &Regulator::CalcOutput,
                            systems::Reads::kInputs);
  }
  systems::InputPort state_input() const { return state_; }

 private:
  void CalcOutput(const LeafContext& context, VectorXd* u) const {
    ++*count_;
    const VectorXd& x = state_.Eval(context);
    (*u)[0] = -kStiffness * (x[0] - kTarget) - kDamping * x[num_positions_];
  }

  int num_positions_;
  std::shared_ptr<long> count_;
  systems::InputPort state_;
};

std::shared_ptr<const multibody::Model> MakeSliderAndBlock(int cells) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body =
      builder.AddBody("mass", {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
  const int slide = builder.AddJoint({.name = "slide",
                                      .type = multibody::JointType::kPrismatic,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddActuator({.name = "motor", .joint = slide});
  multibody::ElasticBody block{
      .name = "block",
      .solid = std::make_shared<multibody::ElasticSolid>(
          multibody::MakeBoxMesh(Vector3d::Constant(0.05),
                                 {cells, cells, cells}),
          multibody::ElasticMaterial{.youngs_modulus = 1e4})};
  block.X_BS.translation().z() = kBlockHeight;
  builder.AddElasticBody(block);
  return std::move(builder).Build();
}

struct Result {
  double velocity{};
  long evaluations{};
};

Result StepOnce(int cells) {
  const auto model = MakeSliderAndBlock(cells);
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto count = std::make_shared<long>(0);
  const auto& regulator = builder.AddSystem<Regulator>(
      model->num_positions(), model->num_positions() + model->num_velocities(),
      count);
  builder.Connect(plant.state_output(), regulator.state_input());
  builder.Connect(regulator.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<FixedStep>(std::make_unique<CondStep>(), kStep);
  simulator.Initialize();
  *count = 0;
  simulator.AdvanceTo(kStep);
  return {plant.velocities(simulator.context())[0], *count};
}

// Implicit Euler of m v' = -k (q - target) - d v from rest at q = 0:
//
//     v1 = h k target / (m + h d + h^2 k).
TEST_CASE("Elastic inputs: a stiff controller of a joint -> taken implicitly") {
  const double expected =
      kStep * kStiffness * kTarget /
      (kMass + kStep * kDamping + kStep * kStep * kStiffness);
  CHECK(StepOnce(2).velocity == Approx(expected).epsilon(1e-5));
}

// 81 velocities of nodes, and 375.
TEST_CASE("Elastic inputs: more nodes -> the controller is asked as often") {
  const Result coarse = StepOnce(2), fine = StepOnce(4);
  CHECK(coarse.evaluations < 10);
  CHECK(fine.evaluations == coarse.evaluations);
}

}  // namespace
}  // namespace tactus::integrators
