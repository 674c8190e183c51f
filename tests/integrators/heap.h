#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "integrators/penalty_step.h"
#include "integrators/step_once.h"

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

/// A heap of solids, and every step function.
namespace tactus::integrators::test {

using contact::ComFreeOptions;
using contact::CondOptions;
using multibody::Model;
using multibody::ModelBuilder;

struct NamedStepFunction {
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

inline const CondOptions kTightCond{.residual = 1e-9};
inline const CondOptions kTightProximalCond{
    .projection = contact::ConeProjection::kProximal, .residual = 1e-9};

inline std::vector<NamedStepFunction> NamedStepFunctions() {
  const auto comfree = [](const ComFreeOptions& options) {
    return [options] {
      return std::make_unique<ComFreeStep>(options);
    };
  };
  // What COND's and Dojo's impulses miss of the contact law, up to the
  // residual, is seen where frames and orders are compared.
  // Where gravity is this weak, the kappa that Dojo chooses is near round-off,
  // which then decides whether a solution is found or a larger kappa is taken.
  const auto dojo = [] {
    DojoOptions options;
    options.kappa = 1e-9;
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
           .cone = NamedStepFunction::Cone::kLagged},
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
                 return std::make_unique<PgsStep>(kTightCond);
               }},
          {.name = "pgs, proximal",
           .make =
               [] {
                 return std::make_unique<PgsStep>(kTightProximalCond);
               }},
          {.name = "apgd",
           .make =
               [] {
                 return std::make_unique<ApgdStep>(kTightCond);
               }},
          {.name = "apgd, proximal",
           .make =
               [] {
                 return std::make_unique<ApgdStep>(kTightProximalCond);
               }},
          {.name = "penalty",
           .make = [] { return std::make_unique<test::PenaltyStep>(); },
           .cone = NamedStepFunction::Cone::kNone}};
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

}  // namespace tactus::integrators::test
