#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {

namespace {

int AddBody(multibody::ModelBuilder* builder, std::string name,
            const contact::Shape& shape, double density,
            const contact::Material& material) {
  const int body = builder->AddBody(
      name,
      multibody::MakeSolidInertia(shape, density, RigidTransform::Identity()));
  builder->AddGeometry({.name = std::move(name),
                        .body = body,
                        .shape = shape,
                        .material = material});
  return body;
}

}  // namespace

int AddSolid(multibody::ModelBuilder* builder, std::string name,
             const contact::Shape& shape, double density,
             const RigidTransform& X_WB, const contact::Material& material) {
  const int body = AddBody(builder, std::move(name), shape, density, material);
  builder->SetDefaultPose(body, X_WB);
  return body;
}

int AddServoSlide(multibody::ModelBuilder* builder, std::string name,
                  const contact::Shape& shape, double density,
                  const ServoSlide& slide, const contact::Material& material) {
  const int body = AddBody(builder, std::move(name), shape, density, material);
  const int joint = builder->AddJoint({.name = slide.name,
                                       .type = multibody::JointType::kPrismatic,
                                       .parent = 0,
                                       .child = body,
                                       .X_PF = slide.X_WF,
                                       .axis_F = slide.axis_F,
                                       .default_position = slide.start});
  builder->AddActuator({.name = slide.name,
                        .joint = joint,
                        .gain = slide.stiffness,
                        .bias1 = -slide.stiffness,
                        .bias2 = -slide.damping});
  return body;
}

void AddFixed(multibody::ModelBuilder* builder, std::string name,
              const contact::Shape& shape, const RigidTransform& X_WG,
              const contact::Material& material) {
  builder->AddGeometry({.name = std::move(name),
                        .body = 0,
                        .X_BG = X_WG,
                        .shape = shape,
                        .material = material});
}

contact::Material MakePairMaterial(double pair_stiffness, double dissipation,
                                   double friction, double stiction_velocity) {
  return {.stiffness = 2 * pair_stiffness,
          .dissipation = dissipation,
          .static_friction = friction,
          .dynamic_friction = friction,
          .stiction_velocity = stiction_velocity};
}

contact::Material WithModulus(contact::Material material, double modulus) {
  material.compliance.kind = contact::Compliance::Kind::kCompliant;
  material.compliance.modulus = modulus;
  return material;
}

contact::Material AsRigid(contact::Material material) {
  material.compliance = {.kind = contact::Compliance::Kind::kRigid};
  return material;
}

}  // namespace tactus::examples
