#include "tactus/multibody/importers/sdf/included_files.h"

#include <utility>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

TEST_CASE("LoadSdf: includes by path, package and model folder -> read") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("part.sdf",
                  "<sdf version='1.7'><model name='part'><link name='a'/>"
                  "</model></sdf>");
  directory.Write("models/thing/model.config",
                  "<model><name>thing</name><version>1</version>"
                  "<sdf version='1.7'>thing.sdf</sdf></model>");
  directory.Write("models/thing/thing.sdf",
                  "<sdf version='1.7'><model name='thing'><link name='b'/>"
                  "</model></sdf>");
  const auto main = directory.Write(
      "main.sdf",
      "<sdf version='1.7'><world name='w'>"
      "<include><uri>part.sdf</uri><pose>1 0 0 0 0 0</pose></include>"
      "<include><uri>model://thing</uri><name>other</name></include>"
      "</world></sdf>");
  ModelBuilder builder;
  PackagePaths packages{.folders = {directory.path() / "models"}};
  LoadSdf(main, {.packages = packages}, &builder);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  CHECK(position.X_WB[model->BodyIndex("part::a")].translation() ==
        Vector3d(1, 0, 0));
  CHECK(model->BodyIndex("other::b") > 0);

  const auto missing =
      directory.Write("missing.sdf",
                      "<sdf version='1.7'><world name='w'>\n<include>\n"
                      "<uri>model://nowhere</uri></include></world></sdf>");
  const auto tried = (directory.path() / "models/nowhere").string();
  CHECK_THROWS_WITH(
      LoadSdf(missing, {.packages = packages}, &builder),
      Contains("missing.sdf:2: <include>: cannot find 'model://nowhere'") &&
          Contains("\n  " + tried) && Contains("--package-path"));
}

// The including model has no frame and no joint of its own, the included one
// has.
TEST_CASE("LoadSdf: an include that is merged -> its parts without its name") {
  const tactus::test::TemporaryDirectory directory;
  directory.Write("part.sdf",
                  "<sdf version='1.9'><model name='part'><link name='a'/>"
                  "<link name='b'/><frame name='f' attached_to='a'>"
                  "<pose>0 2 0 0 0 0</pose></frame>"
                  "<joint name='j' type='prismatic'><pose relative_to='f'/>"
                  "<parent>a</parent><child>b</child>"
                  "<axis><xyz>0 0 1</xyz></axis></joint></model></sdf>");
  const auto load = [&](const std::string& root) {
    ModelBuilder builder;
    LoadSdf(directory.Write("main.sdf", root), {}, &builder);
    return std::move(builder).Build();
  };
  const std::string top =
      "<model name='top'><link name='base'/><include merge='true'>"
      "<uri>part.sdf</uri><pose>1 0 0 0 0 0</pose></include></model>";
  for (const bool in_world : {false, true}) {
    const std::string inner =
        in_world ? "<world name='w'>" + top + "</world>" : top;
    const auto model = load("<sdf version='1.9'>" + inner + "</sdf>");
    REQUIRE(model->num_bodies() == 4);
    const std::string scope = in_world ? "top::" : "";
    const Joint& joint = model->joints()[model->JointIndex(scope + "j")];
    CHECK(joint.type == JointType::kPrismatic);
    PositionKinematics position;
    CalcPositionKinematics(*model, model->default_positions(), &position);
    CHECK((position.X_WB[model->BodyIndex(scope + "a")].translation() -
           Vector3d(1, 0, 0))
              .norm() < 1e-15);
  }
  // The same in a file that is included, and not merged.
  directory.Write("middle.sdf", "<sdf version='1.9'>" + top + "</sdf>");
  const auto outer = load(
      "<sdf version='1.9'><model name='outer'><link name='l'/>"
      "<include><uri>middle.sdf</uri></include></model></sdf>");
  CHECK(outer->BodyIndex("top::b") > 0);
}

// Each file's link has the name of its version.
TEST_CASE(
    "LoadSdf: a manifest of several versions -> the newest that is known") {
  const auto link_of = [](const std::string& manifest) {
    const tactus::test::TemporaryDirectory directory;
    for (const std::string version : {"1.6", "1.9", "1.10", "1.11"}) {
      directory.Write("thing/v" + version + ".sdf",
                      "<sdf version='" + version + "'><model name='thing'>" +
                          "<link name='v" + version + "'/></model></sdf>");
    }
    directory.Write("thing/model.config", "<model>" + manifest + "</model>");
    const auto main =
        directory.Write("main.sdf",
                        "<sdf version='1.9'><world name='w'><include>"
                        "<uri>model://thing</uri></include></world></sdf>");
    ModelBuilder builder;
    LoadSdf(main, {}, &builder);
    return builder.body(1).name;
  };
  const std::string old = "<sdf version='1.6'>v1.6.sdf</sdf>";
  const std::string known = "<sdf version='1.9'>v1.9.sdf</sdf>";
  const std::string newer = "<sdf version='1.10'>v1.10.sdf</sdf>";
  const std::string newest = "<sdf version='1.11'>v1.11.sdf</sdf>";
  CHECK(link_of(old + known + newer) == "thing::v1.9");
  CHECK(link_of(known + old) == "thing::v1.9");
  CHECK(link_of(newest) == "thing::v1.11");
  CHECK(link_of(newest + newer) == "thing::v1.10");
  CHECK(link_of("<sdf>v1.6.sdf</sdf>") == "thing::v1.6");
  CHECK_THROWS_WITH(link_of("<name>thing</name>"),
                    Contains("model.config:1: <model>: names no <sdf> file"));
}

// libsdformat looks for these in the current folder first.
TEST_CASE("LoadSdf: files that included files include -> read, or refused") {
  const tactus::test::TemporaryDirectory directory;
  const auto model = [](const std::string& name, const std::string& rest) {
    return "<sdf version='1.9'><model name='" + name + "'><link name='l'/>\n" +
           rest + "</model></sdf>";
  };
  const auto write = [&](const std::string& outer, const std::string& inner) {
    for (const std::string name : {"b", "c"}) {
      directory.Write("top/" + name + "/model.config",
                      "<model><name>" + name +
                          "</name><sdf version='1.9'>"
                          "model.sdf</sdf></model>");
    }
    directory.Write("top/b/model.sdf", model("b", inner));
    directory.Write("top/c/model.sdf", model("c", ""));
    return directory.Write("top/a.sdf", model("a", outer));
  };
  const auto load = [](const std::filesystem::path& file) {
    ModelBuilder builder;
    LoadSdf(file, {}, &builder);
    return std::move(builder).Build();
  };
  const auto include = [](const std::string& uri) {
    return "<include><uri>" + uri + "</uri></include>\n";
  };
  const auto before = std::filesystem::current_path();
  for (const std::string prefix : {"", "model://"}) {
    const auto file = write(include(prefix + "b"), include(prefix + "c"));
    for (const auto& folder : {before, directory.path() / "top"}) {
      std::filesystem::current_path(folder);
      CHECK(load(file)->BodyIndex("b::c::l") > 0);
    }
    const auto lacking = write(include(prefix + "b"), include("nowhere"));
    for (const auto& folder : {before, directory.path() / "top"}) {
      std::filesystem::current_path(folder);
      CHECK_THROWS_WITH(load(lacking),
                        Contains("model.sdf:2: <include>: cannot find "
                                 "'nowhere'"));
    }
  }
  // Another file of that name where the program runs.
  directory.Write("elsewhere/part.sdf", model("wrong", ""));
  directory.Write("top/part.sdf", model("right", ""));
  const auto file = write(include("part.sdf"), "");
  std::filesystem::current_path(directory.path() / "elsewhere");
  CHECK_THROWS_WITH(load(file), Contains("a.sdf:2: <include>: another "
                                         "'part.sdf' is found before"));
  std::filesystem::current_path(before);
  CHECK(load(file)->BodyIndex("right::l") > 0);
}

}  // namespace
}  // namespace tactus::multibody
