// Figure 12 of [Howell22]: a cube from its film.
#include "tactus/examples/optimization/identification.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/impacts/toss_file.h"
#include "tactus/common/require.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using examples::Segment;
using impacts::Toss;
using multibody::Parameter;
using Kind = Parameter::Kind;
using SharedModel = std::shared_ptr<const multibody::Model>;

// The lengths of the film are about 2 % short, and so is its fall [m/s^2].
constexpr double kGravity = 9.614;
constexpr double kNear = 0.11;  // Centres below this are fitted [m].
constexpr std::size_t kForFitting = 50, kForJudging = 20;
constexpr std::size_t kMostSegments = 800;
constexpr double kArm = 0.05;         // Weighs turns [m].
constexpr double kRestHalf = 0.0513;  // Of the film at rest [m].
constexpr integrators::DojoOptions kMethod = {.kappa = 1e-6};

/// What a fit starts from.
struct Guess {
  double mu{}, half{};  ///< [m]
};

// Corners are balls of 0.1 mm, whose centres are looked for.
SharedModel MakeCube(const Guess& guess) {
  multibody::ModelBuilder builder;
  builder.set_gravity(-kGravity * Vector3d::UnitZ());
  builder.AddGeometry({.name = "table",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {.static_friction = guess.mu,
                                    .dynamic_friction = guess.mu,
                                    .priority = 1}});
  const int cube = builder.AddBody(
      "cube", {.mass = Toss::kMass,
               .I_Bcm = Matrix3d(Toss::kInertia * Matrix3d::Identity())});
  for (int corner = 0; corner < 8; ++corner) {
    RigidTransform X_BG = RigidTransform::Identity();
    for (int axis = 0; axis < 3; ++axis)
      X_BG.translation()[axis] = corner >> axis & 1 ? guess.half : -guess.half;
    builder.AddGeometry({.name = fmt::format("corner{}", corner),
                         .body = cube,
                         .X_BG = X_BG,
                         .shape = contact::Sphere{1e-4},
                         .material = {}});
  }
  return std::move(builder).Build();
}

// The table's friction, and three coordinates of each corner.
std::vector<Parameter> MakeParameters() {
  std::vector<Parameter> parameters = {{Kind::kFriction, 0, 0}};
  for (int corner = 0; corner < 8; ++corner) {
    for (int axis = 0; axis < 3; ++axis)
      parameters.push_back({Kind::kGeometryPosition, 1 + corner, axis});
  }
  return parameters;
}

// Mean rates of the step that leads to pose k, which Dojo's velocities are.
VectorXd CalcVelocity(const multibody::Model& model, const Toss& toss,
                      std::size_t k) {
  VectorXd difference(6);
  CalcPositionDifference(model, toss.poses[k - 1], toss.poses[k], &difference);
  return difference / Toss::kPeriod;
}

// Steps near the table, evenly out of all.
std::vector<Segment> MakeLog(const std::vector<Toss>& tosses,
                             std::size_t most) {
  const SharedModel model = MakeCube({.mu = 0.2, .half = 0.05});
  std::vector<Segment> all;
  for (std::size_t i = 0; i < kForFitting; ++i) {
    const Toss& toss = tosses[i];
    for (std::size_t k = 1; k + 1 < toss.poses.size(); ++k) {
      if (toss.centres[k].z() >= kNear) continue;
      all.push_back({.q0 = toss.poses[k],
                     .v0 = CalcVelocity(*model, toss, k),
                     .q = {toss.poses[k + 1]}});
    }
  }
  if (all.size() <= most) return all;
  std::vector<Segment> log;
  for (std::size_t i = 0; i < most; ++i)
    log.push_back(all[i * all.size() / most]);
  return log;
}

/// What was found, beside what a cube of the film's size has.
struct Found {
  SharedModel model;
  double mu{}, half{};             ///< Mean of 24 coordinates [m].
  double mean_off{}, worst_off{};  ///< Of coordinates, by the half width.
};

Found Judge(const SharedModel& start, const std::vector<Parameter>& parameters,
            const VectorXd& values) {
  Found found{.model = WithParameters(*start, parameters, values),
              .mu = values[0]};
  const auto num = static_cast<double>(values.size() - 1);
  for (Eigen::Index i = 1; i < values.size(); ++i) {
    const double off = std::abs(std::abs(values[i]) / kRestHalf - 1);
    found.half += std::abs(values[i]) / num;
    found.mean_off += off / num;
    found.worst_off = std::max(found.worst_off, off);
  }
  return found;
}

/// A toss from its second pose, without looking at the film again.
struct Replay {
  std::vector<VectorXd> poses;  ///< From the second on.
  double distance{}, turn{};    ///< To the film, means [% of width, deg].
};

Replay Simulate(const SharedModel& model, const Toss& toss) {
  integrators::ModelStepper stepper(model);
  integrators::DojoStep dojo(kMethod);
  systems::Value memory = dojo.MakeMemory();
  const multibody::PlantInputs inputs;
  integrators::StepResult next;
  Replay replay{.poses = {toss.poses[1]}};
  next.q = toss.poses[1];
  next.v = CalcVelocity(*model, toss, 1);
  VectorXd off(6);
  for (std::size_t k = 2; k < toss.poses.size(); ++k) {
    const VectorXd q = next.q, v = next.v;
    const auto problem = stepper.Prepare(&dojo, {q, v, inputs}, Toss::kPeriod);
    dojo.Step(problem, &memory, &next);
    Require(!next.report.failure,
            fmt::format("toss {}: a step failed", toss.id));
    CalcPositionDifference(*model, toss.poses[k], next.q, &off);
    replay.turn += off.head<3>().norm() * 180 / M_PI;
    replay.distance += 100 * off.tail<3>().norm() / (2 * Toss::kHalf);
    replay.poses.push_back(next.q);
  }
  const auto count = static_cast<double>(toss.poses.size() - 2);
  replay.distance /= count;
  replay.turn /= count;
  return replay;
}

// Means over tosses that were not used.
std::string MakeReplayCells(const SharedModel& model,
                            const std::vector<Toss>& tosses, std::size_t num) {
  double distance = 0, turn = 0;
  for (std::size_t i = 0; i < num; ++i) {
    const Replay replay = Simulate(model, tosses[kForFitting + i]);
    distance += replay.distance / static_cast<double>(num);
    turn += replay.turn / static_cast<double>(num);
  }
  return fmt::format("{:.1f} | {:.1f} |", distance, turn);
}

std::string MakeRow(const std::string& name, const Found& found,
                    const std::string& losses, const std::string& cells) {
  return fmt::format("| {} | {:.3f} | {:.2f} | {:.1f} | {:.1f} | {} | {}\n",
                     name, found.mu, 1e3 * found.half, 100 * found.mean_off,
                     100 * found.worst_off, losses, cells);
}

// The film's way and the cube's, side by side.
std::string ReportToss(const Toss& toss, const SharedModel& model) {
  const Replay replay = Simulate(model, toss);
  std::string text = fmt::format(
      "Toss {} of the film, not used for the fit, and the fitted cube from "
      "its second pose:\n\n"
      "| t, s | film x, m | y | z | ours x, m | y | z | turned off, deg |\n"
      "|---|---|---|---|---|---|---|---|\n",
      toss.id);
  const std::size_t stride = std::max<std::size_t>(replay.poses.size() / 10, 1);
  VectorXd off(6);
  for (std::size_t k = 0; k < replay.poses.size(); k += stride) {
    const VectorXd &film = toss.poses[k + 1], &ours = replay.poses[k];
    CalcPositionDifference(*model, film, ours, &off);
    text += fmt::format(
        "| {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | "
        "{:.1f} |\n",
        static_cast<double>(k) * Toss::kPeriod, film[0], film[1], film[2],
        ours[0], ours[1], ours[2], off.head<3>().norm() * 180 / M_PI);
  }
  return text + "\n";
}

std::string MakeHead(std::size_t num_segments, std::size_t num_judged) {
  return fmt::format(
      "Filmed tosses of an acrylic cube: {} steps near the table out of {} "
      "tosses fit the table's friction and three coordinates of each of "
      "eight corners, by Gauss and Newton with derivatives of single steps; "
      "{} other tosses judge. g is held at {} m/s^2, which the film falls "
      "with: its lengths are short, and corners are held against the half "
      "width {:g} mm at which its cube rests. The paper says that friction "
      "and geometry come within 5 % of the truth; its friction is 0.18. "
      "Distances and turns are means over whole tosses, simulated from their "
      "second pose.\n\n"
      "| start | friction | half width, mm | corners off, mean, % | worst, % "
      "| loss | distance, % of the width | turned off, deg |\n"
      "|---|---|---|---|---|---|---|---|\n",
      num_segments, kForFitting, num_judged, kGravity, 1e3 * kRestHalf);
}

}  // namespace

std::string ReportIdentification(const std::string& file, bool quick) {
  std::string text = "## Figure 12: a cube from its film\n\n";
  if (file.empty()) return text + "Left out: no tosses (--tosses).\n\n";
  const std::vector<Toss> tosses = impacts::ReadTosses(file);
  Require(tosses.size() >= kForFitting + kForJudging,
          fmt::format("{} has {} tosses; the benchmark dojo needs {}", file,
                      tosses.size(), kForFitting + kForJudging));
  const std::vector<Segment> log = MakeLog(tosses, quick ? 60 : kMostSegments);
  const std::size_t num_judged = quick ? 2 : kForJudging;
  text += MakeHead(log.size(), num_judged);
  const std::vector<Parameter> parameters = MakeParameters();
  std::vector<Guess> starts = {{.mu = 0.4, .half = 0.045},
                               {.mu = 0.05, .half = 0.048},
                               {.mu = 0.3, .half = 0.057}};
  if (quick) starts.resize(1);
  SharedModel fitted;
  for (const Guess& guess : starts) {
    const SharedModel start = MakeCube(guess);
    const examples::Identification found = examples::Identify(
        start, parameters, log,
        {.step = Toss::kPeriod,
         .method = kMethod,
         .weights = (VectorXd(6) << Vector3d::Constant(kArm), Vector3d::Ones())
                        .finished()});
    const Found judged = Judge(start, parameters, found.values);
    if (fitted == nullptr) fitted = judged.model;
    text += MakeRow(
        fmt::format("mu = {:g}, {:g} mm", guess.mu, 1e3 * guess.half), judged,
        fmt::format("{:.3g} to {:.3g} in {} iterations", found.losses.front(),
                    found.losses.back(), found.losses.size() - 1),
        MakeReplayCells(judged.model, tosses, num_judged));
  }
  const Guess nominal{.mu = Toss::kFriction, .half = kRestHalf};
  text += MakeRow("nominal, not fitted",
                  {.model = {}, .mu = nominal.mu, .half = nominal.half}, "",
                  MakeReplayCells(MakeCube(nominal), tosses, num_judged));
  return text + "\n" + ReportToss(tosses[kForFitting], fitted);
}

}  // namespace tactus::apps::dojo
