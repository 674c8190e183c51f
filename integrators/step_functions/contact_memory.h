#pragma once

#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

/// Impulses of contacts and how much their dampers are tightened, for the next
/// step to start from. A contact outlives a step by its key: which two
/// geometries touch, and where on one of them. Of the same two, each point
/// takes over from the nearest one of before that none has taken yet. Rows of
/// constraints are told by their number.
///
/// Impulses are kept in the contact's frame [N s], whose tangents go with its
/// normal. Copy it with the simulation's state.
class ContactMemory {
 public:
  /// By point and row of the problem; no impulse for those that are new, and
  /// for all points where the problem knows of no geometries.
  void Recall(const StepProblem& problem, contact::CondStart* start);
  void Remember(const StepProblem& problem, const contact::CondStart& start);

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&contacts_, &row_impulses_, &row_tightening_);
  }

 private:
  struct Contact {
    int geometry_a{}, geometry_b{};
    Vector3d p_BC = Vector3d::Zero();  ///< On the body of geometry b [m].
    Vector3d impulse_C = Vector3d::Zero();
    double tightening = 1;  ///< Of its damper.
    bool is_taken = false;  ///< While they are recalled.

    template <class Archive>
    void Serialize(Archive* a) {
      a->Visit(&geometry_a, &geometry_b, &p_BC, &impulse_C, &tightening);
    }
  };
  static void FindContacts(const StepProblem& problem,
                           std::vector<Contact>* contacts);

  std::vector<Contact> contacts_;  ///< By geometries.
  std::vector<Contact> now_;       ///< Of the problem, while they are recalled.
  std::vector<double> row_impulses_, row_tightening_;
};

}  // namespace tactus::integrators
