#pragma once

#include "tactus/apps/bench/figures/experiment.h"

/// The figures and tables of [Kurtz25] that the suite has, and its own.
namespace tactus::apps {

Experiment MakeFigure6();
Experiment MakeFigure7();
Experiment MakeFigure8();
Experiment MakeFigure9();
Experiment MakeFigure10();
Experiment MakeFigure11();
Experiment MakeFigure12();
Experiment MakeFigure14();
Experiment MakeFigure18();
Experiment MakeFigure19();
Experiment MakeTable2();
Experiment MakeTable3();

/// Work against the true error, over all methods and on scenes of all kinds.
Experiment MakePrecision();
/// Other simulators on hard_clutter.
Experiment MakePeers();
/// Creep, friction, lift, stopping and depth under ComFree, beside its closed
/// forms; in this process, without runs of `tactus`.
Experiment MakeComFreePhysics();

}  // namespace tactus::apps
