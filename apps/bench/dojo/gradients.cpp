// Figure 4 of [Howell22]: what a pushed block does, and how smooth the
// derivative of that is.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/impacts/problem.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::dojo {
namespace {

using impacts::Dice;

constexpr double kEdge = 0.5, kMass = 1, kMu = 0.5, kGravity = 9.81;
constexpr double kStep = 0.1;                   // [s]
constexpr double kMost = 20, kInterval = 0.25;  // Of forces [N].
constexpr double kShown = 2;                    // Rows of tables [N].
constexpr std::array kKappas = {1e-4, 1e-6, 1e-8, 1e-10};
constexpr double kSharp = 1e-10;  // Of what is smoothed at random.
constexpr std::array kDeviations = {0.3, 1.0};  // Of forces [N].
constexpr int kNumSamples = 500;

/// What one step makes of a force on a block at rest.
struct Response {
  double way{};         ///< Along the force [m].
  double derivative{};  ///< Of it, by the force [m/N].
};

/// A cube of 1 kg that lies on the ground, pushed along it or lifted.
class Block {
 public:
  explicit Block(int axis) : axis_(axis), stepper_(MakeModel()) {}

  Response Push(double force, double kappa, bool with_derivative = true) {
    const multibody::Model& model = stepper_.model();
    integrators::DojoStep dojo({.kappa = kappa, .tolerance = 1e-11});
    systems::Value memory = dojo.MakeMemory();
    inputs_.generalized_force.setZero(6);
    inputs_.generalized_force[3 + axis_] = force;
    const VectorXd q = model.default_positions(), v = VectorXd::Zero(6);
    const auto problem = stepper_.Prepare(&dojo, {q, v, inputs_}, kStep);
    integrators::StepResult next;
    if (!with_derivative) {
      dojo.Step(problem, &memory, &next);
    } else {
      dojo.StepAndLinearize(problem, {}, &memory, &next);
    }
    if (next.report.failure) return {NAN, NAN};
    Response response{.way = next.q[axis_] - q[axis_]};
    if (with_derivative) {
      dojo.CalcDerivatives(&derivatives_);
      response.derivative = derivatives_.q.by_force(3 + axis_, 3 + axis_);
    }
    return response;
  }

 private:
  static std::shared_ptr<const multibody::Model> MakeModel() {
    const contact::Material material{.static_friction = kMu,
                                     .dynamic_friction = kMu};
    multibody::ModelBuilder builder;
    builder.set_gravity(-kGravity * Vector3d::UnitZ());
    examples::AddFixed(&builder, "ground", contact::HalfSpace{},
                       RigidTransform::Identity(), material);
    examples::AddSolid(
        &builder, "block", contact::Box{Vector3d::Constant(kEdge / 2)},
        kMass / (kEdge * kEdge * kEdge),
        RigidTransform(Eigen::Translation3d(0, 0, kEdge / 2)), material);
    return std::move(builder).Build();
  }

  int axis_;
  integrators::ModelStepper stepper_;
  multibody::PlantInputs inputs_;
  integrators::StepDerivatives derivatives_;
};

// Box and Muller's method.
double Normal(Dice* dice) {
  const double u = dice->Uniform(1e-12, 1), phase = dice->Uniform(0, 2 * M_PI);
  return std::sqrt(-2 * std::log(u)) * std::cos(phase);
}

/// The derivative of the mean over normally distributed forces.
struct Smoothed {
  double from_derivatives{};  ///< The mean derivative.
  /// The mean of (way(f + w) - way(f)) w / sigma^2, without derivatives.
  double from_values{};
};

Smoothed SmoothAtRandom(double force, double deviation, int num_samples,
                        Block* block, Dice* dice) {
  const double here = block->Push(force, kSharp, false).way;
  Smoothed mean;
  for (int i = 0; i < num_samples; ++i) {
    const double w = deviation * Normal(dice);
    const Response at = block->Push(force + w, kSharp);
    mean.from_derivatives += at.derivative / num_samples;
    mean.from_values +=
        (at.way - here) * w / (deviation * deviation * num_samples);
  }
  return mean;
}

/// A derivative over the forces 0, kInterval, ..., kMost.
struct Curve {
  std::string name;
  std::vector<double> way = {}, derivative = {};  ///< [m], [m/N]; way or empty.
  double steps = 1;                               ///< Solved for each force.
};

std::vector<double> Forces() {
  std::vector<double> forces;
  for (int i = 0; i * kInterval <= kMost; ++i) forces.push_back(i * kInterval);
  return forces;
}

std::vector<Curve> MeasureCurves(int axis, bool quick) {
  Block block(axis);
  std::vector<Curve> curves;
  for (const double kappa : kKappas) {
    Curve& curve =
        curves.emplace_back(Curve{.name = fmt::format("kappa = {:g}", kappa)});
    for (const double force : Forces()) {
      const Response at = block.Push(force, kappa);
      curve.way.push_back(at.way);
      curve.derivative.push_back(at.derivative);
    }
  }
  Dice dice(500);
  for (const double deviation : kDeviations) {
    Curve first{
        .name = fmt::format("random, sigma = {:g} N, derivatives", deviation)};
    Curve zeroth{.name =
                     fmt::format("random, sigma = {:g} N, values", deviation)};
    const int num_samples = quick ? 20 : kNumSamples;
    first.steps = num_samples;
    zeroth.steps = num_samples + 1;
    for (const double force : Forces()) {
      const Smoothed at =
          SmoothAtRandom(force, deviation, num_samples, &block, &dice);
      first.derivative.push_back(at.from_derivatives);
      zeroth.derivative.push_back(at.from_values);
    }
    curves.push_back(std::move(first));
    curves.push_back(std::move(zeroth));
  }
  return curves;
}

// How far a curve goes up and down beyond what leads from its start to its end.
double CalcWaste(const std::vector<double>& y) {
  double way = 0;
  for (std::size_t i = 1; i < y.size(); ++i) way += std::abs(y[i] - y[i - 1]);
  return std::max(way - std::abs(y.back() - y.front()), 0.0);
}

double CalcLargestChange(const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 1; i < y.size(); ++i)
    most = std::max(most, std::abs(y[i] - y[i - 1]));
  return most;
}

double CalcLargestDifference(const std::vector<double>& a,
                             const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// Rows by force, columns by curve that has such values.
std::string MakeTable(const std::vector<Curve>& curves,
                      std::vector<double> Curve::*values, double scale,
                      double exact(double force)) {
  Table table{.columns = {"force, N", "exact"}};
  const auto number = [scale](double value) {
    return fmt::format("{:.3f}", scale * value);
  };
  const std::vector<double> forces = Forces();
  const int stride = static_cast<int>(std::lround(kShown / kInterval));
  for (std::size_t i = 0; i < forces.size(); i += stride) {
    table.rows.push_back(
        {fmt::format("{:g}", forces[i]), number(exact(forces[i]))});
  }
  for (const Curve& curve : curves) {
    if ((curve.*values).empty()) continue;
    table.columns.push_back(curve.name);
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      table.rows[row].push_back(number((curve.*values)[row * stride]));
  }
  return MakeMarkdown(table) + "\n";
}

// Without kappa: h^2 / m of what is left of the force.
constexpr double kMobility = kStep * kStep / kMass;
double Slide(double f) {
  return kMobility * std::max(f - kMu * kMass * kGravity, 0.0);
}
double Lift(double f) {
  return kMobility * std::max(f - kMass * kGravity, 0.0);
}
double SlideRate(double f) {
  return f > kMu * kMass * kGravity ? kMobility : 0;
}
double LiftRate(double f) {
  return f > kMass * kGravity ? kMobility : 0;
}

std::string ReportDirection(const char* title, int axis, bool quick,
                            double way(double), double rate(double),
                            double of_paper) {
  const std::vector<Curve> curves = MeasureCurves(axis, quick);
  std::string text = fmt::format("### {}\n\nWay in a step, mm:\n\n", title) +
                     MakeTable(curves, &Curve::way, 1e3, way);
  text += fmt::format(
      "Between kappa = {:g} and {:g} the ways differ by {:.2e} m at most; in "
      "the paper, whose step is not told, by {:.2e} m.\n\n"
      "Derivative, mm/N:\n\n",
      kKappas[0], kKappas[2],
      CalcLargestDifference(curves[0].way, curves[2].way), of_paper);
  text += MakeTable(curves, &Curve::derivative, 1e3, rate);
  text += fmt::format(
      "| derivative | steps solved for one | largest change in {:g} N, mm/N | "
      "up and down beyond its rise, mm/N |\n|---|---|---|---|\n",
      kInterval);
  for (const Curve& curve : curves) {
    text += fmt::format("| {} | {:g} | {:.3f} | {:.3f} |\n", curve.name,
                        curve.steps, 1e3 * CalcLargestChange(curve.derivative),
                        1e3 * CalcWaste(curve.derivative));
  }
  return text + "\n";
}

}  // namespace

std::string ReportGradients(bool quick) {
  return fmt::format(
             "## Figure 4: a pushed block, and derivatives of its way\n\n"
             "A cube of {:g} kg and {:g} m rests on the ground, mu = {:g}, and "
             "takes one step of {:g} s under a force of 0 to {:g} N along the "
             "ground or up. Exact is the way without kappa; its derivative "
             "jumps where the cube gives way. In the paper Dojo's derivatives "
             "rise from nothing to those of the free block along a curve that "
             "is the wider, the larger kappa; randomised smoothing, the mean "
             "over {} normally distributed forces, rises likewise with its "
             "deviation, but is noisy and takes as many steps. Here the "
             "samples are steps at kappa = {:g}, from a fixed seed: the mean "
             "of their derivatives, and what their ways say without "
             "derivatives.\n\n",
             kMass, kEdge, kMu, kStep, kMost, quick ? 20 : kNumSamples,
             kSharp) +
         ReportDirection("Along the ground", 0, quick, Slide, SlideRate,
                         1.52e-3) +
         ReportDirection("Up", 2, quick, Lift, LiftRate, 2.56e-3);
}

}  // namespace tactus::apps::dojo
