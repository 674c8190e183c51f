#include "tactus/multibody/parameters.h"

#include <stdexcept>
#include <variant>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using contact::Geometry;
using contact::Shape;
using Kind = Parameter::Kind;

struct KindInfo {
  const char* name;
  const char* owner;
  std::vector<const char*> components;  // Empty: one number.
};

KindInfo InfoOf(Kind kind) {
  switch (kind) {
    case Kind::kMass:
      return {"mass", "body", {}};
    case Kind::kInertia:
      return {"inertia", "body", {"xx", "yy", "zz", "xy", "xz", "yz"}};
    case Kind::kCenterOfMass:
      return {"centre of mass", "body", {"x", "y", "z"}};
    case Kind::kJointPosition:
      return {"position", "joint", {"x", "y", "z"}};
    case Kind::kGeometryPosition:
      return {"position", "geometry", {"x", "y", "z"}};
    case Kind::kRadius:
      return {"radius", "geometry", {}};
    case Kind::kHalfExtent:
      return {"half extent", "geometry", {"x", "y", "z"}};
    case Kind::kFriction:
      return {"friction", "geometry", {}};
  }
  throw std::invalid_argument("a parameter of no kind");
}

// Copies of what parameters are numbers of.
struct Parts {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Geometry> geometries;
};

double* FindRadius(Shape* shape) {
  if (auto* sphere = std::get_if<contact::Sphere>(shape))
    return &sphere->radius;
  if (auto* capsule = std::get_if<contact::Capsule>(shape))
    return &capsule->radius;
  if (auto* cylinder = std::get_if<contact::Cylinder>(shape))
    return &cylinder->radius;
  return nullptr;
}

double* FindHalfExtent(int component, Shape* shape) {
  if (auto* box = std::get_if<contact::Box>(shape))
    return &box->half_extents[component];
  if (component < 2) return nullptr;
  if (auto* capsule = std::get_if<contact::Capsule>(shape))
    return &capsule->half_length;
  if (auto* cylinder = std::get_if<contact::Cylinder>(shape))
    return &cylinder->half_length;
  return nullptr;
}

constexpr int kRow[] = {0, 1, 2, 0, 0, 1}, kColumn[] = {0, 1, 2, 1, 2, 2};

// Where the number stands; null where the shape has no such number. Mirrored
// numbers follow in Complete().
double* Find(const Parameter& parameter, Parts* parts) {
  const int i = parameter.index, k = parameter.component;
  switch (parameter.kind) {
    case Kind::kMass:
      return &parts->bodies[i].inertia.mass;
    case Kind::kInertia:
      return &parts->bodies[i].inertia.I_Bcm(kRow[k], kColumn[k]);
    case Kind::kCenterOfMass:
      return &parts->bodies[i].inertia.p_BoBcm[k];
    case Kind::kJointPosition:
      return &parts->joints[i].X_PF.matrix()(k, 3);
    case Kind::kGeometryPosition:
      return &parts->geometries[i].X_BG.matrix()(k, 3);
    case Kind::kRadius:
    case Kind::kHalfExtent:
      return FindShapeNumber(parameter, &parts->geometries[i].shape);
    case Kind::kFriction:
      return &parts->geometries[i].material.dynamic_friction;
  }
  return nullptr;
}

// Numbers that stand in two places.
void Complete(const Parameter& parameter, Parts* parts) {
  const int i = parameter.index, k = parameter.component;
  if (parameter.kind == Kind::kInertia) {
    Matrix3d& I = parts->bodies[i].inertia.I_Bcm;
    I(kColumn[k], kRow[k]) = I(kRow[k], kColumn[k]);
  } else if (parameter.kind == Kind::kFriction) {
    contact::Material& material = parts->geometries[i].material;
    material.static_friction = material.dynamic_friction;
  }
}

Parts CopyParts(const Model& model) {
  const auto copy = [](const auto& span) {
    return std::vector(span.begin(), span.end());
  };
  return {copy(model.bodies()), copy(model.joints()), copy(model.geometries())};
}

// Where a pair has materials of its own, a geometry's friction has no effect.
void RequireOwnFriction(const Model& model, const Parameter& parameter) {
  for (const contact::GeometryPair& pair : model.geometry_pairs()) {
    const bool is_a = pair.geometry_a == parameter.index;
    if (!is_a && pair.geometry_b != parameter.index) continue;
    const int other = is_a ? pair.geometry_b : pair.geometry_a;
    throw std::invalid_argument(
        fmt::format("friction of geometry '{}' does not act on '{}': the pair "
                    "has its own",
                    model.geometries()[parameter.index].name,
                    model.geometries()[other].name));
  }
}

void RequireExisting(const Model& model, const Parameter& parameter) {
  const KindInfo info = InfoOf(parameter.kind);
  const std::string_view owner = info.owner;
  const std::size_t size = owner == "body"    ? model.bodies().size()
                           : owner == "joint" ? model.joints().size()
                                              : model.geometries().size();
  Require(
      parameter.index >= 0 && static_cast<std::size_t>(parameter.index) < size,
      fmt::format("a parameter of {} {}, of {}", owner, parameter.index, size));
  const auto components =
      std::max<std::size_t>(info.components.size(), std::size_t{1});
  Require(parameter.component >= 0 &&
              static_cast<std::size_t>(parameter.component) < components,
          fmt::format("component {} of the {} of a {}, which has {}",
                      parameter.component, info.name, owner, components));
  if (parameter.kind == Kind::kFriction) RequireOwnFriction(model, parameter);
}

}  // namespace

std::string Describe(const Model& model, const Parameter& parameter) {
  RequireExisting(model, parameter);
  const KindInfo info = InfoOf(parameter.kind);
  const std::string_view owner = info.owner;
  const std::string& name =
      owner == "body"    ? model.bodies()[parameter.index].name
      : owner == "joint" ? model.joints()[parameter.index].name
                         : model.geometries()[parameter.index].name;
  const std::string component =
      info.components.empty()
          ? ""
          : fmt::format(" {}", info.components[parameter.component]);
  return fmt::format("{}{} of {} '{}'", info.name, component, owner, name);
}

bool IsOfShape(const Parameter& parameter) {
  return parameter.kind == Kind::kRadius || parameter.kind == Kind::kHalfExtent;
}

double* FindShapeNumber(const Parameter& parameter, Shape* shape) {
  return parameter.kind == Kind::kRadius
             ? FindRadius(shape)
             : FindHalfExtent(parameter.component, shape);
}

double GetParameter(const Model& model, const Parameter& parameter) {
  RequireExisting(model, parameter);
  Parts parts = CopyParts(model);
  const double* found = Find(parameter, &parts);
  Require(found != nullptr, Describe(model, parameter) + " does not exist");
  return *found;
}

std::shared_ptr<const Model> WithParameters(
    const Model& model, std::span<const Parameter> parameters,
    const VectorXd& values) {
  Require(static_cast<std::size_t>(values.size()) == parameters.size(),
          fmt::format("{} values for {} parameters", values.size(),
                      parameters.size()));
  Parts parts = CopyParts(model);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    RequireExisting(model, parameters[i]);
    double* found = Find(parameters[i], &parts);
    Require(found != nullptr,
            Describe(model, parameters[i]) + " does not exist");
    *found = values[static_cast<Eigen::Index>(i)];
    Complete(parameters[i], &parts);
  }
  return ModelBuilder::WithParts(model, std::move(parts.bodies),
                                 std::move(parts.joints),
                                 std::move(parts.geometries));
}

}  // namespace tactus::multibody
