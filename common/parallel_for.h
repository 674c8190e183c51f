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

/// Rounds that follow each other closely, as the passes of an iteration do: in
/// each, calls body(part) once for every part in [0, num_parts), on up to
/// `num_threads` threads, this one included; then next() in this thread, once
/// all are done, until it returns false. What was written in a round, and in
/// next(), is there in all later ones.
///
/// A thread takes the same part in each round, what it needs of which is then
/// in its cache, and those that no other has begun when it has done its own. So
/// as above this thread does the work itself on a busy machine, and inside
/// another loop. A round costs some 0.3 us, where a loop of its own costs 0.8.
///
/// Of what body throws in a round the exception of the smallest part is thrown
/// on, in place of a call of next().
void ParallelRounds(int num_parts, int num_threads,
                    const std::function<void(int part)>& body,
                    const std::function<bool()>& next);

}  // namespace tactus
