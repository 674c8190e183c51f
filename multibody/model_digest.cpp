#include "tactus/multibody/model_digest.h"

#include <concepts>
#include <cstring>
#include <string>
#include <type_traits>
#include <variant>

#include "tactus/common/hash.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

// The hash of the bytes of what is added.
class Digest {
 public:
  template <class... T>
  void Add(const T&... values) {
    (AddOne(values), ...);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void AddOne(T value) {
    hash_.Add(&value, sizeof(value));
  }
  void AddOne(const std::string& text) {
    AddOne(text.size());
    hash_.Add(text.data(), text.size());
  }
  template <std::size_t n>
  void AddOne(const std::array<double, n>& values) {
    hash_.Add(values.data(), sizeof(values));
  }
  template <class Derived>
  void AddOne(const Eigen::PlainObjectBase<Derived>& matrix) {
    hash_.Add(matrix.data(), sizeof(double) * matrix.size());
  }
  void AddOne(const RigidTransform& X) { AddOne(X.matrix()); }

  Hash hash_;
};

void Add(const Joint& joint, Digest* digest) {
  digest->Add(joint.name, joint.type, joint.parent, joint.child, joint.X_PF,
              joint.X_CM, joint.axis_F, joint.lower, joint.upper,
              joint.lower_each, joint.upper_each, joint.max_angle,
              joint.screw_pitch, joint.is_locked, joint.damping,
              joint.dry_friction, joint.armature, joint.stiffness,
              joint.spring_reference);
}

void Add(const Actuator& actuator, Digest* digest) {
  digest->Add(actuator.name, actuator.joint, actuator.tendon, actuator.gear,
              actuator.body, actuator.X_BS, actuator.wrench_S, actuator.adheres,
              actuator.gain, actuator.gain1, actuator.gain2, actuator.bias0,
              actuator.bias1, actuator.bias2, actuator.force_lower,
              actuator.force_upper, actuator.control_lower,
              actuator.control_upper);
  const Activation& activation = actuator.activation;
  digest->Add(activation.dynamics, activation.time_constant,
              activation.control_lower, activation.control_upper,
              activation.deactivation_time, activation.smoothing);
  if (!actuator.muscle) return;
  const Muscle& muscle = *actuator.muscle;
  digest->Add(muscle.range_lower, muscle.range_upper, muscle.peak_force,
              muscle.min_length, muscle.max_length, muscle.max_velocity,
              muscle.passive_max, muscle.velocity_max, muscle.length_lower,
              muscle.length_upper);
}

struct AddShape {
  Digest* digest;
  bool by_patches;
  void operator()(const contact::Sphere& s) { digest->Add(s.radius); }
  void operator()(const contact::Box& s) { digest->Add(s.half_extents); }
  void operator()(const contact::Capsule& s) {
    digest->Add(s.radius, s.half_length);
  }
  void operator()(const contact::Cylinder& s) {
    digest->Add(s.radius, s.half_length);
  }
  void operator()(const contact::Ellipsoid& s) { digest->Add(s.radii); }
  void operator()(const contact::HalfSpace&) {}
  void operator()(const contact::ConvexMesh& s) {
    for (const Vector3d& vertex : s.hull->vertices()) digest->Add(vertex);
    if (const contact::HeightGrid* field = s.hull->field()) {
      digest->Add(field->num_rows(), field->num_columns());
      for (const double height : field->heights()) digest->Add(height);
    }
    const contact::TriangleMesh* solid = s.hull->solid();
    if (!by_patches || solid == nullptr) return;
    for (const Vector3d& vertex : solid->vertices) digest->Add(vertex);
    for (const auto& [i, j, k] : solid->triangles) digest->Add(i, j, k);
  }
};

void Add(const contact::Material& material, Digest* digest) {
  digest->Add(material.stiffness, material.dissipation,
              material.static_friction, material.dynamic_friction,
              material.stiction_velocity, material.torsional_friction,
              material.rolling_friction, material.condim, material.priority);
  if (material.cross_friction_ratio != 1)
    digest->Add(material.cross_friction_ratio, material.grain_G);
  if (material.restitution != 0) digest->Add(material.restitution);
  const contact::Compliance& compliance = material.compliance;
  digest->Add(compliance.kind, compliance.modulus, compliance.resolution_hint,
              compliance.slab_thickness);
  if (compliance.quadrature != contact::Compliance::Quadrature::kThreePoints)
    digest->Add(compliance.quadrature);
}

void Add(const contact::Geometry& geometry, Digest* digest) {
  digest->Add(geometry.name, geometry.body, geometry.X_BG,
              geometry.shape.index());
  Add(geometry.material, digest);
  const bool by_patches =
      geometry.material.compliance.kind != contact::Compliance::Kind::kPoint;
  std::visit(AddShape{digest, by_patches}, geometry.shape);
}

void Add(const ElasticBody& body, Digest* digest) {
  const ElasticMaterial& material = body.solid->material();
  digest->Add(body.name, material.youngs_modulus, material.poissons_ratio,
              material.density, material.damping);
  if (body.self_contact) digest->Add(body.self_contact);
  for (const Vector3d& node : body.solid->mesh().nodes) digest->Add(node);
  for (const auto& tetrahedron : body.solid->mesh().tetrahedra)
    for (const int node : tetrahedron) digest->Add(node);
}

void Add(const Fluid& fluid, Digest* digest) {
  digest->Add(fluid.density, fluid.viscosity, fluid.wind_W);
}

void Add(const FluidEllipsoid& part, Digest* digest) {
  const FlowCoefficients& c = part.coefficients;
  digest->Add(part.body, part.X_BE, part.radii, c.blunt_drag, c.slender_drag,
              c.angular_drag, c.kutta_lift, c.magnus_lift);
}

void Add(const Tendon& tendon, Digest* digest) {
  digest->Add(tendon.name, tendon.offset, tendon.lower, tendon.upper,
              tendon.rest_lower, tendon.rest_upper, tendon.stiffness,
              tendon.damping, tendon.dry_friction);
  for (const Tendon::Term& term : tendon.terms)
    digest->Add(term.joint, term.coefficient);
  for (const Tendon::Stop& stop : tendon.path) {
    digest->Add(stop.kind, stop.body, stop.X_BS, stop.radius, stop.side_body,
                stop.p_BSide, stop.divisor);
  }
  if (!tendon.transmission) return;
  const Transmission& of = *tendon.transmission;
  digest->Add(of.kind, of.gear, of.joint, of.in_parent, of.body, of.X_BS,
              of.reference, of.X_BR, of.rod_length);
}

}  // namespace

std::uint64_t CalcModelDigest(const Model& model) {
  Digest digest;
  digest.Add(model.gravity_W());
  Add(model.fluid(), &digest);
  for (const FluidEllipsoid& part : model.fluid_ellipsoids())
    Add(part, &digest);
  for (const Body& body : model.bodies()) {
    digest.Add(body.name, body.inertia.mass, body.inertia.p_BoBcm,
               body.inertia.I_Bcm, body.inertia.R_BP, body.gravity_scale);
  }
  for (const Joint& joint : model.joints()) Add(joint, &digest);
  for (const Actuator& actuator : model.actuators()) Add(actuator, &digest);
  for (const JointCoupler& coupler : model.couplers()) {
    digest.Add(coupler.name, coupler.joint_a, coupler.joint_b, coupler.tendon_a,
               coupler.tendon_b, coupler.reference_a, coupler.reference_b,
               coupler.coefficients);
  }
  for (const Constraint& constraint : model.constraints()) {
    digest.Add(constraint.name, constraint.type, constraint.body_a,
               constraint.body_b, constraint.X_AP, constraint.X_BQ,
               constraint.distance, constraint.stiffness, constraint.damping,
               constraint.cosserat.offset, constraint.cosserat.turn,
               constraint.cosserat.stiffness, constraint.cosserat.damping);
  }
  for (const contact::Geometry& geometry : model.geometries()) {
    Add(geometry, &digest);
  }
  for (const Tendon& tendon : model.tendons()) Add(tendon, &digest);
  for (const ElasticBody& body : model.elastic_bodies()) Add(body, &digest);
  for (const contact::GeometryPair& pair : model.geometry_pairs()) {
    digest.Add(pair.geometry_a, pair.geometry_b, pair.margin);
    Add(pair.material_a, &digest);
    Add(pair.material_b, &digest);
  }
  for (const auto& [a, b] : model.excluded_pairs()) digest.Add(a, b);
  return digest.value();
}

}  // namespace tactus::multibody
