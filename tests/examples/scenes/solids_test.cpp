#include "tactus/examples/scenes/solids.h"

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::examples {
namespace {

TEST_CASE(
    "MakePairMaterial: numbers of a pair -> two of the material combine to "
    "them") {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.4, 1e-3);
  const contact::PairMaterial pair = contact::Combine(material, material);
  CHECK(pair.stiffness == Approx(1e5));
  CHECK(pair.dissipation == Approx(10));
  CHECK(pair.static_friction == Approx(0.4));
  CHECK(pair.dynamic_friction == Approx(0.4));
  CHECK(pair.stiction_velocity == 1e-3);
}

TEST_CASE(
    "AddSolid, AddFixed: a brick and a floor -> free and fixed, where they "
    "were put") {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.4, 1e-3);
  RigidTransform X_WB(Eigen::Translation3d(1, 2, 3));
  X_WB.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
  const RigidTransform X_WG(Eigen::Translation3d(0, 0, -1));
  multibody::ModelBuilder builder;
  const int body = AddSolid(&builder, "brick", contact::Box{{0.1, 0.2, 0.3}},
                            500, X_WB, material);
  AddFixed(&builder, "floor", contact::HalfSpace{}, X_WG, material);
  CHECK(builder.body(body).inertia.mass == Approx(500 * 8 * 0.006));
  const SceneInstance scene = MakePlantScene(std::move(builder).Build());
  const multibody::Model& model = scene.plant->model();
  CHECK(model.num_velocities() == 6);
  REQUIRE(model.geometries().size() == 2);
  CHECK(model.geometries()[0].body == model.BodyIndex("brick"));
  CHECK(model.geometries()[1].body == 0);
  CHECK(model.geometries()[1].X_BG.isApprox(X_WG));
  const auto& X =
      scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
          scene.context)[model.BodyIndex("brick")];
  CHECK(X.isApprox(X_WB, 1e-12));
  CHECK(scene.plant->velocities(scene.context).norm() == 0);
}

}  // namespace
}  // namespace tactus::examples
