#pragma once

#include <span>
#include <vector>

#include "tactus/examples/scenes/dish_rack.h"
#include "tactus/multibody/model.h"

namespace tactus::apps {

/// States of a run, one after the other.
struct BodyPaths {
  std::vector<double> times;  ///< Increasing [s].
  /// The poses of all bodies, at each of these times.
  std::vector<std::vector<RigidTransform>> X_WB;
};

/// Two geometries that went through each other, one of them a dish's.
struct Crossing {
  int a{}, b{};   ///< Geometries of the model, a < b.
  double time{};  ///< Of the first state after it [s].
};

/// What goes wrong with dishes.
struct Artifacts {
  static constexpr double kWatched = 1;      ///< The end of a run [s].
  static constexpr double kRattling = 1e-3;  ///< More is an artifact [m/s].

  /// Each pair once, in the order of time; see PassthroughCounter.
  std::vector<Crossing> crossings = {};
  /// Dishes whose centre of mass ends outside of the bounds.
  int lost = 0;
  /// Of the dish that has most: over the states of the last kWatched seconds,
  /// the way of its centre of mass from state to state, less the distance that
  /// it gets, over the time from the first to the last of them [m/s]; 0 if
  /// there is one state.
  double rattle = 0;

  bool has_any() const {
    return !crossings.empty() || lost > 0 || rattle > kRattling;
  }
};

/// @param dishes  bodies of the model.
/// @pre `paths` has a state.
Artifacts FindArtifacts(const multibody::Model& model,
                        std::span<const int> dishes,
                        const examples::DishRackBounds& bounds,
                        const BodyPaths& paths);

}  // namespace tactus::apps
