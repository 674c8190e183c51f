#include "tactus/apps/scenario/simulator_settings.h"

#include <utility>

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

Json ReadNumbers(const YamlValue& value, int count) {
  const VectorXd x = value.Numbers(count);
  return Json(std::vector<double>(x.begin(), x.end()));
}

Json ReadValue(const YamlValue& value, const ValueKind& kind) {
  switch (kind.type) {
    case ValueKind::Type::kNumber:
      return value.Number();
    case ValueKind::Type::kInteger:
      return value.Integer();
    case ValueKind::Type::kFlag:
      return value.Flag();
    case ValueKind::Type::kWord:
      return value.Text();
    case ValueKind::Type::kNumbers:
      return ReadNumbers(value, kind.count);
  }
  return {};
}

Json ReadMethodOptions(YamlMap* map) {
  Json given = Json::object();
  for (const MethodOption& option : MethodOptions()) {
    if (auto value = ReadOption(option, map))
      given[option.key] = std::move(*value);
  }
  return given;
}

}  // namespace

std::optional<Json> ReadOption(const MethodOption& option, YamlMap* map) {
  const std::optional<YamlValue> value = map->Find(option.key);
  if (!value) return std::nullopt;
  Json read = ReadValue(*value, option.kind);
  value->Guard([&] { option.Check(read, option.key); });
  return read;
}

SimulatorSettings ReadSimulatorSettings(const YamlValue& value) {
  SimulatorSettings settings;
  IntegratorOptions* options = &settings.integrator;
  YamlMap map(value);
  map.Read("duration", &YamlValue::Positive, &settings.duration);
  map.Read("integrator", &YamlValue::Text, &options->name);
  map.Read("accuracy", &YamlValue::Positive, &options->accuracy);
  map.Read("step", &YamlValue::Positive, &options->step);
  options->method_options = ReadMethodOptions(&map);
  map.Finish();
  // What cannot be made is refused here.
  value.Guard([&] { MakeIntegrator(*options); });
  return settings;
}

}  // namespace tactus::apps
