// Masses of real meshes against MuJoCo 3.14.
#include "multibody/importers/mjcf/truth_case.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using nlohmann::json;
using truth::Case;
using truth::Load;
using truth::ToVector;

// Its meshes are open or concave, and give the inertias: MuJoCo's "legacy"
// ones, from vertices in single precision.
TEST_CASE("MJCF: Allegro -> the masses that MuJoCo gives its meshes") {
  if (!tactus::test::HasShared("models/truth")) return;
  const Case c = Load("menagerie_allegro_right");
  for (const json& body : c.truth["bodies"]) {
    const std::string name = body["name"];
    if (name == "world") continue;
    INFO(name);
    const Body& own =
        c.model->bodies()[static_cast<size_t>(c.model->BodyIndex(name))];
    CHECK(own.inertia.mass == Approx(body["mass"].get<double>()).epsilon(1e-6));
    const Vector3d p = ToVector(body["ipos"]);
    CHECK((own.inertia.p_BoBcm - p).norm() < 1e-7);
    double trace = 0;
    for (const double moment : body["inertia"]) trace += moment;
    CHECK(own.inertia.I_Bcm.trace() == Approx(trace).epsilon(1e-5));
  }
}

}  // namespace
}  // namespace tactus::multibody
