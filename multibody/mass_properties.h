#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Some bodies of a model taken together, in W:
///
///     c = sum (m_b p_WBo + f_b) / sum m_b,
///     L_Q = sum p_QBo x p_b + l_b,    P = sum p_b
///
///   f_b        first moment about Bo (mass_moments.h)   kg m
///   l_b, p_b   angular momentum about Bo, and linear    kg m^2/s, N s
///   Q          a point

/// Bodies that can move.
std::vector<int> FindMovingBodies(const Model& model);
/// `body` and all that it carries.
std::vector<int> FindSubtree(const Model& model, int body);

/// [kg]
double CalcMass(const Model& model, std::span<const int> bodies);
/// @pre they have mass.
Vector3d CalcCenterOfMass(std::span<const int> bodies,
                          const PositionKinematics& position);
/// L_Q, P of one body.
Vector6d CalcBodyMomentum(int body, const PositionKinematics& position,
                          const VelocityKinematics& velocity,
                          const Vector3d& p_WQ);
/// L_Q, P.
Vector6d CalcMomentum(std::span<const int> bodies,
                      const PositionKinematics& position,
                      const VelocityKinematics& velocity, const Vector3d& p_WQ);

}  // namespace tactus::multibody
