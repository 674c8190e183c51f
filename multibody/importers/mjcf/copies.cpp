#include "tactus/multibody/importers/mjcf/copies.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/mjcf/asset_files.h"
#include "tactus/multibody/importers/mjcf/attachments.h"
#include "tactus/multibody/importers/mjcf/composites.h"
#include "tactus/multibody/importers/mjcf/flex_nets.h"
#include "tactus/multibody/importers/mjcf/includes.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/mjcf/part_names.h"
#include "tactus/multibody/importers/mjcf/rigid_flexcomps.h"
#include "tactus/multibody/importers/mjcf/unsupported.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/make_element.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

// What of an attached file counts.
constexpr std::array<std::string_view, 10> kAttachedSections = {
    "compiler", "default",  "asset",    "worldbody", "contact",
    "tendon",   "equality", "actuator", "keyframe",  "extension"};

constexpr double kMaxCopies = 1e6;

// What all files that are being read share.
struct Session {
  ImportReport* report{};
  std::vector<CompilerSettings> compilers{};
  std::vector<fs::path> open_files{};  // From the main file inwards.
  double num_copies = 0;               // Elements.
};

std::string MakeQuat(const Quaterniond& R) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", R.w(), R.x(), R.y(),
                     R.z());
}

class Expander {
 public:
  Expander(fs::path directory, Session* session)
      : directory_(std::move(directory)), session_(*session) {}

  // Returns the number of the file's compiler settings.
  int Run(XmlElement* root) {
    root_ = root;
    compiler_ = static_cast<int>(session_.compilers.size());
    session_.compilers.push_back(ReadCompiler(*root));
    TakeSections();
    for (XmlElement& element : root->children) {
      if (element.tag == "worldbody") ExpandChildren(&element, element);
    }
    PutSections();
    return compiler_;
  }

 private:
  void TakeSections() {
    std::vector<XmlElement> others;
    for (XmlElement& element : root_->children) {
      if (std::ranges::count(kReferringSections, element.tag) == 0) {
        others.push_back(std::move(element));
        continue;
      }
      std::ranges::move(element.children,
                        std::back_inserter(sections_[element.tag]));
    }
    root_->children = std::move(others);
  }

  void PutSections() {
    for (auto& [tag, elements] : sections_) {
      XmlElement section = MakeElementAt(tag, *root_);
      section.children = std::move(elements);
      additions_.push_back(std::move(section));
    }
    std::ranges::move(additions_, std::back_inserter(root_->children));
  }

  // `holder` is the element that composites in it are a part of: the nearest
  // body around them, or what makes copies of them.
  void ExpandChildren(XmlElement* parent, const XmlElement& holder) {
    std::vector<XmlElement> children;
    for (XmlElement& child : parent->children) {
      if (child.tag == "attach") {
        children.push_back(Attach(child));
        continue;
      }
      ExpandChildren(&child, child.tag == "frame" ? holder : child);
      if (child.tag == "replicate") {
        Replicate(child, &children);
      } else if (child.tag == "composite" || child.tag == "flexcomp") {
        Compose(child, {holder, parent != &holder}, &children);
      } else {
        children.push_back(std::move(child));
      }
    }
    parent->children = std::move(children);
  }

  int ReadCount(const XmlElement& element) {
    int count = 0;
    Required(element, "count");
    Read(element, "count", &count);
    Check(count >= 1, element, "attribute 'count' must be positive");
    return count;
  }

  void CountCopies(double count, const XmlElement& element) {
    session_.num_copies += count;
    Check(session_.num_copies <= kMaxCopies, element,
          "makes more than a million copies");
  }

  void Replicate(const XmlElement& element, std::vector<XmlElement>* copies) {
    const int count = ReadCount(element);
    Vector3d offset = Vector3d::Zero();
    std::string separator;
    Read(element, "offset", &offset);
    Read(element, "sep", &separator);
    const Quaterniond turn =
        FindOrientation(element, session_.compilers[compiler_])
            .value_or(Quaterniond::Identity());
    const int num_digits = static_cast<int>(std::to_string(count).size());

    PartNames names;
    CollectNames(element, &names);
    const auto followers = TakeFollowers(&names);
    double num_elements = CountElements(element);
    for (const auto& [section, follower] : followers) {
      num_elements += CountElements(follower);
    }
    CountCopies(count * num_elements, element);
    RigidTransform X_FR = RigidTransform::Identity();
    for (int i = 0; i < count; ++i) {
      const NewName suffixed = [&](const std::string& name) {
        return fmt::format("{}{}{:0{}}", name, separator, i, num_digits);
      };
      copies->push_back(MakeReplica(element, X_FR, suffixed));
      for (const auto& [section, follower] : followers) {
        XmlElement copy = follower;
        RenameReferences(names, suffixed, &copy);
        RenameOwnName(suffixed, &copy);
        sections_[section].push_back(std::move(copy));
      }
      X_FR = X_FR * Eigen::Translation3d(offset) * turn;
    }
  }

  static XmlElement MakeReplica(const XmlElement& element,
                                const RigidTransform& X_FR,
                                const NewName& new_name) {
    XmlElement frame = MakeElementAt("frame", element);
    const Vector3d& p = X_FR.translation();
    frame.attributes = {
        {"pos", fmt::format("{:.17g} {:.17g} {:.17g}", p.x(), p.y(), p.z())},
        {"quat", MakeQuat(Quaterniond(X_FR.linear()))}};
    if (const std::string* childclass = element.Find("childclass")) {
      SetAttribute("childclass", *childclass, &frame);
    }
    frame.children = element.children;
    for (XmlElement& child : frame.children) {
      RenameAttributes({"name"}, new_name, &child);
    }
    return frame;
  }

  // Removes the elements of the sections that refer to the parts named, and
  // adds the names of tendons among them.
  std::vector<std::pair<std::string, XmlElement>> TakeFollowers(
      PartNames* names) {
    std::vector<std::pair<std::string, XmlElement>> followers;
    for (const std::string_view tag : kReferringSections) {
      const auto section = sections_.find(tag);
      if (section == sections_.end()) continue;
      std::vector<XmlElement> others;
      for (XmlElement& element : section->second) {
        if (CountReferences(element, *names).inside == 0) {
          others.push_back(std::move(element));
          continue;
        }
        if (tag == "tendon") CollectNames(element, names);
        followers.emplace_back(tag, std::move(element));
      }
      section->second = std::move(others);
    }
    return followers;
  }

  void Compose(const XmlElement& element, const CompositePlace& place,
               std::vector<XmlElement>* children) {
    std::optional<CompositeElements> made;
    if (element.tag == "flexcomp") {
      const CompilerSettings& compiler = session_.compilers[compiler_];
      made = ExpandRigidFlex(element, compiler, directory_, session_.report);
      if (!made)
        made = ExpandFlexNet(element, compiler, directory_, session_.report);
    } else {
      made = ExpandComposite(element, place, *root_, session_.report);
    }
    if (!made) {  // It stays, for what refers to it.
      children->push_back(element);
      return;
    }
    const std::string* type = element.Find("type");
    if (type != nullptr && *type == "particle") NameOnce(element, &*made);
    double num_elements = 0;
    for (XmlElement& child : made->children) {
      num_elements += CountElements(child);
      children->push_back(std::move(child));
    }
    for (auto& [section, reference] : made->references) {
      num_elements += CountElements(reference);
      sections_[section].push_back(std::move(reference));
    }
    CountCopies(num_elements, element);
    if (!std::exchange(has_composites_, true)) AddCompositeClass();
  }

  // MuJoCo 2.2 has no names for particles, which so may have a prefix twice.
  void NameOnce(const XmlElement& element, CompositeElements* made) {
    std::string prefix;
    Read(element, "prefix", &prefix);
    if (particle_prefixes_.insert(prefix).second) return;
    for (XmlElement& body : made->children) {
      std::erase_if(body.attributes,
                    [](const auto& a) { return a.name == "name"; });
    }
  }

  // Composites know no defaults.
  void AddCompositeClass() {
    XmlElement all = MakeElementAt("default", *root_);
    XmlElement own = MakeElementAt("default", *root_);
    own.attributes = {{"class", std::string(kCompositeClass)},
                      {std::string(kRootClassMark), "true"}};
    all.children.push_back(std::move(own));
    additions_.push_back(std::move(all));
  }

  XmlElement Attach(const XmlElement& element) {
    const AttachedFile& file = FindModel(element);
    AttachedNames names{.prefix = "", .compiler = file.compiler};
    Read(element, "prefix", &names.prefix);
    PartNames parts;
    XmlElement frame = MakeAttachment(element, file, names, &parts);
    CountCopies(CountElements(file.root), element);
    for (auto& [section, copy] :
         CopyAttachedReferences(file, names, &parts, session_.report)) {
      sections_[section].push_back(std::move(copy));
    }
    if (attached_.insert({file.root.file, names.prefix}).second) {
      additions_.push_back(MakeAttachedClasses(file, names));
      additions_.push_back(
          MakeAttachedAssets(file, session_.compilers[file.compiler], names));
    }
    return frame;
  }

  const AttachedFile& FindModel(const XmlElement& element) {
    const std::string& name = Required(element, "model");
    for (const XmlElement& asset : root_->children) {
      if (asset.tag != "asset") continue;
      for (const XmlElement& model : asset.children) {
        if (model.tag != "model") continue;
        const std::string* own_name = model.Find("name");
        if (own_name != nullptr && *own_name != name) continue;
        const AttachedFile& file = Load(model);
        if (own_name != nullptr) return file;
        const std::string* title = file.root.Find("model");
        if (title != nullptr && *title == name) return file;
      }
    }
    Fail(element, "unknown model '" + name + "'");
  }

  const AttachedFile& Load(const XmlElement& model) {
    const fs::path path = LocateFile(model, directory_);
    const auto known = files_.find(path);
    if (known != files_.end()) return known->second;
    auto& open = session_.open_files;
    Check(std::ranges::find(open, path) == open.end(), model,
          "the file " + path.string() + " attaches itself");
    open.push_back(path);
    AttachedFile file{.root = ReadXmlFile(path),
                      .directory = path.parent_path()};
    Check(file.root.tag == "mujoco", model,
          path.string() + " has not the root <mujoco>");
    session_.report->AddFile(path);
    ExpandIncludes(file.directory, &file.root, session_.report);
    AddAssetFiles(file.root, file.directory, session_.report);
    std::erase_if(file.root.children, [](const XmlElement& section) {
      return std::ranges::count(kAttachedSections, section.tag) == 0;
    });
    ReportUnsupported(file.root, session_.report);
    LeaveOutKeyframes(&file.root);
    file.compiler = Expander(file.directory, &session_).Run(&file.root);
    open.pop_back();
    return files_.emplace(path, std::move(file)).first->second;
  }

  void LeaveOutKeyframes(XmlElement* root) {
    for (const XmlElement& section : root->children) {
      if (section.tag == "keyframe") {
        session_.report->AddCommon(
            Notice::Severity::kCosmetic, section,
            "the keyframes of an attached model are left out");
      }
    }
    std::erase_if(root->children, [](const XmlElement& section) {
      return section.tag == "keyframe";
    });
  }

  fs::path directory_;
  Session& session_;
  XmlElement* root_{};
  int compiler_{};
  std::map<std::string, std::vector<XmlElement>, std::less<>> sections_;
  std::vector<XmlElement> additions_;
  bool has_composites_ = false;
  std::set<std::string> particle_prefixes_;
  std::map<fs::path, AttachedFile> files_;
  std::set<std::pair<std::shared_ptr<const std::string>, std::string>>
      attached_;  // File and prefix.
};

}  // namespace

std::vector<CompilerSettings> ExpandCopies(const fs::path& main_directory,
                                           XmlElement* root,
                                           ImportReport* report) {
  Session session{.report = report};
  session.open_files.push_back(fs::path(*root->file).lexically_normal());
  Expander(main_directory, &session).Run(root);
  return std::move(session.compilers);
}

const CompilerSettings& CompilerOf(
    const XmlElement& element, const std::vector<CompilerSettings>& compilers,
    const CompilerSettings& otherwise) {
  const std::string* mark = element.Find(kCompilerMark);
  const auto number = mark == nullptr ? std::nullopt : ParseInteger(*mark);
  const bool known = number && *number >= 0 && *number < std::ssize(compilers);
  return known ? compilers[static_cast<std::size_t>(*number)] : otherwise;
}

}  // namespace tactus::multibody::mjcf
