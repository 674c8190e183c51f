#include "tactus/integrators/icf_stepping.h"

#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {

bool IcfStepping::Prepare(const systems::Context& context, double horizon,
                          Origin* origin, std::string* what) {
  if (!DiagramStepping::Prepare(context, horizon, origin, what)) return false;
  origin->solver.set_profile(&statistics_->profile);
  origin->solver.set_factor_method(factor_method_);
  origin->solver.set_num_threads(num_threads());
  origin->solver.SetProblem(origin->problem);
  origin->rigid_rows.Remember(model(), origin->problem);
  return true;
}

bool IcfStepping::Step(const solvers::ConvexNewtonOptions& options, double h,
                       const VectorXd& v_guess, Origin* origin,
                       contact::IcfMemory* memory, systems::Context* context,
                       HybridState* next, std::string* what) {
  if (!PrepareInputs(h, origin, context, what)) return false;
  next->v = v_guess;
  origin->rigid_rows.Begin(&origin->problem);
  do {
    if (!Solve(options, h, origin, memory, &next->v, what)) return false;
    multibody::IntegrateStep(model(), origin->problem, origin->x.q, next->v, h,
                             &scratch_, &next->q);
  } while (origin->rigid_rows.UpdateErrors(next->q, h, &origin->problem));
  multibody::ProjectPositions(model(), &next->q);
  return Finish(*origin, h, next, what);
}

bool IcfStepping::Solve(const solvers::ConvexNewtonOptions& options, double h,
                        Origin* origin, contact::IcfMemory* memory, VectorXd* v,
                        std::string* what) {
  const contact::IcfReport report = origin->solver.Solve(h, options, memory, v);
  statistics_->AddSolve(report.newton, report.total, !report.converged());
  if (report.converged()) return true;
  *what = DescribeFailure(report, model());
  return false;
}

void IcfStepping::CalcLastWork(const Origin& origin, double h,
                               const VectorXd& v1, Work* work) {
  forces_W_ = origin.solver.impulses();
  for (Vector3d& force : forces_W_) force /= h;
  CalcWork(origin, h, v1, {.forces_W = forces_W_}, work);
}

void IcfStepping::RecordLast(const Origin& origin, double h, const VectorXd& v1,
                             double t_start, double t_end,
                             systems::Context* context) {
  forces_W_ = origin.solver.impulses();
  for (Vector3d& force : forces_W_) force /= h;
  Record(origin, h, v1, {.forces_W = forces_W_}, t_start, t_end, context);
}

std::string DescribeFailure(const contact::IcfReport& report,
                            const multibody::Model& model) {
  const int first = model.trees()[report.failed_clique].first_body;
  return "the contact solve at body '" + model.bodies()[first].name +
         "' did not converge (" + std::string(to_string(report.newton.status)) +
         ")";
}

}  // namespace tactus::integrators
