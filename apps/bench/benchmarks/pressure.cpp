// The geometry of pressure-field contact alone: one query of two solids.

#include <algorithm>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/benchmarks/volume_meshes.h"
#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/contact/pressure/make_pressure_solid.h"

namespace tactus::apps {
namespace {

using contact::Compliance;
using contact::PressureSolid;

constexpr double kTimed = 0.02;  // Of repetitions, at least [s].

struct Case {
  std::string label;
  PressureSolid a, b;
  Vector3d p_AB;
  std::string published;  ///< [ms]
};

PressureSolid MakeSoft(const contact::Shape& shape, double hint) {
  return contact::MakePressureField(shape,
                                    {.kind = Compliance::Kind::kCompliant,
                                     .modulus = 1e5,
                                     .resolution_hint = hint});
}

// The solids of Drake's published benchmark, an ellipsoid of 3.01, 3.5 and 4 m,
// rigid or not, and a sphere of 3 m, 1.5 m deep in each other. It has them in
// poses of its own, in which most of the rigid surface faces away.
std::vector<Case> MakeEllipsoidCases(bool quick) {
  const contact::Ellipsoid ellipsoid{{3.01, 3.5, 4}};
  const contact::Sphere sphere{3};
  struct Published {
    double hint;
    const char *rigid, *soft;
  };
  std::vector<Published> hints = {{4, "0.63 (448)", "0.63"},
                                  {3, "2.15 (1592)", "2.5"},
                                  {2, "3.14 (2848)", "7.2"},
                                  {1, "14.3 (14336)", "60"}};
  if (quick) hints.resize(1);
  std::vector<Case> cases;
  for (const bool is_rigid : {true, false}) {
    for (const Published& each : hints) {
      cases.push_back(
          {.label = fmt::format("{} ellipsoid, soft sphere, hint {:g} m",
                                is_rigid ? "rigid" : "soft", each.hint),
           .a = is_rigid ? contact::MakeRigidSurface(ellipsoid, each.hint)
                         : MakeSoft(ellipsoid, each.hint),
           .b = MakeSoft(sphere, each.hint),
           .p_AB = Vector3d(4.5, 0, 0),
           .published = is_rigid ? each.rigid : each.soft});
    }
  }
  return cases;
}

std::vector<Case> MakeCases(bool quick) {
  std::vector<Case> cases = MakeEllipsoidCases(quick);
  const contact::Box box{{0.5, 0.5, 0.5}};
  const PressureSolid soft = MakeSoft(box, 0.1);
  const PressureSolid rigid = contact::MakeRigidSurface(box);
  cases.push_back(
      {"rigid and soft box, stacked", rigid, soft, {0.1, 0.2, 0.99}, "-"});
  cases.push_back(
      {"two soft boxes, stacked", soft, soft, {0.1, 0.2, 0.99}, "-"});
  cases.push_back({"two soft boxes, apart", soft, soft, {3, 0, 0}, "0.00012"});
  return cases;
}

/// The median of `repeats` measurements, each of as many queries as take a
/// while [s].
double TimeQuery(const Case& each, int repeats,
                 contact::ContactSurface* surface) {
  contact::ContactSurfaceFinder finder;
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() = each.p_AB;
  const auto query = [&] {
    finder.Find(each.a, RigidTransform::Identity(), each.b, X_WB, surface);
  };
  query();
  const double once = std::max(TimeOf(query), 1e-8);
  const int count = 1 + static_cast<int>(kTimed / once);
  return MedianTimeOf(repeats, count, query);
}

}  // namespace

std::string BenchPressure(const BenchOptions& options) {
  std::string text = fmt::format(
      "# Contact surfaces of two solids\n\n"
      "One query at one pose, on one thread; medians of {}. Published: Drake's "
      "benchmark pages, with its number of triangles where they say it, on "
      "another machine; poses and facets are not ours, so that times per "
      "polygon are what compares.\n\n"
      "| solids | polygons | us | us per polygon | published ms |\n"
      "|---|---|---|---|---|\n",
      options.repeats);
  for (const Case& each : MakeCases(options.quick)) {
    contact::ContactSurface surface;
    const double seconds = TimeQuery(each, options.repeats, &surface);
    const auto count = surface.polygons.size();
    text += fmt::format(
        "| {} | {} | {:.3g} | {} | {} |\n", each.label, count, 1e6 * seconds,
        count == 0
            ? "-"
            : fmt::format("{:.3g}", 1e6 * seconds / static_cast<double>(count)),
        each.published);
  }
  return text + BenchVolumeMeshes(options);
}

}  // namespace tactus::apps
