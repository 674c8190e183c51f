#include "tactus/contact/row_errors.h"

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

TEST_CASE("Row errors: none given -> the problem's, given -> by row's place") {
  VelocityProblem problem;
  problem.constraint_rows = {{{.error = 1, .inverse_mass = 5}, {}},
                             {{.error = 2, .inverse_mass = 6}, {}}};
  problem.joint_rows = {{{.error = 3, .lower = -7}, 0, 0}};
  const RowErrors errors = {.constraint_rows = {10, 20}, .joint_rows = {30}};

  CHECK(LawOfConstraintRow(problem, 1, nullptr).error == 2);
  CHECK(LawOfConstraintRow(problem, 1, &errors).error == 20);
  CHECK(LawOfConstraintRow(problem, 1, &errors).inverse_mass == 6);
  CHECK(LawOfJointRow(problem, 0, nullptr).error == 3);
  CHECK(LawOfJointRow(problem, 0, &errors).error == 30);
  CHECK(LawOfJointRow(problem, 0, &errors).lower == -7);
}

TEST_CASE("Row errors: a damper behind the rows that have some -> its own") {
  VelocityProblem problem;
  problem.joint_rows = {{{.error = 3}, 0, 0},
                        {{.law = RowLaw::Law::kDamper, .damping = 2}, 0, 0}};
  const RowErrors errors = {.constraint_rows = {}, .joint_rows = {30}};
  CHECK(LawOfJointRow(problem, 1, &errors).error == 0);
  CHECK(LawOfJointRow(problem, 1, &errors).damping == 2);
}

}  // namespace
}  // namespace tactus::contact
