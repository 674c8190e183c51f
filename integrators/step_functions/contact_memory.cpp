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
std::vector<ContactMemory::Contact> ContactMemory::FindContacts(
    const StepProblem& problem) {
  std::vector<Contact> contacts;
  if (problem.contacts == nullptr) return contacts;
  const auto geometries = problem.model.geometries();
  for (const contact::Manifold& manifold : problem.contacts->manifolds) {
    const RigidTransform& X_WB =
        problem.position.X_WB[geometries[manifold.geometry_b].body];
    for (int i = 0; i < manifold.num_points; ++i) {
      const contact::ManifoldPoint& point =
          problem.contacts->points[manifold.first_point + i];
      contacts.push_back({.geometry_a = manifold.geometry_a,
                          .geometry_b = manifold.geometry_b,
                          .p_BC = X_WB.inverse() * point.p_WB});
    }
  }
  return contacts;
}

void ContactMemory::Recall(const StepProblem& problem,
                           std::vector<Vector3d>* impulses_C) {
  impulses_C->assign(problem.velocity.points.size(), Vector3d::Zero());
  for (Contact& contact : contacts_) contact.is_taken = false;
  const std::vector<Contact> now = FindContacts(problem);
  for (std::size_t i = 0; i < now.size(); ++i) {
    Contact* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    const auto [first, last] = std::equal_range(
        contacts_.begin(), contacts_.end(), now[i], kIsOfEarlierPair);
    for (Contact& before : std::span(first, last)) {
      const double distance = (before.p_BC - now[i].p_BC).squaredNorm();
      if (before.is_taken || distance >= least) continue;
      least = distance;
      nearest = &before;
    }
    if (nearest == nullptr) continue;
    nearest->is_taken = true;
    (*impulses_C)[i] = nearest->impulse_C;
  }
}

void ContactMemory::Remember(const StepProblem& problem,
                             const std::vector<Vector3d>& impulses_C) {
  contacts_ = FindContacts(problem);
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    contacts_[i].impulse_C = impulses_C[i];
  std::ranges::stable_sort(contacts_, kIsOfEarlierPair);
}

}  // namespace tactus::integrators
