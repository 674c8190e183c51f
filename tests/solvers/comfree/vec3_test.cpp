#include "tactus/solvers/comfree/vec3.h"

#include <algorithm>

#include "solvers/comfree/random_contacts.h"
#include <catch2/catch.hpp>

namespace tactus::solvers::comfree {
namespace {

Vector3d ToEigen(Vec3<double> v) {
  return {v.x, v.y, v.z};
}
Vec3<double> FromEigen(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

TEST_CASE("Vec3: sums, products and changes of frame -> Eigen's results") {
  RandomScenes random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3d a = random.Vector(1), b = random.Vector(1);
    const Vec3<double> p = FromEigen(a), q = FromEigen(b);
    CHECK(ToEigen(p + q) == a + b);
    CHECK(ToEigen(p - q) == a - b);
    CHECK(ToEigen(-p) == -a);
    CHECK(Dot(p, q) == Approx(a.dot(b)).epsilon(1e-13));
    CHECK((ToEigen(Cross(p, q)) - a.cross(b)).norm() < 1e-15);

    const Matrix3d R = random.Rotation();
    const Frame<double> C{FromEigen(R.col(0)), FromEigen(R.col(1)),
                          FromEigen(R.col(2))};
    CHECK((ToEigen(C.ToWorld(p)) - R * a).norm() < 1e-15);
    CHECK((ToEigen(C.ToFrame(p)) - R.transpose() * a).norm() < 1e-15);
  }
}

TEST_CASE(
    "Vec3: stored and loaded -> the same, with its neighbours unchanged") {
  std::vector<double> data(5 * 8, -1);
  Store(Vec3<double>{1, 2, 3}, data.data(), 8, 1, 6);
  CHECK(ToEigen(Load(data.data(), 8, 1, 6)) == Vector3d(1, 2, 3));
  CHECK(At(data.data(), 8, 2, 6) == 2);
  CHECK(Place(8, 3, 6) == 30);
  CHECK(std::count(data.begin(), data.end(), -1) == 37);
}

}  // namespace
}  // namespace tactus::solvers::comfree
