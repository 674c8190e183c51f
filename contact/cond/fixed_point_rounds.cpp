// The iteration of one island, in rounds that threads share.

#include <algorithm>
#include <cmath>
#include <functional>

#include "tactus/common/parallel_for.h"
#include "tactus/contact/cond/fixed_point.h"

namespace tactus::contact {
namespace {

template <class Vector>
auto Range(Vector& x, int first, int end) {
  return x.segment(first, end - first);
}

}  // namespace

VelocityFixedPoint::BlockSums& VelocityFixedPoint::BlockSums::operator+=(
    const BlockSums& other) {
  acceleration += other.acceleration;
  all += other.all;
  missing += other.missing;
  change += other.change;
  velocity += other.velocity;
  return *this;
}

VelocityFixedPoint::Report VelocityFixedPoint::Iterate(
    const NodalIsland& island, const VectorXd* v_start) {
  IslandRoom& room = RoomOf(island);
  room.parts.Divide(*nodal_, island, options_.num_threads);
  room.sums.assign(room.parts.blocks().size(), {});
  const double start = Start(island, v_start) + StartNodes(island, v_start);
  StartImpulses(island);
  Iteration iteration{.island = island,
                      .room = room,
                      .accelerator = Accelerator(options_.acceleration),
                      .w = &iterates_[1],
                      .w_before = &iterates_[0],
                      .w_earlier = &iterates_[2]};
  Report report;
  const auto run = [&](int part) {
    RunPart(part, &iteration);
  };
  const auto end = [&] {
    return EndRound(start, &iteration, &report);
  };
  // By reference: a std::function would allocate a copy.
  ParallelRounds(static_cast<int>(room.parts.parts().size()),
                 options_.num_threads, std::cref(run), std::cref(end));
  if (iteration.w != iterates_.data())
    iterates_[0].segment(island.first, island.size) =
        iteration.w->segment(island.first, island.size);
  return report;
}

// What is not worth several threads is done here.
bool VelocityFixedPoint::EndRound(double start, Iteration* iteration,
                                  Report* report) {
  const IslandParts& parts = iteration->room.parts;
  const int num_parts = static_cast<int>(parts.parts().size());
  const auto is_over = [&](Round round, bool is_worth_threads) {
    iteration->round = round;
    if (is_worth_threads) return false;
    for (int i = 0; i < num_parts; ++i) RunPart(i, iteration);
    return true;
  };
  switch (iteration->round) {
    case Round::kMove:
      if (!parts.HasShared()) break;
      if (!is_over(Round::kResolve, parts.AreContactsWorthThreads()))
        return true;
      [[fallthrough]];
    case Round::kResolve:
      if (!is_over(Round::kSum, parts.AreSumsWorthThreads())) return true;
      [[fallthrough]];
    case Round::kSum:
      break;
  }
  iteration->round = Round::kMove;
  return EndIteration(start, iteration, report);
}

// False: it was the last one.
bool VelocityFixedPoint::EndIteration(double start, Iteration* iteration,
                                      Report* report) {
  const int most = options_.iterations.value_or(options_.max_iterations);
  BlockSums sums;
  for (const BlockSums& of_block : iteration->room.sums) sums += of_block;
  report->residual = sums.missing == 0
                         ? 0
                         : std::sqrt(sums.missing / std::max(start, sums.all));
  // What is not a number has not converged.
  if (options_.change) {
    const double change =
        sums.change == 0 ? 0 : std::sqrt(sums.change / sums.velocity);
    report->converged = change <= *options_.change;
  } else {
    report->converged = report->residual <= options_.residual;
  }
  ++report->iterations;
  if (report->iterations >= most || (!options_.iterations && report->converged))
    return false;
  // The strict law is not monotone: momentum may go around it for ever.
  if (2 * report->iterations >= most)
    iteration->accelerator = Accelerator(Acceleration::kNone);
  iteration->accelerator.Choose(sums.acceleration);
  iteration->is_first = false;
  VectorXd* const free = iteration->w_earlier;
  iteration->w_earlier = iteration->w_before;
  iteration->w_before = iteration->w;
  iteration->w = free;
  return true;
}

void VelocityFixedPoint::RunPart(int index, Iteration* iteration) {
  switch (iteration->round) {
    case Round::kMove:
      return MovePart(index, iteration);
    case Round::kResolve:
      return ResolveShared(index, *iteration);
    case Round::kSum:
      return CalcSums(index, true, iteration);
  }
}

void VelocityFixedPoint::MovePart(int index, Iteration* iteration) {
  const NodalIsland& island = iteration->island;
  const IslandParts& parts = iteration->room.parts;
  const IslandPart& part = parts.parts()[index];
  Advance(index, *iteration);
  for (int i = part.first_block; i < part.end_block; ++i) {
    const IslandBlock& block = parts.blocks()[i];
    const std::span<const int> own = block.TreesOf(island);
    if (block.has_nodes) {
      MoveNodes(own, y_[index], iteration->w);
    } else {
      iteration->room.sums[i].all =
          MoveTrees(island, own, y_[index], iteration->w);
    }
  }
  for (const int i : part.points)
    ResolvePoint(&nodal_->points[i], iteration->w);
  for (const int i : part.rows) ResolveRow(&nodal_->rows[i], iteration->w);
  CalcSums(index, false, iteration);
}

// y, of all that the part reads.
void VelocityFixedPoint::Advance(int index, const Iteration& iteration) {
  const IslandPart& part = iteration.room.parts.parts()[index];
  const auto read = [&](auto& x) {
    return Range(x, part.first_read, part.end_read);
  };
  auto y = read(y_[index]), y_before = read(y_before_[index]);
  if (iteration.is_first) {
    y = read(*iteration.w_before);
    y_before = y;
  } else {
    iteration.accelerator.Advance(read(*iteration.w_before),
                                  read(*iteration.w_earlier), y, y_before);
  }
}

// As many of them for each part.
void VelocityFixedPoint::ResolveShared(int index, const Iteration& iteration) {
  const IslandParts& parts = iteration.room.parts;
  const auto share_of = [&](std::span<const int> all) {
    const std::size_t num_parts = parts.parts().size();
    const std::size_t first = index * all.size() / num_parts;
    return all.subspan(first, (index + 1) * all.size() / num_parts - first);
  };
  for (const int i : share_of(parts.shared_points()))
    ResolvePoint(&nodal_->points[i], iteration.w);
  for (const int i : share_of(parts.shared_rows()))
    ResolveRow(&nodal_->rows[i], iteration.w);
}

// Of the blocks on which shared contacts act, or of the others.
void VelocityFixedPoint::CalcSums(int index, bool of_shared,
                                  Iteration* iteration) {
  const IslandParts& parts = iteration->room.parts;
  const IslandPart& part = parts.parts()[index];
  for (int i = part.first_block; i < part.end_block; ++i) {
    const IslandBlock& block = parts.blocks()[i];
    if (block.is_shared == of_shared)
      CalcSumsOf(block, index, *iteration, &iteration->room.sums[i]);
  }
}

void VelocityFixedPoint::CalcSumsOf(const IslandBlock& block, int part,
                                    const Iteration& iteration,
                                    BlockSums* sums) {
  const VectorXd& y = y_[part];
  const auto own = [&](auto&& x) {
    return Range(x, block.first, block.end);
  };
  const Eigen::Map<const VectorXd> beta(
      nodal_->beta.data(), static_cast<Eigen::Index>(nodal_->beta.size()));
  sums->acceleration = iteration.accelerator.CalcSums(
      own(beta), own(*iteration.w), own(*iteration.w_before), own(y),
      own(y_before_[part]));
  const std::span<const int> trees = block.TreesOf(iteration.island);
  sums->missing =
      block.has_nodes
          ? CalcMissingMomentumOfNodes(trees, y, *iteration.w)
          : CalcMissingMomentum(iteration.island, trees, y, *iteration.w);
  if (!options_.change) return;
  sums->change = (own(*iteration.w) - own(y)).squaredNorm();
  sums->velocity = own(*iteration.w).squaredNorm();
}

}  // namespace tactus::contact
