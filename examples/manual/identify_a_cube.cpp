// Parameters of a cube from its motion: derivatives of steps, and Gauss-Newton.
//
// A cube is thrown on a table, and logged. Where its corners are, and how much
// friction there is, follows from the log: each pair of states in a row says
// what one step made of the first, and Dojo's steps know how that changes with
// any number of the model. Here the log is of a model whose numbers are known,
// so that what is found can be judged.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "tactus/examples/optimization/identification.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/model_builder.h"

using namespace tactus;
using multibody::Parameter;
using Kind = Parameter::Kind;

constexpr double kStep = 1.0 / 148;  // [s]

// A cube whose corners are small balls at +-half; the table's friction holds.
std::shared_ptr<const multibody::Model> MakeCube(double half, double mu) {
  multibody::ModelBuilder builder;
  builder.AddGeometry(
      {.name = "table",
       .body = 0,
       .shape = contact::HalfSpace{},
       .material = {
           .static_friction = mu, .dynamic_friction = mu, .priority = 1}});
  const int cube = builder.AddBody(
      "cube", {.mass = 0.37, .I_Bcm = Matrix3d(8.1e-4 * Matrix3d::Identity())});
  for (int corner = 0; corner < 8; ++corner) {
    RigidTransform X_BG = RigidTransform::Identity();
    X_BG.translation() << (corner & 1 ? half : -half),
        (corner & 2 ? half : -half), (corner & 4 ? half : -half);
    builder.AddGeometry({.name = "corner" + std::to_string(corner),
                         .body = cube,
                         .X_BG = X_BG,
                         .shape = contact::Sphere{1e-4},
                         .material = {}});
  }
  return std::move(builder).Build();
}

// Throws it, turned about x, and writes down the steps near the table.
void Toss(const std::shared_ptr<const multibody::Model>& model, double turn,
          std::vector<examples::Segment>* log) {
  integrators::ModelStepper stepper(model);
  integrators::DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  const multibody::PlantInputs inputs;
  integrators::StepResult next;
  next.q = model->default_positions();
  next.q[2] = 0.12;
  next.q.segment<2>(3) << std::cos(turn / 2), std::sin(turn / 2);
  next.v = (VectorXd(6) << 6, 2, -4, 1, 0.5, -0.5).finished();
  for (int i = 0; i < 60; ++i) {
    const VectorXd q = next.q, v = next.v;
    dojo.Step(stepper.Prepare(&dojo, {q, v, inputs}, kStep), &memory, &next);
    if (q[2] < 0.11) log->push_back({q, v, {next.q}});
  }
}

int main() {
  const auto truth = MakeCube(0.0524, 0.18);
  std::vector<examples::Segment> log;
  for (const double turn : {0.2, 1.7, 3.3, 4.9}) Toss(truth, turn, &log);

  // The table's friction, and three coordinates of each corner.
  std::vector<Parameter> parameters = {{Kind::kFriction, 0, 0}};
  for (int corner = 0; corner < 8; ++corner) {
    for (int axis = 0; axis < 3; ++axis)
      parameters.push_back({Kind::kGeometryPosition, 1 + corner, axis});
  }
  const examples::Identification found = examples::Identify(
      MakeCube(0.045, 0.4), parameters, log,
      {.step = kStep,
       .weights = (VectorXd(6) << 0.05, 0.05, 0.05, 1, 1, 1).finished()});

  double worst = 0;
  for (int i = 1; i < found.values.size(); ++i)
    worst = std::max(worst, std::abs(std::abs(found.values[i]) - 0.0524));
  std::printf("%zu steps, loss %.2g -> %.2g in %zu iterations\n", log.size(),
              found.losses.front(), found.losses.back(),
              found.losses.size() - 1);
  std::printf("mu %.4f (0.18), corners off by %.3f mm at most\n",
              found.values[0], 1e3 * worst);
  return std::abs(found.values[0] - 0.18) < 0.01 && worst < 1e-3 ? 0 : 1;
}
