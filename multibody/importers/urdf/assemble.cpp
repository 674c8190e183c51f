#include "tactus/multibody/importers/urdf/assemble.h"

#include <map>

#include "tactus/multibody/importers/parsing/follower_chains.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/unique_name.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody::urdf {
namespace {

constexpr std::string_view kWorld = "world";

using Severity = Notice::Severity;

class Assembler {
 public:
  Assembler(const Contents& contents, ImportReport* report,
            ModelBuilder* builder)
      : contents_(contents), report_(report), builder_(*builder) {}

  void Run(RootRule root_rule) {
    IndexLinks();
    IndexJoints();
    CheckNoLoops();
    AddJoints();
    HoldRoots(root_rule);
    AddGeometry();
    AddMotors();
    AddCouplers();
    AddLoops();
  }

 private:
  // Names and bodies of the links.
  void IndexLinks() {
    for (const LinkSpec& link : contents_.links) {
      Check(!body_.contains(link.name), *link.source,
            "the link name '" + link.name + "' is used twice");
      body_[link.name] =
          link.name == kWorld ? 0 : builder_.AddBody(link.name, link.inertia);
      if (link.gravity_scale != 1)
        builder_.SetGravityScale(body_[link.name], link.gravity_scale);
    }
    body_.emplace(kWorld, 0);  // It need not be a link.
  }

  int FindBody(const std::string& link, const XmlElement& user) const {
    const auto body = body_.find(link);
    if (body != body_.end()) return body->second;
    std::vector<std::string> names;
    for (const auto& [name, index] : body_) names.push_back(name);
    Fail(user, "unknown link '" + link + "'; " + Suggest(link, names));
  }

  void IndexJoints() {
    for (const JointSpec& spec : contents_.joints) {
      const XmlElement& source = *spec.source;
      Check(joint_names_.insert(spec.joint.name).second, source,
            "the joint name '" + spec.joint.name + "' is used twice");
      FindBody(spec.parent, source);
      FindBody(spec.child, source);
      Check(spec.child != kWorld, source, "it moves the world");
      if (spec.joint.type == JointType::kWeld) {
        fixed_to_.emplace(spec.parent, spec.child);
      }
      const auto [other, is_first] = inboard_.emplace(spec.child, &spec);
      Check(is_first, source,
            "link '" + spec.child + "' is the child of joint '" +
                other->second->joint.name +
                "' already; <loop_joint> closes loops");
    }
  }

  void CheckNoLoops() const {
    std::set<std::string> cleared;  // Ways from there end at a root.
    for (const auto& [link, joint] : inboard_) {
      std::set<std::string> seen{link};
      for (auto at = inboard_.find(joint->parent);
           at != inboard_.end() && !cleared.contains(at->first);
           at = inboard_.find(at->second->parent)) {
        Check(seen.insert(at->first).second, *joint->source,
              "link '" + link + "' hangs on itself");
      }
      cleared.merge(seen);
    }
  }

  void AddJoints() {
    for (const JointSpec& spec : contents_.joints) {
      Joint joint = spec.joint;
      joint.parent = body_.at(spec.parent);
      joint.child = body_.at(spec.child);
      if (joint.parent != 0) builder_.ExcludePair(joint.parent, joint.child);
      joint_.push_back(builder_.AddJoint(std::move(joint)));
    }
  }

  // The mass of the link and of all that is fixed to it.
  double CalcRootMass(const std::string& link) const {
    double mass = 0;
    std::vector<std::string> todo{link};
    while (!todo.empty()) {
      const std::string at = std::move(todo.back());
      todo.pop_back();
      mass += builder_.body(body_.at(at)).inertia.mass;
      const auto [first, last] = fixed_to_.equal_range(at);
      for (auto it = first; it != last; ++it) todo.push_back(it->second);
    }
    return mass;
  }

  void HoldRoots(RootRule root_rule) {
    for (const LinkSpec& link : contents_.links) {
      if (link.name == kWorld || inboard_.contains(link.name)) continue;
      const bool massless = CalcRootMass(link.name) == 0;
      if (massless && root_rule == RootRule::kFloat) {
        report_->Add(Severity::kApproximated, *link.source,
                     "it is welded to the world: without mass, of its own or "
                     "fixed to it, it cannot float");
      }
      const bool weld = massless || root_rule == RootRule::kWeld;
      builder_.AddJoint(
          {.name = MakeUnique(weld ? link.name + "/weld" : link.name,
                              &joint_names_),
           .type = weld ? JointType::kWeld : JointType::kFloating,
           .parent = 0,
           .child = body_.at(link.name)});
    }
  }

  void AddGeometry() {
    for (const LinkSpec& link : contents_.links) {
      const int body = body_.at(link.name);
      for (Visual visual : link.looks.visuals) {
        visual.body = body;
        builder_.AddVisual(std::move(visual));
      }
      const bool is_seen = !link.looks.visuals.empty() && link.looks.complete;
      for (const CollisionSpec& collision : link.collisions) {
        for (contact::Geometry geometry : collision.geometries) {
          geometry.body = body;
          geometry.is_drawn = !is_seen;
          builder_.AddGeometry(std::move(geometry));
        }
      }
    }
    for (const auto& [a, b] : contents_.filtered_links) {
      if (body_.at(a) != body_.at(b)) {
        builder_.ExcludePair(body_.at(a), body_.at(b));
      }
    }
  }

  void AddMotors() {
    std::set<std::string> names;
    for (const MotorSpec& motor : contents_.motors) {
      builder_.AddActuator(
          {.name = MakeUnique(motor.name, &names),
           .joint = joint_[static_cast<std::size_t>(motor.joint)],
           .force_lower = -motor.effort,
           .force_upper = motor.effort});
    }
  }

  int FindJoint(const std::string& name) const {
    for (std::size_t j = 0; j < joint_.size(); ++j) {
      if (contents_.joints[j].joint.name == name) return static_cast<int>(j);
    }
    return -1;
  }

  // A joint that mimics one which is not there moves freely: such files exist.
  // So does the last one of those that mimic each other.
  void AddCouplers() {
    FollowerChains chains;
    for (std::size_t j = 0; j < joint_.size(); ++j) {
      const JointSpec& spec = contents_.joints[j];
      if (!spec.mimic) continue;
      const int other = FindJoint(spec.mimic->joint);
      if (other < 0) {
        report_->Add(Severity::kDropped, *spec.mimic->source,
                     "joint '" + spec.joint.name +
                         "' moves freely: there is "
                         "no joint '" +
                         spec.mimic->joint + "'; " +
                         Suggest(spec.mimic->joint, NamesOfJoints()));
        continue;
      }
      const Joint& target =
          contents_.joints[static_cast<std::size_t>(other)].joint;
      Check(target.nv() == 1 && static_cast<std::size_t>(other) != j,
            *spec.mimic->source,
            "joint '" + spec.joint.name + "' cannot mimic joint '" +
                target.name + "': it takes another joint of one coordinate");
      if (!chains.Add(static_cast<int>(j), other)) {
        report_->Add(Severity::kDropped, *spec.mimic->source,
                     "joint '" + spec.joint.name + "' does not follow '" +
                         target.name + "', which follows it");
        continue;
      }
      builder_.AddCoupler({.name = spec.joint.name + "/mimic",
                           .joint_a = joint_[j],
                           .joint_b = joint_[static_cast<std::size_t>(other)],
                           .coefficients = {spec.mimic->offset,
                                            spec.mimic->multiplier, 0, 0, 0}});
    }
  }

  std::vector<std::string> NamesOfJoints() const {
    std::vector<std::string> names;
    for (const JointSpec& spec : contents_.joints) {
      names.push_back(spec.joint.name);
    }
    return names;
  }

  void AddLoops() {
    for (const LoopSpec& loop : contents_.loops) {
      for (Constraint constraint : loop.constraints) {
        constraint.body_a = FindBody(loop.link_a, *loop.source);
        constraint.body_b = FindBody(loop.link_b, *loop.source);
        builder_.AddConstraint(std::move(constraint));
      }
      builder_.ExcludePair(FindBody(loop.link_a, *loop.source),
                           FindBody(loop.link_b, *loop.source));
    }
  }

  const Contents& contents_;
  ImportReport* report_;
  ModelBuilder& builder_;
  std::map<std::string, int, std::less<>> body_;      // By link.
  std::map<std::string, const JointSpec*> inboard_;   // By child link.
  std::multimap<std::string, std::string> fixed_to_;  // Children by parent.
  std::vector<int> joint_;  // The builder's number of contents_.joints[j].
  std::set<std::string> joint_names_;
};

}  // namespace

void AddToBuilder(const Contents& contents, RootRule root_rule,
                  ImportReport* report, ModelBuilder* builder) {
  Assembler(contents, report, builder).Run(root_rule);
}

}  // namespace tactus::multibody::urdf
