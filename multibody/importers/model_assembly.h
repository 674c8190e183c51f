#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/cable.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

/// Several models as one, each under a name of its own: an arm from one file, a
/// hand from another, a box between the fingers.
///
///     ModelAssembly assembly;
///     assembly.AddModel("arm", arm);
///     assembly.AddModel("hand", hand);
///     assembly.AddWeld("arm::link7", "hand::palm", X_PC);
///     std::shared_ptr<const Model> model = assembly.Build();
///
/// Elements are called "arm::elbow" (scoped_name.h); keyframes too. A *frame*
/// is "world", a body, or one that AddFrame() named. "arm::world" is the frame
/// in which the arm's own model is written: the world, unless it is welded.
/// Links of cables are bodies "rope/link3", to which others can be welded.
///
/// A weld of frame C of body B, to frame P of body A, sets
///
///     X_AB = X_AP X_PC X_BC^-1.
///
///   symbol       meaning
///   P, C         parent and child frames of the weld
///   X_AP, X_BC   where they are on their bodies
///
/// Models are taken as they are when added; everything is checked where it is
/// said, and what Build() of ModelBuilder asks, when it is built. All throw
/// std::invalid_argument with the names involved.
class ModelAssembly {
 public:
  /// An empty name leaves the names as they are; such a model is alone.
  void AddModel(const std::string& name, std::shared_ptr<const Model> model);

  /// Names a frame F at `X_EF` in the frame E called `base`. The name has no
  /// "::", and is no body's, with or without its model's name.
  void AddFrame(const std::string& name, const std::string& base,
                const RigidTransform& X_EF);

  /// Fixes `child` to `parent`. The child is on a body that floats or is welded
  /// to its model's world, which it leaves; or it is "model::world", and takes
  /// all of the model with it that hangs on its world, which must then have no
  /// floating body.
  void AddWeld(const std::string& parent, const std::string& child,
               const RigidTransform& X_PC);

  /// `geometry.X_BG` is its pose in the frame; `geometry.body` does not matter.
  /// Its name, if it has one, is no other geometry's or body's, with or without
  /// its model's name.
  void AddGeometry(const std::string& frame, contact::Geometry geometry);
  /// Changes every geometry before it goes into the model. An elastic body and
  /// a cable have one surface, which is changed as that of a geometry
  /// "NAME/node" or "NAME/link" on a body NAME.
  /// @param edit  is given the name of its body.
  using GeometryEdit =
      std::function<void(const std::string& body, contact::Geometry*)>;
  void EditGeometries(GeometryEdit edit);

  /// Nodes of an elastic body, and a frame whose body holds them.
  struct HeldNodes {
    std::string frame;
    std::vector<int> nodes;
  };
  /// `body.X_BS` is its pose in the frame, whose body takes the place of
  /// `body.base`; other bodies hold nodes where these are in the default state
  /// (HoldNodesWhereTheyAre). Its name is no body's.
  void AddElasticBody(const std::string& frame, ElasticBody body,
                      std::span<const HeldNodes> held);

  /// Frames `start` and `end` hold its ends where those are welds; their bodies
  /// and places there take the place of the cable's. Its name is no other
  /// cable's.
  void AddCable(Cable cable, const std::string& start, const std::string& end);

  void ExcludePair(const std::string& body_a, const std::string& body_b);

  /// Otherwise that of the models, which must then agree.
  void set_gravity(const Vector3d& gravity_W) { gravity_W_ = gravity_W; }
  /// Otherwise that of the models that move in one, which must then agree.
  void set_fluid(const Fluid& fluid) { fluid_ = fluid; }

  /// Whether nothing was added that moves.
  bool empty() const {
    return parts_.empty() && elastic_bodies_.empty() && cables_.empty();
  }
  /// The names of the models.
  std::vector<std::string> models() const;

  /// Body and pose on it, by name, of a frame: its body's full name, X_BF.
  std::pair<std::string, RigidTransform> FindFrame(
      const std::string& name) const;

  std::shared_ptr<const Model> Build() const;
  /// Of those models alone: what a controller of one robot knows. They must not
  /// be welded to a model that is left out. Geometry and excluded pairs between
  /// the others, or on them, are left out, and so are all cables.
  std::shared_ptr<const Model> Build(std::span<const std::string> models) const;

 private:
  /// A body by its model and number there, or a link by its cable and number.
  /// The world has neither.
  struct BodyRef {
    int part = -1, body = 0, cable = -1;
    bool operator==(const BodyRef&) const = default;
  };
  struct Frame {
    BodyRef body;
    RigidTransform X_BF = RigidTransform::Identity();
  };
  struct Weld {
    BodyRef parent, child;
    RigidTransform X_AB;
  };
  struct Part {
    std::string name;
    std::shared_ptr<const Model> model;
    std::vector<std::pair<int, int>> excluded_by_hand;
  };
  struct HeldElasticBody {
    BodyRef base;
    ElasticBody body;
    std::vector<BodyRef> holders;  ///< Of body.attachments.
  };
  struct HeldCable {
    Cable cable;
    Frame start, end;
  };
  /// One run of Build().
  class Builder;

  Frame Find(const std::string& name) const;
  std::string NameOf(const BodyRef& body) const;
  const Weld* FindWeld(const BodyRef& child) const;
  void RequireWeldable(const BodyRef& child) const;
  static void RequireFreeFrame(const std::string& name, const Part& part);
  static void RequireFreeGeometry(const std::string& name, const Part& part);

  std::vector<Part> parts_;
  std::map<std::string, Frame, std::less<>> frames_;
  std::vector<Weld> welds_;
  std::vector<std::pair<BodyRef, contact::Geometry>> geometries_;
  std::vector<HeldElasticBody> elastic_bodies_;
  std::vector<HeldCable> cables_;
  std::vector<std::pair<BodyRef, BodyRef>> excluded_pairs_;
  std::vector<GeometryEdit> edits_;
  std::optional<Vector3d> gravity_W_;
  std::optional<Fluid> fluid_;
};

}  // namespace tactus::multibody
