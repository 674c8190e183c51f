// Table I and Figure 14 of [Lee22]: a box pushed on virtual nodes, and one that
// slides over a grain.
#include <cmath>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/runge_kutta.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/examples/scenes/nodal_contact.h"

namespace tactus::apps {
namespace {

using examples::AnisotropicSlideOptions;
using examples::VirtualNodesOptions;

constexpr double kGravity = 9.81;

// Of the paper, by b_v [mm]; none for 1e3.
struct Published {
  double b_v, y, z;
};
constexpr Published kTable1[] = {{1e3, 0, 0},
                                 {1e4, 0.1226, 0.6131},
                                 {1e5, 0.0122, 0.0612},
                                 {1e6, 0.0012, 0.0061}};

std::string MakeTable1Row(const Published& paper) {
  constexpr double kStep = 0.01, kEnd = 2.5, kRest = 0.1;  // [s], [m]
  const VirtualNodesOptions box;
  const cond::Run run = cond::Simulate(examples::MakeVirtualNodes(box),
                                       {.theta = 0.5,
                                        .virtual_damping = paper.b_v,
                                        .push_out = 0,
                                        .residual = 1e-9},
                                       kStep, kEnd);
  const double way = (box.push - box.friction * kGravity) * kEnd * kEnd / 2;
  const double z = kEnd * kGravity / (4 * paper.b_v);
  const auto published = [&](double value) {
    return paper.y == 0 ? std::string("-") : fmt::format("{:.4f}", value);
  };
  return fmt::format(
      "| {:g} | {:.4f} / {} | {:.4f} / {} | {:.4f} / {} | {:.4f} | {:.4f} |\n",
      paper.b_v, 1e3 * std::abs(run.q[0]), published(0),
      1e3 * std::abs(run.q[1] - way), published(paper.y),
      1e3 * std::abs(run.q[2] - kRest), published(paper.z),
      1e3 * box.friction * z, 1e3 * z);
}

// Where maximum dissipation takes a slide from the origin to rest, by the
// fourth-order Runge-Kutta method.
Vector2d CalcRest(const AnisotropicSlideOptions& slide) {
  const Eigen::Array2d mu(slide.friction, slide.friction * slide.cross_ratio);
  const auto rate = [&](const Eigen::Vector4d& state) -> Eigen::Vector4d {
    const Eigen::Array2d pull = mu * state.tail<2>().array();
    Eigen::Vector4d change;
    change << state.tail<2>(),
        -kGravity * (mu * pull / pull.matrix().norm()).matrix();
    return change;
  };
  constexpr double kStep = 1e-5, kSlow = 1e-4;  // [s], [m/s]
  Eigen::Vector4d state(0, 0, slide.speed * std::cos(slide.heading),
                        slide.speed * std::sin(slide.heading));  // p, v
  while (state.tail<2>().norm() > kSlow) StepRungeKutta(rate, kStep, &state);
  return state.head<2>();
}

std::string MakeSlideRow(double ratio) {
  const AnisotropicSlideOptions slide{.cross_ratio = ratio};
  const Vector2d truth = CalcRest(slide);
  std::string row =
      fmt::format("| {:g} | {:.4f}, {:.4f} |", ratio, truth.x(), truth.y());
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    const cond::Run run = cond::Simulate(examples::MakeAnisotropicSlide(slide),
                                         {.residual = 1e-10}, h, 5);
    row += fmt::format(" {:.2f} |", 1e3 * (run.q.head<2>() - truth).norm());
  }
  return row + "\n";
}

}  // namespace

std::string BenchCondTable1(const BenchOptions&) {
  std::string text =
      "## Table I: a box pushed on virtual nodes\n\n"
      "The scene `virtual_nodes`, 250 steps of 10 ms at mid-point, without "
      "push-out, to a residual of 1e-9: the error of the cube's place beside "
      "Coulomb's law after 2.5 s, ours / the paper's, and the law z = T m g / "
      "(4 b_v), y = mu z.\n\n"
      "| b_v, N s/m | x, mm | y, mm | z, mm | law: y | law: z |\n"
      "|---|---|---|---|---|---|\n";
  for (const Published& paper : kTable1) text += MakeTable1Row(paper);
  return text + "\n";
}

std::string BenchCondFig14(const BenchOptions&) {
  const AnisotropicSlideOptions slide;
  std::string text = fmt::format(
      "## Figure 14: a slide over a grain\n\n"
      "The scene `anisotropic_slide`: mu = {:g} along x, more or less across "
      "it, {:g} m/s at {:g} rad from x. Where the box comes to rest by maximum "
      "dissipation, and how far from there COND leaves it, by the step. The "
      "paper shows the same agreement as a picture, without numbers.\n\n"
      "| mu across / along | at rest: x, y, m | off by, mm, 2 ms | 1 ms | "
      "0.5 ms |\n|---|---|---|---|---|\n",
      slide.friction, slide.speed, slide.heading);
  for (const double ratio : {0.25, 0.5, 1.0, 2.0, 4.0})
    text += MakeSlideRow(ratio);
  return text + "\n";
}

}  // namespace tactus::apps
