#include "tactus/multibody/importers/sdf/read_scene.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include <sdf/sdf.hh>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/descriptions.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/included_files.h"
#include "tactus/multibody/importers/sdf/merged_poses.h"
#include "tactus/multibody/importers/sdf/silence.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody::sdformat {
namespace {

namespace math = ignition::math;

Vector3d ToEigen(const math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

RigidTransform ToEigen(const math::Pose3d& pose) {
  const math::Quaterniond& q = pose.Rot();
  RigidTransform X = RigidTransform::Identity();
  X.linear() =
      Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized().toRotationMatrix();
  X.translation() = ToEigen(pose.Pos());
  return X;
}

// SDFormat writes 1e16 for "no bound".
double ToBound(double value) {
  constexpr double kNoBound = 1e16;
  return std::abs(value) < kNoBound ? value : std::copysign(kInfinity, value);
}

// Where anything may stand, because it is looked at elsewhere or does not
// matter. Newer versions have densities, which act where inertias come from the
// geometry, and what programs that weigh meshes want to know.
bool IsOpenEnded(const std::string& tag) {
  constexpr std::array<std::string_view, 7> kTags = {"plugin",
                                                     "gui",
                                                     "scene",
                                                     "mimic",
                                                     "density",
                                                     "auto_inertia_params",
                                                     "screw_thread_pitch"};
  return IsIgnored(tag) || tag.find(':') != std::string::npos ||
         std::ranges::find(kTags, tag) != kTags.end();
}

class Reader {
 public:
  Reader(std::string file, const ResourceLocator& locator)
      : file_(std::move(file)),
        absolute_(std::filesystem::absolute(file_).string()),
        included_(locator,
                  [this](const sdf::Errors& errors) { ThrowFirst(errors); }) {}

  Scene Read(const XmlElement& root_xml, const std::string* xml) {
    const sdf::ParserConfig& config = included_.config();
    const FindForAll find_for_all(config);
    auto document = std::make_shared<sdf::SDF>();
    sdf::init(document);
    document->Root(PruneDescriptions(document->Root(), root_xml));
    sdf::Errors errors;
    const bool parsed = xml == nullptr
                            ? sdf::readFile(absolute_, config, document, errors)
                            : sdf::readString(*xml, config, document, errors);
    ThrowFirst(errors);
    if (!parsed) throw ModelFileError(file_, 0, "", "it is no SDFormat file");
    RemoveOtherWorlds(root_xml, document->Root());
    TakeInertias(document->Root());
    scene_.root = ToXml(*document->Root());
    included_.CheckRead(file_, root_xml, scene_.root);
    RestoreMergedPoses(document->Root(), root_xml, FilesOf(scene_.root));
    RemoveIgnored(document->Root());

    sdf::Root root;
    ThrowFirst(root.Load(document, config));
    CollectUnknown(*document->Root());
    if (root.WorldCount() > 0) {
      AddWorld(*root.WorldByIndex(0));
    } else if (root.Model() != nullptr) {
      AddModel(*root.Model(), "", RigidTransform::Identity(), false);
    } else {
      throw ModelFileError(file_, 0, "", "it holds no model");
    }
    return std::move(scene_);
  }

 private:
  // libsdformat names a file that it read from memory kSdfStringSource.
  std::shared_ptr<const std::string> FileOf(const std::string& path) {
    const bool is_main =
        path.empty() || path == sdf::kSdfStringSource || path == absolute_;
    const std::string& name = is_main ? file_ : path;
    auto& shared = files_[name];
    if (shared == nullptr) shared = std::make_shared<const std::string>(name);
    return shared;
  }

  void ThrowFirst(const sdf::Errors& errors) {
    if (errors.empty()) return;
    const sdf::Error& first = errors.front();
    std::string message = first.Message();
    if (errors.size() > 1 && errors[1].Message() != message) {
      message += " " + errors[1].Message();
    }
    throw ModelFileError(*FileOf(first.FilePath().value_or("")),
                         first.LineNumber().value_or(0), "", message);
  }

  // The world that is left in `root_xml` stays.
  static void RemoveOtherWorlds(const XmlElement& root_xml,
                                const sdf::ElementPtr& root) {
    const XmlElement* kept = FindChild(root_xml, "world");
    if (kept == nullptr) return;
    for (sdf::ElementPtr child = root->GetFirstElement(); child != nullptr;) {
      const sdf::ElementPtr next = child->GetNextElement();
      if (child->GetName() == "world" &&
          child->Get<std::string>("name") != Required(*kept, "name"))
        root->RemoveChild(child);
      child = next;
    }
  }

  // What the file says, without the defaults that libsdformat adds. It knows no
  // lines of elements that are extensions: they get their parents'.
  XmlElement ToXml(const sdf::Element& element, int line = 0) {
    XmlElement xml{.tag = element.GetName(),
                   .file = FileOf(element.FilePath()),
                   .line = element.LineNumber().value_or(line)};
    if (element.GetValue() != nullptr) {
      xml.text = sdf::trim(element.GetValue()->GetAsString());
    }
    for (const sdf::ParamPtr& attribute : element.GetAttributes()) {
      if (!attribute->GetSet()) continue;
      xml.attributes.push_back({attribute->GetKey(), attribute->GetAsString()});
    }
    for (sdf::ElementPtr child = element.GetFirstElement(); child != nullptr;
         child = child->GetNextElement()) {
      if (child->GetExplicitlySetInFile()) {
        xml.children.push_back(ToXml(*child, xml.line));
      }
    }
    return xml;
  }

  // Slips of the pen, and what is newer than libsdformat.
  void CollectUnknown(const sdf::Element& parent) {
    for (sdf::ElementPtr child = parent.GetFirstElement(); child != nullptr;
         child = child->GetNextElement()) {
      const std::string& tag = child->GetName();
      if (IsOpenEnded(tag)) continue;
      if (tag == "cone" && parent.GetName() == "geometry") continue;
      if (parent.HasElementDescription(tag)) {
        CollectUnknown(*child);
        continue;
      }
      XmlElement element = ToXml(*child, parent.LineNumber().value_or(0));
      Check(parent.GetName() != "world" || tag != "joint", element,
            "joints between the models of a world are not supported; put them "
            "into a model that nests the others");
      scene_.unknown.push_back(std::move(element));
    }
  }

  RigidTransform Resolve(const sdf::SemanticPose& pose,
                         const std::string& frame = "") {
    math::Pose3d X;
    ThrowFirst(pose.Resolve(X, frame));
    return ToEigen(X);
  }

  // Reads the visuals and the inertias of all links below `parent`, and puts
  // one in their place that libsdformat accepts: whoever assembles the model
  // judges them.
  void TakeInertias(const sdf::ElementPtr& parent) {
    for (sdf::ElementPtr child = parent->GetFirstElement(); child != nullptr;
         child = child->GetNextElement()) {
      if (child->GetName() == "link") {
        TakeInertia(child);
        TakeVisuals(child);
      } else if (child->GetName() == "world" || child->GetName() == "model") {
        TakeInertias(child);
      }
    }
  }

  // Before they are removed, for libsdformat has no part in looks.
  void TakeVisuals(const sdf::ElementPtr& link) {
    for (sdf::ElementPtr child = link->GetFirstElement(); child != nullptr;
         child = child->GetNextElement()) {
      if (child->GetName() == "visual")
        visuals_[link.get()].push_back(
            ToXml(*child, link->LineNumber().value_or(0)));
    }
  }

  void TakeInertia(const sdf::ElementPtr& link) {
    SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
    if (link->HasElement("inertial")) {
      const sdf::ElementPtr inertial = link->GetElement("inertial");
      const RigidTransform X_LI = ToEigen(
          inertial->Get<math::Pose3d>("pose", math::Pose3d::Zero).first);
      inertia.mass = TakeNumber(inertial, "mass", 1);
      const sdf::ElementPtr moments = inertial->GetElement("inertia");
      const double xx = TakeNumber(moments, "ixx", 1),
                   yy = TakeNumber(moments, "iyy", 1),
                   zz = TakeNumber(moments, "izz", 1),
                   xy = TakeNumber(moments, "ixy", 0),
                   xz = TakeNumber(moments, "ixz", 0),
                   yz = TakeNumber(moments, "iyz", 0);
      inertia.I_Bcm << xx, xy, xz, xy, yy, yz, xz, yz, zz;
      inertia = inertia.ReExpressedIn(X_LI);
      inertia.I_Bcm = (inertia.I_Bcm + inertia.I_Bcm.transpose()).eval() / 2;
    }
    inertias_[link.get()] = inertia;
  }

  // The child's number, in whose place the default comes.
  static double TakeNumber(const sdf::ElementPtr& parent,
                           const std::string& name, double standard) {
    const double value = parent->Get<double>(name, standard).first;
    parent->GetElement(name)->Set(standard);
    return value;
  }

  void AddWorld(const sdf::World& world) {
    scene_.gravity_W = ToEigen(world.Gravity());
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i) {
      const sdf::Model& model = *world.ModelByIndex(i);
      AddModel(model, model.Name(), RigidTransform::Identity(), false);
    }
  }

  // `scope` goes before the names of what is in the model; P is its parent.
  void AddModel(const sdf::Model& model, const std::string& scope,
                const RigidTransform& X_WP, bool is_static) {
    const RigidTransform X_WM = X_WP * Resolve(model.SemanticPose());
    ModelSpec spec{.name = scope.empty() ? model.Name() : scope,
                   .is_static = is_static || model.Static()};
    if (model.Element()->HasElement("self_collide")) {
      spec.self_collides = model.SelfCollide();
    }
    const int index = static_cast<int>(scene_.models.size());
    scene_.models.push_back(spec);
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      AddLink(*model.LinkByIndex(i), scope, index, X_WM);
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
      AddJoint(*model.JointByIndex(i), scope, index);
    }
    AddDrakeJoints(model, scope, index);
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const sdf::Model& nested = *model.ModelByIndex(i);
      AddModel(nested, MakeScopedName(scope, nested.Name()), X_WM,
               spec.is_static);
    }
  }

  void AddLink(const sdf::Link& link, const std::string& scope, int model,
               const RigidTransform& X_WM) {
    const int index = static_cast<int>(scene_.links.size());
    scene_.links.push_back(
        {.source = ToXml(*link.Element()),
         .name = MakeScopedName(scope, link.Name()),
         .model = model,
         .X_WL = X_WM * Resolve(link.SemanticPose(), "__model__"),
         .inertia = inertias_.at(link.Element().get()),
         .visuals = std::move(visuals_[link.Element().get()])});
    for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) {
      const sdf::Collision& collision = *link.CollisionByIndex(i);
      scene_.collisions.push_back(
          {.source = ToXml(*collision.Element()),
           .name = MakeScopedName(scene_.links.back().name, collision.Name()),
           .link = index,
           .X_LG = Resolve(collision.SemanticPose(), link.Name())});
    }
  }

  void AddJoint(const sdf::Joint& joint, const std::string& scope, int model) {
    std::string parent, child;
    ThrowFirst(joint.ResolveParentLink(parent));
    ThrowFirst(joint.ResolveChildLink(child));
    JointSpec spec{.source = ToXml(*joint.Element()),
                   .name = MakeScopedName(scope, joint.Name()),
                   .type = joint.Element()->Get<std::string>("type"),
                   .model = model,
                   .child = MakeScopedName(scope, child),
                   .X_CJ = Resolve(joint.SemanticPose(), child)};
    spec.parent = parent == "world" ? parent : MakeScopedName(scope, parent);
    for (unsigned i = 0; i < 2; ++i) {
      if (const sdf::JointAxis* axis = joint.Axis(i)) {
        spec.axes.push_back(ReadAxis(*axis));
      }
    }
    scene_.joints.push_back(std::move(spec));
  }

  // A frame of a model by the link that it is fixed to.
  struct LinkFrame {
    std::string link{};  // Scoped, or "world".
    RigidTransform X_LF = RigidTransform::Identity();
  };

  LinkFrame FindFrame(const sdf::Model& model, const std::string& scope,
                      const XmlElement& user) {
    const std::string& name = user.text;
    if (name == "world") return {name};
    if (model.LinkByName(name) != nullptr) return {MakeScopedName(scope, name)};
    const sdf::Frame* frame = model.FrameByName(name);
    Check(frame != nullptr, user,
          "there is no link and no frame '" + name + "'");
    std::string link;
    ThrowFirst(frame->ResolveAttachedToBody(link));
    return {MakeScopedName(scope, link), Resolve(frame->SemanticPose(), link)};
  }

  // <drake:joint>s, of which libsdformat knows nothing.
  void AddDrakeJoints(const sdf::Model& model, const std::string& scope,
                      int index) {
    for (const XmlElement& element : ToXml(*model.Element()).children) {
      if (element.tag != "drake:joint") continue;
      const XmlElement* parent = FindChild(element, "drake:parent");
      const XmlElement* child = FindChild(element, "drake:child");
      Check(parent != nullptr && child != nullptr, element,
            "needs <drake:parent> and <drake:child>");
      const LinkFrame in_parent = FindFrame(model, scope, *parent);
      const LinkFrame in_child = FindFrame(model, scope, *child);
      scene_.joints.push_back(
          {.source = element,
           .name = MakeScopedName(scope, Required(element, "name")),
           .type = "drake:" + Required(element, "type"),
           .model = index,
           .parent = in_parent.link,
           .child = in_child.link,
           .X_CJ = in_child.X_LF,
           .X_PJ = in_parent.X_LF});
    }
  }

  AxisSpec ReadAxis(const sdf::JointAxis& axis) {
    math::Vector3d direction;
    ThrowFirst(axis.ResolveXyz(direction));
    return {.direction_J = ToEigen(direction).normalized(),
            .lower = ToBound(axis.Lower()),
            .upper = ToBound(axis.Upper()),
            .effort = ToBound(axis.Effort()),
            .speed = ToBound(axis.MaxVelocity()),
            .damping = axis.Damping(),
            .friction = axis.Friction(),
            .stiffness = axis.SpringStiffness(),
            .spring_reference = axis.SpringReference()};
  }

  std::string file_;
  // libsdformat takes "model.sdf" for a file of its own, of that name.
  std::string absolute_;
  IncludedFiles included_;
  std::map<std::string, std::shared_ptr<const std::string>> files_;
  std::map<const sdf::Element*, SpatialInertia> inertias_;
  std::map<const sdf::Element*, std::vector<XmlElement>> visuals_;
  Scene scene_;
};

}  // namespace

Scene ReadScene(const XmlElement& root, const std::string& file,
                const std::string* xml, const ResourceLocator& locator) {
  const Silence silence;
  try {
    return Reader(file, locator).Read(root, xml);
  } catch (const sdf::Exception& error) {  // Which is no std::exception.
    throw ModelFileError(file, 0, "", error.GetErrorStr());
  } catch (const ModelFileError&) {
    throw;
  } catch (const std::exception& error) {  // Of what libsdformat calls.
    throw ModelFileError(
        file, 0, "",
        "libsdformat fails on it (" + std::string(error.what()) + ")");
  }
}

}  // namespace tactus::multibody::sdformat
