#include "tactus/integrators/dojo/frame_rates.h"

#include <functional>

#include <catch2/catch.hpp>

#include "tactus/contact/contact_frame.h"

namespace tactus::integrators::dojo {
namespace {

using Normal = ContactFeatures::Normal;

constexpr double kStep = 1e-5;  // Of differences.

Matrix3d Turn(const Vector3d& w) {
  return Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
}

// Two bodies that are turned, at the start of a step; at its end the frame
// stands elsewhere.
struct Scene {
  explicit Scene(Normal normal) {
    contact.normal = normal;
    contact.c_a = Vector3d(0.1, -0.2, 0.3);
    contact.c_b = Vector3d(-0.2, 0.1, 0.1);
    start.a.R = Turn({0.3, -0.5, 0.2});
    start.b.R = Turn({-0.4, 0.1, 0.7});
    start.b.p_Bcm_W = Vector3d(0.5, 0.7, 1.1);
    contact.frame = normal == Normal::kCenters
                        ? contact::MakeContactFrame(CalcCenters(start, contact))
                        : Carry(Vector3d(0.5, 0.3, 0.6).normalized());
    gap.R_WC = CalcEnd(contact.frame);
  }

  const Matrix3d& Owner(const StartStates& at) const {
    return contact.normal == Normal::kOfA ? at.a.R : at.b.R;
  }
  static Vector3d CalcCenters(const StartStates& at,
                              const ContactFeatures& with) {
    return (at.b.p_Bcm_W + at.b.R * with.c_b - at.a.p_Bcm_W - at.a.R * with.c_a)
        .normalized();
  }
  // The frame in the body's axes with this normal in them, which W has made.
  Matrix3d Carry(const Vector3d& n_B) const { return Carry(start, n_B); }
  Matrix3d Carry(const StartStates& at, const Vector3d& n_B) const {
    return Owner(at).transpose() * contact::MakeContactFrame(Owner(at) * n_B);
  }
  // R_WC at q3, where n3 is what it is, by the frame at q2.
  Matrix3d CalcEnd(const Matrix3d& frame) const {
    const Matrix3d R3 = Turn({0.2, 0.3, -0.1});
    if (contact.normal != Normal::kCenters) return R3 * frame;
    Matrix3d R;
    R.col(2) = R3 * contact.frame.col(2);
    R.col(0) =
        (frame.col(0) - R.col(2).dot(frame.col(0)) * R.col(2)).normalized();
    R.col(1) = R.col(2).cross(R.col(0));
    return R;
  }
  // t2 . dt1 of frames by how far along something they are.
  double CalcSpin(const std::function<Matrix3d(double)>& frame) const {
    const Vector3d dt1 =
        (CalcEnd(frame(kStep)).col(0) - CalcEnd(frame(-kStep)).col(0)) /
        (2 * kStep);
    return gap.R_WC.col(1).dot(dt1);
  }
  // What was added, all of it about n3.
  double Added(const ContactRates& rates) const {
    const Vector3d n3 = gap.R_WC.col(2);
    const double spin = n3.dot(rates.turn.col(0));
    CHECK((rates.turn.col(0) - spin * n3).norm() < 1e-12);
    return spin;
  }
  static ContactRates Zero() {
    ContactRates rates;
    rates.turn.setZero(3, 1);
    return rates;
  }

  ContactFeatures contact;
  StartStates start;
  ContactGap gap;
};

TEST_CASE("Frame rates: features move -> the spin of differences") {
  for (const Normal normal : {Normal::kOfA, Normal::kOfB, Normal::kCenters}) {
    const Scene scene(normal);
    FeatureRates of;
    of.SetZero(1);
    of.c_a.col(0) = Vector3d(0.3, 0.2, -0.4);
    of.c_b.col(0) = Vector3d(-0.1, 0.5, 0.2);
    const Vector3d n_B = scene.contact.frame.col(2);
    of.turn.col(0) = n_B.cross(Vector3d(0.2, -0.7, 0.4));
    for (const bool in_body : {false, true}) {
      const auto moved = [&](double s) -> Matrix3d {
        ContactFeatures with = scene.contact;
        with.c_a += s * of.c_a.col(0);
        with.c_b += s * of.c_b.col(0);
        if (normal == Normal::kCenters)
          return contact::MakeContactFrame(
              Scene::CalcCenters(scene.start, with));
        const Vector3d n = Turn(s * of.turn.col(0)) * n_B;
        return in_body ? contact::MakeContactFrame(n) : scene.Carry(n);
      };
      INFO(static_cast<int>(normal) << " " << in_body);
      Scene seen = scene;
      if (in_body && normal != Normal::kCenters) {
        seen.contact.frame = contact::MakeContactFrame(n_B);
        seen.gap.R_WC = seen.CalcEnd(seen.contact.frame);
      }
      ContactRates rates = Scene::Zero();
      AddFrameSpin(seen.contact, seen.start, seen.gap, of, in_body, &rates);
      // Tangents between centres that a review has added stay.
      const bool stays = in_body && normal == Normal::kCenters;
      CHECK(seen.Added(rates) ==
            Approx(stays ? 0 : seen.CalcSpin(moved)).margin(1e-8));
    }
  }
}

TEST_CASE(
    "Frame rates: a body stands elsewhere at the start -> the spin of "
    "differences") {
  for (const Normal normal : {Normal::kOfA, Normal::kOfB, Normal::kCenters}) {
    for (const bool is_b : {false, true}) {
      const Scene scene(normal);
      Matrix6Xd y2(6, 1);
      y2 << 0.4, -0.3, 0.6, 0.2, 0.5, -0.1;
      FeatureRates slide;
      slide.SetZero(6);
      const Vector3d n_B = scene.contact.frame.col(2);
      const auto moved = [&](double s) -> Matrix3d {
        StartStates at = scene.start;
        DiscreteDynamics::BodyState& body = is_b ? at.b : at.a;
        body.R = Turn(s * y2.col(0).head<3>()) * body.R;
        body.p_Bcm_W += s * y2.col(0).tail<3>();
        if (normal == Normal::kCenters)
          return contact::MakeContactFrame(
              Scene::CalcCenters(at, scene.contact));
        return scene.Carry(at, n_B);
      };
      INFO(static_cast<int>(normal) << " " << is_b);
      ContactRates rates = Scene::Zero();
      AddFrameSpin(scene.contact, scene.start, scene.gap, is_b, slide, y2,
                   &rates);
      CHECK(scene.Added(rates) == Approx(scene.CalcSpin(moved)).margin(1e-8));
    }
  }
}

}  // namespace
}  // namespace tactus::integrators::dojo
