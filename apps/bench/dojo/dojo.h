#pragma once

#include <filesystem>
#include <string>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/examples/comfree_physics/trial.h"
#include "tactus/integrators/dojo/dojo_step.h"

/// The experiments of [Howell22] on hard contact, as Markdown.
namespace tactus::apps::dojo {

/// Dojo among the methods that examples::Trial steps.
examples::Method MakeMethod(const integrators::DojoOptions& options);

/// Table II and Figure 7: Atlas and A1 fall on their feet.
/// @param folder  the examples of Dojo; empty: there are none.
std::string ReportDrops(const std::filesystem::path& folder, bool quick);

/// Figure 5: a box slides under the exact cone and a linearised one.
std::string ReportSlide();

/// Gap, creep and friction by kappa against closed forms, ICF and ComFree
/// beside.
std::string ReportClosedForms(bool quick);

/// Figure 4: a pushed block and the derivative of its way, by kappa and
/// smoothed at random.
std::string ReportGradients(bool quick);

/// Figure 12: a cube's corners and friction from film, and what the cube then
/// does in tosses that were not used.
/// @param tosses  the file of them; empty: there is none.
std::string ReportIdentification(const std::string& tosses, bool quick);

/// Random steps of tumbling solids, and steps of robots: what the interior
/// point needs for them.
/// @param folder  the examples of Dojo; empty: there are none.
std::string ReportTumbling(const std::filesystem::path& folder, bool quick);

/// Figures 9 and 10: violations and condition numbers by iteration.
/// @param folder  the examples of Dojo; empty: there are none.
std::string ReportConvergence(const std::filesystem::path& folder, bool quick);

/// Table V: what steps and derivatives of robots cost, MuJoCo beside; Atlas in
/// real time; chains by their length.
/// @param folder  the examples of Dojo; empty: there are none.
std::string ReportSpeed(const std::filesystem::path& folder, bool quick);

/// Table VI: policies of the half-cheetah and the ant by random search and by
/// gradients.
std::string ReportPolicies(const BenchOptions& options);

}  // namespace tactus::apps::dojo
