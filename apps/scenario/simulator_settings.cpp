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

void ReadMethod(YamlMap* map, IntegratorOptions* options) {
  using integrators::ErrorNorm;
  using solvers::FactorMethod;
  map->Read("max_step", &YamlValue::Positive, &options->max_step);
  map->Read("external", &ReadExternal, &options->external);
  const auto read_norm = [](const YamlValue& value) {
    return value.Word<ErrorNorm>(
        {{"positions", ErrorNorm::kPositions}, {"state", ErrorNorm::kState}});
  };
  map->Read("error_norm", read_norm, &options->error_norm);
  const auto read_algebra = [](const YamlValue& value) {
    return value.Word<FactorMethod>({{"auto", FactorMethod::kAuto},
                                     {"dense", FactorMethod::kDense},
                                     {"sparse", FactorMethod::kSparse}});
  };
  map->Read("algebra", read_algebra, &options->algebra);
  const auto read_scheme = [](const YamlValue& value) {
    return value.Guard([&] { return integrators::ParseScheme(value.Text()); });
  };
  map->Read("scheme", read_scheme, &options->scheme);
  map->Read("hessian_reuse", &YamlValue::Integer, &options->hessian_reuse);
  map->Read("kappa", &YamlValue::Number, &options->kappa);
  const auto read_cone = [](const YamlValue& value) {
    using integrators::FrictionCone;
    return value.Word<FrictionCone>({{"exact", FrictionCone::kExact},
                                     {"linear", FrictionCone::kLinear},
                                     {"none", FrictionCone::kNone}});
  };
  map->Read("friction_cone", read_cone, &options->friction_cone);
  map->Read("iterations", &YamlValue::Integer, &options->iterations);
  const auto read_tolerance = [](const YamlValue& value) {
    return value.Word<bool>({{"adaptive", true}, {"fixed", false}});
  };
  map->Read("newton_tolerance", read_tolerance, &options->adaptive_tolerance);
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
  ReadMethod(&map, options);
  ReadComFree(&map, options);
  map.Finish();
  // What cannot be made is refused here.
  value.Guard([&] { MakeIntegrator(*options); });
  return settings;
}

}  // namespace tactus::apps
