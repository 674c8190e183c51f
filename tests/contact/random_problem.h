#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "tactus/contact/velocity_problem.h"

/// Random velocity problems, the same on every machine for a given seed: free
/// bodies and trees, patches between every kind of pair, limits and actuators
/// on both sides of their branches, dry friction, couplings within a tree,
/// between two and to the world, tendons with laws of all kinds and actuators.
/// No robot is needed.
namespace tactus::contact::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double Uniform(double lower, double upper) {
    return lower + (upper - lower) * engine_() / 4294967296.0;
  }
  VectorXd Vector(int size, double bound = 1) {
    VectorXd x(size);
    for (double& xi : x) xi = Uniform(-bound, bound);
    return x;
  }
  MatrixXd Matrix(int rows, int cols) {
    return Vector(rows * cols).reshaped(rows, cols);
  }
  Matrix3d Rotation() {
    const VectorXd x = Vector(4);
    return Quaterniond(x[0], x[1], x[2], x[3]).normalized().toRotationMatrix();
  }
  template <class T>
  void Shuffle(std::vector<T>* items) {
    for (std::size_t i = items->size(); i > 1; --i)
      std::swap((*items)[i - 1], (*items)[engine_() % i]);
  }

 private:
  std::mt19937 engine_;
};

/// Bodies of a random problem by their place in VelocityProblem::bodies; each
/// tree carries two of them.
enum RandomBody {
  kWorld,
  kFree0,
  kFree1,
  kFree2,
  kFree3,
  kTree0Near,
  kTree0Far,
  kTree1Near,
  kTree1Far,
  kNumBodies
};
/// Every kind of pair: anchored or not, free or behind joints, and two bodies
/// of one tree. kFree3 touches the world alone, an island of its own; so do
/// the others together, and a third tree touches nothing.
constexpr std::array<std::pair<RandomBody, RandomBody>, 10> kTouching = {{
    {kWorld, kFree0},
    {kFree0, kFree1},
    {kFree1, kFree0},
    {kFree1, kTree0Near},
    {kTree0Near, kTree0Far},
    {kTree0Far, kTree1Near},
    {kTree1Near, kFree2},
    {kWorld, kTree1Far},
    {kFree2, kTree0Near},
    {kWorld, kFree3},
}};

/// Ties v_a to slope v_b, or holds v_a where `dof_b` < 0.
inline void AddCoupling(int dof_a, int dof_b, double slope, const RowLaw& law,
                        VelocityProblem* problem) {
  problem->joint_rows.push_back(
      {law, static_cast<int>(problem->joint_terms.size()), dof_b < 0 ? 1 : 2});
  problem->joint_terms.push_back({.dof = dof_a});
  if (dof_b >= 0)
    problem->joint_terms.push_back({.dof = dof_b, .coefficient = -slope});
}

namespace internal {

// The inertia of a body about a point off its centre of mass.
inline Matrix6d MakeInertia(Random* random) {
  const double m = random->Uniform(0.5, 2);
  const Matrix3d C = CrossMatrix(random->Vector(3, 0.1));
  const Matrix3d L = random->Matrix(3, 3);
  Matrix6d M = Matrix6d::Zero();
  M.topLeftCorner<3, 3>() =
      0.01 * (L * L.transpose()) + 0.005 * Matrix3d::Identity() - m * C * C;
  M.topRightCorner<3, 3>() = m * C;
  M.bottomLeftCorner<3, 3>() = -m * C;
  M.bottomRightCorner<3, 3>() = m * Matrix3d::Identity();
  return M;
}

inline void AddCliques(Random* random, VelocityProblem* problem) {
  const auto add = [&](const MatrixXd& M) {
    const int nv = static_cast<int>(M.rows());
    const int start = problem->num_velocities();
    problem->cliques.push_back({.v_start = start, .nv = nv, .M = M});
    for (VectorXd* x : {&problem->v0, &problem->k0, &problem->damping,
                        &problem->stiffness, &problem->spring_force0}) {
      x->conservativeResize(start + nv);
    }
    // Trees have joints, with dampers and springs.
    const double joint = nv != 6 ? 1 : 0;
    problem->v0.tail(nv) = random->Vector(nv);
    problem->k0.tail(nv) = random->Vector(nv, 10);
    problem->damping.tail(nv) = joint * random->Vector(nv).cwiseAbs();
    problem->stiffness.tail(nv) = 20 * joint * random->Vector(nv).cwiseAbs();
    problem->spring_force0.tail(nv) = joint * random->Vector(nv);
  };
  for (int i = 0; i < 4; ++i) add(MakeInertia(random));
  for (int nv : {3, 7, 2}) {
    const MatrixXd L = random->Matrix(nv, nv);
    add(L * L.transpose() + 0.3 * MatrixXd::Identity(nv, nv));
  }
}

inline void AddBodies(Random* random, VelocityProblem* problem) {
  problem->bodies.resize(kNumBodies);
  for (int i = 0; i < 4; ++i)
    problem->bodies[kFree0 + i] = {.clique = i, .is_free = true, .J = {}};
  for (int i = 0; i < 4; ++i) {
    const int clique = 4 + i / 2;
    problem->bodies[kTree0Near + i] = {
        .clique = clique,
        .is_free = false,
        .J = random->Matrix(6, problem->cliques[clique].nv)};
  }
}

inline ContactPoint MakePoint(Random* random, const Vector3d& p_BoC_W) {
  const int kind = static_cast<int>(random->Uniform(0, 6));
  ContactPoint point;
  point.p_BoC_W = p_BoC_W;
  point.R_WC = random->Rotation();
  point.bias_C =
      kind == 0 ? Vector3d(random->Vector(3, 0.2)) : Vector3d::Zero();
  point.stiffness = kind == 1 ? 0 : std::pow(10, random->Uniform(2, 5));
  point.dissipation = kind == 2 ? 0 : random->Uniform(0.1, 20);
  point.friction = kind == 3 ? 0 : random->Uniform(0.2, 1.2);
  point.stiction_velocity = std::pow(10, random->Uniform(-3, -1));
  point.phi0 = random->Uniform(-1e-3, 3e-4);
  point.elastic_force0 = -point.stiffness * point.phi0;
  point.inverse_mass = random->Uniform(0.5, 3);
  return point;
}

inline Vector3d VelocityAt(const VelocityProblem& problem, int index,
                           const Vector3d& p_OC) {
  const ContactBody& body = problem.bodies[index];
  if (body.clique < 0) return Vector3d::Zero();
  const Clique& clique = problem.cliques[body.clique];
  const VectorXd v = problem.v0.segment(clique.v_start, clique.nv);
  const Vector6d V = body.is_free ? Vector6d(v) : Vector6d(body.J * v);
  return V.tail<3>() + V.head<3>().cross(p_OC);
}

inline void AddPatches(Random* random, VelocityProblem* problem) {
  std::vector<Vector3d> p_WB(kNumBodies, Vector3d::Zero());
  for (int i = 1; i < kNumBodies; ++i) p_WB[i] = random->Vector(3, 0.3);
  for (const auto& [a, b] : kTouching) {
    ContactPatch patch{
        .body_a = a,
        .body_b = b,
        .p_AoBo_W = p_WB[b] - p_WB[a],
        .first_point = static_cast<int>(problem->points.size()),
        .num_points = 1 + static_cast<int>(random->Uniform(0, 4))};
    for (int i = 0; i < patch.num_points; ++i) {
      ContactPoint point = MakePoint(random, random->Vector(3, 0.2));
      point.v_C0 =
          point.R_WC.transpose() *
              (VelocityAt(*problem, b, point.p_BoC_W) -
               VelocityAt(*problem, a, patch.p_AoBo_W + point.p_BoC_W)) +
          point.bias_C;
      point.normal_force0 =
          std::max(point.elastic_force0, 0.0) *
          std::max(1 - point.dissipation * point.v_C0.z(), 0.0);
      problem->points.push_back(point);
    }
    problem->patches.push_back(patch);
  }
}

inline void AddJointLaws(Random* random, VelocityProblem* problem) {
  for (std::size_t c = 4; c < problem->cliques.size(); ++c) {
    const Clique& clique = problem->cliques[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int dof = clique.v_start + i;
      problem->AddRow({.law = RowLaw::Law::kLimit,
                       .error = random->Uniform(-1.01, 1.01),
                       .lower = -1,
                       .upper = 1,
                       .inverse_mass = 1 / clique.M(i, i)},
                      {{.dof = dof}});
      problem->actuators.push_back({.dof = dof,
                                    .gear = random->Uniform(-3, 3),
                                    .force0 = random->Uniform(-20, 20),
                                    .damping = random->Uniform(-0.5, 2),
                                    .stiffness = random->Uniform(0, 30),
                                    .lower = -10,
                                    .upper = 12});
    }
  }
}

inline void AddDryFriction(Random* random, VelocityProblem* problem) {
  for (std::size_t c = 4; c < problem->cliques.size(); ++c) {
    const Clique& clique = problem->cliques[c];
    for (int i = clique.v_start % 2; i < clique.nv; i += 2)
      problem->AddRow({.law = RowLaw::Law::kDryFriction,
                       .dry_friction = random->Uniform(0.5, 5),
                       .inverse_mass = 1 / clique.M(i, i)},
                      {{.dof = clique.v_start + i}});
  }
}

inline void AddCouplings(Random* random, VelocityProblem* problem) {
  const auto& cliques = problem->cliques;
  const int tree0 = cliques[4].v_start, tree1 = cliques[5].v_start;
  const std::pair<int, int> ties[] = {{tree1 + 4, tree1 + 1},
                                      {tree1 + 2, tree1 + 6},
                                      {tree0 + 1, tree1 + 3},
                                      {tree1, tree0},
                                      {cliques[6].v_start + 1, -1}};
  for (const auto& [a, b] : ties) {
    const double error = random->Uniform(-1e-3, 1e-3);
    const double slope = b < 0 ? 0 : random->Uniform(-3, 3);
    const double w = random->Uniform(0.5, 3);
    AddCoupling(a, b, slope, {.error = error, .inverse_mass = w}, problem);
  }
}

// In one tree, over two, and over a tree and a free body; each with all laws
// and an actuator.
inline void AddTendons(Random* random, VelocityProblem* problem) {
  using Law = RowLaw::Law;
  const int tree0 = problem->cliques[4].v_start;
  const int tree1 = problem->cliques[5].v_start;
  const std::vector<int> sums[] = {{tree1 + 6, tree1, tree1 + 3},
                                   {tree0 + 2, tree1 + 5, tree0, tree1 + 1},
                                   {tree1 + 2, problem->cliques[2].v_start}};
  for (const std::vector<int>& dofs : sums) {
    const int first = static_cast<int>(problem->joint_terms.size());
    const int size = static_cast<int>(dofs.size());
    for (const int dof : dofs) {
      problem->joint_terms.push_back(
          {.dof = dof, .coefficient = random->Uniform(-2, 2)});
    }
    for (const Law law : {Law::kLimit, Law::kSpring, Law::kDryFriction}) {
      problem->joint_rows.push_back({{.law = law,
                                      .error = random->Uniform(-1e-2, 1e-2),
                                      .lower = -5e-3,
                                      .upper = 5e-3,
                                      .stiffness = random->Uniform(0, 500),
                                      .damping = random->Uniform(0, 5),
                                      .dry_friction = random->Uniform(0.5, 5),
                                      .inverse_mass = random->Uniform(0.5, 3)},
                                     first,
                                     size});
    }
    problem->joint_rows.push_back(
        {{.law = Law::kDamper, .damping = 2, .inverse_mass = 1}, first, size});
    problem->actuators.push_back({.gear = random->Uniform(-3, 3),
                                  .force0 = random->Uniform(-20, 20),
                                  .damping = random->Uniform(-0.5, 2),
                                  .stiffness = random->Uniform(0, 30),
                                  .lower = -10,
                                  .upper = 12,
                                  .first_term = first,
                                  .num_terms = size});
  }
}

}  // namespace internal

/// Constraints of up to six rows between every kind of pair, of all laws.
inline void AddRandomConstraints(unsigned seed, VelocityProblem* problem) {
  using Law = RowLaw::Law;
  Random random(seed);
  int next = 0;
  for (const auto& [a, b] : kTouching) {
    BodyConstraint constraint{
        .body_a = a,
        .body_b = b,
        .p_AoBo_W = random.Vector(3, 0.3),
        .first_row = static_cast<int>(problem->constraint_rows.size()),
        .num_rows = 1 + next % 6};
    for (int i = 0; i < constraint.num_rows; ++i, ++next) {
      problem->constraint_rows.push_back(
          {{.law = next % 4 == 1   ? Law::kLimit
                   : next % 4 == 3 ? Law::kSpring
                                   : Law::kRigid,
            .error = random.Uniform(-1e-2, 1e-2),
            .bias_acceleration = random.Uniform(-5, 5),
            .lower = -5e-3,
            .upper = 5e-3,
            .stiffness = random.Uniform(0, 500),
            .damping = random.Uniform(0, 5),
            .inverse_mass = random.Uniform(0.5, 3)},
           random.Vector(6)});
    }
    problem->constraints.push_back(constraint);
  }
}

inline VelocityProblem MakeRandomProblem(unsigned seed) {
  Random random(seed);
  VelocityProblem problem;
  internal::AddCliques(&random, &problem);
  internal::AddBodies(&random, &problem);
  internal::AddPatches(&random, &problem);
  internal::AddJointLaws(&random, &problem);
  internal::AddDryFriction(&random, &problem);
  internal::AddCouplings(&random, &problem);
  internal::AddTendons(&random, &problem);
  return problem;
}

}  // namespace tactus::contact::test
