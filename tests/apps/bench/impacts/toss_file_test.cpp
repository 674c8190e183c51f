#include "tactus/apps/bench/impacts/toss_file.h"

#include <fstream>

#include "support/shared.h"
#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::apps::impacts {
namespace {

TEST_CASE("ReadTosses: two tosses -> starts in world axes, centres by step") {
  const tactus::test::TemporaryDirectory folder;
  const auto path = folder.path() / "tosses.csv";
  // The second is turned by 90 degrees about z: its x is the world's y.
  std::ofstream(path) << "toss,step,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n"
                         "3,0,1,2,3,1,0,0,0,4,5,6,7,8,9\n"
                         "3,1,1.5,2,3,1,0,0,0,4,5,6,7,8,9\n"
                         "8,0,0,0,1,1,0,0,1,4,5,6,7,0,0\n";
  const std::vector<Toss> tosses = ReadTosses(path);
  REQUIRE(tosses.size() == 2);
  CHECK(tosses[0].id == 3);
  REQUIRE(tosses[0].centres.size() == 2);
  CHECK(tosses[0].centres[1] == Vector3d(1.5, 2, 3));
  REQUIRE(tosses[0].poses.size() == 2);
  CHECK(tosses[0].poses[0] == tosses[0].q);
  CHECK(tosses[0].poses[1][0] == 1.5);
  CHECK(tosses[1].poses[0][6] == 1);
  CHECK(tosses[0].v[0] == 7);
  CHECK(tosses[0].v[5] == 6);
  CHECK(tosses[1].v.head<3>().isApprox(Vector3d(0, 7, 0)));
}

TEST_CASE("ReadTosses: no file, a short row -> refused") {
  const tactus::test::TemporaryDirectory folder;
  CHECK_THROWS_AS(ReadTosses(folder.path() / "none.csv"),
                  std::invalid_argument);
  const auto path = folder.path() / "short.csv";
  std::ofstream(path) << "toss,step\n1,0,1\n";
  CHECK_THROWS_AS(ReadTosses(path), std::invalid_argument);
}

TEST_CASE("ReadTosses: a cell that is no number -> refused by its text") {
  const tactus::test::TemporaryDirectory folder;
  const auto path = folder.path() / "word.csv";
  std::ofstream(path) << "toss,step,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n"
                         "3,0,1,2,3,1,0,0,0,4,5x,6,7,8,9\n";
  CHECK_THROWS_WITH(ReadTosses(path), Catch::Contains("'5x' is no number"));
}

TEST_CASE("ReadTosses: the filmed cube -> 70 tosses that fall at first") {
  const std::string name = "models/contact_nets/cube_tosses.csv";
  if (!tactus::test::HasShared(name)) return;
  const std::vector<Toss> tosses =
      ReadTosses(tactus::test::SharedDirectory() / name);
  CHECK(tosses.size() == 70);
  for (const Toss& toss : tosses) {
    CHECK(toss.centres.size() > 10);
    CHECK(toss.q[2] > Toss::kHalf);
  }
}

}  // namespace
}  // namespace tactus::apps::impacts
