// What kappa does, in closed form.
#include "tactus/examples/comfree_physics/closed_forms.h"

#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/examples/comfree_physics/measure.h"

namespace tactus::apps::dojo {
namespace {

using examples::BoxOnGround;
using examples::kGravity;
using examples::Method;

constexpr double kMu = 0.5;
constexpr double kPlateMass = 8;  // [kg]

std::vector<double> Kappas(bool quick) {
  if (quick) return {1e-5};
  return {1e-4, 1e-5, 1e-6, 1e-8};
}

std::vector<Method> Others() {
  return {examples::MakeIcf(), examples::MakeComFree({.stiffness = 0.2})};
}

// A plate of 8 kg that lies on its corners, so thick that the upper ones are
// out of reach, and do not push.
BoxOnGround MakePlate(double along, double h) {
  return {.half_extents = {0.2, 0.2, 0.025}, .mu = kMu, .along = along, .h = h};
}

std::string MakeRow(const std::string& name, double h, double value,
                    double expected) {
  return fmt::format("| {} | {:g} | {:.4g} | {:.4g} | {:.2e} |\n", name, h,
                     value, expected, value / expected - 1);
}

std::string MakeRow(const std::string& name, double h, double value) {
  return fmt::format("| {} | {:g} | {:.4g} | | |\n", name, h, value);
}

// phi = kappa / gamma.
std::string ReportGap(bool quick) {
  std::string text =
      "### The gap at rest\n\n"
      "A plate of 8 kg rests on four corners: phi = kappa / gamma with the "
      "impulse gamma = m g h / 4 of each, so that it grows as the step "
      "shrinks.\n\n"
      "| method | h, s | gap, m | kappa / gamma | off |\n"
      "|---|---|---|---|---|\n";
  const auto gap = [](const Method& method, double h) {
    return -MeasureBox(MakePlate(0, h), method).penetration;
  };
  for (const double kappa : Kappas(quick)) {
    for (const double h : {0.01, 0.002}) {
      const Method method = MakeMethod({.kappa = kappa});
      text += MakeRow(method.name, h, gap(method, h),
                      4 * kappa / (kPlateMass * kGravity * h));
    }
  }
  for (const Method& method : Others())
    text += MakeRow(method.name, 0.002, gap(method, 0.002));
  return text + "\n";
}

// v = kappa f / (mu^2 gamma^2 - f^2), per contact.
std::string ReportCreep(bool quick) {
  std::string text =
      "### Creep\n\n"
      "The same plate at mu = 0.5 under a load of 24 N along the ground, 61 % "
      "of what friction can hold: each corner takes f = 24 N h / 4 and slips "
      "at "
      "v = kappa f / (mu^2 gamma^2 - f^2).\n\n"
      "| method | h, s | creep, m/s | closed form | off |\n"
      "|---|---|---|---|---|\n";
  constexpr double kLoad = 3;  // By mass [N/kg].
  for (const double kappa : Kappas(quick)) {
    for (const double h : {0.01, 0.002}) {
      const Method method = MakeMethod({.kappa = kappa});
      const double gamma = kPlateMass * kGravity * h / 4;
      const double f = kPlateMass * kLoad * h / 4, limit = kMu * gamma;
      text +=
          MakeRow(method.name, h, MeasureBox(MakePlate(kLoad, h), method).creep,
                  kappa * f / (limit * limit - f * f));
    }
  }
  for (const Method& method : Others())
    text += MakeRow(method.name, 0.002,
                    MeasureBox(MakePlate(kLoad, 0.002), method).creep);
  return text + "\n";
}

// F / N = sqrt(mu^2 + e^2) - e with e = kappa / (2 v gamma).
std::string ReportFriction(bool quick) {
  constexpr double h = 0.002;
  const double kappa = 1e-5;
  // Two round feet of one sphere's mass, 1000 kg/m^3 and 0.05 m.
  const double mass = 1000 * 4.0 / 3 * M_PI * std::pow(0.05, 3);
  const double gamma = mass * kGravity * h / 2;
  std::vector<Method> methods = Others();
  methods.insert(methods.begin(), MakeMethod({.kappa = kappa}));
  std::string text = fmt::format(
      "### Friction by slip\n\n"
      "Friction over normal force of a foot on a belt, mu = 0.5, h = {:g} s. "
      "Dojo's closed form is sqrt(mu^2 + e^2) - e with e = kappa / "
      "(2 v gamma).\n\n"
      "| slip, m/s | closed form | {} | {} | {} |\n"
      "|---|---|---|---|---|\n",
      h, methods[0].name, methods[1].name, methods[2].name);
  const std::vector<double> slips =
      quick ? std::vector{1e-2} : std::vector{1e-4, 1e-3, 1e-2, 1e-1, 1.0};
  for (const double v : slips) {
    const double e = kappa / (2 * v * gamma);
    text +=
        fmt::format("| {:g} | {:.4f} |", v, std::sqrt(kMu * kMu + e * e) - e);
    for (const Method& method : methods) {
      text += fmt::format(" {:.4f} |",
                          MeasureSlip(method, kMu, v, h).friction_ratio);
    }
    text += "\n";
  }
  return text + "\n";
}

}  // namespace

std::string ReportClosedForms(bool quick) {
  return "## What kappa does\n\n" + ReportGap(quick) + ReportCreep(quick) +
         ReportFriction(quick);
}

}  // namespace tactus::apps::dojo
