#pragma once

#include <algorithm>

#include <Eigen/Cholesky>

#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators::test {

/// The measure of the interface: a whole method in a screenful. Frictionless
/// springs and dampers, f = k overlap - c v_n >= 0, semi-explicit Euler.
class PenaltyStep final : public StepFunction {
 public:
  std::string_view name() const override { return "penalty"; }

  void Step(const StepProblem& problem, systems::Value*,
            StepResult* result) override {
    const contact::VelocityProblem& p = problem.velocity;
    VectorXd tau = -p.k0 - p.spring_force0 - p.damping.cwiseProduct(p.v0);
    result->forces_W.clear();
    for (const contact::ContactPatch& patch : p.patches) {
      for (int i = 0; i < patch.num_points; ++i) {
        const contact::ContactPoint& point = p.points[patch.first_point + i];
        const double f =
            std::max(-kStiffness * point.phi0 - kDamping * point.v_C0.z(), 0.0);
        const Vector3d f_W = f * point.R_WC.col(2);
        result->forces_W.push_back(f_W);
        Push(p, patch.body_b, point.p_BoC_W, f_W, &tau);
        Push(p, patch.body_a, patch.p_AoBo_W + point.p_BoC_W, -f_W, &tau);
      }
    }
    result->v = p.v0;
    for (const contact::Clique& clique : p.cliques) {
      result->v.segment(clique.v_start, clique.nv) +=
          problem.h *
          clique.M.llt().solve(tau.segment(clique.v_start, clique.nv));
    }
    multibody::IntegratePositions(problem.model, problem.q0, result->v,
                                  problem.h, &result->q);
  }

 private:
  static constexpr double kStiffness = 2e4, kDamping = 20;  // N/m, N s/m

  static void Push(const contact::VelocityProblem& p, int index,
                   const Vector3d& p_BoC, const Vector3d& f, VectorXd* tau) {
    const contact::ContactBody& body = p.bodies[index];
    if (body.clique < 0) return;
    const contact::Clique& clique = p.cliques[body.clique];
    Vector6d F;
    F << p_BoC.cross(f), f;
    tau->segment(clique.v_start, clique.nv) +=
        body.is_free ? VectorXd(F) : VectorXd(body.J.transpose() * F);
  }
};

}  // namespace tactus::integrators::test
