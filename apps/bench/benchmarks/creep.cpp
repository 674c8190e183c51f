#include <cmath>
#include <functional>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/examples/comfree_physics/closed_forms.h"
#include "tactus/examples/comfree_physics/measure.h"

namespace tactus::apps {
namespace {

using examples::BoxOnGround;
using examples::MeasureBox;
using examples::Method;

constexpr double kStep = 0.002;  // [s]
constexpr int kSweeps[] = {0, 1, 4, 16};

/// One thing to measure, for every method.
struct Row {
  std::string label;
  std::function<double(const Method&)> measure;
};

// ComFree by number of sweeps, then ICF. Refined contact leaves no overlap and
// needs a margin.
std::vector<Method> MakeMethods() {
  std::vector<Method> methods;
  for (int sweeps : kSweeps) {
    methods.push_back(examples::MakeComFree({.stiffness = 0.2,
                                             .margin = sweeps > 0 ? 1e-3 : 0,
                                             .refinement_iterations = sweeps}));
  }
  methods.push_back(examples::MakeIcf());
  return methods;
}

std::vector<Row> MakeCreepRows() {
  std::vector<Row> rows;
  for (double degrees : {5.0, 10.0, 20.0}) {
    rows.push_back(
        {.label = fmt::format("cube, slope of {:g} degrees", degrees),
         .measure = [degrees](const Method& method) {
           return MeasureBox(examples::MakeBoxOnSlope(degrees), method).creep;
         }});
  }
  rows.push_back(
      {.label = "cube, wall, 20 N", .measure = [](const Method& method) {
         return MeasureBox(examples::MakeBoxOnWall(20), method).creep;
       }});
  rows.push_back({.label = "capsule, pinched by 20 N",
                  .measure = [](const Method& method) {
                    return examples::MeasurePinchedCreep(method, kStep);
                  }});
  return rows;
}

Table MakeTable(const char* first, const std::vector<Method>& methods,
                const char* last) {
  Table table{.columns = {first}};
  for (const Method& method : methods) table.columns.push_back(method.name);
  table.columns.emplace_back(last);
  return table;
}

std::string MakeCreepTable(const std::vector<Method>& methods) {
  Table table = MakeTable("creep m/s", methods, "L = 0 / L = 16");
  for (const Row& row : MakeCreepRows()) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(row.label);
    std::vector<double> creep;
    for (const Method& method : methods) {
      creep.push_back(std::abs(row.measure(method)));
      cells.push_back(fmt::format("{:.2g}", creep.back()));
    }
    cells.push_back(fmt::format("{:.3g}", creep[0] / creep[3]));
  }
  return MakeMarkdown(table) + "\n";
}

std::string MakeMotionTable(const std::vector<Method>& methods) {
  Table table = MakeTable("motion", methods, "Coulomb, rigid");
  table.rows = {{"cube, resting penetration mm"},
                {"plate, stops from 1 m/s at mu 0.5, m"}};
  const BoxOnGround plate{.half_extents = {0.05, 0.05, 0.01}, .mu = 0.5};
  for (const Method& method : methods) {
    table.rows[0].push_back(
        fmt::format("{:.3f}", 1e3 * MeasureBox({}, method).penetration));
    table.rows[1].push_back(
        fmt::format("{:.4f}", MeasureBox(plate, method, 1).distance));
  }
  table.rows[0].emplace_back("0");
  // v^2 / (2 mu g)
  table.rows[1].push_back(
      fmt::format("{:.4f}", 1 / (2 * 0.5 * examples::kGravity)));
  return MakeMarkdown(table);
}

}  // namespace

std::string BenchCreep(const BenchOptions&) {
  const std::vector<Method> methods = MakeMethods();
  return fmt::format(
             "# Creep of what should not move, mu = 1, h = {:g} s\n\n"
             "ComFree with k = 0.2, d = 0.001, and a margin of 1 mm where it "
             "is "
             "refined by L sweeps; ICF with its defaults. Mean speeds of the "
             "last second of eight or nine.\n\n",
             kStep) +
         MakeCreepTable(methods) + MakeMotionTable(methods);
}

}  // namespace tactus::apps
