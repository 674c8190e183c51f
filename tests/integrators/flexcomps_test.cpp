// MuJoCo's deformable bodies, from the file to the motion.
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

std::shared_ptr<const multibody::Model> Load(const std::string& world) {
  multibody::ModelBuilder builder;
  multibody::ParseMjcf("<mujoco><worldbody>" + world + "</worldbody></mujoco>",
                       "m.xml", {}, &builder);
  return std::move(builder).Build();
}

// A bar of 5 cm by 5 cm by 50 cm, held at its top: u = rho g L^2 / (2 E).
const std::string kBar =
    "<flexcomp name='bar' type='grid' dim='3' count='2 2 11' spacing='.05 .05 "
    ".05' mass='1.25' pos='0 0 1'><elasticity young='1e5' damping='.05'/>"
    "<contact selfcollide='none'/><pin gridrange='0 0 10 1 1 10'/></flexcomp>";

TEST_CASE("Flexcomps: a bar that hangs -> stretched by its weight") {
  test::Stepping stepping(Load(kBar));
  CondStep cond(contact::CondOptions{.residual = 1e-9});
  const VectorXd start = stepping.q;
  for (int i = 0; i < 300; ++i) stepping.Step(&cond, 5e-3);
  REQUIRE(stepping.failure().empty());
  const auto& bar = stepping.model().elastic_bodies()[0];
  const double sag = 1000 * 9.81 * 0.25 / 2e5;
  double lowest = 0, highest = 0;
  for (int i = 0; i < 4; ++i) {  // iz = 0, 10 at each corner
    const int low = bar.q_start + 3 * 11 * i + 2, high = low + 30;
    lowest += (start[low] - stepping.q[low]) / 4;
    highest += (start[high] - stepping.q[high]) / 4;
  }
  CHECK(lowest - highest == Approx(sag).epsilon(0.02));
  CHECK(std::abs(highest) < 0.02 * sag);  // What holds it yields a little.
}

TEST_CASE("Flexcomps: under ICF -> a sentence that refuses elastic bodies") {
  test::Stepping stepping(Load(kBar));
  IcfStep icf;
  CHECK_THROWS_WITH(stepping.Step(&icf, 1e-3), Catch::Contains("bar"));
}

}  // namespace
}  // namespace tactus::integrators
