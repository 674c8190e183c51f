#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/held_nodes.h"
#include "tactus/multibody/importers/model_assembly.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/scoped_name.h"

// What ModelAssembly does once everything is said: one model from all parts.
namespace tactus::multibody {

/// Puts parts into a ModelBuilder: first all bodies, so that any part can be
/// welded to any other.
class ModelAssembly::Builder {
 public:
  Builder(const ModelAssembly& assembly, std::vector<bool> included,
          bool is_whole)
      : assembly_(assembly),
        included_(std::move(included)),
        is_whole_(is_whole),
        bodies_(assembly.parts_.size()),
        joints_(assembly.parts_.size()),
        geometries_(assembly.parts_.size()),
        first_actuator_(assembly.parts_.size()) {}

  std::shared_ptr<const Model> Build() && {
    builder_.set_gravity(ChooseGravity());
    builder_.set_fluid(ChooseFluid());
    ForEachPart([this](int p) { AddBodies(p); });
    AddLinks();
    ForEachPart([this](int p) { AddJoints(p); });
    ForEachPart([this](int p) {
      const std::vector<int> tendons = AddTendons(p);
      AddActuators(p, tendons);
      AddCouplers(p, tendons);
      AddConstraints(p);
      AddExcludes(p);
    });
    ForEachPart([this](int p) { AddGeometries(p); });
    ForEachPart([this](int p) { AddGeometryPairs(p); });
    ForEachPart([this](int p) { AddKeyframes(p); });
    AddOwnGeometries();
    AddElasticBodies();
    TieCables();
    AddOwnExcludes();
    std::shared_ptr<const Model> model = std::move(builder_).Build();
    const VectorXd q = model->default_positions();
    for (const HeldElasticBody& held : assembly_.elastic_bodies_) {
      if (Includes(held))
        model = HoldNodesWhereTheyAre(held.body.name, std::move(model), q);
    }
    return model;
  }

 private:
  template <typename Function>
  void ForEachPart(Function&& function) {
    for (int p = 0; p < std::ssize(assembly_.parts_); ++p) {
      if (included_[p]) function(p);
    }
  }

  const Part& part(int p) const { return assembly_.parts_[p]; }
  std::string Scoped(int p, const std::string& name) const {
    return MakeScopedName(part(p).name, name);
  }
  bool Includes(const BodyRef& body) const {
    if (body.cable >= 0) return is_whole_;
    return body.part < 0 || included_[body.part];
  }
  int IndexOf(const BodyRef& body) const {
    if (body.cable >= 0) return links_[body.cable][body.body];
    return body.part < 0 ? 0 : bodies_[body.part][body.body];
  }
  // Null where the joint in the model's file holds.
  const Weld* WeldOf(int p, int body) const {
    return assembly_.FindWeld({.part = p, .body = body});
  }

  Vector3d ChooseGravity() {
    if (assembly_.gravity_W_) return *assembly_.gravity_W_;
    int first = -1;
    ForEachPart([&](int p) {
      if (first < 0) first = p;
      Require(part(p).model->gravity_W() == part(first).model->gravity_W(),
              fmt::format("gravity in the models '{}' and '{}' differs: say "
                          "which holds",
                          part(first).name, part(p).name));
    });
    return first < 0 ? Vector3d(0, 0, -9.81) : part(first).model->gravity_W();
  }

  // A model in a vacuum does not say what the others move in.
  Fluid ChooseFluid() {
    if (assembly_.fluid_) return *assembly_.fluid_;
    int first = -1;
    ForEachPart([&](int p) {
      if (!part(p).model->fluid().resists()) return;
      if (first < 0) first = p;
      Require(part(p).model->fluid() == part(first).model->fluid(),
              fmt::format("the models '{}' and '{}' move in different fluids: "
                          "say which there is",
                          part(first).name, part(p).name));
    });
    return first < 0 ? Fluid{} : part(first).model->fluid();
  }

  void AddBodies(int p) {
    const Model& model = *part(p).model;
    const auto on_world = [](const auto& shape) {
      return shape.body == 0;
    };
    bodies_[p].push_back(0);
    if (WeldOf(p, 0) != nullptr) {
      const bool is_virtual =
          std::ranges::none_of(model.geometries(), on_world) &&
          std::ranges::none_of(model.visuals(), on_world);
      bodies_[p][0] = builder_.AddBody(Scoped(p, "world"), {}, is_virtual);
    }
    for (const Body& body : model.bodies().subspan(1)) {
      bodies_[p].push_back(builder_.AddBody(Scoped(p, body.name), body.inertia,
                                            body.is_virtual));
      builder_.SetGravityScale(bodies_[p].back(), body.gravity_scale);
    }
  }

  void AddLinks() {
    if (!is_whole_) return;
    for (const HeldCable& held : assembly_.cables_)
      links_.push_back(AddCableLinks(held.cable, &builder_));
  }

  void AddWeldJoint(int p, int body, const std::string& name,
                    const Weld& weld) {
    Require(Includes(weld.parent),
            fmt::format("model '{}' is welded to '{}', which is not among the "
                        "models chosen",
                        part(p).name, assembly_.NameOf(weld.parent)));
    joints_[p].push_back(builder_.AddJoint({.name = name,
                                            .type = JointType::kWeld,
                                            .parent = IndexOf(weld.parent),
                                            .child = bodies_[p][body],
                                            .X_PF = weld.X_AB}));
  }

  void AddJoints(int p) {
    const Model& model = *part(p).model;
    PositionKinematics position;
    CalcPositionKinematics(model, model.default_positions(), &position);
    for (Joint joint : model.joints()) {
      joint.name = Scoped(p, joint.name);
      const int child = joint.child;
      if (const Weld* weld = WeldOf(p, child)) {
        AddWeldJoint(p, child, joint.name, *weld);
        continue;
      }
      joint.parent = bodies_[p][joint.parent];
      joint.child = bodies_[p][child];
      if (joint.type == JointType::kFloating) {
        builder_.SetDefaultPose(joint.child, position.X_WB[child]);
      }
      joints_[p].push_back(builder_.AddJoint(std::move(joint)));
    }
    if (const Weld* weld = WeldOf(p, 0)) {
      AddWeldJoint(p, 0, Scoped(p, "world"), *weld);
    }
  }

  // The builder's index of each.
  std::vector<int> AddTendons(int p) {
    std::vector<int> tendons;
    for (Tendon tendon : part(p).model->tendons()) {
      if (!tendon.name.empty()) tendon.name = Scoped(p, tendon.name);
      for (Tendon::Term& term : tendon.terms)
        term.joint = joints_[p][term.joint];
      for (Tendon::Stop& stop : tendon.path) {
        stop.body = bodies_[p][stop.body];
        if (stop.side_body >= 0) stop.side_body = bodies_[p][stop.side_body];
      }
      if (tendon.transmission) {
        Transmission& of = *tendon.transmission;
        if (of.joint >= 0) of.joint = joints_[p][of.joint];
        if (of.body >= 0) of.body = bodies_[p][of.body];
        if (of.reference >= 0) of.reference = bodies_[p][of.reference];
      }
      tendons.push_back(builder_.AddTendon(std::move(tendon)));
    }
    return tendons;
  }

  void AddActuators(int p, std::span<const int> tendons) {
    first_actuator_[p] = num_actuators_;
    for (Actuator actuator : part(p).model->actuators()) {
      actuator.name = Scoped(p, actuator.name);
      if (actuator.joint >= 0) actuator.joint = joints_[p][actuator.joint];
      if (actuator.tendon >= 0) actuator.tendon = tendons[actuator.tendon];
      if (actuator.body >= 0) actuator.body = bodies_[p][actuator.body];
      builder_.AddActuator(std::move(actuator));
      ++num_actuators_;
    }
  }

  void AddCouplers(int p, std::span<const int> tendons) {
    for (JointCoupler coupler : part(p).model->couplers()) {
      if (!coupler.name.empty()) coupler.name = Scoped(p, coupler.name);
      if (coupler.tendon_a >= 0) coupler.tendon_a = tendons[coupler.tendon_a];
      if (coupler.tendon_b >= 0) coupler.tendon_b = tendons[coupler.tendon_b];
      coupler.joint_a = joints_[p][coupler.joint_a];
      if (coupler.joint_b >= 0) coupler.joint_b = joints_[p][coupler.joint_b];
      builder_.AddCoupler(std::move(coupler));
    }
  }

  void AddConstraints(int p) {
    for (Constraint constraint : part(p).model->constraints()) {
      if (!constraint.name.empty())
        constraint.name = Scoped(p, constraint.name);
      constraint.body_a = bodies_[p][constraint.body_a];
      constraint.body_b = bodies_[p][constraint.body_b];
      builder_.AddConstraint(std::move(constraint));
    }
  }

  void AddExcludes(int p) {
    for (const auto& [a, b] : part(p).excluded_by_hand) {
      builder_.ExcludePair(bodies_[p][a], bodies_[p][b]);
    }
  }

  void Edit(contact::Geometry* geometry) const {
    const std::string& body = builder_.body(geometry->body).name;
    for (const auto& edit : assembly_.edits_) edit(body, geometry);
  }

  int AddGeometry(contact::Geometry geometry) {
    Edit(&geometry);
    return builder_.AddGeometry(std::move(geometry));
  }

  // Whether anything but welds leads from a body to the world.
  bool Moves(const BodyRef& body) const {
    if (body.cable >= 0) return true;
    if (body.part < 0) return false;
    if (const Weld* weld = WeldOf(body.part, body.body))
      return Moves(weld->parent);
    if (body.body == 0) return false;
    const Model& model = *part(body.part).model;
    const Joint& joint =
        model.joints()[model.bodies()[body.body].inboard_joint];
    return joint.type != JointType::kWeld ||
           Moves({.part = body.part, .body = joint.parent});
  }

  // MJCF's geoms that stand still are rigid, whatever their solref: it acts on
  // pairs with what moves. Where a weld carries them, they must touch what is
  // rigid.
  void SoftenCarried(int p, int body, contact::Material* material) const {
    const bool stood_still = part(p).model->bodies()[body].tree < 0;
    if (std::isinf(material->stiffness) && stood_still &&
        Moves({.part = p, .body = body}))
      material->stiffness = contact::Material{}.stiffness;
  }

  void AddGeometries(int p) {
    for (contact::Geometry geometry : part(p).model->geometries()) {
      SoftenCarried(p, geometry.body, &geometry.material);
      geometry.name = Scoped(p, geometry.name);
      geometry.body = bodies_[p][geometry.body];
      geometries_[p].push_back(AddGeometry(std::move(geometry)));
    }
    for (Visual visual : part(p).model->visuals()) {
      visual.body = bodies_[p][visual.body];
      builder_.AddVisual(std::move(visual));
    }
    for (FluidEllipsoid ellipsoid : part(p).model->fluid_ellipsoids()) {
      ellipsoid.body = bodies_[p][ellipsoid.body];
      builder_.AddFluidEllipsoid(std::move(ellipsoid));
    }
  }

  // What is edited of a geometry's material is edited of its material in a
  // pair.
  void AddGeometryPairs(int p) {
    const Model& model = *part(p).model;
    const auto edited = [&](int index, const contact::Material& material) {
      contact::Geometry geometry = model.geometries()[index];
      geometry.name = Scoped(p, geometry.name);
      geometry.body = bodies_[p][geometry.body];
      geometry.material = material;
      SoftenCarried(p, model.geometries()[index].body, &geometry.material);
      Edit(&geometry);
      return geometry.material;
    };
    for (contact::GeometryPair pair : model.geometry_pairs()) {
      pair.material_a = edited(pair.geometry_a, pair.material_a);
      pair.material_b = edited(pair.geometry_b, pair.material_b);
      pair.geometry_a = geometries_[p][pair.geometry_a];
      pair.geometry_b = geometries_[p][pair.geometry_b];
      builder_.AddGeometryPair(pair);
    }
  }

  void AddKeyframes(int p) {
    const Model& model = *part(p).model;
    for (const Keyframe& key : model.keyframes()) {
      std::vector<std::pair<std::string, VectorXd>> q, v;
      for (const Joint& joint : model.joints()) {
        if (WeldOf(p, joint.child) != nullptr) continue;
        const std::string name = Scoped(p, joint.name);
        q.emplace_back(name, key.q.segment(joint.q_start, joint.nq()));
        v.emplace_back(name, key.v.segment(joint.v_start, joint.nv()));
      }
      const auto spread = [&](const VectorXd& own) {
        VectorXd all = VectorXd::Zero(num_actuators_);
        all.segment(first_actuator_[p], own.size()) = own;
        return all;
      };
      builder_.AddKeyframe(Scoped(p, key.name), std::move(q), std::move(v),
                           spread(key.u), spread(key.activations));
    }
  }

  void AddOwnGeometries() {
    for (const auto& [body, geometry] : assembly_.geometries_) {
      if (!Includes(body)) continue;
      contact::Geometry own = geometry;
      own.body = IndexOf(body);
      AddGeometry(std::move(own));
    }
  }

  bool Includes(const HeldElasticBody& held) const {
    return Includes(held.base) &&
           std::ranges::all_of(held.holders, [this](const BodyRef& holder) {
             return Includes(holder);
           });
  }

  void AddElasticBodies() {
    for (const HeldElasticBody& held : assembly_.elastic_bodies_) {
      if (!Includes(held)) continue;
      ElasticBody body = held.body;
      body.base = IndexOf(held.base);
      for (std::size_t i = 0; i < held.holders.size(); ++i)
        body.attachments[i].body = IndexOf(held.holders[i]);
      body.material = EditSurface(body.name, "node", body.material);
      builder_.AddElasticBody(std::move(body));
    }
  }

  void TieCables() {
    if (!is_whole_) return;
    for (std::size_t c = 0; c < links_.size(); ++c) {
      auto [cable, start, end] = assembly_.cables_[c];
      cable.start.body = IndexOf(start.body);
      cable.start.X_BE = start.X_BF;
      cable.end.body = IndexOf(end.body);
      cable.end.X_BE = end.X_BF;
      cable.material = EditSurface(cable.name, "link", cable.material);
      TieCable(cable, links_[c], &builder_);
    }
    for (const HeldCable& held : assembly_.cables_) ExcludeFork(held);
    for (const Weld& weld : assembly_.welds_) {
      if (weld.parent.cable >= 0 && Includes(weld.child))
        ExcludeHanging(weld.parent, weld.child);
    }
  }

  // What begins or ends on a link of another cable does not touch the links
  // about that one, as far as it is near them.
  void ExcludeFork(const HeldCable& held) {
    const std::vector<int>& own =
        links_[static_cast<std::size_t>(&held - assembly_.cables_.data())];
    const int near = CountLinksWithinReach(held.cable);
    for (const BodyRef& on : {held.start.body, held.end.body}) {
      if (on.cable < 0) continue;
      const bool is_start = on == held.start.body;
      for (int k = 0; k < near; ++k) {
        const int link = is_start ? own[k] : own[own.size() - 1 - k];
        ExcludeAround(assembly_.cables_[on.cable].cable, links_[on.cable],
                      on.body, link, &builder_);
      }
    }
  }

  // A body on a link, and all that is welded to it.
  void ExcludeHanging(const BodyRef& link, const BodyRef& body) {
    ExcludeAround(assembly_.cables_[link.cable].cable, links_[link.cable],
                  link.body, IndexOf(body), &builder_);
    for (const Joint& joint : part(body.part).model->joints()) {
      if (joint.parent == body.body && joint.type == JointType::kWeld &&
          WeldOf(body.part, joint.child) == nullptr)
        ExcludeHanging(link, {.part = body.part, .body = joint.child});
    }
    for (const Weld& weld : assembly_.welds_) {
      if (weld.parent == body && Includes(weld.child))
        ExcludeHanging(link, weld.child);
    }
  }

  // Edits the one material of all parts of a body.
  contact::Material EditSurface(const std::string& name,
                                const std::string& part,
                                const contact::Material& material) const {
    contact::Geometry surface{
        .name = name + "/" + part, .shape = {}, .material = material};
    for (const auto& edit : assembly_.edits_) edit(name, &surface);
    return surface.material;
  }

  void AddOwnExcludes() {
    for (const auto& [a, b] : assembly_.excluded_pairs_) {
      if (!Includes(a) || !Includes(b)) continue;
      builder_.ExcludePair(IndexOf(a), IndexOf(b));
    }
  }

  const ModelAssembly& assembly_;
  std::vector<bool> included_;
  bool is_whole_;  // Or some of the models alone, however many.
  ModelBuilder builder_;
  std::vector<std::vector<int>> bodies_, joints_;  // By part: builder's index.
  std::vector<std::vector<int>> links_;            // By cable: the same.
  std::vector<std::vector<int>> geometries_;       // The same.
  std::vector<int> first_actuator_;                // By part.
  int num_actuators_{};
};

std::shared_ptr<const Model> ModelAssembly::Build() const {
  return Builder(*this, std::vector<bool>(parts_.size(), true), true).Build();
}

std::shared_ptr<const Model> ModelAssembly::Build(
    std::span<const std::string> names) const {
  const std::vector<std::string> known = models();
  std::vector<bool> included(parts_.size(), false);
  for (const std::string& name : names) {
    included[FindScopedName(known, name, "model")] = true;
  }
  return Builder(*this, std::move(included), false).Build();
}

}  // namespace tactus::multibody
