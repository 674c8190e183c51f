#include "tactus/apps/scenario/integrator_settings.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("Settings are written by the words that they are given by") {
  CHECK(MakeSettingsJson(integrators::CenicOptions{})["newton_tolerance"] ==
        "adaptive");
  CHECK(MakeSettingsJson(integrators::CenicOptions{
            .adaptive_tolerance = false})["newton_tolerance"] == "fixed");
  CHECK(MakeSettingsJson(integrators::IcfStepOptions{
            .factor_method = solvers::FactorMethod::kSparse})["algebra"] ==
        "sparse");
  CHECK(MakeSettingsJson(contact::ComFreeOptions{})["impedance"].size() == 5);
  CHECK(MakeSettingsJson(
            integrators::ErrorControlOptions{.h_max = 3})["h_max_s"] == 3);
  CHECK(MakeSettingsJson(integrators::NewtonOptions{
            .max_iterations = 4})["newton_max_iterations"] == 4);
}

}  // namespace
}  // namespace tactus::apps
