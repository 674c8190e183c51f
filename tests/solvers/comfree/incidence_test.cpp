#include "tactus/solvers/comfree/incidence.h"

#include "solvers/comfree/random_contacts.h"
#include <catch2/catch.hpp>

namespace tactus::solvers::comfree {
namespace {

TEST_CASE("Incidence: random contacts -> each body's own, in their order") {
  RandomScenes random(1);
  const Scene scene = random.Make(300, 17);
  Incidence incidence;
  // A body that nothing touches, and one from a larger problem before.
  incidence.Build(MakeContacts<double>(random.Make(500, 40)), 40);
  incidence.Build(MakeContacts<double>(scene), 18);
  const IncidenceView view = incidence.view();
  for (int body = 0; body < 18; ++body) {
    std::vector<int> expected;
    for (int i = 0; i < 300; ++i) {
      const ContactCase& contact = scene.contacts[i];
      if (contact.condim == 0) continue;
      if (contact.body_a == body) expected.push_back(2 * i);
      if (contact.body_b == body) expected.push_back(2 * i + 1);
    }
    CHECK(std::vector<int>(view.entries + view.start[body],
                           view.entries + view.start[body + 1]) == expected);
  }
}

TEST_CASE("CheckContacts: an unknown body or condim -> refused by its number") {
  RandomScenes random(2);
  const auto check = [&](const ContactCase& contact) {
    Scene scene = random.Make(5, 3);
    scene.contacts[3] = contact;
    CheckContacts(MakeContacts<double>(scene), 3);
  };
  CHECK_NOTHROW(check({.body_a = -1, .body_b = 2, .condim = 4}));
  CHECK_NOTHROW(check({.body_a = -7, .body_b = 9, .condim = 0}));
  CHECK_THROWS_WITH(check({.body_a = 0, .body_b = 1, .condim = 2}),
                    "contact 3: condim 2 is none of 0, 1, 3, 4 and 6");
  CHECK_THROWS_WITH(check({.body_a = 3, .body_b = 1}),
                    "contact 3: there is no body 3 among 3");
  CHECK_THROWS_WITH(check({.body_a = 0, .body_b = -2}),
                    "contact 3: there is no body -2 among 3");
}

}  // namespace
}  // namespace tactus::solvers::comfree
