#include "tactus/solvers/interior_point/tail.h"

#include <Eigen/Core>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

TEST_CASE("TailOf: a run of a vector -> all of it but its first entry") {
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(7, 0, 6);
  CHECK(TailOf(x, 2, 4) == Eigen::Vector3d(3, 4, 5));
  CHECK(TailOf(x, 4, Eigen::fix<3>) == Eigen::Vector2d(5, 6));
  TailOf(x, 4, Eigen::fix<3>).setZero();
  CHECK(x.tail<3>() == Eigen::Vector3d(4, 0, 0));
}

}  // namespace
}  // namespace tactus::solvers
