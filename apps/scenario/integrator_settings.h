#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/cond/options.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/icf_step.h"

namespace tactus::apps {

/// What the words of the command line mean. @throws std::invalid_argument
/// listing the words.
integrators::ExternalScheme ParseExternalScheme(const std::string& word);
integrators::ErrorNorm ParseErrorNorm(const std::string& word);
solvers::FactorMethod ParseAlgebra(const std::string& word);
solvers::LineSearchStart ParseLineSearchStart(const std::string& word);
integrators::FrictionCone ParseFrictionCone(const std::string& word);
/// Whether it is adaptive.
bool ParseNewtonTolerance(const std::string& word);

/// All settings by name, in SI units, for the report of a run.
nlohmann::ordered_json MakeSettingsJson(
    const integrators::CenicOptions& options);
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
