#pragma once

#include <nlohmann/json.hpp>

#include "tactus/apps/scenario/method_options.h"
#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"

namespace tactus::apps {

/// All settings by name, in SI units, for the report of a run.
nlohmann::ordered_json MakeSettingsJson(
    const integrators::CenicOptions& options);
nlohmann::ordered_json MakeSettingsJson(const FixedStepSettings& settings);
nlohmann::ordered_json MakeSettingsJson(
    const integrators::IcfStepOptions& options);
nlohmann::ordered_json MakeSettingsJson(const contact::ComFreeOptions& options);
nlohmann::ordered_json MakeSettingsJson(const contact::CondOptions& options);
nlohmann::ordered_json MakeSettingsJson(
    const integrators::DojoOptions& options);
nlohmann::ordered_json MakeSettingsJson(
    const integrators::ErrorControlOptions& options);
nlohmann::ordered_json MakeSettingsJson(
    const integrators::NewtonOptions& options);

}  // namespace tactus::apps
