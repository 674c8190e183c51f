#include "tactus/multibody/plant/forces/bellows.h"

#include <cmath>
#include <numbers>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

void RequireValid(const ModelBuilder& builder, const BellowsOptions& options) {
  const auto require = [&](bool good, const char* complaint) {
    Require(good, "bellows '" + options.name + "': " + complaint);
  };
  const auto positive = [&](double number, const char* complaint) {
    require(std::isfinite(number) && number > 0, complaint);
  };
  const auto not_negative = [&](double number, const char* complaint) {
    require(std::isfinite(number) && number >= 0, complaint);
  };
  require(options.body >= 0 && options.body < builder.num_bodies(),
          "there is no such body to carry them");
  require(options.rows > 0 && options.columns > 0,
          "there must be at least one");
  positive(options.radius, "the radius must be positive");
  positive(options.length, "the length must be positive");
  positive(options.mass, "the mass must be positive");
  require(options.spacing > 2 * options.radius,
          "the spacing must be more than twice the radius");
  not_negative(options.compression, "the compression must not be negative");
  not_negative(options.extension, "the extension must not be negative");
  not_negative(options.stiffness, "the stiffness must not be negative");
  not_negative(options.damping, "the damping must not be negative");
  require(options.compression <= options.length,
          "the compression must not be more than the length");
}

// The bellow whose root is at p_GR; `density` is the cylinder's.
SuctionCup AddBellow(ModelBuilder* builder, const BellowsOptions& options,
                     const std::string& name, const Vector3d& p_GR,
                     double density) {
  const contact::Cylinder cylinder{.radius = options.radius,
                                   .half_length = options.length / 2};
  const int bellow = builder->AddBody(
      name, MakeSolidInertia(cylinder, density, RigidTransform::Identity()));
  builder->AddGeometry({.name = name,
                        .body = bellow,
                        .shape = cylinder,
                        .material = options.material});
  const Vector3d p_GBo = p_GR + Vector3d(0, 0, cylinder.half_length);
  builder->AddJoint({.name = name,
                     .type = JointType::kPrismatic,
                     .parent = options.body,
                     .child = bellow,
                     .X_PF = options.X_BG * Eigen::Translation3d(p_GBo),
                     .lower = -options.compression,
                     .upper = options.extension,
                     .damping = options.damping,
                     .stiffness = options.stiffness});
  builder->ExcludePair(options.body, bellow);
  return {.body = name,
          .p_BoM_B = {0, 0, cylinder.half_length},
          .reaction_body = options.reaction_on_carrier
                               ? builder->body(options.body).name
                               : name};
}

}  // namespace

std::vector<SuctionCup> AddBellows(ModelBuilder* builder,
                                   const BellowsOptions& options) {
  RequireValid(*builder, options);
  const double area = std::numbers::pi * options.radius * options.radius;
  const double density = options.mass / (area * options.length);
  std::vector<SuctionCup> cups;
  for (int row = 0; row < options.rows; ++row) {
    for (int column = 0; column < options.columns; ++column) {
      const Vector3d p_GR(
          options.spacing * (column - (options.columns - 1) / 2.0),
          options.spacing * (row - (options.rows - 1) / 2.0), 0);
      const std::string name = options.name + "_" + std::to_string(row) + "_" +
                               std::to_string(column);
      cups.push_back(AddBellow(builder, options, name, p_GR, density));
    }
  }
  return cups;
}

}  // namespace tactus::multibody
