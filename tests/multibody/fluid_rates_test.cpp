#include "tactus/multibody/fluid_rates.h"

#include <array>
#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/fluid_forces.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/retraction.h"

namespace tactus::multibody {
namespace {

using Kind = Parameter::Kind;
using Change = FluidRates::Change;

// Random trees in a wind, some of their bodies ellipsoids.
std::shared_ptr<const Model> MakeSwimmers(unsigned seed) {
  test::Random random(seed);
  const test::RandomModelOptions options{.num_bodies = 8, .per_tree = 4};
  ModelBuilder builder;
  for (int b = 1; b <= options.num_bodies; ++b) {
    builder.AddBody("body" + std::to_string(b), random.Inertia());
    builder.AddJoint(test::MakeRandomJoint(b, options, &random));
    if (b % 3 != 0) continue;
    for (int i = 0; i < 2; ++i)
      builder.AddFluidEllipsoid(
          {.body = b,
           .X_BE = random.Pose(),
           .radii = Vector3d(0.3, 0.2, 0.1) + random.Vector3(0.05)});
  }
  builder.set_fluid({.density = 3, .viscosity = 0.4, .wind_W = {1, -0.5, 0.7}});
  return std::move(builder).Build();
}

Change Calc(const Model& model, const VectorXd& q, const VectorXd& v) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);
  Change at{.force = VectorXd::Zero(v.size()),
            .damping = VectorXd::Zero(v.size())};
  FluidForces fluid(model);
  for (const FluidForces::PartForce& part : fluid.Calc(position, velocity)) {
    MatrixXd drag;
    AddPartForce(model, position, part, &at.force, &drag);
    const Tree& tree = model.trees()[model.bodies()[part.body].tree];
    at.damping.segment(tree.v_start, tree.nv) += drag.diagonal();
  }
  return at;
}

// Central differences of fourth order of what `at` makes of a change.
void CheckRate(const Change& rate, const std::function<Change(double)>& at) {
  constexpr double e = 2e-6;
  const auto difference = [&](VectorXd Change::*part) -> VectorXd {
    return (8 * (at(e).*part - at(-e).*part) -
            (at(2 * e).*part - at(-2 * e).*part)) /
           (12 * e);
  };
  const VectorXd force = difference(&Change::force);
  const VectorXd damping = difference(&Change::damping);
  CHECK((rate.force - force).norm() <= 1e-8 * (1 + force.norm()));
  CHECK((rate.damping - damping).norm() <= 1e-8 * (1 + damping.norm()));
}

struct Swimmers {
  explicit Swimmers(unsigned seed)
      : model(MakeSwimmers(seed)), rates(*model), random(seed + 100) {
    q = test::MakeRandomPositions(*model, &random);
    v = random.Vector(model->num_velocities(), 2);
    CalcPositionKinematics(*model, q, &position);
    rates.Calc(position, v);
  }
  // By a parameter.
  void Check(const Parameter& parameter, const Change& rate) const {
    INFO(Describe(*model, parameter));
    const double here = GetParameter(*model, parameter);
    CheckRate(rate, [&](double e) {
      const auto other = WithParameters(*model, std::array{parameter},
                                        VectorXd::Constant(1, here + e));
      return Calc(*other, q, v);
    });
  }

  std::shared_ptr<const Model> model;
  FluidRates rates;
  test::Random random;
  VectorXd q, v;
  PositionKinematics position;
};

TEST_CASE("FluidRates: random trees -> differences by q and v") {
  double largest = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Swimmers s(seed);
    CHECK_FALSE(s.rates.is_empty());
    CHECK(s.rates.CalcDamping().isApprox(Calc(*s.model, s.q, s.v).damping));
    for (int k = 0; k < s.model->num_velocities(); ++k) {
      CAPTURE(seed, k);
      const VectorXd unit = VectorXd::Unit(s.v.size(), k);
      const Change rate = s.rates.ByPosition(k);
      CheckRate(rate, [&](double e) {
        VectorXd q;
        RetractPositions(*s.model, s.q, e * unit, &q);
        return Calc(*s.model, q, s.v);
      });
      CheckRate(s.rates.ByVelocity(k),
                [&](double e) { return Calc(*s.model, s.q, s.v + e * unit); });
      largest = std::max(largest, rate.force.norm());
    }
  }
  CHECK(largest > 1);
}

TEST_CASE("FluidRates: joints' frames and centres of mass -> differences") {
  for (unsigned seed = 20; seed < 26; ++seed) {
    Swimmers s(seed);
    for (int b = 1; b < s.model->num_bodies(); ++b) {
      const int axis = s.random.Index(3);
      const int parent = s.model->joints()[b - 1].parent;
      s.Check({Kind::kJointPosition, b - 1, axis},
              s.rates.ByJointPosition(
                  b - 1, s.position.X_WB[parent].linear().col(axis)));
      s.Check({Kind::kCenterOfMass, b, axis},
              s.rates.ByCenterOfMass(b, Vector3d::Unit(axis)));
    }
  }
}

TEST_CASE("FluidRates: mass and inertia of boxes -> differences") {
  const std::array<std::array<int, 2>, 6> places = {
      {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
  Swimmers s(40);
  int num_inertias = 0;
  for (int b = 1; b < s.model->num_bodies(); ++b) {
    s.Check({Kind::kMass, b, 0}, s.rates.ByMass(b));
    for (int k = 0; k < 6; ++k) {
      Matrix3d dI = Matrix3d::Zero();
      dI(places[k][0], places[k][1]) = dI(places[k][1], places[k][0]) = 1;
      const double size = s.model->bodies()[b].inertia.I_Bcm.norm();
      if (size < 0.01) continue;  // Differences would leave what is physical.
      s.Check({Kind::kInertia, b, k}, s.rates.ByInertia(b, dI));
      ++num_inertias;
    }
  }
  CHECK(num_inertias > 6);
}

std::shared_ptr<const Model> MakeBox(const Vector3d& half_extents) {
  ModelBuilder builder;
  builder.AddBody("box", MakeSolidInertia(contact::Box{half_extents}, 1000,
                                          RigidTransform::Identity()));
  builder.set_fluid({.density = 1000});
  return std::move(builder).Build();
}

TEST_CASE("FluidRates: a box whose axes are open -> refused by name") {
  const auto model = MakeBox({0.1, 0.1, 0.2});
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  FluidRates rates(*model);
  rates.Calc(position, VectorXd::Ones(6));
  Matrix3d dI = Matrix3d::Zero();
  dI(0, 1) = dI(1, 0) = 1;
  CHECK_THROWS_WITH(rates.ByInertia(1, dI),
                    "what a fluid does has no derivatives by the inertia of "
                    "body 'box', which is flat or leaves the axes of its box "
                    "open");
}

TEST_CASE("FluidRates: a vacuum -> nothing") {
  const auto model = test::MakeRandomModel(3);
  CHECK(FluidRates(*model).is_empty());
}

}  // namespace
}  // namespace tactus::multibody
