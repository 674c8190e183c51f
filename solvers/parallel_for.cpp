#include "tactus/solvers/parallel_for.h"

#include <algorithm>
#include <exception>
#include <limits>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace tactus::solvers {
namespace {

// The exception that a loop in order would have thrown first.
struct FirstException {
  int index = std::numeric_limits<int>::max();
  std::exception_ptr exception;

  void Offer(int i, std::exception_ptr what) {
    if (i >= index) return;
    index = i;
    exception = std::move(what);
  }
};

#ifdef _OPENMP
void RunThreads(int count, int num_threads,
                const std::function<void(int i, int worker)>& body) {
  FirstException first;
#pragma omp parallel for num_threads(num_threads) schedule(dynamic, 1)
  for (int i = 0; i < count; ++i) {
    try {
      body(i, omp_get_thread_num());
    } catch (...) {
#pragma omp critical(tactus_parallel_for)
      first.Offer(i, std::current_exception());
    }
  }
  if (first.exception) std::rethrow_exception(first.exception);
}
#endif

}  // namespace

void ParallelFor(int count, int num_threads,
                 const std::function<void(int i, int worker)>& body) {
#ifdef _OPENMP
  if (num_threads > 1 && count > 1 && omp_in_parallel() == 0)
    return RunThreads(count, std::min(num_threads, count), body);
#else
  static_cast<void>(num_threads);
#endif
  for (int i = 0; i < count; ++i) body(i, 0);
}

}  // namespace tactus::solvers
