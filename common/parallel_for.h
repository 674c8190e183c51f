#pragma once

#include <functional>

namespace tactus {

/// Calls body(i, worker) once for every i in [0, count), on up to `num_threads`
/// threads, this one included; those in one call at a time have different
/// `worker`s, from 0 to num_threads - 1. Small i are started first. Which
/// worker takes which i varies: for results that are the same for any number of
/// threads, body(i, .) must depend on i alone.
///
/// Threads are kept between calls, and spin for some time before they sleep.
/// This thread never waits for one that has not begun to help: on a busy
/// machine it does the work itself. One thread, calls from within `body`, and
/// calls while another thread uses the pool do it all in this thread, in order.
///
/// What body throws is thrown on: on several threads the exception of the
/// smallest i, once all calls are done; in this thread alone the first, and the
/// calls that would follow are not made.
void ParallelFor(int count, int num_threads,
                 const std::function<void(int i, int worker)>& body);

}  // namespace tactus
