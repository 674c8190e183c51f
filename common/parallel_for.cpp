#include "tactus/common/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace tactus {
namespace {

using Body = std::function<void(int i, int worker)>;

/// How long a thread that waits keeps its processor before it sleeps: longer
/// than what lies between two loops of a step, and too short for idle threads
/// to take much time from others.
constexpr std::chrono::microseconds kSpinTime{200};
/// How often it looks before it offers its processor to others: some 10 us, in
/// which most loops of a solver follow each other. To yield takes a
/// microsecond.
constexpr int kLooksBeforeYield = 200;

/// One loop, as all threads in it see it.
struct Loop {
  Loop(int count_in, const Body& body_in) : count(count_in), body(body_in) {}

  // Takes indices until there are none.
  void RunIndices(int worker) {
    for (int i = next++; i < count; i = next++) {
      try {
        body(i, worker);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (i >= first_index) continue;
        first_index = i;
        exception = std::current_exception();
      }
    }
  }

  const int count;
  const Body& body;
  std::atomic<int> next{0};
  std::mutex mutex;
  int first_index = std::numeric_limits<int>::max();
  std::exception_ptr exception;
};

/// The threads that take part in the loops of ParallelFor(), one loop at a
/// time.
class ThreadPool {
 public:
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    begun_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // False, without having done anything, when the pool is busy: for another
  // thread, or for the loop whose body asks for this one.
  bool Run(Loop* loop, int num_helpers) {
    if (is_busy_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{&is_busy_};
    while (static_cast<int>(threads_.size()) < num_helpers)
      threads_.emplace_back([this] { Work(); });
    {
      const std::lock_guard lock(mutex_);
      loop_ = loop;
      free_slots_ = num_helpers;
      ++serial_number_;
    }
    begun_.notify_all();
    loop->RunIndices(0);
    {
      const std::lock_guard lock(mutex_);
      loop_ = nullptr;  // Threads that wake later take no part in it.
    }
    SpinUntil([this] { return num_inside_ == 0; });
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return num_inside_ == 0; });
    return true;
  }

 private:
  struct Release {
    ~Release() { flag->clear(std::memory_order_release); }
    std::atomic_flag* flag;
  };

  void Work() {
    long seen = 0;
    std::unique_lock lock(mutex_, std::defer_lock);
    while (true) {
      SpinUntil([&] { return serial_number_ != seen; });
      lock.lock();
      begun_.wait(lock, [&] { return is_over_ || serial_number_ != seen; });
      if (is_over_) return;
      seen = serial_number_;
      if (loop_ != nullptr && free_slots_ > 0) {
        Loop* const loop = loop_;
        const int worker = free_slots_--;
        ++num_inside_;
        lock.unlock();
        loop->RunIndices(worker);
        lock.lock();
        if (--num_inside_ == 0) ended_.notify_one();
      }
      lock.unlock();
    }
  }

  // Returns when `is_due` holds, or after kSpinTime: to fall asleep and to be
  // woken takes longer than most loops.
  template <class Predicate>
  static void SpinUntil(Predicate is_due) {
    const auto end = std::chrono::steady_clock::now() + kSpinTime;
    do {
      for (int i = 0; i < kLooksBeforeYield; ++i) {
        if (is_due()) return;
        __builtin_ia32_pause();
      }
      std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
  }

  std::atomic_flag is_busy_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  Loop* loop_ = nullptr;
  int free_slots_ = 0;  // Of `loop_`, for threads of the pool.
  // Written under the mutex, read also without it. The number is the loop's.
  std::atomic<int> num_inside_{0};
  std::atomic<long> serial_number_{0};
  bool is_over_ = false;
};

ThreadPool& GetThreadPool() {
  static ThreadPool pool;
  return pool;
}

}  // namespace

void ParallelFor(int count, int num_threads, const Body& body) {
  const int num_helpers = std::min(num_threads, count) - 1;
  if (num_helpers > 0) {
    Loop loop(count, body);
    if (GetThreadPool().Run(&loop, num_helpers)) {
      if (loop.exception) std::rethrow_exception(loop.exception);
      return;
    }
  }
  for (int i = 0; i < count; ++i) body(i, 0);
}

}  // namespace tactus
