#pragma once

#include <istream>
#include <ostream>

#include "tactus/common/archive.h"
#include "tactus/systems/context.h"

namespace tactus::systems {

/// A Context as bytes: time, state, parameters, fixed inputs, and the
/// integrator's memory with its warm starts. A simulation continued from it
/// repeats the original bit for bit, on a machine of the same kind.
///
///     "tactus checkpoint", version, size and hash of the rest, the rest
///
/// so that a file that was cut short or changed is refused as a whole.
///
/// @throws CheckpointError naming a block whose share cannot be written.
void WriteCheckpoint(const Context& context, std::ostream* out);

/// Reads into `context`, which belongs to the same diagram and has inputs fixed
/// and integrator memory of the same types. Leaves it alone on failure.
/// See also Simulator::Restore().
/// @throws CheckpointError for anything else than such a checkpoint.
void ReadCheckpoint(std::istream* in, Context* context);

}  // namespace tactus::systems
