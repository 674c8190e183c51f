#include "tactus/apps/models/neutral_scene.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <variant>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/json_element.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

Vector3d ReadVector(const JsonElement& element, const char* key) {
  return element.Numbers(key, 3);
}

Vector3d ReadVectorIfAny(const JsonElement& element, const char* key) {
  return element.Has(key) ? ReadVector(element, key) : Vector3d::Zero();
}

Quaterniond ReadQuaternion(const JsonElement& element) {
  const VectorXd q = element.Numbers("quat_wxyz", 4);
  if (std::abs(q.norm() - 1) > 1e-6) {
    element.Fail(
        fmt::format("\"quat_wxyz\" must have length 1, it has {}", q.norm()));
  }
  return Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

Vector3d ReadLengths(const JsonElement& size, const char* key) {
  const Vector3d lengths = ReadVector(size, key);
  if (!(lengths.minCoeff() > 0))
    size.Fail(fmt::format("\"{}\" must have positive numbers", key));
  return lengths;
}

contact::Shape ReadShape(const JsonElement& element) {
  const std::string kind = element.Text("shape");
  const auto known = {"sphere", "box", "capsule", "cylinder", "ellipsoid"};
  if (std::ranges::find(known, kind) == known.end()) {
    element.Fail(
        fmt::format("there is no shape \"{}\"; there are: sphere, "
                    "box, capsule, cylinder, ellipsoid and, fixed, "
                    "halfspace",
                    kind));
  }
  const JsonElement size = element.Object("size");
  if (kind == "sphere") {
    size.RequireOnly({"radius"});
    return contact::Sphere{size.Positive("radius")};
  }
  if (kind == "box") {
    size.RequireOnly({"half_extents"});
    return contact::Box{ReadLengths(size, "half_extents")};
  }
  if (kind == "ellipsoid") {
    size.RequireOnly({"semi_axes"});
    return contact::Ellipsoid{ReadLengths(size, "semi_axes")};
  }
  size.RequireOnly({"radius", "half_length"});
  const double radius = size.Positive("radius");
  const double half_length = size.Positive("half_length");
  if (kind == "capsule") return contact::Capsule{radius, half_length};
  return contact::Cylinder{radius, half_length};
}

NeutralScene::Fixed ReadHalfSpace(const JsonElement& element) {
  element.RequireOnly({"name", "shape", "normal", "offset"});
  const Vector3d normal = ReadVector(element, "normal");
  if (std::abs(normal.norm() - 1) > 1e-6)
    element.Fail(
        fmt::format("\"normal\" must have length 1, it has {}", normal.norm()));
  NeutralScene::Fixed fixed{.name = element.Text("name"),
                            .shape = contact::HalfSpace{}};
  fixed.X_WG.translate(element.Number("offset") * normal.normalized());
  fixed.X_WG.rotate(Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal));
  return fixed;
}

NeutralScene::Fixed ReadFixed(const JsonElement& element) {
  if (element.Text("shape") == "halfspace") return ReadHalfSpace(element);
  element.RequireOnly({"name", "shape", "size", "position", "quat_wxyz"});
  NeutralScene::Fixed fixed{.name = element.Text("name"),
                            .shape = ReadShape(element)};
  fixed.X_WG.translate(ReadVector(element, "position"));
  fixed.X_WG.rotate(ReadQuaternion(element));
  return fixed;
}

NeutralScene::Body ReadBody(const JsonElement& element) {
  element.RequireOnly({"name", "shape", "size", "mass", "inertia_diag",
                       "position", "quat_wxyz", "linear_velocity",
                       "angular_velocity"});
  return {.name = element.Text("name"),
          .shape = ReadShape(element),
          .mass = element.Positive("mass"),
          .inertia = ReadLengths(element, "inertia_diag"),
          .position = ReadVector(element, "position"),
          .orientation = ReadQuaternion(element),
          .angular_velocity = ReadVectorIfAny(element, "angular_velocity"),
          .linear_velocity = ReadVectorIfAny(element, "linear_velocity")};
}

NeutralScene::Friction ReadFriction(const JsonElement& element) {
  element.RequireOnly({"mu_static", "mu_dynamic", "stiction_tolerance",
                       "torsional", "rolling"});
  NeutralScene::Friction friction{
      .mu_static = element.NotNegative("mu_static"),
      .mu_dynamic = element.NotNegative("mu_dynamic"),
      .stiction_tolerance = element.Positive("stiction_tolerance")};
  if (friction.mu_dynamic > friction.mu_static)
    element.Fail("\"mu_dynamic\" must not be above \"mu_static\"");
  if (element.Has("torsional"))
    friction.torsional = element.NotNegative("torsional");
  if (element.Has("rolling")) friction.rolling = element.NotNegative("rolling");
  return friction;
}

void ReadContact(const JsonElement& element, NeutralScene* scene) {
  element.RequireOnly({"model", "stiffness", "dissipation", "restitution"});
  scene->stiffness = element.Positive("stiffness");
  scene->dissipation = element.NotNegative("dissipation");
  if (element.NumberOr("restitution", 0) != 0) {
    element.Fail(
        "\"restitution\" must be 0: what a contact loses is said by "
        "\"dissipation\"");
  }
}

// Simulators that this is given to have one name for one thing.
void RequireDistinctNames(const JsonElement& root) {
  std::set<std::string> names;
  for (const char* list : {"static", "bodies"}) {
    for (const JsonElement& each : root.Objects(list)) {
      if (!names.insert(each.Text("name")).second)
        each.Fail("something before it has the same name");
    }
  }
}

void RequireSiUnits(const JsonElement& root) {
  const std::string units = root.TextOr("units", "SI");
  if (!units.starts_with("SI")) {
    root.Fail(fmt::format(
        "\"units\" must start with \"SI\", which all numbers are in, "
        "not \"{}\"",
        units));
  }
}

Json AsArray(const VectorXd& v) {
  return std::vector<double>(v.begin(), v.end());
}

Json AsArray(const Quaterniond& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// "shape", and what follows from it.
struct ShapeWriter {
  const std::string& owner;

  Json operator()(const contact::Sphere& s) const {
    return {{"shape", "sphere"}, {"size", {{"radius", s.radius}}}};
  }
  Json operator()(const contact::Box& b) const {
    return {{"shape", "box"},
            {"size", {{"half_extents", AsArray(b.half_extents)}}}};
  }
  Json operator()(const contact::Capsule& c) const {
    return Long("capsule", c.radius, c.half_length);
  }
  Json operator()(const contact::Cylinder& c) const {
    return Long("cylinder", c.radius, c.half_length);
  }
  Json operator()(const contact::Ellipsoid& e) const {
    return {{"shape", "ellipsoid"},
            {"size", {{"semi_axes", AsArray(e.radii)}}}};
  }
  Json operator()(const contact::HalfSpace&) const {
    return {{"shape", "halfspace"}};
  }
  [[noreturn]] Json operator()(const contact::ConvexMesh&) const {
    throw std::invalid_argument(
        fmt::format("\"{}\" is a mesh, which the neutral form of scenes does "
                    "not have",
                    owner));
  }

  static Json Long(const char* kind, double radius, double half_length) {
    return {{"shape", kind},
            {"size", {{"radius", radius}, {"half_length", half_length}}}};
  }
};

Json MakeElement(const std::string& name, const contact::Shape& shape) {
  Json element = {{"name", name}};
  element.update(std::visit(ShapeWriter{name}, shape));
  return element;
}

Json MakeFixedJson(const NeutralScene::Fixed& fixed) {
  Json element = MakeElement(fixed.name, fixed.shape);
  const Vector3d p = fixed.X_WG.translation();
  if (std::holds_alternative<contact::HalfSpace>(fixed.shape)) {
    const Vector3d normal = fixed.X_WG.linear().col(2);
    element["normal"] = AsArray(normal);
    element["offset"] = normal.dot(p);
  } else {
    element["position"] = AsArray(p);
    element["quat_wxyz"] = AsArray(Quaterniond(fixed.X_WG.linear()));
  }
  return element;
}

Json MakeBodyJson(const NeutralScene::Body& body) {
  Json element = MakeElement(body.name, body.shape);
  element["mass"] = body.mass;
  element["inertia_diag"] = AsArray(body.inertia);
  element["position"] = AsArray(body.position);
  element["quat_wxyz"] = AsArray(body.orientation);
  element["linear_velocity"] = AsArray(body.linear_velocity);
  element["angular_velocity"] = AsArray(body.angular_velocity);
  return element;
}

}  // namespace

RigidTransform NeutralScene::Body::X_WB() const {
  RigidTransform X(Eigen::Translation3d{position});
  X.rotate(orientation);
  return X;
}

bool IsNeutralSceneFile(const std::filesystem::path& file) {
  return file.extension() == ".json";
}

NeutralScene ReadNeutralScene(const std::filesystem::path& file) {
  const JsonElement root = ReadJsonFile(file);
  root.RequireOnly({"name", "description", "units", "gravity", "friction",
                    "contact", "duration", "settle", "dt", "static", "bodies"});
  RequireSiUnits(root);
  NeutralScene scene;
  scene.name = root.TextOr("name", file.stem().string());
  scene.description = root.TextOr("description", "");
  scene.gravity = ReadVector(root, "gravity");
  scene.friction = ReadFriction(root.Object("friction"));
  ReadContact(root.Object("contact"), &scene);
  scene.duration = root.PositiveIfAny("duration").value_or(scene.duration);
  scene.settle = root.PositiveIfAny("settle");
  scene.step = root.PositiveIfAny("dt");
  for (const JsonElement& each : root.Objects("static"))
    scene.fixed.push_back(ReadFixed(each));
  for (const JsonElement& each : root.Objects("bodies"))
    scene.bodies.push_back(ReadBody(each));
  Require(!scene.bodies.empty(), file.string() + ": it has no \"bodies\"");
  RequireDistinctNames(root);
  return scene;
}

Json MakeNeutralJson(const NeutralScene& scene) {
  const NeutralScene::Friction& friction = scene.friction;
  Json json = {
      {"name", scene.name},
      {"description", scene.description},
      {"units",
       "SI; z up; quaternions w x y z; poses of centres of mass and velocities "
       "in the world"},
      {"gravity", AsArray(scene.gravity)},
      {"friction",
       {{"mu_static", friction.mu_static},
        {"mu_dynamic", friction.mu_dynamic},
        {"stiction_tolerance", friction.stiction_tolerance},
        {"torsional", friction.torsional},
        {"rolling", friction.rolling}}},
      {"contact",
       {{"model", "points; f_n = max(0, k x (1 + d dx/dt)), x: overlap"},
        {"stiffness", scene.stiffness},
        {"dissipation", scene.dissipation},
        {"restitution", 0}}},
      {"duration", scene.duration}};
  if (scene.settle) json["settle"] = *scene.settle;
  if (scene.step) json["dt"] = *scene.step;
  json["static"] = Json::array();
  for (const auto& each : scene.fixed)
    json["static"].push_back(MakeFixedJson(each));
  json["bodies"] = Json::array();
  for (const auto& each : scene.bodies)
    json["bodies"].push_back(MakeBodyJson(each));
  return json;
}

}  // namespace tactus::apps
