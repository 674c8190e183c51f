#include "tactus/integrators/diagram/project_start.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/classic/sdirk2.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

/// Two sliders of 1 kg at rest, on a rope x + y <= 1 that is 1 m too short.
test::PlantDiagram MakeTautRope() {
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  std::vector<multibody::Tendon::Term> terms;
  for (const std::string name : {"left", "right"}) {
    const int body =
        model.AddBody(name, {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
    terms.push_back(
        {.joint = model.AddJoint({.name = name,
                                  .type = test::JointType::kPrismatic,
                                  .parent = 0,
                                  .child = body,
                                  .axis_F = Vector3d::UnitX()})});
  }
  model.AddTendon({.name = "rope", .terms = terms, .upper = 1});
  test::PlantDiagram rope = test::MakeAlone(std::move(model).Build());
  rope.plant->SetPositions(&rope.context, Eigen::Vector2d(1.5, 0.5));
  return rope;
}

// Thrown by its near-rigid spring, it would leave at hundreds of metres a
// second.
void CheckStaysAtRest(const std::string& method,
                      std::unique_ptr<systems::Integrator> integrator) {
  INFO(method);
  const test::PlantDiagram rope = MakeTautRope();
  systems::Simulator simulator(*rope.diagram, rope.context);
  simulator.set_integrator(std::move(integrator));
  simulator.AdvanceTo(0.5);
  const auto q = rope.plant->positions(simulator.context());
  CHECK(q[0] == Approx(1).margin(1e-6));
  CHECK(q[1] == Approx(0).margin(1e-6));
  CHECK(rope.plant->velocities(simulator.context()).norm() < 1e-6);
}

TEST_CASE("ProjectStart: a rope too short -> no method is thrown by it") {
  CheckStaysAtRest("cenic", std::make_unique<Cenic>());
  CheckStaysAtRest(
      "icf", std::make_unique<FixedStep>(std::make_unique<IcfStep>(), 0.005));
  CheckStaysAtRest("rk3", std::make_unique<RungeKutta3>());
  CheckStaysAtRest("sdirk2", std::make_unique<Sdirk2>());
}

// What is written to the log while this lives.
class LogLines {
 public:
  LogLines() {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
  }
  ~LogLines() { spdlog::set_default_logger(before_); }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  std::string text() const { return text_.str(); }
  auto count() const { return std::ranges::count(text_.str(), '\n'); }

 private:
  std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
  std::ostringstream text_;
};

TEST_CASE("ProjectStart: many constraints violated -> six told, and a count") {
  for (const int count : {6, 20}) {
    test::ModelBuilder model;
    for (int i = 0; i < count; ++i) {
      const std::string name = std::to_string(i);
      const int body = model.AddBody(
          name, {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
      const int joint = model.AddJoint({.name = name,
                                        .type = test::JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX()});
      model.AddTendon({.name = name, .terms = {{.joint = joint}}, .upper = 1});
    }
    test::PlantDiagram ropes = test::MakeAlone(std::move(model).Build());
    ropes.plant->SetPositions(&ropes.context, VectorXd::Constant(count, 1.5));
    const LogLines lines;
    ProjectStart(*ropes.plant, &ropes.context);
    CHECK(ropes.plant->positions(ropes.context)
              .isApprox(VectorXd::Constant(count, 1), 1e-6));
    CHECK(lines.count() == (count == 6 ? 6 : 7));
    if (count == 20) CHECK_THAT(lines.text(), Catch::Contains("14 more"));
  }
}

}  // namespace
}  // namespace tactus::integrators
