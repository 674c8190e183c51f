#include "tactus/apps/scenario/geometry_reader.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::apps {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Matrix3d ReadRpy(const YamlValue& value) {
  YamlMap map(value.WithoutTag());
  const Vector3d rpy = map.Get("deg").Vector3() * kDegree;
  map.Finish();
  return (Eigen::AngleAxisd(rpy.z(), Vector3d::UnitZ()) *
          Eigen::AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          Eigen::AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

Matrix3d ReadAngleAxis(const YamlValue& value) {
  YamlMap map(value.WithoutTag());
  const double angle = map.Get("angle_deg").Number() * kDegree;
  const YamlValue axis_value = map.Get("axis");
  const Vector3d axis = axis_value.Vector3();
  axis_value.Check(axis.norm() > 0, "the axis is zero");
  map.Finish();
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

Matrix3d ReadRotation(const YamlValue& value) {
  if (value.tag() == "!Rpy") return ReadRpy(value);
  if (value.tag() == "!AngleAxis") return ReadAngleAxis(value);
  value.Fail(
      "expected a rotation, !Rpy {deg: [roll, pitch, yaw]} or !AngleAxis "
      "{angle_deg: A, axis: [x, y, z]}");
}

RigidTransform ReadTransformKeys(YamlMap* map) {
  RigidTransform X = RigidTransform::Identity();
  if (const auto p = map->Find("translation")) X.translation() = p->Vector3();
  if (const auto R = map->Find("rotation")) X.linear() = ReadRotation(*R);
  return X;
}

Vector3d ReadSizes(const YamlValue& value) {
  const Vector3d sizes = value.Vector3();
  value.Check(sizes.minCoeff() > 0, "sizes must be positive");
  return sizes;
}

}  // namespace

FramePose ReadFramePose(const YamlValue& value) {
  YamlMap map(value);
  FramePose pose{.X_EF = ReadTransformKeys(&map)};
  map.Read("base_frame", &YamlValue::Text, &pose.base_frame);
  map.Finish();
  return pose;
}

RigidTransform ReadTransform(const YamlValue& value) {
  YamlMap map(value);
  const RigidTransform X = ReadTransformKeys(&map);
  map.Finish();
  return X;
}

contact::Shape ReadShape(const YamlValue& value) {
  YamlMap map(value);
  const std::string kind = map.OneOf(
      {"sphere", "box", "capsule", "cylinder", "ellipsoid", "half_space"});
  map.Finish();
  YamlMap own(map.Get(kind));
  contact::Shape shape = contact::HalfSpace{};
  const auto radius = [&] {
    return own.Get("radius").Positive();
  };
  const auto half_length = [&] {
    return own.Get("length").Positive() / 2;
  };
  if (kind == "sphere") shape = contact::Sphere{radius()};
  if (kind == "box") shape = contact::Box{ReadSizes(own.Get("size")) / 2};
  if (kind == "capsule") shape = contact::Capsule{radius(), half_length()};
  if (kind == "cylinder") shape = contact::Cylinder{radius(), half_length()};
  if (kind == "ellipsoid")
    shape = contact::Ellipsoid{ReadSizes(own.Get("radii"))};
  own.Finish();
  return shape;
}

namespace {

Color ReadColor(const YamlValue& value) {
  const VectorXd c = value.Numbers();
  value.Check((c.size() == 3 || c.size() == 4) && c.minCoeff() >= 0 &&
                  c.maxCoeff() <= 1,
              "a colour is red, green and blue, and opacity if wanted, each "
              "from 0 to 1");
  return {c[0], c[1], c[2], c.size() == 4 ? c[3] : 1};
}

void ReadGrain(const YamlValue& value, SurfaceProperties* surface) {
  YamlMap map(value);
  const YamlValue direction = map.Get("direction");
  surface->grain_G = direction.Vector3();
  direction.Check(surface->grain_G->norm() > 0, "the grain has no direction");
  surface->cross_friction_ratio = map.Get("cross_friction_ratio").Positive();
  map.Finish();
}

}  // namespace

SurfaceProperties ReadSurface(YamlMap* map) {
  SurfaceProperties surface;
  if (const auto k = map->Find("stiffness")) {
    surface.stiffness = k->NumberOrInfinity();
    k->Check(*surface.stiffness > 0, "a stiffness must be positive");
  }
  map->Read("dissipation", &YamlValue::NotNegative, &surface.dissipation);
  if (const auto mu = map->Find("friction")) {
    const VectorXd numbers = mu->is_list() ? mu->Numbers(2) : mu->Numbers();
    mu->Check(numbers.minCoeff() >= 0, "friction must not be negative");
    surface.static_friction = numbers[0];
    surface.dynamic_friction = numbers[numbers.size() - 1];
    mu->Check(surface.dynamic_friction <= surface.static_friction,
              "dynamic friction must not exceed static friction");
  }
  map->Read("stiction_velocity", &YamlValue::Positive,
            &surface.stiction_velocity);
  if (const auto e = map->Find("restitution")) {
    surface.restitution = e->NotNegative();
    e->Check(*surface.restitution <= 1,
             "a coefficient of restitution must be from 0 to 1");
  }
  if (const auto modulus = map->Find("modulus")) {
    surface.modulus = modulus->NumberOrInfinity();
    modulus->Check(*surface.modulus > 0, "a modulus must be positive");
  }
  map->Read("resolution_hint", &YamlValue::Positive, &surface.resolution_hint);
  map->Read("slab_thickness", &YamlValue::Positive, &surface.slab_thickness);
  if (const auto grain = map->Find("grain")) ReadGrain(*grain, &surface);
  if (const auto color = map->Find("color")) surface.color = ReadColor(*color);
  return surface;
}

void Apply(const SurfaceProperties& surface, contact::Material* material) {
  const auto set = [](const auto& value, auto* into) {
    *into = value.value_or(*into);
  };
  set(surface.stiffness, &material->stiffness);
  set(surface.dissipation, &material->dissipation);
  set(surface.static_friction, &material->static_friction);
  set(surface.dynamic_friction, &material->dynamic_friction);
  set(surface.stiction_velocity, &material->stiction_velocity);
  set(surface.cross_friction_ratio, &material->cross_friction_ratio);
  set(surface.restitution, &material->restitution);
  set(surface.grain_G, &material->grain_G);
  contact::Compliance& compliance = material->compliance;
  if (surface.modulus) {
    using enum contact::Compliance::Kind;
    const bool is_rigid = std::isinf(*surface.modulus);
    compliance.kind = is_rigid ? kRigid : kCompliant;
    compliance.modulus = is_rigid ? 0 : *surface.modulus;
  }
  set(surface.resolution_hint, &compliance.resolution_hint);
  set(surface.slab_thickness, &compliance.slab_thickness);
  if (surface.static_friction) material->condim = std::max(material->condim, 3);
}

void Apply(const SurfaceProperties& surface, contact::Geometry* geometry) {
  Apply(surface, &geometry->material);
  if (surface.color) geometry->color = surface.color;
}

}  // namespace tactus::apps
