#include "tactus/apps/scenario/assertions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/apps/scenario/contact_patterns.h"
#include "tactus/multibody/plant/contact_results.h"
#include "tactus/multibody/plant/forces/stored_energy.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/signals/name_pattern.h"

namespace tactus::apps {
namespace {

using multibody::FindScopedName;
using multibody::Joint;
using multibody::MultibodyPlant;
using multibody::NamesOf;

/// A number, and what to call it.
struct AssertedQuantity {
  std::string name, unit;
  std::function<double(const RunEnd&)> calc;
  std::string signal = {};
};

/// above, below, near and tolerance.
class Bounds {
 public:
  explicit Bounds(YamlMap* map) {
    map->Read("above", &YamlValue::Number, &above_);
    map->Read("below", &YamlValue::Number, &below_);
    if (map->Read("near", &YamlValue::Number, &near_)) {
      tolerance_ = map->Get("tolerance").Positive();
    }
    const YamlValue& value = map->value();
    value.Check(!near_ || (!above_ && !below_),
                "'near' stands alone, without 'above' and 'below'");
    value.Check(!above_ || !below_ || *above_ < *below_,
                "nothing is above 'above' and below 'below'");
    if (above_ || below_ || near_) return;
    map->Finish();  // Rather complain of a key that is misspelt.
    value.Fail("one of 'above', 'below' and 'near' is missing");
  }

  // What `value` is not. NaN is nothing of it.
  std::string Complaint(double value) const {
    if (above_ && !(value > *above_)) {
      return fmt::format("not above {}", *above_);
    }
    if (below_ && !(value < *below_)) {
      return fmt::format("not below {}", *below_);
    }
    if (near_ && !(std::abs(value - *near_) <= tolerance_)) {
      return fmt::format("not within {} of {}", tolerance_, *near_);
    }
    return "";
  }

 private:
  std::optional<double> above_, below_, near_;
  double tolerance_{};
};

// x, y or z as 0, 1 or 2; norm, where that is allowed, as 3.
int ReadAxis(const YamlValue& value, bool with_norm) {
  if (!with_norm) return value.Word<int>({{"x", 0}, {"y", 1}, {"z", 2}});
  return value.Word<int>({{"x", 0}, {"y", 1}, {"z", 2}, {"norm", 3}});
}

AssertedQuantity ReadBody(const YamlValue& name, YamlMap* map,
                          const MultibodyPlant& plant) {
  const auto bodies = plant.model().bodies();
  const int body = name.Guard(
      [&] { return FindScopedName(NamesOf(bodies), name.Text(), "body"); });
  const std::string key = map->OneOf({"position", "velocity"});
  const YamlValue axis_value = map->Get(key);
  const bool is_position = key == "position";
  const int axis = ReadAxis(axis_value, !is_position);
  const auto calc = [&plant, body, axis, is_position](const RunEnd& end) {
    const Vector3d x =
        is_position
            ? Vector3d(plant.body_poses_output()
                           .Eval<std::vector<RigidTransform>>(end.context)[body]
                           .translation())
            : Vector3d(plant.body_velocities_output()
                           .Eval<std::vector<Vector6d>>(end.context)[body]
                           .tail<3>());
    return axis < 3 ? x[axis] : x.norm();
  };
  return {fmt::format("{} {} of body '{}'", key, axis_value.Text(),
                      bodies[body].name),
          is_position ? "m" : "m/s", calc};
}

AssertedQuantity ReadJoint(const YamlValue& name, bool is_position,
                           const MultibodyPlant& plant) {
  const auto joints = plant.model().joints();
  const int j = name.Guard(
      [&] { return FindScopedName(NamesOf(joints), name.Text(), "joint"); });
  const Joint& joint = joints[j];
  name.Check(joint.nv() == 1, fmt::format("joint '{}' is {}: it has not one "
                                          "coordinate",
                                          joint.name, to_string(joint.type)));
  const std::string unit(multibody::CoordinateUnit(joint.type));
  return {fmt::format("{} of joint '{}'", is_position ? "position" : "velocity",
                      joint.name),
          is_position ? unit : unit + "/s",
          [&plant, &joint, is_position](const RunEnd& end) {
            return is_position ? plant.positions(end.context)[joint.q_start]
                               : plant.velocities(end.context)[joint.v_start];
          }};
}

AssertedQuantity ReadEnergyDrift(const YamlValue& value,
                                 const MultibodyPlant& plant) {
  const bool relative =
      value.Word<bool>({{"absolute", false}, {"relative", true}});
  return {"energy drift", relative ? "(relative)" : "J",
          [&plant, relative](const RunEnd& end) {
            const double drift =
                std::abs(multibody::CalcTotalEnergy(plant, end.context) -
                         end.initial_energy);
            return relative ? drift / std::abs(end.initial_energy) : drift;
          }};
}

AssertedQuantity ReadSignal(const YamlValue& name, YamlMap* map,
                            const systems::Diagram& diagram) {
  const systems::Signal signal = name.Guard([&] {
    std::vector<systems::Signal> found =
        multibody::FindSignals(diagram, name.Text());
    name.Check(found.size() == 1,
               fmt::format("'{}' is {} signals, where one is wanted",
                           name.Text(), found.size()));
    return found.front();
  });
  int component = 0;
  if (const auto value = map->Find("component")) {
    const auto at = std::ranges::find(signal.components, value->Text());
    value->Check(
        at != signal.components.end(),
        fmt::format("signal '{}' has no component '{}'; {}", signal.name,
                    value->Text(),
                    multibody::Suggest(value->Text(), signal.components)));
    component = static_cast<int>(at - signal.components.begin());
  } else {
    name.Check(
        signal.size() == 1,
        fmt::format("signal '{}' has several components: say which, "
                    "with 'component'; {}",
                    signal.name, multibody::Suggest("", signal.components)));
  }
  return {fmt::format("signal '{}'", ColumnNames(signal)[component]), "",
          [signal, component](const RunEnd& end) {
            VectorXd values(signal.size());
            signal.calc(end.context, values);
            return values[component];
          },
          signal.name};
}

AssertedQuantity ReadQuantity(YamlMap* map,
                              const examples::SceneInstance& scene) {
  const std::string kind = map->OneOf(
      {"body", "joint_position", "joint_velocity", "energy_drift", "signal"});
  const YamlValue value = map->Get(kind);
  if (kind == "body") return ReadBody(value, map, *scene.plant);
  if (kind == "energy_drift") return ReadEnergyDrift(value, *scene.plant);
  if (kind == "signal") return ReadSignal(value, map, *scene.diagram);
  return ReadJoint(value, kind == "joint_position", *scene.plant);
}

std::string CheckQuantity(const AssertedQuantity& quantity,
                          const Bounds& bounds, const RunEnd& end) {
  const double value = quantity.calc(end);
  const std::string complaint = bounds.Complaint(value);
  if (complaint.empty()) return "";
  return fmt::format("{} is {:.9g}{}{}, {}", quantity.name, value,
                     quantity.unit.empty() ? "" : " ", quantity.unit,
                     complaint);
}

/// One geometry, or those of one body, by a name that means nothing else. A
/// full name is preferred. None if there is no such name.
std::vector<bool> FindByName(const YamlValue& value,
                             const multibody::Model& model) {
  const std::string name = value.Text();
  std::vector<bool> fit(model.geometries().size());
  std::set<std::string> meant;
  for (const bool in_full : {true, false}) {
    const auto fits = [&](const std::string& full) {
      return in_full ? full == name : NameFits(name, full);
    };
    for (int g = 0; g < std::ssize(fit); ++g) {
      const contact::Geometry& geometry = model.geometries()[g];
      const std::string& body = model.bodies()[geometry.body].name;
      if (fits(body)) {
        meant.insert(fmt::format("body '{}'", body));
      } else if (fits(geometry.name)) {
        meant.insert(
            fmt::format("geometry '{}' of body '{}'", geometry.name, body));
      } else {
        continue;
      }
      fit[g] = true;
    }
    if (!meant.empty()) break;
  }
  value.Check(meant.size() <= 1,
              fmt::format("'{}' may be any of {}; a pattern with * takes "
                          "several",
                          name, fmt::join(meant, ", ")));
  return fit;
}

std::vector<bool> FindByPattern(const std::string& pattern,
                                const multibody::Model& model) {
  std::vector<bool> fit;
  for (const contact::Geometry& geometry : model.geometries()) {
    fit.push_back(NameFits(pattern, geometry.name) ||
                  NameFits(pattern, model.bodies()[geometry.body].name));
  }
  return fit;
}

/// Those geometries that a name or a pattern means, or whose body it does.
std::vector<bool> FindGeometries(const YamlValue& value,
                                 const multibody::Model& model) {
  const std::string text = value.Text();
  std::vector<bool> fit = systems::IsPattern(text) ? FindByPattern(text, model)
                                                   : FindByName(value, model);
  value.Check(
      std::ranges::count(fit, true) > 0,
      fmt::format("no body or geometry with a surface is called '{}'", text));
  return fit;
}

Assertion ReadContact(const YamlValue& value, YamlMap* map,
                      const MultibodyPlant& plant) {
  const std::vector<YamlValue> sides = value.List(2);
  const auto a = FindGeometries(sides[0], plant.model());
  const auto b = FindGeometries(sides[1], plant.model());
  bool wanted = true;
  map->Read("exists", &YamlValue::Flag, &wanted);
  const std::string pair =
      fmt::format("'{}' and '{}'", sides[0].Text(), sides[1].Text());
  return {map->value().place(),
          [&plant, a, b, wanted, pair](const RunEnd& end) -> std::string {
            const auto& results =
                plant.contact_results_output().Eval<multibody::ContactResults>(
                    end.context);
            double force = 0;
            for (const multibody::PointContact& point : results.points) {
              const int ga = point.geometry_a, gb = point.geometry_b;
              if ((a[ga] && b[gb]) || (a[gb] && b[ga])) {
                force += point.force_B_W.norm();
              }
            }
            if ((force > 0) == wanted) return "";
            if (wanted) return fmt::format("{} do not touch", pair);
            return fmt::format("{} touch, with {:.6g} N", pair, force);
          }};
}

Assertion ReadAssertion(const YamlValue& value,
                        const examples::SceneInstance& scene) {
  YamlMap map(value);
  if (const auto pair = map.Find("contact")) {
    Assertion assertion = ReadContact(*pair, &map, *scene.plant);
    map.Finish();
    return assertion;
  }
  const AssertedQuantity quantity = ReadQuantity(&map, scene);
  const Bounds bounds(&map);
  map.Finish();
  return {value.place(),
          [quantity, bounds](const RunEnd& end) {
            return CheckQuantity(quantity, bounds, end);
          },
          quantity.signal};
}

}  // namespace

std::vector<Assertion> ReadAssertions(const YamlValue& value,
                                      const examples::SceneInstance& scene) {
  std::vector<Assertion> assertions;
  for (const YamlValue& item : value.List()) {
    assertions.push_back(ReadAssertion(item, scene));
  }
  return assertions;
}

std::vector<std::string> CheckAssertions(
    const std::vector<Assertion>& assertions, const RunEnd& end) {
  std::vector<std::string> failures;
  for (const Assertion& assertion : assertions) {
    const std::string complaint = assertion.check(end);
    if (complaint.empty()) continue;
    failures.push_back(
        fmt::format("{}: assertion failed: {}", assertion.place, complaint));
  }
  return failures;
}

}  // namespace tactus::apps
