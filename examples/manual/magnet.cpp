// A force of one's own between two bodies: a magnet and an iron ball that it
// draws, each on a slide, with F = c / d^2. Potential becomes speed,
//
//     c (1/d - 1/d0) = m v^2 / 2,   1/m = 1/m1 + 1/m2,   v = -d'.
#include <cmath>
#include <cstdio>

#include "tactus/tactus.h"

using namespace tactus;
using namespace tactus::multibody;

constexpr char kModel[] = R"(<mujoco><option gravity="0 0 0"/><worldbody>
  <body name="magnet"><joint name="m" type="slide" axis="1 0 0"/>
    <geom type="box" size="0.02 0.02 0.02" mass="0.3"/></body>
  <body name="ball" pos="0.3 0 0"><joint name="b" type="slide" axis="1 0 0"/>
    <geom type="sphere" size="0.02" mass="0.1"/></body></worldbody></mujoco>)";
constexpr double kStrength = 2e-3;  // c [N m^2]

class Magnet final : public ForceElement {
 public:
  Magnet(std::shared_ptr<const Model> model, BodyPoint a, BodyPoint b)
      : ForceElement("magnet", std::move(model)), a_(a), b_(b) {
    DeclareForces({systems::Reads::kNothing, {body_poses_input()}});
  }

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override {
    const Vector3d d = PositionOf(context, b_) - PositionOf(context, a_);
    Vector6d F = Vector6d::Zero();
    F.tail<3>() = kStrength / d.squaredNorm() * d.normalized();
    *forces = {{.body = a_.body, .p_BoQ_B = a_.p_BoP_B, .F_Q_W = F},
               {.body = b_.body, .p_BoQ_B = b_.p_BoP_B, .F_Q_W = -F}};
  }
  BodyPoint a_, b_;
};

int main(int argc, char** argv) {
  ModelBuilder bodies;
  ParseMjcf(kModel, "magnet.xml", {.strict = true}, &bodies);
  const std::shared_ptr<const Model> model = std::move(bodies).Build();
  systems::DiagramBuilder builder;
  auto& plant = builder.AddSystem<MultibodyPlant>(model);
  auto& magnet = builder.AddSystem<Magnet>(
      model, CenterOfMass(*model, model->BodyIndex("magnet")),
      CenterOfMass(*model, model->BodyIndex("ball")));
  ConnectForces(plant, {&magnet}, &builder);
  const auto diagram = std::move(builder).Build();
  systems::Simulator simulator(*diagram);
  auto& cenic = simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-5});
  recording::Recorder recorder(plant);
  recorder.Watch(&simulator, &cenic.statistics());
  double error = 0;  // Of the speed, until 1 mm before they touch [m/s].
  simulator.Observe(0.01, [&](const systems::Context& context) {
    const auto q = plant.positions(context), v = plant.velocities(context);
    const double d = 0.3 + q[1] - q[0], m = 0.3 * 0.1 / 0.4;
    if (d < 0.041) return;
    const double speed = std::sqrt(2 * kStrength / m * (1 / d - 1 / 0.3));
    error = std::max(error, std::abs(speed + v[1] - v[0]));
  });
  simulator.AdvanceTo(2);
  const Vector2d q = plant.positions(simulator.context());
  const double d = 0.3 + q[1] - q[0];
  std::printf("speed within %.1e m/s; in the end %.4f m apart\n", error, d);
  if (argc > 1) recorder.WriteHtml(argv[1]);
  return error < 1e-3 && std::abs(d - 0.04) < 1e-3 ? 0 : 1;
}
