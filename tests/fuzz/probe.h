#pragma once

#include "tactus/multibody/model_builder.h"

namespace tactus::test {

/// Builds a model that was read, and evaluates its mass matrix, bias forces and
/// poses at the default state, and their JSON. Numbers may overflow, for so may
/// those of the file.
/// @throws std::invalid_argument of Build(); Fault
void Probe(multibody::ModelBuilder builder);

/// @throws Fault unless the builder is as it was made: nothing was left in it.
void ExpectUntouched(const multibody::ModelBuilder& builder);

}  // namespace tactus::test
