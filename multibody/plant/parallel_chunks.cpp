#include "tactus/multibody/plant/parallel_chunks.h"

#include <algorithm>

#include "tactus/common/parallel_for.h"

namespace tactus::multibody {

void ForEachInChunks(int count, int size, int num_threads,
                     const std::function<void(int i)>& body) {
  const int num_chunks = (count + size - 1) / size;
  ParallelFor(num_chunks, num_threads, [&](int chunk, int) {
    const int end = std::min(count, (chunk + 1) * size);
    for (int i = chunk * size; i < end; ++i) body(i);
  });
}

}  // namespace tactus::multibody
