// A step function of your own: contact by penalty forces, beside ICF.
//
// A step function maps a state to the next one, given a velocity problem: the
// mass matrix, what acts, and the contacts at the start of the step. This one
// is explicit,
//
//     v1 = v0 + h M^-1 (-k0 + J'f),   f_n = (-k phi)+ (1 - d v_n)+,
//                                     f_t = -mu f_n v_t / sqrt(|v_t|^2 + s^2)
//
// with the law of ICF and as little more as that takes. FixedStep makes an
// integrator of it, and all else, logs and batches too, comes with that.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <Eigen/Cholesky>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using namespace tactus::integrators;

class PenaltyStep final : public StepFunction {
 public:
  std::string_view name() const override { return "penalty"; }

  void Step(const StepProblem& problem, systems::Value*,
            StepResult* result) override {
    const contact::VelocityProblem& p = problem.velocity;
    VectorXd force = -p.k0;  // Springs and limits of joints are left out.
    result->forces_W.clear();
    for (const contact::ContactPatch& patch : p.patches) {
      for (int i = 0; i < patch.num_points; ++i) {
        const contact::ContactPoint& point = p.points[patch.first_point + i];
        const Vector3d f_W = point.R_WC * CalcForce(point);
        result->forces_W.push_back(f_W);
        Push(p, patch.body_b, point.p_BoC_W, f_W, &force);
        Push(p, patch.body_a, patch.p_AoBo_W + point.p_BoC_W, -f_W, &force);
      }
    }
    result->v = p.v0;
    for (const contact::Clique& clique : p.cliques) {
      result->v.segment(clique.v_start, clique.nv) +=
          problem.h *
          clique.M.llt().solve(force.segment(clique.v_start, clique.nv));
    }
    multibody::IntegratePositions(problem.model, problem.q0, result->v,
                                  problem.h, &result->q);
  }

 private:
  // On body B, in the contact's axes; z is the normal.
  static Vector3d CalcForce(const contact::ContactPoint& point) {
    constexpr double kSlip = 0.01;  // s [m/s]
    const Vector3d& v = point.v_C0;
    const double fn = std::max(-point.stiffness * point.phi0, 0.0) *
                      std::max(1 - point.dissipation * v.z(), 0.0);
    const Eigen::Vector2d ft = -point.sliding_friction * fn /
                               std::hypot(v.x(), v.y(), kSlip) * v.head<2>();
    return {ft.x(), ft.y(), fn};
  }

  // Adds J'F, for the force f at C.
  static void Push(const contact::VelocityProblem& p, int index,
                   const Vector3d& p_BoC, const Vector3d& f, VectorXd* force) {
    const contact::ContactBody& body = p.bodies[index];
    if (body.clique < 0) return;  // Does not move.
    const contact::Clique& clique = p.cliques[body.clique];
    Vector6d F;
    F << p_BoC.cross(f), f;
    force->segment(clique.v_start, clique.nv) +=
        body.is_free ? VectorXd(F) : VectorXd(body.J.transpose() * F);
  }
};

// A cube of 1 kg and 0.1 m slides on the ground at 2 m/s, and comes to rest.
// Returns where its centre then is.
Vector3d Slide(std::unique_ptr<StepFunction> method) {
  const examples::SceneInstance scene = examples::MakeBoxSlide();
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& integrator =
      simulator.reset_integrator<FixedStep>(std::move(method), 1e-4);
  simulator.AdvanceTo(1);
  const Vector3d p = scene.plant->positions(simulator.context()).head<3>();
  std::printf("%-8s after %.5f m, %.2f um deep\n",
              std::string(integrator.name()).c_str(), p.x(),
              1e6 * (0.05 - p.z()));
  return p;
}

int main() {
  const Vector3d own = Slide(std::make_unique<PenaltyStep>());
  const Vector3d icf = Slide(std::make_unique<IcfStep>());
  // Coulomb's law stops it after v^2 / (2 mu g), mu = 0.5; four corners of
  // 1e5 N/m bear its weight.
  const Vector3d expected(4 / (2 * 0.5 * 9.81), 0, 0.05 - 9.81 / 4e5);
  const bool own_is_right = (own - expected).cwiseAbs().maxCoeff() < 3e-3;
  const bool same_depth = std::abs(own.z() - icf.z()) < 1e-8;
  const bool icf_is_right = (icf - expected).cwiseAbs().maxCoeff() < 1e-3;
  return own_is_right && same_depth && icf_is_right ? 0 : 1;
}
