#include "tactus/apps/run/inversion_watch.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {

InversionWatch::InversionWatch(const multibody::MultibodyPlant& plant)
    : plant_(plant), is_told_(plant.model().elastic_bodies().size()) {}

void InversionWatch::Add(const systems::Context& context) {
  if (is_told_.empty()) return;
  const auto q = plant_.positions(context);
  for (std::size_t i = 0; i < is_told_.size(); ++i) {
    if (is_told_[i]) continue;
    const multibody::ElasticBody& body = plant_.model().elastic_bodies()[i];
    const int tetrahedron =
        body.solid->FindInverted(q.segment(body.q_start, body.size()));
    if (tetrahedron < 0) continue;
    is_told_[i] = true;
    inversions_.push_back({.body = body.name,
                           .tetrahedron = tetrahedron,
                           .time = context.time()});
  }
}

std::string Describe(const InversionWatch::Inversion& inversion) {
  return fmt::format(
      "tactus: warning: elastic body '{}': tetrahedron {} is inverted at "
      "{:.6g} s; it is pressed harder than the law of its material bears, and "
      "its shape tells little from there on",
      inversion.body, inversion.tetrahedron, inversion.time);
}

}  // namespace tactus::apps
