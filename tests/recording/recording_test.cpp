#include "tactus/recording/recording.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

constexpr double kGravity = 9.81;
const Vector3d kAxis = Vector3d(1, 2, -1).normalized();
constexpr double kRate = 3;  // [rad/s]

// A body in free flight that turns at a constant rate, and a contact force that
// carries the time, so that a test can tell whose it is.
Frame MakeFlight(double t) {
  BodyPose pose;
  pose.p_WB = Vector3d(2 * t, -t, 5 * t - kGravity / 2 * t * t);
  pose.v_WB = Vector3d(2, -1, 5 - kGravity * t);
  pose.q_WB = Eigen::AngleAxisd(kRate * t, kAxis);
  return {.time = t,
          .poses = {pose},
          .forces = {{Vector3d::Zero(), Vector3d(t, 0, 0)}}};
}

void CheckIsFlight(const Frame& frame) {
  const Frame truth = MakeFlight(frame.time);
  const BodyPose& pose = frame.poses.at(0);
  CHECK((pose.p_WB - truth.poses[0].p_WB).norm() < 1e-13);
  CHECK((pose.v_WB - truth.poses[0].v_WB).norm() < 1e-12);
  CHECK(pose.q_WB.angularDistance(truth.poses[0].q_WB) < 1e-7);
}

Recording MakeRecording(const std::vector<double>& times) {
  Recording recording{
      .title = "flight", .notes = {}, .bodies = {{"stone", {}}}, .frames = {}};
  for (const double t : times) recording.frames.push_back(MakeFlight(t));
  return recording;
}

// The frames of a recording at `rate` per second, the last included.
std::vector<Frame> Sample(const Recording& recording, double rate) {
  std::vector<Frame> samples;
  const auto keep = [&](const Frame& frame) {
    samples.push_back(frame);
  };
  FrameSampler sampler(rate);
  for (const Frame& frame : recording.frames) sampler.Add(frame, keep);
  sampler.Finish(keep);
  return samples;
}

TEST_CASE("Interpolate: free flight, a long step -> exact") {
  Frame frame;
  const Frame a = MakeFlight(0.25), b = MakeFlight(1.0);
  for (const double t : {0.25, 0.3, 0.625, 0.99, 1.0}) {
    Interpolate(a, b, t, &frame);
    CHECK(frame.time == t);
    CheckIsFlight(frame);
    CHECK(frame.forces.at(0).f_W.x() == 1.0);
  }
}

TEST_CASE("Interpolate: strings over the same bodies -> on the way") {
  Frame a = MakeFlight(0), b = MakeFlight(1), frame;
  const auto line = [](double x, std::vector<int> bodies) {
    std::vector<Vector3d> corners(bodies.size(), Vector3d(x, 0, 1));
    return StringLine{.string = 0,
                      .tension = 10 * x,
                      .bodies = std::move(bodies),
                      .corners = std::move(corners)};
  };
  a.strings = {line(1, {0, 0}), line(1, {0, 0})};
  b.strings = {line(2, {0, 0}), line(2, {0, 0, 0})};
  Interpolate(a, b, 0.25, &frame);
  REQUIRE(frame.strings.size() == 2);
  CHECK(frame.strings[0].tension == 12.5);
  CHECK(frame.strings[0].corners[1] == Vector3d(1.25, 0, 1));
  // It has wound itself around something: as it is at the end.
  CHECK(frame.strings[1].tension == 20);
  CHECK(frame.strings[1].corners.size() == 3);
  a.strings.clear();
  Interpolate(a, b, 0.25, &frame);
  CHECK(frame.strings[0].tension == 20);
}

TEST_CASE("Interpolate: frames of one time, or of other bodies -> refused") {
  Frame frame, other = MakeFlight(1);
  CHECK_THROWS_AS(Interpolate(MakeFlight(1), MakeFlight(1), 1, &frame),
                  std::invalid_argument);
  other.poses.emplace_back();
  CHECK_THROWS_AS(Interpolate(MakeFlight(0), other, 0.5, &frame),
                  std::invalid_argument);
}

TEST_CASE(
    "FrameSampler: frames at irregular times -> frames at the rate, and the "
    "last") {
  // Steps much longer and much shorter than the period of 0.1 s.
  const std::vector<Frame> sampled =
      Sample(MakeRecording({0, 0.01, 0.02, 0.55, 0.56, 0.561, 0.98}), 10);
  REQUIRE(sampled.size() == 11);
  for (int i = 0; i < 10; ++i) {
    CHECK(sampled[i].time == Approx(0.1 * i).margin(1e-15));
  }
  CHECK(sampled.back().time == 0.98);  // The last frame is kept.
  for (const Frame& frame : sampled) CheckIsFlight(frame);
}

TEST_CASE(
    "FrameSampler: a frame at a sample's time, but for round-off -> that "
    "sample") {
  std::vector<double> times = {0};
  for (int i = 1; i <= 100; ++i) times.push_back(times.back() + 0.01);
  const std::vector<Frame> sampled = Sample(MakeRecording(times), 100);
  REQUIRE(sampled.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    CHECK(sampled[i].time == times[i]);
  }
}

TEST_CASE(
    "FrameSampler: a first frame later than zero -> samples count from it") {
  const std::vector<Frame> sampled = Sample(MakeRecording({0.75, 1.0}), 8);
  REQUIRE(sampled.size() == 3);
  CHECK(sampled[0].time == 0.75);
  CHECK(sampled[1].time == 0.875);
  CHECK(sampled[2].time == 1.0);
}

TEST_CASE("FrameSampler: rate zero -> every frame once") {
  const std::vector<Frame> sampled =
      Sample(MakeRecording({0, 0.3, 0.3, 0.31}), 0);
  REQUIRE(sampled.size() == 3);
  CHECK(sampled[1].time == 0.3);
}

TEST_CASE("FrameSampler: a rate that is negative or infinite -> refused") {
  CHECK_THROWS_AS(FrameSampler(-1), std::invalid_argument);
  CHECK_THROWS_AS(FrameSampler(std::numeric_limits<double>::infinity()),
                  std::invalid_argument);
}

TEST_CASE("Moves: bodies in flight, at rest, turning -> whether they move") {
  Recording recording = MakeRecording({0, 1});
  recording.bodies.push_back({"rock", {}});
  recording.bodies.push_back({"spinner", {}});
  for (Frame& frame : recording.frames) frame.poses.resize(3);
  recording.frames[1].poses[2].q_WB = Eigen::AngleAxisd(1, kAxis);
  CHECK(Moves(recording, 0));
  CHECK_FALSE(Moves(recording, 1));
  CHECK(Moves(recording, 2));
  recording.frames.clear();
  CHECK_FALSE(Moves(recording, 0));
  CHECK(recording.duration() == 0);
}

TEST_CASE("FrameSampler: WillSample -> what Add then does") {
  for (const double rate : {0.0, 10.0}) {
    FrameSampler sampler(rate);
    for (const double time : {0.0, 0.03, 0.03, 0.1, 0.15, 0.19, 0.2, 0.45}) {
      const bool expected = sampler.WillSample(time);
      int samples = 0;
      sampler.Add({.time = time, .poses = {}, .forces = {}},
                  [&](const Frame&) { ++samples; });
      CHECK((samples > 0) == expected);
    }
  }
}

}  // namespace
}  // namespace tactus::recording
