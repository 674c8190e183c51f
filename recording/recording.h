#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/common/color.h"
#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

/// What a simulation leaves to look at: bodies made of coloured shapes, and
/// where they were, frame by frame. Plain data; gltf_writer.h and html_writer.h
/// turn it into files.
namespace tactus::recording {

using tactus::Color;

/// A shape fixed to a body.
struct Visual {
  contact::Shape shape;
  RigidTransform X_BG = RigidTransform::Identity();
  Color color = {};
  /// In place of the shape, unless null.
  std::shared_ptr<const contact::TriangleMesh> mesh = {};
};

struct RecordedBody {
  std::string name;
  std::vector<Visual> visuals;
};

/// A surface that bodies carry, each one of its corners: of an elastic body.
struct RecordedSurface {
  std::string name;
  std::vector<int> bodies;  ///< Its corners, indices into Recording::bodies.
  /// Indices into `bodies`, counter-clockwise seen from outside.
  std::vector<std::array<int, 3>> triangles;
  Color color = {};
};

/// Where the origin of a body B is in the world W, and how fast it goes there.
struct BodyPose {
  Vector3d p_WB = Vector3d::Zero();            ///< [m]
  Quaterniond q_WB = Quaterniond::Identity();  ///< Unit.
  Vector3d v_WB = Vector3d::Zero();            ///< [m/s]
};

/// One point of contact, and the force that one of the bodies feels: one that
/// can move.
struct ContactForce {
  Vector3d p_WC = Vector3d::Zero();  ///< [m]
  Vector3d f_W = Vector3d::Zero();   ///< [N]
  /// The body that feels it and the other one, indices into Recording::bodies;
  /// -1: not known.
  int body = -1, other = -1;
  /// Unit, towards the body that feels it; zero: not known. What of the force
  /// is along it is pressure, the rest is friction. Of a patch, the mean by
  /// force.
  Vector3d normal_W = Vector3d::Zero();
};

/// The polygons of a contact by pressure fields, on a body that can move.
struct RecordedPatch {
  int body{};                            ///< Index into Recording::bodies.
  std::vector<Eigen::Vector3f> corners;  ///< Of all polygons, in B [m].
  std::vector<float> pressures;          ///< At the corners [Pa].
  std::vector<std::uint32_t> sizes;      ///< Corners of each polygon.
};

/// A line along which bodies pull at each other: a spring, a rod, a branch of a
/// tendon, a piece of a cable.
struct StringLine {
  int string{};                  ///< Index into Recording::strings.
  double tension{};              ///< [N]; negative: it pushes.
  std::vector<int> bodies = {};  ///< Of the corners; into Recording::bodies.
  std::vector<Vector3d> corners = {};  ///< Each in the frame of its body [m].
};

struct Frame {
  double time{};                     ///< [s]
  std::vector<BodyPose> poses;       ///< One per body.
  std::vector<ContactForce> forces;  ///< Those of the step that ends here.
  std::vector<RecordedPatch> patches = {};  ///< Likewise, if they are recorded.
  std::vector<StringLine> strings = {};
};

/// The steps that ended after the interval before.
struct StepInterval {
  double end{};  ///< Of the last of them [s].
  double shortest = std::numeric_limits<double>::infinity();  ///< [s]
  /// What bounded the shortest, of static storage; empty: not known.
  std::string_view limited_by = {};
  long rejected{};  ///< Attempts at them.
  double energy{};  ///< Kinetic and potential, at the end [J].
  bool operator==(const StepInterval&) const = default;
};

struct Recording {
  std::string title;
  /// What the viewer shows beside the title, such as {"accuracy", "0.001"}.
  std::vector<std::pair<std::string, std::string>> notes;
  std::vector<RecordedBody> bodies;
  std::vector<RecordedSurface> surfaces = {};
  std::vector<std::string> strings = {};  ///< Names of what StringLines draw.
  std::vector<Frame> frames;              ///< By increasing time.
  /// At most one per frame; empty where nobody saw the steps.
  std::vector<StepInterval> steps = {};

  /// Simulated time from the first frame to the last [s].
  double duration() const;
};

/// True when `body` is not in one pose throughout.
bool Moves(const Recording& recording, int body);

/// The frame at time t between `a` and `b`, a.time <= t <= b.time. Positions
/// follow the cubic that has the frames' positions and velocities,
///
///     p(s) = h00 p_a + h10 h v_a + h01 p_b + h11 h v_b,   s = (t - t_a) / h,
///
/// which is exact in free flight, however long the step; rotations turn at a
/// constant rate. A force belongs to the step that it acted in: `b`'s. Strings
/// are those of `b`; where `a` has the same ones over the same bodies, their
/// corners and tensions are on the way from there.
void Interpolate(const Frame& a, const Frame& b, double t, Frame* frame);

/// Turns the frames of accepted steps, at whatever times, into frames at
/// multiples of 1 / rate, so that what a run keeps grows with simulated time
/// and not with the number of its steps.
///
///     FrameSampler sampler(60);
///     sampler.Add(frame, [&](const Frame& f) { recording.frames.push_back(f);
///     });
class FrameSampler {
 public:
  /// @param rate  frames per simulated second [Hz]; zero keeps every frame.
  /// @throws std::invalid_argument for a negative or non-finite rate.
  explicit FrameSampler(double rate);

  /// Calls `keep` for each sample after the last frame added, up to and
  /// including `frame`; the first frame is always kept.
  template <typename Keep>
  void Add(const Frame& frame, Keep&& keep) {
    while (NextSample(frame)) keep(sample_);
    previous_ = frame;
  }
  /// Whether a frame at this time, added next, leads to samples.
  bool WillSample(double time) const;
  /// Keeps the last frame added, unless it was a sample.
  template <typename Keep>
  void Finish(Keep&& keep) {
    if (LastIsNew()) keep(previous_);
  }

 private:
  bool NextSample(const Frame& frame);
  bool LastIsNew() const;

  double rate_{};
  bool started_ = false;
  double origin_{};       ///< Time of the first frame.
  long num_samples_{};    ///< Samples so far: the next is at origin + n / rate.
  double last_sample_{};  ///< Time of the last sample.
  Frame previous_, sample_;
};

}  // namespace tactus::recording
