#include "tactus/multibody/geometry_checks.h"

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/element_checks.h"

namespace tactus::multibody {
namespace {

void RequireValidMaterial(const contact::Material& m,
                          const std::string& owner) {
  Require(m.stiffness >= 0,  // Infinite ones are rigid.
          fmt::format("{}: the stiffness is {}; it must not be negative", owner,
                      m.stiffness));
  RequireNotNegative(m.dissipation, "dissipation", owner);
  RequireNotNegative(m.static_friction, "static friction", owner);
  RequireNotNegative(m.dynamic_friction, "dynamic friction", owner);
  RequireNotNegative(m.torsional_friction, "torsional friction", owner);
  RequireNotNegative(m.rolling_friction, "rolling friction", owner);
  Require(std::isfinite(m.stiction_velocity) && m.stiction_velocity > 0,
          fmt::format("{}: the stiction velocity is {}; it must be finite and "
                      "positive",
                      owner, m.stiction_velocity));
}

}  // namespace

void RequireValidGeometries(std::span<const contact::Geometry> geometries,
                            std::span<const Body> bodies) {
  for (const contact::Geometry& geometry : geometries) {
    const std::string owner = fmt::format("geometry '{}'", geometry.name);
    RequireBodyIndex(geometry.body, bodies, owner);
    RequireRigid(geometry.X_BG, owner + ": its pose in the body");
    RequireNotNegative(geometry.margin, "margin", owner);
    RequireValidMaterial(geometry.material, owner);
    Require(!bodies[geometry.body].is_virtual,
            fmt::format("{} is on body '{}', which is a virtual link of a "
                        "compound joint",
                        owner, bodies[geometry.body].name));
  }
}

void RequireValidGeometryPairs(std::span<const contact::GeometryPair> pairs,
                               std::span<const contact::Geometry> geometries) {
  std::set<std::pair<int, int>> seen;
  for (const contact::GeometryPair& pair : pairs) {
    for (const int index : {pair.geometry_a, pair.geometry_b}) {
      Require(index >= 0 && index < std::ssize(geometries),
              fmt::format("a pair refers to geometry number {}; there are {}",
                          index, geometries.size()));
    }
    const contact::Geometry& a = geometries[pair.geometry_a];
    const contact::Geometry& b = geometries[pair.geometry_b];
    const std::string owner =
        fmt::format("the pair of geometries '{}' and '{}'", a.name, b.name);
    Require(a.body != b.body, owner + " is on one body");
    Require(seen.insert(std::minmax({pair.geometry_a, pair.geometry_b})).second,
            owner + " is there twice");
    RequireNotNegative(pair.margin, "margin", owner);
    RequireValidMaterial(pair.material_a, owner);
    RequireValidMaterial(pair.material_b, owner);
    Require(std::isfinite(pair.material_a.stiffness) ||
                std::isfinite(pair.material_b.stiffness),
            owner + ": both are rigid; one must give way");
  }
}

void RequireValidVisuals(std::span<const Visual> visuals,
                         std::span<const Body> bodies) {
  for (const Visual& visual : visuals) {
    RequireBodyIndex(visual.body, bodies, "a visual");
    const std::string owner =
        fmt::format("a visual of body '{}'", bodies[visual.body].name);
    RequireRigid(visual.X_BG, owner + ": its pose in the body");
    Require(!bodies[visual.body].is_virtual,
            owner + ", which is a virtual link of a compound joint");
    const Color c = visual.color.value_or(Color{});
    for (const double x : {c.red, c.green, c.blue, c.alpha})
      Require(x >= 0 && x <= 1, owner + ": its colour is not within 0 and 1");
  }
}

void RequireValidFluid(const Fluid& fluid,
                       std::span<const FluidEllipsoid> ellipsoids,
                       std::span<const Body> bodies) {
  RequireNotNegative(fluid.density, "density", "the fluid");
  RequireNotNegative(fluid.viscosity, "viscosity", "the fluid");
  Require(fluid.wind_W.allFinite(), "the fluid: its wind is not finite");
  for (const FluidEllipsoid& part : ellipsoids) {
    RequireBodyIndex(part.body, bodies, "an ellipsoid in the fluid");
    const std::string owner =
        fmt::format("an ellipsoid of body '{}'", bodies[part.body].name);
    RequireRigid(part.X_BE, owner + ": its pose in the body");
    Require(!bodies[part.body].is_virtual,
            owner + ", which is a virtual link of a compound joint");
    for (const double radius : part.radii) {
      Require(std::isfinite(radius) && radius > 0,
              owner + ": its radii must be finite and positive");
    }
    const FlowCoefficients& c = part.coefficients;
    for (const double x : {c.blunt_drag, c.slender_drag, c.angular_drag,
                           c.kutta_lift, c.magnus_lift})
      RequireNotNegative(x, "coefficient", owner);
  }
}

}  // namespace tactus::multibody
