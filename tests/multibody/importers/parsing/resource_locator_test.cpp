#include "tactus/multibody/importers/parsing/resource_locator.h"

#include <cstdlib>
#include <optional>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

namespace fs = std::filesystem;

// Sets a variable of the environment, or removes it, for a while.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

struct Fixture {
  tactus::test::TemporaryDirectory folder;
  Environment ros{"ROS_PACKAGE_PATH", ""}, ament{"AMENT_PREFIX_PATH", ""},
      gazebo{"GAZEBO_MODEL_PATH", ""}, sdf{"SDF_PATH", ""};
  fs::path model = folder.path() / "work/robots/arm/arm.urdf";

  fs::path Find(const std::string& uri, const PackagePaths& paths = {}) const {
    std::vector<fs::path> tried;
    return ResourceLocator(model, paths).Find(uri, &tried).value_or("");
  }
};

TEST_CASE_METHOD(
    Fixture, "ResourceLocator: a folder of its own -> packages' files, too") {
  const fs::path file = folder.Write("work/robots/meshes/a.obj", "");
  ResourceLocator locator(model, {});
  locator.AddFolder("../meshes");
  std::vector<fs::path> tried;
  CHECK(locator.Find("package://robot/deep/a.obj", &tried) == file);
  CHECK(locator.Find("deep/a.obj", &tried) == file);
  CHECK_FALSE(locator.Find("package://robot/b.obj", &tried));
  const fs::path own = folder.Write("work/robot/deep/a.obj", "");
  CHECK(locator.Find("package://robot/deep/a.obj", &tried) == own);
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: a relative file -> beside the model, or above it") {
  const fs::path above = folder.Write("work/m/a.obj", "");
  CHECK(Find("m/a.obj") == above);
  const fs::path beside = folder.Write("work/robots/arm/m/a.obj", "");
  CHECK(Find("m/a.obj") == beside);
  CHECK(Find("../../m/a.obj") == above);
  CHECK(Find("file://" + above.string()) == above);
  CHECK(Find(above.string()) == above);
  CHECK(Find("m/b.obj").empty());
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: a folder that is added -> the file's name is found") {
  const fs::path mesh = folder.Write("work/robots/arm/meshes/a.obj", "");
  ResourceLocator locator(model, {});
  std::vector<fs::path> tried;
  CHECK_FALSE(locator.Find("other/a.obj", &tried));
  locator.AddFolder("meshes");
  CHECK(locator.Find("other/a.obj", &tried) == mesh);
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: a package named in package.xml above -> found there") {
  const fs::path mesh = folder.Write("work/m/a.obj", "");
  CHECK(Find("package://arms/m/a.obj").empty());
  folder.Write("work/package.xml",
               "<package><name>arms</name><version>1</version></package>");
  CHECK(Find("package://arms/m/a.obj") == mesh);
  CHECK(Find("package://legs/m/a.obj").empty());
  folder.Write("work/package.xml", "<package><name>arms");  // Broken.
  CHECK(Find("package://arms/m/a.obj").empty());
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: a package -> a folder of that name, above or near") {
  const fs::path near = folder.Write("work/legs/m/a.obj", "");
  CHECK(Find("package://legs/m/a.obj") == near);
  const fs::path above = folder.Write("work/robots/m/a.obj", "");
  CHECK(Find("package://robots/m/a.obj") == above);
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: packages with a folder given -> found there only") {
  folder.Write("work/legs/m/a.obj", "");
  const fs::path mine = folder.Write("mine/m/a.obj", "");
  const PackagePaths paths{.packages = {{"legs", folder.path() / "mine"}}};
  CHECK(Find("package://legs/m/a.obj", paths) == mine);
  CHECK(Find("model://legs/m/a.obj", paths) == mine);
  fs::remove(mine);
  CHECK(Find("package://legs/m/a.obj", paths).empty());
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: folders given, or of the environment -> found there") {
  const fs::path mesh = folder.Write("far/legs/m/a.obj", "");
  const std::string uri = "package://legs/m/a.obj";
  CHECK(Find(uri).empty());
  CHECK(Find(uri, {.folders = {folder.path() / "far"}}) == mesh);
  {
    const Environment set("ROS_PACKAGE_PATH",
                          "/nowhere:" + (folder.path() / "far").string());
    CHECK(Find(uri) == mesh);
  }
  {
    folder.Write("far/legs/package.xml",
                 "<package><name>limbs</name></package>");
    const Environment set("ROS_PACKAGE_PATH",
                          (folder.path() / "far/legs").string());
    CHECK(Find("package://limbs/m/a.obj") == mesh);
  }
  {
    const Environment set("GAZEBO_MODEL_PATH",
                          (folder.path() / "far").string());
    CHECK(Find(uri).empty());
    CHECK(Find("model://legs/m/a.obj") == mesh);
  }
  const fs::path shared = folder.Write("opt/share/legs/m/a.obj", "");
  const Environment set("AMENT_PREFIX_PATH", (folder.path() / "opt").string());
  CHECK(Find(uri) == shared);
}

TEST_CASE_METHOD(
    Fixture,
    "ResourceLocator: a file that is nowhere -> every place, at the element") {
  const Environment set("ROS_PACKAGE_PATH", "/nowhere/ros");
  const Environment prefix("AMENT_PREFIX_PATH", "/nowhere/ament");
  const XmlElement user = ParseXml("<mesh/>", "arm.urdf");
  const ResourceLocator locator(model, {.folders = {"/nowhere/given"}});
  CHECK_THROWS_WITH(
      locator.Locate("package://legs/m/a.obj", user),
      Catch::Contains("arm.urdf:1: <mesh>: cannot find "
                      "'package://legs/m/a.obj'") &&
          Catch::Contains("/nowhere/given/legs/m/a.obj") &&
          Catch::Contains("/nowhere/ros/legs/m/a.obj") &&
          Catch::Contains("/nowhere/ament/share/legs/m/a.obj") &&
          Catch::Contains((folder.path() / "work/legs/m/a.obj").string()));
}

}  // namespace
}  // namespace tactus::multibody
