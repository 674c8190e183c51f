// [Howell22] steps in maximal coordinates, (14) to (17): every body has its
// pose and every joint its multipliers. On trees the step in minimal
// coordinates is the same one.
#include <cmath>
#include <functional>

#include "integrators/step_once.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::Model;
using test::Stepping;

// Of a body's centre of mass.
struct Pose {
  Vector3d x = Vector3d::Zero();
  Quaterniond q = Quaterniond::Identity();
};

// A step of h that turns by 2 asin(h |w| / 2), body axes.
Pose Advance(const Pose& pose, const Vector6d& u, double h) {
  const Vector3d psi = h / 2 * u.head<3>();
  const Quaterniond turn(std::sqrt(1 - psi.squaredNorm()), psi.x(), psi.y(),
                         psi.z());
  return {.x = pose.x + h * u.tail<3>(), .q = (pose.q * turn).normalized()};
}

// w, body axes, and v of the step between two poses.
Vector6d Between(const Pose& a, const Pose& b, double h) {
  const Quaterniond turn = a.q.conjugate() * b.q;
  Vector6d u;
  u << (turn.w() < 0 ? -2 : 2) / h * turn.vec(), (b.x - a.x) / h;
  return u;
}

/// The bodies of a tree of hinges, whose root may float, with one multiplier
/// for each row of a joint.
class MaximalTree {
 public:
  MaximalTree(const Model& model, const VectorXd& q, const VectorXd& v,
              double h)
      : model_(model), h_(h), now_(PosesAt(q)) {
    VectorXd before;
    RetractPositions(model, q, -h * v, &before);
    const std::vector<Pose> past = PosesAt(before);
    for (std::size_t b = 0; b < now_.size(); ++b)
      u_.push_back(Between(past[b], now_[b], h));
    for (const multibody::Joint& joint : model.joints())
      num_rows_ += joint.type == JointType::kRevolute ? 5 : 0;
  }

  void Step() {
    const auto n = static_cast<int>(now_.size()) - 1;
    VectorXd y = VectorXd::Zero(6 * n + num_rows_);
    for (int b = 0; b < n; ++b) y.segment<6>(6 * b) = u_[b + 1];
    for (int i = 0; i < 8; ++i) {
      const VectorXd r = Residual(y);
      if (r.norm() < 1e-14) break;
      y -= Jacobian(y).partialPivLu().solve(r);
    }
    REQUIRE(Residual(y).norm() < 1e-11);
    for (int b = 0; b < n; ++b) {
      u_[b + 1] = y.segment<6>(6 * b);
      now_[b + 1] = Advance(now_[b + 1], u_[b + 1], h_);
    }
  }

  const std::vector<Pose>& poses() const { return now_; }

  std::vector<Pose> PosesAt(const VectorXd& q) const {
    multibody::PositionKinematics position;
    CalcPositionKinematics(model_, q, &position);
    std::vector<Pose> poses;
    for (int b = 0; b < model_.num_bodies(); ++b) {
      poses.push_back(
          {.x = position.X_WB[b] * Vector3d(model_.bodies()[b].inertia.p_BoBcm),
           .q = Quaterniond(Matrix3d(position.X_WB[b].linear()))});
    }
    return poses;
  }

 private:
  // A joint's frame on one body: its place from the centre of mass and its
  // axes, in W.
  struct Frame {
    Vector3d arm, place;
    Matrix3d R;
  };
  Frame FrameOf(const Pose& pose, int b, const RigidTransform& X_BF) const {
    const Matrix3d R = pose.q.toRotationMatrix();
    const Vector3d arm =
        R * (X_BF.translation() - Vector3d(model_.bodies()[b].inertia.p_BoBcm));
    return {.arm = arm, .place = pose.x + arm, .R = R * X_BF.linear()};
  }
  struct Hinge {
    Frame parent, child;
    Vector3d axis, t1, t2;  ///< Of the child; across, of the parent.
  };
  Hinge HingeAt(const multibody::Joint& joint,
                const std::vector<Pose>& poses) const {
    Hinge hinge;
    hinge.parent = FrameOf(poses[joint.parent], joint.parent, joint.X_PF);
    hinge.child = FrameOf(poses[joint.child], joint.child, joint.X_CM);
    const Vector3d t1 = joint.axis_F.unitOrthogonal();
    hinge.axis = hinge.child.R * joint.axis_F;
    hinge.t1 = hinge.parent.R * t1;
    hinge.t2 = hinge.parent.R * joint.axis_F.cross(t1);
    return hinge;
  }

  // r_q = R2 (p+ - p-) and r_x = m (v25 - v15) - h m g, without the impulses
  // G' lambda of joints at q2; constraints at q3.
  VectorXd Residual(const VectorXd& y) const {
    const auto n = static_cast<int>(now_.size()) - 1;
    std::vector<Pose> next = now_;
    VectorXd r(y.size());
    for (int b = 0; b < n; ++b) {
      const Vector6d u = y.segment<6>(6 * b);
      next[b + 1] = Advance(now_[b + 1], u, h_);
      const multibody::SpatialInertia& inertia = model_.bodies()[b + 1].inertia;
      r.segment<3>(6 * b) =
          now_[b + 1].q *
          Vector3d(Momentum(inertia, u, 1) - Momentum(inertia, u_[b + 1], -1));
      r.segment<3>(6 * b + 3) =
          inertia.mass *
          (u.tail<3>() - u_[b + 1].tail<3>() - h_ * model_.gravity_W());
    }
    int row = 6 * n;
    for (const multibody::Joint& joint : model_.joints()) {
      if (joint.type != JointType::kRevolute) continue;
      const Hinge end = HingeAt(joint, next);
      r.segment<5>(row) << end.child.place - end.parent.place,
          end.t1.dot(end.axis), end.t2.dot(end.axis);
      AddImpulses(joint, y.segment<5>(row), &r);
      row += 5;
    }
    return r;
  }

  // c J w +- h/2 w x J w.
  Vector3d Momentum(const multibody::SpatialInertia& inertia, const Vector6d& u,
                    double sign) const {
    const Vector3d w = u.head<3>(), Jw = inertia.I_Bcm * w;
    const double c = std::sqrt(1 - h_ * h_ / 4 * w.squaredNorm());
    return c * Jw + sign * h_ / 2 * w.cross(Jw);
  }

  // A force at the hinge, and moments across its axis.
  void AddImpulses(const multibody::Joint& joint,
                   const Eigen::Vector<double, 5>& lambda, VectorXd* r) const {
    const Hinge hinge = HingeAt(joint, now_);
    const Vector3d force = lambda.head<3>();
    const Vector3d moment = lambda[3] * hinge.axis.cross(hinge.t1) +
                            lambda[4] * hinge.axis.cross(hinge.t2);
    const auto add = [&](int b, const Vector3d& arm, double sign) {
      if (b == 0) return;
      r->segment<3>(6 * b - 6) -= sign * (arm.cross(force) + moment);
      r->segment<3>(6 * b - 3) -= sign * force;
    };
    add(joint.child, hinge.child.arm, 1);
    add(joint.parent, hinge.parent.arm, -1);
  }

  MatrixXd Jacobian(const VectorXd& y) const {
    constexpr double e = 1e-6;
    MatrixXd J(y.size(), y.size());
    for (int i = 0; i < y.size(); ++i) {
      VectorXd forth = y, back = y;
      forth[i] += e;
      back[i] -= e;
      J.col(i) = (Residual(forth) - Residual(back)) / (2 * e);
    }
    return J;
  }

  const Model& model_;
  double h_;
  std::vector<Pose> now_;
  std::vector<Vector6d> u_;
  int num_rows_ = 0;
};

TEST_CASE("Dojo: random trees -> the step of maximal coordinates") {
  constexpr double h = 0.02;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    // What floats stays near: far off, round-off grows.
    const bool floats = seed % 2 == 0;
    const auto model =
        multibody::test::MakeRandomModel(seed, {.num_bodies = 4,
                                                .gravity = !floats,
                                                .types = {JointType::kRevolute},
                                                .armature = false,
                                                .springs = false,
                                                .damping = false,
                                                .floating_base = floats});
    multibody::test::Random random(seed);
    Stepping stepping(model);
    stepping.q = multibody::test::MakeRandomPositions(*model, &random);
    stepping.v = random.Vector(model->num_velocities());
    MaximalTree maximal(*model, stepping.q, stepping.v, h);
    DojoStep dojo({.tolerance = 1e-14});
    systems::Value memory = dojo.MakeMemory();
    double apart = 0;
    for (int i = 0; i < 200; ++i) {
      stepping.Step(&dojo, h, &memory);
      REQUIRE_FALSE(stepping.result().report.failure);
      maximal.Step();
      const std::vector<Pose> minimal = maximal.PosesAt(stepping.q);
      for (std::size_t b = 1; b < minimal.size(); ++b) {
        const Pose& other = maximal.poses()[b];
        apart = std::max({apart, (minimal[b].x - other.x).norm(),
                          minimal[b].q.angularDistance(other.q)});
      }
    }
    CHECK(apart < 1e-10);
  }
}

}  // namespace
}  // namespace tactus::integrators
