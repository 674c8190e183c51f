#pragma once

#include <functional>
#include <vector>

#include "tactus/systems/leaf_declaration.h"
#include "tactus/systems/types.h"

namespace tactus::systems {

/// A signal that follows time piece by piece: smooth between breaks, held
/// before the first one and after the last.
struct PiecewiseSignal {
  const std::vector<double>& breaks;      ///< Increasing [s].
  std::function<VectorXd(double)> value;  ///< At a time.
  std::function<VectorXd(double)> rate;   ///< Its derivative there.
};

/// The breaks at which a step of an integrator should end, lest it steps over
/// what happens there, or over all of a short motion, and sees nothing of it:
/// where the value jumps, where its rate jumps by more than a tenth of the
/// greatest one, and where rest begins or ends. Bends of densely sampled curves
/// are less than that, and breaks where minimum-jerk motions and splines go on.
/// None where there are more than 1000, as in a recording full of noise.
std::vector<double> FindKinks(const PiecewiseSignal& signal);

/// An update at a kink, which changes nothing: steps end there. Updates have a
/// period [s]; there is no second one in any simulation.
inline constexpr double kNoSecondTime = 1e12;
LeafDeclaration::Update MakeNoUpdate();

}  // namespace tactus::systems
