// Laws of mechanics, written once and asked of every step function. Where a
// method is excepted, the test says so and why.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "integrators/heap.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::Model;
using multibody::ModelBuilder;
using test::Heap;
using test::NamedStepFunction;
using test::NamedStepFunctions;
using test::Stepping;

// dp/dt = m g for linear momentum, to round-off.
TEST_CASE("Step laws: contacts in a heap -> linear momentum by weight alone") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    Heap heap({});
    const auto function = method.make();
    double mass = 0;
    for (const multibody::Body& body : heap.stepping->model().bodies())
      mass += body.inertia.mass;
    std::size_t most_contacts = 0;
    for (int i = 0; i < 20; ++i) {
      const Vector3d before = heap.CalcMomentum().tail<3>();
      const double h = 1e-3;
      heap.stepping->Step(function.get(), h);
      const Vector3d change = heap.CalcMomentum().tail<3>() - before;
      const Vector3d expected = h * mass * Vector3d(0.1, -0.2, 0);
      CHECK((change - expected).norm() < 1e-12 * mass);
      most_contacts =
          std::max(most_contacts, heap.stepping->problem().points.size());
    }
    CHECK(most_contacts >= 12);
  }
}

// The impulses' moments cancel at the contact point: with positions held,
// M (v1 - v0) + h k0 has no moment about any point.
TEST_CASE("Step laws: contacts in a heap -> no angular momentum") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    if (!method.acts_at_start) continue;
    INFO(method.name);
    Heap heap({});
    const auto function = method.make();
    const VectorXd q0 = heap.stepping->q;
    const StepResult result = heap.stepping->Step(function.get(), 1e-3);
    const contact::VelocityProblem& problem = heap.stepping->problem();
    const Model& model = heap.stepping->model();
    Vector3d moment = Vector3d::Zero();
    double scale = 0;
    for (std::size_t c = 0; c < problem.cliques.size(); ++c) {
      const contact::Clique& clique = problem.cliques[c];
      const Vector6d impulse =
          clique.M *
              (result.step_velocity() - problem.v0).segment<6>(clique.v_start) +
          1e-3 * problem.k0.segment<6>(clique.v_start);
      const int body = model.trees()[c].first_body;
      const Vector3d p_WB = q0.segment<3>(model.joints()[body - 1].q_start);
      moment += impulse.head<3>() + p_WB.cross(impulse.tail<3>());
      scale += impulse.norm();
    }
    CHECK(scale > 0.1);
    CHECK(moment.norm() < 1e-12 * scale);
  }
}

// The normals that a contact's may be at the end of a step: it turns with one
// of both bodies, or with the line between balls.
std::vector<Vector3d> NormalsAtEnd(const Vector3d& n, std::array<int, 2> bodies,
                                   const multibody::PositionKinematics& start,
                                   const multibody::PositionKinematics& end) {
  std::vector<Vector3d> normals;
  for (const int b : bodies) {
    normals.push_back(end.X_WB[b].linear() *
                      start.X_WB[b].linear().transpose() * n);
  }
  const auto line = [&](const multibody::PositionKinematics& at) -> Vector3d {
    return (at.X_WB[bodies[1]].translation() - at.X_WB[bodies[0]].translation())
        .normalized();
  };
  if ((line(start) - n).norm() < 1e-9) normals.push_back(line(end));
  return normals;
}

// Dojo's cones are about the normals where a step ends.
TEST_CASE("Step laws: friction of steps that act at their end -> in its cone") {
  const double gap = GENERATE(-1e-3, 1e-5);
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    if (method.acts_at_start) continue;
    INFO(method.name);
    Heap heap({}, gap);
    const auto function = method.make();
    multibody::PositionKinematics start, end;
    double most = 0;
    for (int i = 0; i < 10; ++i) {
      CalcPositionKinematics(heap.stepping->model(), heap.stepping->q, &start);
      const StepResult& result = heap.stepping->Step(function.get(), 1e-3);
      REQUIRE(heap.stepping->failure() == "");
      CalcPositionKinematics(heap.stepping->model(), heap.stepping->q, &end);
      const contact::VelocityProblem& problem = heap.stepping->problem();
      for (const contact::ContactPatch& patch : problem.patches) {
        const std::array<int, 2> bodies = {problem.bodies[patch.body_a].id,
                                           problem.bodies[patch.body_b].id};
        for (int k = 0; k < patch.num_points; ++k) {
          const int c = patch.first_point + k;
          const Vector3d& f_W = result.forces_W[c];
          double excess = kInfinity;
          for (const Vector3d& n : NormalsAtEnd(problem.points[c].R_WC.col(2),
                                                bodies, start, end)) {
            const double friction = (f_W - n.dot(f_W) * n).norm();
            excess = std::min(excess, friction - 0.5 * n.dot(f_W));
            most = std::max(most, friction);
          }
          CHECK(excess <= 1e-12);
        }
      }
    }
    CHECK(most > 1);
  }
}

TEST_CASE("Step laws: contacts in a heap -> push, with friction in its cone") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    Heap heap({});
    const auto function = method.make();
    double most = 0;
    for (int i = 0; i < 10; ++i) {
      const StepResult& result = heap.stepping->Step(function.get(), 1e-3);
      const auto& points = heap.stepping->problem().points;
      REQUIRE(result.forces_W.size() == points.size());
      for (std::size_t c = 0; c < points.size(); ++c) {
        const Vector3d f_C = points[c].R_WC.transpose() * result.forces_W[c];
        const double friction = f_C.head<2>().norm();
        CHECK(f_C.z() >= -1e-12);
        most = std::max(most, friction);
        switch (method.cone) {
          case NamedStepFunction::Cone::kNow:
            if (method.acts_at_start) CHECK(friction <= 0.5 * f_C.z() + 1e-12);
            break;
          case NamedStepFunction::Cone::kLagged:
            // To 2 % of the normal force of the same step, or 1e-6 m/s.
            CHECK(friction <= 1.03 * points[c].friction * f_C.z() +
                                  1e-6 / (1e-3 * points[c].inverse_mass));
            break;
          case NamedStepFunction::Cone::kNone:
            CHECK(friction <= 1e-12 * f_C.z());
        }
      }
    }
    CHECK((most > 1) == (method.cone != NamedStepFunction::Cone::kNone));
  }
}

// Without overlap at the start nothing is stored that a contact could give
// back: it can only take kinetic energy away. (With overlap, springs return
// what they hold.)
TEST_CASE("Step laws: contacts without overlap -> no energy gained") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    for (double h : {1e-4, 1e-3, 1e-2}) {
      // A hair's breadth of overlap, so that contacts are found.
      Heap heap({}, -1e-4 * h);
      heap.stepping->inputs.generalized_force = VectorXd::Zero(9 * 6);
      const auto function = method.make();
      const auto kinetic = [&](const VectorXd& v) {
        double energy = 0;
        for (const auto& clique : heap.stepping->problem().cliques) {
          const auto part = v.segment(clique.v_start, clique.nv);
          energy += 0.5 * part.dot(clique.M * part);
        }
        return energy;
      };
      const VectorXd v0 = heap.stepping->v;
      const StepResult& result = heap.stepping->Step(function.get(), h);
      // Without contact the step would end here.
      VectorXd free = v0;
      for (const auto& clique : heap.stepping->problem().cliques) {
        free.segment<6>(clique.v_start) -=
            h * clique.M.llt().solve(
                    heap.stepping->problem().k0.segment<6>(clique.v_start));
      }
      CHECK(kinetic(result.v) <= kinetic(free) * (1 + 1e-9));
    }
  }
}

TEST_CASE("Step laws: a cube on the ground -> rests, carried by its weight") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    ModelBuilder builder;
    const contact::Box cube{Vector3d::Constant(0.05)};
    const int body = builder.AddBody(
        "cube",
        multibody::MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = "cube", .body = body, .shape = cube, .material = {}});
    builder.AddGeometry({.name = "ground",
                         .body = 0,
                         .shape = contact::HalfSpace{},
                         .material = {}});
    Stepping stepping(std::move(builder).Build());
    stepping.q[2] = 0.05;
    const auto function = method.make();
    systems::Value memory = function->MakeMemory();
    for (int i = 0; i < 2000; ++i) stepping.Step(function.get(), 2e-3, &memory);
    CHECK(stepping.v.norm() < 1e-8);
    const VectorXd before = stepping.q;
    for (int i = 0; i < 500; ++i) stepping.Step(function.get(), 2e-3, &memory);
    CHECK((stepping.q - before).norm() < 1e-8);
    CHECK(stepping.q[2] > 0.05 - method.most_penetration);
    double force = 0;
    for (const Vector3d& f : stepping.result().forces_W) force += f.z();
    CHECK(force == Approx(9.81).epsilon(1e-6));  // reported as it acts
  }
}

}  // namespace
}  // namespace tactus::integrators
