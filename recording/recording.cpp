#include "tactus/recording/recording.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/require.h"

namespace tactus::recording {
namespace {

// Samples this close to a frame are that frame: times are sums of steps, and
// round-off must not make a frame of its own.
constexpr double kTimeSlack = 1e-9;  // [s]

// The cubic with values p_a, p_b and slopes h v_a, h v_b at s = 0 and s = 1.
Vector3d HermiteCubic(const BodyPose& a, const BodyPose& b, double h,
                      double s) {
  const double r = 1 - s;
  return r * r * (1 + 2 * s) * a.p_WB + s * s * (3 - 2 * s) * b.p_WB +
         h * s * r * (r * a.v_WB - s * b.v_WB);
}

// Its derivative with respect to time.
Vector3d HermiteSlope(const BodyPose& a, const BodyPose& b, double h,
                      double s) {
  const double r = 1 - s;
  return 6 * s * r * (b.p_WB - a.p_WB) / h + r * (1 - 3 * s) * a.v_WB +
         s * (3 * s - 2) * b.v_WB;
}

BodyPose InterpolatePose(const BodyPose& a, const BodyPose& b, double h,
                         double s) {
  return {.p_WB = HermiteCubic(a, b, h, s),
          .q_WB = a.q_WB.slerp(s, b.q_WB),
          .v_WB = HermiteSlope(a, b, h, s)};
}

bool RunsAlike(const StringLine& a, const StringLine& b) {
  return a.string == b.string && a.bodies == b.bodies;
}

// The share s of the way from `a` to `b`.
std::vector<StringLine> InterpolateStrings(const std::vector<StringLine>& a,
                                           const std::vector<StringLine>& b,
                                           double s) {
  std::vector<StringLine> lines = b;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!RunsAlike(a[i], b[i])) continue;
    lines[i].tension = (1 - s) * a[i].tension + s * b[i].tension;
    for (std::size_t k = 0; k < a[i].corners.size(); ++k)
      lines[i].corners[k] = (1 - s) * a[i].corners[k] + s * b[i].corners[k];
  }
  return lines;
}

}  // namespace

double Recording::duration() const {
  return frames.empty() ? 0 : frames.back().time - frames.front().time;
}

bool Moves(const Recording& recording, int body) {
  const auto moved = [&](const Frame& frame) {
    const BodyPose& first = recording.frames.front().poses[body];
    const BodyPose& pose = frame.poses[body];
    return pose.p_WB != first.p_WB || pose.q_WB.coeffs() != first.q_WB.coeffs();
  };
  return std::any_of(recording.frames.begin(), recording.frames.end(), moved);
}

void Interpolate(const Frame& a, const Frame& b, double t, Frame* frame) {
  const double h = b.time - a.time;
  Require(h > 0 && a.poses.size() == b.poses.size(),
          "Interpolate: frames of one simulation in increasing order of time");
  const double s = std::clamp((t - a.time) / h, 0.0, 1.0);
  frame->time = t;
  frame->forces = b.forces;
  frame->patches = b.patches;
  frame->strings = InterpolateStrings(a.strings, b.strings, s);
  frame->poses.resize(a.poses.size());
  for (std::size_t i = 0; i < a.poses.size(); ++i) {
    frame->poses[i] = InterpolatePose(a.poses[i], b.poses[i], h, s);
  }
}

FrameSampler::FrameSampler(double rate) : rate_(rate) {
  Require(std::isfinite(rate) && rate >= 0,
          "FrameSampler: the rate must not be negative");
}

bool FrameSampler::NextSample(const Frame& frame) {
  if (!started_) {
    started_ = true;
    origin_ = frame.time;
  } else if (frame.time <= last_sample_ + kTimeSlack) {
    return false;
  }
  const double t = rate_ == 0 || num_samples_ == 0
                       ? frame.time
                       : origin_ + static_cast<double>(num_samples_) / rate_;
  if (t > frame.time + kTimeSlack) return false;
  if (t >= frame.time - kTimeSlack) {
    sample_ = frame;
  } else {
    Interpolate(previous_, frame, t, &sample_);
  }
  last_sample_ = sample_.time;
  ++num_samples_;
  return true;
}

bool FrameSampler::WillSample(double time) const {
  if (!started_) return true;
  if (time <= last_sample_ + kTimeSlack) return false;
  const double next = origin_ + static_cast<double>(num_samples_) / rate_;
  return rate_ == 0 || next <= time + kTimeSlack;
}

bool FrameSampler::LastIsNew() const {
  return started_ && previous_.time > last_sample_ + kTimeSlack;
}

}  // namespace tactus::recording
