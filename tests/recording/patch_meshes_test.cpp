#include "tactus/recording/patch_meshes.h"

#include <catch2/catch.hpp>

#include "tactus/recording/srgb.h"

namespace tactus::recording {
namespace {

// A square and a triangle on body 1.
RecordedPatch MakePatch(float pressure) {
  RecordedPatch patch{.body = 1, .corners = {}, .pressures = {}, .sizes = {}};
  for (const auto& [x, y] :
       {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}, {2, 0}, {3, 0}, {2, 1}}) {
    patch.corners.emplace_back(static_cast<float>(x), static_cast<float>(y),
                               0.0F);
    patch.pressures.push_back(pressure);
  }
  patch.sizes = {4, 3};
  return patch;
}

Frame MakeFrame(double time, const std::vector<RecordedPatch>& patches) {
  return {.time = time, .poses = {}, .forces = {}, .patches = patches};
}

TEST_CASE("Patch meshes: polygons -> triangles about their first corners") {
  Recording recording;
  recording.frames = {MakeFrame(0, {}),
                      MakeFrame(1, {MakePatch(5), MakePatch(10)})};
  const auto meshes = MakePatchMeshes(recording);
  REQUIRE(meshes.size() == 1);
  CHECK(meshes[0].body == 1);
  CHECK(meshes[0].first_frame == 1);
  CHECK(meshes[0].end_frame == 2);
  CHECK(meshes[0].positions.size() == 14);
  CHECK(meshes[0].indices ==
        std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 4, 5, 6,  //
                                   7, 8, 9, 7, 9, 10, 11, 12, 13});
  // Of the first at half the scale, of the second at its end.
  CHECK(meshes[0].colors[0] == ColorOfPressure(5, 10));
  CHECK(meshes[0].colors[7] == ColorOfPressure(10, 10));
}

TEST_CASE("Patch meshes: frames of one step -> one mesh for all of them") {
  Recording recording;
  for (const float pressure : {5.0F, 5.0F, 5.0F, 6.0F, 6.0F})
    recording.frames.push_back(MakeFrame(
        static_cast<double>(recording.frames.size()), {MakePatch(pressure)}));
  recording.frames.push_back(MakeFrame(5, {}));
  const auto meshes = MakePatchMeshes(recording);
  REQUIRE(meshes.size() == 2);
  CHECK(meshes[0].first_frame == 0);
  CHECK(meshes[0].end_frame == 3);
  CHECK(meshes[1].first_frame == 3);
  CHECK(meshes[1].end_frame == 5);
}

TEST_CASE("Patch meshes: colours -> from violet to yellow, ever lighter") {
  CHECK(ColorOfPressure(0, 10).x() ==
        Approx(LinearFromSrgb(0.267)).epsilon(1e-6));
  CHECK(ColorOfPressure(10, 10).x() ==
        Approx(LinearFromSrgb(0.992)).epsilon(1e-6));
  CHECK(ColorOfPressure(99, 10) == ColorOfPressure(10, 10));
  CHECK(ColorOfPressure(1, 0) == ColorOfPressure(0, 10));
  float last = -1;
  for (int i = 0; i <= 40; ++i) {
    const float lightness =
        ColorOfPressure(i, 40).dot(Eigen::Vector3f(0.2126F, 0.7152F, 0.0722F));
    CHECK(lightness > last);
    last = lightness;
  }
}

TEST_CASE("Pressure scale: one impact in ten frames -> not the impact's") {
  Recording recording;
  CHECK(ChoosePressureScale(recording) == 0);
  for (int i = 0; i < 10; ++i) {
    recording.frames.push_back(
        MakeFrame(i, {MakePatch(i == 3 ? 1000.0F : 10.0F)}));
    recording.frames.push_back(MakeFrame(i + 0.5, {}));
  }
  CHECK(ChoosePressureScale(recording) == 10);
}

TEST_CASE("CountPatchBytes: patches -> four words a corner and one a polygon") {
  CHECK(CountPatchBytes(MakeFrame(0, {})) == 0);
  CHECK(CountPatchBytes(MakeFrame(0, {MakePatch(1), MakePatch(1)})) ==
        2 * 4 * (4 * 7 + 2));
}

}  // namespace
}  // namespace tactus::recording
