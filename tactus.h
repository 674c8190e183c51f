#pragma once

/// What authors of simulations use, in the order of a first one: a model, a
/// diagram around it, an integrator with an accuracy, and what one sees of the
/// run. For a look around, and for short programs; larger ones compile faster
/// with the headers that they need.

// A model: bodies, joints, shapes, by hand or from MJCF, URDF and SDFormat
// files.
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/importers/model_assembly.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/parameters.h"

// The model as a block, forces between its bodies, controllers for it.
#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/multibody/plant/controllers/joint_impedance_controller.h"
#include "tactus/multibody/plant/controllers/joint_pid_controller.h"
#include "tactus/multibody/plant/controllers/linearize.h"
#include "tactus/multibody/plant/forces/applied_force.h"
#include "tactus/multibody/plant/forces/bellows.h"
#include "tactus/multibody/plant/forces/bushing.h"
#include "tactus/multibody/plant/forces/drag.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/plant/forces/vacuum_gripper.h"
#include "tactus/multibody/plant/model_ports.h"
#include "tactus/multibody/plant/multibody_plant.h"

// Blocks of one's own, those that come with Tactus, and the wires.
#include "tactus/systems/control/lqr_controller.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/trajectories/cubic_spline.h"
#include "tactus/systems/trajectories/minimum_jerk.h"
#include "tactus/systems/trajectories/pose_trajectory.h"

// Time: error-controlled by CENIC or classic methods, or in fixed steps.
#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

// What one sees: signals by name, pictures, checkpoints.
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/recording/recorder.h"
#include "tactus/systems/checkpoint.h"
#include "tactus/systems/signals/signal_log.h"
