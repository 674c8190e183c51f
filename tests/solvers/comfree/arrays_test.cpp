#include "tactus/solvers/comfree/arrays.h"

#include "solvers/comfree/random_contacts.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

namespace tactus::solvers::comfree {
namespace {

TEST_CASE(
    "CalcStride: 0 to 199 items -> room for all, odd number of cache lines") {
  for (int num = 0; num < 200; ++num) {
    const int stride = CalcStride(num);
    CHECK(stride >= num);
    CHECK(stride <= num + 16);
    CHECK(stride % 16 == 8);
  }
}

TEST_CASE(
    "ContactArrays: component c of contact i -> at c times the stride plus i") {
  RandomScenes random(1);
  Scene scene = random.Make(20, 3);
  for (ContactCase& contact : scene.contacts) {
    contact.condim = 6;
    contact.row_masses = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  }
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  const ContactView<double> view = contacts.view();
  REQUIRE(view.num == 20);
  const int i = 13;
  const ContactCase& contact = scene.contacts[i];
  const auto input = [&](int c) {
    return view.inputs[c * view.stride + i];
  };
  const auto index = [&](int c) {
    return view.indices[c * view.stride + i];
  };
  for (int c = 0; c < 9; ++c) CHECK(input(kFrame + c) == contact.R_WC(c));
  for (int c = 0; c < 3; ++c) {
    CHECK(input(kPositionA + c) == contact.p_AoC_W[c]);
    CHECK(input(kPositionB + c) == contact.p_BoC_W[c]);
    CHECK(input(kBias + c) == contact.bias_C[c]);
  }
  CHECK(input(kDistance) == contact.phi);
  CHECK(input(kMass) == contact.mass);
  CHECK(input(kSliding) == contact.mu_t);
  CHECK(input(kTorsional) == contact.mu_tor);
  CHECK(input(kRolling) == contact.mu_rol);
  CHECK(index(kBodyA) == contact.body_a);
  CHECK(index(kBodyB) == contact.body_b);
  CHECK(index(kCondim) == 6);
  CHECK(index(kHasRowMass) == 1);
  for (int j = 0; j < kMaxRows; ++j)
    CHECK(view.row_masses[j * view.stride + i] == j + 1);
  view.outputs[(kLambda + 7) * view.stride + i] = 0.5;
  CHECK(contacts.lambda(i, 7) == 0.5);
}

TEST_CASE("ContactArrays, BodyArrays: resized -> empty slots, bodies at rest") {
  RandomScenes random(2);
  const Scene scene = random.Make(50, 5);
  ContactArrays<float> contacts = MakeContacts<float>(scene);
  contacts.Resize(30);
  CHECK(contacts.num() == 30);
  for (int i = 0; i < 30; ++i) CHECK(contacts.condim(i) == 0);
  CHECK(contacts.view().row_masses == nullptr);
  CHECK(contacts.row_masses().empty());

  BodyArrays<float> bodies = MakeBodies<float>(scene);
  bodies.Resize(3);
  CHECK(bodies.num() == 3);
  for (const float x : bodies.velocities()) CHECK(x == 0);
}

TEST_CASE(
    "ContactArrays, BodyArrays: resized to an earlier size -> no allocation") {
  RandomScenes random(3);
  const Scene scene = random.Make(100, 5);
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const long count = tactus::test::CountAllocations([&] {
    for (const int num : {10, 100}) {
      contacts.Resize(num);
      bodies.Resize(5);
      for (int i = 0; i < num; ++i) SetContact(i, scene.contacts[i], &contacts);
    }
  });
  CHECK(count == 0);
}

}  // namespace
}  // namespace tactus::solvers::comfree
