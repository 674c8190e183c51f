#include "tactus/apps/bench/peers/peer_process.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "tactus/apps/io/child_process.h"

namespace tactus::apps {
namespace {

TEST_CASE("TemporaryFolder: end of its scope -> removed with its files") {
  std::filesystem::path file;
  {
    const TemporaryFolder folder, other;
    file = folder / "a";
    std::ofstream(file) << "text";
    CHECK(std::filesystem::exists(file));
    CHECK((other / "a") != file);
  }
  CHECK_FALSE(std::filesystem::exists(file.parent_path()));
}

TEST_CASE("RunPeer: no such program, or no report -> missing, or not ok") {
  const PeerOutcome missing = RunPeer("tactus-peer-nobody", {}, 10);
  CHECK(missing.status == "missing");
  CHECK_FALSE(missing.ok());
  CHECK(missing.report.empty());
  // The tests themselves know no --report.
  const PeerOutcome other =
      RunPeer(OwnProgram().filename().string(), {"--list-reporters"}, 60);
  CHECK(other.status != "missing");
  CHECK_FALSE(other.ok());
}

}  // namespace
}  // namespace tactus::apps
