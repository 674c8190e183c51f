#include "tactus/apps/models/contact_table.h"

#include <memory>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using Catch::Contains;
using Pairs = std::vector<std::pair<int, int>>;

// Balls of a kilogram; of the first `num_soft` surfaces are pressure fields.
std::shared_ptr<const multibody::Model> MakeBalls(int count, int num_soft) {
  multibody::ModelBuilder builder;
  for (int i = 0; i < count; ++i) {
    const std::string name = "b" + std::to_string(i);
    const int body = builder.AddBody(
        name, {.mass = 1, .I_Bcm = 1e-3 * Matrix3d::Identity()});
    contact::Geometry ball;
    ball.name = name;
    ball.body = body;
    ball.shape = contact::Sphere{0.1};
    if (i < num_soft) {
      ball.material.compliance.kind = contact::Compliance::Kind::kCompliant;
      ball.material.compliance.modulus = 1e5;
    }
    builder.AddGeometry(ball);
  }
  return std::move(builder).Build();
}

TEST_CASE("FindContactPairs: balls -> all pairs, and those by patches") {
  const ContactPairs pairs = FindContactPairs(*MakeBalls(4, 3));
  CHECK(pairs.count == 6);
  CHECK(pairs.num_patches == 3);
  CHECK(pairs.first == Pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
}

TEST_CASE("MakeContactTable: many pairs -> the first, and how many more") {
  const auto few = MakeBalls(3, 2);
  const std::string all = MakeContactTable(*few, FindContactPairs(*few));
  CHECK_THAT(all, Contains("patch: ") && !Contains("more pairs"));
  CHECK_THAT(all, Contains("points: 'b2' has no pressure field"));
  const auto many = MakeBalls(30, 0);
  const ContactPairs pairs = FindContactPairs(*many);
  CHECK(pairs.count == 435);
  CHECK(pairs.first.size() == 200);
  CHECK_THAT(MakeContactTable(*many, pairs), Contains("and 235 more pairs\n"));
}

TEST_CASE("FindIdleModuli: a soft ball among points -> idle, two -> not") {
  CHECK(FindIdleModuli(*MakeBalls(3, 1)) == std::vector<int>{0});
  CHECK(FindIdleModuli(*MakeBalls(3, 2)).empty());
  CHECK(FindIdleModuli(*MakeBalls(3, 0)).empty());
}

}  // namespace
}  // namespace tactus::apps
