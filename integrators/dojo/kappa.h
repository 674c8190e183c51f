#pragma once

#include "tactus/multibody/model.h"

namespace tactus::integrators {

/// Of a tree's bodies [kg]; infinite without any.
double CalcTreeMass(const multibody::Model& model, const multibody::Tree& tree);

/// The largest that is chosen [J s].
constexpr double kMostKappa = 1e-6;
/// What less gravity counts as, where contacts are measured by it [m/s^2].
constexpr double kLeastGravity = 1;

/// The kappa of contacts between bodies of `mass` at steps of `h`, where none
/// is asked for: a hundredth of what gravity g does in a step, its impulse
/// m g h times its way g h^2,
///
///     kappa = min(0.01 m g^2 h^3, kMostKappa),
///
/// so that of n contacts at rest each has the gap n kappa / (m g h) = 0.01 n g
/// h^2, whatever the mass and the step. A fixed kappa lets light bodies hover,
/// the higher the shorter the step: at 1e-6 J s and steps of 1 ms, 10 g by 1 cm
/// for each contact that bears it.
///
/// @param mass     of the lightest that moves [kg]; infinite: none does.
/// @param gravity  g [m/s^2]; less than 1 counts as 1.
/// @param h        [s]
double ChooseKappa(double mass, double gravity, double h);

}  // namespace tactus::integrators
