#include "tactus/common/status.h"

namespace tactus {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::kConverged:
      return "converged";
    case Status::kIterationLimit:
      return "iteration limit";
    case Status::kNumericalFailure:
      return "numerical failure";
  }
  return "unknown";
}

}  // namespace tactus
