#include "tactus/apps/bench/figures/experiment.h"

#include <algorithm>

#include "tactus/apps/bench/figures/figures.h"

namespace tactus::apps {

std::vector<double> AccuraciesDownTo(double least, const PlanOptions& options) {
  if (options.quick) return {1e-1, 1e-3};
  std::vector<double> accuracies = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
  std::erase_if(accuracies, [=](double each) { return each < least; });
  return accuracies;
}

std::span<const Experiment> Experiments() {
  static const std::vector<Experiment> all = {
      MakeFigure6(),   MakeFigure7(),  MakeFigure8(),       MakeFigure9(),
      MakeFigure10(),  MakeFigure11(), MakeFigure12(),      MakeFigure14(),
      MakeTable2(),    MakeTable3(),   MakeFigure18(),      MakeFigure19(),
      MakePrecision(), MakePeers(),    MakeComFreePhysics()};
  return all;
}

const Experiment* FindExperiment(std::string_view name) {
  const auto found = std::ranges::find(Experiments(), name, &Experiment::name);
  return found == Experiments().end() ? nullptr : &*found;
}

}  // namespace tactus::apps
