#include "tactus/multibody/importers/mjcf/assemble.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/importers/mjcf/contact_softness.h"
#include "tactus/multibody/importers/mjcf/joint_springs.h"
#include "tactus/multibody/importers/mjcf/tendon_paths.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/unique_name.h"

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

contact::Shape MakeShape(const GeomSpec& geom, HeightFields* height_fields,
                         MeshAssets* meshes) {
  if (geom.type == GeomSpec::Type::kHeightField)
    return height_fields->MakeShape(geom.height_field, *geom.source);
  return MakeShape(geom, meshes);
}

// Puts geoms and their pairs into a builder.
class GeometryAdder {
 public:
  GeometryAdder(const Contents& contents, const BuilderIndices& indices,
                ModelBuilder* builder)
      : contents_(contents),
        indices_(indices),
        builder_(*builder),
        roots_(contents.tree.CalcTreeRoots()),
        masses_(contents.tree.CalcTreeMasses()),
        added_(contents.tree.geoms.size()) {}

  void AddGeoms(std::span<const GeomLooks> looks, HeightFields* height_fields,
                MeshAssets* meshes, ImportReport* report) {
    const BodyTree& tree = contents_.tree;
    std::vector<int> num_geoms(tree.bodies.size(), 0);
    for (int g = 0; g < std::ssize(tree.geoms); ++g) {
      const GeomSpec& geom = tree.geoms[g];
      const std::string number = std::to_string(num_geoms[geom.body]++);
      if (!IsKept(geom, roots_[geom.body] != 0, report)) continue;
      contact::Geometry geometry{
          .name = !geom.name.empty()
                      ? geom.name
                      : tree.bodies[geom.body].name + "/geom" + number,
          .body = indices_.body[geom.body],
          .X_BG = geom.X_BG,
          .shape = {},
          .material = MakeMaterial(geom, masses_, roots_, contents_.option),
          .margin = std::max(geom.margin, 0.0),
          .contype = static_cast<std::uint32_t>(geom.contype),
          .conaffinity = static_cast<std::uint32_t>(geom.conaffinity),
          .is_drawn = looks[g].is_drawn,
          .color = looks[g].color};
      geometry.shape = MakeShape(geom, height_fields, meshes);
      added_[g] = builder_.AddGeometry(geometry);
    }
  }

  void AddPairs() {
    for (const PairSpec& spec : contents_.contact_pairs) {
      contact::GeometryPair pair{.material_a = MakeSurface(spec, spec.geom_a),
                                 .material_b = MakeSurface(spec, spec.geom_b),
                                 .margin = spec.margin};
      const auto a = added_[spec.geom_a], b = added_[spec.geom_b];
      if (!a || !b) continue;
      pair.geometry_a = *a;
      pair.geometry_b = *b;
      builder_.AddGeometryPair(pair);
    }
  }

 private:
  // The pair's surface on the geom's body.
  contact::Material MakeSurface(const PairSpec& spec, int geom) const {
    GeomSpec surface = spec.surface;
    surface.body = contents_.tree.geoms[geom].body;
    return MakeMaterial(surface, masses_, roots_, contents_.option);
  }

  const Contents& contents_;
  const BuilderIndices& indices_;
  ModelBuilder& builder_;
  std::vector<int> roots_;
  std::vector<double> masses_;
  std::vector<std::optional<int>> added_;  // The builder's, by geom.
};

void AddGeometry(const Contents& contents, const BuilderIndices& indices,
                 std::span<const GeomLooks> looks, HeightFields* height_fields,
                 MeshAssets* meshes, ImportReport* report,
                 ModelBuilder* builder) {
  GeometryAdder adder(contents, indices, builder);
  adder.AddGeoms(looks, height_fields, meshes, report);
  adder.AddPairs();
  for (const GeomSpec& geom : contents.tree.geoms) {
    if (!geom.is_fluid_ellipsoid) continue;
    FluidEllipsoid part = MakeFluidEllipsoid(geom, meshes);
    part.body = indices.body[geom.body];
    builder->AddFluidEllipsoid(std::move(part));
  }
  for (const auto& [a, b] : contents.excluded_bodies) {
    builder->ExcludePair(indices.body[a], indices.body[b]);
  }
}

// Deformable bodies, and what holds their pinned nodes.
void AddFlexes(const BodyTree& tree, const BuilderIndices& indices,
               ModelBuilder* builder) {
  for (const FlexSpec& spec : tree.flexes) {
    ElasticBody body = spec.elastic;
    body.base = indices.body[spec.body];
    for (const int node : spec.pinned) {
      body.attachments.push_back(
          {.node = node,
           .body = body.base,
           .p_BN = body.X_BS * body.solid->mesh().nodes[node]});
    }
    builder->AddElasticBody(std::move(body));
  }
}

// Those that are no joints with gears, and -1 for the others.
std::vector<int> AddTendons(const Contents& contents,
                            const BuilderIndices& indices,
                            ModelBuilder* builder) {
  std::vector<int> added;
  for (const TendonSpec& spec : contents.tendons) {
    if (spec.is_joint()) {
      added.push_back(-1);
      continue;
    }
    added.push_back(builder->AddTendon(MakeTendon(spec, indices)));
  }
  return added;
}

// kv = 2 dampratio sqrt(kp m), m the inertias of the joints as the actuator
// feels them, one by one.
void SetDampingFromRatio(const ActuatorSpec& spec, const Contents& contents,
                         const std::vector<double>& joint_inertias,
                         Actuator* actuator) {
  const double gear = actuator->gear;
  if (gear == 0) return;
  double m = 0;
  const auto add = [&](int joint, double coefficient) {
    m += joint_inertias[joint] / std::pow(gear * coefficient, 2);
  };
  if (spec.joint >= 0) {
    add(spec.joint, 1);
  } else {
    for (const auto& [joint, coefficient] : contents.tendons[spec.tendon].terms)
      add(joint, coefficient);
  }
  actuator->bias2 = -2 * *spec.damping_ratio * std::sqrt(actuator->gain * m);
}

// Where an actuator with a length of its own acts.
std::string NamePlace(const Transmission& of, const BuilderIndices& indices,
                      const BodyTree& tree) {
  return of.joint >= 0 ? indices.joint_name[of.joint]
                       : tree.bodies[of.body].name;
}

// That length as a tendon of the builder's.
int AddTransmission(Transmission of, const std::string& name,
                    const BuilderIndices& indices, ModelBuilder* builder) {
  if (of.joint >= 0) of.joint = indices.joint[of.joint];
  if (of.body >= 0) of.body = indices.body[of.body];
  if (of.reference >= 0) of.reference = indices.body[of.reference];
  return builder->AddTendon({.name = name, .transmission = of});
}

void AddActuators(const Contents& contents, const BuilderIndices& indices,
                  const std::vector<int>& tendons, ModelBuilder* builder) {
  const BodyTree& tree = contents.tree;
  std::set<std::string> names, tendon_names;
  for (const TendonSpec& spec : contents.tendons)
    tendon_names.insert(spec.name);
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
    } else if (spec.tendon >= 0) {
      actuator.tendon = tendons[spec.tendon];
      place = contents.tendons[spec.tendon].name;
    } else if (spec.transmission) {
      place = NamePlace(*spec.transmission, indices, tree);
      actuator.tendon =
          AddTransmission(*spec.transmission, MakeUnique(place, &tendon_names),
                          indices, builder);
    } else if (spec.body >= 0) {
      actuator.body = indices.body[spec.body];
      place = tree.bodies[spec.body].name;
    } else {
      actuator.body = indices.body[tree.sites[spec.site].body];
      place = tree.sites[spec.site].name;
    }
    if (actuator.name.empty()) actuator.name = MakeUnique(place, &names);
    if (spec.damping_ratio) {
      if (joint_inertias.empty()) joint_inertias = CalcJointInertias(tree);
      SetDampingFromRatio(spec, contents, joint_inertias, &actuator);
    }
    builder->AddActuator(std::move(actuator));
  }
}

void AddCouplers(const Contents& contents, const BuilderIndices& indices,
                 const std::vector<int>& tendons, ModelBuilder* builder) {
  for (const CouplerSpec& spec : contents.couplers) {
    JointCoupler coupler = spec.coupler;
    if (spec.tendon_a >= 0) {
      coupler.tendon_a = tendons[spec.tendon_a];
      if (spec.tendon_b >= 0) coupler.tendon_b = tendons[spec.tendon_b];
      builder->AddCoupler(std::move(coupler));
      continue;
    }
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
    builder->AddKeyframe(spec.name, std::move(q), std::move(v), spec.u,
                         spec.activations);
  }
}

}  // namespace

void AddToBuilder(const Contents& contents, const Materials& materials,
                  HeightFields* height_fields, MeshAssets* meshes,
                  ImportReport* report, ModelBuilder* builder) {
  builder->set_gravity(contents.option.gravity_W);
  if (contents.option.fluid.resists())
    builder->set_fluid(contents.option.fluid);
  const BuilderIndices indices = AddBodies(contents.tree, builder);
  const std::vector<GeomLooks> looks = AddVisuals(
      contents.tree, indices.body, materials, meshes, report, builder);
  AddGeometry(contents, indices, looks, height_fields, meshes, report, builder);
  AddFlexes(contents.tree, indices, builder);
  const std::vector<int> tendons = AddTendons(contents, indices, builder);
  AddActuators(contents, indices, tendons, builder);
  AddCouplers(contents, indices, tendons, builder);
  AddConstraints(contents, indices, builder);
  AddJointSprings(contents.tree, indices, contents.constraints, builder);
  AddKeyframes(contents, indices, builder);
}

}  // namespace tactus::multibody::mjcf
