// How what pulls along paths of tendons changes with what a step starts from:
// their directions turn with q2.
#include <algorithm>

#include "tactus/common/require.h"
#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/multibody/plant/input_forces.h"
#include "tactus/multibody/tendon_path_rates.h"

namespace tactus::integrators {

using multibody::Tendon;
using multibody::TendonPathRates;

int DojoLinearization::ColumnOf(int velocity) const {
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    const int own = velocity - clique.v_start;
    if (own >= 0 && own < clique.nv) return problem_->OffsetOfTree(c) + own;
  }
  return -1;
}

bool DojoLinearization::IsOf(int tendon, const Source& source) const {
  return source.is_joint && source.index >= 0 &&
         step_->velocity.joint_rows[source.index].tendon == tendon;
}

// What acts along the island's paths, and functions of v along them. Motors
// pull across islands, too.
void DojoLinearization::FindPaths() {
  paths_.clear();
  columns_.others.clear();
  for (int i = 0; i < std::ssize(model_->tendons()); ++i) {
    const Tendon& tendon = model_->tendons()[i];
    Require(!tendon.transmission,
            "tendon '" + tendon.name +
                "': what acts along a transmission has no derivatives");
    const auto is_of_island = [&](const Tendon::Stop& stop) {
      return problem_->OffsetOf(stop.body) >= 0;
    };
    if (std::ranges::none_of(tendon.path, is_of_island)) continue;
    Path path{.rates = TendonPathRates(model_, &position_, tendon)};
    CalcTendon(*model_, position_, tendon, dynamics_->q2(), &path.at);
    AddLaws(i, &path);
    AddMotors(i, &path);
    AddOthers(tendon);
    paths_.push_back(std::move(path));
  }
}

// Velocities of other islands that move the path.
void DojoLinearization::AddOthers(const Tendon& tendon) {
  std::vector<int>& others = columns_.others;
  for (const Tendon::Stop& stop : tendon.path) {
    const int t = model_->bodies()[stop.body].tree;
    if (t < 0 || problem_->OffsetOfTree(t) >= 0) continue;
    const multibody::Tree& tree = model_->trees()[t];
    const bool is_known =
        std::ranges::find(others, tree.v_start) != others.end();
    if (is_known) continue;
    for (int k = 0; k < tree.nv; ++k) others.push_back(tree.v_start + k);
  }
}

void DojoLinearization::AddLaws(int tendon, Path* path) const {
  for (int i = 0; i < std::ssize(problem_->bounds()); ++i) {
    if (!IsOf(tendon, problem_->bounds()[i].source)) continue;
    path->bounds.push_back(i);
    path->impulse += problem_->bounds()[i].sign * z_[problem_->bounds()[i].z];
  }
  for (int i = 0; i < std::ssize(problem_->dry_friction()); ++i) {
    if (!IsOf(tendon, problem_->dry_friction()[i].source)) continue;
    path->dry.push_back(i);
    path->impulse += problem_->dry_friction()[i].impulse *
                     z_[problem_->dry_friction()[i].z + 1];
  }
  for (int i = 0; i < std::ssize(problem_->efforts()); ++i) {
    const Effort& effort = problem_->efforts()[i];
    const int actuator = effort.index >= 0 ? effort.law->id : -1;
    const bool is_own = actuator >= 0
                            ? model_->actuators()[actuator].tendon == tendon
                            : IsOf(tendon, effort.source);
    if (!is_own) continue;
    const double gear = actuator >= 0 ? effort.law->gear : 1;
    path->efforts.push_back({.index = i, .gear = gear});
    path->impulse +=
        step_->mean * gear *
        problem_->CalcEffort(effort, problem_->Dot(effort.along, x_), z_);
  }
}

// Those that follow nothing but their controls.
void DojoLinearization::AddMotors(int tendon, Path* path) const {
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const multibody::Actuator& actuator = model_->actuators()[i];
    if (actuator.tendon != tendon || IsLaw(i)) continue;
    path->impulse +=
        step_->mean * actuator.gear *
        CalcThrust(actuator, CalcControl(*model_, *given_.inputs, i));
  }
}

bool DojoLinearization::IsLaw(int actuator) const {
  return std::ranges::any_of(problem_->efforts(), [&](const Effort& effort) {
    return effort.law->id == actuator;
  });
}

void DojoLinearization::AddPathStateRates(MatrixXd* E) {
  for (const Path& path : paths_) {
    const auto add = [&](int velocity, int column) {
      // How lengths change is among what all functions of v have.
      TendonPathRates::Change change = path.rates.ByPosition(velocity);
      change.length = 0;
      AddPathChange(path, change, column, E);
    };
    for (const int c : island_->cliques) {
      const contact::Clique& clique = step_->velocity.cliques[c];
      for (int i = 0; i < clique.nv; ++i)
        add(clique.v_start + i, columns_.q() + problem_->OffsetOfTree(c) + i);
    }
    for (int i = 0; i < std::ssize(columns_.others); ++i)
      add(columns_.others[i], columns_.other() + i);
  }
}

// The frame of a joint, and what it carries, moves by e in its parent.
void DojoLinearization::AddPathShift(int joint, const Vector3d& e, int column,
                                     MatrixXd* E) {
  const Vector3d e_W = dynamics_->R2(model_->joints()[joint].parent) * e;
  for (const Path& path : paths_) {
    AddPathChange(path, path.rates.ByJointPosition(joint, e_W), column, E);
  }
}

// Momentum takes -c impulse; a distance is L + h c' v, a force follows L and
// c' v.
void DojoLinearization::AddPathChange(const Path& path,
                                      const TendonPathRates::Change& change,
                                      int column, MatrixXd* E) const {
  double rate = 0, rate1 = 0;  // dc' v, dc' v1
  for (int k = 0; k < change.coefficients.size(); ++k) {
    const int v = ColumnOf(k);
    if (v < 0) continue;
    const double dc = change.coefficients[k];
    (*E)(v, column) -= path.impulse * dc;
    rate += dc * x_[v];
    rate1 += dc * step_->velocity.v0[k];
  }
  const double h = step_->h;
  for (const int i : path.bounds) {
    const double distance =
        problem_->bounds()[i].sign * (change.length + h * rate);
    AddBlockRate(problem_->blocks()[problem_->bounds()[i].block],
                 LocalBlock::Vector::Constant(1, distance), column, E);
  }
  for (const int i : path.dry) {
    const Block& block = problem_->blocks()[problem_->dry_friction()[i].block];
    LocalBlock::Vector row = LocalBlock::Vector::Zero(block.local.size());
    row[2] = problem_->dry_friction()[i].impulse * rate;
    AddBlockRate(block, row, column, E);
  }
  for (const auto& [i, gear] : path.efforts) {
    const Effort& effort = problem_->efforts()[i];
    if (IsClamped(effort)) continue;
    const EffortRates& of = effort_rates_[i];
    const double slope = of.by_length * change.length + of.by_rate * rate1 -
                         effort.stable.c * rate;
    const double c_slope =
        of.c_by_length * change.length + of.c_by_rate * rate1;
    AddForceRate(effort, gear * slope, gear * c_slope, forces_[i], column, E);
  }
}

}  // namespace tactus::integrators
