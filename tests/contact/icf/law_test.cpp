#include "tactus/contact/icf/law.h"

#include <cmath>
#include <utility>
#include <vector>

#include "contact/icf/oracle.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::Complex;
using test::Real;
using test::RealVector;
using test::VectorX;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactPoint MakePoint(double fe0, double k, double d, double mu, double fn0,
                       double vs) {
  ContactPoint point;
  point.elastic_force0 = fe0;
  point.stiffness = k;
  point.dissipation = d;
  point.friction = mu;
  point.normal_force0 = fn0;
  point.stiction_velocity = vs;
  point.inverse_mass = 1;
  return point;
}

// A point, a step and a contact velocity on one side of some branch.
struct PointCase {
  const char* what;
  ContactPoint point;
  double h;
  Vector3d v_C;
};

std::vector<PointCase> MakePointCases() {
  std::vector<PointCase> cases;
  const double h = 0.01, k = 1e4, d = 10, mu = 0.5, vs = 1e-4;
  const auto add = [&](const char* what, const ContactPoint& point,
                       const Vector3d& v_C) {
    cases.push_back({what, point, h, v_C});
  };
  // Slip speeds from rest to a thousand widths of stiction and beyond.
  const ContactPoint touching = MakePoint(20, k, d, mu, 15, vs);
  add("stick, at rest", touching, {0, 0, 0});
  add("stick", touching, {0.3 * vs, -0.2 * vs, -0.03});
  add("at the stiction velocity", touching, {0.6 * vs, 0.8 * vs, 0.01});
  add("slip", touching, {0.02, -0.05, 0.02});
  add("huge slip", touching, {3e3, 4e3, 0.05});
  add("fast approach", touching, {0.1, 0.2, -30});
  // The force ends at fe0 / (h k) = 0.2 m/s, before 1 / d = 0.1 m/s...
  add("below the dissipative cutoff", touching, {0, 0, 0.0999});
  add("above the dissipative cutoff", touching, {0, 0, 0.1001});
  add("far above both cutoffs", touching, {0.1, 0, 5});
  // ... or the other way round.
  const ContactPoint shallow = MakePoint(2, k, d, mu, 1, vs);
  add("below the elastic cutoff", shallow, {0, vs, 0.0199});
  add("above the elastic cutoff", shallow, {0, vs, 0.0201});
  // A gap: the force begins when the step closes it.
  const ContactPoint separated = MakePoint(-5, k, d, mu, 0, vs);
  add("separated, staying so", separated, {0.1, 0, -0.0499});
  add("separated, closing", separated, {0.1, 0, -0.0501});
  add("separated, closing fast", separated, {0.1, 0, -2});
  add("just touching, parting", MakePoint(0, k, d, mu, 0, vs), {0, 0, 1e-3});
  add("just touching, closing", MakePoint(0, k, d, mu, 0, vs), {0, 0, -1e-3});
  // Coefficients that vanish.
  add("no dissipation, closing", MakePoint(20, k, 0, mu, 20, vs), {1, 0, -1});
  add("no dissipation, cutoff", MakePoint(20, k, 0, mu, 20, vs), {1, 0, 0.21});
  add("constant force", MakePoint(20, 0, 0, mu, 20, vs), {0.1, 0, 7});
  add("constant force, damped", MakePoint(20, 0, d, mu, 20, vs), {0, 0, 0.05});
  add("constant force, cut off", MakePoint(20, 0, d, mu, 20, vs), {0, 0, 0.2});
  add("nothing at all", MakePoint(0, 0, 0, mu, 0, vs), {0.1, 0.2, -1});
  add("nothing but dissipation", MakePoint(0, 0, d, mu, 0, vs), {0, 0, -1});
  add("no friction", MakePoint(20, k, d, 0, 15, vs), {0.1, 0.2, -0.1});
  return cases;
}

template <class T>
T Potential(const PointCase& c, const test::Vector3<T>& v_C) {
  return test::PointPotential<T>(c.point, c.h, v_C);
}

// The sizes of the terms that add up to an impulse or a cost: round-off is
// measured against them.
double ImpulseScale(const PointCase& c) {
  const double vn = std::abs(c.v_C.z());
  return c.h *
             (std::abs(c.point.elastic_force0) + c.h * c.point.stiffness * vn) *
             (1 + c.point.dissipation * vn) +
         c.point.friction * c.h * c.point.normal_force0;
}

TEST_CASE(
    "ICF law: points on all branches -> the potential's slopes, to 100 eps") {
  for (const PointCase& c : MakePointCases()) {
    INFO(c.what);
    const IcfPoint law = MakeIcfPoint(c.point, c.h);
    const Vector3d gamma = CalcImpulse(law, c.v_C);
    const RealVector g = test::ComplexStepGradient(
        [&](const VectorX<Complex>& v) { return Potential<Complex>(c, v); },
        c.v_C.cast<Real>());
    CHECK((gamma.cast<Real>() + g).norm() <= 100 * kEpsilon * ImpulseScale(c));
    CHECK(gamma.z() >= 0);
  }
}

TEST_CASE("ICF law: points on all branches -> costs are the work of impulses") {
  for (const PointCase& c : MakePointCases()) {
    INFO(c.what);
    const double cost = CalcCost(MakeIcfPoint(c.point, c.h), c.v_C);
    const Real expected = Potential<Real>(c, c.v_C.cast<Real>());
    // Beyond the cutoff the cost is that of the cutoff, not of v_C.
    CHECK(std::abs(cost - expected) <=
          100 * kEpsilon * ImpulseScale(c) *
              (c.v_C.norm() + c.point.stiction_velocity));
  }
}

// Where s w = vt.
FrictionDual ExactDual(const IcfPoint& law, const Vector3d& v_C) {
  return v_C.head<2>() / std::hypot(v_C.x(), v_C.y(), law.stiction_velocity);
}

Matrix3d ExactHessian(const IcfPoint& law, const Vector3d& v_C) {
  return CalcHessian(law, v_C, ExactDual(law, v_C));
}

TEST_CASE("ICF law: points on all branches -> Hessians to 1e-9") {
  for (const PointCase& c : MakePointCases()) {
    INFO(c.what);
    const IcfPoint law = MakeIcfPoint(c.point, c.h);
    const Matrix3d G = ExactHessian(law, c.v_C);
    const double soft_norm =
        std::hypot(c.v_C.x(), c.v_C.y(), law.stiction_velocity);
    // Stay on this side of the normal force's branch, and within the length
    // over which friction bends.
    const double to_branch =
        std::isfinite(law.cutoff) ? std::abs(c.v_C.z() - law.cutoff) : 1;
    for (int j = 0; j < 3; ++j) {
      const double delta = j < 2 ? 1e-4 * soft_norm : 0.1 * to_branch;
      const RealVector column = test::HessianColumn(
          [&](const VectorX<Complex>& v) { return Potential<Complex>(c, v); },
          c.v_C.cast<Real>(), j, delta);
      CHECK((G.col(j).cast<Real>() - column).norm() <= 1e-9 * G.norm());
    }
    CHECK(G == G.transpose());
    CHECK(G(2, 2) >= 0);
    CHECK(G.topLeftCorner<2, 2>().determinant() >= 0);
  }
}

TEST_CASE(
    "ICF law: the normal impulse's cutoff -> continuous, its slope is not") {
  const double h = 0.01;
  for (const ContactPoint& point :
       {MakePoint(20, 1e4, 10, 0, 15, 1e-4), MakePoint(2, 1e4, 10, 0, 1, 1e-4),
        MakePoint(-5, 1e4, 10, 0, 0, 1e-4),
        MakePoint(20, 1e4, 0, 0, 20, 1e-4)}) {
    const IcfPoint law = MakeIcfPoint(point, h);
    const double below = std::nextafter(law.cutoff, -kInfinity);
    CHECK(CalcImpulse(law, {0, 0, law.cutoff}).z() == 0);
    CHECK(CalcImpulse(law, {0, 0, below}).z() <= 1e-15);
    CHECK(CalcCost(law, {0, 0, below}) ==
          Approx(CalcCost(law, {0, 0, law.cutoff})).epsilon(1e-14));
    CHECK(ExactHessian(law, {0, 0, below})(2, 2) > 0);
    CHECK(ExactHessian(law, {0, 0, law.cutoff})(2, 2) == 0);
  }
}

TEST_CASE("ICF law: growing slip -> friction against it, saturating at mu n0") {
  const double h = 0.01, mu_n0 = 0.5 * h * 15, vs = 1e-4;
  const IcfPoint law = MakeIcfPoint(MakePoint(20, 1e4, 10, 0.5, 15, vs), h);
  const Vector3d along(0.6, -0.8, 0);
  for (double slip : {1e-9, 1e-5, 1e-4, 1e-2, 1.0, 1e6}) {
    const Vector3d gamma = CalcImpulse(law, slip * along);
    const double expected = mu_n0 * slip / std::hypot(slip, vs);
    CHECK((gamma - Vector3d(0, 0, gamma.z()) + expected * along).norm() <=
          4 * kEpsilon * mu_n0);
    CHECK(gamma.head<2>().norm() <= mu_n0 * (1 + 4 * kEpsilon));
  }
}

// The parabola with the curvature at w = 0 touches friction's potential.
TEST_CASE("ICF law: no dual variable -> a parabola above friction's cost") {
  const IcfPoint law =
      MakeIcfPoint(MakePoint(20, 1e4, 10, 0.5, 15, 1e-4), 0.01);
  for (const double slip : {0.0, 1e-5, 1e-4, 1e-2, 1.0}) {
    const Vector3d v(0.6 * slip, -0.8 * slip, 0);
    const Matrix3d G = CalcHessian(law, v, FrictionDual::Zero());
    const double cost = CalcCost(law, v);
    const Vector3d gamma = CalcImpulse(law, v);
    for (const double size : {1e-6, 1e-4, 1e-3, 0.1, 10.0}) {
      for (int k = 0; k < 12; ++k) {
        const Vector3d dv(size * std::cos(k), size * std::sin(k), 0);
        const double parabola =
            cost + dv.dot(G * dv) / 2 - gamma.head<2>().dot(dv.head<2>());
        CHECK(CalcCost(law, v + dv) <=
              parabola + 8 * kEpsilon * (parabola + cost));
      }
    }
  }
}

TEST_CASE("ICF law: the next dual variables -> solve the linearised s w = vt") {
  const IcfPoint law =
      MakeIcfPoint(MakePoint(20, 1e4, 10, 0.5, 15, 1e-3), 0.01);
  const double vs = law.stiction_velocity;
  for (int k = 0; k < 50; ++k) {
    const double a = 2.4 * k, slip = vs * std::exp(0.2 * k - 6);
    const Vector3d v(slip * std::cos(a), slip * std::sin(a), 0.1);
    const Vector3d dv(2 * slip * std::sin(3 * a), slip * std::cos(5 * a), 3);
    const FrictionDual w(0.6 * std::sin(a), 0.6 * std::cos(2 * a));
    const double s = std::hypot(v.x(), v.y(), vs);
    const FrictionDual next = CalcNextDual(law, v, dv, w);
    const double ds = v.head<2>().dot(dv.head<2>()) / s;
    const FrictionDual linear =
        (v.head<2>() + dv.head<2>() - ds * w) / s;  // s w+ + ds w = vt + dvt
    if (linear.norm() <= 1) {
      CHECK((next - linear).norm() <= 8 * kEpsilon);
    } else {
      CHECK((next - linear.normalized()).norm() <= 8 * kEpsilon);
    }
    // Once it is right, it stays.
    const FrictionDual exact = ExactDual(law, v);
    CHECK((CalcNextDual(law, v, Vector3d::Zero(), exact) - exact).norm() <=
          8 * kEpsilon);
  }
}

TEST_CASE(
    "ICF law: the first dual -> exact where friction cannot stop the slip") {
  const IcfPoint law =
      MakeIcfPoint(MakePoint(20, 1e4, 10, 0.5, 15, 1e-4), 0.01);
  const double w = 0.8, turned = 2 * w * law.friction_impulse;
  const auto first = [&](double slip) {
    const Vector3d v(0.6 * slip, -0.8 * slip, 3);
    return std::pair(CalcFirstDual(law, v, w), ExactDual(law, v));
  };
  const auto [fast, fast_exact] = first(1.001 * turned);
  CHECK((fast - fast_exact).norm() <= 4 * kEpsilon);
  const auto [slow, slow_exact] = first(0.25 * turned);
  CHECK((slow - 0.25 * slow_exact).norm() <= 4 * kEpsilon);
  CHECK(first(0).first.isZero());
}

TEST_CASE("ICF law: any dual variable -> a positive semi-definite Hessian") {
  for (const PointCase& c : MakePointCases()) {
    const IcfPoint law = MakeIcfPoint(c.point, c.h);
    for (int k = 0; k < 16; ++k) {
      const FrictionDual w(std::cos(0.4 * k), std::sin(0.4 * k));
      const Matrix3d G = CalcHessian(law, c.v_C, w);
      CHECK(G == G.transpose());
      CHECK(G(0, 0) >= 0);
      CHECK(G.topLeftCorner<2, 2>().determinant() >=
            -8 * kEpsilon * G(0, 0) * G(1, 1));
    }
  }
}

TEST_CASE("ICF law: CalcAlong on a line -> cost, slope and curvature") {
  const Vector3d dv(0.3, -0.7, 0.2);
  for (const PointCase& c : MakePointCases()) {
    INFO(c.what);
    const IcfPoint law = MakeIcfPoint(c.point, c.h);
    const LineDerivatives along = CalcAlong(law, c.v_C, dv);
    CHECK(along.cost == Approx(CalcCost(law, c.v_C)).epsilon(1e-14));
    const double slope = -dv.dot(CalcImpulse(law, c.v_C));
    const double curvature = dv.dot(ExactHessian(law, c.v_C) * dv);
    CHECK(std::abs(along.slope - slope) <= 8 * kEpsilon * ImpulseScale(c));
    CHECK(std::abs(along.curvature - curvature) <=
          8 * kEpsilon * ExactHessian(law, c.v_C).norm());
  }
}

TEST_CASE("ICF law: a light body under a large impulse -> wider stiction") {
  const double h = 0.1;
  ContactPoint point = MakePoint(1000, 1e5, 0, 0.5, 1000, 1e-4);
  const double mu_n0 = 0.5 * h * 1000;
  for (double inverse_mass : {1e-3, 0.1, 10.0, 1e3}) {
    point.inverse_mass = inverse_mass;
    const IcfPoint law = MakeIcfPoint(point, h);
    CHECK(law.friction_impulse == Approx(mu_n0));
    CHECK(law.stiction_velocity ==
          Approx(std::max(1e-4, 1e-5 * inverse_mass * mu_n0)));
    // The aim: friction's curvature within 1e5 of the body's inertia.
    CHECK(ExactHessian(law, Vector3d::Zero())(0, 0) * inverse_mass <=
          std::max(1e5, inverse_mass * mu_n0 / 1e-4) * (1 + 1e-14));
    if (inverse_mass * mu_n0 > 10)
      CHECK(ExactHessian(law, Vector3d::Zero())(0, 0) * inverse_mass ==
            Approx(1e5));
  }
}

// gear clamp(force0 - (damping + h stiffness) gear v), a law that does not
// stabilise at v0.
TEST_CASE("ICF law: actuators at a step's end -> their clamped forces") {
  VelocityProblem problem;
  problem.v0 = Eigen::Vector2d(10, 20);
  problem.cliques = {{.v_start = 0, .nv = 2, .M = Eigen::Matrix2d::Identity()}};
  const LinearActuator actuator{.dof = 1,
                                .gear = -2,
                                .force0 = 3,
                                .damping = 0.5,
                                .stiffness = 40,
                                .lower = -6,
                                .upper = 7};
  problem.actuators = {actuator, actuator};
  problem.actuators[1].damping = -0.6;
  const auto calc = [&](double v) {
    std::vector<double> forces;
    CalcMeanActuatorForces(problem, 0.01, Eigen::Vector2d(0, v), &forces);
    REQUIRE(forces.size() == 2);
    CHECK(forces[1] == Approx(-2 * (3 + 0.2 * -40)));
    return forces[0];
  };
  CHECK(calc(0) == Approx(-6));
  CHECK(calc(1) == Approx(-2 * (3 + 0.9 * 2)));
  CHECK(calc(100) == Approx(-2 * 7));
  CHECK(calc(-100) == Approx(-2 * -6));
  // Half as stiff, where its length is felt in the middle of the step.
  problem.spring_shares = Eigen::Vector2d(1, 0.5);
  problem.actuators[1].damping = -0.4;
  CHECK(calc(1) == Approx(-2 * (3 + 0.7 * 2)));
}

}  // namespace
}  // namespace tactus::contact
