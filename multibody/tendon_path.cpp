#include "tactus/multibody/tendon_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/multibody/generalized_force.h"
#include "tactus/multibody/tendon_branch.h"
#include "tactus/multibody/tendon_wrap.h"
#include "tactus/multibody/transmission_length.h"

namespace tactus::multibody {
namespace {

using Stop = Tendon::Stop;

using BodyPoint = TendonCorner;

// An arc on a surface in frame S, which is fixed in a body.
using SurfaceArc = TendonSpan::Around;

// Where a shape makes the string touch it between two points.
std::optional<SurfaceArc> FindArc(const PositionKinematics& position,
                                  const Stop& stop, const Vector3d& p0_W,
                                  const Vector3d& p1_W) {
  SurfaceArc arc{.body = stop.body,
                 .X_WS = position.X_WB[stop.body] * stop.X_BS,
                 .shape = {.radius = stop.radius,
                           .is_cylinder = stop.kind == Stop::Kind::kCylinder},
                 .wrap = {}};
  const RigidTransform X_SW = arc.X_WS.inverse(Eigen::Isometry);
  if (stop.side_body >= 0)
    arc.shape.side = X_SW * (position.X_WB[stop.side_body] * stop.p_BSide);
  const auto wrap = CalcWrap(arc.shape, X_SW * p0_W, X_SW * p1_W);
  if (!wrap) return std::nullopt;
  arc.wrap = *wrap;
  return arc;
}

// Calls to->Start(point, divisor) at the first point of each branch, then
// to->Line(from, to) along it, or, around a shape, to->Line(from, first),
// to->Arc(arc), to->Line(last, to).
template <class Tracer>
void Trace(const PositionKinematics& position, const Tendon& tendon,
           Tracer* to) {
  double divisor = 1;
  const Stop* shape = nullptr;
  std::optional<BodyPoint> last;
  for (const Stop& stop : tendon.path) {
    if (stop.kind == Stop::Kind::kPulley) {
      divisor = stop.divisor;
      last.reset();
      continue;
    }
    if (stop.kind != Stop::Kind::kPoint) {
      shape = &stop;
      continue;
    }
    const BodyPoint point{stop.body,
                          position.X_WB[stop.body] * stop.X_BS.translation()};
    if (!last) to->Start(point, divisor);
    const auto arc = last && shape
                         ? FindArc(position, *shape, last->p_W, point.p_W)
                         : std::nullopt;
    if (arc) {
      const BodyPoint first{shape->body, arc->X_WS * arc->wrap.first};
      const BodyPoint end{shape->body, arc->X_WS * arc->wrap.last};
      to->Line(*last, first);
      to->Arc(*arc);
      to->Line(end, point);
    } else if (last) {
      to->Line(*last, point);
    }
    shape = nullptr;
    last = point;
  }
}

// L, and the sum of n_k / d_k at points of bodies as a generalized direction.
class LengthTracer {
 public:
  LengthTracer(const Model& model, const PositionKinematics& position)
      : model_(model),
        position_(position),
        J_(VectorXd::Zero(model.num_velocities())) {}

  void Start(const BodyPoint&, double divisor) { divisor_ = divisor; }
  void Line(const BodyPoint& a, const BodyPoint& b) {
    constexpr double kTiny = 1e-15;
    const Vector3d along = b.p_W - a.p_W;
    const double length = along.norm();
    length_ += length / divisor_;
    if (length < kTiny || a.body == b.body) return;
    const Vector3d n = along / (length * divisor_);
    AddPoint(b, n);
    AddPoint(a, -n);
  }
  void Arc(const SurfaceArc& arc) { length_ += arc.wrap.length / divisor_; }

  double length() const { return length_; }
  const VectorXd& J() const { return J_; }

 private:
  // J += n' dp/dv
  void AddPoint(const BodyPoint& point, const Vector3d& n) {
    Vector6d direction = Vector6d::Zero();
    direction.tail<3>() = n;
    AddGeneralizedForce(model_, position_, point.body, point.p_W, direction,
                        &J_);
  }

  const Model& model_;
  const PositionKinematics& position_;
  VectorXd J_;
  double length_{}, divisor_ = 1;
};

class BranchTracer {
 public:
  explicit BranchTracer(double largest_turn) : largest_turn_(largest_turn) {}

  void Start(const BodyPoint& point, double divisor) {
    branches_.push_back({.divisor = divisor, .corners = {point}});
  }
  void Line(const BodyPoint&, const BodyPoint& b) {
    branches_.back().corners.push_back(b);
  }
  void Arc(const SurfaceArc& arc) {
    const int n =
        static_cast<int>(std::ceil(std::abs(arc.wrap.turn) / largest_turn_));
    for (int i = 1; i <= n; ++i) {
      const double s = static_cast<double>(i) / n;
      branches_.back().corners.push_back(
          {arc.body, arc.X_WS * PointOnWrap(arc.wrap, s)});
    }
  }
  std::vector<TendonBranch> branches() && { return std::move(branches_); }

 private:
  double largest_turn_;
  std::vector<TendonBranch> branches_;
};

// The straight parts before and behind an arc are one span with it.
class SpanTracer {
 public:
  void Start(const BodyPoint&, double divisor) { divisor_ = divisor; }
  void Line(const BodyPoint& a, const BodyPoint& b) {
    if (!is_on_arc_) {
      spans_.push_back({.a = a, .b = b, .divisor = divisor_});
    } else {
      spans_.back().b = b;
      is_on_arc_ = false;
    }
  }
  void Arc(const SurfaceArc& arc) {
    spans_.back().around = arc;
    is_on_arc_ = true;
  }
  std::vector<TendonSpan> spans() && { return std::move(spans_); }

 private:
  double divisor_ = 1;
  bool is_on_arc_ = false;
  std::vector<TendonSpan> spans_;
};

// Of the dofs between bodies of the path, which those that carry all of it are
// not.
std::vector<bool> FindMovingDofs(const Model& model, const Tendon& tendon) {
  std::vector<int> count(model.num_bodies(), 0);
  int num_stops = 0;
  for (const Stop& stop : tendon.path) {
    if (stop.kind == Stop::Kind::kPulley) continue;
    ++num_stops;
    for (int b = stop.body; model.bodies()[b].tree >= 0;
         b = model.joints()[b - 1].parent) {
      ++count[b];
    }
  }
  std::vector<bool> moves(model.num_velocities(), false);
  for (const Joint& joint : model.joints()) {
    const int n = count[joint.child];
    if (n == 0 || n == num_stops) continue;
    for (int i = 0; i < joint.nv(); ++i) moves[joint.v_start + i] = true;
  }
  return moves;
}

void AddPath(const Model& model, const PositionKinematics& position,
             const Tendon& tendon, TendonKinematics* result) {
  LengthTracer tracer(model, position);
  Trace(position, tendon, &tracer);
  result->length += tracer.length();
  std::vector<bool> moves = FindMovingDofs(model, tendon);
  for (contact::JointTerm& term : result->terms) {
    term.coefficient += tracer.J()[term.dof];
    moves[term.dof] = false;
  }
  for (int i = 0; i < model.num_velocities(); ++i) {
    if (moves[i])
      result->terms.push_back({.dof = i, .coefficient = tracer.J()[i]});
  }
}

void SetLinearPart(const Model& model, const Tendon& tendon, const VectorRef& q,
                   TendonKinematics* result) {
  result->length = tendon.offset;
  result->terms.clear();
  for (const Tendon::Term& term : tendon.terms) {
    const Joint& joint = model.joints()[term.joint];
    result->length += term.coefficient * q[joint.q_start];
    result->terms.push_back(
        {.dof = joint.v_start, .coefficient = term.coefficient});
  }
}

}  // namespace

void CalcTendon(const Model& model, const PositionKinematics& position,
                const Tendon& tendon, const VectorRef& q,
                TendonKinematics* result) {
  if (tendon.transmission) {
    CalcTransmission(model, position, *tendon.transmission, q, result);
    return;
  }
  SetLinearPart(model, tendon, q, result);
  if (tendon.is_spatial()) AddPath(model, position, tendon, result);
}

void CalcTendon(const Model& model, const Tendon& tendon, const VectorRef& q,
                TendonKinematics* result) {
  PositionKinematics position;
  if (tendon.turns()) CalcPositionKinematics(model, q, &position);
  CalcTendon(model, position, tendon, q, result);
}

std::vector<TendonSpan> CalcTendonSpans(const PositionKinematics& position,
                                        const Tendon& tendon) {
  SpanTracer tracer;
  Trace(position, tendon, &tracer);
  return std::move(tracer).spans();
}

std::vector<TendonBranch> CalcTendonBranches(const PositionKinematics& position,
                                             const Tendon& tendon,
                                             double largest_turn) {
  BranchTracer tracer(largest_turn);
  Trace(position, tendon, &tracer);
  return std::move(tracer).branches();
}

}  // namespace tactus::multibody
