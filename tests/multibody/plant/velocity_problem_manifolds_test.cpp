#include "tactus/multibody/plant/velocity_problem_manifolds.h"

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

constexpr double kGap = 1e-3;  // [m]

/// The box above the ground, on its way down.
struct FallingBox {
  FallingBox() {
    VectorXd v = VectorXd::Zero(6);
    v.tail<3>() = Vector3d(0.5, 0, -2);
    AddTrees(test::BoxPositions(-kGap), v, &start, &problem);
  }
  std::size_t CountPoints(const ContactReach& reach) {
    manifolds.Find(reach);
    return manifolds.contacts().points.size();
  }
  std::shared_ptr<const Model> model = test::MakeBoxModel({});
  ModelAtStart start{model.get()};
  VelocityProblemManifolds manifolds{&start, MakeCollisionEngine(*model),
                                     nullptr, nullptr};
  contact::VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem manifolds: a box above the ground -> by its reach") {
  FallingBox box;
  CHECK(box.CountPoints({}) == 0);
  CHECK(box.CountPoints({.margin = kGap / 2}) == 0);
  CHECK(box.CountPoints({.margin = 2 * kGap}) == 4);
  CHECK(box.CountPoints({.margin = {}, .horizon = 1e-4}) == 0);  // 0.2 mm
  CHECK(box.CountPoints({.margin = {}, .horizon = 1e-2}) == 4);
  CHECK(box.manifolds.sweep().duration == 1e-2);
  CHECK(box.manifolds.OnFace(0) == nullptr);
  CHECK(box.CountPoints({}) == 0);
}

TEST_CASE(
    "Velocity problem manifolds: origins at a time -> where the body moves") {
  FallingBox box;
  box.manifolds.Find({.margin = {}, .horizon = 1e-2});
  const Vector3d p_WBo = box.start.position.X_WB[1].translation();
  CHECK(box.manifolds.OriginAt(1, 0) == p_WBo);
  const Vector3d later = box.manifolds.OriginAt(1, 4e-3) - p_WBo;
  CHECK(later.x() == Approx(0.5 * 4e-3).margin(1e-6));
  CHECK(later.z() == Approx(-(2 + 9.81e-2) * 4e-3));  // v0 + h g
  CHECK(box.manifolds.OriginAt(0, 4e-3) == Vector3d::Zero());
}

}  // namespace
}  // namespace tactus::multibody
