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
using PartBody = std::function<void(int part)>;

/// How long a thread that waits keeps its processor before it sleeps: longer
/// than what lies between two loops of a step, and too short for idle threads
/// to take much time from others.
constexpr std::chrono::microseconds kSpinTime{200};
/// How often it looks before it offers its processor to others: some 10 us, in
/// which most loops of a solver follow each other. To yield takes a
/// microsecond.
constexpr int kLooksBeforeYield = 200;

// Whether `is_due` holds soon.
template <class Predicate>
bool LookFor(Predicate is_due) {
  for (int i = 0; i < kLooksBeforeYield; ++i) {
    if (is_due()) return true;
    __builtin_ia32_pause();
  }
  return false;
}

// Until `is_due` holds, for what another thread is about to do.
template <class Predicate>
void WaitUntil(Predicate is_due) {
  while (!LookFor(is_due)) std::this_thread::yield();
}

/// Of several exceptions, that of the smallest index.
class FirstException {
 public:
  // The one that is being handled.
  void Add(int index) {
    const std::lock_guard lock(mutex_);
    if (index >= index_) return;
    index_ = index;
    exception_ = std::current_exception();
  }
  // Once no thread adds any.
  void RethrowIfAny() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::mutex mutex_;
  int index_ = std::numeric_limits<int>::max();
  std::exception_ptr exception_;
};

/// What threads do together. Worker 0, which began it, returns last.
class SharedWork {
 public:
  virtual ~SharedWork() = default;
  virtual void Run(int worker) = 0;
};

/// One loop, as all threads in it see it.
class Loop final : public SharedWork {
 public:
  Loop(int count, const Body& body) : count_(count), body_(body) {}

  // Takes indices until there are none.
  void Run(int worker) override {
    for (int i = next_++; i < count_; i = next_++) {
      try {
        body_(i, worker);
      } catch (...) {
        exception_.Add(i);
      }
    }
  }
  void RethrowIfAny() const { exception_.RethrowIfAny(); }

 private:
  const int count_;
  const Body& body_;
  std::atomic<int> next_{0};
  FirstException exception_;
};

/// Rounds, as all threads in them see them.
class Rounds final : public SharedWork {
 public:
  Rounds(int num_parts, const PartBody& body, const std::function<bool()>& next)
      : parts_(num_parts), body_(body), next_(next) {}

  void Run(int worker) override {
    if (worker > 0) return Help(worker);
    try {
      do {
        Begin(++last_round_);
      } while (next_());
    } catch (...) {
      exception_ = std::current_exception();
    }
    round_.store(kOver, std::memory_order_release);
  }
  void RethrowIfAny() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  static constexpr int kOver = -1;
  /// Of a line of the cache, which threads hand to each other.
  static constexpr int kLine = 64;
  /// The last rounds in which a thread has begun and ended it.
  struct alignas(kLine) Part {
    std::atomic<int> begun{0}, ended{0};
  };

  // A round, until all of it is done.
  void Begin(int round) {
    FirstException exception;
    exception_of_round_ = &exception;
    round_.store(round, std::memory_order_release);
    TakeParts(round, 0);
    for (const Part& part : parts_)
      WaitUntil(
          [&] { return part.ended.load(std::memory_order_acquire) == round; });
    exception.RethrowIfAny();
  }

  void Help(int worker) {
    int seen = 0;
    for (;;) {
      WaitUntil([&] { return round_.load(std::memory_order_acquire) != seen; });
      seen = round_.load(std::memory_order_acquire);
      if (seen == kOver) return;
      TakeParts(seen, worker);
    }
  }

  // Those that no thread has begun in the round, its own first. A round that is
  // over has none.
  void TakeParts(int round, int worker) {
    const int num_parts = static_cast<int>(parts_.size());
    for (int k = 0; k < num_parts; ++k) {
      const int index = (worker + k) % num_parts;
      Part& part = parts_[index];
      int before = round - 1;
      if (part.begun.load(std::memory_order_relaxed) != before ||
          !part.begun.compare_exchange_strong(before, round,
                                              std::memory_order_acq_rel))
        continue;
      try {
        body_(index);
      } catch (...) {
        exception_of_round_->Add(index);
      }
      part.ended.store(round, std::memory_order_release);
    }
  }

  std::vector<Part> parts_;
  const PartBody& body_;
  const std::function<bool()>& next_;
  int last_round_ = 0;
  std::exception_ptr exception_;
  FirstException* exception_of_round_{};
  alignas(kLine) std::atomic<int> round_{0};
};

/// The threads that take part in the work of ParallelFor() and
/// ParallelRounds(), one at a time.
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
  bool Run(SharedWork* work, int num_helpers) {
    if (is_busy_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{&is_busy_};
    while (static_cast<int>(threads_.size()) < num_helpers)
      threads_.emplace_back([this] { Work(); });
    {
      const std::lock_guard lock(mutex_);
      work_ = work;
      free_slots_ = num_helpers;
      ++serial_number_;
    }
    begun_.notify_all();
    work->Run(0);
    {
      const std::lock_guard lock(mutex_);
      work_ = nullptr;  // Threads that wake later take no part in it.
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
      if (work_ != nullptr && free_slots_ > 0) {
        SharedWork* const work = work_;
        const int worker = free_slots_--;
        ++num_inside_;
        lock.unlock();
        work->Run(worker);
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
    while (!LookFor(is_due) && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
  }

  std::atomic_flag is_busy_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  SharedWork* work_ = nullptr;
  int free_slots_ = 0;  // Of `work_`, for threads of the pool.
  // Written under the mutex, read also without it. The number is the work's.
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
      loop.RethrowIfAny();
      return;
    }
  }
  for (int i = 0; i < count; ++i) body(i, 0);
}

void ParallelRounds(int num_parts, int num_threads, const PartBody& body,
                    const std::function<bool()>& next) {
  const int num_helpers = std::min(num_threads, num_parts) - 1;
  if (num_helpers > 0) {
    Rounds rounds(num_parts, body, next);
    if (GetThreadPool().Run(&rounds, num_helpers)) return rounds.RethrowIfAny();
  }
  do {
    for (int part = 0; part < num_parts; ++part) body(part);
  } while (next());
}

}  // namespace tactus
