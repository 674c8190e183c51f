// What a run reads is never written over.
#include <algorithm>
#include <thread>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

const char* const kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// A model in a folder, and what it names.
struct Input {
  std::string model;
  std::vector<std::string> parts;
};

void Write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

Input WriteMjcf(const ScratchFolder& folder) {
  Write(folder / "part.obj", kTetrahedron);
  Write(folder / "looks.png", "");
  Write(folder / "part.xml", "<mujoco><option gravity='0 0 -1'/></mujoco>");
  Write(folder / "m.xml",
        "<mujoco><include file='part.xml'/><asset><mesh file='part.obj'/>"
        "<texture name='t' type='2d' file='looks.png'/></asset><worldbody>"
        "<body><freejoint/><geom type='mesh' mesh='part'/></body></worldbody>"
        "</mujoco>");
  return {"m.xml", {"part.obj", "part.xml", "looks.png"}};
}

Input WriteUrdf(const ScratchFolder& folder) {
  Write(folder / "part.obj", kTetrahedron);
  Write(folder / "looks.obj", kTetrahedron);
  Write(folder / "m.urdf",
        "<robot name='r'><link name='b'><inertial><mass value='1'/>"
        "<inertia ixx='1' iyy='1' izz='1'/></inertial>"
        "<visual><geometry><mesh filename='looks.obj'/></geometry></visual>"
        "<collision><geometry><mesh filename='part.obj'/></geometry>"
        "</collision></link></robot>");
  return {"m.urdf", {"part.obj", "looks.obj"}};
}

Input WriteSdf(const ScratchFolder& folder) {
  Write(folder / "part.obj", kTetrahedron);
  Write(folder / "ball/model.config",
        "<model><name>ball</name><sdf version='1.9'>ball.sdf</sdf></model>");
  Write(folder / "ball/ball.sdf",
        "<sdf version='1.9'><model name='ball'><link name='l'/></model></sdf>");
  Write(folder / "m.sdf",
        "<sdf version='1.9'><world name='w'><include><uri>ball</uri></include>"
        "<model name='m'><link name='b'><collision name='c'><geometry><mesh>"
        "<uri>part.obj</uri></mesh></geometry></collision></link></model>"
        "</world></sdf>");
  return {"m.sdf", {"part.obj", "ball/ball.sdf", "ball/model.config"}};
}

Input WriteScenario(const ScratchFolder& folder) {
  Input input = WriteMjcf(folder);
  Write(folder / "s.yaml",
        "directives:\n- add_model: {name: m, file: m.xml}\n");
  input.model = "s.yaml";
  input.parts.push_back("m.xml");
  return input;
}

TEST_CASE("Outputs: a file that the model is made of -> refused, unchanged") {
  for (const auto write : {&WriteMjcf, &WriteUrdf, &WriteSdf, &WriteScenario}) {
    const ScratchFolder folder;
    Input input = write(folder);
    const std::string model = (folder / input.model).string();
    REQUIRE(Call({"run", model, "--duration", "0.01", "--quiet"}).code ==
            kDone);
    input.parts.push_back(input.model);
    for (const std::string& part : input.parts) {
      const std::string place = (folder / part).string();
      const std::string before = ReadText(place);
      for (const char* option :
           {"--report", "--log", "--checkpoint", "--trace"}) {
        INFO(option << " " << place);
        CheckRefused({"run", model, "--duration", "0.01", option, place},
                     "it is what is read");
      }
      CheckRefused({"verify", model, "--duration", "0.01", "--report", place},
                   "it is what is read");
      CHECK(ReadText(place) == before);
    }
  }
}

TEST_CASE(
    "tactus run: packages for a file that names none -> refused by the "
    "option") {
  const ScratchFolder folder;
  const std::string model = (folder / WriteMjcf(folder).model).string();
  const std::string here = folder.path().string();
  CheckRefused({"run", model, "--package", "p=" + here},
               "--package is not for");
  CheckRefused({"run", model, "--package-path", here},
               "--package-path is not for");
}

}  // namespace
}  // namespace tactus::apps
