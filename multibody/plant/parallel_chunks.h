#pragma once

#include <functional>

namespace tactus::multibody {

/// Calls body(i) once for every i in [0, count), `size` of them in a row in one
/// thread: a chunk is to be enough work to be worth handing over. What body(i)
/// does must depend on i alone (common/parallel_for.h).
/// @pre size and num_threads are at least 1.
void ForEachInChunks(int count, int size, int num_threads,
                     const std::function<void(int i)>& body);

}  // namespace tactus::multibody
