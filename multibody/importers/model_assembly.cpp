#include "tactus/multibody/importers/model_assembly.h"

#include <algorithm>
#include <iterator>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/element_checks.h"
#include "tactus/multibody/neighbor_pairs.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody {
namespace {

// Neighbours are found anew where the parts meet.
std::vector<std::pair<int, int>> FindPairsExcludedByHand(const Model& model) {
  const auto neighbors = FindNeighborPairs(model.bodies(), model.joints());
  std::vector<std::pair<int, int>> pairs;
  std::ranges::set_difference(model.excluded_pairs(), neighbors,
                              std::back_inserter(pairs));
  return pairs;
}

// Whether `name` is a full name, or that name without its model's.
bool MayMean(std::string_view name, std::string_view full_name) {
  return name == full_name || full_name.ends_with(fmt::format("::{}", name));
}

}  // namespace

void ModelAssembly::AddModel(const std::string& name,
                             std::shared_ptr<const Model> model) {
  Require(model != nullptr, fmt::format("there is no model '{}'", name));
  Require(
      model->elastic_bodies().empty(),
      fmt::format("model '{}' has elastic bodies: add these one by one", name));
  Require(name.find("::") == name.npos && name != "world",
          fmt::format("a model cannot be called '{}'", name));
  for (const Part& part : parts_) {
    Require(part.name != name, fmt::format("there are two models '{}'", name));
    Require(!part.name.empty() && !name.empty(),
            "a model without a name must be the only one");
  }
  auto pairs = FindPairsExcludedByHand(*model);
  const Part part{name, std::move(model), std::move(pairs)};
  for (const auto& [frame, unused] : frames_) RequireFreeFrame(frame, part);
  for (const auto& [unused, geometry] : geometries_) {
    RequireFreeGeometry(geometry.name, part);
  }
  parts_.push_back(part);
}

void ModelAssembly::RequireFreeFrame(const std::string& name,
                                     const Part& part) {
  for (const Body& body : part.model->bodies()) {
    const std::string taken = MakeScopedName(part.name, body.name);
    Require(!MayMean(name, taken),
            fmt::format("frame '{}' would have the name of body '{}'", name,
                        taken));
  }
}

void ModelAssembly::RequireFreeGeometry(const std::string& name,
                                        const Part& part) {
  if (name.empty()) return;
  const auto require = [&](const std::string& element, const char* kind) {
    const std::string taken = MakeScopedName(part.name, element);
    Require(!MayMean(name, taken),
            fmt::format("geometry '{}' would have the name of {} '{}'", name,
                        kind, taken));
  };
  for (const Body& body : part.model->bodies()) require(body.name, "body");
  for (const contact::Geometry& other : part.model->geometries()) {
    require(other.name, "geometry");
  }
}

void ModelAssembly::AddFrame(const std::string& name, const std::string& base,
                             const RigidTransform& X_EF) {
  RequireRigid(X_EF, fmt::format("frame '{}'", name));
  Require(name != "world" && !name.empty() && name.find("::") == name.npos,
          fmt::format("a frame cannot be called '{}'", name));
  for (const Part& part : parts_) RequireFreeFrame(name, part);
  Frame frame = Find(base);
  frame.X_BF = frame.X_BF * X_EF;
  Require(frames_.emplace(name, frame).second,
          fmt::format("there are two frames '{}'", name));
}

void ModelAssembly::AddWeld(const std::string& parent, const std::string& child,
                            const RigidTransform& X_PC) {
  RequireRigid(X_PC, fmt::format("the weld of '{}' to '{}'", child, parent));
  const Frame P = Find(parent), C = Find(child);
  RequireWeldable(C.body);
  welds_.push_back({.parent = P.body,
                    .child = C.body,
                    .X_AB = P.X_BF * X_PC * C.X_BF.inverse()});
}

void ModelAssembly::RequireWeldable(const BodyRef& child) const {
  Require(child.cable < 0,
          fmt::format("'{}' cannot be welded to anything: it is the link of a "
                      "cable. Weld what holds it, or hangs on it, to it",
                      NameOf(child)));
  Require(child.part >= 0, "the world cannot be welded to anything");
  const Model& model = *parts_[child.part].model;
  const std::string name =
      MakeScopedName(parts_[child.part].name, model.bodies()[child.body].name);
  Require(FindWeld(child) == nullptr,
          fmt::format("'{}' is welded twice", name));
  if (child.body == 0) {
    for (const Joint& joint : model.joints()) {
      Require(joint.type != JointType::kFloating || joint.parent != 0,
              fmt::format("'{}' cannot be welded: body '{}' floats in it", name,
                          model.bodies()[joint.child].name));
    }
    return;
  }
  const Joint& joint = model.joints()[child.body - 1];
  Require(joint.parent == 0 && (joint.type == JointType::kFloating ||
                                joint.type == JointType::kWeld),
          fmt::format("body '{}' cannot be welded: it hangs on {} joint '{}' "
                      "of its own model",
                      name, to_string(joint.type), joint.name));
}

void ModelAssembly::AddGeometry(const std::string& frame,
                                contact::Geometry geometry) {
  const Frame F = Find(frame);
  for (const Part& part : parts_) RequireFreeGeometry(geometry.name, part);
  for (const auto& [unused, other] : geometries_) {
    Require(other.name != geometry.name || geometry.name.empty(),
            fmt::format("there are two geometries '{}'", geometry.name));
  }
  geometry.X_BG = F.X_BF * geometry.X_BG;
  geometries_.emplace_back(F.body, std::move(geometry));
}

void ModelAssembly::AddElasticBody(const std::string& frame, ElasticBody body,
                                   std::span<const HeldNodes> held) {
  const Frame F = Find(frame);
  Require(body.solid != nullptr,
          fmt::format("elastic body '{}' has no solid", body.name));
  for (const HeldElasticBody& other : elastic_bodies_) {
    Require(other.body.name != body.name,
            fmt::format("there are two elastic bodies '{}'", body.name));
  }
  body.X_BS = F.X_BF * body.X_BS;
  std::vector<BodyRef> holders;
  std::map<int, BodyRef> holder_of;
  for (const auto& [holder, nodes] : held) {
    const BodyRef holding = Find(holder).body;
    for (const int node : nodes) {
      Require(0 <= node && node < body.solid->num_nodes(),
              fmt::format("elastic body '{}' has no node {}", body.name, node));
      const auto [held_by, is_new] = holder_of.emplace(node, holding);
      Require(is_new || held_by->second == holding,
              fmt::format("node {} of elastic body '{}' is held by '{}' and by "
                          "'{}'",
                          node, body.name, NameOf(held_by->second),
                          NameOf(holding)));
      if (!is_new) continue;
      body.attachments.push_back(
          {.node = node, .p_BN = body.X_BS * body.solid->mesh().nodes[node]});
      holders.push_back(holding);
    }
  }
  elastic_bodies_.push_back(
      {.base = F.body, .body = std::move(body), .holders = std::move(holders)});
}

void ModelAssembly::AddCable(Cable cable, const std::string& start,
                             const std::string& end) {
  RequireValid(cable);
  for (const HeldCable& other : cables_) {
    Require(other.cable.name != cable.name,
            fmt::format("there are two cables '{}'", cable.name));
  }
  cables_.push_back(
      {.cable = std::move(cable), .start = Find(start), .end = Find(end)});
}

void ModelAssembly::EditGeometries(GeometryEdit edit) {
  edits_.push_back(std::move(edit));
}

void ModelAssembly::ExcludePair(const std::string& body_a,
                                const std::string& body_b) {
  const BodyRef a = Find(body_a).body, b = Find(body_b).body;
  Require(a != b,
          fmt::format("body '{}' is excluded from touching itself", NameOf(a)));
  excluded_pairs_.emplace_back(a, b);
}

std::vector<std::string> ModelAssembly::models() const {
  return NamesOf(parts_);
}

std::pair<std::string, RigidTransform> ModelAssembly::FindFrame(
    const std::string& name) const {
  const Frame frame = Find(name);
  return {NameOf(frame.body), frame.X_BF};
}

ModelAssembly::Frame ModelAssembly::Find(const std::string& name) const {
  if (name == "world") return {};
  std::vector<Frame> found;
  std::vector<std::string> names;
  for (const auto& [frame_name, frame] : frames_) {
    names.push_back(frame_name);
    found.push_back(frame);
  }
  for (int p = 0; p < std::ssize(parts_); ++p) {
    const auto bodies = parts_[p].model->bodies();
    for (int b = 0; b < std::ssize(bodies); ++b) {
      names.push_back(MakeScopedName(parts_[p].name, bodies[b].name));
      found.push_back({.body = {.part = p, .body = b}});
    }
  }
  for (int c = 0; c < std::ssize(cables_); ++c) {
    for (int i = 0; i < cables_[c].cable.num_links; ++i) {
      names.push_back(LinkName(cables_[c].cable, i));
      found.push_back({.body = {.body = i, .cable = c}});
    }
  }
  return found[FindScopedName(names, name, "frame or body")];
}

std::string ModelAssembly::NameOf(const BodyRef& body) const {
  if (body.cable >= 0) return LinkName(cables_[body.cable].cable, body.body);
  if (body.part < 0) return "world";
  const Part& part = parts_[body.part];
  if (body.body == 0 && FindWeld(body) == nullptr) return "world";
  return MakeScopedName(part.name, part.model->bodies()[body.body].name);
}

const ModelAssembly::Weld* ModelAssembly::FindWeld(const BodyRef& child) const {
  const auto found = std::ranges::find(welds_, child, &Weld::child);
  return found == welds_.end() ? nullptr : &*found;
}

}  // namespace tactus::multibody
