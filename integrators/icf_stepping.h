#pragma once

#include <string>
#include <vector>

#include "tactus/contact/icf/solver.h"
#include "tactus/integrators/diagram_stepping.h"
#include "tactus/multibody/rigid_rows.h"

namespace tactus::integrators {

/// The first-order step (11)-(12) of [Kurtz25] on a diagram with one plant:
///
///     v1 = argmin l(v; x0, h)          ICF, contact/icf/solver.h
///     q1 = q0 + h N(q0) v1, quaternions normalised
///
/// solved again where rigid constraints would be off at q1 (rigid_rows.h), and
/// q1 brought back to them and to the limits (position_projection.h),
///
/// with the rest of the diagram as in DiagramStepping. What CENIC calls three
/// times per step: one origin serves steps of several lengths.
class IcfStepping : public DiagramStepping {
 public:
  IcfStepping(const systems::Diagram& diagram, Statistics* statistics,
              ExternalScheme scheme = ExternalScheme::kImplicit)
      : DiagramStepping(diagram, statistics, scheme), statistics_(statistics) {}

  /// A state to step from; its islands serve any h, too.
  struct Origin : StepOrigin {
    using StepOrigin::StepOrigin;
    contact::IcfSolver solver;
    multibody::RigidRows rigid_rows;
  };

  /// How Hessians are factorized from the next Prepare() on.
  void set_factor_method(solvers::FactorMethod method) {
    factor_method_ = method;
  }

  [[nodiscard]] bool Prepare(const systems::Context& context, double horizon,
                             Origin* origin, std::string* what);

  /// Steps by `h` from `origin` with the guess `v_guess`. May leave `context`
  /// at another time.
  [[nodiscard]] bool Step(const solvers::ConvexNewtonOptions& options, double h,
                          const VectorXd& v_guess, Origin* origin,
                          contact::IcfMemory* memory, systems::Context* context,
                          HybridState* next, std::string* what);

  /// The solve alone: v for the problem of `origin` as it stands, from the
  /// guess in `v`.
  [[nodiscard]] bool Solve(const solvers::ConvexNewtonOptions& options,
                           double h, Origin* origin, contact::IcfMemory* memory,
                           VectorXd* v, std::string* what);

  /// CalcWork() with the contact forces of the last Step(), which led from
  /// `origin` to `v1`.
  void CalcLastWork(const Origin& origin, double h, const VectorXd& v1,
                    Work* work);

  /// Writes into `context` what happened in the last Step(), which led from
  /// `origin` to `v1`, on behalf of all from `t_start` to `t_end`.
  void RecordLast(const Origin& origin, double h, const VectorXd& v1,
                  double t_start, double t_end, systems::Context* context);

 private:
  Statistics* statistics_;
  solvers::FactorMethod factor_method_ = solvers::FactorMethod::kAuto;
  VectorXd scratch_;
  std::vector<Vector3d> forces_W_;
};

/// A sentence about a solve that failed: which body, and why.
std::string DescribeFailure(const contact::IcfReport& report,
                            const multibody::Model& model);

}  // namespace tactus::integrators
