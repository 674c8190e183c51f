#include "tactus/multibody/importers/sdf/assemble.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/physical_inertia.h"
#include "tactus/multibody/importers/sdf/collision_filters.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/gearboxes.h"
#include "tactus/multibody/importers/sdf/joints.h"
#include "tactus/multibody/importers/sdf/loops.h"
#include "tactus/multibody/importers/sdf/mimics.h"
#include "tactus/multibody/importers/sdf/visuals.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody::sdformat {
namespace {

// What says most exactly where the inertia stands.
const XmlElement& InertiaOf(const LinkSpec& link) {
  for (const char* path : {"inertial/inertia", "inertial"}) {
    if (const XmlElement* found = FindPath(link.source, path)) return *found;
  }
  return link.source;
}

class Assembler {
 public:
  Assembler(const Scene& scene, const SdfOptions& options, ImportReport* report,
            ModelBuilder* builder)
      : scene_(scene), options_(options), report_(report), builder_(builder) {}

  void AddLinks() {
    for (const LinkSpec& link : scene_.links) {
      link_of_[link.name] = static_cast<int>(bodies_.size());
      bodies_.push_back(builder_->AddBody(
          link.name, MakePhysical(link.inertia, InertiaOf(link), link.name,
                                  options_.fix_inertia, report_)));
      const XmlElement* gravity = FindChild(link.source, "gravity");
      if (gravity != nullptr && !ReadFlag(*gravity))
        builder_->SetGravityScale(bodies_.back(), 0);
      moved_by_.push_back(nullptr);
    }
  }

  void AddJoints() {
    for (const JointSpec& joint : scene_.joints) {
      const bool is_apart =
          scene_.models[joint.model].is_static || IsGearbox(joint);
      joints_.push_back(is_apart ? -1 : AddJoint(joint));
    }
    AddRoots();
  }

  void AddRoots() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const LinkSpec& link = scene_.links[i];
      const bool is_root = moved_by_[i] == nullptr;
      const bool is_static = scene_.models[link.model].is_static;
      if (is_static || (is_root && options_.weld_root)) {
        builder_->AddJoint({.name = link.name,
                            .type = JointType::kWeld,
                            .parent = 0,
                            .child = bodies_[i],
                            .X_PF = link.X_WL});
      } else if (is_root && !link.X_WL.isApprox(RigidTransform::Identity())) {
        // At the origin, the caller may still weld it elsewhere.
        builder_->SetDefaultPose(bodies_[i], link.X_WL);
      }
    }
  }

  void AddMimics() {
    for (const MimicSpec& mimic : ReadMimics(scene_, report_)) {
      const JointSpec& follower = scene_.joints[mimic.follower];
      if (IsInTree(mimic)) {
        AddCoupler(follower.name + "/mimic", mimic);
      } else {
        report_->Add(Notice::Severity::kDropped, follower.source,
                     "it follows no joint: one of the two has no coordinate");
      }
    }
  }

  // Wheels that mesh overlap.
  void AddGearboxes() {
    for (const GearboxSpec& gearbox : ReadGearboxes(scene_, report_)) {
      const JointSpec& spec = scene_.joints[gearbox.joint];
      Check(IsInTree(gearbox.ratio), spec.source,
            "a gearbox cannot couple joints that close loops");
      AddCoupler(spec.name, gearbox.ratio);
      builder_->ExcludePair(bodies_[FindLink(spec.parent, spec)],
                            bodies_[FindLink(spec.child, spec)]);
    }
  }

  void ExcludeFilteredPairs() {
    for (const auto& [a, b] : ReadCollisionFilters(scene_))
      builder_->ExcludePair(bodies_[link_of_.at(a)], bodies_[link_of_.at(b)]);
  }

  void AddGeometries(Collisions* collisions) {
    std::vector<bool> is_seen;
    for (const LinkSpec& link : scene_.links) {
      LinkLooks looks = ReadVisuals(link, collisions->locator(), report_);
      is_seen.push_back(!looks.visuals.empty() && looks.complete);
      for (Visual& visual : looks.visuals) {
        visual.body = bodies_[is_seen.size() - 1];
        builder_->AddVisual(std::move(visual));
      }
    }
    for (const CollisionSpec& collision : scene_.collisions) {
      for (contact::Geometry& geometry : collisions->Make(collision)) {
        geometry.body = bodies_[collision.link];
        geometry.is_drawn = !is_seen[collision.link];
        builder_->AddGeometry(std::move(geometry));
      }
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const int model = scene_.links[i].model;
        if (model == scene_.links[k].model &&
            !scene_.models[model].self_collides) {
          builder_->ExcludePair(bodies_[k], bodies_[i]);
        }
      }
    }
  }

 private:
  int FindLink(const std::string& name, const JointSpec& joint) const {
    const auto link = link_of_.find(name);
    Check(link != link_of_.end(), joint.source,
          "there is no link '" + name + "'");
    return link->second;
  }

  int AddJoint(const JointSpec& spec) {
    const int child = FindLink(spec.child, spec);
    const LinkSpec& child_link = scene_.links[child];
    Check(!scene_.models[child_link.model].is_static, spec.source,
          "the child link belongs to a static model");
    const int parent =
        spec.parent == "world" ? -1 : FindLink(spec.parent, spec);
    if (moved_by_[child] != nullptr || HangsOn(parent, child)) {
      AddLoop(spec, parent, child);
      return -1;
    }
    moved_by_[child] = &spec;

    Joint joint = MakeJoint(spec, report_);
    if (parent >= 0) joint.parent = bodies_[parent];
    joint.child = bodies_[child];
    joint.X_PF = spec.X_PJ.value_or(FindInParent(parent, child, joint.X_CM));
    const int index = builder_->AddJoint(joint);
    if (IsActuated(spec, joint)) {
      const double effort = spec.axes[0].effort;
      builder_->AddActuator({.name = spec.name,
                             .joint = index,
                             .force_lower = -effort,
                             .force_upper = effort});
    }
    return index;
  }

  bool IsInTree(const MimicSpec& mimic) const {
    return joints_[mimic.follower] >= 0 && joints_[mimic.leader] >= 0;
  }

  void AddCoupler(const std::string& name, const MimicSpec& mimic) {
    builder_->AddCoupler(
        {.name = name,
         .joint_a = joints_[mimic.follower],
         .joint_b = joints_[mimic.leader],
         .reference_b = mimic.reference,
         .coefficients = {mimic.offset, mimic.multiplier, 0, 0, 0}});
  }

  // A frame of the child, seen from the parent (-1: the world) at q = 0.
  RigidTransform FindInParent(int parent, int child,
                              const RigidTransform& X_CF) const {
    const RigidTransform X_WF = scene_.links[child].X_WL * X_CF;
    return parent < 0 ? X_WF : scene_.links[parent].X_WL.inverse() * X_WF;
  }

  // True if the joints so far carry `link` on `other`, or it is that.
  bool HangsOn(int link, int other) const {
    while (link >= 0 && link != other && moved_by_[link] != nullptr) {
      const std::string& parent = moved_by_[link]->parent;
      link = parent == "world" ? -1 : link_of_.at(parent);
    }
    return link == other;
  }

  void AddLoop(const JointSpec& spec, int parent, int child) {
    const int body = parent < 0 ? 0 : bodies_[parent];
    for (Constraint& constraint :
         MakeLoop(spec, FindInParent(parent, child, spec.X_CJ), report_)) {
      constraint.body_a = body;
      constraint.body_b = bodies_[child];
      builder_->AddConstraint(std::move(constraint));
    }
    if (body != 0) builder_->ExcludePair(body, bodies_[child]);
  }

  const Scene& scene_;
  const SdfOptions& options_;
  ImportReport* report_;
  ModelBuilder* builder_;
  std::map<std::string, int> link_of_;  // Index in Scene::links by name.
  std::vector<int> joints_;             // By joint; -1: not in the tree.
  // By link.
  std::vector<int> bodies_;
  std::vector<const JointSpec*> moved_by_;
};

}  // namespace

void AddToBuilder(const Scene& scene, const SdfOptions& options,
                  Collisions* collisions, ImportReport* report,
                  ModelBuilder* builder) {
  if (scene.gravity_W) builder->set_gravity(*scene.gravity_W);
  Assembler assembler(scene, options, report, builder);
  assembler.AddLinks();
  assembler.AddJoints();
  assembler.AddMimics();
  assembler.AddGearboxes();
  if (collisions != nullptr) assembler.AddGeometries(collisions);
  assembler.ExcludeFilteredPairs();
}

}  // namespace tactus::multibody::sdformat
