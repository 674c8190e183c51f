#include "tactus/examples/scenes/robot_drops.h"

#include <vector>

#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"

namespace tactus::examples {
namespace {

using multibody::Model;
using multibody::ModelBuilder;
using SharedModel = std::shared_ptr<const Model>;

/// How every joint is held.
struct Hold {
  double stiffness = 0, damping = 0;  ///< [N m/rad], [N m s/rad]
  double (*angle)(const std::string& joint) = nullptr;  ///< [rad]
};

SharedModel Load(const std::filesystem::path& urdf) {
  ModelBuilder builder;
  LoadUrdf(urdf, {.skip_missing_meshes = true}, &builder);
  return std::move(builder).Build();
}

// Bodies and joints alone, and the ground. Body numbers stay.
ModelBuilder TakeSkeleton(const Model& robot, const Hold& hold,
                          const contact::Material& material) {
  ModelBuilder builder;
  for (const multibody::Body& body : robot.bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (multibody::Joint joint : robot.joints()) {
    if (joint.nv() == 1) {
      joint.stiffness = hold.stiffness;
      joint.damping = hold.damping;
      joint.default_position = joint.spring_reference = hold.angle(joint.name);
    }
    builder.AddJoint(std::move(joint));
  }
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           material);
  return builder;
}

void AddSpheres(int body, std::span<const Vector3d> p_BG, double radius,
                const contact::Material& material, ModelBuilder* builder) {
  for (std::size_t i = 0; i < p_BG.size(); ++i) {
    builder->AddGeometry(
        {.name = builder->body(body).name + "/sphere" + std::to_string(i),
         .body = body,
         .X_BG = RigidTransform(Eigen::Translation3d(p_BG[i])),
         .shape = contact::Sphere{radius},
         .material = material});
  }
}

}  // namespace

SharedModel MakeAtlasDrop(const std::filesystem::path& urdf) {
  constexpr double kRadius = 0.025, kHeight = 1.4385;  // [m]
  const auto atlas = Load(urdf);
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  ModelBuilder builder = TakeSkeleton(*atlas,
                                      {.stiffness = 1,
                                       .damping = 25,
                                       .angle =
                                           [](const std::string&) {
                                             return 0.0;
                                           }},
                                      material);
  for (const char* name : {"l_foot", "r_foot"}) {
    const int foot = atlas->BodyIndex(name);
    // From the centre of mass.
    Vector3d spheres[] = {{-0.08, -0.04, 0.015},
                          {-0.08, 0.04, 0.015},
                          {0.12, -0.02, 0.015},
                          {0.12, 0.02, 0.015}};
    for (Vector3d& p_BG : spheres) p_BG += builder.body(foot).inertia.p_BoBcm;
    AddSpheres(foot, spheres, kRadius, material, &builder);
  }
  RigidTransform X_WB(Eigen::Translation3d(0, 0, kHeight));
  const Vector3d turn(0, 0.2, 0.1);
  X_WB.rotate(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
  builder.SetDefaultPose(atlas->BodyIndex("pelvis"), X_WB);
  return std::move(builder).Build();
}

SharedModel MakeA1Drop(const std::filesystem::path& urdf) {
  constexpr double kRadius = 0.021, kShank = 0.2, kHeight = 0.5;  // [m]
  const auto a1 = Load(urdf);
  const contact::Material material = MakePairMaterial(1e5, 10, 0.8, 1e-4);
  const auto angle = [](const std::string& joint) {
    if (joint.ends_with("thigh_joint")) return 0.9;
    if (joint.ends_with("calf_joint")) return -1.6;
    return 0.0;
  };
  ModelBuilder builder = TakeSkeleton(
      *a1, {.stiffness = 30, .damping = 5, .angle = angle}, material);
  const Vector3d foot[] = {{0, 0, -kShank}};
  for (const char* name : {"FR_calf", "FL_calf", "RR_calf", "RL_calf"})
    AddSpheres(a1->BodyIndex(name), foot, kRadius, material, &builder);
  builder.SetDefaultPose(a1->BodyIndex("trunk"),
                         RigidTransform(Eigen::Translation3d(0, 0, kHeight)));
  return std::move(builder).Build();
}

SharedModel MakeAntDrop(const std::filesystem::path& urdf) {
  constexpr double kHeight = 1;  // [m]
  const auto ant = Load(urdf);
  const contact::Material material = MakePairMaterial(1e5, 10, 0.8, 1e-4);
  ModelBuilder builder = TakeSkeleton(*ant,
                                      {.stiffness = 1,
                                       .damping = 0.1,
                                       .angle =
                                           [](const std::string&) {
                                             return 0.0;
                                           }},
                                      material);
  for (contact::Geometry geometry : ant->geometries()) {
    const std::string& body = ant->bodies()[geometry.body].name;
    if (body != "torso" && !body.ends_with("foot")) continue;
    geometry.material = material;
    geometry.contype = 0;  // Touched by the ground alone.
    builder.AddGeometry(std::move(geometry));
  }
  builder.SetDefaultPose(ant->BodyIndex("torso"),
                         RigidTransform(Eigen::Translation3d(0, 0, kHeight)));
  return std::move(builder).Build();
}

}  // namespace tactus::examples
