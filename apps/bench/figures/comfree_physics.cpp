// What ComFree does to your physics: simple motions, measured, beside closed
// forms. Points are simulated; lines are formulas.
#include <functional>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/comfree_physics/measure.h"

namespace tactus::apps {
namespace {

using examples::BoxOnGround;
using examples::ComFreeGainSet;
using examples::Method;
using examples::Slip;

constexpr double kStep = 0.002;  // [s]
const Vector3d kPlate(0.05, 0.05, 0.01);

/// One question put to several methods and formulas: y against x.
class Question {
 public:
  Question(std::string title, Panel panel, std::vector<double> x)
      : x_(std::move(x)),
        panel_(std::move(panel)),
        table_{.caption = title + ": " + panel_.y_label,
               .columns = {panel_.x_label}} {
    panel_.title = std::move(title);
    for (const double each : x_) table_.rows.push_back({FormatNumber(each)});
  }

  void Measure(std::string name, const std::function<double(double)>& calc) {
    Series series{.label = std::move(name)};
    table_.columns.push_back(series.label);
    for (std::size_t i = 0; i < x_.size(); ++i) {
      series.points.push_back({.x = x_[i], .y = calc(x_[i])});
      table_.rows[i].push_back(fmt::format("{:.4g}", series.points[i].y));
    }
    panel_.series.push_back(std::move(series));
  }

  void AddFormula(std::string name, const std::function<double(double)>& calc) {
    Measure(std::move(name), calc);
    panel_.series.back().markers = false;
  }

  /// @param lesson  what to learn from it.
  void MoveTo(Section* section, std::string lesson) && {
    section->findings.push_back(panel_.title + ". " + std::move(lesson));
    section->plots.push_back(
        {.caption = panel_.title, .panels = {std::move(panel_)}});
    section->tables.push_back(std::move(table_));
  }

 private:
  std::vector<double> x_;
  Panel panel_;
  Table table_;
};

// All of them, or the first two.
std::vector<double> Some(std::vector<double> x, const PlanOptions& options) {
  if (options.quick) x.resize(2);
  return x;
}

// Friction's moment makes a cube lean; a plate shares its weight evenly.
BoxOnGround MakePlateOnSlope(double degrees) {
  BoxOnGround plate = examples::MakeBoxOnSlope(degrees);
  plate.half_extents = kPlate;
  return plate;
}

// The impedance of the closed forms, and a margin beyond any lift.
contact::ComFreeOptions MakeOptions(int sweeps) {
  return {.impedance = {.r_min = 0.9, .r_max = 0.9},
          .margin = 0.1,
          .refinement_iterations = sweeps};
}

ComFreeGainSet MakeGains() {
  return examples::MakeGainSet(MakeOptions(0), kStep);
}

Method Sweeping(int sweeps) {
  Method method = examples::MakeComFree(MakeOptions(sweeps));
  method.name = "ComFree, L = " + std::to_string(sweeps);
  return method;
}

void AskForCreep(const PlanOptions& options, Section* section) {
  Question creep("Nothing stands still on a slope",
                 {.x_label = "slope [degrees], friction coefficient 1",
                  .y_label = "creep [mm/s]",
                  .log_x = false},
                 Some({1, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20}, options));
  const auto measure = [](const Method& method) {
    return [method](double degrees) {
      const BoxOnGround plate = MakePlateOnSlope(degrees);
      return 1e3 * std::abs(MeasureBox(plate, method).creep);
    };
  };
  for (const int sweeps : {0, 1, 4, 16}) {
    const Method method = Sweeping(sweeps);
    creep.Measure(method.name, measure(method));
  }
  creep.Measure("ICF", measure(examples::MakeIcf()));
  creep.AddFormula("formula, L = 0", [](double degrees) {
    return 1e3 * CalcCreep(MakeGains(), 1, 4, MakePlateOnSlope(degrees).along);
  });
  std::move(creep).MoveTo(
      section,
      "There is no static friction. ComFree's friction is a damper: it needs "
      "slip to make a force, so whatever is pushed along its contact creeps, "
      "at "
      "a steady speed in proportion to the push, u = a h [1 / (2 n rho mu^2 G) "
      "- 1] with a the push per mass. A grasped object sinks through the "
      "fingers, a parked robot walks downhill, at any mu: more friction or "
      "damping makes the creep slower, never zero. Each refinement sweep "
      "brings "
      "the law nearer to a solved contact; sixteen bring the creep down some "
      "three hundred times. ICF, which solves, lets friction creep too, by "
      "design, at hundredths of a millimetre per second.");
}

Question MakeSliding(std::string title, std::string y_label,
                     const PlanOptions& options,
                     const std::function<double(const Slip&)>& choose) {
  Question sliding(std::move(title),
                   {.x_label = "sliding speed [m/s]",
                    .y_label = std::move(y_label),
                    .log_x = false,
                    .log_y = false},
                   Some({0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
                         0.8, 0.9, 1, 1.2, 1.4, 1.6, 1.8, 2},
                        options));
  for (const int sweeps : {0, 16}) {
    const Method method = Sweeping(sweeps);
    sliding.Measure(method.name, [&](double speed) {
      return choose(MeasureSlip(method, 1, speed, kStep));
    });
  }
  return sliding;
}

void AskForFriction(const PlanOptions& options, Section* section) {
  Question friction =
      MakeSliding("Friction depends on speed",
                  "friction / normal force, friction coefficient 1", options,
                  [](const Slip& slip) { return slip.friction_ratio; });
  friction.AddFormula("formula, L = 0", [](double speed) {
    return CalcFrictionRatio(MakeGains(), 1, 2, speed);
  });
  friction.AddFormula("Coulomb", [](double) { return 1.0; });
  std::move(friction).MoveTo(
      section,
      "Coulomb's friction is mu times the normal force at any speed. ComFree's "
      "grows with the speed until one facet of the friction pyramid carries "
      "the "
      "whole load: with x = n rho G mu u / (h g) it is 2 mu x for x < 1/4, mu "
      "(1 + 2 x) / 3 for x < 1, and mu beyond. Below that speed your mu is not "
      "the mu that acts. The speed depends on step, gains and number of "
      "contacts: a policy or a controller tuned against one of them meets "
      "another friction with the other. Refinement brings that speed down.");
}

void AskForLift(const PlanOptions& options, Section* section) {
  Question lift =
      MakeSliding("Sliding lifts", "distance [mm]", options,
                  [](const Slip& slip) { return 1e3 * slip.distance; });
  lift.AddFormula("formula, L = 0", [](double speed) {
    return 1e3 * CalcLift(MakeGains(), 1, 2, speed);
  });
  std::move(lift).MoveTo(
      section,
      "Every facet carries the normal row too, so that slip pushes bodies "
      "apart. A fast slider rides on a cushion that grows by (h + d / k) mu "
      "for "
      "each metre per second. Contacts act only below their margin. Leave it "
      "at "
      "zero, and a slider that has lifted off has no contact, no friction, "
      "falls, touches, and lifts off again: contact flickers. Give a margin of "
      "at least (h + d / k) mu u for the fastest slip that you expect. "
      "Refinement does not take the lift away, for it solves the same convex "
      "problem, which has it too; more stiffness k does.");
}

void AskForStopping(const PlanOptions& options, Section* section) {
  const BoxOnGround plate{.half_extents = kPlate, .mu = 0.5};
  Question stopping("It takes longer to stop",
                    {.x_label = "refinement sweeps L",
                     .y_label = "stopping distance [m]",
                     .log_x = false,
                     .log_y = false},
                    Some({0, 1, 2, 4, 8, 16}, options));
  stopping.Measure("ComFree", [&](double sweeps) {
    return MeasureBox(plate, Sweeping(static_cast<int>(sweeps)), 1).distance;
  });
  stopping.AddFormula("formula, L = 0", [](double) {
    return CalcStoppingDistance(MakeGains(), 0.5, 4, 1);
  });
  stopping.AddFormula(
      "Coulomb", [](double) { return 1 / (2 * 0.5 * examples::kGravity); });
  std::move(stopping).MoveTo(
      section,
      "The last of the speed is lost to a friction that fades with it. A plate "
      "thrown at 1 m/s with mu = 0.5 should stop after v^2 / (2 mu g) = 0.102 "
      "m; ComFree as published takes 0.14 m, and strictly speaking never "
      "stops. "
      "A few sweeps remove most of that.");
}

void AskForPenetration(const PlanOptions& options, Section* section) {
  Question penetration("Contact is soft",
                       {.x_label = "stiffness k [1/s]",
                        .y_label = "resting penetration of a cube [mm]"},
                       Some({0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1}, options));
  const auto measure = [&](const char* name, contact::ComFreeOptions gains) {
    penetration.Measure(name, [gains](double k) mutable {
      gains.stiffness = k;
      return 1e3 * MeasureBox({}, examples::MakeComFree(gains)).penetration;
    });
  };
  measure("ComFree, L = 0", MakeOptions(0));
  measure("ComFree, L = 4", MakeOptions(4));
  measure("L = 0, impedance 0.9 to 0.95", {});
  penetration.AddFormula("formula, L = 0", [](double k) {
    ComFreeGainSet gains = MakeGains();
    gains.stiffness = k;
    return 1e3 * CalcRestingPenetration(gains, 16);
  });
  std::move(penetration)
      .MoveTo(
          section,
          "A body at rest sinks in until the springs carry it, by (g h / k) [1 "
          "/ (N rho) - G] with N facets, whatever its mass, for gains scale "
          "with mass. Twice k, about half the depth. What bounds k is "
          "stability, 2 N rho G + N rho k h < 4 for a body on its own: a cube "
          "(N = 16) under the default impedance (rho up to 19) gets there at k "
          "= 0.5 with d = 0.005. That impedance, 0.9 at the surface and 0.95 "
          "from a millimetre on, is a little firmer. Refined contact does not "
          "rest on its springs but, nearly, at the surface.");
}

Section Present(const PlanOptions& options, const Results&) {
  Section section{
      .shows =
          "ComFree finds contact forces in one closed-form pass, without a "
          "solver. That makes a step cheap, and it makes contact a damper with "
          "a "
          "spring behind it rather than a constraint. If you come from MuJoCo: "
          "friction coefficients, condim, solimp and margin mean what they "
          "mean "
          "there, but nothing iterates until friction holds. Each plot "
          "measures "
          "one consequence. Points are simulated; lines are formulas. "
          "Stiffness "
          "k [1/s] and damping d are the two knobs of ComFree; G = k h + d, "
          "step "
          "h, friction mu, n contacts of four facets each, g gravity; rho = r "
          "/ "
          "(1 - r) comes from the impedance r (solimp) and lies between 9 and "
          "19 "
          "for the defaults 0.9 and 0.95. Unless a legend says otherwise, k = "
          "0.1, d = 0.001, h = 2 ms and r = 0.9, so that rho = 9 and the "
          "formulas are exact. L counts refinement sweeps (--refinement): L = "
          "0 "
          "is ComFree as published."};
  AskForCreep(options, &section);
  AskForFriction(options, &section);
  AskForLift(options, &section);
  AskForStopping(options, &section);
  AskForPenetration(options, &section);
  return section;
}

}  // namespace

Experiment MakeComFreePhysics() {
  return {"comfree_physics", "What ComFree does to your physics",
          [](const PlanOptions&) { return std::vector<RunSpec>(); }, &Present};
}

}  // namespace tactus::apps
