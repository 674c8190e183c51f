#include "tactus/recording/plant_recorder.h"

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"

namespace tactus::recording {
namespace {

constexpr const char* kFile = R"(
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 0.09"><freejoint name="free"/>
      <geom size="0.1" pos="0 0 0"/></body>
    <body name="arm" pos="5 0 1">
      <joint name="a" axis="0 1 0"/><joint name="b" axis="1 0 0"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.4"/>
    </body>
  </worldbody>
</mujoco>)";

examples::SceneInstance MakeScene() {
  multibody::ModelBuilder builder;
  ParseMjcf(kFile, "test.xml", {}, &builder);
  return examples::MakePlantScene(std::move(builder).Build());
}

TEST_CASE(
    "PlantRecorder: a model -> its bodies with their shapes, no virtual ones") {
  const examples::SceneInstance scene = MakeScene();
  const PlantRecorder recorder(*scene.plant);
  REQUIRE(scene.plant->model().num_bodies() == 4);  // One is virtual.
  const Recording recording = recorder.MakeEmptyRecording();
  REQUIRE(recording.bodies.size() == 3);
  CHECK(recording.bodies[0].name == "world");
  for (const RecordedBody& body : recording.bodies) {
    CHECK(body.visuals.size() == 1);
  }
  CHECK(recording.bodies[1].visuals[0].color !=
        recording.bodies[0].visuals[0].color);
}

TEST_CASE(
    "PlantRecorder: an elastic body -> its surface, nodes without shapes") {
  multibody::ModelBuilder builder;
  multibody::ElasticBody block{
      .name = "block",
      .solid = std::make_shared<multibody::ElasticSolid>(
          multibody::MakeBoxMesh({0.1, 0.1, 0.1}, {2, 2, 2}),
          multibody::ElasticMaterial{})};
  block.X_BS.translation() << 1, 2, 3;
  builder.AddElasticBody(block);
  const examples::SceneInstance scene =
      examples::MakePlantScene(std::move(builder).Build());
  const PlantRecorder recorder(*scene.plant);
  const Recording recording = recorder.MakeEmptyRecording();
  CHECK(recording.bodies.size() == 1 + 26);  // One node is within.
  for (const RecordedBody& body : recording.bodies) CHECK(body.visuals.empty());
  REQUIRE(recording.surfaces.size() == 1);
  const RecordedSurface& surface = recording.surfaces[0];
  CHECK(surface.name == "block");
  CHECK(surface.triangles.size() == 6 * 4 * 2);
  Frame frame;
  recorder.TakeFrame(scene.context, &frame);
  // The volume within, by the divergence theorem: six for a corner to each.
  double volume = 0;
  for (const auto& [a, b, c] : surface.triangles) {
    const auto p = [&](int corner) -> Vector3d {
      return frame.poses[surface.bodies[corner]].p_WB;
    };
    volume += p(a).dot(p(b).cross(p(c))) / 6;
  }
  CHECK(volume == Approx(0.2 * 0.2 * 0.2));
}

TEST_CASE(
    "PlantRecorder: a frame -> poses, velocities and the forces of contact") {
  examples::SceneInstance scene = MakeScene();
  const auto& [diagram, plant, context, note] = scene;
  VectorXd v(6);
  v << 0, 0, 1, 0.5, 0, 0;
  plant->SetJointVelocities(&scene.context, "free", v);
  const PlantRecorder recorder(*plant);
  Frame frame;
  recorder.TakeFrame(scene.context, &frame);
  REQUIRE(frame.poses.size() == 3);
  const int ball = static_cast<int>(
      std::ranges::find(recorder.bodies(), plant->model().BodyIndex("ball")) -
      recorder.bodies().begin());
  CHECK((frame.poses[ball].p_WB - Vector3d(0, 0, 0.09)).norm() < 1e-12);
  CHECK((frame.poses[ball].v_WB - Vector3d(0.5, 0, 0)).norm() < 1e-12);
  // The ball is pressed a centimetre into the floor, which pushes it up.
  REQUIRE(frame.forces.size() == 1);
  CHECK(frame.forces[0].f_W.z() > 0);
  CHECK(std::abs(frame.forces[0].p_WC.z()) < 0.011);
  CHECK(frame.forces[0].body == ball);
  CHECK(frame.forces[0].other == 0);
  CHECK((frame.forces[0].normal_W - Vector3d::UnitZ()).norm() < 1e-12);
}

// A soft cube of 0.2 m, 2 mm deep in a rigid floor: E = 1e5 Pa at the middle,
// 0.1 m deep, so that f = A E d / H = 0.04 * 1e5 * 0.002 / 0.1 = 80 N.
TEST_CASE("PlantRecorder: a contact patch -> one force, at its centre") {
  multibody::ModelBuilder builder;
  contact::Geometry floor{
      .name = "floor", .shape = contact::HalfSpace{}, .material = {}};
  floor.material.compliance.kind = contact::Compliance::Kind::kRigid;
  builder.AddGeometry(floor);
  contact::Geometry cube{
      .name = "cube",
      .body =
          builder.AddBody("cube", {.mass = 1, .I_Bcm = Matrix3d::Identity()}),
      .shape = contact::Box{{0.1, 0.1, 0.1}},
      .material = {}};
  cube.material.compliance = {.kind = contact::Compliance::Kind::kCompliant,
                              .modulus = 1e5};
  builder.AddGeometry(cube);
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() << 3, 4, 0.098;
  builder.SetDefaultPose(cube.body, X_WB);
  const examples::SceneInstance scene =
      examples::MakePlantScene(std::move(builder).Build());
  Frame frame;
  PlantRecorder recorder(*scene.plant);
  recorder.TakeFrame(scene.context, &frame);
  REQUIRE(frame.forces.size() == 1);
  CHECK(frame.forces[0].f_W.z() == Approx(80).epsilon(0.03));
  CHECK((frame.forces[0].p_WC.head<2>() - Vector2d(3, 4)).norm() < 1e-9);
  CHECK((frame.forces[0].normal_W - Vector3d::UnitZ()).norm() < 1e-9);

  // Its face, at most E d / H, in the frame of the cube.
  recorder.TakePatches(scene.context, &frame);
  REQUIRE(frame.patches.size() == 1);
  const RecordedPatch& patch = frame.patches[0];
  CHECK(patch.body == 1);
  CHECK(patch.sizes.size() == 5);
  REQUIRE(patch.corners.size() == patch.pressures.size());
  float greatest = 0, widest = 0;
  for (std::size_t i = 0; i < patch.corners.size(); ++i) {
    CHECK(patch.corners[i].z() == Approx(-0.098));
    widest = std::max(widest, patch.corners[i].cwiseAbs().maxCoeff());
    greatest = std::max(greatest, patch.pressures[i]);
  }
  CHECK(widest == Approx(0.1));
  CHECK(greatest == Approx(1e5 * 0.002 / 0.1));
}

TEST_CASE(
    "PlantRecorder: shapes in either order -> forces on the body that moves") {
  multibody::ModelBuilder builder;
  ParseMjcf(R"(<mujoco><worldbody>
      <body name="ball" pos="0 0 0.09"><freejoint/><geom size="0.1"/></body>
      <body name="post"><geom type="plane" size="1 1 1"/></body>
    </worldbody></mujoco>)",
            "test.xml", {}, &builder);
  const auto scene = examples::MakePlantScene(std::move(builder).Build());
  Frame frame;
  PlantRecorder(*scene.plant).TakeFrame(scene.context, &frame);
  REQUIRE(frame.forces.size() == 1);
  CHECK(frame.forces[0].f_W.z() > 0);
  CHECK((frame.forces[0].normal_W - Vector3d::UnitZ()).norm() < 1e-12);
}

TEST_CASE(
    "PlantRecorder: the next frame -> quaternions of the last one's sign") {
  const examples::SceneInstance scene = MakeScene();
  const PlantRecorder recorder(*scene.plant);
  Frame frame;
  recorder.TakeFrame(scene.context, &frame);
  CHECK(frame.poses[1].q_WB.w() == Approx(1));
  frame.poses[1].q_WB.coeffs() *= -1;
  recorder.TakeFrame(scene.context, &frame);
  CHECK(frame.poses[1].q_WB.w() == Approx(-1));
}

TEST_CASE(
    "MakeWallsTranslucent: walls and a floor -> walls beside what moves as "
    "glass") {
  Recording recording;
  const auto make_box = [](const Vector3d& half, const Vector3d& p) {
    return Visual{.shape = contact::Box{half},
                  .X_BG = RigidTransform(Eigen::Translation3d(p)),
                  .color = {}};
  };
  recording.bodies = {
      {"world",
       {make_box({1, 1, 0.1}, {0, 0, -0.1}), make_box({0.1, 1, 1}, {1, 0, 1}),
        make_box({0.1, 1, 1}, {-1, 0, -1})}},
      {"ball", {{.shape = contact::Sphere{0.1}}}}};
  Frame frame{.time = 0, .poses = std::vector<BodyPose>(2), .forces = {}};
  for (const double z : {3.0, 0.1}) {
    frame.poses[1].p_WB = Vector3d(0, 0, z);
    recording.frames.push_back(frame);
  }
  MakeWallsTranslucent(&recording);
  const auto& visuals = recording.bodies[0].visuals;
  CHECK(visuals[0].color.alpha == 1);   // The floor.
  CHECK(visuals[1].color.alpha < 0.5);  // A wall around it.
  CHECK(visuals[2].color.alpha == 1);   // One that ends below it.
}

}  // namespace
}  // namespace tactus::recording
