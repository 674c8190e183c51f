#include "tactus/apps/commands/dynamics_json.h"

#include <vector>

#include <Eigen/Cholesky>

#include "tactus/apps/run/report.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/fluid_forces.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;
using multibody::Model;

Json ToJson(const VectorXd& values) {
  return std::vector<double>(values.begin(), values.end());
}

Json MakeRows(const MatrixXd& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) {
    rows.push_back(ToJson(matrix.row(i)));
  }
  return rows;
}

Json MakeBodyPoses(const Model& model,
                   const multibody::PositionKinematics& position) {
  Json poses = Json::object();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const multibody::Body& body = model.bodies()[i];
    if (!body.is_virtual) poses[body.name] = MakePoseJson(position.X_WB[i]);
  }
  return poses;
}

}  // namespace

Json MakeDynamicsJson(const Model& model, const JointState& state) {
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(model, state.q, &position);
  CalcVelocityKinematics(model, position, state.v, &velocity);
  const MatrixXd M = CalcMassMatrix(model, position);
  VectorXd bias;
  CalcBias(model, position, velocity, &bias);
  VectorXd passive = VectorXd::Zero(model.num_velocities());
  AddJointSpringForces(model, state.q, &passive);
  AddJointDampingForces(model, state.v, &passive);
  AddTendonForces(model, state.q, state.v, &passive);
  multibody::FluidForces fluid(model);
  for (const auto& part : fluid.Calc(position, velocity))
    AddPartForce(model, position, part, &passive);
  const VectorXd vdot = M.ldlt().solve(passive - bias);
  const MatrixXd T = CalcVelocityAxes(model);
  return {{"velocity_names", VelocityNames(model)},
          {"mass_matrix", MakeRows(T * M * T.transpose())},
          {"bias", ToJson(T * bias)},
          {"passive_forces", ToJson(T * passive)},
          {"accelerations", ToJson(T * vdot)},
          {"body_poses", MakeBodyPoses(model, position)}};
}

}  // namespace tactus::apps
