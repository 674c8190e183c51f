#pragma once

#include "tactus/apps/bench/suite/plot.h"

namespace tactus::apps {

/// Lines with marks, beside bars.
inline Plot MakeSamplePlot() {
  Panel work{.title = "it's work",
             .x_label = "accuracy",
             .y_label = "seconds",
             .series = {{.label = "CENIC",
                         .points = {{.x = 0.1, .y = 2, .y_min = 1, .y_max = 3},
                                    {.x = 0.01, .mark = Mark::kTimeout}}},
                        {.label = "other, one",
                         .points = {{.x = 0.1, .mark = Mark::kFailed}}}},
             .level = 1,
             .level_label = "real time"};
  Panel shares{.title = "shares",
               .log_y = false,
               .series = {{.label = "geometry",
                           .points = {{.x = 0, .y = 30}, {.x = 1, .y = 40}}},
                          {.label = "rest",
                           .points = {{.x = 0, .y = 70}, {.x = 1, .y = 60}}}},
               .categories = {"ball", "stack"},
               .stacked = true};
  return {.caption = "both", .columns = 2, .panels = {work, shares}};
}

}  // namespace tactus::apps
