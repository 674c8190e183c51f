#include "tactus/apps/models/scene_import.h"

#include <fstream>
#include <memory>
#include <string>

namespace tactus::apps {
namespace {

// The line of the member `key`, or of the first of several. Texts cannot be
// taken for it, as their quotation marks are escaped.
int FindLine(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    if (text.find('"' + key + '"') != std::string::npos) return line;
  }
  return 1;
}

contact::Material MakeMaterial(const NeutralScene& scene) {
  const NeutralScene::Friction& friction = scene.friction;
  return {.stiffness = 2 * scene.stiffness,
          .dissipation = scene.dissipation,
          .static_friction = friction.mu_static,
          .dynamic_friction = friction.mu_dynamic,
          .stiction_velocity = friction.stiction_tolerance,
          .torsional_friction = friction.torsional,
          .rolling_friction = friction.rolling,
          .condim = friction.rolling > 0     ? 6
                    : friction.torsional > 0 ? 4
                                             : 3};
}

}  // namespace

void AddNeutralScene(const NeutralScene& scene,
                     multibody::ModelBuilder* builder) {
  const contact::Material material = MakeMaterial(scene);
  builder->set_gravity(scene.gravity);
  for (const NeutralScene::Fixed& fixed : scene.fixed) {
    builder->AddGeometry({.name = fixed.name,
                          .body = 0,
                          .X_BG = fixed.X_WG,
                          .shape = fixed.shape,
                          .material = material});
  }
  for (const NeutralScene::Body& each : scene.bodies) {
    const int body = builder->AddBody(
        each.name, {.mass = each.mass, .I_Bcm = each.inertia.asDiagonal()});
    builder->AddGeometry({.name = each.name,
                          .body = body,
                          .shape = each.shape,
                          .material = material});
    builder->SetDefaultPose(body, each.X_WB());
  }
}

multibody::ImportReport ReportForOthers(const NeutralScene& scene,
                                        const std::filesystem::path& file) {
  multibody::ImportReport report;
  const auto add = [&](const std::string& key, const std::string& what) {
    const multibody::XmlElement member{
        .tag = key,
        .file = std::make_shared<const std::string>(file.string()),
        .line = FindLine(file, key)};
    report.AddCommon(multibody::Notice::Severity::kDropped, member,
                     what + " is for other programs, and does not act here");
  };
  if (scene.settle) add("settle", "the time before anything is timed");
  if (scene.step) add("dt", "the step");
  return report;
}

VectorXd CalcStartVelocities(const NeutralScene& scene,
                             const multibody::Model& model) {
  VectorXd v = VectorXd::Zero(model.num_velocities());
  for (const NeutralScene::Body& each : scene.bodies) {
    const int joint = model.bodies()[model.BodyIndex(each.name)].inboard_joint;
    v.segment<6>(model.joints()[joint].v_start) << each.angular_velocity,
        each.linear_velocity;
  }
  return v;
}

}  // namespace tactus::apps
