// What acts along a tendon under every method, against closed forms: loads on
// ropes over a wheel, along joints and along a path through space.
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/multibody/plant/tendon_tension.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::StepRecord;
using multibody::Tendon;
using systems::Simulator;
using test::JointType;
using test::Model;
using test::ModelBuilder;
using test::PlantDiagram;

constexpr double kGravity = 9.81;
constexpr double kStep = 1e-3;

enum class Method { kIcf, kCenic, kRk3, kComFree, kCond, kPgs, kApgd, kDojo };
constexpr Method kAll[] = {Method::kIcf,     Method::kCenic, Method::kRk3,
                           Method::kComFree, Method::kCond,  Method::kPgs,
                           Method::kApgd,    Method::kDojo};

std::string NameOf(Method method) {
  constexpr const char* kNames[] = {"icf",  "cenic", "rk3",  "comfree",
                                    "cond", "pgs",   "apgd", "dojo"};
  return kNames[static_cast<int>(method)];
}

template <class Step, class Options>
void TakeFixed(Options options, Simulator* simulator) {
  simulator->reset_integrator<FixedStep>(std::make_unique<Step>(options),
                                         kStep);
}

void SetIntegrator(Method method, Simulator* simulator) {
  const contact::CondOptions cond{.residual = 1e-10};
  switch (method) {
    case Method::kIcf:
      return TakeFixed<IcfStep>(IcfStepOptions{.tolerance = 1e-12}, simulator);
    case Method::kCenic:
      simulator->reset_integrator<Cenic>(
          CenicOptions{.accuracy = 1e-7, .h_max = 0.01});
      return;
    case Method::kRk3:
      simulator->reset_integrator<RungeKutta3>(
          RungeKutta3Options{.accuracy = 1e-7, .h_max = kStep});
      return;
    case Method::kComFree:
      return TakeFixed<ComFreeStep>(contact::ComFreeOptions{}, simulator);
    case Method::kCond:
      return TakeFixed<CondStep>(cond, simulator);
    case Method::kPgs:
      return TakeFixed<PgsStep>(cond, simulator);
    case Method::kApgd:
      return TakeFixed<ApgdStep>(cond, simulator);
    case Method::kDojo:
      // By kappa efforts stay off their limits, too.
      return TakeFixed<DojoStep>(DojoOptions{.kappa = 1e-9}, simulator);
  }
}

constexpr double kWheelHeight = 2, kRadius = 0.1;

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// A wheel at rest that the rope passes above.
Tendon::Stop Wheel() {
  Tendon::Stop wheel = Point(0, {0, 0, kWheelHeight});
  wheel.kind = Tendon::Stop::Kind::kCylinder;
  wheel.X_BS.linear() =
      Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()).matrix();
  wheel.radius = kRadius;
  wheel.side_body = 0;
  wheel.p_BSide = Vector3d(0, 0, kWheelHeight + 2 * kRadius);
  return wheel;
}

/// A load that hangs on a rope over the wheel, from the ground or from a
/// counterweight, each at z = 0,
///
///     L = kLength - z - z_counter.
///
/// Along a path the loads are free bodies, else they slide along z.
struct Lift {
  static constexpr double kLength =
      2 * kWheelHeight + std::numbers::pi * kRadius;

  Lift(bool along_path, Tendon rope, double mass, double counter_mass = 0)
      : is_path(along_path) {
    const int counter =
        counter_mass > 0 ? AddLoad("counter", -kRadius, counter_mass) : 0;
    load = AddLoad("load", kRadius, mass);
    rope.name = "rope";
    if (is_path) {
      const Vector3d start(counter > 0 ? 0 : -kRadius, 0, 0);
      rope.path = {Point(counter, start), Wheel(), Point(load, {0, 0, 0})};
    } else {
      rope.offset = kLength;
      for (int joint = 0; joint < load; ++joint)
        rope.terms.push_back({joint, -1});
    }
    builder.AddTendon(rope);
  }
  int AddLoad(const std::string& name, double x, double mass) {
    const int body = builder.AddBody(
        name, {.mass = mass, .I_Bcm = 0.01 * Matrix3d::Identity()});
    RigidTransform X_WB = RigidTransform::Identity();
    X_WB.translation().x() = x;
    if (is_path) {
      builder.SetDefaultPose(body, X_WB);
    } else {
      builder.AddJoint({.name = name,
                        .type = JointType::kPrismatic,
                        .child = body,
                        .X_PF = X_WB});
    }
    return body;
  }
  PlantDiagram Place() {
    model = std::move(builder).Build();
    return test::MakeAlone(model);
  }

  bool is_path;
  int load{};
  ModelBuilder builder;
  std::shared_ptr<const Model> model;
};

/// The load's height and speed, and, in the last step, its acceleration and how
/// hard the rope pulls.
struct Sample {
  double z{}, v{}, vdot{}, tension{};
};

/// A lift that runs.
class Running {
 public:
  Running(Lift lift, Method method)
      : body_(lift.load),
        scene_(lift.Place()),
        simulator_(*scene_.diagram, scene_.context) {
    SetIntegrator(method, &simulator_);
    simulator_.Initialize();
  }

  Sample To(double time) {
    simulator_.AdvanceTo(time);
    const auto& context = simulator_.context();
    const auto& plant = *scene_.plant;
    const Model& model = plant.model();
    const auto& record = plant.step_record_output().Eval<StepRecord>(context);
    const multibody::Joint& joint = model.joints()[body_ - 1];
    const int along_z = joint.v_start + joint.nv() - 1;
    return {.z = plant.body_poses_output()
                     .Eval<std::vector<RigidTransform>>(context)[body_]
                     .translation()
                     .z(),
            .v = plant.velocities(context)[along_z],
            .vdot = record.vdot[along_z],
            .tension = CalcTendonTension(model, record, 0)};
  }

 private:
  int body_;
  PlantDiagram scene_;
  Simulator simulator_;
};

// m vdot = T - m g, and T = m g at rest. CENIC's last step is a short one, in
// which the limit is stiffer, and pushes back. ComFree's is soft, and swings.
TEST_CASE("Tendon methods: a load at rest on a limit -> its weight") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, weight = mass * kGravity;
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Running lift(Lift(is_path, {.upper = Lift::kLength}, mass), method);
    const Sample early = lift.To(0.03), end = lift.To(2);
    for (const Sample& at : {early, end})
      CHECK(at.tension == Approx(weight + mass * at.vdot).epsilon(1e-7));
    const double share = method == Method::kCenic ? 0.005 : 1e-4;
    CHECK(end.tension == Approx(weight).epsilon(share));
    CHECK(std::abs(end.v) < 1e-4);
    const double give = method == Method::kComFree ? 0.01 : 1e-3;
    CHECK(std::abs(end.z) < give);
  }
}

// Between m and M, a = g (m - M) / (m + M) and T = 2 g m M / (m + M).
TEST_CASE("Tendon methods: two loads on a rope at its limit -> Atwood's") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, counter = 1.9;
  const double a = kGravity * (mass - counter) / (mass + counter);
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Running lift(Lift(is_path, {.upper = Lift::kLength}, mass, counter),
                 method);
    const Sample start = lift.To(1.6), end = lift.To(2);
    CHECK((end.v - start.v) / 0.4 == Approx(-a).epsilon(2e-3));
    const double tension = 2 * kGravity * mass * counter / (mass + counter);
    const double share = method == Method::kCenic ? 0.005 : 1e-4;
    CHECK(end.tension == Approx(tension).epsilon(share));
  }
}

// It swings as cos(sqrt(k / m) t) about m g / k, where the rope has been slack.
TEST_CASE("Tendon methods: a spring -> half a period from bottom to top") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, stiffness = 200;
  const double omega = std::sqrt(stiffness / mass);
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Running lift(Lift(is_path,
                      {.rest_lower = Lift::kLength,
                       .rest_upper = Lift::kLength,
                       .stiffness = stiffness},
                      mass),
                 method);
    std::vector<double> turns;
    Sample last = lift.To(0);
    for (int i = 1; i <= 700; ++i) {
      const Sample next = lift.To(kStep * i);
      if (last.v * next.v < 0)
        turns.push_back(kStep * (i - next.v / (next.v - last.v)));
      if (turns.size() == 1 && last.v < 0 && next.v >= 0)
        CHECK(next.z == Approx(-2 * mass * kGravity / stiffness).epsilon(0.02));
      CHECK(next.tension == Approx(-stiffness * next.z).margin(0.5));
      last = next;
    }
    REQUIRE(turns.size() == 2);
    CHECK(turns[1] - turns[0] ==
          Approx(std::numbers::pi / omega).epsilon(1e-3));
  }
}

// v = -m g / d (1 - exp(-d t / m)).
TEST_CASE("Tendon methods: a damper -> the speed that its force allows") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, damping = 10;
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Running lift(Lift(is_path, {.damping = damping}, mass), method);
    for (const double time : {0.1, 0.4}) {
      const Sample at = lift.To(time);
      const double v =
          -mass * kGravity / damping * (1 - std::exp(-damping * time / mass));
      CHECK(at.v == Approx(v).epsilon(0.01));
      CHECK(at.tension == Approx(-damping * at.v).epsilon(0.01));
    }
  }
}

// m a = f - m g with the motor's f, and f = T.
TEST_CASE("Tendon methods: a motor pulls -> the acceleration of its force") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, pull = 25;
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Lift lift(is_path, {}, mass);
    lift.builder.AddActuator(
        {.name = "motor", .tendon = 0, .gain = 0, .bias0 = -pull});
    Running running(std::move(lift), method);
    const Sample start = running.To(0.1), end = running.To(0.3);
    CHECK((end.v - start.v) / 0.2 == Approx(pull / mass - kGravity));
    CHECK(end.tension == Approx(pull));
  }
}

// f = k (l0 - L) - d L_dot comes to rest where it bears the weight.
TEST_CASE("Tendon methods: a servo holds a load -> where its force bears it") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, gain = 2e4;
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Lift lift(is_path, {}, mass);
    lift.builder.AddActuator({.name = "servo",
                              .tendon = 0,
                              .gain = 0,
                              .bias0 = gain * Lift::kLength,
                              .bias1 = -gain,
                              .bias2 = -400});
    Running running(std::move(lift), method);
    const Sample end = running.To(0.6);
    CHECK(end.z == Approx(-mass * kGravity / gain).epsilon(1e-3));
    CHECK(end.tension == Approx(mass * kGravity).epsilon(1e-3));
  }
}

// At most the force limit holds up: the rest falls.
TEST_CASE("Tendon methods: a servo beyond its limit -> falls by the rest") {
  const bool is_path = GENERATE(false, true);
  const double mass = 2, most = 12;
  for (const Method method : kAll) {
    INFO(NameOf(method) << (is_path ? ", path" : ", joints"));
    Lift lift(is_path, {}, mass);
    lift.builder.AddActuator({.name = "servo",
                              .tendon = 0,
                              .gain = 0,
                              .bias0 = 2e4 * (Lift::kLength - 0.1),
                              .bias1 = -2e4,
                              .bias2 = -400,
                              .force_lower = -most});
    Running running(std::move(lift), method);
    const Sample start = running.To(0.1), end = running.To(0.3);
    CHECK((end.v - start.v) / 0.2 ==
          Approx(most / mass - kGravity).epsilon(1e-3));
    CHECK(end.tension == Approx(most).epsilon(1e-3));
  }
}

}  // namespace
}  // namespace tactus::integrators
