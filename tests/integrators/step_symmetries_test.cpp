// Steps of a heap placed, ordered and repeated otherwise, by every step
// function.
#include <vector>

#include "integrators/heap.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using test::Heap;
using test::NamedStepFunction;
using test::NamedStepFunctions;

// The same heap elsewhere, and turned; turned with friction only where the cone
// is round.
TEST_CASE("Step laws: a heap moved and turned -> the same motion") {
  RigidTransform moved = RigidTransform::Identity();
  moved.translation() << 1, -2, 0.5;
  RigidTransform turned = moved;
  turned.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, -2).normalized()));
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    for (const RigidTransform& X : {moved, turned}) {
      const bool rotates = !X.linear().isIdentity();
      const double friction = rotates && !method.is_isotropic ? 0 : 0.5;
      Heap here({.friction = friction});
      Heap there({.X = X, .friction = friction});
      const auto function = method.make();
      for (int i = 0; i < 5; ++i) {
        here.stepping->Step(function.get(), 1e-3);
        there.stepping->Step(function.get(), 1e-3);
      }
      for (int i = 0; i < 9; ++i) {
        const std::string name = "body" + std::to_string(i);
        const Vector6d V = here.VelocityOf(name),
                       V_there = there.VelocityOf(name);
        CHECK((X.linear() * V.head<3>() - V_there.head<3>()).norm() < 2e-7);
        CHECK((X.linear() * V.tail<3>() - V_there.tail<3>()).norm() < 2e-7);
      }
    }
  }
}

TEST_CASE("Step laws: bodies in reverse order -> the same motion") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    if (!method.knows_no_order) continue;
    INFO(method.name);
    Heap forward({}), backward({.reversed = true});
    const auto function = method.make();
    for (int i = 0; i < 5; ++i) {
      forward.stepping->Step(function.get(), 1e-3);
      backward.stepping->Step(function.get(), 1e-3);
    }
    for (int i = 0; i < 9; ++i) {
      const std::string name = "body" + std::to_string(i);
      CHECK((forward.VelocityOf(name) - backward.VelocityOf(name)).norm() <
            2e-7);
    }
  }
}

TEST_CASE("Step laws: a step again, after another problem -> the same bits") {
  for (const NamedStepFunction& method : NamedStepFunctions()) {
    INFO(method.name);
    Heap heap({});
    const auto function = method.make();
    systems::Value memory = function->MakeMemory();
    for (int i = 0; i < 3; ++i)
      heap.stepping->Step(function.get(), 1e-3, &memory);
    const VectorXd q = heap.stepping->q, v = heap.stepping->v;
    const systems::Value saved = memory;
    const StepResult once = heap.stepping->Step(function.get(), 1e-3, &memory);

    // Another problem in between, and another copy of the method.
    Heap other({.reversed = true, .friction = 0.3});
    other.stepping->Step(function.get(), 5e-3);
    const auto copy = method.make();
    for (StepFunction* each : {function.get(), copy.get()}) {
      heap.stepping->q = q;
      heap.stepping->v = v;
      systems::Value restored = saved;
      const StepResult again = heap.stepping->Step(each, 1e-3, &restored);
      CHECK(again.q == once.q);
      CHECK(again.v == once.v);
      CHECK(again.forces_W == once.forces_W);
    }
  }
}

}  // namespace
}  // namespace tactus::integrators
