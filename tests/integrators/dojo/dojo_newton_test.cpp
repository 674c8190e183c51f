// Newton's equations of a step, condensed, against the whole matrix.
#include <cmath>
#include <functional>

#include "integrators/step_once.h"
#include "multibody/random_model.h"
#include "support/allocation_counter.h"
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tactus/contact/islands.h"
#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using multibody::test::Random;
using test::Stepping;
using ModelPtr = std::shared_ptr<const multibody::Model>;

const contact::Material kMaterial{.static_friction = 0.6,
                                  .dynamic_friction = 0.6};

/// A model's islands, as a step of h from q and v poses them.
class Posed {
 public:
  Posed(const ModelPtr& model, VectorXd q, VectorXd v, FrictionCone cone)
      : stepping_(model) {
    stepping_.q = std::move(q);
    stepping_.v = std::move(v);
    const StepProblem step = stepping_.Prepare(&dojo_, kStep);
    FindContactFeatures({.model = step.model,
                         .position = step.position,
                         .contacts = *step.contacts,
                         .velocity = step.velocity},
                        &features_, &flipped_);
    dynamics_.Begin({.model = step.model,
                     .position = step.position,
                     .q2 = step.q0,
                     .v1 = step.velocity.v0,
                     .h1 = kStep,
                     .h = kStep});
    impulse_ = VectorXd::Zero(step.velocity.v0.size());
    data_.emplace(DojoStepData{.velocity = step.velocity,
                               .impulse = impulse_,
                               .damping = step.velocity.damping,
                               .h = kStep,
                               .mean = kStep,
                               .cone = cone});
    num_islands_ = finder_.Find(step.velocity, &islands_);
  }

  int num_islands() const { return num_islands_; }
  /// The island, near v0, and inside of its cones.
  void Build(int island, Random* random, double slack) {
    problem.Build(*data_, islands_[island], features_, &dynamics_);
    problem.SetStart(data_->velocity.v0, &x);
    x += random->Vector(static_cast<int>(x.size()), 0.1);
    problem.SetGuess(slack, &x, &z, &s);
    for (int c = 0; c < problem.cones().num_cones(); ++c) {
      const int at = problem.cones().start(c);
      z[at] *= random->Uniform(1.01, 1.3);
      s[at] *= random->Uniform(1.01, 1.3);
    }
    problem.Calc(x, z, &point);
    scaling.Set(problem.cones(), s, z);
  }

  DojoProblem problem;
  VectorXd x, z, s;
  solvers::ComplementarityProblem::Point point;
  solvers::NesterovToddScaling scaling;

 private:
  static constexpr double kStep = 0.02;

  Stepping stepping_;
  DojoStep dojo_;
  std::vector<ContactFeatures> features_;
  std::vector<bool> flipped_;
  DiscreteDynamics dynamics_;
  VectorXd impulse_;
  std::optional<DojoStepData> data_;
  contact::IslandFinder finder_;
  std::vector<contact::Island> islands_;
  int num_islands_{};
};

struct Columns {
  VectorXd E, g;
};

Columns Multiply(DojoProblem* problem, const VectorXd& dx, const VectorXd& dz) {
  Columns of;
  problem->MultiplyE(dx, dz, &of.E);
  problem->MultiplyG(dx, dz, &of.g);
  return of;
}

// What it multiplies by is the derivative of E and g.
void CheckProduct(Posed* posed, Random* random) {
  const VectorXd dx = random->Vector(static_cast<int>(posed->x.size()));
  const VectorXd dz = random->Vector(static_cast<int>(posed->z.size()));
  const Columns found = Multiply(&posed->problem, dx, dz);
  constexpr double e = 1e-6;
  solvers::ComplementarityProblem::Point plus, minus;
  posed->problem.Calc(posed->x + e * dx, posed->z + e * dz, &plus);
  posed->problem.Calc(posed->x - e * dx, posed->z - e * dz, &minus);
  const VectorXd E = (plus.E - minus.E) / (2 * e);
  const VectorXd g = (plus.g - minus.g) / (2 * e);
  CHECK((found.E - E).norm() < 1e-7 * (1 + E.norm()));
  CHECK((found.g - g).norm() < 1e-7 * (1 + g.norm()));
  posed->problem.Calc(posed->x, posed->z, &posed->point);
}

// The whole Newton matrix, column by column.
MatrixXd MakeWhole(Posed* posed) {
  const auto n = posed->x.size(), m = posed->z.size();
  MatrixXd K(n + m, n + m);
  for (Eigen::Index k = 0; k < n + m; ++k) {
    const VectorXd unit = VectorXd::Unit(n + m, k);
    const Columns column =
        Multiply(&posed->problem, unit.head(n), unit.tail(m));
    K.col(k) << column.E, column.g;
  }
  posed->scaling.AddSquare(static_cast<int>(n), static_cast<int>(n), &K);
  return K;
}

// Newton's step against the whole matrix's, as a share of its size.
double MeasureStep(Posed* posed, const MatrixXd& K, Random* random) {
  const auto n = posed->x.size(), m = posed->z.size();
  const VectorXd expected = random->Vector(static_cast<int>(n + m));
  const VectorXd rhs = K * expected;
  VectorXd dx, dz;
  posed->problem.Solve(rhs.head(n), rhs.tail(m), &dx, &dz);
  return std::max((dx - expected.head(n)).norm(),
                  (dz - expected.tail(m)).norm());
}

// Of all islands: the product, and the solution, by the core and, if it can,
// by the recursion. Returns how many islands the recursion took.
int CheckSolutions(Posed* posed, Random* random, double slack,
                   double tolerance) {
  int num_articulated = 0;
  for (int i = 0; i < posed->num_islands(); ++i) {
    posed->Build(i, random, slack);
    posed->problem.set_dense(false);
    REQUIRE(posed->problem.Factorize(posed->scaling));
    num_articulated += posed->problem.is_articulated();
    CheckProduct(posed, random);
    const MatrixXd K = MakeWhole(posed);
    CHECK(MeasureStep(posed, K, random) < tolerance);
    posed->problem.set_dense(true);
    REQUIRE(posed->problem.Factorize(posed->scaling));
    CHECK_FALSE(posed->problem.is_articulated());
    CHECK(MeasureStep(posed, K, random) < tolerance);
  }
  return num_articulated;
}

TEST_CASE("Dojo's Newton equations: random trees -> the whole matrix's step") {
  for (unsigned seed = 1; seed < 12; ++seed) {
    const auto model = multibody::test::MakeRandomModel(
        30 + seed, {.num_bodies = 8, .per_tree = 5});
    Random random(seed);
    Posed posed(model, multibody::test::MakeRandomPositions(*model, &random),
                random.Vector(model->num_velocities(), 2),
                FrictionCone::kExact);
    CHECK(CheckSolutions(&posed, &random, 1e-2, 1e-10) == posed.num_islands());
  }
}

void AddGround(ModelBuilder* builder) {
  builder->AddGeometry({.name = "ground",
                        .body = 0,
                        .shape = contact::HalfSpace{},
                        .material = kMaterial});
}

// Twelve kilograms or so, its centre at a height.
void AddBox(double height, ModelBuilder* builder) {
  const std::string name = "box" + std::to_string(height);
  const int body = builder->AddBody(
      name, {.mass = 12, .I_Bcm = Vector3d(0.1, 0.08, 0.1).asDiagonal()});
  builder->AddGeometry({.name = name,
                        .body = body,
                        .shape = contact::Box{Vector3d(0.1, 0.12, 0.1)},
                        .material = kMaterial});
  builder->SetDefaultPose(
      body, RigidTransform(Eigen::Translation3d(0.01, 0, height)));
}

// A floating body with two legs of two links, balls at their ends, on the
// ground.
ModelPtr MakeWalker(bool legs_meet) {
  ModelBuilder builder;
  Random random(4);
  AddGround(&builder);
  const int torso = builder.AddBody("torso", random.Inertia());
  for (const int side : {-1, 1}) {
    int parent = torso;
    for (const char* name : {"thigh", "shin"}) {
      const int link =
          builder.AddBody(name + std::to_string(side), random.Inertia());
      RigidTransform X_PF = RigidTransform::Identity();
      X_PF.translation() << 0, parent == torso ? 0.1 * side : 0, -0.3;
      const int joint =
          builder.AddJoint({.name = name + std::to_string(side),
                            .type = JointType::kRevolute,
                            .parent = parent,
                            .child = link,
                            .X_PF = X_PF,
                            .axis_F = Vector3d(0.3, 1, 0.1 * side).normalized(),
                            .lower = -1,
                            .upper = 1,
                            .damping = 0.3,
                            .dry_friction = 0.2,
                            .armature = 0.01});
      builder.AddActuator({.name = name + std::to_string(side),
                           .joint = joint,
                           .gain = 30,
                           .bias1 = -30,
                           .bias2 = -2,
                           .force_lower = side > 0 ? -4 : -INFINITY,
                           .force_upper = 4});
      parent = link;
    }
    RigidTransform X_BG = RigidTransform::Identity();
    X_BG.translation() << 0, legs_meet ? -0.045 * side : 0, -0.3;
    for (const double at : {-0.1, 0.1}) {
      X_BG.translation().x() = at;
      builder.AddGeometry({.name = "foot" + std::to_string(side),
                           .body = parent,
                           .X_BG = X_BG,
                           .shape = contact::Sphere{0.05},
                           .material = kMaterial});
    }
  }
  return std::move(builder).Build();
}

VectorXd PoseOf(const ModelPtr& walker) {
  VectorXd q = walker->default_positions();
  q[2] = 0.955;
  return q;
}

// What a solution moves is known where it was found, and no further.
TEST_CASE("Dojo's Newton equations: factorized elsewhere -> the rates there") {
  const ModelPtr walker = MakeWalker(false);
  Random random(3);
  Posed posed(walker, PoseOf(walker),
              random.Vector(walker->num_velocities(), 0.5),
              FrictionCone::kExact);
  posed.Build(0, &random, 1e-2);
  REQUIRE(posed.problem.Factorize(posed.scaling));
  VectorXd dx, dz, dg;
  posed.problem.Solve(posed.point.E, posed.point.g, &dx, &dz);
  posed.x += random.Vector(static_cast<int>(posed.x.size()), 3);
  posed.problem.Calc(posed.x, posed.z, &posed.point);
  REQUIRE(posed.problem.Factorize(posed.scaling));
  posed.problem.MultiplyG(dx, dz, &dg);
  const double e = 1e-6 / dx.norm();
  solvers::ComplementarityProblem::Point plus, minus;
  posed.problem.Calc(posed.x + e * dx, posed.z + e * dz, &plus);
  posed.problem.Calc(posed.x - e * dx, posed.z - e * dz, &minus);
  CHECK((dg - (plus.g - minus.g) / (2 * e)).norm() < 1e-6 * dg.norm());
}

TEST_CASE("Dojo's Newton equations: a walker on the ground -> by recursion") {
  const auto cone = GENERATE(FrictionCone::kExact, FrictionCone::kLinear,
                             FrictionCone::kNone);
  const auto [slack, tolerance] =
      GENERATE(table<double, double>({{1e-2, 1e-10}, {1e-8, 1e-5}}));
  CAPTURE(static_cast<int>(cone), slack);
  const ModelPtr walker = MakeWalker(false);
  Random random(7);
  VectorXd v = random.Vector(walker->num_velocities(), 0.5);
  Posed posed(walker, PoseOf(walker), v, cone);
  REQUIRE(posed.num_islands() == 1);
  CHECK(CheckSolutions(&posed, &random, slack, tolerance) == 1);
  CHECK(posed.problem.cones().num_cones() > 12);
}

TEST_CASE("Dojo's Newton equations: legs that meet -> by the core") {
  const ModelPtr walker = MakeWalker(true);
  Random random(8);
  Posed posed(walker, PoseOf(walker),
              random.Vector(walker->num_velocities(), 0.5),
              FrictionCone::kExact);
  REQUIRE(posed.num_islands() == 1);
  CHECK(CheckSolutions(&posed, &random, 1e-2, 1e-10) == 0);
}

// Boxes one upon the other, a coupler, a tendon and a loop.
TEST_CASE("Dojo's Newton equations: what couples trees -> by the core") {
  ModelBuilder builder;
  AddGround(&builder);
  for (const double z : {0.1, 0.3}) AddBox(z, &builder);
  Random random(9);
  std::vector<int> joints, links;
  for (int i = 0; i < 4; ++i) {
    RigidTransform X_PF = RigidTransform::Identity();
    X_PF.translation() << 2 + 0.3 * i, 0, 1;
    links.push_back(
        builder.AddBody("link" + std::to_string(i), random.Inertia()));
    joints.push_back(builder.AddJoint({.name = "joint" + std::to_string(i),
                                       .type = JointType::kRevolute,
                                       .parent = 0,
                                       .child = links.back(),
                                       .X_PF = X_PF,
                                       .axis_F = Vector3d::UnitY()}));
  }
  builder.AddCoupler(
      {.name = "gear", .joint_a = joints[0], .joint_b = joints[1]});
  builder.AddTendon({.name = "cord",
                     .terms = {{joints[2], 0.3}, {joints[3], -0.2}},
                     .stiffness = 40,
                     .damping = 1});
  const ModelPtr model = std::move(builder).Build();
  Posed posed(model, model->default_positions(),
              random.Vector(model->num_velocities(), 0.3),
              FrictionCone::kExact);
  REQUIRE(posed.num_islands() == 3);
  CHECK(CheckSolutions(&posed, &random, 1e-2, 1e-9) == 0);
}

// A step that takes more iterations allocates no more.
TEST_CASE("Dojo: iterations after the first steps -> no allocation") {
  const bool legs_meet = GENERATE(false, true);
  CAPTURE(legs_meet);
  const ModelPtr walker = MakeWalker(legs_meet);
  Random random(10);
  const VectorXd v = random.Vector(walker->num_velocities(), 0.5);
  const auto count = [&](double complementarity, long* iterations) {
    Stepping stepping(walker);
    stepping.q = PoseOf(walker);
    stepping.v = v;
    DojoStep dojo({.kappa = 1e-6, .complementarity = complementarity});
    systems::Value memory = dojo.MakeMemory();
    const StepProblem step = stepping.Prepare(&dojo, 0.01);
    StepResult result;
    dojo.Step(step, &memory, &result);
    const long allocations = tactus::test::CountAllocations(
        [&] { dojo.Step(step, &memory, &result); });
    REQUIRE_FALSE(result.report.failure);
    *iterations = result.report.total.iterations;
    return allocations;
  };
  long few = 0, many = 0;
  const long allocations = count(0.9, &few);
  CHECK(count(1e-9, &many) == allocations);
  CHECK(many > few);
  if (tactus::test::AllocationsAreCounted()) CHECK(allocations < 100);
}

}  // namespace
}  // namespace tactus::integrators
