#include "tactus/recording/string_segments.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace tactus::recording {
namespace {

Vector3d CornerInWorld(const Frame& frame, const StringLine& line,
                       std::size_t corner) {
  const BodyPose& pose = frame.poses[line.bodies[corner]];
  return pose.p_WB + pose.q_WB * line.corners[corner];
}

double CalcLength(const Frame& frame, const StringLine& line) {
  double length = 0;
  for (std::size_t k = 1; k < line.corners.size(); ++k)
    length +=
        (CornerInWorld(frame, line, k) - CornerInWorld(frame, line, k - 1))
            .norm();
  return length;
}

// The one that a share of them does not exceed; zero of none.
double FindQuantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(
                           share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, place);
  return *place;
}

// Puts the piece where it is in frame `i`, with the least turn from where it
// was. Without length it has none.
void Place(const Vector3d& from, const Vector3d& to, std::size_t i,
           double radius, StringSegment* segment) {
  const Vector3d along = to - from;
  const double length = along.norm();
  segment->translations[i] = from;
  if (length == 0) return;
  segment->scales[i] = {radius, radius, length};
  Quaterniond& q = segment->rotations[i];
  // Round-off is no turn.
  const Vector3d before = q * Vector3d::UnitZ();
  if ((before - along / length).norm() < 1e-7) return;
  q = Quaterniond::FromTwoVectors(before, along) * q;
  q.normalize();
}

// From corner k - 1 to corner k of the line that has this place among the
// strings of each frame. Lines keep their places, and have more corners at one
// time than at another: where a piece is missing, it has no length and stays
// where it was before.
StringSegment MakeSegment(const Recording& recording, std::size_t place,
                          std::size_t k, double radius) {
  const std::size_t num_frames = recording.frames.size();
  StringSegment segment{
      .translations =
          std::vector<Vector3d>(num_frames, Vector3d::Zero().eval()),
      .rotations =
          std::vector<Quaterniond>(num_frames, Quaterniond::Identity()),
      .scales = std::vector<Vector3d>(num_frames, Vector3d::Zero().eval())};
  for (std::size_t i = 0; i < num_frames; ++i) {
    if (i > 0) {
      segment.translations[i] = segment.translations[i - 1];
      segment.rotations[i] = segment.rotations[i - 1];
    }
    const Frame& frame = recording.frames[i];
    if (place >= frame.strings.size()) continue;
    const StringLine& line = frame.strings[place];
    segment.string = line.string;
    if (k >= line.corners.size()) continue;
    Place(CornerInWorld(frame, line, k - 1), CornerInWorld(frame, line, k), i,
          radius, &segment);
  }
  return segment;
}

// By place among the strings of a frame.
std::vector<std::size_t> CountCorners(const Recording& recording) {
  std::vector<std::size_t> most;
  for (const Frame& frame : recording.frames) {
    most.resize(std::max(most.size(), frame.strings.size()), 0);
    for (std::size_t i = 0; i < frame.strings.size(); ++i)
      most[i] = std::max(most[i], frame.strings[i].corners.size());
  }
  return most;
}

}  // namespace

double ChooseTensionScale(const Recording& recording) {
  std::vector<double> sizes;
  for (const Frame& frame : recording.frames) {
    for (const StringLine& line : frame.strings) {
      const double size = std::abs(line.tension);
      if (size > 0) sizes.push_back(size);  // Nor what is not known.
    }
  }
  return FindQuantile(std::move(sizes), 0.9);
}

double ChooseStringRadius(const Recording& recording) {
  constexpr double kShare = 0.01;
  for (const Frame& frame : recording.frames) {
    std::vector<double> lengths;
    for (const StringLine& line : frame.strings)
      lengths.push_back(CalcLength(frame, line));
    if (!lengths.empty()) return kShare * FindQuantile(std::move(lengths), 0.5);
  }
  return 0;
}

std::vector<StringSegment> MakeStringSegments(const Recording& recording) {
  const std::vector<std::size_t> corners = CountCorners(recording);
  const double radius = ChooseStringRadius(recording);
  std::vector<StringSegment> segments;
  for (std::size_t place = 0; place < corners.size(); ++place) {
    for (std::size_t k = 1; k < corners[place]; ++k)
      segments.push_back(MakeSegment(recording, place, k, radius));
  }
  return segments;
}

RenderMesh MakeTube() {
  constexpr std::uint32_t kSides = 8;
  RenderMesh tube;
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> / kSides * i;
    const Eigen::Vector3f out(std::cos(angle), std::sin(angle), 0);
    for (const float z : {0.0F, 1.0F}) {
      tube.positions.push_back(out + z * Eigen::Vector3f::UnitZ());
      tube.normals.push_back(out);
      tube.shades.push_back(1);
    }
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % kSides);
    tube.indices.insert(tube.indices.end(), {a, b, b + 1, a, b + 1, a + 1});
  }
  return tube;
}

// Of a line its string, tension and number of corners; of a corner its body and
// position.
std::size_t CountStringBytes(const Frame& frame) {
  std::size_t words = 0;
  for (const StringLine& line : frame.strings)
    words += 3 + 4 * line.corners.size();
  return words * sizeof(float);
}

}  // namespace tactus::recording
