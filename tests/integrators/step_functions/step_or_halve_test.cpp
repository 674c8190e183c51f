#include "tactus/integrators/step_functions/step_or_halve.h"

#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using Kind = StepFailure::Kind;

// Makes no steps itself; says whether shorter ones are allowed.
class Patient final : public StepFunction {
 public:
  explicit Patient(bool allows_shorter_steps)
      : allows_shorter_steps_(allows_shorter_steps) {}
  std::string_view name() const override { return "patient"; }
  bool allows_shorter_steps() const override { return allows_shorter_steps_; }
  void Step(const StepProblem&, systems::Value*, StepResult*) override {}

 private:
  bool allows_shorter_steps_;
};

// Fails above a length, as `kind`; the lengths that were asked for.
struct Attempts {
  double longest{};
  Kind kind = Kind::kNotConverged;
  std::vector<double> lengths = {};

  HalvedStep Make(bool allows_shorter_steps, double h) {
    return StepOrHalve(Patient(allows_shorter_steps), h,
                       [this](double length) -> std::optional<StepFailure> {
                         lengths.push_back(length);
                         if (length <= longest) return std::nullopt;
                         return StepFailure{.kind = kind, .culprit = "box"};
                       });
  }
};

TEST_CASE("Step or halve: a step that succeeds -> made once") {
  Attempts attempts = {.longest = 1};
  const HalvedStep step = attempts.Make(true, 0.8);
  CHECK(step.h == 0.8);
  CHECK(step.num_halvings == 0);
  CHECK_FALSE(step.failure);
  CHECK(attempts.lengths == std::vector{0.8});
}

TEST_CASE("Step or halve: failures -> half, a quarter, until one succeeds") {
  Attempts attempts = {.longest = 0.25};
  const HalvedStep step = attempts.Make(true, 0.8);
  CHECK(step.h == 0.2);
  CHECK(step.num_halvings == 2);
  CHECK_FALSE(step.failure);
  CHECK(attempts.lengths == std::vector{0.8, 0.4, 0.2});
}

TEST_CASE("Step or halve: the method allows no shorter step -> its failure") {
  Attempts attempts = {.longest = 0.25};
  const HalvedStep step = attempts.Make(false, 0.8);
  CHECK(step.h == 0.8);
  REQUIRE(step.failure);
  CHECK(step.failure->culprit == "box");
  CHECK(attempts.lengths == std::vector{0.8});
}

TEST_CASE(
    "Step or halve: nothing helps -> halved six times, then the failure") {
  Attempts attempts;
  const HalvedStep step = attempts.Make(true, 1);
  CHECK(step.h == 1.0 / 64);
  CHECK(step.num_halvings == kMostHalvings);
  CHECK(step.failure);
  CHECK(attempts.lengths.size() == 7);
}

TEST_CASE("Step or halve: a value that is not finite -> not halved") {
  Attempts attempts = {.longest = 0.25, .kind = Kind::kInputNotFinite};
  CHECK(attempts.Make(true, 0.8).failure);
  CHECK(attempts.lengths.size() == 1);
}

}  // namespace
}  // namespace tactus::integrators
