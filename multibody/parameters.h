#pragma once

#include <memory>
#include <span>
#include <string>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// One number of a model, for identification and design.
///
///   kind               index     component                unit
///   kMass              body      -; I_Bcm stays           kg
///   kInertia           body      xx yy zz xy xz yz,       kg m^2
///                                of I_Bcm
///   kCenterOfMass      body      x y z of p_BoBcm, in B   m
///   kJointPosition     joint     x y z of F in the        m
///                                parent: lengths of links
///   kGeometryPosition  geometry  x y z on its body        m
///   kRadius            geometry  -; sphere, capsule,      m
///                                cylinder
///   kHalfExtent        geometry  x y z of a box; z, the   m
///                                half length, of a
///                                capsule or cylinder
///   kFriction          geometry  -; Coulomb's, static     -
///                                and dynamic
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

/// @throws std::invalid_argument for what does not exist, for a shape that has
/// no such number, and for the friction of a geometry that is in a pair with
/// materials of its own.
double GetParameter(const Model& model, const Parameter& parameter);

/// The same model with other numbers; `model` stays as it is. Names, numbers
/// of bodies and coordinates are the same.
/// @throws std::invalid_argument likewise, and as ModelBuilder::Build() for
/// values that make no sense.
std::shared_ptr<const Model> WithParameters(
    const Model& model, std::span<const Parameter> parameters,
    const VectorXd& values);

}  // namespace tactus::multibody
