#include "tactus/apps/scenario/simulator_settings.h"

#include <algorithm>
#include <string>

namespace tactus::apps {
namespace {

using integrators::ExternalScheme;
using solvers::comfree::BackendKind;

contact::ComFreeImpedance ReadImpedance(const YamlValue& value) {
  const VectorXd x = value.Numbers(5);
  return {.r_min = x[0],
          .r_max = x[1],
          .width = x[2],
          .midpoint = x[3],
          .power = x[4]};
}

BackendKind ReadBackend(const YamlValue& value) {
  return value.Word<BackendKind>({{"serial", BackendKind::kSerial},
                                  {"openmp", BackendKind::kOpenMp},
                                  {"cuda", BackendKind::kCuda}});
}

ExternalScheme ReadExternal(const YamlValue& value) {
  return value.Word<ExternalScheme>({{"implicit", ExternalScheme::kImplicit},
                                     {"explicit", ExternalScheme::kExplicit}});
}

void ReadComFree(YamlMap* map, IntegratorOptions* options) {
  contact::ComFreeOptions* own = &options->comfree;
  const auto read = [&](std::string key, auto reader, auto* into) {
    if (!map->Read(key, reader, into)) return;
    std::ranges::replace(key, '_', '-');
    options->comfree_given.push_back("--" + key);
  };
  read("comfree_stiffness", &YamlValue::Number, &own->stiffness);
  read("comfree_damping", &YamlValue::Number, &own->damping);
  read("comfree_impedance", &ReadImpedance, &own->impedance);
  read("margin", &YamlValue::Number, &own->margin);
  read("refinement", &YamlValue::Integer, &own->refinement_iterations);
  read("mass_splitting", &YamlValue::Flag, &own->mass_splitting);
  read("backend", &ReadBackend, &own->backend);
  read("single_precision", &YamlValue::Flag, &own->single_precision);
}

}  // namespace

SimulatorSettings ReadSimulatorSettings(const YamlValue& value) {
  SimulatorSettings settings;
  IntegratorOptions* options = &settings.integrator;
  YamlMap map(value);
  map.Read("duration", &YamlValue::Positive, &settings.duration);
  map.Read("integrator", &YamlValue::Text, &options->name);
  map.Read("accuracy", &YamlValue::Positive, &options->accuracy);
  map.Read("step", &YamlValue::Positive, &options->step);
  map.Read("external", &ReadExternal, &options->external);
  ReadComFree(&map, options);
  map.Finish();
  // What cannot be made is refused here.
  value.Guard([&] { MakeIntegrator(*options); });
  return settings;
}

}  // namespace tactus::apps
