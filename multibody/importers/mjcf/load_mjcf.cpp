#include "tactus/multibody/importers/mjcf/load_mjcf.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/mjcf/actuators.h"
#include "tactus/multibody/importers/mjcf/assemble.h"
#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/importers/mjcf/asset_files.h"
#include "tactus/multibody/importers/mjcf/body_inertia.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/contact_pairs.h"
#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/mjcf/couplers.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/disabled_parts.h"
#include "tactus/multibody/importers/mjcf/height_fields.h"
#include "tactus/multibody/importers/mjcf/includes.h"
#include "tactus/multibody/importers/mjcf/keyframes.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/mjcf/rods.h"
#include "tactus/multibody/importers/mjcf/spring_dampers.h"
#include "tactus/multibody/importers/mjcf/tendon_paths.h"
#include "tactus/multibody/importers/mjcf/tendons.h"
#include "tactus/multibody/importers/mjcf/unsupported.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody {
namespace mjcf {
namespace {

// <contact><exclude body1 body2/>
std::vector<std::pair<int, int>> ReadExcludes(const XmlElement& root,
                                              const BodyTree& tree) {
  std::vector<std::pair<int, int>> pairs;
  for (const XmlElement& section : root.children) {
    if (section.tag != "contact") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != "exclude") continue;
      if (tree.RefersToLost(element, {"body1", "body2"})) continue;
      const int a = tree.FindBody(Required(element, "body1"), element);
      const int b = tree.FindBody(Required(element, "body2"), element);
      Check(a != b, element, "a body cannot touch itself anyway");
      pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

// With <option collision="predefined"> only <pair>s touch, with "dynamic" none
// of them do.
std::vector<PairSpec> ReadPairs(const XmlElement& root, const Option& option,
                                const DefaultClasses& classes, BodyTree* tree,
                                ImportReport* report) {
  if (option.collision == Option::Collision::kDynamic) return {};
  if (option.collision == Option::Collision::kPredefined) {
    for (GeomSpec& geom : tree->geoms) geom.contype = geom.conaffinity = 0;
  }
  return ReadContactPairs(root, classes, tree, report);
}

// What Build() would refuse is refused here, with the name of the file.
void CheckBuilds(const XmlElement& root, const BodyTree& tree) {
  try {
    ModelBuilder alone;
    AddBodies(tree, &alone);
    std::move(alone).Build();
  } catch (const std::invalid_argument& error) {
    throw ModelFileError(*root.file, 0, "", error.what());
  }
}

// What ties bodies: couplers, constraints, rods and tendons, which change the
// bodies' joints.
void ReadTies(const XmlElement& root,
              const std::vector<CompilerSettings>& compilers,
              const DefaultClasses& classes, Contents* contents,
              ImportReport* report) {
  const bool has_equality = contents->option.equality;
  if (has_equality) {
    contents->couplers = ReadCouplers(root, contents->tree, classes);
    contents->constraints =
        ReadConstraints(root, contents->tree, classes, report);
  }
  AddRods(root, contents->tree, &contents->constraints);
  contents->tendons = ReadTendons(root, contents->tree, contents->option,
                                  compilers, classes, report);
  if (!contents->tendons.empty()) CheckBuilds(root, contents->tree);
  if (has_equality) {
    std::ranges::move(
        ReadTendonCouplers(root, contents->tree, classes, &contents->tendons),
        std::back_inserter(contents->couplers));
  }
  SetRestLengths(contents->tree, &contents->tendons);
  ApplyTendons(contents->tendons, &contents->tree);
}

// Which pairs may not, and which do touch.
void ReadContacts(const XmlElement& root, const DefaultClasses& classes,
                  Contents* contents, ImportReport* report) {
  contents->excluded_bodies = ReadExcludes(root, contents->tree);
  contents->contact_pairs =
      ReadPairs(root, contents->option, classes, &contents->tree, report);
  AddStaticPairs(contents->tree, contents->excluded_bodies,
                 &contents->contact_pairs, report);
}

ImportReport Load(XmlElement root, const MjcfOptions& options,
                  ModelBuilder* builder) {
  const std::filesystem::path directory =
      std::filesystem::path(*root.file).parent_path();
  ImportReport report(options.strict);
  Check(root.tag == "mujoco", root, "an MJCF file has the root <mujoco>");

  ExpandIncludes(directory, &root, &report);
  AddAssetFiles(root, directory, &report);
  ReportUnsupported(root, &report);
  const std::vector<CompilerSettings> compilers =
      ExpandCopies(directory, &root, &report);
  const CompilerSettings& compiler = compilers.front();
  const DefaultClasses classes(root);
  MeshAssets meshes(root, compiler, classes, directory, &report);
  HeightFields height_fields(root, compiler, directory);

  Contents contents{.option = ReadOption(root)};
  contents.tree =
      ReadBodyTree(root, compilers, contents.option, classes, &meshes, &report);
  for (GeomSpec& geom : contents.tree.geoms) {
    if (geom.type == GeomSpec::Type::kHeightField)
      geom.size = height_fields.CalcHalfSize(geom.height_field, *geom.source);
  }
  AssignInertias(compiler, options.fix_inertia, &meshes, &contents.tree,
                 &report);
  if (HasSpringDampers(contents.tree)) {
    CheckBuilds(root, contents.tree);
    ApplySpringDampers(&contents.tree);
  }
  ReadTies(root, compilers, classes, &contents, &report);
  CheckBuilds(root, contents.tree);
  ReadContacts(root, classes, &contents, &report);
  contents.actuators = ReadActuators(root, contents.tree, contents.tendons,
                                     compilers, classes, &report);
  contents.keyframes =
      ReadKeyframes(root, contents.tree, contents.actuators, &report);

  RemoveDisabledParts(&contents);

  ModelBuilder extended = *builder;
  AddToBuilder(contents, Materials(root, classes), &height_fields, &meshes,
               &report, &extended);
  *builder = std::move(extended);
  return report;
}

}  // namespace
}  // namespace mjcf

ImportReport LoadMjcf(const std::filesystem::path& file,
                      const MjcfOptions& options, ModelBuilder* builder) {
  return mjcf::Load(ReadXmlFile(file), options, builder);
}

ImportReport ParseMjcf(std::string_view xml, const std::string& name,
                       const MjcfOptions& options, ModelBuilder* builder) {
  return mjcf::Load(ParseXml(xml, name), options, builder);
}

}  // namespace tactus::multibody
