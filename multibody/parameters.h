#pragma once

#include <memory>
#include <span>
#include <string>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// One number of a model, for identification and design.
///
///   kind               index     component  [unit]
///   kMass              body      -                       [kg]; I_Bcm stays
///   kInertia           body      xx yy zz xy xz yz of I_Bcm  [kg m^2]
///   kCenterOfMass      body      x y z of p_BoBcm, in B      [m]
///   kJointPosition     joint     x y z of F in the parent: lengths of links
///   [m] kGeometryPosition  geometry  x y z on its body           [m] kRadius
///   geometry  -  sphere, capsule, cylinder    [m] kHalfExtent        geometry
///   x y z of a box; z, the half length, of
///                                a capsule or cylinder       [m]
///   kFriction          geometry  -  Coulomb's, static and dynamic
struct Parameter {
  enum class Kind {
    kMass,
    kInertia,
    kCenterOfMass,
    kJointPosition,
    kGeometryPosition,
    kRadius,
    kHalfExtent,
    kFriction
  };
  Kind kind = Kind::kMass;
  int index{};  ///< Into Model::bodies(), joints() or geometries().
  int component{};
  bool operator==(const Parameter&) const = default;
};

/// What a parameter is, as in "mass of body 'link'".
std::string Describe(const Model& model, const Parameter& parameter);

/// Whether it is a number of a geometry's shape: kRadius and kHalfExtent.
bool IsOfShape(const Parameter& parameter);

/// Where such a number stands; null where the shape has none.
double* FindShapeNumber(const Parameter& parameter, contact::Shape* shape);

/// @throws std::invalid_argument for what does not exist, or for a shape that
/// has no such number.
double GetParameter(const Model& model, const Parameter& parameter);

/// The same model with other numbers; `model` stays as it is. Names, numbers
/// of bodies and coordinates are the same.
/// @throws std::invalid_argument likewise, and as ModelBuilder::Build() for
/// values that make no sense.
std::shared_ptr<const Model> WithParameters(
    const Model& model, std::span<const Parameter> parameters,
    const VectorXd& values);

}  // namespace tactus::multibody
