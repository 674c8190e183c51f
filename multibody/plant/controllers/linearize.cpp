#include "tactus/multibody/plant/controllers/linearize.h"

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

constexpr double kStep = 1e-5;
constexpr double kAtRest = 1e-6;  // [rad/s^2, m/s^2]

/// vdot as a function of [e; v; u].
class Accelerations {
 public:
  Accelerations(std::shared_ptr<const Model> model,
                const Equilibrium& equilibrium)
      : equilibrium_(equilibrium) {
    systems::DiagramBuilder builder;
    plant_ = &builder.AddSystem<MultibodyPlant>(std::move(model));
    diagram_ = std::move(builder).Build();
    context_ = diagram_->CreateDefaultContext();
  }

  VectorXd operator()(const VectorXd& e_v_u) {
    const Model& model = plant_->model();
    const int nv = model.num_velocities();
    VectorXd q;
    IntegratePositions(model, equilibrium_.q, e_v_u.head(nv), 1, &q);
    plant_->SetPositions(&context_, q);
    plant_->SetVelocities(&context_, e_v_u.segment(nv, nv));
    context_.FixInput(
        plant_->actuation_input(),
        VectorXd(equilibrium_.u + e_v_u.tail(model.num_actuators())));
    return diagram_->EvalTimeDerivatives(*plant_, context_).tail(nv);
  }

 private:
  const Equilibrium& equilibrium_;
  const MultibodyPlant* plant_{};
  std::unique_ptr<systems::Diagram> diagram_;
  systems::Context context_;
};

}  // namespace

LinearizedModel Linearize(std::shared_ptr<const Model> model,
                          const Equilibrium& equilibrium) {
  Require(model != nullptr, "there is no model to linearise");
  const int nv = model->num_velocities(), nu = model->num_actuators();
  Require(equilibrium.q.size() == model->num_positions() &&
              equilibrium.u.size() == nu,
          "the equilibrium must have one number per position and actuator");
  Accelerations vdot(std::move(model), equilibrium);
  VectorXd x = VectorXd::Zero(2 * nv + nu);
  Require(vdot(x).lpNorm<Eigen::Infinity>() <= kAtRest,
          "the model does not stay at rest there: it is no equilibrium");

  MatrixXd slopes(nv, x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    x[j] = kStep;
    const VectorXd above = vdot(x);
    x[j] = -kStep;
    slopes.col(j) = (above - vdot(x)) / (2 * kStep);
    x[j] = 0;
  }
  LinearizedModel linear{MatrixXd::Zero(2 * nv, 2 * nv),
                         MatrixXd::Zero(2 * nv, nu)};
  linear.A.topRightCorner(nv, nv).setIdentity();
  linear.A.bottomRows(nv) = slopes.leftCols(2 * nv);
  linear.B.bottomRows(nv) = slopes.rightCols(nu);
  return linear;
}

}  // namespace tactus::multibody
