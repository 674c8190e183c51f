// Checkpoints of a run. The parts of a file are hashed, which no mutation gets
// right: the first byte of the input says what is made of the rest,
//
//   f   the whole file
//   d   the description of the run, hashed well
//   c   the state of the simulation, hashed well
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "fuzz/checkpoint_scene.h"
#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/sandbox.h"

#include "tactus/apps/checkpoint_file.h"
#include "tactus/systems/checkpoint.h"

namespace tactus::test {
namespace {

// FNV-1a, as the formats have it.
std::uint64_t HashOf(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return hash;
}

std::string NumberBytes(const auto& number) {
  return {reinterpret_cast<const char*>(&number), sizeof(number)};
}

// The file's first part around a description.
std::string WithDescription(std::string_view bytes) {
  return "tactus run 1" + NumberBytes(std::uint64_t{bytes.size()}) +
         std::string(bytes) + NumberBytes(HashOf(bytes));
}

// Its second part around a state.
std::string WithState(std::string_view bytes) {
  return "tactus checkpoint" + NumberBytes(std::uint32_t{1}) +
         NumberBytes(std::uint64_t{bytes.size()}) + NumberBytes(HashOf(bytes)) +
         std::string(bytes);
}

// What was taken can be computed with.
void Evaluate(const systems::Diagram& diagram, systems::Context context) {
  Expect(context.continuous_state().size() == diagram.num_continuous_states(),
         "a state of another size");
  systems::VectorXd xdot(diagram.num_continuous_states());
  diagram.CalcTimeDerivatives(context, &xdot);
  diagram.PerformUpdates(&context);
}

void ImportFile(std::string_view bytes) {
  const std::string name = "input.checkpoint";
  const auto file = Sandbox::Instance().Write(name, bytes);
  try {
    apps::ReadRunDescription(file);
    systems::Simulator simulator = MakeCheckpointSimulator();
    apps::RestoreFromFile(file, &simulator);
    Evaluate(simulator.diagram(), simulator.context());
  } catch (const std::invalid_argument& error) {
    ExpectNames(error, name);
  }
}

void ImportContext(std::string_view bytes) {
  systems::Simulator simulator = MakeCheckpointSimulator();
  std::istringstream in(WithState(bytes));
  const double time = simulator.context().time();
  try {
    simulator.Restore(&in);
  } catch (const systems::CheckpointError&) {
    return Expect(simulator.context().time() == time,
                  "a refused checkpoint moves time");
  }
  Evaluate(simulator.diagram(), simulator.context());
}

}  // namespace

void ImportCheckpoint(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::string_view rest = bytes.substr(1);
  if (bytes[0] == 'f') ImportFile(rest);
  if (bytes[0] == 'd') ImportFile(WithDescription(rest));
  if (bytes[0] == 'c') ImportContext(rest);
}

}  // namespace tactus::test
