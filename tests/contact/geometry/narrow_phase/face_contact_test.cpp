#include "tactus/contact/geometry/narrow_phase/face_contact.h"

#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

/// A rectangle with normal z of its own axes.
struct Rectangle {
  Rectangle(const Vector2d& h, const RigidTransform& X)
      : corners(MakeRectangle(h)),
        face{X.translation(), X.linear(), corners, h.sum()} {}

  std::array<PolygonCorner, 4> corners;
  Face face;
};

/// Looking down, `depth` below z = 0, turned about z and then tilted about x.
RigidTransform LookingDown(double x, double y, double depth, double turn = 0,
                           double tilt = 0) {
  const Eigen::AngleAxisd over(std::numbers::pi, Vector3d::UnitX());
  return MakePose(
      Quaterniond(Eigen::AngleAxisd(tilt, Vector3d::UnitX()) *
                  Eigen::AngleAxisd(turn, Vector3d::UnitZ()) * over),
      {x, y, -depth});
}

struct Sum {
  double force = 0;
  Vector2d moment = Vector2d::Zero();  ///< Force times position.
};

Sum Add(const FaceContact& contact) {
  Sum sum;
  contact.ForEachPoint(1, [&](const Vector3d& p, double depth, double weight) {
    sum.force += weight * depth;
    sum.moment += weight * depth * p.head<2>();
  });
  return sum;
}

const Rectangle kTable({1, 1}, RigidTransform::Identity());

TEST_CASE("FaceContact: a face inside the other -> touches with its corners") {
  const Rectangle face({0.2, 0.1}, LookingDown(0.3, 0.2, 0.01, 0.7));
  const FaceContact contact(kTable.face, face.face);
  CHECK(contact.deepest() == Approx(0.01));
  CHECK(contact.CalcBreadth() == 1);
  int count = 0;
  contact.ForEachPoint(0.5, [&](const Vector3d& p, double depth, double w) {
    ++count;
    CHECK(depth == Approx(0.01));
    CHECK(p.z() == Approx(-0.01));
    CHECK(w == Approx(0.5));
    CHECK((p.head<2>() - Vector2d(0.3, 0.2)).norm() ==
          Approx(std::hypot(0.2, 0.1)));
  });
  CHECK(count == 4);
}

TEST_CASE("FaceContact: a face beside or above the other -> no touch") {
  const Rectangle beside({0.2, 0.2}, LookingDown(1.5, 0, 0.01));
  CHECK(FaceContact(kTable.face, beside.face).deepest() == 0);
  const Rectangle above({0.2, 0.2}, LookingDown(0, 0, -0.01));
  CHECK(FaceContact(kTable.face, above.face).deepest() == 0);
  // Upright: seen from above the incident face is a line, in or out.
  const Rectangle in({0.2, 0.2},
                     LookingDown(0, 0.5, 0, 0, std::numbers::pi / 2));
  CHECK(FaceContact(kTable.face, in.face).deepest() == Approx(0.2));
  const Rectangle out({0.2, 0.2},
                      LookingDown(0, 1.5, 0, 0, std::numbers::pi / 2));
  CHECK(FaceContact(kTable.face, out.face).deepest() == 0);
}

TEST_CASE("FaceContact: a face slides off -> no jump of force and moment") {
  for (const double turn : {0., 0.3, std::numbers::pi / 4}) {
    for (const double tilt : {0., 0.01, -0.02}) {
      Sum last;
      for (int i = 0; i <= 1000; ++i) {
        const double x = 1e-3 * i;
        const Rectangle face({0.2, 0.15},
                             LookingDown(x, 0.9, 0.005, turn, tilt));
        const Sum sum = Add(FaceContact(kTable.face, face.face));
        if (i > 0) {
          CHECK(std::abs(sum.force - last.force) < 1e-4);
          CHECK((sum.moment - last.moment).norm() < 1e-4);
        }
        last = sum;
      }
    }
  }
}

TEST_CASE("FaceContact: the tip of a face -> as stiff as one point") {
  const Rectangle face({0.3, 0.3},
                       LookingDown(0, 0, 0, std::numbers::pi / 4, -0.3));
  // Lower it until one corner is 1 mm deep.
  const FaceContact first(kTable.face, face.face);
  const Rectangle tip({0.3, 0.3}, LookingDown(0, 0, 1e-3 - first.deepest(),
                                              std::numbers::pi / 4, -0.3));
  CHECK(Add(FaceContact(kTable.face, tip.face)).force == Approx(1e-3));
}

TEST_CASE("FaceContact: a face leaves -> its breadth goes to zero") {
  const auto breadth = [](double x) {
    const Rectangle face({0.2, 0.2}, LookingDown(x, 0, 0.01));
    return FaceContact(kTable.face, face.face).CalcBreadth();
  };
  CHECK(breadth(1.1) == 1);
  CHECK(breadth(1.195) == Approx(0.5).epsilon(0.05));
  CHECK(breadth(1.1999) < 0.02);
  CHECK(breadth(1.3) == 0);
}

TEST_CASE("FaceContact: a face far out on a plane -> all its corners") {
  const Face plane{Vector3d::Zero(), Matrix3d::Identity(), {}, 0};
  const Rectangle face({5, 5}, LookingDown(100, 0, 0.01));
  CHECK(Add(FaceContact(plane, face.face)).force == Approx(0.04));
}

TEST_CASE("ClipToPrism: segments -> cut where they leave the prism") {
  const Segment s{{0.5, 0, -3}, {1, 0, 0}, 2};
  const Interval inside = ClipToPrism(kTable.face, s);
  CHECK(inside.from == Approx(-1.5));
  CHECK(inside.to == Approx(0.5));
  const Interval beside = ClipToPrism(kTable.face, {{0, 2, 0}, {1, 0, 0}, 2});
  CHECK(beside.from > beside.to);
  const Interval upright =
      ClipToPrism(kTable.face, {{0.5, 0.5, 0}, {0, 0, 1}, 2});
  CHECK(upright.from == -2);
  CHECK(upright.to == 2);
}

}  // namespace
}  // namespace tactus::contact::test
