#include "tactus/apps/verify/step_watch.h"

#include <algorithm>
#include <chrono>

namespace tactus::apps {

StepWatch::StepWatch(const Scenario& scenario, const IntegratorChoice& choice)
    : statistics_(choice.statistics),
      t_start_(scenario.scene.context.time()),
      t_(t_start_) {
  if (!choice.counts_contacts) tally_.emplace(*scenario.scene.plant);
}

void StepWatch::Add(const systems::Context& context) {
  using Clock = std::chrono::steady_clock;
  const double h = context.time() - t_;
  t_ = context.time();
  longest_step_ = std::max(longest_step_, h);
  if (statistics_().limited_by == integrators::StepLimit::kAccuracy)
    by_accuracy_ += h;
  if (!tally_) return;
  const Clock::time_point start = Clock::now();
  tally_->Add(context);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
}

void StepWatch::Finish(Trajectory* trajectory) const {
  const double duration = t_ - t_start_;
  integrators::Statistics s = statistics_();
  if (tally_) tally_->WriteTo(&s);
  trajectory->steps = s.steps;
  trajectory->rejected_steps = s.rejected_steps;
  trajectory->contacts_max = s.contacts_max;
  trajectory->longest_step = longest_step_;
  trajectory->wall_time -= seconds_;
  if (s.steps == 0 || !(duration > 0)) return;
  trajectory->mean_step = duration / static_cast<double>(s.steps);
  trajectory->share_by_accuracy = by_accuracy_ / duration;
}

}  // namespace tactus::apps
