#pragma once

#include <vector>

#include "tactus/common/types.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

/// Impulses of contacts, for the next step to start from. A contact outlives a
/// step by its key: which two geometries touch, and where on one of them. Of
/// the same two, each point takes over from the nearest one of before that none
/// has taken yet.
///
/// Impulses are kept in the contact's frame [N s], whose tangents go with its
/// normal. Copy it with the simulation's state.
class ContactMemory {
 public:
  /// The impulses by point of the problem; zero for those that are new, and for
  /// all where the problem knows of no geometries.
  void Recall(const StepProblem& problem, std::vector<Vector3d>* impulses_C);
  void Remember(const StepProblem& problem,
                const std::vector<Vector3d>& impulses_C);

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&contacts_);
  }

 private:
  struct Contact {
    int geometry_a{}, geometry_b{};
    Vector3d p_BC = Vector3d::Zero();  ///< On the body of geometry b [m].
    Vector3d impulse_C = Vector3d::Zero();
    bool is_taken = false;  ///< While they are recalled.

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&geometry_a, &geometry_b, &p_BC, &impulse_C);
    }
  };
  static std::vector<Contact> FindContacts(const StepProblem& problem);

  std::vector<Contact> contacts_;  ///< By geometries.
};

}  // namespace tactus::integrators
