#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/unique_name.h"

namespace tactus::multibody::mjcf {
namespace {

// What the elements around an element hand down to it.
struct Scope {
  int body = 0;
  RigidTransform X_BF = RigidTransform::Identity();  // The frame around it.
  std::string childclass{};
  const CompilerSettings* compiler{};
};

template <typename Spec>
NameIndex MakeNameIndex(const std::vector<Spec>& specs) {
  NameIndex index;
  for (int i = 0; i < std::ssize(specs); ++i) {
    if (!specs[i].name.empty()) index.emplace(specs[i].name, i);
  }
  return index;
}

class Reader {
 public:
  Reader(const std::vector<CompilerSettings>& compilers, const Option& option,
         const DefaultClasses& classes, MeshAssets* meshes,
         ImportReport* report)
      : compilers_(compilers),
        option_(option),
        classes_(classes),
        meshes_(meshes),
        report_(report) {
    tree_.bodies.push_back({.name = "world"});
    body_names_.insert("world");
  }

  void ReadContents(const XmlElement& parent, const Scope& scope) {
    for (const XmlElement& element : parent.children) {
      if (element.tag == "body") {
        AddBody(element, scope);
      } else if (element.tag == "joint" || element.tag == "freejoint") {
        AddJoint(element, scope);
      } else if (element.tag == "geom") {
        AddGeom(element, scope);
      } else if (element.tag == "site") {
        AddSite(element, scope);
      } else if (element.tag == "inertial") {
        SetInertial(element, scope);
      } else if (element.tag == "frame") {
        EnterFrame(element, scope);
      } else if (element.tag == "flexcomp") {
        tree_.bodies[scope.body].has_lost_parts = true;
        tree_.lost_parts.Add(element);
        AddFlex(element, scope);
      }
    }
  }

  BodyTree Finish() && {
    NameUnnamedBodies();
    std::ranges::stable_sort(tree_.joints, {}, &JointSpec::body);
    std::ranges::stable_sort(tree_.geoms, {}, &GeomSpec::body);
    for (int b = 0; b < std::ssize(tree_.bodies); ++b) CheckJointsOf(b);
    tree_.body_index = MakeNameIndex(tree_.bodies);
    tree_.joint_index = MakeNameIndex(tree_.joints);
    tree_.site_index = MakeNameIndex(tree_.sites);
    return std::move(tree_);
  }

 private:
  void AddBody(const XmlElement& element, const Scope& scope) {
    BodySpec body{
        .source = &element, .compiler = scope.compiler, .parent = scope.body};
    body.name = ReadName(element, "body", &body_names_);
    ReadPose(element, *scope.compiler, &body.X_PB);
    body.X_PB = scope.X_BF * body.X_PB;
    Read(element, "gravcomp", &body.gravity_compensation);
    bool is_mocap = false;
    Read(element, "mocap", &is_mocap);
    if (is_mocap) {
      report_->Add(Notice::Severity::kApproximated, element,
                   "a mocap body stands still where the file has it, and "
                   "pulls what is tied to it; add_weld of a scenario places it "
                   "elsewhere, or on what moves");
    }
    Scope inside{.body = static_cast<int>(tree_.bodies.size()),
                 .childclass = ReadChildClass(element, scope),
                 .compiler = scope.compiler};
    tree_.bodies.push_back(std::move(body));
    ReadContents(element, inside);
  }

  void AddJoint(const XmlElement& element, const Scope& scope) {
    Check(scope.body != 0, element, "the world cannot have joints");
    JointSpec joint =
        element.tag == "freejoint"
            ? ReadFreeJoint(element)
            : ReadJoint(classes_.Layers(element, scope.childclass, {"joint"}),
                        scope.X_BF, *scope.compiler);
    joint.body = scope.body;
    joint.name = ReadName(element, "joint", &joint_names_);
    ReportUnsupported(joint);
    if (joint.is_nonlinear) {
      report_->AddCommon(Notice::Severity::kApproximated, element,
                         "of stiffness and damping the linear term acts");
    }
    if (!option_.dry_friction) joint.dry_friction = 0;
    tree_.joints.push_back(std::move(joint));
  }

  void AddGeom(const XmlElement& element, const Scope& scope) {
    const auto layers = classes_.Layers(element, scope.childclass, {"geom"});
    if (const std::string* mesh = FindMadeMesh(layers)) {
      report_->Add(Notice::Severity::kDropped, element,
                   "it is left out: MuJoCo makes its mesh '" + *mesh +
                       "', which no file and no vertices describe");
      tree_.bodies[scope.body].has_lost_parts = true;
      return;
    }
    GeomSpec geom = ReadGeom(layers, scope.X_BF, *scope.compiler, meshes_);
    geom.body = scope.body;
    geom.name = ReadName(element, "geom", &geom_names_);
    tree_.geoms.push_back(std::move(geom));
  }

  // The mesh of a geom, if a plugin makes it, or MuJoCo; else null.
  const std::string* FindMadeMesh(
      const std::vector<const XmlElement*>& layers) const {
    const std::string* mesh = nullptr;
    for (const XmlElement* layer : layers) {
      if (const std::string* named = layer->Find("mesh")) mesh = named;
    }
    return mesh != nullptr && meshes_->IsMade(*mesh) ? mesh : nullptr;
  }

  // Of a site only its pose matters.
  void AddSite(const XmlElement& element, const Scope& scope) {
    SiteSpec site{.source = &element, .body = scope.body};
    const auto layers = classes_.Layers(element, scope.childclass, {"site"});
    ReadPose(layers, *scope.compiler, &site.X_BS);
    for (const XmlElement* layer : layers) {
      Vector6d from_to;
      if (!Read(*layer, "fromto", &from_to)) continue;
      const Vector3d from = from_to.head<3>(), to = from_to.tail<3>();
      site.X_BS.translation() = (from + to) / 2;
      site.X_BS.linear() = TurnZAxisTo(from - to).toRotationMatrix();
    }
    site.X_BS = scope.X_BF * site.X_BS;
    site.name = ReadName(element, "site", &site_names_);
    tree_.sites.push_back(std::move(site));
  }

  void AddFlex(const XmlElement& element, const Scope& scope) {
    auto flex = ReadFlexcomp(element, scope.X_BF, *scope.compiler, option_,
                             meshes_->main_directory(), report_);
    if (!flex) return;
    flex->body = scope.body;
    tree_.flexes.push_back(*std::move(flex));
  }

  void SetInertial(const XmlElement& element, const Scope& scope) {
    BodySpec& body = tree_.bodies[static_cast<std::size_t>(scope.body)];
    Check(scope.body != 0, element, "the world cannot have an inertia");
    const bool is_made = IsOfComposite(element);
    Check(is_made || with_own_inertial_.insert(scope.body).second, element,
          "the body has an <inertial> already");
    // As in MuJoCo, of a composite's and the file's own the later one counts.
    // The file's is in the body, whatever <frame> is around it.
    if (body.inertial != nullptr) {
      report_->Add(Notice::Severity::kCosmetic, *body.inertial,
                   is_made
                       ? "the flatinertia of the <composite> after it takes "
                         "its place, as in MuJoCo"
                       : "the <inertial> after it takes the place of this "
                         "element's, as in MuJoCo");
    }
    body.inertial = &element;
    body.X_BI = is_made ? scope.X_BF : RigidTransform::Identity();
  }

  void EnterFrame(const XmlElement& element, const Scope& scope) {
    Scope inside = scope;
    RigidTransform X_FG = RigidTransform::Identity();
    ReadPose(element, *scope.compiler, &X_FG);
    inside.X_BF = scope.X_BF * X_FG;
    inside.childclass = ReadChildClass(element, scope);
    inside.compiler = &CompilerOf(element, compilers_, *scope.compiler);
    ReadContents(element, inside);
  }

  std::string ReadChildClass(const XmlElement& element,
                             const Scope& scope) const {
    std::string childclass = scope.childclass;
    if (Read(element, "childclass", &childclass)) {
      classes_.CheckExists(childclass, element);
    }
    return childclass;
  }

  // The element's name, unique among its kind; empty if it has none.
  static std::string ReadName(const XmlElement& element, std::string_view kind,
                              std::set<std::string>* names) {
    const std::string* own = element.Find("name");
    if (own == nullptr || own->empty()) return "";
    std::string name = *own;
    Check(names->insert(name).second, element,
          "the " + std::string(kind) + " name '" + name + "' is used twice");
    return name;
  }

  void NameUnnamedBodies() {
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      std::string& name = tree_.bodies[b].name;
      if (!name.empty()) continue;
      name = MakeUnique("body" + std::to_string(b), &body_names_);
    }
  }

  void CheckJointsOf(int body) const {
    const auto joints = tree_.JointsOf(body);
    for (const JointSpec& joint : joints) {
      if (joint.kind != JointSpec::Kind::kFree) continue;
      Check(tree_.bodies[body].parent == 0, *joint.source,
            "a free joint is for children of the world only");
      Check(joints.size() == 1, *joint.source,
            "a free joint allows no other joint on its body");
    }
  }

  void ReportUnsupported(const JointSpec& joint) const {
    if (joint.nv() == 1) return;
    if (joint.range.upper <= 0) {
      report_->Add(Notice::Severity::kDropped, *joint.source,
                   "limits of ball joints at zero are left out");
    }
    if (joint.dry_friction != 0 && option_.dry_friction) {
      report_->Add(Notice::Severity::kApproximated, *joint.source,
                   "dry friction of ball and free joints acts along the axes "
                   "of the parent");
    }
  }

  const std::vector<CompilerSettings>& compilers_;
  const Option& option_;
  const DefaultClasses& classes_;
  MeshAssets* meshes_;
  ImportReport* report_;
  BodyTree tree_;
  std::set<int> with_own_inertial_;  // Bodies.
  std::set<std::string> body_names_, joint_names_, geom_names_, site_names_;
};

}  // namespace

BodyTree ReadBodyTree(const XmlElement& root,
                      const std::vector<CompilerSettings>& compilers,
                      const Option& option, const DefaultClasses& classes,
                      MeshAssets* meshes, ImportReport* report) {
  Reader reader(compilers, option, classes, meshes, report);
  for (const XmlElement& element : root.children) {
    if (element.tag == "worldbody")
      reader.ReadContents(element, {.compiler = &compilers.front()});
  }
  return std::move(reader).Finish();
}

}  // namespace tactus::multibody::mjcf
