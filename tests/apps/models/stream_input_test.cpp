// Models that come as streams.
#include <thread>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <sys/stat.h>

namespace tactus::apps {
namespace {

using Catch::Contains;

// What another program writes into a FIFO while it is read, as <(xacro ...) is.
class Writer {
 public:
  Writer(const std::filesystem::path& fifo, const std::string& text)
      : made_(::mkfifo(fifo.c_str(), 0600) == 0),
        thread_([=] { std::ofstream(fifo) << text; }) {}
  ~Writer() { thread_.join(); }
  bool made() const { return made_; }

 private:
  bool made_;
  std::thread thread_;
};

TEST_CASE("tactus check: each format from a FIFO -> read as from a file") {
  const std::pair<const char*, const char*> models[] = {
      {"mjcf",
       "<mujoco><worldbody><body name='b'><freejoint/>"
       "<geom size='1'/></body></worldbody></mujoco>"},
      {"urdf",
       "<robot name='r'><link name='b'><inertial><mass value='1'/>"
       "<inertia ixx='1' iyy='1' izz='1'/></inertial></link></robot>"},
      {"sdf",
       "<sdf version='1.9'><model name='m'><link name='b'/></model>"
       "</sdf>"}};
  for (const auto& [name, text] : models) {
    const ScratchFolder folder;
    const Writer writer(folder / name, text);
    REQUIRE(writer.made());
    const Outcome outcome = Call({"check", (folder / name).string()});
    INFO(outcome.err);
    CHECK(outcome.code == kDone);
    CHECK_THAT(outcome.out, Contains("can be simulated"));
  }
}

TEST_CASE("tactus run: a model of a FIFO with --checkpoint -> refused") {
  const ScratchFolder folder;
  const Writer writer(folder / "m",
                      "<mujoco><worldbody><body><freejoint/><geom size='1'/>"
                      "</body></worldbody></mujoco>");
  REQUIRE(writer.made());
  CheckRefused(
      {"run", (folder / "m").string(), "--checkpoint", (folder / "c").string()},
      "--checkpoint");
}

}  // namespace
}  // namespace tactus::apps
