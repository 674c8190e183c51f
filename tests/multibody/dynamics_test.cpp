#include "tactus/multibody/dynamics.h"

#include <cmath>

#include "multibody/constant_velocity.h"
#include "multibody/evaluated.h"
#include "multibody/random_model.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

// The algorithms against oracles that share nothing with them but the poses of
// bodies: Newton's and Euler's laws of each body, projected with finite
// differences of poses (d'Alembert), and Lagrange's equations.
namespace tactus::multibody {
namespace {

using test::Evaluate;
using test::Evaluated;
using test::MakeRandomModel;
using test::Random;

const std::vector<JointType> kScalarRates = {
    JointType::kWeld,   JointType::kRevolute,  JointType::kPrismatic,
    JointType::kPlanar, JointType::kUniversal, JointType::kScrew};

RigidTransform PoseAt(const Model& model, const VectorXd& q, int body) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position.X_WB[body];
}

MatrixXd MassMatrixAt(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return CalcMassMatrix(model, position);
}

// The velocity or acceleration of a body's centre-of-mass frame at constant v.
RigidTransform CenterPoseAt(const Model& model, const VectorXd& q, int body) {
  return PoseAt(model, q, body) *
         Eigen::Translation3d(model.bodies()[body].inertia.p_BoBcm);
}

VectorXd ArmatureOf(const Model& model) {
  VectorXd armature(model.num_velocities());
  for (const Joint& joint : model.joints()) {
    armature.segment(joint.v_start, joint.nv()).setConstant(joint.armature);
  }
  return armature;
}

// M and k by d'Alembert: the sum over bodies of J_cm' (wrench at the centre of
// mass), with J_cm and the accelerations from finite differences.
struct Oracle {
  MatrixXd M;
  VectorXd bias;
};

Oracle MakeOracle(const Model& model, const VectorXd& q, const VectorXd& v) {
  const int nv = model.num_velocities();
  Oracle oracle{MatrixXd(ArmatureOf(model).asDiagonal()), VectorXd::Zero(nv)};
  for (int b = 1; b < model.num_bodies(); ++b) {
    const SpatialInertia& inertia = model.bodies()[b].inertia;
    Matrix6Xd J(6, nv);
    for (int k = 0; k < nv; ++k) {
      J.col(k) = test::VelocityOf([&](double t) {
        return CenterPoseAt(
            model, test::Advance(model, q, VectorXd::Unit(nv, k), t), b);
      });
    }
    const auto X_WC = [&](double t) {
      return CenterPoseAt(model, test::Advance(model, q, v, t), b);
    };
    const Vector6d A = test::AccelerationOf(X_WC);
    const Matrix3d R = X_WC(0).linear();
    const Matrix3d I = R * inertia.I_Bcm * R.transpose();
    const Vector3d w = (J * v).head<3>();
    Matrix6d inertia_W = Matrix6d::Zero();
    inertia_W.topLeftCorner<3, 3>() = I;
    inertia_W.bottomRightCorner<3, 3>().diagonal().setConstant(inertia.mass);
    Vector6d wrench = inertia_W * A;
    wrench.head<3>() += w.cross(I * w);
    wrench.tail<3>() -= inertia.mass * model.gravity_W();
    oracle.M += J.transpose() * inertia_W * J;
    oracle.bias += J.transpose() * wrench;
  }
  return oracle;
}

TEST_CASE("CalcMassMatrix, CalcBias: random models -> d'Alembert's principle") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const auto model =
        MakeRandomModel(seed, {.num_bodies = 10, .reach = 2, .per_tree = 7});
    Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    const Evaluated e = Evaluate(*model, q, v);
    const Oracle oracle = MakeOracle(*model, q, v);

    const MatrixXd M = CalcMassMatrix(*model, e.position);
    CHECK((M - oracle.M).norm() < 1e-10 * M.norm());
    CHECK(M == M.transpose());
    VectorXd bias;
    CalcBias(*model, e.position, e.velocity, &bias);
    CHECK((bias - oracle.bias).norm() < 1e-8 * bias.norm());
  }
}

// k = Mdot v - 1/2 d(v'Mv)/dq + dV/dq where velocities are rates of positions.
TEST_CASE(
    "CalcBias: velocities that are rates of positions -> Lagrange's "
    "equations") {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const auto model = MakeRandomModel(seed, {.num_bodies = 30,
                                              .types = kScalarRates,
                                              .per_tree = 10,
                                              .springs = false});
    const int nv = model->num_velocities();
    Random random(seed);
    const VectorXd q = random.Vector(nv), v = random.Vector(nv);
    const MatrixXd Mdot = test::FirstDerivative<MatrixXd>(
        [&](double t) { return MassMatrixAt(*model, q + t * v); });
    VectorXd expected = Mdot * v;
    for (int k = 0; k < nv; ++k) {
      const double dL_dq = test::FirstDerivative<double>([&](double t) {
        const VectorXd q_t = q + t * VectorXd::Unit(nv, k);
        const Evaluated e = Evaluate(*model, q_t, v);
        return CalcKineticEnergy(*model, e.position, e.velocity, v) -
               CalcPotentialEnergy(*model, e.position, q_t);
      });
      expected[k] -= dL_dq;
    }
    const Evaluated e = Evaluate(*model, q, v);
    VectorXd bias;
    CalcBias(*model, e.position, e.velocity, &bias);
    CHECK((bias - expected).norm() < 1e-8 * bias.norm());
  }
}

TEST_CASE(
    "CalcMassMatrix: random models -> columns are forces of unit "
    "accelerations, kinetic energy its quadratic form") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const auto model = MakeRandomModel(
        seed, {.num_bodies = 30, .per_tree = seed % 2 == 0 ? 1000 : 4});
    const int nv = model->num_velocities();
    Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(nv);
    const Evaluated e = Evaluate(*model, q, v);
    const MatrixXd M = CalcMassMatrix(*model, e.position);
    VectorXd bias, tau;
    CalcBias(*model, e.position, e.velocity, &bias);
    for (int k = 0; k < nv; ++k) {
      CalcInverseDynamics(*model, e.position, e.velocity, VectorXd::Unit(nv, k),
                          {}, &tau);
      CHECK((tau - bias - M.col(k)).norm() < 1e-11 * M.norm());
    }
    CHECK(CalcKineticEnergy(*model, e.position, e.velocity, v) ==
          Approx(0.5 * v.dot(M * v)).epsilon(1e-13));
    CHECK(Eigen::LLT<MatrixXd>(M).info() == Eigen::Success);
  }
}

TEST_CASE(
    "CalcInverseDynamics: applied wrenches -> J'F taken off for each body") {
  const auto model = MakeRandomModel(11, {.num_bodies = 12, .per_tree = 6});
  const int nv = model->num_velocities();
  Random random(11);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const Evaluated e = Evaluate(*model, q, random.Vector(nv));
  const VectorXd vdot = random.Vector(nv);
  std::vector<Vector6d> F(model->num_bodies());
  VectorXd without, with;
  CalcInverseDynamics(*model, e.position, e.velocity, vdot, {}, &without);
  for (Vector6d& F_b : F) F_b = random.Vector(6);
  CalcInverseDynamics(*model, e.position, e.velocity, vdot, F, &with);
  VectorXd expected = without;
  for (int b = 1; b < model->num_bodies(); ++b) {
    if (model->bodies()[b].tree < 0) continue;
    const Tree& tree = model->trees()[model->bodies()[b].tree];
    Matrix6Xd J;
    CalcBodyJacobian(*model, e.position, b, &J);
    expected.segment(tree.v_start, tree.nv) -= J.transpose() * F[b];
  }
  CHECK((with - expected).norm() < 1e-12 * with.norm());
}

// Newton's and Euler's laws of each body at its centre of mass: the joint that
// moves it, those that it carries, gravity, and what acts from outside.
TEST_CASE(
    "CalcJointWrenches: a random model -> Newton's and Euler's laws of each "
    "body") {
  const auto model = MakeRandomModel(17, {.num_bodies = 14, .per_tree = 7});
  Random random(17);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const Evaluated e =
      Evaluate(*model, q, random.Vector(model->num_velocities()));
  const VectorXd vdot = random.Vector(model->num_velocities());
  std::vector<Vector6d> E(model->num_bodies()), F;
  for (Vector6d& E_b : E) E_b = random.Vector(6);
  CalcJointWrenches(*model, e.position, e.velocity, vdot, E, &F);
  for (int b = 1; b < model->num_bodies(); ++b) {
    const Vector3d p_Bo = e.position.X_WB[b].translation();
    const SpatialInertia& inertia = model->bodies()[b].inertia;
    const Matrix3d R = e.position.X_WB[b].linear();
    const Vector3d c = R * inertia.p_BoBcm;
    Vector6d all = F[b] + E[b];
    for (int child = b + 1; child < model->num_bodies(); ++child) {
      if (model->joints()[child - 1].parent != b) continue;
      const Vector3d p_BoCo = e.position.X_WB[child].translation() - p_Bo;
      all.tail<3>() -= F[child].tail<3>();
      all.head<3>() -= F[child].head<3>() + p_BoCo.cross(F[child].tail<3>());
    }
    Matrix6Xd J;
    CalcBodyJacobian(*model, e.position, b, &J);
    Vector6d A = e.velocity.A0_WB[b];
    if (model->bodies()[b].tree >= 0) {
      const Tree& tree = model->trees()[model->bodies()[b].tree];
      A += J * vdot.segment(tree.v_start, tree.nv);
    }
    const Vector3d w = e.velocity.V_WB[b].head<3>(), alpha = A.head<3>();
    const Vector3d a = A.tail<3>() + alpha.cross(c) + w.cross(w.cross(c));
    const Matrix3d I = R * inertia.I_Bcm * R.transpose();
    const Vector3d force = inertia.mass * (a - model->gravity_W());
    CHECK((all.tail<3>() - force).norm() < 1e-11 * (1 + force.norm()));
    const Vector3d torque = I * alpha + w.cross(I * w) + c.cross(force);
    CHECK((all.head<3>() - torque).norm() < 1e-11 * (1 + torque.norm()));
  }
}

TEST_CASE(
    "CalcMassMatrix: a free body, by the shortcut or not -> its spatial "
    "inertia") {
  Random random(12);
  const SpatialInertia inertia = random.Inertia();
  const RigidTransform X_WB = random.Pose();
  for (const bool shortcut : {true, false}) {
    ModelBuilder builder;
    const int body = builder.AddBody("body", inertia);
    // The shortcut is for frames that coincide: a turn by nothing, written with
    // an error in the last place, takes the general path.
    Joint joint{.name = "free", .child = body, .armature = 0.3};
    if (!shortcut) joint.X_CM.translation().x() = 1e-300;
    builder.AddJoint(joint);
    builder.SetDefaultPose(body, X_WB);
    const auto model = std::move(builder).Build();
    REQUIRE(model->trees()[0].is_free_body == shortcut);
    const MatrixXd M = MassMatrixAt(*model, model->default_positions());
    const Matrix6d expected =
        inertia.ReExpressedIn(RigidTransform(X_WB.linear())).CalcMatrix() +
        0.3 * Matrix6d::Identity();
    CHECK((M - expected).norm() < 1e-14 * expected.norm());
  }
}

TEST_CASE("CalcMassMatrix: blocks -> one per tree, overwritten in place") {
  const auto model = MakeRandomModel(13, {.num_bodies = 9, .per_tree = 3});
  Random random(13);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  std::vector<MatrixXd> blocks;
  CalcMassMatrix(*model, position, &blocks);
  const MatrixXd M = CalcMassMatrix(*model, position);
  REQUIRE(blocks.size() == model->trees().size());
  double squares = 0;
  for (std::size_t t = 0; t < blocks.size(); ++t) {
    const Tree& tree = model->trees()[t];
    CHECK(blocks[t] == M.block(tree.v_start, tree.v_start, tree.nv, tree.nv));
    squares += blocks[t].squaredNorm();
  }
  CHECK(M.squaredNorm() == Approx(squares));  // Nothing outside the blocks.

  const double* memory = blocks[0].data();
  blocks[0].setConstant(1e9);  // Whatever was there is overwritten.
  CalcMassMatrix(*model, position, &blocks);
  CHECK(blocks[0].data() == memory);
  CHECK(blocks[0] == M.topLeftCorner(blocks[0].rows(), blocks[0].cols()));
}

TEST_CASE(
    "CalcMomentum, CalcCenterOfMass: a random model -> sums over bodies") {
  const auto model =
      MakeRandomModel(15, {.num_bodies = 8, .per_tree = 4, .armature = false});
  Random random(15);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  const Evaluated e = Evaluate(*model, q, v);
  const Vector3d p_WQ = random.Vector3();
  Vector6d momentum = Vector6d::Zero();
  Vector3d weighted = Vector3d::Zero();
  double mass = 0;
  for (int b = 1; b < model->num_bodies(); ++b) {
    const SpatialInertia& inertia = model->bodies()[b].inertia;
    const auto X_WC = [&](double t) {
      return CenterPoseAt(*model, test::Advance(*model, q, v, t), b);
    };
    const Vector6d V = test::VelocityOf(X_WC);
    const Matrix3d R = X_WC(0).linear();
    const Vector3d p_WC = X_WC(0).translation();
    const Vector3d P = inertia.mass * V.tail<3>();
    momentum.head<3>() += R * inertia.I_Bcm * R.transpose() * V.head<3>() +
                          (p_WC - p_WQ).cross(P);
    momentum.tail<3>() += P;
    weighted += inertia.mass * p_WC;
    mass += inertia.mass;
  }
  CHECK((CalcMomentum(*model, e.position, e.velocity, p_WQ) - momentum).norm() <
        1e-9);
  CHECK((CalcCenterOfMass(*model, e.position) - weighted / mass).norm() <
        1e-14);

  const auto massless = std::move(ModelBuilder()).Build();
  const Evaluated none = Evaluate(*massless, VectorXd(), VectorXd());
  CHECK_THROWS_WITH(CalcCenterOfMass(*massless, none.position),
                    Catch::Contains("without mass"));
}

TEST_CASE("Kinematics and dynamics: called again -> no allocation") {
  const auto model = MakeRandomModel(16, {.num_bodies = 20, .per_tree = 5});
  const int nv = model->num_velocities();
  Random random(16);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(nv);
  const std::vector<Vector6d> F(model->num_bodies(), Vector6d::Ones());
  Evaluated e;
  std::vector<MatrixXd> M;
  VectorXd bias, tau, q_next, difference;
  Matrix6Xd J;
  double sum = 0;
  const auto run = [&] {
    CalcPositionKinematics(*model, q, &e.position);
    CalcVelocityKinematics(*model, e.position, v, &e.velocity);
    CalcMassMatrix(*model, e.position, &M);
    CalcBias(*model, e.position, e.velocity, &bias);
    CalcInverseDynamics(*model, e.position, e.velocity, v, F, &tau);
    AddJointSpringForces(*model, q, &tau);
    AddJointDampingForces(*model, v, &tau);
    IntegratePositions(*model, q, v, 0.1, &q_next);
    CalcPositionDifference(*model, q, q_next, &difference);
    CalcBodyJacobian(*model, e.position, model->num_bodies() - 1, &J);
    sum += CalcKineticEnergy(*model, e.position, e.velocity, v) +
           CalcPotentialEnergy(*model, e.position, q) +
           CalcMomentum(*model, e.position, e.velocity, v.head<3>())[0] +
           CalcCenterOfMass(*model, e.position)[0];
  };
  const long sizing = tactus::test::CountAllocations(run);
  CHECK((sizing > 0) == tactus::test::AllocationsAreCounted());
  CHECK(tactus::test::CountAllocations(run) == 0);
  CHECK(std::isfinite(sum));
}

}  // namespace
}  // namespace tactus::multibody
