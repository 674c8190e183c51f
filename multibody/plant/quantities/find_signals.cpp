#include "tactus/multibody/plant/quantities/find_signals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/contact_wrench.h"
#include "tactus/multibody/plant/quantities/quantities.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/signals/name_pattern.h"

namespace tactus::multibody {
namespace {

using systems::Diagram;
using systems::LeafSystem;
using systems::Signal;

/// A plant, and what its quantities' names begin with.
struct NamedPlant {
  const MultibodyPlant* plant{};
  std::string prefix;
};

std::vector<NamedPlant> FindPlants(const Diagram& diagram) {
  std::vector<NamedPlant> plants;
  for (const LeafSystem* leaf : diagram.leaves()) {
    if (const auto* plant = dynamic_cast<const MultibodyPlant*>(leaf)) {
      plants.push_back({plant, plant->name() + "/"});
    }
  }
  if (plants.size() == 1) plants[0].prefix.clear();
  return plants;
}

void Append(std::vector<Signal> more, const std::string& prefix,
            std::vector<Signal>* signals) {
  for (Signal& signal : more) {
    signal.name = prefix + signal.name;
    signals->push_back(std::move(signal));
  }
}

std::vector<Signal> MakeAllSignals(const Diagram& diagram,
                                   const std::vector<NamedPlant>& plants) {
  std::vector<Signal> signals = systems::MakePortSignals(diagram);
  for (const NamedPlant& each : plants) {
    Append(MakeQuantities(*each.plant), each.prefix, &signals);
  }
  return signals;
}

// Where `pattern` begins with "contact/": those that fit it.
std::vector<Signal> MakeContactSignals(const std::vector<NamedPlant>& plants,
                                       std::string_view pattern) {
  std::vector<Signal> signals;
  for (const NamedPlant& each : plants) {
    if (!pattern.starts_with(each.prefix + "contact/")) continue;
    Append(
        MakeContactQuantities(*each.plant, pattern.substr(each.prefix.size())),
        each.prefix, &signals);
  }
  return signals;
}

// Contacts in whichever order, without making all of them.
std::optional<Signal> FindContact(const std::vector<NamedPlant>& plants,
                                  std::string_view name) {
  if (systems::IsPattern(name)) return std::nullopt;
  for (const NamedPlant& each : plants) {
    if (!name.starts_with(each.prefix)) continue;
    const std::string_view own = name.substr(each.prefix.size());
    const std::string quantity(own.substr(own.rfind('/') + 1));
    if (!ParseContactName(each.plant->model(), own, quantity)) continue;
    Signal signal = FindQuantity(*each.plant, own);
    signal.name = each.prefix + signal.name;
    return signal;
  }
  return std::nullopt;
}

// An output of this name that is no vector.
void RefuseAbstractPort(const Diagram& diagram, std::string_view name) {
  for (const LeafSystem* leaf : diagram.leaves()) {
    for (int i = 0; i < leaf->num_output_ports(); ++i) {
      const systems::OutputPort port = leaf->get_output_port(i);
      if (systems::SignalName(port) != name) continue;
      const auto& type = leaf->declaration().outputs[i].port;
      if (type.is_vector()) continue;
      throw std::invalid_argument(
          fmt::format("'{}' is no vector but a {}, which cannot be logged; {}",
                      name, type.description(),
                      Suggest("", NamesOf(systems::MakePortSignals(diagram)))));
    }
  }
}

[[noreturn]] void ThrowUnknown(const Diagram& diagram,
                               const std::vector<NamedPlant>& plants,
                               std::string_view name) {
  std::vector<std::string> names;
  for (const NamedPlant& each : plants) {
    if (!name.starts_with(each.prefix + "contact/")) continue;
    names = NamesOf(MakeContactSignals(plants, each.prefix + "contact/*"));
  }
  if (names.empty()) names = NamesOf(MakeAllSignals(diagram, plants));
  throw std::invalid_argument(fmt::format(
      "no signal {} '{}'; {}", systems::IsPattern(name) ? "fits" : "is called",
      name, Suggest(name, names)));
}

// The one that is called so, or those that fit the pattern, without the scopes
// of their elements.
// @throws std::invalid_argument where several are called so.
std::vector<Signal> FindByShortName(std::vector<Signal> all,
                                    const std::vector<NamedPlant>& plants,
                                    std::string_view name) {
  const auto fits = [&](std::string_view full) {
    return systems::MatchesPattern(name, WithoutScopes(full));
  };
  for (const NamedPlant& each : plants) {
    if (!name.starts_with(each.prefix + "contact/")) continue;
    const auto contact_fits = [&](std::string_view own) {
      return fits(each.prefix + std::string(own));
    };
    Append(MakeContactQuantities(*each.plant, contact_fits), each.prefix, &all);
  }
  std::erase_if(all, [&](const Signal& signal) { return !fits(signal.name); });
  RequireDifferentWithoutScopes(all);
  return all;
}

}  // namespace

std::string WithoutScopes(std::string_view name) {
  std::string text;
  while (true) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    const std::size_t scope = part.rfind("::");
    text += scope == std::string_view::npos ? part : part.substr(scope + 2);
    if (end == name.size()) return text;
    text += '/';
    name.remove_prefix(end + 1);
  }
}

void RequireDifferentWithoutScopes(std::span<const Signal> signals) {
  std::map<std::string, std::vector<std::string>> full_names;
  for (const Signal& signal : signals)
    full_names[WithoutScopes(signal.name)].push_back(signal.name);
  for (const auto& [short_name, names] : full_names) {
    if (names.size() == 1) continue;
    throw std::invalid_argument(fmt::format("the signal '{}' may be any of {}",
                                            short_name,
                                            fmt::join(names, ", ")));
  }
}

std::vector<Signal> FindSignals(const Diagram& diagram, std::string_view name) {
  const std::vector<NamedPlant> plants = FindPlants(diagram);
  std::vector<Signal> found;
  if (auto contact = FindContact(plants, name)) {
    found.push_back(std::move(*contact));
    return found;
  }
  const std::vector<Signal> all = MakeAllSignals(diagram, plants);
  std::set<std::string> taken;
  for (const Signal& signal : all) {
    if (systems::MatchesPattern(name, signal.name) &&
        taken.insert(signal.name).second) {
      found.push_back(signal);
    }
  }
  for (Signal& signal : MakeContactSignals(plants, name)) {
    found.push_back(std::move(signal));
  }
  if (found.empty()) found = FindByShortName(all, plants, name);
  if (!found.empty()) return found;
  RefuseAbstractPort(diagram, name);
  ThrowUnknown(diagram, plants, name);
}

std::vector<Signal> FindSignals(const Diagram& diagram,
                                std::span<const std::string> names) {
  std::vector<Signal> found;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    for (Signal& signal : FindSignals(diagram, name)) {
      if (taken.insert(signal.name).second) found.push_back(std::move(signal));
    }
  }
  return found;
}

}  // namespace tactus::multibody
