#include "tactus/multibody/mjcf/assemble.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "tactus/multibody/mjcf/assemble_bodies.h"
#include "tactus/multibody/mjcf/contact_softness.h"
#include "tactus/multibody/mjcf/unique_name.h"
#include "tactus/multibody/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

bool IsKept(const GeomSpec& geom, bool moves, ImportReport* report) {
  using Type = GeomSpec::Type;
  if (geom.type == Type::kHeightField) return geom.collides();
  if (geom.type == Type::kSdf) {
    if (geom.collides()) {
      report->Add(Notice::Severity::kDropped, *geom.source,
                  "signed distance fields do not collide here");
    }
    return false;
  }
  if (geom.type == Type::kPlane) {
    Check(!moves, *geom.source, "a plane cannot be on a body that moves");
    return geom.collides();
  }
  return geom.collides() || geom.type != Type::kMesh;
}

// One shape, or those of a height field.
std::vector<contact::Shape> MakeShapes(const GeomSpec& geom,
                                       const HeightFields& height_fields,
                                       MeshAssets* meshes) {
  if (geom.type == GeomSpec::Type::kHeightField) {
    return height_fields.MakeParts(geom.height_field, *geom.source);
  }
  return {MakeShape(geom, meshes)};
}

void AddGeometry(const Contents& contents, const BuilderIndices& indices,
                 const HeightFields& height_fields, MeshAssets* meshes,
                 ImportReport* report, ModelBuilder* builder) {
  const BodyTree& tree = contents.tree;
  const std::vector<int> roots = tree.CalcTreeRoots();
  const std::vector<double> masses = tree.CalcTreeMasses();
  std::vector<int> num_geoms(tree.bodies.size(), 0);
  for (int g = 0; g < std::ssize(tree.geoms); ++g) {
    const GeomSpec& geom = tree.geoms[g];
    const std::string number = std::to_string(num_geoms[geom.body]++);
    if (!IsKept(geom, roots[geom.body] != 0, report)) continue;
    contact::Geometry geometry{
        .name = !geom.name.empty()
                    ? geom.name
                    : tree.bodies[geom.body].name + "/geom" + number,
        .body = indices.body[geom.body],
        .X_BG = geom.X_BG,
        .shape = {},
        .material = MakeMaterial(g, tree, masses, roots, contents.option),
        .margin = std::max(geom.margin, 0.0),
        .contype = static_cast<std::uint32_t>(geom.contype),
        .conaffinity = static_cast<std::uint32_t>(geom.conaffinity)};
    const std::string name = geometry.name;
    const auto shapes = MakeShapes(geom, height_fields, meshes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (shapes.size() > 1) geometry.name = name + '/' + std::to_string(i);
      geometry.shape = shapes[i];
      builder->AddGeometry(geometry);
    }
  }
  for (const auto& [a, b] : contents.excluded_bodies) {
    builder->ExcludePair(indices.body[a], indices.body[b]);
  }
}

// kv = 2 dampratio sqrt(kp m), m what the actuator feels of the joint's
// inertia.
void SetDampingFromRatio(const ActuatorSpec& spec,
                         const std::vector<double>& joint_inertias,
                         Actuator* actuator) {
  const double gear = actuator->gear;
  if (gear == 0) return;
  const double m = joint_inertias[spec.joint] / (gear * gear);
  actuator->bias2 = -2 * *spec.damping_ratio * std::sqrt(actuator->gain * m);
}

void AddActuators(const Contents& contents, const BuilderIndices& indices,
                  ModelBuilder* builder) {
  const BodyTree& tree = contents.tree;
  std::set<std::string> names;
  for (const ActuatorSpec& spec : contents.actuators) {
    names.insert(spec.actuator.name);
  }
  std::vector<double> joint_inertias;
  for (const ActuatorSpec& spec : contents.actuators) {
    if (!spec.obstacle.empty()) continue;
    Actuator actuator = spec.actuator;
    std::string place;
    if (spec.joint >= 0) {
      actuator.joint = indices.joint[spec.joint];
      place = indices.joint_name[spec.joint];
    } else {
      actuator.body = indices.body[tree.sites[spec.site].body];
      place = tree.sites[spec.site].name;
    }
    if (actuator.name.empty()) actuator.name = MakeUnique(place, &names);
    if (spec.damping_ratio) {
      if (joint_inertias.empty()) joint_inertias = CalcJointInertias(tree);
      SetDampingFromRatio(spec, joint_inertias, &actuator);
    }
    builder->AddActuator(std::move(actuator));
  }
}

void AddCouplers(const Contents& contents, const BuilderIndices& indices,
                 ModelBuilder* builder) {
  for (const CouplerSpec& spec : contents.couplers) {
    JointCoupler coupler = spec.coupler;
    coupler.joint_a = indices.joint[spec.joint_a];
    if (spec.joint_b >= 0) coupler.joint_b = indices.joint[spec.joint_b];
    builder->AddCoupler(std::move(coupler));
  }
}

void AddConstraints(const Contents& contents, const BuilderIndices& indices,
                    ModelBuilder* builder) {
  for (const ConstraintSpec& spec : contents.constraints) {
    Constraint constraint = spec.constraint;
    constraint.body_a = indices.body[spec.body_a];
    constraint.body_b = indices.body[spec.body_b];
    builder->AddConstraint(std::move(constraint));
  }
}

void AddKeyframes(const Contents& contents, const BuilderIndices& indices,
                  ModelBuilder* builder) {
  for (const KeyframeSpec& spec : contents.keyframes) {
    std::vector<std::pair<std::string, VectorXd>> q, v;
    for (std::size_t j = 0; j < contents.tree.joints.size(); ++j) {
      q.emplace_back(indices.joint_name[j], spec.q[j]);
      v.emplace_back(indices.joint_name[j], spec.v[j]);
    }
    builder->AddKeyframe(spec.name, std::move(q), std::move(v), spec.u);
  }
}

}  // namespace

void AddToBuilder(const Contents& contents, const HeightFields& height_fields,
                  MeshAssets* meshes, ImportReport* report,
                  ModelBuilder* builder) {
  builder->set_gravity(contents.option.gravity_W);
  const BuilderIndices indices = AddBodies(contents.tree, builder);
  AddGeometry(contents, indices, height_fields, meshes, report, builder);
  AddActuators(contents, indices, builder);
  AddCouplers(contents, indices, builder);
  AddConstraints(contents, indices, builder);
  AddKeyframes(contents, indices, builder);
}

}  // namespace tactus::multibody::mjcf
