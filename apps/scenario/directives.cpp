#include "tactus/apps/scenario/directives.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/models/model_file.h"
#include "tactus/apps/scenario/cable_reader.h"
#include "tactus/apps/scenario/elastic_body_reader.h"
#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/common/require.h"
#include "tactus/examples/models/models.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

using multibody::SpatialInertia;

constexpr std::string_view kPackage = "package://tactus/";
constexpr int kMaxNesting = 100;  // Of groups in groups.

// A name that connections, "name.port", and scoped names can hold.
std::string ReadName(const YamlValue& value) {
  const std::string name = value.Text();
  value.Check(!name.empty() && name.find_first_of("./ *?") == name.npos &&
                  name.find("::") == name.npos,
              fmt::format("'{}' cannot be a name: it must not be empty or have "
                          "a point, slash, space, *, ? or ::",
                          name));
  value.Check(name != "plant" && name != "world",
              fmt::format("the name '{}' is taken", name));
  return name;
}

SpatialInertia ScaleToMass(SpatialInertia inertia, double mass) {
  inertia.I_Bcm *= mass / inertia.mass;
  inertia.mass = mass;
  return inertia;
}

class DirectiveReader {
 public:
  DirectiveReader(const std::filesystem::path& folder,
                  const ModelFileOptions& files, ScenarioModel* scenario)
      : folder_(folder), files_(files), scenario_(*scenario) {
    files_.ground = files_.weld_root = false;
    const auto expect = [this](bool given, const char* option) {
      if (given) idle_options_.insert(option);
    };
    expect(!files.fix_inertia, "--no-fix-inertia");
    expect(files.skip_missing_meshes, "--skip-missing-meshes");
    expect(files.density.has_value(), "--density");
    expect(!files.packages.packages.empty(), "--package");
    expect(!files.packages.folders.empty(), "--package-path");
  }

  void Read(const YamlValue& directive) {
    YamlMap map(directive);
    std::vector<std::string_view> kinds;
    std::ranges::transform(kDirectives, std::back_inserter(kinds),
                           &Directive::kind);
    const std::string kind = map.OneOf(kinds);
    map.Finish();
    const YamlValue value = map.Get(kind);
    YamlMap own(value);
    const auto found = std::ranges::find(kDirectives, kind, &Directive::kind);
    (this->*found->add)(&own);
    own.Finish();
  }

  // Groups may be named before they are there.
  void ApplyFilterGroups() {
    for (const auto& [name, group] : filter_groups_) {
      for (const YamlValue& other : group.ignored) {
        const auto& a = MembersOf(name, group.place);
        const auto& b = MembersOf(other.Text(), other);
        other.Guard([&] { Exclude(a, b); });
      }
    }
  }

  // Each option must be for one of the files at least.
  void RequireOptionsUsed() const {
    if (idle_options_.empty()) return;
    throw std::invalid_argument(
        *idle_options_.begin() +
        " has no effect: no file of the scenario has a format that it is for");
  }

  StartOfDirectives TakeStart() { return std::move(start_); }

 private:
  struct FilterGroup {
    YamlValue place;
    std::vector<std::string> members = {};
    std::vector<YamlValue> member_groups = {}, ignored = {};
    // Those of the member groups too, once they are known.
    std::optional<std::set<std::string>> all_members = {};
    bool is_open = false;  // Its member groups are being looked at.
  };

  multibody::ModelAssembly& assembly() { return scenario_.assembly; }

  std::filesystem::path FindFile(const std::string& file) {
    if (file.find("://") == std::string::npos) return folder_ / file;
    for (const char* option : {"--package", "--package-path"})
      idle_options_.erase(option);
    return multibody::ResourceLocator(folder_ / "scenario", files_.packages)
        .Locate(file);
  }

  // `world` is that of an SDFormat file; empty: the first.
  LoadedModel Load(const std::string& file, const std::string& world) {
    if (!file.starts_with(kPackage)) {
      const std::filesystem::path path = FindFile(file);
      ModelFileOptions options = files_;
      options.one_of_several = true;
      options.world = world;
      LoadedModel loaded = LoadModelFile(path, options);
      std::erase_if(idle_options_, [&](const std::string& option) {
        return std::ranges::count(loaded.idle_options, option) == 0;
      });
      std::ranges::copy(loaded.report.files(),
                        std::back_inserter(scenario_.files));
      scenario_.files.push_back(path);
      return loaded;
    }
    Require(world.empty(), file + ": it has no worlds to choose from");
    multibody::ModelBuilder builder;
    const std::string name = file.substr(kPackage.size());
    multibody::ImportReport report = ParseMjcf(
        examples::ModelText(name), name, {.strict = files_.strict}, &builder);
    return {std::move(builder).Build(), std::move(report)};
  }

  void AddModel(YamlMap* map) {
    const YamlValue name_value = map->Get("name");
    const std::string name = ReadName(name_value);
    const YamlValue file = map->Get("file");
    const auto world = map->Find("world");
    const std::string world_name = world ? world->Text() : "";
    const LoadedModel loaded = world.value_or(file).Guard(
        [&] { return Load(file.Text(), world_name); });
    name_value.Guard([&] { assembly().AddModel(name, loaded.model); });
    const auto& notices = loaded.report.notices();
    scenario_.notices.insert(scenario_.notices.end(), notices.begin(),
                             notices.end());
    AddStartVelocities(name, loaded);
    if (const auto positions = map->Find("default_joint_positions")) {
      start_.defaults.push_back(
          [=](const ScenarioModel& scenario, InitialState* initial) {
            ReadJointValues(*scenario.model, name, *positions,
                            JointValue::kPosition, &initial->q);
          });
    }
    if (const auto poses = map->Find("default_free_body_pose")) {
      start_.defaults.push_back(
          [=](const ScenarioModel& scenario, InitialState* initial) {
            ReadBodyPoses(scenario, name, *poses, &initial->q);
          });
    }
  }

  // A neutral scene may say how bodies start to move.
  void AddStartVelocities(const std::string& name, const LoadedModel& loaded) {
    if (loaded.start_velocities.isZero(0)) return;
    start_.defaults.push_back(
        [name, model = loaded.model, v = loaded.start_velocities](
            const ScenarioModel& scenario, InitialState* initial) {
          for (const multibody::Joint& own : model->joints()) {
            const multibody::Joint& joint =
                scenario.model->joints()[scenario.model->JointIndex(
                    multibody::MakeScopedName(name, own.name))];
            if (joint.nv() != own.nv()) continue;  // It is welded here.
            initial->v.segment(joint.v_start, joint.nv()) =
                v.segment(own.v_start, own.nv());
          }
        });
  }

  void AddWeld(YamlMap* map) {
    const std::string parent = map->Get("parent").Text();
    const std::string child = map->Get("child").Text();
    RigidTransform X_PC = RigidTransform::Identity();
    map->Read("X_PC", &ReadTransform, &X_PC);
    map->value().Guard([&] { assembly().AddWeld(parent, child, X_PC); });
  }

  void AddFrame(YamlMap* map) {
    const YamlValue name_value = map->Get("name");
    const std::string name = ReadName(name_value);
    const YamlValue X_PF = map->Get("X_PF");
    const FramePose pose = ReadFramePose(X_PF);
    X_PF.Guard([&] { assembly().FindFrame(pose.base_frame); });
    name_value.Guard(
        [&] { assembly().AddFrame(name, pose.base_frame, pose.X_EF); });
  }

  void AddBody(YamlMap* map) {
    const YamlValue name_value = map->Get("name");
    const std::string name = ReadName(name_value);
    contact::Geometry geometry;
    geometry.name = name;
    const YamlValue shape = map->Get("shape");
    geometry.shape = ReadShape(shape);
    Apply(ReadSurface(map), &geometry);
    const std::string measure = map->OneOf({"mass", "density"});
    const double amount = map->Get(measure).Positive();
    multibody::ModelBuilder builder;
    const SpatialInertia inertia = shape.Guard([&] {
      return multibody::MakeSolidInertia(
          geometry.shape, measure == "density" ? amount : 1000, geometry.X_BG);
    });
    geometry.body = builder.AddBody(
        name, measure == "mass" ? ScaleToMass(inertia, amount) : inertia);
    builder.AddGeometry(std::move(geometry));
    name_value.Guard(
        [&] { assembly().AddModel(name, std::move(builder).Build()); });
    if (const auto pose = map->Find("pose")) AddDefaultPose(name, *pose);
  }

  // `pose` is that of the only body of a model.
  void AddDefaultPose(const std::string& name, const YamlValue& pose) {
    start_.defaults.push_back(
        [=](const ScenarioModel& scenario, InitialState* initial) {
          SetBodyPose(scenario, multibody::MakeScopedName(name, name), pose,
                      &initial->q);
        });
  }

  // The frame that `frame` names, which must be there; the world without it.
  std::string ReadFrame(YamlMap* map) {
    std::string frame = "world";
    if (const auto value = map->Find("frame")) {
      frame = value->Text();
      value->Guard([&] { assembly().FindFrame(frame); });
    }
    return frame;
  }

  void AddGeometry(YamlMap* map) {
    contact::Geometry geometry;
    const YamlValue name_value = map->Get("name");
    geometry.name = ReadName(name_value);
    geometry.shape = ReadShape(map->Get("shape"));
    map->Read("X_FG", &ReadTransform, &geometry.X_BG);
    Apply(ReadSurface(map), &geometry);
    const std::string frame = ReadFrame(map);
    name_value.Guard(
        [&] { assembly().AddGeometry(frame, std::move(geometry)); });
  }

  void AddGround(YamlMap* map) {
    contact::Geometry ground = MakeGround();
    const auto name = map->Find("name");
    if (name) ground.name = ReadName(*name);
    map->Read("height", &YamlValue::Number, &ground.X_BG.translation().z());
    Apply(ReadSurface(map), &ground);
    name.value_or(map->value()).Guard([&] {
      assembly().AddGeometry("world", std::move(ground));
    });
  }

  void AddElasticBody(YamlMap* map) {
    const YamlValue name_value = map->Get("name");
    const std::string name = ReadName(name_value);
    const std::string frame = ReadFrame(map);
    ElasticBodyEntry entry = ReadElasticBody(
        name, frame, map,
        [&](const std::string& file) { return FindFile(file); });
    if (!entry.file.empty()) scenario_.files.push_back(entry.file);
    name_value.Guard([&] {
      assembly().AddElasticBody(frame, std::move(entry.body), entry.held);
    });
    start_.attachments.push_back(
        [=](ScenarioModel& scenario, InitialState* initial) {
          scenario.model =
              PlaceElasticBody(name, std::move(scenario.model), &initial->q);
        });
  }

  void AddCable(YamlMap* map) {
    const YamlValue name_value = map->Get("name");
    const CableEntry entry = ReadCable(ReadName(name_value), map);
    name_value.Guard(
        [&] { assembly().AddCable(entry.cable, entry.start, entry.end); });
    start_.attachments.push_back(
        [=](ScenarioModel& scenario, InitialState* initial) {
          scenario.model = TakeTwistAtEndsAsRest(
              entry.cable, std::move(scenario.model), initial->q);
          name_value.Guard([&] {
            RequireWithinReach(entry.cable, *scenario.model, initial->q);
          });
        });
  }

  void AddFilterGroup(YamlMap* map) {
    const YamlValue name = map->Get("name");
    FilterGroup group{.place = name};
    if (const auto members = map->Find("members")) {
      for (const YamlValue& member : members->List()) {
        group.members.push_back(member.Guard(
            [&] { return assembly().FindFrame(member.Text()).first; }));
      }
    }
    if (const auto groups = map->Find("member_groups")) {
      group.member_groups = groups->List();
    }
    if (const auto ignored = map->Find("ignored_collision_filter_groups")) {
      group.ignored = ignored->List();
    }
    name.Check(filter_groups_.emplace(name.Text(), group).second,
               fmt::format("there are two groups '{}'", name.Text()));
  }

  // Each group is taken apart once, however many it is a member of.
  const std::set<std::string>& MembersOf(const std::string& name,
                                         const YamlValue& place,
                                         int depth = 0) {
    const auto found = filter_groups_.find(name);
    if (found == filter_groups_.end()) {
      place.Fail(fmt::format("there is no collision filter group '{}'", name));
    }
    FilterGroup& group = found->second;
    if (group.all_members) return *group.all_members;
    place.Check(!group.is_open,
                fmt::format("group '{}' is a member of itself", name));
    place.Check(depth < kMaxNesting, "groups are nested too deeply");
    group.is_open = true;
    std::set<std::string> all(group.members.begin(), group.members.end());
    for (const YamlValue& inner : group.member_groups) {
      const auto& more = MembersOf(inner.Text(), inner, depth + 1);
      all.insert(more.begin(), more.end());
    }
    group.all_members = std::move(all);
    return *group.all_members;
  }

  void Exclude(const std::set<std::string>& a, const std::set<std::string>& b) {
    for (const std::string& body_a : a) {
      for (const std::string& body_b : b) {
        if (body_a != body_b) assembly().ExcludePair(body_a, body_b);
      }
    }
  }

  struct Directive {
    std::string_view kind;
    void (DirectiveReader::*add)(YamlMap*);
  };
  static constexpr Directive kDirectives[] = {
      {"add_model", &DirectiveReader::AddModel},
      {"add_weld", &DirectiveReader::AddWeld},
      {"add_frame", &DirectiveReader::AddFrame},
      {"add_collision_filter_group", &DirectiveReader::AddFilterGroup},
      {"add_body", &DirectiveReader::AddBody},
      {"add_geometry", &DirectiveReader::AddGeometry},
      {"add_ground", &DirectiveReader::AddGround},
      {"add_elastic_body", &DirectiveReader::AddElasticBody},
      {"add_cable", &DirectiveReader::AddCable},
  };

  const std::filesystem::path& folder_;
  ModelFileOptions files_;
  std::set<std::string> idle_options_;  // For none of the files so far.
  ScenarioModel& scenario_;
  std::map<std::string, FilterGroup> filter_groups_;
  StartOfDirectives start_;
};

}  // namespace

StartOfDirectives ReadDirectives(const YamlValue& directives,
                                 const std::filesystem::path& folder,
                                 const ModelFileOptions& files,
                                 ScenarioModel* scenario) {
  DirectiveReader reader(folder, files, scenario);
  for (const YamlValue& directive : directives.List()) reader.Read(directive);
  reader.ApplyFilterGroups();
  reader.RequireOptionsUsed();
  return reader.TakeStart();
}

}  // namespace tactus::apps
