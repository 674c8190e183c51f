#include "tactus/apps/bench/suite/plot_style.h"

#include <algorithm>
#include <array>

namespace tactus::apps {
namespace {

// Colours that the colour-blind tell apart, after Okabe and Ito; those that are
// known by name first.
constexpr std::array<PlotStyle, 13> kStyles = {{
    {"CENIC", "#0072b2", 7},
    {"CENIC, dense", "#56b4e9", 6},
    {"CENIC, extrapolated", "#6a51a3", 3},
    {"implicit Euler", "#d55e00", 5},
    {"RK3", "#e69f00", 9},
    {"SDIRK2", "#009e73", 11},
    {"ROS2", "#cc79a7", 13},
    {"CVODE", "#000000", 2},
    {"ICF", "#882255", 4},
    {"ComFree", "#999933", 8},
    {"MuJoCo, Newton", "#44aa99", 10},
    {"MuJoCo, CG", "#117733", 12},
    {"Simbody", "#aa4499", 1},
}};
constexpr std::array<std::string_view, 10> kColors = {
    "#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7",
    "#56b4e9", "#882255", "#999933", "#117733", "#555555"};
constexpr std::array<int, 6> kPointTypes = {7, 5, 9, 11, 13, 4};

}  // namespace

PlotStyle PlotStyleOf(std::string_view label, std::size_t index) {
  const auto known = std::ranges::find(kStyles, label, &PlotStyle::label);
  if (known != kStyles.end()) return *known;
  return {label, kColors[index % kColors.size()],
          kPointTypes[index % kPointTypes.size()]};
}

}  // namespace tactus::apps
