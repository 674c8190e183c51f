// Real tosses of a cube: what a material must be to do as it did.
#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/impacts/cone.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/apps/bench/impacts/toss_file.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/common/require.h"
#include "tactus/contact/geometry/material.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps::impacts {
namespace {

using Path = std::vector<Vector3d>;

constexpr std::size_t kNumForFitting = 20;

// What the table of `materials` says of the tosses for fitting, under rk3.
constexpr double kFittedStiffness = 2e4, kFittedDissipation = 5;

Problem MakeProblem(const Toss& toss, const contact::Material& material) {
  multibody::ModelBuilder builder;
  builder.AddGeometry({.name = "table",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const int cube = builder.AddBody(
      "cube", {.mass = Toss::kMass,
               .I_Bcm = Matrix3d(Toss::kInertia * Matrix3d::Identity())});
  builder.AddGeometry({.name = "cube",
                       .body = cube,
                       .shape = contact::Box{Vector3d::Constant(Toss::kHalf)},
                       .material = material});
  const auto num_periods = static_cast<double>(toss.centres.size() - 1);
  return {.model = std::move(builder).Build(),
          .q = toss.q,
          .v = toss.v,
          .duration = num_periods * Toss::kPeriod};
}

// The cube's centre at the times of the film.
Path Simulate(const Toss& toss, const contact::Material& material,
              const Method& method, Cost* cost, ConeMeter* cone = nullptr) {
  Path path;
  Run(MakeProblem(toss, material), method, cost,
      {.each_step =
           [&](const multibody::MultibodyPlant& plant,
               const systems::Context& context) {
             if (cone != nullptr)
               cone->Add(context.time(), plant.velocities(context).tail(3));
           },
       .each_period =
           [&](const multibody::MultibodyPlant& plant,
               const systems::Context& context) {
             path.push_back(plant.positions(context).head<3>());
           },
       .period = Toss::kPeriod});
  return path;
}

// Mean distance between two paths over the toss, in percent of the width.
double Distance(const Path& a, const Path& b) {
  const std::size_t n = std::min(a.size(), b.size());
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += (a[k] - b[k]).norm();
  return 100 * sum / static_cast<double>(n) / (2 * Toss::kHalf);
}

contact::Material MakeMaterial(double stiffness, double dissipation) {
  contact::Material material{.stiffness = stiffness,
                             .dissipation = dissipation};
  material.static_friction = material.dynamic_friction = Toss::kFriction;
  return material;
}

Sweep MakeSweep(const std::string& name, const std::vector<Toss>& tosses,
                const contact::Material& material, double most) {
  const auto reference = std::make_shared<std::vector<Path>>();
  for (const Toss& toss : tosses) {
    Cost cost;
    reference->push_back(
        Simulate(toss, material, MakeReferenceMethod(1e-5, 1e-3), &cost));
  }
  return {
      .name = name,
      .num_cases = static_cast<int>(tosses.size()),
      .quantities = {{.name = "distance to the film",
                      .unit = "% of the width",
                      .judgement = Judgement::kValue,
                      .goals = {{.accuracy = 1e-3, .mean = most}}},
                     {.name = "distance to rk3",
                      .unit = "% of the width",
                      .judgement = Judgement::kValue,
                      .goals = {{.accuracy = 1e-3, .mean = 5}}},
                     {.name = "friction beyond the cone, in a step",
                      .judgement = Judgement::kValue,
                      .goals = {{.worst = 10}}},
                     {.name = "friction beyond the cone, in an impact",
                      .judgement = Judgement::kValue,
                      .goals = {{.worst = 1}}}},
      .measure = [=](int i, const Method& method, Cost* cost) {
        ConeMeter cone(Toss::kFriction);
        const Path path = Simulate(tosses[i], material, method, cost, &cone);
        return std::vector{Distance(path, tosses[i].centres),
                           Distance(path, (*reference)[i]),
                           100 * cone.worst_step(), 100 * cone.worst_impact()};
      }};
}

// Empty, with a reason, where there are none.
std::vector<Toss> FindTosses(const ImpactsOptions& options,
                             std::string* reason) {
  if (options.tosses.empty()) {
    *reason = "Skipped: --tosses FILE says where the filmed tosses are.\n\n";
    return {};
  }
  std::vector<Toss> tosses = ReadTosses(options.tosses);
  Require(tosses.size() > kNumForFitting,
          fmt::format("{} has {} tosses; {} are for fitting", options.tosses,
                      tosses.size(), kNumForFitting));
  return tosses;
}

double MeanDistance(const std::vector<Toss>& tosses,
                    const contact::Material& material, const Method& method) {
  double sum = 0;
  Cost cost;
  for (const Toss& toss : tosses) {
    sum += Distance(Simulate(toss, material, method, &cost), toss.centres);
  }
  return sum / static_cast<double>(tosses.size());
}

// By stiffness down and dissipation across: for fitting / for judging.
std::string MakeMaterialTable(const std::vector<Toss>& fitting,
                              const std::vector<Toss>& judged,
                              const Method& method) {
  Table table{.columns = {"k, N/m; d, s/m"}};
  const std::vector<double> dissipations = {1, 2, 5, 10, 20, 50};
  for (const double d : dissipations)
    table.columns.push_back(fmt::format("{:g}", d));
  for (const double k : {5e3, 2e4, 1e5, 1e6}) {
    table.rows.push_back({fmt::format("{:g}", k)});
    for (const double d : dissipations) {
      const contact::Material material = MakeMaterial(k, d);
      table.rows.back().push_back(fmt::format(
          "{:.1f} / {:.1f}", MeanDistance(fitting, material, method),
          MeanDistance(judged, material, method)));
    }
  }
  return MakeMarkdown(table) + "\n";
}

}  // namespace

std::string RunTosses(const ImpactsOptions& options) {
  std::string text;
  const std::vector<Toss> tosses = FindTosses(options, &text);
  if (tosses.empty()) return text;
  const std::vector<Toss> judged(tosses.begin() + kNumForFitting, tosses.end());
  text = fmt::format(
      "Tosses of [Pfrommer20], those that are not for fitting; mu = {:g}. Mean "
      "distance of the centre over the toss.\n\n",
      Toss::kFriction);
  const contact::Material usual;
  for (const auto& [name, stiffness, dissipation, most] :
       {std::tuple("default material", usual.stiffness, usual.dissipation, 20.),
        std::tuple("fitted material", kFittedStiffness, kFittedDissipation,
                   16.)}) {
    const contact::Material material = MakeMaterial(stiffness, dissipation);
    const Method rk3 = MakeReferenceMethod(1e-5, 1e-3);
    text += fmt::format(
        "k = {:g} N/m, d = {:g} s/m: rk3 is {:.1f} % of the width from the "
        "film.\n\n",
        stiffness, dissipation, MeanDistance(judged, material, rk3));
    text += RunSweep(MakeSweep(name, judged, material, most), options);
  }
  return text;
}

std::string RunMaterials(const ImpactsOptions& options) {
  std::string text;
  const std::vector<Toss> tosses = FindTosses(options, &text);
  if (tosses.empty()) return text;
  const std::vector<Toss> fitting(tosses.begin(),
                                  tosses.begin() + kNumForFitting);
  const std::vector<Toss> judged(tosses.begin() + kNumForFitting, tosses.end());
  ImpactsOptions own = options;
  // The material's doing, and no method's.
  if (own.integrators.empty()) own.integrators = {"rk3"};
  for (const Method& method : MakeMethods(own, {1e-4}, 2e-3)) {
    text += fmt::format(
        "{} at {}: mean distance over {} tosses for fitting / {} for judging, "
        "% of the width; stiffness of the material, in pairs half of it. "
        "Tosses tell little of stiffness, and of dissipation that it is 5 s/m "
        "or more.\n\n",
        method.name, method.setting, fitting.size(), judged.size());
    text += MakeMaterialTable(fitting, judged, method);
  }
  return text;
}

}  // namespace tactus::apps::impacts
