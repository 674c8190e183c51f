// What ComFree does to your physics: prints tables, and writes a page of plots.
//
// usage: comfree_physics [folder]
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tactus/examples/comfree_physics/experiments.h"
#include "tactus/examples/comfree_physics/page.h"

namespace {

using tactus::examples::Experiment;

std::vector<std::string> DrawPlots(const std::vector<Experiment>& experiments,
                                   const std::string& folder) {
  std::vector<std::string> plots;
  for (const Experiment& experiment : experiments)
    plots.push_back(DrawPlot(experiment, folder).value_or(""));
  return plots;
}

int Run(const std::string& folder) {
  const std::vector<Experiment> experiments =
      tactus::examples::MakeComFreeExperiments();
  for (const Experiment& experiment : experiments)
    std::cout << MakeMarkdown(experiment) << '\n';
  std::filesystem::create_directories(folder);
  const std::vector<std::string> plots = DrawPlots(experiments, folder);
  const std::string path = folder + "/index.html";
  std::ofstream page(path);
  page << tactus::examples::MakePage(experiments, plots);
  page.close();
  if (!page) {
    std::cerr << "cannot write " << path << '\n';
    return 1;
  }
  if (plots.front().empty())
    std::cout
        << "Plots need gnuplot (Debian: gnuplot-nox), which is not here.\n";
  std::cout << "The page is " << path << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc > 1 ? argv[1] : "comfree_physics");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
