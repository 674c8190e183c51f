#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "tactus/systems/context.h"
#include "tactus/systems/leaf_declaration.h"
#include "tactus/systems/leaf_jacobians.h"

namespace tactus::systems {

/// A block. Derive from it, declare ports, state and events in the constructor,
/// and write each computation as a const member function:
///
///     class Pendulum final : public LeafSystem {
///      public:
///       explicit Pendulum(std::string name) : LeafSystem(std::move(name)) {
///         torque_ = DeclareVectorInputPort("torque", 1);
///         DeclareContinuousState(2);
///         DeclareVectorOutputPort("angle", 1, &Pendulum::CalcAngle,
///                                 Reads::kContinuous);
///       }
///
///      private:
///       void CalcAngle(const LeafContext& context, VectorXd* y) const;
///       void CalcTimeDerivatives(const LeafContext& context,
///                                VectorXd* xdot) const override;
///       InputPort torque_;
///     };
///
/// A block holds only what never changes; what changes lives in the Context. A
/// computation writes into an object that it finds as it left it (first: as the
/// model given here), sized already, so it need not allocate.
class LeafSystem {
 public:
  virtual ~LeafSystem() = default;
  LeafSystem(const LeafSystem&) = delete;
  LeafSystem& operator=(const LeafSystem&) = delete;

  /// Unique in a Diagram; "outer/inner" in a nested one.
  const std::string& name() const { return name_; }

  /// @throws std::invalid_argument if there is no such port, naming those that
  /// there are.
  const InputPort& get_input_port(int index = 0) const;
  const OutputPort& get_output_port(int index = 0) const;
  const InputPort& GetInputPort(std::string_view name) const;
  const OutputPort& GetOutputPort(std::string_view name) const;

  int num_input_ports() const { return static_cast<int>(all_.inputs.size()); }
  int num_output_ports() const { return static_cast<int>(all_.outputs.size()); }
  int num_continuous_states() const {
    return static_cast<int>(all_.continuous_model.size());
  }

  /// Everything that was declared.
  const LeafDeclaration& declaration() const { return all_; }

  /// How large an error in each continuous state weighs as much as a radian or
  /// metre of a plant's, for integrators that control their error; 1 when not
  /// set. An error counts relative to max(scale, |x|); an infinite scale leaves
  /// a state out. For whoever wires the diagram: before it is built.
  /// @throws std::invalid_argument unless there is one per state, positive.
  void SetErrorScales(const VectorRef& scales);

  /// dx/dt of this block. `xdot` has the size of its continuous state.
  virtual void CalcTimeDerivatives(const LeafContext& context,
                                   VectorXd* xdot) const;

  /// Derivatives of vector output `output`, and of dx/dt, by own state and
  /// inputs. Blocks that supply them spare integrators that linearise the
  /// diagram (CENIC) the differences: these remain where a block between plant
  /// and input does not. `jacobians` comes empty; false means not known, always
  /// or never.
  virtual bool CalcOutputJacobians(const LeafContext& context, int output,
                                   LeafJacobians* jacobians) const;
  virtual bool CalcTimeDerivativesJacobians(const LeafContext& context,
                                            LeafJacobians* jacobians) const;

  /// Puts a continuous state that was interpolated back where states of this
  /// block lie: makes quaternions unit again, say.
  virtual void ProjectContinuousState(Eigen::Ref<VectorXd> x) const;

  /// Called after all state has been set to the declared models.
  virtual void SetDefaultState(MutableLeafContext* context) const;

 protected:
  explicit LeafSystem(std::string name);

  using CalcVector = std::function<void(const LeafContext&, VectorXd*)>;

  /// A port's address is that of the block's own: it may be kept as a copy or
  /// as a reference, for as long as the block lives.
  const InputPort& DeclareVectorInputPort(std::string name, int size);
  template <class T>
  const InputPort& DeclareAbstractInputPort(std::string name) {
    return DeclareInput({std::move(name), PortType::kAbstract, &typeid(T)});
  }

  const OutputPort& DeclareVectorOutputPort(std::string name, int size,
                                            CalcVector calc,
                                            ReadSet reads = Reads::kEverything);
  template <class Leaf>
  const OutputPort& DeclareVectorOutputPort(
      std::string name, int size,
      void (Leaf::*calc)(const LeafContext&, VectorXd*) const,
      ReadSet reads = Reads::kEverything) {
    return DeclareVectorOutput(
        std::move(name), size,
        [this, calc](const LeafContext& context, Value* value) {
          (static_cast<const Leaf*>(this)->*calc)(context,
                                                  &value->get<VectorXd>());
        },
        std::move(reads));
  }
  template <class Leaf, class T>
  const OutputPort& DeclareAbstractOutputPort(
      std::string name, T model,
      void (Leaf::*calc)(const LeafContext&, T*) const,
      ReadSet reads = Reads::kEverything) {
    return DeclareOutput(
        {{std::move(name), PortType::kAbstract, &typeid(T)},
         Value(std::move(model)),
         [run = Bind(calc)](const LeafContext& context, Value* value) {
           run(context, &value->get<T>());
         },
         std::move(reads)});
  }

  /// A block has one continuous state; declare it once.
  void DeclareContinuousState(int size);
  void DeclareContinuousState(const VectorRef& model);
  /// Each returns the index of the group, state or parameter.
  int DeclareDiscreteState(const VectorRef& model);
  template <class T>
  int DeclareAbstractState(T model) {
    return Append(Value(std::move(model)), &Open().abstract_models);
  }
  /// Constant during a simulation, but part of the Context.
  template <class T>
  int DeclareParameter(T model) {
    return Append(Value(std::move(model)), &Open().parameter_models);
  }

  /// At offset + k period [s], k = 0, 1, ... A step ends at every update; what
  /// only looks, and is to change nothing, is an observer of the Simulator.
  /// Here as below, lambdas do as well as member functions.
  void DeclarePeriodicUpdate(double period, LeafDeclaration::Update update,
                             double offset = 0) {
    DeclareUpdate({period, offset}, std::move(update));
  }
  template <class Leaf>
  void DeclarePeriodicUpdate(double period,
                             void (Leaf::*update)(const LeafContext&,
                                                  NextState*) const,
                             double offset = 0) {
    DeclarePeriodicUpdate(period, Bind(update), offset);
  }
  /// Where w(t, x, z), which `calc` computes, passes through zero, `update` is
  /// made: it may switch a state machine (abstract state), reset the block's
  /// continuous state, or terminate the simulation. The zero is located by
  /// bisecting the step, to Simulator::witness_tolerance(). Where a step has
  /// one is looked for at two dozen points of its dense output, most of them
  /// early in it; two zeros between neighbours of these go unseen.
  void DeclareWitness(std::string name, WitnessDirection direction,
                      std::function<double(const LeafContext&)> calc,
                      LeafDeclaration::Update update) {
    Open().witnesses.push_back(
        {std::move(name), direction, std::move(calc), std::move(update)});
  }
  template <class Leaf>
  void DeclareWitness(std::string name, WitnessDirection direction,
                      double (Leaf::*calc)(const LeafContext&) const,
                      void (Leaf::*update)(const LeafContext&, NextState*)
                          const) {
    DeclareWitness(std::move(name), direction, Bind(calc), Bind(update));
  }
  /// Steps beyond `longest` [s] would pass over what the block's outputs do in
  /// time by themselves: integrators with error control take none.
  /// @throws std::invalid_argument unless it is positive.
  void DeclareLongestStep(double longest);

 private:
  friend class Diagram;
  friend class DiagramBuilder;

  static int Append(Value model, std::vector<Value>* models);
  const InputPort& DeclareInput(PortType port);
  const OutputPort& DeclareVectorOutput(
      std::string name, int size,
      std::function<void(const LeafContext&, Value*)> calc, ReadSet reads);
  const OutputPort& DeclareOutput(LeafDeclaration::Output output);
  void DeclareUpdate(PeriodicSchedule schedule,
                     LeafDeclaration::Update handler);
  /// The declaration, for adding to it while the diagram is not yet built.
  LeafDeclaration& Open();
  void Check(bool good, const std::string& complaint) const;

  /// The call of a const member function of the derived class on this object.
  template <class Result, class Leaf, class... Args>
  auto Bind(Result (Leaf::*function)(Args...) const) const {
    return [this, function](Args... args) {
      return (static_cast<const Leaf*>(this)->*function)(args...);
    };
  }

  std::string name_;
  LeafDeclaration all_;
  // Those of all_. A deque, for what is added leaves the addresses alone.
  std::deque<InputPort> input_ports_;
  std::deque<OutputPort> output_ports_;
  const Diagram* diagram_{};  // set by DiagramBuilder::Build()
  int index_{-1};             // in diagram_->leaves()
};

}  // namespace tactus::systems
