#include "tactus/contact/icf/island.h"

#include <limits>
#include <numeric>

#include "contact/icf/oracle.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::Complex;
using test::Real;
using test::RealMatrix;
using test::RealVector;
using test::VectorX;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kSteps[] = {1e-3, 0.02};
constexpr unsigned kNumSeeds = 8;

// The whole problem as one island.
Island MakeWhole(const VelocityProblem& problem) {
  Island whole;
  const auto all = [](std::size_t count) {
    std::vector<int> indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    return indices;
  };
  whole.cliques = all(problem.cliques.size());
  whole.patches = all(problem.patches.size());
  whole.actuators = all(problem.actuators.size());
  whole.joint_rows = all(problem.joint_rows.size());
  for (int i : all(problem.bodies.size())) {
    if (problem.bodies[i].clique < 0) continue;
    whole.bodies.push_back(i);
    whole.clique_of_body.push_back(problem.bodies[i].clique);
  }
  const auto place = [&](int body) {
    const auto at = std::ranges::find(whole.bodies, body);
    return at == whole.bodies.end()
               ? -1
               : static_cast<int>(at - whole.bodies.begin());
  };
  for (const ContactPatch& patch : problem.patches) {
    whole.patch_bodies.push_back(
        {.a = place(patch.body_a), .b = place(patch.body_b)});
  }
  for (int i = 1; i < static_cast<int>(whole.cliques.size()); ++i) {
    for (int j = 0; j < i; ++j) whole.edges.emplace_back(i, j);
  }
  return whole;
}

// Drag, gravity and springs within the step for one clique after the other, the
// last without.
VelocityProblem WithShares(VelocityProblem problem, unsigned seed) {
  test::Random random(seed + 300);
  const auto symmetric = [&](const MatrixXd& M, double size) {
    const MatrixXd R = random.Matrix(M.rows(), M.cols());
    const double scale = size * M.diagonal().minCoeff();
    return MatrixXd(scale * (R + R.transpose()) /
                    static_cast<double>(R.rows()));
  };
  problem.spring_shares =
      (random.Vector(problem.num_velocities()).array() + 1.5) / 2.5;
  for (std::size_t c = 0; c + 1 < problem.cliques.size(); ++c) {
    Clique& clique = problem.cliques[c];
    clique.drag = symmetric(clique.M, 3);
    if (c % 2 == 1) continue;
    clique.gravity_stiffness = symmetric(clique.M, 100);
    clique.gravity_share = random.Uniform(0.1, 1.0 / 3);
  }
  return problem;
}

// An island and the same function from the oracle.
struct Subject {
  Subject(unsigned seed, double step)
      : problem(WithShares(test::MakeRandomProblem(seed), seed)),
        whole(MakeWhole(problem)),
        h(step),
        v(test::Random(seed + 100).Vector(problem.num_velocities())) {
    island.Reset(problem, whole, h, 1e-4, &factorization, nullptr);
  }

  Complex Potential(const VectorX<Complex>& at) const {
    return test::TotalPotential<Complex>(problem, h, at);
  }
  RealVector Gradient(const VectorXd& at) const {
    return test::ComplexStepGradient(
        [&](const VectorX<Complex>& x) { return Potential(x); },
        at.cast<Real>());
  }

  VelocityProblem problem;
  Island whole;
  double h;
  VectorXd v;
  IslandFactorization factorization;
  IcfIsland island;
};

// Sizes of the terms that cancel in the gradient at v.
VectorXd GradientScale(const Subject& s) {
  VectorXd scale = VectorXd::Zero(s.v.size());
  for (const Clique& clique : s.problem.cliques) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv).cwiseAbs();
    };
    scale.segment(clique.v_start, clique.nv) =
        clique.M.cwiseAbs() * (of(s.v) + of(s.problem.v0)) +
        s.h * (of(s.problem.k0) + of(s.problem.spring_force0));
  }
  for (const ContactPoint& point : s.problem.points) {
    const double speed = 10;  // beyond those that occur
    scale.array() +=
        s.h * (std::abs(point.elastic_force0) + s.h * point.stiffness * speed) *
            (1 + point.dissipation * speed) +
        s.h * point.friction * point.normal_force0;
  }
  for (const LinearActuator& actuator : s.problem.actuators) {
    const double effort = s.h * std::abs(actuator.gear) * 100;
    if (actuator.num_terms == 0) scale[actuator.dof] += effort;
    for (const JointTerm& term : s.problem.TermsOf(actuator))
      scale[term.dof] += std::abs(term.coefficient) * effort;
  }
  for (const JointRow& row : s.problem.joint_rows) {
    // The stiffest law that a row may have.
    const IcfRigid law = MakeIcfRigid(row, s.h);
    const bool is_bounded = row.law == RowLaw::Law::kLimit;
    const double off = is_bounded ? std::abs(row.error - row.lower) +
                                        std::abs(row.error - row.upper)
                                  : std::abs(row.error);
    double speed = off / s.h;
    for (const JointTerm& term : s.problem.TermsOf(row))
      speed += std::abs(term.coefficient * s.v[term.dof]);
    for (const JointTerm& term : s.problem.TermsOf(row))
      scale[term.dof] +=
          std::abs(term.coefficient) * law.inverse_regularization * speed;
  }
  return scale;
}

TEST_CASE(
    "ICF island: random problems -> the potential's gradient to 100 eps") {
  for (double h : kSteps) {
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      Subject s(seed, h);
      VectorXd g;
      s.island.MoveTo(s.v, &g);
      const RealVector error = g.cast<Real>() - s.Gradient(s.v);
      const VectorXd scale = GradientScale(s);
      for (Eigen::Index i = 0; i < g.size(); ++i) {
        INFO("seed " << seed << ", h = " << h << ", component " << i);
        CHECK(std::abs(error[i]) <= 100 * kEpsilon * scale[i]);
      }
    }
  }
}

// After a step of no length the dual variables of friction are right, and so
// the Hessian.
void TakeEmptyStep(Subject* s) {
  VectorXd g;
  s->island.SetDirection(VectorXd::Zero(s->v.size()));
  s->island.MoveAlong(1, &g);
}

TEST_CASE("ICF island: random problems -> the potential's Hessian to 1e-9") {
  for (double h : kSteps) {
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      Subject s(seed, h);
      const Eigen::Index n = s.v.size();
      RealMatrix H(n, n);
      for (Eigen::Index j = 0; j < n; ++j) {
        H.col(j) = test::HessianColumn(
            [&](const VectorX<Complex>& x) { return s.Potential(x); },
            s.v.cast<Real>(), j, 1e-8L);
      }
      const RealVector d = s.island.scale().cast<Real>();
      const RealMatrix DHD = d.asDiagonal() * H * d.asDiagonal();

      VectorXd g, x;
      s.island.MoveTo(s.v, &g);
      TakeEmptyStep(&s);
      REQUIRE(s.island.FactorizeHessian());
      // H^-1 times a column of the true Hessian is a unit vector.
      for (Eigen::Index j = 0; j < n; ++j) {
        INFO("seed " << seed << ", h = " << h << ", column " << j);
        const VectorXd column = H.col(j).cast<double>();
        s.island.SolveHessian(column, &x);
        RealVector error = x.cast<Real>() - RealVector::Unit(n, j);
        error = DHD * error.cwiseQuotient(d);
        CHECK(error.norm() * d[j] <= 1e-9 * DHD.norm());
      }
    }
  }
}

TEST_CASE("ICF island: a line -> the potential's cost, slope and curvature") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    Subject s(seed, 0.02);
    const VectorXd p = test::Random(seed + 200).Vector(s.v.size());
    VectorXd g;
    s.island.MoveTo(s.v, &g);
    s.island.SetDirection(p);
    const auto cost = [&](const Complex& alpha) {
      const VectorX<Complex> at =
          s.v.cast<Complex>() + alpha * p.cast<Complex>();
      return s.Potential(at);
    };
    const auto on_line = [&](const VectorX<Complex>& x) {
      return cost(x[0]);
    };
    const double size = std::abs(static_cast<double>(cost(0).real())) + 1;
    for (double alpha : {0.0, 0.3, 1.0}) {
      INFO("seed " << seed << ", alpha = " << alpha);
      const auto sample = s.island.EvalLine(alpha);
      const RealVector at = RealVector::Constant(1, alpha);
      const Real slope = test::ComplexStepGradient(on_line, at)[0];
      const Real curvature = test::HessianColumn(on_line, at, 0, 1e-8L)[0];
      const Real change = cost(alpha).real() - cost(0).real();
      CHECK(std::abs(sample.cost - change) <= 1e-12 * size);
      CHECK(std::abs(sample.slope - slope) <= 1e-12 * std::abs(slope));
      CHECK(std::abs(sample.curvature - curvature) <= 1e-9 * curvature);
      VectorXd g_there;
      IcfIsland other;
      other.Reset(s.problem, s.whole, s.h, 1e-4, &s.factorization, nullptr);
      other.MoveTo(s.v + alpha * p, &g_there);
      CHECK(sample.slope == Approx(g_there.dot(p)).epsilon(1e-10));
    }
    CHECK(s.island.EvalLine(0).cost == Approx(0).margin(1e-12 * size));
  }
}

TEST_CASE("ICF island: moved along a line -> as moved to its end") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    Subject s(seed, 0.02);
    const VectorXd p = test::Random(seed + 200).Vector(s.v.size());
    VectorXd g, g_along, g_there;
    s.island.MoveTo(s.v, &g);
    s.island.SetDirection(p);
    s.island.MoveAlong(0.7, &g_along);
    s.island.MoveTo(s.v + 0.7 * p, &g_there);
    CHECK((g_along - g_there).cwiseAbs().maxCoeff() <=
          1e-13 * GradientScale(s).maxCoeff());
    CHECK((g_along - g).norm() > 1e-3);
  }
}

TEST_CASE("ICF island: a random problem -> Newton's scale and linear term") {
  Subject s(3, 0.02);
  VectorXd r(s.v.size()), d(s.v.size());
  for (const Clique& clique : s.problem.cliques) {
    const auto of = [&](const VectorXd& x) {
      return x.segment(clique.v_start, clique.nv);
    };
    r.segment(clique.v_start, clique.nv) =
        clique.M * of(s.problem.v0) -
        s.h * (of(s.problem.k0) + of(s.problem.spring_force0));
    const VectorXd K =
        of(s.problem.stiffness).cwiseProduct(of(s.problem.spring_shares));
    VectorXd A = clique.M.diagonal() + s.h * of(s.problem.damping);
    A += s.h * s.h * K;
    if (clique.has_drag()) A += s.h * clique.drag.diagonal();
    if (clique.has_soft_gravity()) {
      A += clique.gravity_share * s.h * s.h *
           clique.gravity_stiffness.diagonal();
    }
    d.segment(clique.v_start, clique.nv) = A.cwiseSqrt().cwiseInverse();
  }
  CHECK((s.island.scale() - d).norm() <= 1e-14 * d.norm());
  CHECK(s.island.scaled_linear_term() == Approx(d.cwiseProduct(r).norm()));
}

TEST_CASE(
    "ICF island: a heavy tree that is fast -> light ones count for more") {
  VelocityProblem problem;
  constexpr double kHeavy = 1e6, kSpeed = 30;
  const double masses[] = {kHeavy, 1.1e5, 0.1};
  for (int i = 0; i < 3; ++i) {
    problem.cliques.push_back(
        {.v_start = i, .nv = 1, .M = MatrixXd::Constant(1, 1, masses[i])});
  }
  problem.v0 = Vector3d(kSpeed, 0, 0);
  problem.k0 = problem.spring_force0 = problem.damping = problem.stiffness =
      Vector3d::Zero();
  IslandFactorization factorization;
  IcfIsland island;
  const Island whole = MakeWhole(problem);
  island.Reset(problem, whole, 0.01, 1e-4, &factorization, nullptr);
  REQUIRE(island.weights() != nullptr);
  const double size = std::sqrt(kHeavy) * kSpeed;
  const Vector3d right(1, 1, size / (100 * std::sqrt(0.1)));
  CHECK((*island.weights() - right).norm() <= 1e-14 * right.norm());

  problem.v0.setZero();
  island.Reset(problem, whole, 0.01, 1e-4, &factorization, nullptr);
  CHECK(island.weights() == nullptr);
  problem.cliques[2].M(0, 0) = 1e-6;
  island.Reset(problem, whole, 0.01, 1e-4, &factorization, nullptr);
  REQUIRE(island.weights() != nullptr);
  CHECK((*island.weights() - Vector3d(1, 1, 10)).norm() <= 1e-13);
}

TEST_CASE("ICF island: gathered and scattered -> its own velocities only") {
  const VelocityProblem problem = test::MakeRandomProblem(1);
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  IslandFactorization factorization;
  IcfIsland island;
  island.Reset(problem, islands[0], 0.01, 1e-4, &factorization, nullptr);
  const VectorXd all = VectorXd::LinSpaced(problem.num_velocities(), 0,
                                           problem.num_velocities() - 1);
  VectorXd own;
  island.Gather(all, &own);
  REQUIRE(own.size() == island.size());
  Eigen::Index at = 0;
  for (int c : islands[0].cliques) {
    for (int i = 0; i < problem.cliques[c].nv; ++i)
      CHECK(own[at++] == problem.cliques[c].v_start + i);
  }
  VectorXd back = VectorXd::Constant(all.size(), -1);
  island.Scatter(own, &back);
  int written = 0;
  for (Eigen::Index i = 0; i < all.size(); ++i) {
    if (back[i] < 0) continue;
    CHECK(back[i] == all[i]);
    ++written;
  }
  CHECK(written == own.size());
}

TEST_CASE("ICF island: rigid rows -> quadratic, with dry friction -> not") {
  VelocityProblem problem = test::MakeRandomProblem(2);
  problem.patches.clear();
  problem.points.clear();
  problem.actuators.clear();
  IslandFactorization kept;
  IcfIsland island;
  const auto is_quadratic = [&] {
    const Island whole = MakeWhole(problem);
    island.Reset(problem, whole, 0.01, 1e-4, &kept, nullptr);
    return island.is_quadratic();
  };
  CHECK_FALSE(is_quadratic());
  std::erase_if(problem.joint_rows, [](const JointRow& row) {
    return row.law != RowLaw::Law::kRigid;
  });
  REQUIRE(!problem.joint_rows.empty());
  CHECK(is_quadratic());
  problem.AddRow(
      {.law = RowLaw::Law::kDryFriction, .dry_friction = 1, .inverse_mass = 1},
      {{.dof = 0}});
  CHECK_FALSE(is_quadratic());
}

TEST_CASE(
    "ICF island: a kept factorization -> of use for the same cliques only") {
  const VelocityProblem problem = test::MakeRandomProblem(2);
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 3);
  IslandFactorization kept;
  IcfIsland island;
  VectorXd v, g;
  island.Reset(problem, islands[0], 0.01, 1e-4, &kept, nullptr);
  CHECK_FALSE(island.has_factorization());
  island.Gather(problem.v0, &v);
  island.MoveTo(v, &g);
  REQUIRE(island.FactorizeHessian());

  // Another step, other contacts, the same cliques: still of use.
  Island without_contact = islands[0];
  without_contact.patches.clear();
  without_contact.edges.clear();
  island.Reset(problem, without_contact, 0.02, 1e-4, &kept, nullptr);
  CHECK(island.has_factorization());
  island.MoveTo(v, &g);
  REQUIRE(island.FactorizeHessian());  // with a pattern of its own
  VectorXd x;
  island.SolveHessian(VectorXd::Ones(island.size()), &x);
  CHECK(x.allFinite());

  island.Reset(problem, islands[1], 0.01, 1e-4, &kept, nullptr);
  CHECK_FALSE(island.has_factorization());
}

}  // namespace
}  // namespace tactus::contact
