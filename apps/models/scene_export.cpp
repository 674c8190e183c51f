#include "tactus/apps/models/scene_export.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {
namespace {

using contact::Geometry;
using contact::PairMaterial;
using multibody::Body;
using multibody::Joint;
using multibody::Model;

/// Relative to what is compared.
constexpr double kSame = 1e-12;

/// One export. Each Require... throws for what the form cannot say.
class Exporter {
 public:
  Exporter(std::string name, const examples::SceneInstance& scene)
      : name_(std::move(name)),
        scene_(scene),
        model_(scene.plant->model()),
        X_WB_(
            scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
                scene.context)) {}

  NeutralScene Export() const {
    RequirePlantAlone();
    RequireFreeBodiesAlone();
    RequireOneShapeEach();
    NeutralScene neutral;
    neutral.name = name_;
    neutral.gravity = model_.gravity_W();
    SetContactLaw(&neutral);
    for (const Geometry& geometry : model_.geometries()) {
      if (model_.bodies()[geometry.body].tree < 0) {
        neutral.fixed.push_back({.name = geometry.name,
                                 .shape = geometry.shape,
                                 .X_WG = X_WB_[geometry.body] * geometry.X_BG});
      } else {
        neutral.bodies.push_back(MakeBody(geometry));
      }
    }
    return neutral;
  }

 private:
  [[noreturn]] void Fail(const std::string& why) const {
    throw std::invalid_argument(
        fmt::format("scene '{}' has no neutral form: {}", name_, why));
  }

  void RequirePlantAlone() const {
    for (const systems::LeafSystem* leaf : scene_.diagram->leaves()) {
      if (leaf != scene_.plant)
        Fail(fmt::format("it has the block '{}' besides its plant",
                         leaf->name()));
    }
  }

  void RequireFreeBodiesAlone() const {
    if (model_.num_actuators() > 0)
      Fail(fmt::format("it has the actuator '{}'", model_.actuators()[0].name));
    if (!model_.couplers().empty() || !model_.constraints().empty())
      Fail("it has constraints");
    for (const multibody::Tree& tree : model_.trees()) {
      const Body& body = model_.bodies()[tree.first_body];
      const Joint& joint = model_.joints()[body.inboard_joint];
      if (!tree.is_free_body)
        Fail(fmt::format("joint '{}' is not that of a free body", joint.name));
      if (joint.damping != 0 || joint.dry_friction != 0 ||
          joint.armature != 0 || joint.is_locked)
        Fail(fmt::format("joint '{}' resists motion", joint.name));
    }
  }

  void RequireOneShapeEach() const {
    std::vector<int> num_shapes(model_.num_bodies(), 0);
    for (const Geometry& geometry : model_.geometries())
      ++num_shapes[geometry.body];
    for (int b = 1; b < model_.num_bodies(); ++b) {
      const Body& body = model_.bodies()[b];
      if (body.tree >= 0 && num_shapes[b] != 1)
        Fail(fmt::format("body '{}' has {} shapes", body.name, num_shapes[b]));
    }
  }

  // The law that all pairs that may touch have in common.
  void SetContactLaw(NeutralScene* neutral) const {
    const auto geometries = model_.geometries();
    const auto pairs = scene_.plant->collision_engine().CandidatePairs();
    RequireAllPairsTouch(static_cast<long>(pairs.size()));
    if (geometries.empty()) Fail("it has no shapes");
    for (const Geometry& geometry : geometries) {
      if (geometry.material.compliance.kind !=
          contact::Compliance::Kind::kPoint)
        Fail(fmt::format("'{}' touches by pressure fields", geometry.name));
    }
    const auto combine = [&](int i, int j) {
      return contact::Combine(geometries[i].material, geometries[j].material);
    };
    const PairMaterial law = pairs.empty()
                                 ? combine(0, 0)
                                 : combine(pairs[0].first, pairs[0].second);
    for (const auto& [i, j] : pairs) {
      if (!IsSame(combine(i, j), law))
        Fail(fmt::format("'{}' and '{}' touch by another law than others do",
                         geometries[i].name, geometries[j].name));
    }
    if (law.cross_friction_ratio != 1)
      Fail("friction is not the same in all directions");
    if (law.restitution != 0)
      Fail("a surface has a coefficient of restitution");
    neutral->stiffness = law.stiffness;
    neutral->dissipation = law.dissipation;
    neutral->friction = {.mu_static = law.static_friction,
                         .mu_dynamic = law.dynamic_friction,
                         .stiction_tolerance = law.stiction_velocity,
                         .torsional = law.torsional_friction,
                         .rolling = law.rolling_friction};
  }

  void RequireAllPairsTouch(long num_pairs) const {
    long moving = 0, fixed = 0;
    for (const Geometry& geometry : model_.geometries()) {
      ++(model_.bodies()[geometry.body].tree < 0 ? fixed : moving);
      if (geometry.margin != 0)
        Fail(fmt::format("'{}' has a margin", geometry.name));
    }
    if (num_pairs != moving * (moving - 1) / 2 + moving * fixed)
      Fail("some of its shapes pass through each other");
  }

  static bool IsSame(const PairMaterial& a, const PairMaterial& b) {
    const auto same = [](double x, double y) {
      return std::abs(x - y) <= kSame * std::max(std::abs(x), std::abs(y));
    };
    return same(a.stiffness, b.stiffness) &&
           same(a.dissipation, b.dissipation) &&
           same(a.static_friction, b.static_friction) &&
           same(a.dynamic_friction, b.dynamic_friction) &&
           same(a.stiction_velocity, b.stiction_velocity) &&
           same(a.torsional_friction, b.torsional_friction) &&
           same(a.rolling_friction, b.rolling_friction);
  }

  NeutralScene::Body MakeBody(const Geometry& geometry) const {
    const Body& body = model_.bodies()[geometry.body];
    const Joint& joint = model_.joints()[body.inboard_joint];
    const multibody::SpatialInertia& inertia = body.inertia;
    const Matrix3d& I = inertia.I_Bcm;
    const Vector3d moments = I.diagonal();
    if (!geometry.X_BG.isApprox(RigidTransform::Identity(), kSame) ||
        inertia.p_BoBcm.norm() > kSame)
      Fail(
          fmt::format("the frames of body '{}', of its shape and of its centre "
                      "of mass are not one",
                      body.name));
    if ((I - Matrix3d(moments.asDiagonal())).norm() > kSame * I.norm())
      Fail(fmt::format("the axes of body '{}' are not its principal ones",
                       body.name));
    const auto q =
        scene_.plant->positions(scene_.context).segment<7>(joint.q_start);
    const auto v =
        scene_.plant->velocities(scene_.context).segment<6>(joint.v_start);
    return {.name = body.name,
            .shape = geometry.shape,
            .mass = inertia.mass,
            .inertia = moments,
            .position = q.head<3>(),
            .orientation = Quaterniond(q[3], q[4], q[5], q[6]).normalized(),
            .angular_velocity = v.head<3>(),
            .linear_velocity = v.tail<3>()};
  }

  std::string name_;
  const examples::SceneInstance& scene_;
  const Model& model_;
  const std::vector<RigidTransform>& X_WB_;
};

}  // namespace

NeutralScene ExportScene(const std::string& name,
                         const std::string& description, double duration,
                         const examples::SceneInstance& scene) {
  NeutralScene neutral = Exporter(name, scene).Export();
  neutral.description = description;
  neutral.duration = duration;
  return neutral;
}

std::string MakeNeutralText(const std::string& name) {
  const examples::Scene& scene = examples::FindScene(name);
  return MakeNeutralJson(ExportScene(name, std::string(scene.description),
                                     scene.duration, scene.make()))
             .dump(1) +
         '\n';
}

}  // namespace tactus::apps
