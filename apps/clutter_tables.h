#pragma once

#include <string>

namespace tactus::apps {

/// The effort of CENIC on `hard_clutter` over ten seconds, as Markdown, with
/// the paper's values beside ours: Table II (adaptive tolerance), Table III
/// (Hessian
/// reuse) and Figure 18 (where the time goes) of [Kurtz25]. Wall times are the
/// medians of `repeats` runs, which alternate; counts are the same in every
/// run.
///
/// Iterations and factorizations count, per solve, those of the slowest island:
/// what a solver of all bodies at once would do.
std::string MakeClutterTables(int repeats);

}  // namespace tactus::apps
