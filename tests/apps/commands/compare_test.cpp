#include <fstream>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;

std::string Record(const ScratchFolder& folder, const std::string& name,
                   const std::string& accuracy) {
  const std::string out = (folder / name).string();
  const Outcome outcome =
      Call({"run", "double_pendulum", "--duration", "0.2", "--accuracy",
            accuracy, "--out", out, "--quiet"});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  return out + "/recording.glb";
}

TEST_CASE(
    "tactus compare: two accuracies -> how far each body is from itself") {
  const ScratchFolder folder;
  const std::string a = Record(folder, "a", "1e-2");
  const std::string b = Record(folder, "b", "1e-6");
  const std::string html = (folder / "both.html").string();
  const Outcome outcome = Call({"compare", a, b, "--html", html});
  INFO(outcome.err);
  CHECK(outcome.code == kDone);
  CHECK_THAT(outcome.out, Contains("body, largest distance [m], at time [s]"));
  CHECK(std::filesystem::file_size(html) > 10000);
  CHECK_THAT(Call({"compare", a, a}).out, Contains(" 0 "));
}

TEST_CASE("tactus compare: what is no recording -> refused by its name") {
  const ScratchFolder folder;
  const std::string file = (folder / "x.glb").string();
  std::ofstream(file) << "text";
  const Outcome outcome = Call({"compare", file, file});
  CHECK(outcome.code == kUserError);
  CHECK_THAT(outcome.err, Contains("x.glb: it is no binary glTF file"));
}

TEST_CASE("tactus compare: no body of the same name -> refused") {
  const ScratchFolder folder;
  const std::string a = Record(folder, "a", "1e-2");
  const std::string out = (folder / "ball").string();
  REQUIRE(Call({"run", "ball_drop", "--duration", "0.1", "--out", out}).code ==
          kDone);
  const Outcome outcome = Call({"compare", a, out + "/recording.glb"});
  CHECK(outcome.code == kUserError);
  CHECK_THAT(outcome.err, Contains("no body of the same name"));
}

}  // namespace
}  // namespace tactus::apps
