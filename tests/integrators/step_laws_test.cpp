// Laws of mechanics, written once and asked of every step function. Where a
// method is excepted, the test says so and why.
#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "integrators/penalty_step.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::ComFreeOptions;
using contact::CondOptions;
using multibody::Model;
using multibody::ModelBuilder;
using test::Stepping;

struct Method {
  std::string name;
  std::function<std::unique_ptr<StepFunction>()> make;
  /// Sliding friction: the force lies in a cone about the normal force of the
  /// end of the step (kNow), or of its start (kLagged: ICF, eq. (8) of
  /// [Kurtz25]), or there is none.
  enum class Cone { kNow, kLagged, kNone } cone = Cone::kNow;
  /// The friction cone is round. ComFree's is a pyramid, whose edges are along
  /// the contact frame's axes, which nothing ties to the scene.
  bool is_isotropic = true;
  double most_penetration = 1e-3;  ///< Of a resting cube [m].
  /// Impulses act at the positions that the step starts from. Dojo's act where
  /// it ends, and keep the discrete angular momentum (dojo_step_test.cpp).
  bool acts_at_start = true;
  /// Which of two boxes that fly a normal turns with, Dojo decides by their
  /// order.
  bool knows_no_order = true;
};

const CondOptions kTight{.residual = 1e-9};
const CondOptions kTightProximal{
    .projection = contact::ConeProjection::kProximal, .residual = 1e-9};

std::vector<Method> Methods() {
  const auto comfree = [](const ComFreeOptions& options) {
    return [options] {
      return std::make_unique<ComFreeStep>(options);
    };
  };
  // What COND's and Dojo's impulses miss of the contact law, up to the
  // residual, is seen where frames and orders are compared.
  const auto dojo = [] {
    DojoOptions options;
    options.complementarity = 1e-7;
    return std::make_unique<DojoStep>(options);
  };
  const auto cond = [](contact::ConeProjection projection) {
    return [projection] {
      return std::make_unique<CondStep>(
          CondOptions{.projection = projection, .residual = 1e-9});
    };
  };
  return {{.name = "icf",
           .make = [] { return std::make_unique<IcfStep>(); },
           .cone = Method::Cone::kLagged},
          {.name = "comfree", .make = comfree({}), .is_isotropic = false},
          // Refined contact leaves no overlap, and would flicker without a
          // margin.
          {.name = "comfree, refined",
           .make = comfree({.margin = 1e-3, .refinement_iterations = 8}),
           .is_isotropic = false},
          {.name = "comfree, refined, masses split",
           .make = comfree({.margin = 1e-3,
                            .refinement_iterations = 8,
                            .mass_splitting = true}),
           .is_isotropic = false},
          {.name = "dojo",
           .make = dojo,
           .acts_at_start = false,
           .knows_no_order = false},
          {.name = "cond", .make = cond(contact::ConeProjection::kStrict)},
          {.name = "cond, proximal",
           .make = cond(contact::ConeProjection::kProximal)},
          // Their impulses miss of the contact law what COND's do.
          {.name = "pgs",
           .make =
               [] {
                 return std::make_unique<PgsStep>(kTight);
               }},
          {.name = "pgs, proximal",
           .make =
               [] {
                 return std::make_unique<PgsStep>(kTightProximal);
               }},
          {.name = "apgd",
           .make =
               [] {
                 return std::make_unique<ApgdStep>(kTight);
               }},
          {.name = "apgd, proximal",
           .make =
               [] {
                 return std::make_unique<ApgdStep>(kTightProximal);
               }},
          {.name = "penalty",
           .make = [] { return std::make_unique<test::PenaltyStep>(); },
           .cone = Method::Cone::kNone}};
}

/// How the parts of a scene are placed and in which order they are added.
struct Placement {
  RigidTransform X = RigidTransform::Identity();
  bool reversed = false;
  double friction = 0.5;
};

/// A heap without ground or gravity: nine solids in a lattice of touching
/// neighbours, all moving at random.
class Heap {
 public:
  explicit Heap(const Placement& placement, double gap = -1e-3) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto next = [&] {
      return uniform(generator);
    };
    ModelBuilder builder;
    builder.set_gravity(placement.X.linear() * Vector3d(0.1, -0.2, 0));
    struct Part {
      std::string name;
      contact::Shape shape;
      RigidTransform X_WB;
      Vector6d V;
    };
    std::vector<Part> parts;
    for (int i = 0; i < 9; ++i) {
      Part part{.name = "body" + std::to_string(i),
                .shape = contact::Sphere{0.1},
                .X_WB = RigidTransform::Identity(),
                .V = {}};
      if (i % 3 == 1) part.shape = contact::Box{Vector3d::Constant(0.1)};
      const double apart = 0.2 + gap;
      part.X_WB.translation() = apart * Vector3d(i % 3, i / 3, 0) +
                                1e-4 * Vector3d(next(), next(), 0);
      for (int k = 0; k < 6; ++k) part.V[k] = 0.3 * next();
      parts.push_back(part);
    }
    if (placement.reversed) std::reverse(parts.begin(), parts.end());
    for (const Part& part : parts) {
      const auto inertia = multibody::MakeSolidInertia(
          part.shape, 1000, RigidTransform::Identity());
      const int body = builder.AddBody(part.name, inertia);
      builder.AddGeometry(
          {.name = part.name,
           .body = body,
           .shape = part.shape,
           .material = {.stiffness = 2e4,
                        .dissipation = 10,
                        .static_friction = placement.friction,
                        .dynamic_friction = placement.friction}});
      builder.SetDefaultPose(body, placement.X * part.X_WB);
    }
    stepping = std::make_unique<Stepping>(std::move(builder).Build());
    for (const Part& part : parts) {
      auto V = VelocityOf(part.name);
      V.head<3>() = placement.X.linear() * part.V.head<3>();
      V.tail<3>() = placement.X.linear() * part.V.tail<3>();
    }
  }

  Eigen::VectorBlock<VectorXd, 6> VelocityOf(const std::string& body) {
    const Model& model = stepping->model();
    return stepping->v.segment<6>(
        model.joints()[model.BodyIndex(body) - 1].v_start);
  }

  /// About the world's origin.
  Vector6d CalcMomentum() const {
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    multibody::CalcPositionKinematics(stepping->model(), stepping->q,
                                      &position);
    multibody::CalcVelocityKinematics(stepping->model(), position, stepping->v,
                                      &velocity);
    return multibody::CalcMomentum(stepping->model(), position, velocity,
                                   Vector3d::Zero());
  }

  std::unique_ptr<Stepping> stepping;
};

// dp/dt = m g for linear momentum, to round-off.
TEST_CASE("Step laws: contacts in a heap -> linear momentum by weight alone") {
  for (const Method& method : Methods()) {
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
  for (const Method& method : Methods()) {
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

TEST_CASE("Step laws: contacts in a heap -> push, with friction in its cone") {
  for (const Method& method : Methods()) {
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
          case Method::Cone::kNow:
            CHECK(friction <= 0.5 * f_C.z() + 1e-12);
            break;
          case Method::Cone::kLagged:
            // To 2 % of the normal force of the same step, or 1e-6 m/s.
            CHECK(friction <= 1.03 * points[c].friction * f_C.z() +
                                  1e-6 / (1e-3 * points[c].inverse_mass));
            break;
          case Method::Cone::kNone:
            CHECK(friction <= 1e-12 * f_C.z());
        }
      }
    }
    CHECK((most > 1) == (method.cone != Method::Cone::kNone));
  }
}

// Without overlap at the start nothing is stored that a contact could give
// back: it can only take kinetic energy away. (With overlap, springs return
// what they hold.)
TEST_CASE("Step laws: contacts without overlap -> no energy gained") {
  for (const Method& method : Methods()) {
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
  for (const Method& method : Methods()) {
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

// The same heap elsewhere, and turned; turned with friction only where the cone
// is round.
TEST_CASE("Step laws: a heap moved and turned -> the same motion") {
  RigidTransform moved = RigidTransform::Identity();
  moved.translation() << 1, -2, 0.5;
  RigidTransform turned = moved;
  turned.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, -2).normalized()));
  for (const Method& method : Methods()) {
    INFO(method.name);
    for (const RigidTransform& X : {moved, turned}) {
      const bool rotates = !X.linear().isIdentity();
      const double friction = rotates && !method.is_isotropic ? 0 : 0.5;
      Heap here({.friction = friction});
      Heap there({.X = X, .friction = friction});
      const auto function = method.make();
      for (int i = 0; i < 5; ++i) {
        here.stepping->Step(function.get(), 1e-3);
        there.stepping->Step(function.get(), 1e-3);
      }
      for (int i = 0; i < 9; ++i) {
        const std::string name = "body" + std::to_string(i);
        const Vector6d V = here.VelocityOf(name),
                       V_there = there.VelocityOf(name);
        CHECK((X.linear() * V.head<3>() - V_there.head<3>()).norm() < 2e-7);
        CHECK((X.linear() * V.tail<3>() - V_there.tail<3>()).norm() < 2e-7);
      }
    }
  }
}

TEST_CASE("Step laws: bodies in reverse order -> the same motion") {
  for (const Method& method : Methods()) {
    if (!method.knows_no_order) continue;
    INFO(method.name);
    Heap forward({}), backward({.reversed = true});
    const auto function = method.make();
    for (int i = 0; i < 5; ++i) {
      forward.stepping->Step(function.get(), 1e-3);
      backward.stepping->Step(function.get(), 1e-3);
    }
    for (int i = 0; i < 9; ++i) {
      const std::string name = "body" + std::to_string(i);
      CHECK((forward.VelocityOf(name) - backward.VelocityOf(name)).norm() <
            2e-7);
    }
  }
}

TEST_CASE("Step laws: a step again, after another problem -> the same bits") {
  for (const Method& method : Methods()) {
    INFO(method.name);
    Heap heap({});
    const auto function = method.make();
    systems::Value memory = function->MakeMemory();
    for (int i = 0; i < 3; ++i)
      heap.stepping->Step(function.get(), 1e-3, &memory);
    const VectorXd q = heap.stepping->q, v = heap.stepping->v;
    const systems::Value saved = memory;
    const StepResult once = heap.stepping->Step(function.get(), 1e-3, &memory);

    // Another problem in between, and another copy of the method.
    Heap other({.reversed = true, .friction = 0.3});
    other.stepping->Step(function.get(), 5e-3);
    const auto copy = method.make();
    for (StepFunction* each : {function.get(), copy.get()}) {
      heap.stepping->q = q;
      heap.stepping->v = v;
      systems::Value restored = saved;
      const StepResult again = heap.stepping->Step(each, 1e-3, &restored);
      CHECK(again.q == once.q);
      CHECK(again.v == once.v);
      CHECK(again.forces_W == once.forces_W);
    }
  }
}

}  // namespace
}  // namespace tactus::integrators
