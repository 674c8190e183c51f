#pragma once

#include <cstddef>
#include <string_view>

namespace tactus::apps {

/// How a plot shows a series.
struct PlotStyle {
  std::string_view label;
  std::string_view color;  ///< As #rrggbb.
  int point_type{};        ///< Of gnuplot.
};

/// The style of the series called `label`: its own in every plot, if it is one
/// of the suite's competitors; else the index-th of a round of styles.
PlotStyle PlotStyleOf(std::string_view label, std::size_t index);

}  // namespace tactus::apps
