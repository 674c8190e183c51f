// A gripper picks up a box: a state machine at 100 Hz that feels what it
// touches. Contact comes to it as an input; mode and efforts are its state.
//
//     reach   down to the box, fingers open
//     grasp   fingers close, until both press on the box
//     lift    up
//
// It keeps references to its ports, as to members of its own. An argument names
// a page to write.
#include <cmath>
#include <cstdio>

#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;
using namespace tactus::systems;

constexpr char kModel[] = R"(<mujoco><worldbody>
  <geom type="plane" size="1 1 1"/>
  <body name="palm" pos="0 0 0.4"><joint name="lift" type="slide"/>
    <geom type="box" size=".08 .03 .01" mass=".5"/>
    <body name="left" pos="-.06 0 -.05"><joint name="left" type="slide"
      axis="1 0 0" range="-.02 .06" damping="20"/>
      <geom type="box" size=".005 .02 .05" mass=".05"/></body>
    <body name="right" pos=".06 0 -.05"><joint name="right" type="slide"
      axis="-1 0 0" range="-.02 .06" damping="20"/>
      <geom type="box" size=".005 .02 .05" mass=".05"/></body></body>
  <body name="box"><freejoint/>
    <geom name="box" type="box" size=".03 .03 .03" mass=".2"/></body>
  </worldbody><actuator><motor joint="lift"/><motor joint="left"/>
  <motor joint="right"/></actuator></mujoco>)";

enum class Mode { kReach, kGrasp, kLift };

class Picker final : public LeafSystem {
 public:
  explicit Picker(const Model& model)
      : LeafSystem("picker"),
        model_(model),
        lift_(model.joints()[model.JointIndex("lift")]),
        state_(DeclareVectorInputPort(
            "state", model.num_positions() + model.num_velocities())),
        contacts_(DeclareAbstractInputPort<ContactResults>("contacts")) {
    DeclareAbstractState(static_cast<int>(Mode::kReach));
    DeclareDiscreteState(VectorXd::Zero(3));
    DeclarePeriodicUpdate(0.01, &Picker::Update);  // [s]
    DeclareVectorOutputPort(
        "efforts", 3,
        [](const LeafContext& c, VectorXd* u) { *u = c.discrete_state(); },
        Reads::kDiscrete);
  }

 private:
  // How hard fingers press on the box from the sides [N].
  double CalcSqueeze(const LeafContext& context) const {
    double sum = 0;
    for (const PointContact& point :
         contacts_.Eval<ContactResults>(context).points) {
      const bool is_box = model_.geometries()[point.geometry_a].name == "box" ||
                          model_.geometries()[point.geometry_b].name == "box";
      if (is_box) sum += std::abs(point.force_B_W.x());
    }
    return sum / 2;
  }
  void Update(const LeafContext& context, NextState* next) const {
    const VectorXd& x = state_.Eval(context);
    const double z = x[lift_.q_start];
    const double rate = x[model_.num_positions() + lift_.v_start];
    int& mode = next->abstract_state<int>();
    const bool is_there = std::abs(z + 0.29) < 0.01 && std::abs(rate) < 0.02;
    if (mode == static_cast<int>(Mode::kReach) && is_there)
      mode = static_cast<int>(Mode::kGrasp);
    else if (mode == static_cast<int>(Mode::kGrasp) &&
             CalcSqueeze(context) > 0.9 * kGrip)
      mode = static_cast<int>(Mode::kLift);
    const bool lifts = mode == static_cast<int>(Mode::kLift);
    const double grip = mode == static_cast<int>(Mode::kReach) ? -2 : kGrip;
    const double weight = (lifts ? 0.8 : 0.6) * 9.81;
    const double up = weight + 200 * ((lifts ? -0.1 : -0.29) - z) - 30 * rate;
    next->discrete_state() << up, grip, grip;
  }

  static constexpr double kGrip = 8;  // [N]
  const Model& model_;
  const Joint& lift_;
  const InputPort& state_;
  const InputPort& contacts_;
};

int main(int argc, char** argv) {
  ModelBuilder model;
  ParseMjcf(kModel, "gripper.xml", {.strict = true}, &model);
  DiagramBuilder builder;
  auto& plant = builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  auto& picker = builder.AddSystem<Picker>(plant.model());
  builder.Connect(plant.state_output(), picker.GetInputPort("state"));
  builder.Connect(plant.contact_results_output(),
                  picker.GetInputPort("contacts"));
  builder.Connect(picker.get_output_port(), plant.actuation_input());
  const auto diagram = std::move(builder).Build();

  Simulator simulator(*diagram);
  auto& cenic = simulator.reset_integrator<integrators::Cenic>();
  plant.SetFreeBodyPose(&simulator.mutable_context(), "box",
                        RigidTransform(Eigen::Translation3d(0.01, 0, 0.03)));
  recording::Recorder recorder(plant);
  recorder.Watch(&simulator, &cenic.statistics());
  simulator.AdvanceTo(4);
  const Context& end = simulator.context();
  const Vector3d p = plant.EvalBodyPose(end, "box").translation();
  const Vector3d v = plant.EvalBodyVelocity(end, "box").tail<3>();
  std::printf("the box is %.4f m up, at %.1e m/s\n", p.z() - 0.03, v.norm());
  if (argc > 1) recorder.WriteHtml(argv[1]);
  return std::abs(p.z() - 0.22) < 0.01 && v.norm() < 1e-3 ? 0 : 1;
}
