#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// Of all bodies of the problem, at velocities v: V_WB = J v.
void CalcBodyVelocities(const VelocityProblem& problem, const VectorXd& v,
                        std::vector<Vector6d>* V);

/// p += J' F, for wrenches F of all bodies at their origins.
void AddBodyWrenches(const VelocityProblem& problem,
                     const std::vector<Vector6d>& F, VectorXd* p);

}  // namespace tactus::contact
