#include "tactus/apps/bench/dish_rack/artifacts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tactus/apps/bench/dish_rack/passthrough.h"

namespace tactus::apps {
namespace {

/// Of a body's centre of mass, in the world, state by state.
std::vector<Vector3d> ListCenters(const multibody::Model& model, int body,
                                  const BodyPaths& paths) {
  const Vector3d p_BoBcm = model.bodies()[body].inertia.p_BoBcm;
  std::vector<Vector3d> centers;
  for (const auto& X_WB : paths.X_WB) centers.push_back(X_WB[body] * p_BoBcm);
  return centers;
}

std::vector<Crossing> FindCrossings(const multibody::Model& model,
                                    std::span<const int> dishes,
                                    const BodyPaths& paths) {
  PassthroughCounter counter(model, {dishes.begin(), dishes.end()});
  std::vector<Crossing> crossings;
  std::set<std::pair<int, int>> known;
  for (std::size_t i = 0; i < paths.times.size(); ++i) {
    counter.Observe(paths.X_WB[i]);
    for (const auto& [a, b] : counter.crossed()) {
      if (known.emplace(a, b).second)
        crossings.push_back({a, b, paths.times[i]});
    }
  }
  return crossings;
}

bool Contains(const examples::DishRackBounds& bounds, const Vector3d& p) {
  return (p.array() >= bounds.lower.array()).all() &&
         (p.array() <= bounds.upper.array()).all();
}

/// The way along the points, less the distance from the first to the last.
double CalcDetour(std::span<const Vector3d> points) {
  double way = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    way += (points[i] - points[i - 1]).norm();
  return way - (points.back() - points.front()).norm();
}

/// The first state that is watched.
std::size_t FindWatched(const std::vector<double>& times) {
  const auto first =
      std::ranges::lower_bound(times, times.back() - Artifacts::kWatched);
  return static_cast<std::size_t>(first - times.begin());
}

}  // namespace

Artifacts FindArtifacts(const multibody::Model& model,
                        std::span<const int> dishes,
                        const examples::DishRackBounds& bounds,
                        const BodyPaths& paths) {
  Artifacts artifacts{.crossings = FindCrossings(model, dishes, paths)};
  const std::size_t watched = FindWatched(paths.times);
  const double duration = paths.times.back() - paths.times[watched];
  for (const int body : dishes) {
    const std::vector<Vector3d> centers = ListCenters(model, body, paths);
    if (!Contains(bounds, centers.back())) ++artifacts.lost;
    const double detour =
        CalcDetour(std::span<const Vector3d>(centers).subspan(watched));
    if (duration > 0)
      artifacts.rattle = std::max(artifacts.rattle, detour / duration);
  }
  return artifacts;
}

}  // namespace tactus::apps
