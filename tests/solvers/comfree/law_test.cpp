#include "tactus/solvers/comfree/law.h"

#include "solvers/comfree/explicit_facets.h"
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/solvers/comfree/backend.h"

namespace tactus::solvers::comfree {
namespace {

struct Outcome {
  Vector3d force, torque;  // On B at C, in the world.
  std::vector<Vector6d> wrenches;
  std::vector<double> lambda;
};

// The first contact of a scene after one sweep from zero.
Outcome Resolve(const Scene& scene, const Gains<double>& gains = {}) {
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const auto backend = MakeBackend<double>(BackendKind::kSerial);
  backend->Bind(&contacts, bodies.num());
  backend->Sweep(gains, Start::kZero, &bodies);
  backend->Fetch();
  Outcome outcome;
  contacts.GetForce(0, &outcome.force);
  contacts.GetTorque(0, &outcome.torque);
  for (int j = 0; j < NumRows(contacts.condim(0)); ++j)
    outcome.lambda.push_back(contacts.lambda(0, j));
  outcome.wrenches.resize(bodies.num());
  for (int b = 0; b < bodies.num(); ++b)
    bodies.GetWrench(b, &outcome.wrenches[b]);
  return outcome;
}

// A body at the world's origin that moves with (w, v), 1 mm deep in the ground.
Scene MakeBodyOnGround(int condim, const Vector3d& w, const Vector3d& v) {
  Scene scene;
  scene.contacts.push_back({.body_a = -1, .body_b = 0, .condim = condim});
  scene.contacts[0].phi = -1e-3;
  scene.velocities.push_back((Vector6d() << w, v).finished());
  return scene;
}

TEST_CASE(
    "ComFree law: depth and speed -> a spring and damper that never pulls") {
  const Gains<double> gains{.k = 0.3, .d = 0.02, .h = 0.004};
  const auto calc_force = [&](double phi, double speed) {
    Scene scene = MakeBodyOnGround(1, {0, 0, 0}, {0, 0, speed});
    scene.contacts[0].phi = phi;
    scene.contacts[0].mass = 2.5;
    const Outcome outcome = Resolve(scene, gains);
    CHECK(outcome.torque == Vector3d::Zero());
    CHECK(outcome.force.head<2>() == Vector2d::Zero());
    return outcome.force.z();
  };
  // f = m (k / h) (-phi - h u) - m (d / h) u
  const double stiffness = 2.5 * 0.3 / 0.004, damping = 2.5 * 0.02 / 0.004;
  CHECK(calc_force(-1e-3, 0) == Approx(stiffness * 1e-3).epsilon(1e-14));
  CHECK(calc_force(0, -0.2) ==
        Approx((stiffness * 0.004 + damping) * 0.2).epsilon(1e-14));
  CHECK(calc_force(-1e-3, -0.2) ==
        Approx(calc_force(-1e-3, 0) + calc_force(0, -0.2)).epsilon(1e-14));
  // Apart, but closing in; and on either side of where it lets go:
  // u = -k phi / (k h + d).
  CHECK(calc_force(1e-4, -0.2) > 0);
  const double release = 0.3 * 1e-3 / (0.3 * 0.004 + 0.02);
  CHECK(calc_force(-1e-3, 0.999 * release) > 0);
  CHECK(calc_force(-1e-3, 1.001 * release) == 0);
  CHECK(calc_force(1e-3, 0) == 0);
}

TEST_CASE(
    "ComFree law: a body at rest -> one facet's force times their number") {
  for (const int condim : {1, 3, 4, 6}) {
    const Outcome outcome =
        Resolve(MakeBodyOnGround(condim, {0, 0, 0}, {0, 0, 0}));
    const Outcome frictionless =
        Resolve(MakeBodyOnGround(1, {0, 0, 0}, {0, 0, 0}));
    CHECK(outcome.force.z() ==
          Approx(NumRows(condim) * frictionless.force.z()).epsilon(1e-14));
    CHECK(outcome.force.head<2>() == Vector2d::Zero());
    CHECK(outcome.torque == Vector3d::Zero());
  }
}

// With all facets pushing, the pair of a direction resists as a damper,
// f = 2 mu^2 (m / h) (k h + d) x.
TEST_CASE(
    "ComFree law: slow sliding, spinning and rolling -> a damper's friction") {
  const Gains<double> gains;
  const double damper = 2 / gains.h * (gains.k * gains.h + gains.d);
  const double speed = 1e-3;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d along = speed * Vector3d::Unit(axis);
    const Outcome slide = Resolve(MakeBodyOnGround(6, {0, 0, 0}, along));
    const Outcome turn = Resolve(MakeBodyOnGround(6, along, {0, 0, 0}));
    if (axis < 2) CHECK(slide.force[axis] == Approx(-damper * speed));
    CHECK(turn.torque[axis] == Approx(-0.01 * damper * speed));
    CHECK((turn.torque + 0.01 * damper * along).norm() < 1e-15);
    CHECK(slide.torque.norm() == 0);
  }
}

TEST_CASE(
    "ComFree law: condim 1, 3, 4 and 6 -> forces against its motions alone") {
  const Vector3d w(0.3, 0.4, 0.5), v(0.01, 0.02, -0.01);
  for (const int condim : {1, 3, 4, 6}) {
    const Outcome outcome = Resolve(MakeBodyOnGround(condim, w, v));
    CHECK((outcome.force.x() != 0) == (condim >= 3));
    CHECK((outcome.force.y() != 0) == (condim >= 3));
    CHECK((outcome.torque.z() != 0) == (condim >= 4));
    CHECK((outcome.torque.x() != 0) == (condim >= 6));
    CHECK((outcome.torque.y() != 0) == (condim >= 6));
  }
}

TEST_CASE(
    "ComFree law: force and torque of a contact -> in one friction cone") {
  RandomScenes random(1);
  int num_slipping = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Scene scene = random.Make(1, 2);
    ContactCase& contact = scene.contacts[0];
    contact.condim = 6;
    const Outcome outcome = Resolve(scene);
    const Vector3d f = contact.R_WC.transpose() * outcome.force;
    const Vector3d t = contact.R_WC.transpose() * outcome.torque;
    const double used = f.head<2>().lpNorm<1>() / contact.mu_t +
                        std::abs(t.z()) / contact.mu_tor +
                        t.head<2>().lpNorm<1>() / contact.mu_rol;
    CHECK(used <= f.z() + 1e-12 * f.z());
    num_slipping += f.z() > 0 && used > f.z() * (1 - 1e-12);
  }
  CHECK(num_slipping > 100);
}

TEST_CASE(
    "ComFree law: a contact of two bodies -> opposite forces and moments") {
  RandomScenes random(2);
  for (int trial = 0; trial < 100; ++trial) {
    Scene scene = random.Make(1, 2);
    ContactCase& contact = scene.contacts[0];
    contact.body_a = 1;
    contact.body_b = 0;
    contact.condim = 6;
    contact.phi = -0.2;
    const Outcome outcome = Resolve(scene);
    const Vector6d& on_B = outcome.wrenches[0];
    const Vector6d& on_A = outcome.wrenches[1];
    REQUIRE(outcome.force.norm() > 1);
    CHECK(on_B.tail<3>() == -on_A.tail<3>());
    CHECK(on_B.tail<3>() == outcome.force);
    // About C, both moments are the contact's torque.
    const double size = outcome.force.norm();
    CHECK(
        (on_B.head<3>() - contact.p_BoC_W.cross(outcome.force) - outcome.torque)
            .norm() < 1e-14 * size);
    CHECK(
        (on_A.head<3>() + contact.p_AoC_W.cross(outcome.force) + outcome.torque)
            .norm() < 1e-14 * size);
  }
}

TEST_CASE("ComFree law: a turned world -> turned forces and torques") {
  RandomScenes random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Scene scene = random.Make(1, 2);
    const Matrix3d R = random.Rotation();
    Scene turned = scene;
    ContactCase& contact = turned.contacts[0];
    contact.R_WC = R * contact.R_WC;
    contact.p_AoC_W = R * contact.p_AoC_W;
    contact.p_BoC_W = R * contact.p_BoC_W;
    for (Vector6d& V : turned.velocities) V << R * V.head<3>(), R * V.tail<3>();
    const Outcome a = Resolve(scene), b = Resolve(turned);
    const double tolerance = 1e-12 * (1 + a.force.norm());
    CHECK((R * a.force - b.force).norm() < tolerance);
    CHECK((R * a.torque - b.torque).norm() < tolerance);
  }
}

TEST_CASE("ComFree law: a moving surface -> the force on a moving body") {
  Scene belt = MakeBodyOnGround(3, {0, 0, 0}, {0, 0, 0});
  belt.contacts[0].bias_C = {0.1, -0.2, 0};
  const Scene body = MakeBodyOnGround(3, {0, 0, 0}, {0.1, -0.2, 0});
  CHECK(Resolve(belt).force == Resolve(body).force);
  CHECK(Resolve(belt).force.x() < 0);
}

TEST_CASE(
    "ComFree law: one mass for all facets -> as with that mass for each") {
  RandomScenes random(4);
  for (int trial = 0; trial < 50; ++trial) {
    Scene scene = random.Make(1, 2);
    scene.contacts[0].row_masses.clear();
    const Outcome one = Resolve(scene);
    scene.contacts[0].row_masses.assign(kMaxRows, scene.contacts[0].mass);
    scene.contacts[0].mass = 0;
    const Outcome each = Resolve(scene);
    CHECK(one.lambda == each.lambda);
    CHECK(one.force == each.force);
  }
}

TEST_CASE("ComFree law: an empty slot that holds NaN -> no force") {
  Scene scene = MakeBodyOnGround(0, {0, 0, 0}, {0, 0, -1});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  scene.contacts[0].body_a = 12345;
  scene.contacts[0].R_WC.setConstant(nan);
  scene.contacts[0].phi = nan;
  const Outcome outcome = Resolve(scene);
  CHECK(outcome.force == Vector3d::Zero());
  CHECK(outcome.torque == Vector3d::Zero());
  CHECK(outcome.wrenches[0] == Vector6d::Zero());
}

TEST_CASE("ComFree law: a velocity of NaN -> a force of NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Scene scene = MakeBodyOnGround(3, {0, 0, 0}, {0, 0, nan});
  CHECK(std::isnan(Resolve(scene).force.z()));
}

TEST_CASE(
    "ComFree law: random contacts -> the paper's law with explicit facets") {
  RandomScenes random(5);
  const Scene scene = random.Make(200, 30);
  const Gains<double> gains{.k = 0.2, .d = 0.003, .h = 0.005};
  const ExplicitFacets facets(scene);
  const VectorXd zero = VectorXd::Zero(facets.b.size());
  const VectorXd lambda = facets.Sweep(zero, StackVelocities(scene), gains);
  const VectorXd p = facets.J.transpose() * lambda;
  REQUIRE((lambda.array() > 0).count() > lambda.size() / 4);
  REQUIRE((lambda.array() == 0).count() > lambda.size() / 4);

  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const auto backend = MakeBackend<double>(BackendKind::kSerial);
  backend->Bind(&contacts, bodies.num());
  backend->Sweep(gains, Start::kZero, &bodies);
  backend->Fetch();
  double lambda_error = 0;
  for (int i = 0; i < contacts.num(); ++i) {
    for (int j = 0; j < NumRows(contacts.condim(i)); ++j) {
      lambda_error = std::max(
          lambda_error,
          std::abs(contacts.lambda(i, j) - lambda[facets.first[i] + j]));
    }
  }
  CHECK(lambda_error < 1e-14 * lambda.maxCoeff());
  for (int b = 0; b < bodies.num(); ++b) {
    Vector6d wrench;
    bodies.GetWrench(b, &wrench);
    CHECK((wrench - p.segment<6>(6 * b)).norm() < 1e-13 * p.norm());
  }
}

// The mass matrix of free bodies, factorized.
Eigen::LLT<MatrixXd> MakeMass(int num_bodies, RandomScenes* random) {
  MatrixXd A = MatrixXd::Zero(6 * num_bodies, 6 * num_bodies);
  for (int b = 0; b < num_bodies; ++b) {
    MatrixXd B(6, 6);
    for (double& x : B.reshaped()) x = random->Uniform(-1, 1);
    A.block<6, 6>(6 * b, 6 * b) =
        B * B.transpose() + 10 * MatrixXd::Identity(6, 6);
  }
  return Eigen::LLT<MatrixXd>(A);
}

void SetVelocities(const VectorXd& V, BodyArrays<double>* bodies) {
  for (int b = 0; b < bodies->num(); ++b)
    bodies->SetVelocity(b, Vector6d(V.segment<6>(6 * b)));
}

VectorXd StackWrenches(const BodyArrays<double>& bodies) {
  VectorXd p(6 * bodies.num());
  for (int b = 0; b < bodies.num(); ++b) {
    Vector6d wrench;
    bodies.GetWrench(b, &wrench);
    p.segment<6>(6 * b) = wrench;
  }
  return p;
}

// Velocities follow the pushes, V = V_s + h A^-1 J' y, between sweeps.
ExplicitFacets::Counts CheckRepeatedSweeps(const std::vector<double>& momenta) {
  RandomScenes random(6);
  const Scene scene = random.Make(60, 12);
  const Eigen::LLT<MatrixXd> A = MakeMass(scene.num_bodies(), &random);
  const VectorXd V_s = StackVelocities(scene);
  const ExplicitFacets facets(scene);
  // Firm enough for forces to overshoot and turn back.
  Gains<double> gains{.k = 0.1, .d = 1};
  ExplicitFacets::Counts counts;

  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const auto backend = MakeBackend<double>(BackendKind::kSerial);
  backend->Bind(&contacts, bodies.num());
  VectorXd lambda = VectorXd::Zero(facets.b.size()), y = lambda;
  Start start = Start::kZero;
  for (const double momentum : momenta) {
    gains.momentum = momentum;
    const VectorXd V = V_s + gains.h * A.solve(facets.J.transpose() * y);
    const VectorXd next = facets.Sweep(y, V, gains);
    y = ExplicitFacets::Extrapolate(y, lambda, next, momentum, &counts);
    lambda = next;

    backend->Sweep(gains, start, &bodies);
    start = Start::kStored;
    const VectorXd p = StackWrenches(bodies);
    const VectorXd expected = facets.J.transpose() * y;
    CHECK((p - expected).norm() < 1e-12 * expected.norm());
    SetVelocities(V_s + gains.h * A.solve(p), &bodies);
  }
  return counts;
}

TEST_CASE("ComFree law: repeated sweeps -> projected Jacobi on the dual") {
  CheckRepeatedSweeps(std::vector<double>(10, 0));
}

TEST_CASE("ComFree law: sweeps with momentum -> accelerated projected Jacobi") {
  std::vector<double> momenta;
  for (int i = 0; i < 60; ++i) momenta.push_back(i / (i + 3.0));
  const ExplicitFacets::Counts counts = CheckRepeatedSweeps(momenta);
  CHECK(counts.kept > 50);
  CHECK(counts.reduced > 50);
  CHECK(counts.lost > 50);
}

// One facet by hand. Mass and gains are such that a sweep takes off 10 times
// the velocity, and gives the penetration nothing to say.
TEST_CASE(
    "ComFree law: momentum of one facet -> added, and cut as it turns back") {
  Scene scene = MakeBodyOnGround(1, {0, 0, 0}, {0, 0, 0});
  scene.contacts[0].phi = 0;
  Gains<double> gains{.k = 0, .d = 1, .h = 0.1, .momentum = 0.5};
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const auto backend = MakeBackend<double>(BackendKind::kSerial);
  backend->Bind(&contacts, 1);
  const auto sweep = [&](double speed, Start start) {
    SetVelocities((VectorXd(6) << 0, 0, 0, 0, 0, speed).finished(), &bodies);
    backend->Sweep(gains, start, &bodies);
    return StackWrenches(bodies)[5];
  };
  // Up by 2, and half of that on top.
  CHECK(sweep(-0.2, Start::kZero) == Approx(3));
  CHECK(contacts.lambda(0, 0) == Approx(2));
  // On from 3 to 4: up by 2 again.
  CHECK(sweep(-0.1, Start::kStored) == Approx(5));
  CHECK(contacts.lambda(0, 0) == Approx(4));
  // From 5 back to 4.8, up by 0.8: 0.6 of it are left.
  CHECK(sweep(0.02, Start::kStored) == Approx(5.1));
  CHECK(contacts.lambda(0, 0) == Approx(4.8));
  // From 5.1 back to 4.9, up by 0.1: nothing is left.
  CHECK(sweep(0.02, Start::kStored) == Approx(4.9));
  CHECK(contacts.lambda(0, 0) == Approx(4.9));
  // Down by 1, and half of that; the last sweep has no momentum.
  CHECK(sweep(0.1, Start::kStored) == Approx(3.4));
  gains.momentum = 0;
  CHECK(sweep(-0.1, Start::kStored) == Approx(4.4));
  CHECK(contacts.lambda(0, 0) == Approx(4.4));
}

// The backends' inline functions are these: one definition, one rounding.
TEST_CASE("ComFree law: a b + c in this file -> rounded twice") {
  const volatile double a = 1 + 0x1p-30, b = 1 - 0x1p-30, c = -1;
  CHECK(a * b + c == 0);  // Fused: -2^-60.
}

}  // namespace
}  // namespace tactus::solvers::comfree
