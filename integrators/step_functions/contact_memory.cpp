#include "tactus/integrators/step_functions/contact_memory.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace tactus::integrators {
namespace {

// The order in which contacts are kept: by the pair of their geometries.
constexpr auto kIsOfEarlierPair = [](const auto& a, const auto& b) {
  return std::pair(a.geometry_a, a.geometry_b) <
         std::pair(b.geometry_a, b.geometry_b);
};

}  // namespace

// Without impulses, in the order of the problem's points.
void ContactMemory::FindContacts(const StepProblem& problem,
                                 std::vector<Contact>* contacts) {
  contacts->clear();
  if (problem.contacts == nullptr) return;
  const auto geometries = problem.model.geometries();
  for (const contact::Manifold& manifold : problem.contacts->manifolds) {
    const RigidTransform& X_WB =
        problem.position.X_WB[geometries[manifold.geometry_b].body];
    for (int i = 0; i < manifold.num_points; ++i) {
      const contact::ManifoldPoint& point =
          problem.contacts->points[manifold.first_point + i];
      contacts->push_back({.geometry_a = manifold.geometry_a,
                           .geometry_b = manifold.geometry_b,
                           .p_BC = X_WB.inverse() * point.p_WB});
    }
  }
}

void ContactMemory::Recall(const StepProblem& problem,
                           contact::CondStart* start) {
  const auto recall = [&](const std::vector<double>& from,
                          std::vector<double>* rows) {
    rows->clear();
    if (from.size() == problem.velocity.constraint_rows.size()) *rows = from;
  };
  recall(row_impulses_, &start->row_impulses);
  recall(row_tightening_, &start->tightening.rows);
  start->tightening.points.clear();
  start->impulses_C.assign(problem.velocity.points.size(), Vector3d::Zero());
  for (Contact& contact : contacts_) contact.is_taken = false;
  FindContacts(problem, &now_);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    Contact* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    const auto [first, last] = std::equal_range(
        contacts_.begin(), contacts_.end(), now_[i], kIsOfEarlierPair);
    for (Contact& before : std::span(first, last)) {
      const double distance = (before.p_BC - now_[i].p_BC).squaredNorm();
      if (before.is_taken || distance >= least) continue;
      least = distance;
      nearest = &before;
    }
    if (nearest == nullptr) continue;
    nearest->is_taken = true;
    start->impulses_C[i] = nearest->impulse_C;
    if (nearest->tightening == 1) continue;
    start->tightening.points.resize(now_.size(), 1);
    start->tightening.points[i] = nearest->tightening;
  }
}

void ContactMemory::Remember(const StepProblem& problem,
                             const contact::CondStart& start) {
  FindContacts(problem, &contacts_);
  const std::vector<double>& tightening = start.tightening.points;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    contacts_[i].impulse_C = start.impulses_C[i];
    if (!tightening.empty()) contacts_[i].tightening = tightening[i];
  }
  // A stable sort takes room of its own.
  if (!std::ranges::is_sorted(contacts_, kIsOfEarlierPair))
    std::ranges::stable_sort(contacts_, kIsOfEarlierPair);
  row_impulses_ = start.row_impulses;
  row_tightening_ = start.tightening.rows;
}

}  // namespace tactus::integrators
