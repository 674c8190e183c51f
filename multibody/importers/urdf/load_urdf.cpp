#include "tactus/multibody/importers/urdf/load_urdf.h"

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/resource_files.h"
#include "tactus/multibody/importers/urdf/assemble.h"
#include "tactus/multibody/importers/urdf/collision_filters.h"
#include "tactus/multibody/importers/urdf/elements.h"
#include "tactus/multibody/importers/urdf/gazebo_extensions.h"
#include "tactus/multibody/importers/urdf/joints.h"
#include "tactus/multibody/importers/urdf/links.h"
#include "tactus/multibody/importers/urdf/loop_joints.h"
#include "tactus/multibody/importers/urdf/meshes.h"
#include "tactus/multibody/importers/urdf/transmissions.h"
#include "tactus/multibody/importers/urdf/unsupported.h"

namespace tactus::multibody {
namespace urdf {
namespace {

// <mujoco><compiler meshdir="..."/></mujoco>: where MuJoCo looks for meshes.
void AddMeshDirectories(const XmlElement& root, ResourceLocator* locator) {
  for (const XmlElement& element : root.children) {
    if (element.tag != "mujoco") continue;
    for (const XmlElement& compiler : element.children) {
      std::string directory;
      if (compiler.tag == "compiler" && Read(compiler, "meshdir", &directory)) {
        locator->AddFolder(directory);
      }
    }
  }
}

std::set<std::string> NamesOfLinks(const Contents& contents) {
  std::set<std::string> names{"world"};
  for (const LinkSpec& link : contents.links) names.insert(link.name);
  return names;
}

Contents ReadContents(const XmlElement& root, const UrdfOptions& options,
                      const ResourceLocator& locator, ImportReport* report) {
  Meshes meshes(&locator, options.skip_missing_meshes, report);
  const std::map<std::string, Color> materials = ReadMaterials(root);
  const InertiaOptions inertia{.fix = options.fix_inertia,
                               .density = options.density};
  Contents contents;
  for (const XmlElement& element : root.children) {
    // Drake ignores links for the sake of other programs; the world is one of
    // them, and here it does no harm.
    const bool is_world =
        Is(element, "link") && Required(element, "name") == "world";
    if (IsIgnored(element) && !is_world) continue;
    if (Is(element, "link")) {
      contents.links.push_back(ReadLink(element, inertia, &meshes, report));
      contents.links.back().looks =
          ReadVisuals(element, materials, locator, report);
    } else if (Is(element, "joint")) {
      contents.joints.push_back(ReadJoint(element, report));
    }
  }
  Check(!contents.links.empty(), root, "it has no <link>");
  ApplyGazeboExtensions(root, &contents, report);
  contents.motors = ReadMotors(root, &contents.joints, report);
  contents.loops = ReadLoopJoints(root, report);
  contents.filtered_links = ReadCollisionFilters(root, NamesOfLinks(contents));
  return contents;
}

// The links without <inertial> that move with a joint, and what helps.
std::string AdviseMass(const Contents& contents, const JointSpec& joint) {
  std::set<std::string> moved{joint.child};
  for (bool grows = true; grows;) {
    grows = false;
    for (const JointSpec& other : contents.joints) {
      if (!moved.contains(other.parent)) continue;
      grows = moved.insert(other.child).second || grows;
    }
  }
  std::string names;
  for (const LinkSpec& link : contents.links) {
    if (!moved.contains(link.name) || FindChild(*link.source, "inertial"))
      continue;
    names += (names.empty() ? "'" : ", '") + link.name + "'";
  }
  if (names.empty()) return "";
  return " (no <inertial>: " + names +
         "; --density weighs such links by their collision geometry)";
}

// Points to the joint that a message of Build() begins with, if it does.
[[noreturn]] void FailToBuild(const XmlElement& root, const Contents& contents,
                              const std::string& message) {
  for (const JointSpec& joint : contents.joints) {
    const std::string subject = "joint '" + joint.joint.name + "' ";
    if (!message.starts_with(subject)) continue;
    const bool massless = message.starts_with(subject + "moves nothing");
    Fail(*joint.source,
         message + (massless ? AdviseMass(contents, joint) : ""));
  }
  throw ModelFileError(*root.file, 0, "", message);
}

// What Build() would refuse is refused here, with file, line and element.
void CheckBuilds(const XmlElement& root, const Contents& contents,
                 RootRule rule) {
  ImportReport unused;
  try {
    ModelBuilder alone;
    AddToBuilder(contents, rule, &unused, &alone);
    std::move(alone).Build();
  } catch (const std::invalid_argument& error) {
    FailToBuild(root, contents, error.what());
  }
}

ImportReport Load(const XmlElement& root, const UrdfOptions& options,
                  ModelBuilder* builder) {
  ImportReport report(options.strict);
  Check(root.tag == "robot", root, "a URDF file has the root <robot>");
  ReportUnsupported(root, &report);
  ResourceLocator locator(*root.file, options.packages);
  AddMeshDirectories(root, &locator);
  AddResourceFiles(root, locator, &report);
  const Contents contents = ReadContents(root, options, locator, &report);

  const RootRule rule = options.weld_root ? RootRule::kWeld : RootRule::kFloat;
  CheckBuilds(root, contents, rule);
  ModelBuilder extended = *builder;
  AddToBuilder(contents, rule, &report, &extended);
  *builder = std::move(extended);
  return report;
}

}  // namespace
}  // namespace urdf

ImportReport LoadUrdf(const std::filesystem::path& file,
                      const UrdfOptions& options, ModelBuilder* builder) {
  return urdf::Load(ReadXmlFile(file), options, builder);
}

ImportReport ParseUrdf(std::string_view xml, const std::string& name,
                       const UrdfOptions& options, ModelBuilder* builder) {
  return urdf::Load(ParseXml(xml, name), options, builder);
}

}  // namespace tactus::multibody
