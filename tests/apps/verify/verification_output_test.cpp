#include "tactus/apps/verify/verification_output.h"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

Verification MakeVerification(int num_quantities) {
  Verification verification;
  for (int k = 0; k < 3; ++k) {
    Trajectory level;
    level.integrator = "cenic";
    level.accuracy = std::pow(10.0, -3 - k);
    level.steps = 100 * (k + 1);
    level.mean_step = 0.1 / (k + 1);
    level.longest_step = std::ldexp(0.04, -k);
    level.share_by_accuracy = 1;
    verification.levels.push_back(std::move(level));
  }
  for (int i = 0; i < num_quantities; ++i) {
    Estimate estimate;
    estimate.name = "q" + std::to_string(i);
    estimate.tolerance = 0.01;
    estimate.error = 1e-3;
    estimate.trusted_until = 10;
    estimate.held = true;
    estimate.order = 1;
    estimate.order_in_accuracy = 0.5;
    verification.estimates.push_back(std::move(estimate));
  }
  return verification;
}

const VerificationSubject kSubject{.scenario = "scene", .duration = 10};

TEST_CASE("MakeComplaint: all tolerances held -> none") {
  const Verification verification = MakeVerification(2);
  CHECK(MakeComplaint(kSubject, verification).empty());
  const std::string text = MakeVerificationText(kSubject, verification);
  CHECK_THAT(text, Catch::Contains("scene: 10 s by cenic, accuracy 0.001") &&
                       Catch::Contains("1.00") && Catch::Contains("the end"));
  CHECK(std::ranges::count(text, '\n') == 1 + 5 + 4);
}

TEST_CASE("MakeComplaint: two quantities off -> the one trusted least") {
  Verification verification = MakeVerification(3);
  verification.estimates[1].held = false;
  verification.estimates[1].trusted_until = 4;
  verification.estimates[1].error = 0.1;
  verification.estimates[2].held = false;
  verification.estimates[2].trusted_until = 2.5;
  verification.estimates[2].parts_at = 3.5;
  const std::string complaint = MakeComplaint(kSubject, verification);
  CHECK(complaint ==
        "tactus: accuracy not reached: q2 is within 0.01 until 2.5 s, not to "
        "10 s; finer runs part from each other at 3.5 s; one more leaves its "
        "tolerance");
  // An error that goes with the root of the accuracy is a tenth of 0.1 at a
  // hundredth of the accuracy; sensitive motion gets no such advice.
  const std::string text = MakeVerificationText(kSubject, verification);
  CHECK_THAT(text, Catch::Contains("4 s; the end at accuracy 1e-05, about"));
  CHECK_THAT(text, Catch::Contains("2.5 s; sensitive from 3.5 s"));
  const auto json = MakeVerificationJson(kSubject, verification);
  CHECK(json["quantities"]["q1"]["suggested_accuracy"].get<double>() ==
        Approx(1e-5));
  CHECK(json["quantities"]["q2"]["suggested_accuracy"].is_null());
  // Not from runs that are a thousand times as coarse.
  verification.estimates[1].error = 1;
  CHECK_THAT(MakeVerificationText(kSubject, verification),
             !Catch::Contains("the end at accuracy"));
  CHECK(json["quantities"]["q2"]["sensitive_from_s"] == 3.5);
  CHECK(json["quantities"]["q0"]["suggested_accuracy"].is_null());
  CHECK(json["held"] == false);
}

// An error that goes with the step is a tenth of 0.1 at a tenth of 40 ms.
TEST_CASE(
    "MakeVerificationText: steps not by accuracy -> suggests --max-step") {
  Verification verification = MakeVerification(1);
  verification.estimates[0].held = false;
  verification.estimates[0].error = 0.1;
  verification.estimates[0].trusted_until = 4;
  const auto show = [&] {
    return MakeVerificationText(kSubject, verification);
  };
  CHECK_THAT(show(), Catch::Contains("the end at accuracy 1e-05, about"));
  Trajectory& level = verification.levels[1];
  level.share_by_accuracy = 0.3;
  CHECK_THAT(show(), Catch::Contains("the end with --max-step 4e-03, about") &&
                         !Catch::Contains("the end at accuracy"));
  auto json = MakeVerificationJson(kSubject, verification)["quantities"]["q0"];
  CHECK(json["suggested_accuracy"].is_null());
  CHECK(json["suggested_max_step_s"].get<double>() == Approx(4e-3));
  // Of second order, but not of the step alone; then of it alone.
  verification.estimates[0].order = 2;
  CHECK_THAT(show(), Catch::Contains("--max-step 4e-03"));
  for (Trajectory& each : verification.levels) each.share_by_accuracy = 0;
  CHECK_THAT(show(), Catch::Contains("--max-step 1e-02"));
  for (Trajectory& each : verification.levels) each.share_by_accuracy = 1;
  verification.estimates[0].order = 1;
  // Nor where steps are as long, whatever is said to have chosen them.
  level.mean_step = verification.levels[0].mean_step;
  CHECK_THAT(show(), Catch::Contains("--max-step"));
  // A fixed step is no accuracy's, and has no longest one.
  for (Trajectory& each : verification.levels) {
    each.accuracy.reset();
    each.step = 0.01;
  }
  CHECK_THAT(show(), !Catch::Contains("the end "));
  json = MakeVerificationJson(kSubject, verification)["quantities"]["q0"];
  CHECK(json["suggested_max_step_s"].is_null());
}

TEST_CASE("MakeVerificationText: no convergence -> n/a, and why") {
  Verification verification = MakeVerification(1);
  Estimate& estimate = verification.estimates[0];
  estimate.held = false;
  estimate.order.reset();
  estimate.convergence = Estimate::Convergence::kNotRefined;
  CHECK_THAT(MakeComplaint(kSubject, verification),
             Catch::Contains("nothing can be told of q0"));
  CHECK_THAT(MakeVerificationText(kSubject, verification),
             Catch::Contains(" - n/a (not refined)"));
  const auto json = MakeVerificationJson(kSubject, verification);
  for (const char* key : {"error", "trusted_error", "trusted_until_s"})
    CHECK(json["quantities"]["q0"][key].is_null());
  estimate.convergence = Estimate::Convergence::kErratic;
  CHECK_THAT(MakeVerificationText(kSubject, verification),
             Catch::Contains("n/a (erratic)"));
}

// A run that is off by half from 1 s on, beside references of a horizon.
TEST_CASE(
    "MakeVerificationText: a reference -> errors up to its horizon, or n/a") {
  Verification verification = MakeVerification(1);
  Reference reference;
  reference.first.quantities = {{.name = "q0", .start = 0, .size = 1}};
  reference.first.times = {0, 1, 2};
  reference.first.values = Eigen::Vector3d::Zero();
  Trajectory& level = verification.levels.front();
  level.times = reference.first.times;
  level.values = Eigen::Vector3d(0, 0.5, 0.5);
  VerificationSubject subject = kSubject;
  subject.reference = &reference;
  const auto show = [&](double horizon) {
    reference.horizon = horizon;
    return MakeVerificationText(subject, verification);
  };
  const auto read = [&] {
    return MakeVerificationJson(
        subject, verification)["quantities"]["q0"]["error_by_reference"];
  };
  CHECK_THAT(show(0), Catch::Contains(" n/a  the end") &&
                          Catch::Contains("by reference: n/a, the references "
                                          "part at once"));
  CHECK(read().is_null());
  CHECK_THAT(show(1), Catch::Contains(" 0.5  the end") &&
                          Catch::Contains("by reference: until 1 s, where"));
  CHECK(read() == 0.5);
  CHECK_THAT(show(2), !Catch::Contains("by reference: "));
}

TEST_CASE("MakeVerificationText: 50 quantities -> the worst 20, by trust") {
  Verification verification = MakeVerification(50);
  verification.estimates[40].held = false;
  verification.estimates[40].trusted_until = 7;
  verification.estimates[30].error = 9e-3;
  const std::string text = MakeVerificationText(kSubject, verification);
  CHECK_THAT(text, Catch::Contains("q40 ") && Catch::Contains("q30 ") &&
                       Catch::Contains("and 30 more"));
  CHECK(text.find("q40 ") < text.find("q30 "));
  CHECK(MakeVerificationJson(kSubject, verification)["quantities"].size() ==
        50);
}

}  // namespace
}  // namespace tactus::apps
