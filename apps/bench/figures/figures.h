#pragma once

#include "tactus/apps/bench/figures/experiment.h"

/// The figures and tables of [Kurtz25] that the suite has, and its own.
namespace tactus::apps {

using MakeExperiment = Experiment();

MakeExperiment MakeFigure6, MakeFigure7, MakeFigure8, MakeFigure9, MakeFigure10,
    MakeFigure11, MakeFigure12, MakeFigure14, MakeFigure18, MakeFigure19,
    MakeTable2, MakeTable3;

/// Work against the true error, over all methods and on scenes of all kinds.
Experiment MakePrecision();
/// Other simulators on hard_clutter.
Experiment MakePeers();
/// Creep, friction, lift, stopping and depth under ComFree, beside its closed
/// forms; in this process, without runs of `tactus`.
Experiment MakeComFreePhysics();

}  // namespace tactus::apps
