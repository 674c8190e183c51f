#include "tactus/apps/scenario/group_ports.h"

#include <utility>

namespace tactus::apps {

using systems::LeafContext;
using systems::Reads;

GroupState::GroupState(const ModelGroup& group, const multibody::Model& model)
    : LeafSystem(group.name) {
  const int nq = model.num_positions();
  DeclareVectorInputPort("plant_state", nq + model.num_velocities());
  std::vector<int> velocities, state = group.q;
  for (const int i : group.v) velocities.push_back(nq + i);
  state.insert(state.end(), velocities.begin(), velocities.end());
  DeclareShare("state", std::move(state));
  DeclareShare("positions", group.q);
  DeclareShare("velocities", std::move(velocities));
}

void GroupState::DeclareShare(const std::string& name,
                              std::vector<int> indices) {
  const int size = static_cast<int>(indices.size());
  DeclareVectorOutputPort(
      name, size,
      [this, indices = std::move(indices)](const LeafContext& context,
                                           VectorXd* y) {
        const VectorXd& x = plant_state_input().Eval(context);
        for (int i = 0; i < std::ssize(indices); ++i) (*y)[i] = x[indices[i]];
      },
      Reads::kInputs);
}

GroupInputs::GroupInputs(std::string name, VectorXd base,
                         std::vector<Share> shares)
    : LeafSystem(std::move(name)),
      base_(std::move(base)),
      shares_(std::move(shares)) {
  for (const Share& share : shares_) {
    DeclareVectorInputPort(share.group, static_cast<int>(share.indices.size()));
  }
  DeclareVectorOutputPort("y", static_cast<int>(base_.size()),
                          &GroupInputs::CalcY, Reads::kInputs);
}

void GroupInputs::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = base_;
  for (int s = 0; s < std::ssize(shares_); ++s) {
    const VectorXd& u = get_input_port(s).Eval(context);
    for (int i = 0; i < u.size(); ++i) (*y)[shares_[s].indices[i]] = u[i];
  }
}

}  // namespace tactus::apps
