#include "tactus/systems/leaf_system.h"

#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/block_error.h"

namespace tactus::systems {
namespace {

// Finds a port by name among `ports`, whose elements `type` maps to PortTypes.
template <class Ports, class TypeOf>
int FindPort(const std::string& block, const char* kind, const Ports& ports,
             std::string_view name, TypeOf type) {
  std::string known;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (type(ports[i]).name == name) return static_cast<int>(i);
    known += fmt::format("{}'{}'", i ? ", " : "", type(ports[i]).name);
  }
  throw std::invalid_argument(
      fmt::format("block '{}' has no {} port '{}'; it has {}", block, kind,
                  name, known.empty() ? "none" : known));
}

void CheckPortIndex(const std::string& block, const char* kind, int index,
                    int count) {
  if (index >= 0 && index < count) return;
  throw std::invalid_argument(fmt::format(
      "block '{}' has no {} port {}; it has {}", block, kind, index, count));
}

const PortType& InputType(const PortType& input) {
  return input;
}
const PortType& OutputType(const LeafDeclaration::Output& output) {
  return output.port;
}

void CheckSchedule(const std::string& block, const PeriodicSchedule& schedule) {
  try {
    schedule.Validate();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(
        fmt::format("block '{}': {}", block, error.what()));
  }
}

}  // namespace

std::string PortType::description() const {
  return size == kAbstract ? TypeName(*type)
                           : fmt::format("vector of {}", size);
}

LeafSystem::LeafSystem(std::string name) : name_(std::move(name)) {
  if (name_.empty()) throw std::invalid_argument("a block needs a name");
}

const InputPort& LeafSystem::get_input_port(int index) const {
  CheckPortIndex(name_, "input", index, num_input_ports());
  return input_ports_[index];
}

const OutputPort& LeafSystem::get_output_port(int index) const {
  CheckPortIndex(name_, "output", index, num_output_ports());
  return output_ports_[index];
}

const InputPort& LeafSystem::GetInputPort(std::string_view name) const {
  return input_ports_[FindPort(name_, "input", all_.inputs, name, InputType)];
}

const OutputPort& LeafSystem::GetOutputPort(std::string_view name) const {
  return output_ports_[FindPort(name_, "output", all_.outputs, name,
                                OutputType)];
}

void LeafSystem::SetErrorScales(const VectorRef& scales) {
  Check(scales.size() == num_continuous_states(),
        fmt::format("{} error scales do not fit {} continuous states",
                    scales.size(), num_continuous_states()));
  Check((scales.array() > 0).all(), "error scales must be positive");
  Open().error_scales = scales;
}

void LeafSystem::CalcTimeDerivatives(const LeafContext&, VectorXd*) const {
  throw BlockError(name_,
                   "declares a continuous state, but has no "
                   "CalcTimeDerivatives()");
}

bool LeafSystem::CalcOutputJacobians(const LeafContext&, int,
                                     LeafJacobians*) const {
  return false;
}

bool LeafSystem::CalcTimeDerivativesJacobians(const LeafContext&,
                                              LeafJacobians*) const {
  return false;
}

void LeafSystem::ProjectContinuousState(Eigen::Ref<VectorXd>) const {}

void LeafSystem::SetDefaultState(MutableLeafContext*) const {}

const InputPort& LeafSystem::DeclareVectorInputPort(std::string name,
                                                    int size) {
  Check(size >= 0, "port '" + name + "' has a negative size");
  return DeclareInput({std::move(name), size});
}

const InputPort& LeafSystem::DeclareInput(PortType port) {
  for (const PortType& other : all_.inputs) {
    if (other.name == port.name)
      Check(false, "two input ports are named '" + port.name + "'");
  }
  Open().inputs.push_back(std::move(port));
  input_ports_.push_back({this, num_input_ports() - 1});
  return input_ports_.back();
}

const OutputPort& LeafSystem::DeclareVectorOutputPort(std::string name,
                                                      int size, CalcVector calc,
                                                      ReadSet reads) {
  return DeclareVectorOutput(
      std::move(name), size,
      [run = std::move(calc)](const LeafContext& context, Value* value) {
        run(context, &value->get<VectorXd>());
      },
      std::move(reads));
}

const OutputPort& LeafSystem::DeclareVectorOutput(
    std::string name, int size,
    std::function<void(const LeafContext&, Value*)> calc, ReadSet reads) {
  Check(size >= 0, "port '" + name + "' has a negative size");
  return DeclareOutput({{std::move(name), size},
                        Value(VectorXd(VectorXd::Zero(size))),
                        std::move(calc),
                        std::move(reads)});
}

const OutputPort& LeafSystem::DeclareOutput(LeafDeclaration::Output output) {
  for (const LeafDeclaration::Output& other : all_.outputs) {
    if (other.port.name == output.port.name)
      Check(false, "two output ports are named '" + output.port.name + "'");
  }
  Open().outputs.push_back(std::move(output));
  output_ports_.push_back({this, num_output_ports() - 1});
  return output_ports_.back();
}

void LeafSystem::DeclareContinuousState(int size) {
  Check(size >= 0, "the continuous state has a negative size");
  DeclareContinuousState(VectorXd(VectorXd::Zero(size)));
}

void LeafSystem::DeclareContinuousState(const VectorRef& model) {
  Check(all_.continuous_model.size() == 0,
        "the continuous state is declared twice");
  Open().continuous_model = model;
}

int LeafSystem::DeclareDiscreteState(const VectorRef& model) {
  Open().discrete_models.emplace_back(model);
  return static_cast<int>(all_.discrete_models.size()) - 1;
}

int LeafSystem::Append(Value model, std::vector<Value>* models) {
  models->push_back(std::move(model));
  return static_cast<int>(models->size()) - 1;
}

void LeafSystem::DeclareUpdate(PeriodicSchedule schedule,
                               LeafDeclaration::Update handler) {
  CheckSchedule(name_, schedule);
  Open().periodic_updates.push_back({schedule, std::move(handler)});
}

void LeafSystem::DeclareLongestStep(double longest) {
  constexpr double kLeast = 1e-12;  // As integrators take.
  Check(longest >= kLeast,
        fmt::format("asks for steps of at most {} s; there are none below {} s",
                    longest, kLeast));
  Open().longest_step = longest;
}

LeafDeclaration& LeafSystem::Open() {
  Check(diagram_ == nullptr,
        "declares something after its diagram has been built");
  return all_;
}

void LeafSystem::Check(bool good, const std::string& complaint) const {
  if (good) return;
  throw std::invalid_argument(fmt::format("block '{}': {}", name_, complaint));
}

}  // namespace tactus::systems
