#include "tactus/recording/string_segments.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

constexpr double kTurn = 0.4;

// A body that turns about y at (1, 2, 3), and a string from the world over
// corners of the body.
Frame MakeFrame(int i, const std::vector<Vector3d>& corners,
                double tension = 1) {
  Frame frame{.time = 0.1 * i,
              .poses = {BodyPose{}, BodyPose{.p_WB = {1, 2, 3}}},
              .forces = {}};
  frame.poses[1].q_WB = Eigen::AngleAxisd(kTurn * i, Vector3d::UnitY());
  StringLine line{.string = 0,
                  .tension = tension,
                  .bodies = {0},
                  .corners = {Vector3d(1, 2, 8)}};
  for (const Vector3d& corner : corners) {
    line.bodies.push_back(1);
    line.corners.push_back(corner);
  }
  frame.strings = {line};
  return frame;
}

Vector3d EndOf(const StringSegment& segment, std::size_t i) {
  return segment.translations[i] +
         segment.rotations[i] *
             segment.scales[i].cwiseProduct(Vector3d::UnitZ());
}

TEST_CASE("String segments: tubes -> from corner to corner, at all times") {
  Recording recording;
  recording.strings = {"rope"};
  for (int i = 0; i < 20; ++i)
    recording.frames.push_back(MakeFrame(i, {{2, 0, 0}, {2, 1, 0}}));
  const auto segments = MakeStringSegments(recording);
  REQUIRE(segments.size() == 2);
  const double radius = ChooseStringRadius(recording);
  CHECK(radius == Approx(0.01 * (std::sqrt(25.0 + 4) + 1)));
  for (int i = 0; i < 20; ++i) {
    const Vector3d a = Vector3d(1, 2, 3) + 2 * Vector3d(std::cos(kTurn * i), 0,
                                                        -std::sin(kTurn * i));
    CHECK((segments[0].translations[i] - Vector3d(1, 2, 8)).norm() < 1e-14);
    CHECK((EndOf(segments[0], i) - a).norm() < 1e-13);
    CHECK((segments[1].translations[i] - a).norm() < 1e-13);
    CHECK((EndOf(segments[1], i) - a - Vector3d(0, 1, 0)).norm() < 1e-13);
    CHECK(segments[0].scales[i].x() == radius);
    CHECK(segments[0].scales[i].y() == radius);
    // No turn about itself: the first of them, from +z to down, apart.
    if (i > 0) {
      CHECK(segments[0].rotations[i].dot(segments[0].rotations[i - 1]) > 0.9);
      CHECK(segments[1].rotations[i].dot(segments[1].rotations[i - 1]) >
            1 - 1e-12);
    }
  }
}

TEST_CASE("String segments: a corner that is gone -> a piece of no size") {
  Recording recording;
  recording.strings = {"rope"};
  recording.frames = {MakeFrame(0, {{2, 0, 0}, {2, 1, 0}}),
                      MakeFrame(1, {{2, 0, 0}}), MakeFrame(2, {})};
  recording.frames.push_back(MakeFrame(3, {{2, 0, 0}, {2, 1, 0}}));
  recording.frames.push_back(recording.frames[3]);
  recording.frames[4].strings.clear();
  const auto segments = MakeStringSegments(recording);
  REQUIRE(segments.size() == 2);
  const std::vector<bool> first = {true, true, false, true, false},
                          second = {true, false, false, true, false};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK((segments[0].scales[i].norm() > 0) == first[i]);
    CHECK((segments[1].scales[i].norm() > 0) == second[i]);
    CHECK(segments[1].rotations[i].norm() == Approx(1));
  }
  CHECK(segments[1].translations[2] == segments[1].translations[0]);
}

TEST_CASE("String segments: ends in one place -> no size, no turn") {
  Recording recording;
  recording.frames = {MakeFrame(0, {{0, 0, 5}})};
  const auto segments = MakeStringSegments(recording);
  REQUIRE(segments.size() == 1);
  CHECK(segments[0].scales[0].norm() == 0);
  CHECK(segments[0].rotations[0].norm() == Approx(1));
}

TEST_CASE(
    "Tension scale: one pull in ten, and what is not known -> not theirs") {
  Recording recording;
  CHECK(ChooseTensionScale(recording) == 0);
  CHECK(ChooseStringRadius(recording) == 0);
  CHECK(MakeStringSegments(recording).empty());
  for (int i = 0; i < 10; ++i) {
    recording.frames.push_back(MakeFrame(i, {{1, 1, 1}}, i == 3 ? 1e3 : -10));
    recording.frames.push_back(
        MakeFrame(i, {{1, 1, 1}}, std::numeric_limits<double>::quiet_NaN()));
    recording.frames.push_back(MakeFrame(i, {{1, 1, 1}}, 0));
  }
  CHECK(ChooseTensionScale(recording) == 10);
}

TEST_CASE("CountStringBytes: a line -> three words, and four a corner") {
  CHECK(CountStringBytes({}) == 0);
  CHECK(CountStringBytes(MakeFrame(0, {{2, 0, 0}, {2, 1, 0}})) ==
        4 * (3 + 4 * 3));
}

TEST_CASE(
    "MakeTube: its triangles -> closed around, of unit length, facing "
    "outward") {
  const RenderMesh tube = MakeTube();
  double area = 0;
  for (std::size_t i = 0; i < tube.indices.size(); i += 3) {
    const auto p = [&](std::size_t k) {
      return tube.positions[tube.indices[i + k]];
    };
    const Eigen::Vector3f n = (p(1) - p(0)).cross(p(2) - p(0));
    CHECK(n.dot(p(0) + p(1) + p(2) -
                Eigen::Vector3f::UnitZ() * (p(0) + p(1) + p(2)).z()) > 0);
    area += n.norm() / 2;
  }
  CHECK(area == Approx(8 * 2 * std::sin(std::acos(-1) / 8)).epsilon(1e-5));
}

}  // namespace
}  // namespace tactus::recording
