#include "tactus/examples/scenes/dish_rack.h"

#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using systems::Context;
using systems::Simulator;

Simulator MakeSimulator(const SceneInstance& scene) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  return simulator;
}

RigidTransform PoseOf(const SceneInstance& scene, const Context& context,
                      std::string_view body) {
  return scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
      context)[scene.plant->model().BodyIndex(body)];
}

Vector3d CenterOf(const SceneInstance& scene, const Context& context,
                  std::string_view body) {
  const multibody::Model& model = scene.plant->model();
  return PoseOf(scene, context, body) *
         Vector3d(model.bodies()[model.BodyIndex(body)].inertia.p_BoBcm);
}

VectorXd VelocityOf(const SceneInstance& scene, const Context& context,
                    std::string_view body) {
  const multibody::Model& model = scene.plant->model();
  return scene.plant->velocities(context).segment<6>(
      model.joints()[model.JointIndex(body)].v_start);
}

bool IsIn(const Vector3d& p, const Vector3d& lower, const Vector3d& upper) {
  return (p.array() >= lower.array()).all() &&
         (p.array() <= upper.array()).all();
}

TEST_CASE("Dish rack: the start -> a level bin, nothing touches but in it") {
  for (const ContactKind kind : {ContactKind::kPoint, ContactKind::kPatch}) {
    const SceneInstance scene = MakeDishRack(kind);
    const RigidTransform bin = PoseOf(scene, scene.context, "bin");
    CHECK(bin.linear().col(2).z() == Approx(1));
    for (const std::string_view dish : kDishes) {
      const Vector3d p = bin.inverse() * CenterOf(scene, scene.context, dish);
      CHECK(IsIn(p, {-0.17, -0.13, 0.003}, {0.17, 0.13, 0.2}));
    }
    CHECK(scene.plant->pressure_solids().empty() ==
          (kind == ContactKind::kPoint));
  }
}

TEST_CASE("Dish rack: carried -> dishes rest in the bin, gains hold the arm") {
  const SceneInstance scene = MakeDishRack(ContactKind::kPatch);
  Simulator simulator = MakeSimulator(scene);
  simulator.AdvanceTo(2.6);
  const Context& now = simulator.context();
  const RigidTransform bin = PoseOf(scene, now, "bin");
  // Its load, under 3 kg at 0.9 m, and its own weight, on 1e4 N m/rad.
  CHECK(std::acos(bin.linear()(2, 2)) < 0.03);
  for (const std::string_view dish : kDishes) {
    INFO(dish);
    const Vector3d p = bin.inverse() * CenterOf(scene, now, dish);
    CHECK(IsIn(p, {-0.17, -0.13, 0.003}, {0.17, 0.13, 0.15}));
    CHECK(VelocityOf(scene, now, dish).norm() < 0.5);
  }
}

// Of all dishes: m v of their centres, upwards [N s].
double CalcMomentum(const SceneInstance& scene, const Context& context) {
  const multibody::Model& model = scene.plant->model();
  double momentum = 0;
  for (const std::string_view dish : kDishes) {
    const RigidTransform X_WB = PoseOf(scene, context, dish);
    const multibody::SpatialInertia& inertia =
        model.bodies()[model.BodyIndex(dish)].inertia;
    const Vector3d p_BoBcm_W = X_WB.linear() * Vector3d(inertia.p_BoBcm);
    const VectorXd V = VelocityOf(scene, context, dish);
    const Vector3d v = V.tail<3>() + Vector3d(V.head<3>()).cross(p_BoBcm_W);
    momentum += inertia.mass * v.z();
  }
  return momentum;
}

TEST_CASE("Dish rack: dumped -> in the rack, and momentum is conserved") {
  const SceneInstance scene = MakeDishRack(ContactKind::kPatch);
  Simulator simulator = MakeSimulator(scene);
  simulator.AdvanceTo(10);
  const Context& now = simulator.context();
  const multibody::Model& model = scene.plant->model();
  const DishRackBounds bounds = CalcDishRackBounds();
  double weight = 0;  // [N]
  for (const std::string_view dish : kDishes) {
    INFO(dish);
    CHECK(IsIn(CenterOf(scene, now, dish), bounds.lower, bounds.upper));
    // It rests, creeps where it leans, by less than the stiction velocity of
    // 1 mm/s, or rocks where it came to lie across another dish.
    CHECK(VelocityOf(scene, now, dish).tail<3>().norm() < 0.05);
    weight += 9.81 * model.bodies()[model.BodyIndex(dish)].inertia.mass;
  }
  // One more step: the rack's forces on them, and their weight, are what
  // changes their momentum.
  constexpr double kStep = 1e-3;
  const double before = CalcMomentum(scene, now);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::IcfStep>(), kStep);
  simulator.AdvanceTo(10 + kStep);
  const auto& record =
      scene.plant->step_record_output().Eval<multibody::StepRecord>(now);
  multibody::PatchFinder finder(*scene.plant);
  double borne = 0;
  for (const std::string_view dish : kDishes)
    borne += finder.FindBetween(record, 0, model.BodyIndex(dish)).force_B_W.z();
  CHECK(borne > weight / 2);
  CHECK(CalcMomentum(scene, now) - before ==
        Approx((borne - weight) * kStep).margin(1e-3 * weight * kStep));
}

}  // namespace
}  // namespace tactus::examples
