#include "tactus/apps/scenario/block_parameters.h"

#include <algorithm>
#include <limits>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<BlockType> AllTypes() {
  std::vector<BlockType> types;
  for (const auto& some :
       {SourceTypes(), PrimitiveTypes(), ControllerTypes(), ForceTypes()}) {
    types.insert(types.end(), some.begin(), some.end());
  }
  return types;
}

// What is larger was not meant, and would not fit into memory.
int ReadSize(const YamlValue& value) {
  constexpr int kMostEntries = 10'000;
  const int size = value.PositiveInteger();
  value.Check(size <= kMostEntries,
              fmt::format("expected a number up to {}", kMostEntries));
  return size;
}

}  // namespace

const ModelGroup& BlockParameters::Group() {
  const YamlValue value = map_.Get("model");
  const std::string name = value.Text();
  const auto found = scenario_.groups.find(name);
  if (found == scenario_.groups.end()) {
    std::vector<std::string> known;
    for (const auto& [group, unused] : scenario_.groups) known.push_back(group);
    value.Fail(fmt::format("there is no model or group '{}'; {}", name,
                           multibody::Suggest(name, known)));
  }
  return found->second;
}

int BlockParameters::Size(std::string_view key) {
  return ReadSize(map_.Get(key));
}

int BlockParameters::Size(std::string_view key, int fallback) {
  map_.Read(key, &ReadSize, &fallback);
  return fallback;
}

double BlockParameters::Number(std::string_view key, double fallback) {
  map_.Read(key, &YamlValue::Number, &fallback);
  return fallback;
}

VectorXd BlockParameters::Vector(std::string_view key) {
  return ReadVector(map_.Get(key), false);
}

VectorXd BlockParameters::Vector(std::string_view key,
                                 const VectorXd& fallback) {
  const auto value = map_.Find(key);
  return value ? ReadVector(*value, false) : fallback;
}

VectorXd BlockParameters::Bounds(std::string_view key) {
  const auto value = map_.Find(key);
  return value ? ReadVector(*value, true) : VectorXd();
}

std::vector<int> BlockParameters::Sizes(std::string_view key) {
  std::vector<int> sizes;
  for (const YamlValue& item : map_.Get(key).List()) {
    sizes.push_back(ReadSize(item));
  }
  return sizes;
}

VectorXd BlockParameters::ReadVector(const YamlValue& value,
                                     bool may_be_infinite) {
  const int size =
      map_.Has("model") ? static_cast<int>(Group().v.size()) : Size("size", -1);
  if (value.is_map()) {
    VectorXd x = VectorXd::Constant(scenario_.model->num_velocities(), kNaN);
    x = ReadByJoint(value, JointValue::kVelocity, std::move(x));
    RequireComplete(value, x);
    return Select(x, Group().v);
  }
  VectorXd numbers = may_be_infinite ? value.Bounds() : value.Numbers();
  if (size < 0) return numbers;
  if (value.is_scalar()) return VectorXd::Constant(size, numbers[0]);
  value.CheckCount(numbers, size);
  return numbers;
}

void BlockParameters::RequireComplete(const YamlValue& value,
                                      const VectorXd& by_velocity) {
  for (const int j : Group().joints) {
    const multibody::Joint& joint = scenario_.model->joints()[j];
    value.Check(!by_velocity.segment(joint.v_start, joint.nv()).hasNaN(),
                fmt::format("there is no number for joint '{}'", joint.name));
  }
}

VectorXd BlockParameters::ReadByJoint(const YamlValue& value, JointValue kind,
                                      VectorXd x) {
  const ModelGroup& group = Group();
  const std::string scope =
      group.models.size() == 1 ? group.models.front() : "";
  const std::vector<int> read =
      ReadJointValues(*scenario_.model, scope, value, kind, &x);
  for (const int j : read) {
    value.Check(std::ranges::find(group.joints, j) != group.joints.end(),
                fmt::format("joint '{}' is not one of '{}'",
                            scenario_.model->joints()[j].name, group.name));
  }
  return x;
}

VectorXd BlockParameters::Positions(const YamlValue& value) {
  const ModelGroup& group = Group();
  if (value.is_list()) return value.Numbers(static_cast<int>(group.q.size()));
  return Select(ReadByJoint(value, JointValue::kPosition, scenario_.initial.q),
                group.q);
}

VectorXd BlockParameters::Velocities(const YamlValue& value) {
  const ModelGroup& group = Group();
  if (value.is_list()) return value.Numbers(static_cast<int>(group.v.size()));
  return Select(ReadByJoint(value, JointValue::kVelocity,
                            VectorXd::Zero(scenario_.model->num_velocities())),
                group.v);
}

VectorXd BlockParameters::InitialControls() {
  const ModelGroup& group = Group();
  controls_read_.insert(group.actuators.begin(), group.actuators.end());
  return Select(scenario_.initial.u, group.actuators);
}

std::vector<std::string> BlockTypeNames() {
  std::vector<std::string> names;
  for (const BlockType& type : AllTypes()) names.emplace_back(type.name);
  std::ranges::sort(names);
  return names;
}

BlockType FindBlockType(const YamlValue& value) {
  YamlMap map(value);
  const YamlValue type_value = map.Get("type");
  const std::string type_name = type_value.Text();
  const std::vector<BlockType> types = AllTypes();
  const auto type = std::ranges::find(types, type_name, &BlockType::name);
  if (type == types.end()) {
    type_value.Fail(
        fmt::format("there is no type of block '{}'; {}", type_name,
                    multibody::Suggest(type_name, BlockTypeNames())));
  }
  return *type;
}

std::unique_ptr<systems::LeafSystem> MakeBlock(const std::string& name,
                                               const YamlValue& value,
                                               const ScenarioModel& scenario,
                                               std::set<int>* controls_read) {
  const BlockType type = FindBlockType(value);
  YamlMap map(value);
  map.Get("type");
  BlockParameters parameters(name, &map, scenario);
  auto block = value.Guard([&] { return type.make(&parameters); });
  map.Finish();
  if (controls_read)
    controls_read->insert(parameters.controls_read().begin(),
                          parameters.controls_read().end());
  return block;
}

}  // namespace tactus::apps
