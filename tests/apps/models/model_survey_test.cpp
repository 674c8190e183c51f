#include "tactus/apps/models/model_survey.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;

std::string Mjcf(const std::string& world) {
  return "<mujoco><worldbody>" + world + "</worldbody></mujoco>";
}

std::string Link(const std::string& moment, const std::string& more = "") {
  return "<link name='base'><inertial><mass value='1'/><inertia ixx='1' "
         "iyy='1' izz='" +
         moment + "'/></inertial>" + more + "</link>";
}

const std::string kMissingMesh =
    "<collision><geometry><mesh filename='none.stl'/></geometry></collision>";

void Write(const ScratchFolder& folder, const std::string& name,
           const std::string& text) {
  const std::filesystem::path file = folder / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::vector<SurveyedFile> Survey(const ScratchFolder& folder,
                                 const std::vector<std::string>& names) {
  return SurveyModels(names, folder.path(), {});
}

TEST_CASE("ReadModelList: comments, blanks and Windows' ends -> the names") {
  const ScratchFolder folder;
  Write(folder, "list.txt", "# models\n\n a/b c.xml \r\nd.urdf # the last\n");
  CHECK(IsModelList(folder / "list.txt"));
  CHECK_FALSE(IsModelList(folder / "list.xml"));
  CHECK(ReadModelList(folder / "list.txt") ==
        std::vector<std::string>{"a/b c.xml", "d.urdf"});
  Write(folder, "empty.txt", "# none\n");
  CHECK_THROWS_WITH(ReadModelList(folder / "empty.txt"),
                    Contains("names no model file"));
  CHECK_THROWS_WITH(ReadModelList(folder / "other.txt"),
                    Contains("cannot read"));
}

TEST_CASE("SurveyModels: refused files -> reasons, and what they load with") {
  const ScratchFolder folder;
  Write(folder, "a/mass.urdf",
        "<robot name='r'><link name='l'><inertial><mass value='-1'/>"
        "</inertial></link></robot>");
  Write(folder, "a/mesh.urdf",
        "<robot name='r'>" + Link("3", kMissingMesh) + "</robot>");
  Write(folder, "a/none.xml", "<html/>");
  const auto files = Survey(
      folder, {"a/mass.urdf", "a/mesh.urdf", "a/none.xml", "a/absent.xml"});
  REQUIRE(files.size() == 4);
  CHECK_THAT(files[0].refusal, Catch::StartsWith("a/mass.urdf:1: ") &&
                                   Contains("the mass is -1 kg"));
  CHECK(files[0].remedy.empty());
  CHECK_THAT(files[1].refusal, Catch::EndsWith("cannot find 'none.stl'"));
  CHECK(files[1].remedy == "--skip-missing-meshes");
  CHECK_FALSE(files[2].refusal.empty());
  CHECK(files[2].remedy.empty());
  for (const SurveyedFile& file : files) {
    INFO(file.name << ": " << file.refusal);
    CHECK(file.is_here == (file.name != "a/absent.xml"));
    CHECK_THAT(file.refusal, !Contains(folder.path().string()));
  }
}

TEST_CASE("FormatSurvey: two collections -> counts of each and of all") {
  const ScratchFolder folder;
  Write(folder, "b/whole.xml", Mjcf("<light/>"));
  Write(folder, "b/lossy.xml", Mjcf("<geom name='g' size='1' condim='6'/>"));
  Write(folder, "c_d/bad.urdf",
        "<robot name='r'>" + Link("1", kMissingMesh) + "</robot>");
  const std::string table = FormatSurvey(Survey(
      folder, {"b/whole.xml", "b/lossy.xml", "b/absent.xml", "c_d/bad.urdf"}));
  CHECK_THAT(table, Contains("\n| b | 3 | 2 | 2 | 1 |\n"
                             "| c\\_d | 1 | 1 | 0 | 0 |\n"
                             "| all | 4 | 3 | 2 | 1 |\n"));
  CHECK_THAT(table, Contains("\n| c\\_d/bad.urdf | 1: \\<mesh>: "));
  CHECK_THAT(table, Contains("| `--skip-missing-meshes` |\n"));
}

// Names and numbers do not make a kind; what is worse stands first.
TEST_CASE("FormatSurvey: the same said of several files -> one kind") {
  std::vector<SurveyedFile> files = {{.name = "a/1"}, {.name = "a/2"}};
  using Severity = multibody::Notice::Severity;
  const auto say = [&](int file, Severity severity, const std::string& element,
                       const std::string& message, int count) {
    files[file].is_here = true;
    files[file].notices.push_back({.severity = severity,
                                   .file = {},
                                   .element = element,
                                   .message = message,
                                   .count = count});
  };
  say(0, Severity::kCosmetic, "<light>", "left out", 2);
  say(0, Severity::kApproximated, "<mesh name='a b'>",
      "'a.obj' is its hull, of which it fills 26 %", 1);
  say(1, Severity::kApproximated, "<mesh>",
      "'b.obj' is its hull, of which it fills 1e-3 %", 3);
  say(1, Severity::kCosmetic, "<visual>",
      "it is not drawn: /a/b/c.urdf:7: cannot find 'd': tried\n  /a/d\n  /d",
      1);
  say(0, Severity::kCosmetic, "<visual>",
      "it is not drawn: ../a/e.urdf:8: cannot find 'f': tried\n  /f", 1);
  say(1, Severity::kDropped, "<geom>", "attribute 'gap' = '0.1': robot's N s/m",
      1);
  CHECK_THAT(
      FormatSurvey(files),
      Catch::EndsWith(
          "|---|---|---|---|---|\n"
          "| left out | \\<geom> | attribute 'gap': robot's N s/m | 1 | 1 |\n"
          "| approximated | \\<mesh> | ... is its hull, of which it fills ... "
          "% | 2 | 4 |\n"
          "| looks | \\<visual> | it is not drawn: ... cannot find ... | 2 | 2 "
          "|\n"
          "| looks | \\<light> | left out | 1 | 2 |\n"));
}

TEST_CASE("tactus check: a list -> the table, and refusals by the exit code") {
  const ScratchFolder folder;
  Write(folder, "models/b/whole.xml", Mjcf("<light/>"));
  Write(folder, "models/b/bad.xml", Mjcf("<geom/>"));
  const std::string list = (folder / "list.txt").string();
  const std::string root = (folder / "models").string();
  Write(folder, "list.txt", "b/whole.xml\nb/absent.xml\n");
  const Outcome outcome = Call({"check", list, "--root", root});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out, Contains("| all | 2 | 1 | 1 | 1 |"));
  CheckRefused({"check", list}, "--root DIR says where they are");
  CheckRefused({"check", list, "--root", root, "--list"}, "for one file");
  CheckRefused({"check", root + "/b/whole.xml", "--root", root},
               "--root is for a list");
  Write(folder, "list.txt", "b/whole.xml\nb/bad.xml\n");
  CHECK(Call({"check", list, "--root", root}).code == kUserError);
}

TEST_CASE("tactus check: a list, options for none of its files -> refused") {
  const ScratchFolder folder;
  Write(folder, "whole.xml", Mjcf(""));
  Write(folder, "whole.urdf", "<robot name='r'>" + Link("1") + "</robot>");
  const std::string list = (folder / "list.txt").string();
  const auto check = [&](const std::string& names, const char* option) {
    Write(folder, "list.txt", names);
    std::vector<std::string> call = {"check", list, option};
    if (option == std::string("--density")) call.emplace_back("1000");
    return Call(call);
  };
  const std::string mjcf = "whole.xml\nabsent.urdf\n";
  const Outcome density = check(mjcf, "--density");
  CHECK(density.code == kUserError);
  CHECK(density.out.empty());
  CHECK_THAT(density.err, Contains("--density has no effect: no file in the "
                                   "list '" +
                                   list + "'"));
  CHECK(check(mjcf, "--weld-root").code == kUserError);
  CHECK(check(mjcf, "--no-fix-inertia").code == kDone);
  CHECK(check(mjcf + "whole.urdf\n", "--density").code == kDone);
  CHECK(check("whole.urdf\nwhole.xml\n", "--weld-root").code == kDone);
  // What is refused may be what the option is for.
  Write(folder, "bad.urdf", "<robot");
  const Outcome bad = check("whole.xml\nbad.urdf\n", "--density");
  CHECK(bad.code == kUserError);
  CHECK_THAT(bad.out, Contains("bad.urdf"));
}

}  // namespace
}  // namespace tactus::apps
