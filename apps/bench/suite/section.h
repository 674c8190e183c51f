#pragma once

#include <string>
#include <vector>

#include "tactus/apps/bench/suite/plot.h"

namespace tactus::apps {

/// Cells as they are to be read; numbers stand right.
struct Table {
  std::string caption = {};
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows = {};
};

/// A file beside the report.
struct PageLink {
  std::string label, file;
};

/// What the report says of one experiment, from its results.
struct Section {
  std::string shows;                    ///< What is measured, and how.
  std::string paper = {};               ///< What [Kurtz25] says of it.
  std::vector<std::string> findings{};  ///< What came out, in sentences.
  std::vector<Plot> plots{};
  std::vector<Table> tables{};
  std::vector<PageLink> pages{};  ///< Recordings to look at.
};

}  // namespace tactus::apps
