#include "tactus/multibody/plant/quantities/contact_wrench.h"

#include <algorithm>
#include <set>
#include <string>

namespace tactus::multibody {
namespace {

std::optional<int> FindBody(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.bodies(), name, &Body::name);
  if (found == model.bodies().end()) return std::nullopt;
  return static_cast<int>(found - model.bodies().begin());
}

// The only body that is called "...::name".
std::optional<int> FindBodyByShortName(const Model& model,
                                       std::string_view name) {
  const std::string ending = "::" + std::string(name);
  std::optional<int> found;
  for (int i = 0; i < model.num_bodies(); ++i) {
    if (!model.bodies()[i].name.ends_with(ending)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace

Vector6d CalcContactWrench(const Model& model, const StepRecord& record,
                           int body_a, int body_b) {
  Vector6d F = Vector6d::Zero();
  for (const PointContact& point : record.contacts.points) {
    const int a = model.geometries()[point.geometry_a].body;
    const int b = model.geometries()[point.geometry_b].body;
    const bool in_order = a == body_a && b == body_b;
    if (!in_order && !(a == body_b && b == body_a)) continue;
    const double sign = in_order ? 1 : -1;
    const Vector3d force = sign * point.force_B_W;
    F.head<3>() += sign * point.torque_B_W +
                   (point.p_WC - record.p_WBo[body_b]).cross(force);
    F.tail<3>() += force;
  }
  return F;
}

std::vector<std::pair<int, int>> FindContactPairs(const Model& model) {
  std::vector<bool> has_shape(model.num_bodies(), false);
  for (const contact::Geometry& geometry : model.geometries()) {
    has_shape[geometry.body] = true;
  }
  const auto moves = [&](int body) {
    return model.bodies()[body].tree >= 0;
  };
  const std::set<std::pair<int, int>> excluded(model.excluded_pairs().begin(),
                                               model.excluded_pairs().end());
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < model.num_bodies(); ++a) {
    for (int b = a + 1; b < model.num_bodies(); ++b) {
      if (!has_shape[a] || !has_shape[b] || !(moves(a) || moves(b))) continue;
      if (!excluded.contains({a, b})) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

std::optional<std::pair<int, int>> ParseContactName(const Model& model,
                                                    std::string_view name,
                                                    std::string_view quantity) {
  constexpr std::string_view kPrefix = "contact/";
  if (!name.starts_with(kPrefix) || !name.ends_with(quantity) ||
      name.size() < kPrefix.size() + 1 + quantity.size()) {
    return std::nullopt;
  }
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(quantity.size());
  if (!name.ends_with('/')) return std::nullopt;
  name.remove_suffix(1);
  const auto split =
      [&](const auto& find) -> std::optional<std::pair<int, int>> {
    for (std::size_t slash = name.find('/'); slash != name.npos;
         slash = name.find('/', slash + 1)) {
      const std::optional<int> a = find(name.substr(0, slash));
      const std::optional<int> b = find(name.substr(slash + 1));
      if (a && b && *a != *b) return std::pair(*a, *b);
    }
    return std::nullopt;
  };
  const auto by_name = [&](std::string_view body) {
    return FindBody(model, body);
  };
  const auto by_any_name = [&](std::string_view body) {
    const std::optional<int> found = FindBody(model, body);
    return found ? found : FindBodyByShortName(model, body);
  };
  const auto pair = split(by_name);
  return pair ? pair : split(by_any_name);
}

}  // namespace tactus::multibody
