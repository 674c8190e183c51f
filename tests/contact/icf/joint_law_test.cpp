// The potentials of icf_law.h on one velocity: limits, actuators, rigid rows
// and dry friction.
#include <cmath>
#include <limits>
#include <vector>

#include "contact/icf/oracle.h"
#include <catch2/catch.hpp>

#include "tactus/contact/icf/law.h"

namespace tactus::contact {
namespace {

using test::Complex;
using test::Real;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// f(v) and its first two derivatives; the second by fourth-order differences
// within `delta` of v.
struct Derivatives {
  Real value, first, second;
};
template <class F>
Derivatives Differentiate(const F& f, double v, double delta) {
  const auto on_vector = [&](const test::VectorX<Complex>& x) {
    return f(x[0]);
  };
  const test::RealVector at = test::RealVector::Constant(1, v);
  return {f(Complex(v)).real(), test::ComplexStepGradient(on_vector, at)[0],
          test::HessianColumn(on_vector, at, 0, delta)[0]};
}

TEST_CASE("ICF limit: all branches -> derivatives of its potential") {
  const std::vector<RowLaw> limits = {
      {.error = 0.2, .lower = -1, .upper = 1, .inverse_mass = 0.5},
      {.error = 1.02, .lower = -1, .upper = 1, .inverse_mass = 2},
      {.error = -1.02, .lower = -1, .upper = 1, .inverse_mass = 2},
      {.error = 0.5, .lower = 0.5, .upper = 0.5, .inverse_mass = 3},
      {.error = 0.3, .upper = 0.31, .inverse_mass = 1},
      {.error = 0.3, .lower = 0.29, .inverse_mass = 1},
  };
  for (double h : {0.1, 1e-3, 1e-6}) {  // the last below the time floor
    for (const RowLaw& limit : limits) {
      const IcfLimit law = MakeIcfLimit(limit, h);
      for (double v : {-300.0, -1.0, -0.01, 0.005, 0.3, 300.0}) {
        INFO("h = " << h << ", q0 = " << limit.error << ", v = " << v);
        const double to_branch =
            std::min(std::abs(v - law.v_lower), std::abs(v - law.v_upper));
        const Derivatives expected = Differentiate(
            [&](Complex x) {
              return test::LimitPotential<Complex>(limit, h, x);
            },
            v, 0.1 * to_branch);
        const ScalarPotential l = Calc(law, v);
        // Round-off in v - v_bound is amplified by R^-1.
        const double reach = std::abs(v) + (std::abs(limit.error) + 1) / h;
        const double scale = law.inverse_regularization * reach;
        CHECK(std::abs(l.cost - expected.value) <=
              20 * kEpsilon * scale * reach);
        CHECK(std::abs(l.impulse + expected.first) <= 100 * kEpsilon * scale);
        CHECK(std::abs(l.curvature - expected.second) <=
              1e-9 * law.inverse_regularization);
        CHECK(l.curvature >= 0);
      }
    }
  }
}

TEST_CASE(
    "ICF limit: beyond either bound -> pushes to the permitted side only") {
  const RowLaw limit{.error = 0.9, .lower = 0, .upper = 1, .inverse_mass = 1};
  const IcfLimit law = MakeIcfLimit(limit, 0.01);
  CHECK(Calc(law, 0).impulse == 0);
  CHECK(Calc(law, 100).impulse < 0);   // would overshoot the upper bound
  CHECK(Calc(law, -500).impulse > 0);  // and here the lower one
  // At a bound's velocity itself the potential is flat.
  CHECK(Calc(law, law.v_upper).impulse == 0);
  CHECK(Calc(law, law.v_lower).cost == 0);
}

// One mass on one limit: l = m (v - v0)^2 / 2 + limit. Near rigidity: the mass
// that flies at the bound ends the step within a small fraction of it.
TEST_CASE("ICF limit: a fast mass near its bound -> stopped within one step") {
  const double m = 2, h = 0.01, v0 = 5;
  const RowLaw limit{.error = 0.99, .upper = 1, .inverse_mass = 1 / m};
  const IcfLimit law = MakeIcfLimit(limit, h);
  // m (v - v0) = -R^-1 (v - v_upper)
  const double r = law.inverse_regularization;
  const double v = (m * v0 + r * law.v_upper) / (m + r);
  CHECK(m * (v - v0) == Approx(Calc(law, v).impulse));
  const double overshoot = limit.error + h * v - limit.upper;
  CHECK(std::abs(overshoot) < 0.05 * h * v0);
}

TEST_CASE("ICF rigid row: any velocity -> the limit's spring on both sides") {
  for (double h : {0.1, 1e-3, 1e-6}) {
    for (double error : {-0.02, 0.0, 0.3}) {
      const RowLaw row{.error = error, .inverse_mass = 0.5};
      const IcfRigid law = MakeIcfRigid(row, h);
      const IcfLimit held = MakeIcfLimit(
          {.error = error, .lower = 0, .upper = 0, .inverse_mass = 0.5}, h);
      for (double x : {-30.0, -0.01, 0.0, 0.3, 300.0}) {
        INFO("h = " << h << ", error = " << error << ", x = " << x);
        const ScalarPotential l = Calc(law, x), same = Calc(held, x);
        CHECK(l.cost == Approx(same.cost));
        CHECK(l.impulse == Approx(same.impulse));
        const Derivatives expected = Differentiate(
            [&](Complex at) {
              return test::RigidPotential<Complex>(row, h, at);
            },
            x, 1e-4);
        const double reach = std::abs(x) + std::abs(error) / h;
        const double scale = law.inverse_regularization * reach;
        CHECK(std::abs(l.cost - expected.value) <=
              20 * kEpsilon * scale * reach);
        CHECK(std::abs(l.impulse + expected.first) <= 100 * kEpsilon * scale);
        CHECK(std::abs(l.curvature - expected.second) <=
              1e-9 * law.inverse_regularization);
      }
    }
  }
}

TEST_CASE(
    "ICF spring: taut, slack, in between -> derivatives of its potential") {
  const double share = GENERATE(1.0, 0.4);
  const RowLaw row{.law = RowLaw::Law::kSpring,
                   .error = 0.1,
                   .lower = 0.02,
                   .upper = 0.05,
                   .stiffness = 3e4,
                   .damping = 7,
                   .spring_share = share};
  for (double h : {0.1, 1e-3}) {
    const IcfSpring law = MakeIcfSpring(row, h);
    // To where it is longest, slack, and shortest where its force is taken.
    for (double end : {0.3, 0.1, 0.0500001, 0.03, 0.0199, -0.2}) {
      const double x = (end - row.error) / (share * h);
      INFO("h = " << h << ", g1 = " << end);
      const ScalarPotential l = Calc(law, x);
      const Derivatives expected = Differentiate(
          [&](Complex at) {
            return test::SpringPotential<Complex>(row, h, at);
          },
          x, 1e-9 / h);
      CHECK(l.cost == Approx(static_cast<double>(expected.value)));
      CHECK(l.impulse ==
            Approx(-static_cast<double>(expected.first)).margin(1e-12));
      CHECK(l.curvature ==
            Approx(static_cast<double>(expected.second)).epsilon(1e-6));
      const double rest = std::clamp(end, 0.02, 0.05);
      CHECK(l.impulse ==
            Approx(-h * (3e4 * (end - rest) + 7 * x)).margin(1e-12));
    }
  }
  // A stiff spring far out, in a small step: no cancellation.
  const RowLaw far{.law = RowLaw::Law::kSpring,
                   .error = 1e3,
                   .lower = 0,
                   .upper = 0,
                   .stiffness = 1e9};
  const double h = 1e-9, x = 1e-3;
  CHECK(Calc(MakeIcfSpring(far, h), x).cost ==
        Approx(1e9 * 1e3 * h * x).epsilon(1e-12));
}

TEST_CASE(
    "ICF dry friction: creep to sliding -> derivatives of its potential") {
  for (double h : {0.1, 1e-3}) {
    for (double w : {0.5, 1e4}) {  // The second widens the stiction.
      const double f0 = 20;
      const IcfDryFriction law =
          MakeIcfDryFriction({.dry_friction = f0, .inverse_mass = w}, h);
      CHECK(law.stiction_velocity ==
            Approx(w < 1 ? 1e-4 : std::max(1e-4, 1e-5 * w * h * f0)));
      for (double v : {-3.0, -1e-3, -1e-4, 0.0, 1e-6, 1e-4, 0.1, 100.0}) {
        INFO("h = " << h << ", w = " << w << ", v = " << v);
        const ScalarPotential l = Calc(law, v);
        const Derivatives expected = Differentiate(
            [&](Complex at) {
              return test::DryFrictionPotential<Complex>(f0, w, h, at);
            },
            v, 0.01 * law.stiction_velocity);
        CHECK(l.cost ==
              Approx(static_cast<double>(expected.value)).margin(1e-16));
        CHECK(l.impulse == Approx(-static_cast<double>(expected.first)));
        CHECK(std::abs(l.curvature - expected.second) <=
              1e-7 * h * f0 / law.stiction_velocity);
        CHECK(std::abs(l.impulse) <= h * f0);
        CHECK(l.impulse * v <= 0);
        CHECK(l.curvature >= 0);
      }
    }
  }
}

std::vector<LinearActuator> MakeActuators() {
  return {
      {.force0 = 3, .damping = 2, .stiffness = 50, .lower = -4, .upper = 5},
      {.gear = -7, .force0 = 3, .damping = 2, .lower = -4, .upper = 5},
      {.gear = 0.3, .force0 = -9, .stiffness = 80, .lower = -4, .upper = 5},
      {.gear = 2, .force0 = 9, .damping = 1e-14, .lower = -4, .upper = 5},
      {.gear = 2, .force0 = 3, .lower = -4, .upper = 5},   // c = 0, inside
      {.gear = 2, .force0 = 30, .lower = -4, .upper = 5},  // c = 0, clamped
      {.gear = 2, .force0 = 3, .damping = 1},              // no clamp
      {.gear = 2, .force0 = 3, .damping = -1, .lower = -4, .upper = 5},
      {.gear = 2, .force0 = 3, .damping = 1, .stiffness = -500},
  };
}

TEST_CASE("ICF actuator: all laws -> the stated force, the potential's slope") {
  const double h = 0.01, v0 = 0.6;
  for (const LinearActuator& actuator : MakeActuators()) {
    const IcfActuator law = MakeIcfActuator(actuator, v0, h);
    const double c = actuator.damping + h * actuator.stiffness;
    for (double v : {-100.0, -3.0, -0.2, 0.0, 0.1, 1.3, 100.0}) {
      INFO("c = " << c << ", gear = " << actuator.gear << ", v = " << v);
      const ScalarPotential l = Calc(law, v);
      // f = force0 - (damping + h stiffness) x, or at x0 if that would grow.
      const double x = actuator.gear * (c >= 0 ? v : v0);
      const double f =
          std::clamp(actuator.force0 - c * x, actuator.lower, actuator.upper);
      CHECK(l.impulse == Approx(h * actuator.gear * f).epsilon(1e-13));

      const Derivatives expected = Differentiate(
          [&](Complex at) {
            return test::ActuatorPotential<Complex>(actuator, v0, h, at);
          },
          v, 1e-4);
      const double scale = h * std::abs(actuator.gear) *
                           (std::abs(actuator.force0) + 5 + std::abs(c * x));
      CHECK(std::abs(l.impulse + expected.first) <= 100 * kEpsilon * scale);
      CHECK(std::abs(l.curvature - expected.second) <= 1e-9 * scale);
      CHECK(l.curvature >= 0);
    }
  }
}

TEST_CASE("ICF actuator: all laws -> a cost of minus the work from rest") {
  const double h = 0.01, v0 = 0.6;
  for (const LinearActuator& actuator : MakeActuators()) {
    const IcfActuator law = MakeIcfActuator(actuator, v0, h);
    for (double v : {-100.0, -3.0, 0.1, 1.3, 100.0}) {
      INFO("c = " << law.c << ", gear = " << actuator.gear << ", v = " << v);
      const Real expected = test::ActuatorPotential<Real>(actuator, v0, h, v);
      const double cost = Calc(law, v).cost;
      CHECK(cost == Approx(static_cast<double>(expected)).epsilon(1e-12));
    }
  }
}

TEST_CASE("ICF actuator: the clamp sets in -> no step of cost or impulse") {
  const LinearActuator actuator{.gear = -2,
                                .force0 = 3,
                                .damping = 2,
                                .stiffness = 50,
                                .lower = -4,
                                .upper = 5};
  const IcfActuator law = MakeIcfActuator(actuator, 0, 0.01);
  for (double bound : {actuator.lower, actuator.upper}) {
    const double v = (law.b - bound) / (law.c * law.gear);
    const double outside = bound == actuator.upper ? 1e-9 : -1e-9;
    const ScalarPotential at[] = {Calc(law, v - outside),
                                  Calc(law, v + outside)};
    CHECK(at[0].cost == Approx(at[1].cost).epsilon(1e-7));
    CHECK(at[0].impulse == Approx(at[1].impulse).epsilon(1e-7));
    CHECK((at[0].curvature == 0) != (at[1].curvature == 0));
  }
}

TEST_CASE("ICF actuator: a law that would feed motion -> taken explicitly") {
  const LinearActuator feeding{
      .gear = 2, .force0 = 3, .damping = -1, .lower = -40, .upper = 50};
  const IcfActuator law = MakeIcfActuator(feeding, 0.6, 0.01);
  for (double v : {-10.0, 0.6, 10.0}) {
    CHECK(Calc(law, v).impulse == Approx(0.01 * 2 * (3 + 1 * 2 * 0.6)));
    CHECK(Calc(law, v).curvature == 0);
  }
  // Stiffness and damping count together: here the step decides.
  const LinearActuator either{.force0 = 0, .damping = 1, .stiffness = -100};
  CHECK(Calc(MakeIcfActuator(either, 0, 1e-3), 1).curvature > 0);
  CHECK(Calc(MakeIcfActuator(either, 0, 1e-1), 1).curvature == 0);
  CHECK(MakeIcfActuator(either, 0, 1e-3).upper == kInfinity);
}

}  // namespace
}  // namespace tactus::contact
