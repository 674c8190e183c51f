// How reliably the interior point solves steps of all kinds of contact.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/dojo/robots.h"
#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/integrators/step_functions/step_or_halve.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::apps::dojo {
namespace {

using impacts::Dice;

constexpr std::array kSteps = {0.1, 0.05, 0.02, 0.01, 0.005};  // [s]
constexpr std::array kKappas = {1e-4, 1e-6, 1e-8};
constexpr std::array kShapes = {"cubes", "capsules", "hulls"};
constexpr double kDuration = 0.75;  // Of a throw, or kLeast steps [s].
constexpr int kLeast = 25, kNumSteps = 2250;            // Of each kind.
constexpr std::array kRobotSteps = {0.1, 0.01, 0.001};  // [s]
constexpr double kRobotKappa = 1e-6;
constexpr int kQuick = 15;  // Iterations, in the paper.

Vector3d Direction(Dice* dice) {
  Vector3d direction;
  do {
    for (double& x : direction) x = dice->Uniform(-1, 1);
  } while (direction.norm() > 1 || direction.norm() < 0.1);
  return direction.normalized();
}

// Half a metre in size.
contact::Shape MakeShape(int kind, Dice* dice) {
  if (kind == 0) return contact::Box{Vector3d::Constant(0.25)};
  if (kind == 1) return contact::Capsule{.radius = 0.12, .half_length = 0.13};
  std::vector<Vector3d> points;
  for (int i = 0; i < 20; ++i) points.push_back(0.25 * Direction(dice));
  return contact::ConvexMesh{std::make_shared<contact::ConvexHull>(points)};
}

/// A solid of about 1 kg, thrown at the ground.
struct Throw {
  std::shared_ptr<const multibody::Model> model;
  VectorXd v = VectorXd(6);
};

Throw MakeThrow(int kind, Dice* dice) {
  Throw thrown;
  const double mu = dice->Uniform(0.05, 1);
  const contact::Material material{.static_friction = mu,
                                   .dynamic_friction = mu};
  multibody::ModelBuilder builder;
  examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                     RigidTransform::Identity(), material);
  RigidTransform X_WB(Eigen::Translation3d(0, 0, dice->Uniform(0.45, 0.6)));
  X_WB.rotate(Eigen::AngleAxisd(dice->Uniform(0, M_PI), Direction(dice)));
  examples::AddSolid(&builder, "solid", MakeShape(kind, dice), 10, X_WB,
                     material);
  thrown.model = std::move(builder).Build();
  thrown.v << dice->Uniform(0, 5) * Direction(dice),
      dice->Uniform(0, 3) * Direction(dice);
  return thrown;
}

/// What the steps of one kind took.
struct Tally {
  long steps{}, restarted{}, halved{}, too_fast{}, unconverged{};
  long attempts{}, iterations{}, quick{};
  int most{};
  double worst{};  ///< |gap times impulse - kappa| over kappa.
};

/// One solid, or robot, at a state, and the steps that it takes.
class Stepper {
 public:
  Stepper(std::shared_ptr<const multibody::Model> model,
          const integrators::DojoOptions& options)
      : model_(std::move(model)),
        builder_(model_, multibody::MakeCollisionEngine(*model_)),
        dojo_(options),
        memory_(dojo_.MakeMemory()) {}

  /// A step of h, or, where it does not converge, of the half, the quarter, ...
  /// as FixedStep makes it. False: of no length.
  bool Step(double h, VectorXd* q, VectorXd* v, Tally* tally) {
    builder_.Build(*q, *v, {}, &problem_,
                   {.margin = dojo_.contact_margin(*model_, *q, *v, h),
                    .with_patches = dojo_.takes_patches(),
                    .with_corners = dojo_.takes_corners()});
    ++tally->steps;
    int restarts = 0;
    const integrators::HalvedStep halved =
        StepOrHalve(dojo_, h, [&](double length) {
          Attempt(*q, length, tally);
          restarts += dojo_.restarts();
          return result_.report.failure;
        });
    const double length = halved.h;
    if (halved.failure) {
      ++tally->unconverged;
      return false;
    }
    tally->restarted += restarts > 0 || length < h;
    if (length < h) {
      ++tally->halved;
      tally->too_fast += h * std::max(TurnOf(*v), TurnOf(result_.v)) > 1;
    }
    tally->worst = std::max(tally->worst, MeasureComplementarity(*q, length));
    before_ = length;
    *q = result_.q;
    *v = result_.v;
    return true;
  }

 private:
  void Attempt(const VectorXd& q, double h, Tally* tally) {
    dojo_.Step({.model = *model_,
                .position = builder_.position(),
                .q0 = q,
                .velocity = problem_,
                .h = h,
                .contacts = &builder_.contacts()},
               &memory_, &result_);
    const int iterations = result_.report.slowest.iterations;
    ++tally->attempts;
    tally->iterations += iterations;
    tally->quick += iterations <= kQuick;
    tally->most = std::max(tally->most, iterations);
  }

  // The fastest of all bodies that turn in space [rad/s].
  double TurnOf(const VectorXd& v) const {
    double turn = 0;
    for (const multibody::Joint& joint : model_->joints())
      turn = std::max(turn, integrators::CalcTurningRate(joint, v));
    return turn;
  }

  // From outside: where corners and balls have come, over the ground z = 0, and
  // the impulses that were reported.
  double MeasureComplementarity(const VectorXd& q, double h) {
    const double mean = before_ > 0 ? (before_ + h) / 2 : h;
    CalcPositionKinematics(*model_, q, &start_);
    CalcPositionKinematics(*model_, result_.q, &end_);
    double worst = 0;
    for (const contact::Manifold& manifold : builder_.contacts().manifolds) {
      const auto& solid = model_->geometries()[manifold.geometry_b];
      double radius = 0;
      if (const auto* ball = std::get_if<contact::Sphere>(&solid.shape))
        radius = ball->radius;
      if (const auto* capsule = std::get_if<contact::Capsule>(&solid.shape))
        radius = capsule->radius;
      for (int i = 0; i < manifold.num_points; ++i) {
        const int index = manifold.first_point + i;
        const Vector3d up = radius * Vector3d::UnitZ();
        const Vector3d p_B = start_.X_WB[solid.body].inverse() *
                             (builder_.contacts().points[index].p_WB + up);
        const double gap = (end_.X_WB[solid.body] * p_B - up).z();
        const double impulse = mean * result_.forces_W[index].z();
        worst = std::max(worst,
                         std::abs(gap * impulse / *dojo_.options().kappa - 1));
      }
    }
    return worst;
  }

  std::shared_ptr<const multibody::Model> model_;
  multibody::VelocityProblemBuilder builder_;
  contact::VelocityProblem problem_;
  integrators::DojoStep dojo_;
  systems::Value memory_;
  integrators::StepResult result_;
  multibody::PositionKinematics start_, end_;
  double before_ = 0;  ///< The step before [s].
};

// A throw ends where no step leads on.
void CountSteps(const Throw& thrown, const integrators::DojoOptions& options,
                double h, Tally* tally) {
  Stepper stepper(thrown.model, options);
  VectorXd q = thrown.model->default_positions(), v = thrown.v;
  const int num_steps = std::max(kLeast, static_cast<int>(kDuration / h));
  for (int i = 0; i < num_steps; ++i) {
    if (!stepper.Step(h, &q, &v, tally)) return;
  }
}

double Ratio(double a, long b) {
  return a / static_cast<double>(std::max(b, 1L));
}

std::string MakeRow(int kind, double kappa, double h, int num_steps,
                    Tally* total) {
  Dice dice(1000 * kind + 1);
  Tally tally;
  while (tally.steps < num_steps)
    CountSteps(MakeThrow(kind, &dice), {.kappa = kappa}, h, &tally);
  total->steps += tally.steps;
  total->restarted += tally.restarted;
  total->halved += tally.halved;
  total->too_fast += tally.too_fast;
  total->unconverged += tally.unconverged;
  total->attempts += tally.attempts;
  total->iterations += tally.iterations;
  total->most = std::max(total->most, tally.most);
  total->worst = std::max(total->worst, tally.worst);
  return fmt::format(
      "| {} | {:g} | {:g} | {} | {} | {} | {} | {} | {:.1f} | {} | {:.1e} |\n",
      kShapes[kind], kappa, h, tally.steps, tally.restarted, tally.halved,
      tally.too_fast, tally.unconverged,
      Ratio(static_cast<double>(tally.iterations), tally.attempts), tally.most,
      tally.worst);
}

std::string MakeRobotRow(const DroppedRobot& robot,
                         const std::filesystem::path& urdf, double h,
                         double duration) {
  const auto model = robot.make(urdf);
  Stepper stepper(model, {.kappa = kRobotKappa});
  Tally tally;
  VectorXd q = model->default_positions();
  VectorXd v = VectorXd::Zero(model->num_velocities());
  const int num_steps = static_cast<int>(std::lround(duration / h));
  for (int i = 0; i < num_steps; ++i) {
    if (!stepper.Step(h, &q, &v, &tally)) break;
  }
  return fmt::format(
      "| {} | {:g} | {} | {:.1f} | {} | {} | {} | {:.1f} | {} |\n", robot.name,
      h, tally.steps,
      100 * Ratio(static_cast<double>(tally.quick), tally.attempts),
      tally.restarted, tally.halved, tally.unconverged,
      Ratio(static_cast<double>(tally.iterations), tally.attempts), tally.most);
}

std::string ReportRobots(const std::filesystem::path& folder, bool quick) {
  if (folder.empty()) return "";
  std::string text = fmt::format(
      "### Steps of robots\n\n"
      "Robots drop on their feet, kappa = {:g}. The paper has convergence "
      "within {} iterations; a step that fails and its half count as two. "
      "Atlas, whose joints are soft, rolls over at last, by 0.8 rad in a step "
      "of 0.1 s; the next has no solution that shorter ones lead to: its hips "
      "turn the faster, the longer the step, up to half of its length, where "
      "the branch of solutions turns back. Such steps have to be "
      "halved.\n\n"
      "| robot | h, s | steps | within {}, % | restarted | halved | "
      "unconverged | iterations | at most |\n"
      "|---|---|---|---|---|---|---|---|---|\n",
      kRobotKappa, kQuick, kQuick);
  for (const DroppedRobot& robot : kDroppedRobots) {
    for (const double h : kRobotSteps) {
      if (quick && h != kRobotSteps[1]) continue;
      text += MakeRobotRow(robot, folder / robot.file, h, quick ? 0.5 : 2);
    }
  }
  return text + "\n";
}

}  // namespace

std::string ReportTumbling(const std::filesystem::path& folder, bool quick) {
  std::string text =
      "## Random steps\n\n"
      "Solids of half a metre and about 1 kg, thrown at the ground with up to "
      "3 m/s and 5 rad/s at friction from 0.05 to 1, for 0.75 s or 25 steps "
      "each. Steps that began again, from cones of another size or at half of "
      "their length (restarted), "
      "that were halved as no start led to a solution, and of these the steps "
      "in which the solid turns by more than a radian: the discrete momentum "
      "J sin(angle) / h has a largest value, and none may exist. Unconverged "
      "is "
      "what six halvings did not cure. Iterations are those of an attempt, all "
      "starts together; off is |gap times impulse - kappa| / kappa of "
      "contacts, "
      "at worst, measured from outside where corners have come.\n\n"
      "| solids | kappa | h, s | steps | restarted | halved | too fast | "
      "unconverged | iterations | at most | off |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  Tally total;
  for (int kind = 0; kind < static_cast<int>(kShapes.size()); ++kind) {
    for (const double kappa : kKappas) {
      for (const double h : kSteps)
        text += MakeRow(kind, kappa, h, quick ? 50 : kNumSteps, &total);
    }
  }
  text += fmt::format(
      "\nOf {} steps, {:.2f} % began again or were halved, {:.2f} % other than "
      "for a turn of more than a radian; {} did not converge; {:.1f} "
      "iterations "
      "on average.\n\n",
      total.steps,
      100 * Ratio(static_cast<double>(total.restarted), total.steps),
      100 * Ratio(static_cast<double>(total.restarted - total.too_fast),
                  total.steps),
      total.unconverged,
      Ratio(static_cast<double>(total.iterations), total.attempts));
  return text + ReportRobots(folder, quick);
}

}  // namespace tactus::apps::dojo
