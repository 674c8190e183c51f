// Checkpoints of a run. The parts of a file are hashed, which no mutation gets
// right: the first byte of the input says what is made of the rest,
//
//   f   the whole file
//   d   the description of the run, hashed well
//   c   the state of the simulation, hashed well
//   s   changes to the state of the scene after some steps: each ten bytes are
//       a place, two bytes, and what is to stand there; hashed well
//
// What is taken is to be stepped from, too.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "fuzz/checkpoint_scene.h"
#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/sandbox.h"

#include "tactus/apps/io/checkpoint_file.h"
#include "tactus/common/hash.h"
#include "tactus/systems/block_error.h"
#include "tactus/systems/checkpoint.h"

namespace tactus::test {
namespace {

std::string NumberBytes(const auto& number) {
  return {reinterpret_cast<const char*>(&number), sizeof(number)};
}

// The file's first part around a description.
std::string WithDescription(std::string_view bytes) {
  return "tactus run 1" + NumberBytes(std::uint64_t{bytes.size()}) +
         std::string(bytes) + NumberBytes(HashOf(bytes));
}

// A checkpoint of the scene, which starts with its kind and version; size, hash
// and state follow.
constexpr std::size_t kSizeAt = 21, kStateAt = 37;

std::string MakeCheckpoint() {
  systems::Simulator simulator = MakeCheckpointSimulator();
  simulator.AdvanceTo(0.05);
  std::ostringstream out;
  simulator.Save(&out);
  return std::move(out).str();
}

const std::string& TheCheckpoint() {
  static const std::string checkpoint = MakeCheckpoint();
  return checkpoint;
}

// Its second part around a state.
std::string WithState(std::string_view bytes) {
  return TheCheckpoint().substr(0, kSizeAt) +
         NumberBytes(std::uint64_t{bytes.size()}) + NumberBytes(HashOf(bytes)) +
         std::string(bytes);
}

// The state of the scene, changed.
std::string ChangeState(std::string_view changes) {
  std::string state = TheCheckpoint().substr(kStateAt);
  for (; changes.size() >= 10; changes.remove_prefix(10)) {
    std::uint16_t place{};
    std::memcpy(&place, changes.data(), sizeof(place));
    const std::size_t at = place % state.size();
    std::memcpy(state.data() + at, changes.data() + 2,
                std::min<std::size_t>(8, state.size() - at));
  }
  return state;
}

// What was taken can be computed with, and a step begins there. Of a state that
// makes no sense the step may fail, but as steps do.
void Evaluate(systems::Simulator* simulator) {
  const systems::Diagram& diagram = simulator->diagram();
  systems::Context context = simulator->context();
  Expect(context.continuous_state().size() == diagram.num_continuous_states(),
         "a state of another size");
  systems::VectorXd xdot(diagram.num_continuous_states());
  diagram.CalcTimeDerivatives(context, &xdot);
  diagram.PerformUpdates(&context);

  const double start = simulator->context().time();
  simulator->set_monitor([start](const systems::Context& now) {
    return now.time() > start ? std::optional<std::string>("a step is enough")
                              : std::nullopt;
  });
  try {
    for (const systems::LeafSystem* leaf : diagram.leaves()) {
      for (int i = 0; i < leaf->num_output_ports(); ++i)
        leaf->get_output_port(i).EvalValue(context);
    }
    simulator->AdvanceTo(start + 0.01);
  } catch (const systems::IntegrationError&) {
  } catch (const systems::BlockError&) {
  }
}

void ImportFile(std::string_view bytes) {
  const std::string name = "input.checkpoint";
  const auto file = Sandbox::Instance().Write(name, bytes);
  try {
    apps::ReadRunDescription(file);
    systems::Simulator simulator = MakeCheckpointSimulator();
    apps::RestoreFromFile(file, &simulator);
    Evaluate(&simulator);
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
  } catch (const CheckpointError&) {
    return Expect(simulator.context().time() == time,
                  "a refused checkpoint moves time");
  }
  Evaluate(&simulator);
}

// Else all mutations of it would be refused for one and the same reason.
void ExpectOwnState() {
  static const bool is_taken = [] {
    systems::Simulator simulator = MakeCheckpointSimulator();
    std::istringstream in(WithState(ChangeState("")));
    simulator.Restore(&in);
    return simulator.context().time() == 0.05;
  }();
  Expect(is_taken, "the scene's own state is refused");
}

}  // namespace

void ImportCheckpoint(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::string_view rest = bytes.substr(1);
  if (bytes[0] == 'f') ImportFile(rest);
  if (bytes[0] == 'd') ImportFile(WithDescription(rest));
  if (bytes[0] == 'c') ImportContext(rest);
  if (bytes[0] != 's') return;
  ExpectOwnState();
  ImportContext(ChangeState(rest));
}

}  // namespace tactus::test
