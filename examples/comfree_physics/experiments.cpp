#include "tactus/examples/comfree_physics/experiments.h"

#include <cmath>
#include <functional>

#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/comfree_physics/measure.h"

namespace tactus::examples {
namespace {

using Column = Experiment::Column;

constexpr double kStep = 0.002;  // [s]
const Vector3d kPlate(0.05, 0.05, 0.01);

constexpr const char* kCreepText =
    R"(
<p>There is no static friction. ComFree's friction is a damper: it needs slip
to make a force, so whatever is pushed along its contact creeps, at a steady
speed in proportion to the push.</p>
<p class="formula">u = a h [1 / (2 n &rho; &mu;&sup2; G) &minus; 1], &nbsp; a:
push per mass</p>
<p>A grasped object sinks through the fingers, a parked robot walks downhill,
at any &mu;: more friction or damping makes the creep slower, never zero. Each
refinement sweep brings the law nearer to a solved contact; sixteen bring the
creep down some three hundred times. (ICF, which solves, lets friction creep
too, by design, at hundredths of a millimetre per second.)</p>)";

constexpr const char* kFrictionText =
    R"(
<p>Coulomb's friction is &mu; times the normal force at any speed. ComFree's
grows with the speed until one facet of the friction pyramid carries the whole
load:</p>
<p class="formula">F<sub>t</sub> / F<sub>n</sub> = 2 &mu; x for x &lt; 1/4,
&nbsp; &mu; (1 + 2 x) / 3 for x &lt; 1, &nbsp; &mu; beyond; &nbsp; x = n &rho;
G &mu; u / (h g)</p>
<p>Below that speed your &mu; is not the &mu; that acts. The speed depends on
step, gains and number of contacts: a policy or a controller tuned against one
of them meets another friction with the other. Refinement brings that speed
down.</p>)";

constexpr const char* kLiftText =
    R"(
<p>Every facet carries the normal row too, so that slip pushes bodies apart. A
fast slider rides on a cushion that grows by (h + d / k) &mu; for each metre
per second.</p>
<p>Contacts act only below their <i>margin</i>. Leave it at zero, and a slider
that has lifted off has no contact, no friction, falls, touches, and lifts off
again: contact flickers. Give a margin of at least (h + d / k) &mu; u for the
fastest slip that you expect. Refinement does not take the lift away, for it
solves the same convex problem, which has it too; more stiffness k does.</p>)";

constexpr const char* kStoppingText =
    R"(
<p>The last of the speed is lost to a friction that fades with it. A plate
thrown at 1 m/s with &mu; = 0.5 should stop after v&sup2; / (2 &mu; g) = 0.102
m; ComFree as published takes 0.14 m, and strictly speaking never stops. A few
sweeps remove most of that.</p>)";

constexpr const char* kPenetrationText =
    R"(
<p>A body at rest sinks in until the springs carry it:</p>
<p class="formula">depth = (g h / k) [1 / (N &rho;) &minus; G] with N
facets</p>
<p>whatever its mass, for gains scale with mass. Twice k, about half
the depth. What bounds k is stability, 2 N &rho; G + N &rho; k h &lt; 4 for a body on its own:
a cube (N = 16) under the default impedance (&rho; up to 19) gets there at k =
0.5 with d = 0.005. That impedance, 0.9 at the surface and 0.95 from a
millimetre on, is a little firmer. Refined contact does not rest on its
springs but, nearly, at the surface.</p>)";

// Friction's moment makes a cube lean; a plate shares its weight evenly.
BoxOnGround MakePlateOnSlope(double degrees) {
  BoxOnGround plate = MakeBoxOnSlope(degrees);
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
  return MakeGainSet(MakeOptions(0), kStep);
}

Method Sweeping(int sweeps) {
  Method method = MakeComFree(MakeOptions(sweeps));
  method.name = "ComFree, L = " + std::to_string(sweeps);
  return method;
}

void AddMeasured(std::string name, const std::function<double(double)>& measure,
                 Experiment* experiment) {
  Column column{.name = std::move(name)};
  for (double x : experiment->x) column.y.push_back(measure(x));
  experiment->columns.push_back(std::move(column));
}

void AddFormula(std::string name, const std::function<double(double)>& formula,
                Experiment* experiment) {
  AddMeasured(std::move(name), formula, experiment);
  experiment->columns.back().is_formula = true;
}

Experiment MakeCreep() {
  Experiment creep{.id = "creep",
                   .title = "Nothing stands still on a slope",
                   .html = kCreepText,
                   .x_label = "slope [degrees], friction coefficient 1",
                   .y_label = "creep [mm/s]",
                   .log_y = true,
                   .x = {1, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20}};
  for (int sweeps : {0, 1, 4, 16}) {
    const Method method = Sweeping(sweeps);
    AddMeasured(
        method.name,
        [&](double degrees) {
          return 1e3 *
                 std::abs(MeasureBox(MakePlateOnSlope(degrees), method).creep);
        },
        &creep);
  }
  AddMeasured(
      "ICF",
      [](double degrees) {
        return 1e3 * MeasureBox(MakePlateOnSlope(degrees), MakeIcf()).creep;
      },
      &creep);
  AddFormula(
      "formula, L = 0",
      [](double degrees) {
        return 1e3 *
               CalcCreep(MakeGains(), 1, 4, MakePlateOnSlope(degrees).along);
      },
      &creep);
  return creep;
}

// Friction ratio and distance come from the same runs.
Experiment MakeSliding(const std::function<double(const Slip&)>& choose) {
  Experiment sliding{.x_label = "sliding speed [m/s]",
                     .x = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
                           0.8, 0.9, 1, 1.2, 1.4, 1.6, 1.8, 2}};
  for (int sweeps : {0, 16}) {
    const Method method = Sweeping(sweeps);
    AddMeasured(
        method.name,
        [&](double speed) {
          return choose(MeasureSlip(method, 1, speed, kStep));
        },
        &sliding);
  }
  return sliding;
}

Experiment MakeFriction() {
  Experiment friction =
      MakeSliding([](const Slip& slip) { return slip.friction_ratio; });
  friction.id = "friction";
  friction.title = "Friction depends on speed";
  friction.html = kFrictionText;
  friction.y_label = "friction / normal force, friction coefficient 1";
  AddFormula(
      "formula, L = 0",
      [](double speed) { return CalcFrictionRatio(MakeGains(), 1, 2, speed); },
      &friction);
  AddFormula(
      "Coulomb", [](double) { return 1.0; }, &friction);
  return friction;
}

Experiment MakeLift() {
  Experiment lift =
      MakeSliding([](const Slip& slip) { return 1e3 * slip.distance; });
  lift.id = "lift";
  lift.title = "Sliding lifts";
  lift.html = kLiftText;
  lift.y_label = "distance [mm]";
  AddFormula(
      "formula, L = 0",
      [](double speed) { return 1e3 * CalcLift(MakeGains(), 1, 2, speed); },
      &lift);
  return lift;
}

Experiment MakeStopping() {
  const BoxOnGround plate{.half_extents = kPlate, .mu = 0.5};
  Experiment stopping{.id = "stopping",
                      .title = "It takes longer to stop",
                      .html = kStoppingText,
                      .x_label = "refinement sweeps L",
                      .y_label = "stopping distance [m]",
                      .x = {0, 1, 2, 4, 8, 16}};
  AddMeasured(
      "ComFree",
      [&](double sweeps) {
        return MeasureBox(plate, Sweeping(static_cast<int>(sweeps)), 1)
            .distance;
      },
      &stopping);
  AddFormula(
      "formula, L = 0",
      [](double) { return CalcStoppingDistance(MakeGains(), 0.5, 4, 1); },
      &stopping);
  AddFormula(
      "Coulomb", [](double) { return 1 / (2 * 0.5 * kGravity); }, &stopping);
  return stopping;
}

Experiment MakePenetration() {
  Experiment penetration{.id = "penetration",
                         .title = "Contact is soft",
                         .html = kPenetrationText,
                         .x_label = "stiffness k [1/s]",
                         .y_label = "resting penetration of a cube [mm]",
                         .log_x = true,
                         .log_y = true,
                         .x = {0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1}};
  const auto add = [&](const char* name, contact::ComFreeOptions options) {
    AddMeasured(
        name,
        [options](double k) mutable {
          options.stiffness = k;
          return 1e3 * MeasureBox({}, MakeComFree(options)).penetration;
        },
        &penetration);
  };
  add("ComFree, L = 0", MakeOptions(0));
  add("ComFree, L = 4", MakeOptions(4));
  add("L = 0, impedance 0.9 to 0.95", {});
  AddFormula(
      "formula, L = 0",
      [](double k) {
        ComFreeGainSet gains = MakeGains();
        gains.stiffness = k;
        return 1e3 * CalcRestingPenetration(gains, 16);
      },
      &penetration);
  return penetration;
}

}  // namespace

std::vector<Experiment> MakeComFreeExperiments() {
  return {MakeCreep(), MakeFriction(), MakeLift(), MakeStopping(),
          MakePenetration()};
}

}  // namespace tactus::examples
