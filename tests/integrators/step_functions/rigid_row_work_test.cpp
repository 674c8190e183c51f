#include "tactus/integrators/step_functions/rigid_row_work.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "integrators/constraints/mechanisms.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {
namespace {

using contact::VelocityProblem;
using multibody::ConstraintType;
using test::At;
using test::ModelBuilder;

/// Four bodies: a and b share a ball, c has one to the world, and d a rod and a
/// spring.
struct Tied {
  std::shared_ptr<const multibody::Model> model;
  VelocityProblem problem;

  Tied() {
    ModelBuilder parts;
    for (int i = 0; i < 4; ++i) {
      const int body =
          parts.AddBody(std::string(1, static_cast<char>('a' + i)),
                        {.mass = 1.0 + i,
                         .p_BoBcm = {0.02, -0.01, 0.03},
                         .I_Bcm = Vector3d(0.02, 0.03, 0.04).asDiagonal()});
      parts.SetDefaultPose(body, At({0.3 * i, 0.1, 0}));
    }
    const auto add = [&](ConstraintType type, int a, int b, double k) {
      parts.AddConstraint(
          {.name = "tie" + std::to_string(k) + "_" + std::to_string(b),
           .type = type,
           .body_a = a,
           .body_b = b,
           .X_AP = At({0.1, 0, 0}),
           .X_BQ = At({-0.1, 0.05, 0}),
           .distance = type == ConstraintType::kDistance ? 0.2 : 0,
           .stiffness = k});
    };
    const double rigid = std::numeric_limits<double>::infinity();
    add(ConstraintType::kBall, 1, 2, rigid);
    add(ConstraintType::kBall, 0, 3, rigid);
    add(ConstraintType::kDistance, 0, 4, rigid);
    add(ConstraintType::kDistance, 0, 4, 7);
    model = std::move(parts).Build();
    multibody::VelocityProblemBuilder builder(
        model, multibody::MakeCollisionEngine(*model));
    builder.Build(model->default_positions(), VectorXd::LinSpaced(24, -1, 2),
                  {}, &problem);
    REQUIRE(problem.constraint_rows.size() == 8);
  }

  // M^-1 h G' f: what forces along rows add to v0 in a step of h.
  VectorXd CalcChange(double h, const std::vector<double>& forces) const {
    VectorXd change = VectorXd::Zero(24);
    for (const auto& constraint : problem.constraints) {
      for (int i = 0; i < constraint.num_rows; ++i) {
        const int index = constraint.first_row + i;
        const Vector6d F =
            h * forces[index] * problem.constraint_rows[index].row;
        change.segment<6>(6 * (problem.bodies[constraint.body_b].clique)) += F;
        const int a = problem.bodies[constraint.body_a].clique;
        if (a < 0) continue;
        change.segment<6>(6 * a) -= F;
        change.segment<3>(6 * a) -= constraint.p_AoBo_W.cross(F.tail<3>());
      }
    }
    for (const auto& clique : problem.cliques) {
      auto part = change.segment<6>(clique.v_start);
      part = clique.M.llt().solve(VectorXd(part));
    }
    return change;
  }
  double CalcKinetic(int clique, const VectorXd& v) const {
    const auto part = v.segment<6>(6 * clique);
    return part.dot(problem.cliques[clique].M * part) / 2;
  }
  // At 5e-2 [m/s and rad/s] along each velocity.
  double CalcSlow(int clique) const {
    return 2.5e-3 / 2 * problem.cliques[clique].M.trace();
  }
};

// What the rows do is what bodies have more of, group by group.
TEST_CASE("RigidRowWork: forces along rows -> what the bodies gain") {
  const Tied tied;
  const std::vector<double> forces = {3, -2, 4, 5, 1, -3, 6, 0};
  const double h = 0.1;
  RigidRowWork work;
  work.Reset(tied.problem);
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> along;
    for (const double force : forces) along.push_back(sign * force);
    const VectorXd& v0 = tied.problem.v0;
    const VectorXd v1 = v0 + tied.CalcChange(h, along);
    work.Calc(tied.problem, h, v1, along);
    const auto gain = [&](const std::vector<int>& cliques) {
      double before = 0, after = 0, slow = 0;
      for (const int c : cliques) {
        before += tied.CalcKinetic(c, v0);
        after += tied.CalcKinetic(c, v1);
        slow += tied.CalcSlow(c);
      }
      return std::max(0.0, (after - before) / (after + slow));
    };
    CHECK(gain({0, 1}) != gain({2}));
    CHECK(work.CalcGain(0) == Approx(gain({0, 1})).epsilon(1e-9));
    CHECK(work.CalcGain(1) == Approx(gain({2})).epsilon(1e-9));
    CHECK(work.CalcGain(2) == Approx(gain({3})).epsilon(1e-9));
  }
}

// A spring gives and takes; nothing of it is a rigid row's.
TEST_CASE("RigidRowWork: a spring -> none") {
  const Tied tied;
  std::vector<double> forces(8, 0.0);
  forces[7] = 10;
  RigidRowWork work;
  work.Reset(tied.problem);
  work.Calc(tied.problem, 0.1, tied.problem.v0 + tied.CalcChange(0.1, forces),
            forces);
  for (int i = 0; i < 4; ++i) CHECK(work.CalcGain(i) == 0);
}

// From rest to 1e-3 m/s: what a load makes of its rows is no gain.
TEST_CASE("RigidRowWork: what rests -> a share of slow motion") {
  Tied tied;
  tied.problem.v0.setZero();
  std::vector<double> forces(8, 0.0);
  forces[6] = 1;
  const VectorXd v1 = tied.CalcChange(1e-2, forces);
  RigidRowWork work;
  work.Reset(tied.problem);
  work.Calc(tied.problem, 1e-2, v1, forces);
  const double kinetic = tied.CalcKinetic(3, v1);
  CHECK(work.CalcGain(2) == Approx(kinetic / (kinetic + tied.CalcSlow(3))));
  CHECK(work.CalcGain(2) > 0);
  CHECK(work.CalcGain(2) < 5e-2);
}

// Of a and b, which were put back all of their way, half of it, and further on;
// c and d stay as they are.
TEST_CASE("RigidRowWork: positions put back -> velocities with them") {
  const Tied tied;
  const double h = 0.01;
  const VectorXd v1 = VectorXd::LinSpaced(24, 1, -2);
  RigidRowWork work;
  work.Reset(tied.problem);
  work.Calc(tied.problem, h, v1, std::vector<double>(8, 0.0));
  for (const double share : {-2.0, -1.0, -0.5, -1e-3, 0.5}) {
    VectorXd moved = VectorXd::Zero(24), v = v1;
    moved.head<12>() = share * h * v1.head<12>();
    std::vector<bool> is_braked;
    work.TakeBack(tied.problem, h, moved, &v, &is_braked);
    const double left = 1 + std::clamp(share, -1.0, 0.0);
    CHECK((v.head<12>() - left * v1.head<12>()).norm() < 1e-13);
    CHECK(v.tail<12>() == v1.tail<12>());
    if (share < -0.1) {
      CHECK(is_braked == std::vector<bool>{true, true, false, false});
    } else {
      CHECK(is_braked.empty());
    }
  }
}

TEST_CASE("RigidRowWork: a constraint -> marks what it ties") {
  const Tied tied;
  RigidRowWork work;
  work.Reset(tied.problem);
  std::vector<bool> is_marked;
  work.MarkGroup(0, &is_marked);
  CHECK(is_marked == std::vector<bool>{true, true, false, false});
  work.MarkGroup(2, &is_marked);
  CHECK(is_marked == std::vector<bool>{true, true, false, true});
}

}  // namespace
}  // namespace tactus::integrators
