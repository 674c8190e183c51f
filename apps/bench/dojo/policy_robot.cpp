#include "tactus/apps/bench/dojo/policy_robot.h"

#include <algorithm>
#include <utility>

#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::dojo {
namespace {

using multibody::Joint;
using multibody::Model;

constexpr double kStep = 0.05;           // [s]
constexpr double kKappa = 1e-4;          // Of rollouts.
constexpr double kGradientKappa = 3e-4;  // As in the paper.

const DrivenHinge* FindHinge(std::span<const DrivenHinge> hinges,
                             const Joint& joint) {
  const auto found = std::ranges::find_if(
      hinges, [&](const DrivenHinge& h) { return joint.name == h.name; });
  return found == hinges.end() ? nullptr : &*found;
}

MatrixXd MakeInput(const Model& model, std::span<const DrivenHinge> hinges) {
  MatrixXd input = MatrixXd::Zero(model.num_velocities(), std::ssize(hinges));
  for (const Joint& joint : model.joints()) {
    if (const DrivenHinge* hinge = FindHinge(hinges, joint))
      input(joint.v_start, hinge - hinges.data()) = hinge->gear;
  }
  return input;
}

}  // namespace

contact::Material MakePolicyMaterial(double friction) {
  return examples::MakePairMaterial(1e5, 10, friction, 1e-4);
}

void AddRobot(const Model& robot, std::span<const DrivenHinge> hinges,
              const std::function<void(Joint*)>& adapt,
              const contact::Material& material,
              multibody::ModelBuilder* builder) {
  for (const multibody::Body& body : robot.bodies().subspan(1))
    builder->AddBody(body.name, body.inertia, body.is_virtual);
  for (Joint joint : robot.joints()) {
    if (const DrivenHinge* hinge = FindHinge(hinges, joint)) {
      joint.stiffness = hinge->stiffness;
      joint.damping = hinge->damping;
      joint.dry_friction = 0;
      joint.default_position = hinge->start;
      joint.lower = hinge->lower;
      joint.upper = hinge->upper;
    }
    if (adapt) adapt(&joint);
    builder->AddJoint(std::move(joint));
  }
  examples::AddFixed(builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
}

examples::PolicyTask MakePolicyTask(std::shared_ptr<const Model> model,
                                    std::span<const DrivenHinge> hinges,
                                    int horizon, std::span<const int> hidden,
                                    double speed_unit) {
  const int nv = model->num_velocities();
  examples::PolicyTask task;
  task.step = kStep;
  task.horizon = horizon;
  task.method = {.kappa = kKappa, .gradient_kappa = kGradientKappa};
  task.q0 = model->default_positions();
  task.v0 = VectorXd::Zero(nv);
  task.input = MakeInput(*model, hinges);
  for (int i = 0; i < 2 * nv; ++i) {
    if (std::ranges::find(hidden, i) == hidden.end())
      task.observed.push_back(i);
  }
  task.units = VectorXd::Ones(std::ssize(task.observed));
  task.units.tail(nv).setConstant(speed_unit);
  task.model = std::move(model);
  return task;
}

}  // namespace tactus::apps::dojo
