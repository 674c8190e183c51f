#pragma once

#include <string>
#include <vector>

#include "tactus/apps/bench/suite/run_spec.h"

namespace tactus::apps {

/// A test case of [Kurtz25], Figure 6: a built-in scene, and for how long.
struct TestCase {
  std::string scene;
  double duration{};  ///< [s]
};

/// The five of Figure 6, each for as long as its scene lasts.
std::vector<TestCase> TestCases();

/// Whether solids touch by pressure fields in the paper's scene of that name.
bool HasPressureFields(const std::string& scene);

/// The run with the contact that the paper has in its scene: by patches where
/// HasPressureFields, else as it is.
RunSpec WithPaperContact(RunSpec spec);

/// The run at points, where the paper has patches; its competitor is called so.
RunSpec AtPoints(RunSpec spec);

/// How the paper's scenes touch here, for readers.
inline constexpr const char* kContactNote =
    "As in the paper, cylinder, static_gripper and franka touch by pressure "
    "fields, clutter at points.";

}  // namespace tactus::apps
