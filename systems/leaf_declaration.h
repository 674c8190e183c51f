#pragma once

#include <functional>
#include <string>
#include <typeinfo>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/systems/context.h"
#include "tactus/systems/next_state.h"
#include "tactus/systems/periodic_schedule.h"
#include "tactus/systems/witness.h"

namespace tactus::systems {

/// A port's name and what passes through it.
struct PortType {
  static constexpr int kAbstract = -1;

  std::string name;
  int size = kAbstract;  ///< of a vector port
  const std::type_info* type = &typeid(VectorXd);

  bool is_vector() const { return size != kAbstract; }
  /// "vector of 3" or the name of the C++ type.
  std::string description() const;
};

/// What a block declared in its constructor: plain data, read by the Diagram.
struct LeafDeclaration {
  using Update = std::function<void(const LeafContext&, NextState*)>;

  struct Output {
    PortType port;
    Value model;
    std::function<void(const LeafContext&, Value*)> calc;
    ReadSet reads;
  };
  struct PeriodicUpdate {
    PeriodicSchedule schedule;
    Update handler;
  };
  struct Witness {
    std::string name;
    WitnessDirection direction{};
    std::function<double(const LeafContext&)> calc;
    Update handler;
  };

  std::vector<PortType> inputs;
  std::vector<Output> outputs;
  VectorXd continuous_model;
  VectorXd error_scales;  ///< Of the continuous state; empty: 1.
  std::vector<VectorXd> discrete_models;
  std::vector<Value> abstract_models;
  std::vector<Value> parameter_models;
  std::vector<PeriodicUpdate> periodic_updates;
  std::vector<Witness> witnesses;
  double longest_step = kInfinity;  ///< [s]
};

}  // namespace tactus::systems
