#pragma once

#include <cstdlib>

/// Counts heap allocations of the whole program that includes this header, by
/// taking malloc's place (glibc). The sanitizers bring their own malloc, which
/// must not be replaced: under them nothing is counted.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TACTUS_COUNTS_ALLOCATIONS 1

namespace tactus::test {
inline thread_local long num_allocations = 0;
}  // namespace tactus::test

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

// Weak, so that several files of one program may include this.
__attribute__((weak)) void* malloc(std::size_t size) noexcept {
  ++tactus::test::num_allocations;
  return __libc_malloc(size);
}
__attribute__((weak)) void* calloc(std::size_t count,
                                   std::size_t size) noexcept {
  ++tactus::test::num_allocations;
  return __libc_calloc(count, size);
}
__attribute__((weak)) void* realloc(void* old, std::size_t size) noexcept {
  ++tactus::test::num_allocations;
  return __libc_realloc(old, size);
}
__attribute__((weak)) void* aligned_alloc(std::size_t alignment,
                                          std::size_t size) noexcept {
  ++tactus::test::num_allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace tactus::test {

/// How often `run` allocates; 0 where nothing can be counted.
template <class F>
long CountAllocations(const F& run) {
#ifdef TACTUS_COUNTS_ALLOCATIONS
  const long before = num_allocations;
  run();
  return num_allocations - before;
#else
  run();
  return 0;
#endif
}

/// What an allocation counts as: a test can tell that counting works.
inline bool AllocationsAreCounted() {
#ifdef TACTUS_COUNTS_ALLOCATIONS
  return true;
#else
  return false;
#endif
}

}  // namespace tactus::test
